"""The people of an evening: what they decide, by which way they say it, and what their fingers do besides."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from companion.headless.pressing import PressDesk, presses_for
from companion.simulate.bots import Bots, Temperament
from companion.simulate.line_up import bots_beside
from companion.table.answers import Answer, Source, Value
from companion.table.game import Game
from companion.table.view import TableView
from companion.torture.found import Found
from companion.torture.world import World
from hardware.buttons import BUTTONS, SEAT_BUTTONS, Press, PressQueue
from hardware.simulated import SimulatedButtons

#: A patience that nobody has won after so many entries is given up.
_LONG_PATIENCE = 80
#: What fingers play with that have nothing to say.
_IDLE = (*SEAT_BUTTONS, "up", "down", "back")


class People:
    """Everybody at the table, with a button each; what they press goes through the real press detection."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._chance = random.Random(f"people {world.seed}")
        self._queue = world.presses = PressQueue()
        self._buttons = SimulatedButtons(self._queue, world.seed, world.clock.monotonic_ms)
        self._bounces = 0
        self._sensible = self._chance.random() < 0.5
        self._desk = PressDesk()

    def adviser(self, view: TableView) -> Callable[[Game], Answer]:
        """Return what decides on the session's thread what is answered next."""
        seated = [seat.id for seat in view.seats]

        def advise(game: Game) -> Answer:
            return self._bots(game, view).answer(view.open, seated)

        return advise

    def _bots(self, game: Game, view: TableView) -> Bots:
        if game.name == "patience":
            return _Patient(game, self._chance, view)
        if self._sensible and game.name != "dominoes":
            return bots_beside(game, self._chance)
        tempers = {seat.id: self._chance.choice(tuple(Temperament)) for seat in game.seats}
        return Bots(self._chance, tempers, 0.05)

    def give(self, wanted: Answer, view: TableView) -> Answer:
        """Return what arrives of an answer: by buttons where buttons can say it, else as typed or touched."""
        presses = presses_for(wanted, view)
        if not presses or len(presses) > 12 or self._chance.random() < 0.4:
            return _by_hand(wanted)
        given: Answer | None = None
        # Whoever turns to a prompt begins where it stands; what was chosen before is forgotten.
        self._desk = PressDesk()
        for button, act in presses:
            if self._chance.random() < 0.08:
                self.glitch()
            made = self._buttons.hold(button) if act == "hold" else self._buttons.press(button)
            self._counted(1)
            if [(press.button, press.act) for press in made] != [(button, act)]:
                raise Found("exceptions", f"{act} of {button} became {made}")
            for press in self._drained():
                given = self._desk.take(press, view) or given
        if given is None or (given.key, given.value) != (wanted.key, wanted.value):
            first = next((p for p in view.open if wanted.seat in p.seats and p.key != wanted.key), None)
            if first is None:
                raise Found("exceptions", f"presses for {wanted.key} became {given and given.key}")
            # A seat's button answers its oldest item first.
        return given or _by_hand(wanted)

    # --- fingers and wires

    def glitch(self) -> None:
        """A wire picks up spikes: nobody has pressed anything."""
        self._world.note("phantom press")
        if made := self._buttons.glitch(self._chance.choice(BUTTONS)):
            raise Found("exceptions", f"a spike became {made}")
        self._pass()

    def stick(self, view: TableView) -> list[Answer]:
        """A button gets stuck for half a minute; return what it answers, which is one hold at most."""
        button = self._chance.choice(BUTTONS)
        made = self._buttons.stick(button)
        self._world.clock.pass_ms(30_000)
        made += self._buttons.come_loose(button)
        self._counted(1)
        if len(made) > 1:
            raise Found("exceptions", f"the stuck button {button} became {made}")
        return self._taken(view)

    def press_together(self, view: TableView) -> list[Answer]:
        """Two seats press at the same moment; return what both answer."""
        places = self._chance.sample([seat.place for seat in view.seats], k=min(2, len(view.seats)))
        self._press_together([f"seat{place + 1}" for place in places])
        return self._taken(view)

    def mash(self, view: TableView) -> list[Answer]:
        """One seat's button again and again, as an impatient child does: each press for what it saw."""
        seat = self._chance.choice(view.seats)
        self._press_again(f"seat{seat.place + 1}", 4)
        return self._taken(view)

    def fidget(self, view: TableView) -> list[Answer]:
        """Fingers that are never still; return what of it answers something that is asked.

        They press seats that are not asked, free places, and what only turns a choice; one button again
        and again; two at once; and wires pick up spikes.
        """
        for _ in range(self._chance.randint(1, 3)):
            roll = self._chance.random()
            if roll < 0.1:
                self.glitch()
            elif roll < 0.35:
                self._press_together(self._chance.sample(SEAT_BUTTONS, k=2))
            else:
                button = "ok" if self._chance.random() < 0.02 else self._chance.choice(_IDLE)
                self._press_again(button, 1 if roll < 0.6 else self._chance.randint(2, 6))
        return self._taken(view)

    def _press_together(self, names: list[str]) -> None:
        made = self._buttons.chord(*names)
        self._counted(len(names))
        if sorted(press.button for press in made) != sorted(names):
            raise Found("exceptions", f"{names} pressed together became {made}")

    def _press_again(self, button: str, times: int) -> None:
        for _ in range(times):
            made = self._buttons.press(button)
            if [(press.button, press.act) for press in made] != [(button, "press")]:
                raise Found("exceptions", f"a press of {button} became {made}")
        self._counted(times)

    def _counted(self, presses: int) -> None:
        """Count presses of fingers and what their contacts have bounced, and let their time pass."""
        tally = self._world.tally
        tally.presses += presses
        tally.faults["bounce"] += self._buttons.bounces - self._bounces
        self._bounces = self._buttons.bounces
        self._pass()

    def _taken(self, view: TableView) -> list[Answer]:
        given = (self._desk.take(press, view) for press in self._drained())
        return [answer for answer in given if answer is not None]

    def _drained(self) -> list[Press]:
        self._world.check_presses()
        return self._queue.drain()

    def _pass(self) -> None:
        last = self._buttons.edges[-1][0]
        self._world.clock.pass_ms(max(0, last - self._world.clock.monotonic_ms()))

    # --- what comes to people's minds

    def another_value(self, asked: str, value: Value) -> Value:
        """Return what an answer might have been instead, legal or not, for a correction."""
        match value:
            case [*faces] if asked == "throw":
                return [self._chance.randint(1, 6) for _ in faces]
            case bool():
                return value
            case int():
                return max(0, value + self._chance.choice((-2, -1, 1, 2)))
            case _:
                return value


class _Patient(Bots):
    """Plays a patience like a person, and gives up when it has lasted."""

    def __init__(self, game: Any, chance: random.Random, view: TableView) -> None:
        from companion.simulate.patience_bots import PatienceBots

        super().__init__(chance)
        self._player = PatienceBots(game, chance, wild=chance.random() < 0.1)
        self._weary = view.number > _LONG_PATIENCE

    def answer(self, open: Any, seated: Any) -> Answer:
        if self._weary:
            for prompt in open:
                if "give-up" in prompt.key:
                    return self._answered(prompt, seated)
        return self._player.answer(open, seated)


def _by_hand(answer: Answer) -> Answer:
    return Answer(
        prompt=answer.prompt, value=answer.value, seat=answer.seat, second=answer.second, source=Source.HAND
    )
