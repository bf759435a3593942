"""The kiosk's loop: takes what people did, lets the scene look around, draws what has changed, rests.

The loop never waits for anything but the time: sessions, camera and disk live on threads of their own,
and a frame looks only at what they have finished.
"""

from __future__ import annotations

import logging
import signal
import threading
from collections.abc import Callable
from types import FrameType

import pygame

from companion.kiosk.acts import Act, Lifted, Moved, Push, Tap, Throwing, Typed
from companion.kiosk.canvas import Grip
from companion.kiosk.intake import Intake
from companion.kiosk.layer import Scene
from companion.kiosk.locking import touch_locked, unlock
from companion.kiosk.resting import Rest
from companion.kiosk.shower import Shower
from companion.kiosk.stage import Stage
from hardware.buttons import PressQueue
from hardware.lamps import Lamp, Lamps

log = logging.getLogger(__name__)

#: The rest between two frames while something moves, and while nothing does.
MOVING_MS = 16
RESTING_MS = 30
#: After this many faults within a minute the kiosk gives up instead of trying on.
MOST_FAULTS = 5

_SAFE_EXIT = "ok+back"
_OPERATOR = "up+down"


class Kiosk:
    """One open screen with its scenes, until it is left."""

    def __init__(
        self,
        screen: pygame.Surface,
        stage: Stage,
        presses: PressQueue,
        lamps: Lamps | None = None,
        beat: Callable[[bool], None] | None = None,
    ) -> None:
        """`beat` is called after every frame and told whether a picture of it went to the screen."""
        self.stage = stage
        self.intake = Intake(screen.get_size(), presses)
        self.shower = Shower(screen, stage)
        self.wake = threading.Event()
        self.stopped = False
        self._scene: Scene | None = None
        self.lamps = lamps
        self._lit: dict[str, Lamp] | None = None
        self._beat = beat
        self._faults: list[int] = []
        self._rest = Rest(stage)
        # What a finger holds, and where it was last.
        self._held: tuple[Grip, tuple[int, int]] | None = None

    @property
    def scene(self) -> Scene:
        assert self._scene is not None, "a kiosk begins with Stage.go(scene)"
        return self._scene

    @property
    def seen(self) -> Scene:
        """What is on the screen: the scene, or what stands there while the kiosk rests."""
        return self._rest.scene or self.scene

    # the loop --------------------------------------------------------------------------------------

    def run(self) -> int:
        """Run until somebody leaves or a signal comes; returns the exit status."""
        clock = pygame.time.Clock()
        while not self.done:
            moved = self.frame()
            if moved:
                clock.tick(1000 // MOVING_MS)
            else:
                self.wake.wait(RESTING_MS / 1000)
                self.wake.clear()
        if self._scene is not None:
            self._guard(self._scene.leave)
        return 1 if len(self._faults) > MOST_FAULTS else 0

    @property
    def done(self) -> bool:
        return self.stopped or self.stage.leaving or self.intake.closed or len(self._faults) > MOST_FAULTS

    def frame(self) -> bool:
        """Do everything for one frame; return whether something was drawn."""
        self._change()
        now = self.stage.now
        for act in self.intake.gather(now, self.scene.top.typing):
            self._guard(lambda act=act: self.take(act))  # type: ignore[misc]
        if self.intake.exposed:
            self.shower.expose()
        self._guard(lambda: self._tick(now))
        self._change()
        self._rest.look(now, getattr(self.scene, "view", self.scene))
        drawn = False

        def show() -> None:
            nonlocal drawn
            drawn = self.shower.show(self.seen, now)

        self._guard(show)
        self._light()
        if self._beat is not None:
            self._beat(drawn)
        return drawn

    def take(self, act: Act) -> None:
        """Hand one act to whatever is on top."""
        scene, stage = self.scene, self.stage
        self.shower.cut()
        if self._rest.disturb(stage.now):
            # What wakes the kiosk means nothing else: nobody has seen what it would have meant.
            scene.stale = True
            if act != Push(_SAFE_EXIT, "hold"):
                return
        match act:
            case Push(button=button, act="hold") if button == _SAFE_EXIT:
                stage.quit()
            case Push(button=button, act="hold") if button == _OPERATOR:
                self._ask_operator()
            case Push(button="ok", act="hold") if stage.locked:
                unlock(stage)
                scene.stale = True
            case Push() if stage.locked and act.place is None:
                stage.notice(stage.line("kiosk.lock.on"))
            case Push():
                stage.sound("button")
                scene.top.push(act)
            case Tap(at=at) if stage.locked:
                self._let_go(None)
                resting = touch_locked(stage, self.shower.canvas.touched(at))
                self._held = (resting, at) if resting is not None else None
            case Tap(at=at):
                # An end of the touch before this one that never came is its end where it was.
                self._let_go(None)
                hot = self.shower.canvas.touched(at)
                if hot is not None:
                    stage.sound("button")
                    grip = hot.grab(at) if hot.grab is not None else None
                    if grip is None:
                        hot.act()
                    else:
                        self._held = (grip, at)
            case Moved(at=at) if self._held is not None:
                self._held = (self._held[0], at)
                self._held[0].move(at)
            case Lifted(at=at):
                self._let_go(at)
            case Typed() if stage.locked and not scene.top.typing:
                stage.notice(stage.line("kiosk.lock.on"))
            case Typed():
                scene.top.typed(act)
            case Throwing():
                self._act_for_table()

    def _ask_operator(self) -> None:
        """Two buttons held for long ask for the PIN, and that opens the settings of the machine."""
        from companion.kiosk.pin_layer import PinLayer

        scene = self.scene
        if not any(isinstance(layer, PinLayer) for layer in scene.layers):
            scene.open(PinLayer(self.stage, lambda: self._operate(scene)))

    def _operate(self, scene: Scene) -> None:
        from companion.kiosk.scenes.settings import SettingsScene

        self.stage.go(SettingsScene(self.stage, scene, "operator"))

    def _let_go(self, at: tuple[int, int] | None) -> None:
        held, self._held = self._held, None
        if held is not None:
            held[0].drop(at or held[1])

    def _act_for_table(self) -> None:
        """Let the simulated table do what the camera is armed for."""
        sight = self.stage.sight
        if self.stage.act is not None and sight is not None and sight.wanted is not None:
            self.stage.act(sight.wanted)

    def _tick(self, now: int) -> None:
        self.stage.hear()
        self.scene.tick(now)
        for layer in self.scene.layers:
            layer.tick(now)

    def _change(self) -> None:
        wanted, self.stage.next = self.stage.next, None
        if wanted is None:
            return
        if self._scene is not None:
            self._guard(self._scene.leave)
            self.shower.fade(self.stage.now)
        self._scene = wanted
        wanted.stale = True
        self._guard(wanted.enter)

    def _light(self) -> None:
        lamps = self.lamps
        if lamps is None:
            return
        lit: dict[str, Lamp] = {
            button: lamp for button, lamp in self.scene.lamps().items() if lamp != Lamp.OFF
        }
        if lit != self._lit:
            self._lit = lit
            self._guard(lambda: lamps.show(lit))

    def _guard(self, do: Callable[[], None]) -> None:
        """Do something; a fault of ours becomes a screen that says so, never a traceback on the screen."""
        try:
            do()
        except Exception:
            log.exception("the kiosk failed")
            now = self.stage.now
            self._faults = [*(at for at in self._faults if now - at < 60_000), now]
            from companion.kiosk.scenes.failed import FailedScene

            if not isinstance(self._scene, FailedScene):
                self._scene = FailedScene(self.stage)


def heed_signals(kiosk: Kiosk) -> None:
    """Let SIGTERM and SIGINT end the loop.  The handler only sets a flag: nothing else is safe in it."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        kiosk.stopped = True

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, stop)
