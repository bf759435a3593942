"""People at a kiosk: what the kiosk's tests share."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pygame

from companion.kiosk.acts import Lifted, Push, Tap, Typed
from companion.kiosk.app import Kiosk
from companion.kiosk.canvas import Hot
from companion.kiosk.keeper import Keeper
from companion.kiosk.layer import Scene
from companion.kiosk.offscreen import unseen_kiosk
from companion.kiosk.paint import PaintBox
from companion.kiosk.panels.throw import ThrowPanel
from companion.kiosk.preferences import Preferences
from companion.kiosk.scenes.opening import OpeningScene
from companion.kiosk.scenes.seats import seats_from_names
from companion.kiosk.scenes.table import TableScene
from companion.kiosk.sight import Sight
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Theme
from companion.kiosk.typesetter import Typesetter
from companion.language import Language
from companion.table.chance import SeededChance
from companion.table.clock import ManualClock
from companion.table.disk import SystemDisk
from companion.table.journal import Journal
from companion.table.view import TableView
from hardware.buttons import PressQueue
from hardware.lamps import Lamp

SIZES = ((800, 480), (1280, 720), (1920, 1080))
FOUR = {0: "Ana", 1: "Bo", 2: "Cy", 3: "Di"}
#: Eight names as long as names may be.
EIGHT = dict(
    enumerate(
        ["Maximilian-Ott", "Wilhelmina-May", "Bartholomäus-W", "Ana", "Konstantin-Wm", "Ștefan-Răzvan!",
         "Hallgerd-Mømme", "Gwendolyn-Moor"]
    )
)  # fmt: skip
#: So much paint is kept for all tests at one size of screen.
_KEPT_BYTES = 96 << 20
#: No test waits longer than this for a session's thread, which needs a few milliseconds.
PATIENCE_S = 30.0


class ShownLamps:
    """Lamps that remember what they were last told."""

    say = "Lamps of a test."

    def __init__(self) -> None:
        self.lit: dict[str, Lamp] = {}

    def show(self, lamps: dict[str, Lamp]) -> None:
        self.lit = dict(lamps)

    def close(self) -> None:
        self.lit = {}


class Player:
    """People at a kiosk: presses, touches, writes, and lets time pass."""

    def __init__(self, kiosk: Kiosk, clock: ManualClock, presses: PressQueue) -> None:
        self.kiosk = kiosk
        self.clock = clock
        self.presses = presses

    @property
    def stage(self) -> Stage:
        return self.kiosk.stage

    @property
    def scene(self) -> Scene:
        return self.kiosk.scene

    @property
    def table(self) -> TableScene:
        assert isinstance(self.kiosk.scene, TableScene), type(self.kiosk.scene).__name__
        return self.kiosk.scene

    @property
    def view(self) -> TableView:
        return self.table.view

    @property
    def hots(self) -> Sequence[Hot]:
        return self.kiosk.shower.canvas.hots

    def push(self, *buttons: str) -> None:
        """Press buttons one after the other, each on a frame of its own."""
        for button in buttons:
            self.kiosk.take(Push(button))
            self.settle()

    def hold(self, button: str) -> None:
        self.kiosk.take(Push(button, "hold"))
        self.settle()

    def tap(self, name: str) -> None:
        """Touch the middle of the topmost area of a name, through the same way as a finger."""
        hot = next(hot for hot in reversed(self.hots) if hot.name == name)
        assert self.kiosk.shower.canvas.touched(hot.rect.center) is hot, f"{name} lies under something"
        self.kiosk.take(Tap(hot.rect.center))
        self.kiosk.take(Lifted(hot.rect.center))
        self.settle()

    def write(self, text: str = "", key: str = "") -> None:
        self.kiosk.take(Typed(text, key))
        self.settle()

    def key(self, key: int) -> None:
        """Press and let go of a key of the keyboard, as SDL tells it."""
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.event.Event(kind, key=key, unicode="", mod=0, scancode=0))
            self.clock.pass_ms(30)
            self.kiosk.frame()
        self.settle()

    def settle(self) -> None:
        """Let frames pass until nothing that was told to a session is still to be done."""
        until = time.monotonic() + PATIENCE_S
        quiet = 0
        while quiet < 2:
            self.kiosk.frame()
            quiet = 0 if self._waits() else quiet + 1
            assert time.monotonic() < until, f"{type(self.scene).__name__} does not settle"
            if not quiet:
                self.kiosk.wake.wait(0.001)

    def _waits(self) -> bool:
        scene = self.scene
        desk = getattr(scene, "desk", None) or getattr(getattr(scene, "_table", None), "desk", None)
        asked = getattr(scene, "_asked", None)
        # Something that was opened over the opening, such as the question for the PIN, holds it up for good.
        opening = isinstance(scene, OpeningScene) and not scene.layers
        return opening or bool(desk and desk.busy) or bool(asked and not asked.done())

    def pass_ms(self, ms: int, step: int = 100) -> None:
        """Let time pass, frame by frame."""
        for _ in range(0, ms, step):
            self.clock.pass_ms(step)
            self.kiosk.frame()

    def sit_down(self, names: Mapping[int, str] = FOUR, rules: Mapping[str, Any] | None = None) -> None:
        """Begin a session of the dice game; the drawing of the first bank is cut short."""
        self.stage.go(
            OpeningScene(self.stage, self.stage.keeper.start("dice", seats_from_names(names), rules or {}))
        )
        self.settle()
        while self.scene.layers:
            self.push("ok")

    def throw(self, *faces: int) -> None:
        """Type a throw in with the seats' buttons, and let everything land."""
        assert isinstance(self.table.panel, ThrowPanel)
        self.push("ok", *(f"seat{face}" for face in faces), "ok")
        self.pass_ms(5000, 500)
        self.settle()


def open_player(
    size: tuple[int, int] = (800, 480),
    sight: Sight | None = None,
    act: Callable[[int], None] | None = None,
    lamps: ShownLamps | None = None,
    seed: int = 1,
    language: str = "en",
    data: Path | None = None,
    own_paint: bool = False,
) -> Player:
    """Return a player at a kiosk on a screen that nobody sees; its keeper is to be closed afterwards.

    With `own_paint` it keeps as much of what it has painted as the real one, and nothing of other tests'.
    """
    clock = ManualClock(datetime(2026, 3, 14, 21, 14, tzinfo=UTC))
    keeper = Keeper(Journal.in_memory(clock=clock), SeededChance(seed))
    presses = PressQueue()
    preferences = Preferences(folder=data, disk=SystemDisk(), worker=keeper.do)
    stage = Stage(Theme(*size), Language.load(language), clock, keeper, sight, act, preferences)
    if not own_paint:
        stage.box, stage.type = _kept(size)
    return Player(unseen_kiosk(stage, presses, lamps), clock, presses)


#: Paint and type of each size of screen: what one test has drawn need not be drawn again for the next.
_KEPT: dict[tuple[int, int], tuple[PaintBox, Typesetter]] = {}


def _kept(size: tuple[int, int]) -> tuple[PaintBox, Typesetter]:
    if size not in _KEPT:
        pygame.font.init()
        _KEPT[size] = PaintBox(_KEPT_BYTES), Typesetter(Theme(*size))
    return _KEPT[size]


#: Makes a player at a kiosk of its own; all that it takes can be left out.
MakePlayer = Callable[..., Player]
