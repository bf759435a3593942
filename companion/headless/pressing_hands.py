"""Hands that press buttons: what they decide goes through bouncing contacts and the real press detection."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.headless.pressing import PressDesk, presses_for
from companion.headless.simulated_hands import MISHAPS, SimulatedHands
from companion.table.answers import Answer, Source
from companion.table.prompts import Claim, Prompt, Reveal, Throw
from companion.table.view import TableView
from hardware.buttons import PressQueue
from hardware.simulated import SimulatedButtons
from hardware.simulated.look import Level


class PressingHands(SimulatedHands):
    """Everybody at a simulated table on the tray mat, each with a button; presses wait in `queue`."""

    def __init__(self, seed: int, level: Level = "usual", *, mishaps: int = MISHAPS) -> None:
        super().__init__(seed, level, mishaps=mishaps, mat="a4")
        self.queue = PressQueue()
        self._buttons = SimulatedButtons(self.queue, seed, self.clock.monotonic_ms)

    def unasked(self, view: TableView) -> Answer | None:
        """Ask for money in time, and answer what no camera is needed for."""
        waiting = next(prompt for prompt in view.open if prompt.waits)
        claims = [prompt for prompt in view.open if isinstance(prompt, Claim)]
        if not claims and isinstance(waiting, (Throw, Reveal)):
            return None
        return self._press(self._decide(view.open, view), view)

    def answer(self, asked: Sequence[Prompt], view: TableView) -> Answer | None:
        if isinstance(asked[0], (Throw, Reveal)):
            return super().answer(asked, view)
        return self.unasked(view)

    def _press(self, wanted: Answer, view: TableView) -> Answer:
        """Return what the buttons make of an answer that somebody wants to give."""
        presses = presses_for(wanted, view)
        desk = PressDesk()
        given: Answer | None = None
        for button, act in presses:
            if act == "hold":
                self._buttons.hold(button)
            else:
                self._buttons.press(button)
            self.clock.pass_ms(max(0, self._buttons.edges[-1][0] - self.clock.monotonic_ms()))
            for press in self.queue.drain():
                self.presses += 1
                given = desk.take(press, view) or given
        if given is None:
            # What no button can say is said by touch, as a late player's name is.
            given = replace(wanted, source=Source.HAND)
        return given
