"""The calibration in a window: the camera live, until somebody leaves.

One thread looks, at its own pace; the window draws its newest look and never waits for it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from pathlib import Path

import pygame

from companion.calibration import Calibrator
from companion.calibration_view import CalibrationView, Look
from companion.kiosk.canvas import Canvas
from companion.kiosk.paint import PaintBox
from companion.kiosk.screen import close_screen, open_screen
from companion.kiosk.theme import Theme
from companion.kiosk.typesetter import Typesetter
from companion.kit.codes import KitKey
from companion.kit.kit_keys import known_kits, learn_kit
from companion.language import Language
from companion.table.faults import Fault
from hardware.camera import Camera, CameraState

#: The rest between two frames of the window, and of the looker while there is nothing new.
REST_MS = 40
_REST_SECONDS = 0.02
#: A remark about something that was done stays so long.
REMARK_MS = 6000
_LEAVE = (pygame.K_ESCAPE, pygame.K_q, pygame.K_BACKSPACE)
_LEARN = (pygame.K_RETURN, pygame.K_KP_ENTER)


class Looker:
    """Looks at the newest frame again and again, on a thread of its own."""

    def __init__(self, camera: Camera, keys: Iterable[KitKey]) -> None:
        self._camera = camera
        self._calibrator = Calibrator(keys)
        self._look: Look | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="calibration", daemon=True)
        self._thread.start()

    @property
    def look(self) -> Look | None:
        """The newest look, None before the first."""
        return self._look

    @property
    def state(self) -> CameraState:
        """How the camera is."""
        return self._camera.state

    def know(self, keys: Iterable[KitKey]) -> None:
        """Check codes with these kits from now on."""
        self._calibrator.know(keys)

    def close(self) -> None:
        """End the thread and the readers."""
        self._ended.set()
        self._thread.join(10)

    def _run(self) -> None:
        seen = -1
        try:
            while not self._ended.is_set():
                frame = self._camera.latest()
                if frame is None or frame.number == seen:
                    self._ended.wait(_REST_SECONDS)
                    continue
                seen = frame.number
                self._look = Look(frame, self._calibrator.look(frame))
                self._camera.used()
        finally:
            self._calibrator.close()


class CalibrationWindow:
    """The window over one camera; `act` makes the simulated table throw, where there is one."""

    def __init__(
        self,
        screen: pygame.Surface,
        camera: Camera,
        folder: Path,
        words: Language,
        act: Callable[[], object] | None = None,
    ) -> None:
        theme = Theme(*screen.get_size())
        self.canvas = Canvas(screen, theme, PaintBox(), Typesetter(theme))
        self.looker = Looker(camera, known_kits(folder))
        self._view = CalibrationView(words)
        self._folder = folder
        self._words = words
        self._act = act
        self._shown: tuple[object, str] | None = None
        self._done = ""
        self._done_at = 0
        self.left = False

    def run(self) -> int:
        """Draw until somebody leaves; returns the exit status."""
        while not self.left:
            self.frame(pygame.time.get_ticks())
            pygame.time.wait(REST_MS)
        return 0

    def frame(self, now: int) -> bool:
        """Take what was pressed and draw what has changed; returns whether something was drawn."""
        for event in pygame.event.get():
            self._take(event, now)
        look = self.looker.look
        done = self._done if self._done and now - self._done_at < REMARK_MS else ""
        remark = done or self._state_said()
        if (look, remark) == self._shown:
            return False
        self._shown = (look, remark)
        self._view.paint(self.canvas, look, remark, self._hints(look))
        pygame.display.flip()
        return True

    def close(self) -> None:
        self.looker.close()

    def _take(self, event: pygame.event.Event, now: int) -> None:
        if event.type == pygame.QUIT:
            self.left = True
        elif event.type == pygame.VIDEOEXPOSE:
            self._shown = None
        elif event.type == pygame.KEYDOWN:
            if event.key in _LEAVE:
                self.left = True
            elif event.key == pygame.K_SPACE and self._act is not None:
                self._act()
            elif event.key in _LEARN:
                self._learn(now)

    def _learn(self, now: int) -> None:
        look = self.looker.look
        for key in look.findings.lessons if look is not None else ():
            try:
                self.looker.know(learn_kit(self._folder, key))
                self._done = self._words.line("calibrate.learned", kit=key.kit)
            except Fault as fault:
                self._done = self._words.say(fault.say)
            self._done_at = now

    def _state_said(self) -> str:
        state = self.looker.state
        return "" if state is CameraState.WORKING else self._words.line(f"calibrate.camera.{state.value}")

    def _hints(self, look: Look | None) -> str:
        hints = [self._words.line("calibrate.window.leave")]
        if self._act is not None:
            hints.append(self._words.line("calibrate.window.throw"))
        if look is not None and look.findings.lessons:
            hints.append(self._words.line("calibrate.window.learn"))
        return "   ".join(hints)


def run_window(
    camera: Camera,
    folder: Path,
    words: Language,
    size: tuple[int, int] | None,
    act: Callable[[], object] | None = None,
) -> int:
    """Show the window until somebody leaves it; raises `Fault` where there is no display."""
    screen = open_screen(size)
    try:
        window = CalibrationWindow(screen, camera, folder, words, act)
        try:
            return window.run()
        finally:
            window.close()
    finally:
        close_screen()
