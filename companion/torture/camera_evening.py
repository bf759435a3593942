"""One evening seen by the camera: rendered frames, real vision code, and a camera that comes and goes."""

from __future__ import annotations

import io
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.games import GAMES, seat_limits
from companion.headless.eyes import eyes_of
from companion.headless.narrator import Narrator
from companion.headless.table import HeadlessTable
from companion.memory import give_back_now
from companion.simulate.runner import seat_bots
from companion.table.answers import Answer
from companion.table.faults import Fault
from companion.table.faulty_disk import DiskFault
from companion.table.game import Event
from companion.table.prompts import Prompt
from companion.table.session import Session
from companion.table.view import TableView
from companion.torture.camera_mischief import mischievous_hands
from companion.torture.found import Found
from companion.torture.tally import Tally
from companion.torture.world import PowerGone, World
from hardware.camera import CameraFault, Frame, FrameSource
from hardware.direct_camera import DirectCamera
from hardware.simulated import SimulatedCamera
from hardware.simulated.camera import CameraFaults
from hardware.simulated.look import Level
from hardware.simulated.world import forget_tables

#: Throws, cards and tiles of a hundred that have a mishap, and frames of a hundred with each kind of fault.
_MISHAPS = 15
_FRAMES = CameraFaults(dropped=0.04, repeated=0.05, late=0.03, torn=0.03, misexposed=0.02, warming_up=3)
#: Drawing frames takes nearly all of the time; no more are drawn than a reader must have.
_FPS = 3.0
#: How often a frame that is wanted finds the camera unplugged.
_UNPLUGGED = 0.1
#: Of a hundred throws, cards and tiles so many are shown to the camera; the others are said and pressed, as
#: people do at a long table.  Evenings go on to the end of their game.
_LOOKS = {"dice": 60, "goldrush": 20, "dominoes": 20, "patience": 50}
#: Rules under which things lie on the table, and games of dice of a few rounds.
_RULES: dict[str, dict[str, Any]] = {
    "dice": {"multiple": 6},
    "dominoes": {"hands": "table", "virtual": 0},
    "patience": {"way": "dealt"},
}
#: Half of the evenings are of dice, which are thrown again and again.
_ORDER = ("dice", "goldrush", "dice", "patience", "dice", "dominoes", "dice", "goldrush", "dice", "dominoes")


def play_camera_evening(seed: int, folder: Path) -> Tally:
    """Play the evening of a seed through the camera; raises `Found` for what must never happen."""
    evening = CameraEvening(seed, folder)
    with evening.world.listening():
        try:
            evening.play()
        finally:
            evening.close()
    return evening.world.tally


class CameraEvening:
    """Hands at a simulated table, a camera over it that is lost now and then, and a machine that is cut.

    The evening is over with the game; `most` ends it after so many answers.
    """

    def __init__(self, seed: int, folder: Path, most: int | None = None) -> None:
        self.world = World(seed, folder)
        self.world.tally.camera_evenings = 1
        self.game = _ORDER[seed % len(_ORDER)]
        assert self.game in GAMES
        self._most = most
        level: Level = "usual" if self.game == "dice" and seed % 2 else "plain"
        self.hands = mischievous_hands(self.game, seed, level, _MISHAPS, _LOOKS[self.game], self.world.note)
        self.world.presses = getattr(self.hands, "queue", None)
        # Everything goes by the clock of the hands, whose frames let its time pass.
        self.world.clock = self.hands.clock
        source = SimulatedCamera(
            self.hands.table,
            sleep=lambda seconds: self.hands.clock.pass_ms(round(seconds * 1000)),
            fps=_FPS,
            faults=_FRAMES,
        )
        self._suffered = source.suffered
        self.camera = Unplugged(source, self.world)
        self.hands.camera = DirectCamera(self.camera)
        self.hands.plug_in = self.camera.plug_in
        self.session: CheckedSession | None = None

    def play(self) -> None:
        """Play until the session is over."""
        world = self.world
        most = self._most
        world.switch_on()
        world.tally.sessions += 1
        world.tally.games[self.game] += 1
        while True:
            try:
                session = self._session()
                done = session.view.number
                table = HeadlessTable(session, eyes_of(self.hands), self.hands, self._screen())
                try:
                    view = table.play(None if most is None else max(1, most - done))
                finally:
                    world.tally.looks += table.counts["read"] + table.counts["asked"]
                    world.tally.read += table.counts["read"]
                    world.tally.silent_misreads += table.counts["silent_misreads"]
            except (PowerGone, Fault, OSError) as problem:
                if not world.disk.dead and not isinstance(problem, PowerGone):
                    raise
                self._off_and_on()
                continue
            if view.outcome is not None or (most is not None and view.number >= most):
                break
        world.tally.finished += view.outcome is not None
        world.tally.answers += len(world.checks.acknowledged[view.session])
        world.tally.presses += self.hands.presses
        world.tally.faults.update({f"{kind} frame": count for kind, count in self._suffered.items()})
        world.check_threads()

    def close(self) -> None:
        self.camera.close()
        self.world.end()
        forget_tables()
        give_back_now()

    def _screen(self) -> Narrator:
        self.world.language = self.world.chance.choice(self.world.languages)
        return Screen(self.world)

    def _session(self) -> CheckedSession:
        world, journal = self.world, self.world.journal
        assert journal is not None
        known = journal.session_ids()
        if known:
            session = CheckedSession.resume(journal, self._build, known[0], world.lots)
        else:
            least, most = seat_limits(self.game)
            seats = seat_bots(self.game, min(most, max(least, 2 + world.seed % 2)))
            rules = _RULES.get(self.game, {})
            session = CheckedSession.start(journal, self._build, self.game, seats, rules, world.lots)
        world.checks.begin(session.view, world.factory)
        assert isinstance(session, CheckedSession)
        session.world = world
        if session.view.held == "rebuild":
            session.rebuilt(None)
            world.check(session.view)
        return session

    def _build(self, name: str, seats: Any, rules: dict[str, Any]) -> Any:
        game = self.hands.build(name, seats, rules)
        if self.world.newer:
            vars(game)["rules_version"] = game.rules_version + self.world.newer
        return game

    def _off_and_on(self) -> None:
        self.world.switch_off(cut=True)
        self.world.switch_on()


class Screen(Narrator):
    """What the table is told, in words; nothing of a view is said before the view is on the disk."""

    def __init__(self, world: World) -> None:
        super().__init__(world.language, io.StringIO())
        self._world = world

    def ask(self, waiting: Sequence[Prompt], view: TableView) -> None:
        self._world.checks.shown(view)
        super().ask(waiting, view)

    def events(self, view: TableView) -> None:
        self._world.checks.shown(view)
        super().events(view)

    def standings(self, view: TableView) -> None:
        self._world.checks.shown(view)
        super().standings(view)


class CheckedSession(Session):
    """A session whose every answer is checked, and before which the disk fails or the power goes."""

    world: World | None = None

    def answer(self, answer: Answer) -> TableView:
        world = self.world
        if world is None:
            return super().answer(answer)
        chance = world.chance
        roll = chance.random()
        if roll < 0.05:
            world.disk.cut_after(chance.randint(0, 20))
        elif roll < 0.12:
            self._fails(answer, chance.choice(tuple(DiskFault)))
        elif roll < 0.16:
            world.jump()
            world.note("clock jump")
        view = super().answer(answer)
        world.check(view)
        return view

    def _show(self, events: tuple[Event, ...]) -> TableView:
        view = super()._show(events)
        if self.world is not None:
            self.world.checks.shown(view)
        return view

    def _fails(self, answer: Answer, fault: DiskFault) -> None:
        """The disk fails once under the answer, which is then given again."""
        world = self.world
        assert world is not None
        world.note({DiskFault.FULL: "full disk", DiskFault.BROKEN: "I/O errors"}.get(fault, "read-only disk"))
        world.disk.fail(fault)
        before = self.view
        try:
            super().answer(answer)
        except Fault:
            if self.view is not before:
                raise Found("diverged", "a commit that failed has changed the view") from None
        else:
            raise Found("lost", "an answer was acknowledged that cannot have been written")
        finally:
            world.disk.fail(None)
        world.check(self.view)


class Unplugged:
    """A camera that is unplugged at any frame, and plugged in again when somebody sees to it."""

    def __init__(self, source: SimulatedCamera, world: World) -> None:
        self._source: FrameSource = source
        self._world = world
        self._chance = random.Random(f"camera {world.seed}")
        self._away = False

    @property
    def say(self) -> str:
        return self._source.say

    def plug_in(self) -> bool:
        """Plug it in again; returns whether that was needed."""
        away, self._away = self._away, False
        return away

    def read(self) -> Frame | None:
        if not self._away and self._chance.random() < _UNPLUGGED:
            self._world.note("camera unplugged")
            self._world.tally.camera_losses += 1
            self._away = True
        if self._away:
            raise CameraFault("The simulated camera is unplugged; plug it in again.")
        return self._source.read()

    def used(self) -> None:
        self._source.used()

    def close(self) -> None:
        self._source.close()
