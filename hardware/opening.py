"""Opening everything with a wire or a lens: what there is is used, what is missing is said."""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from hardware.buttons import Buttons, PressQueue
from hardware.camera import CameraFault, FrameSource
from hardware.camera_keeper import SourceOpener
from hardware.camera_thread import CameraThread
from hardware.direct_camera import DirectCamera
from hardware.folder import FolderSource
from hardware.gpio import GpioButtons
from hardware.gpio_lamps import DirectWires, GpioLamps, RegisterWires
from hardware.keyboard import KeyboardButtons
from hardware.lamps import Lamp, Lamps
from hardware.machine import OWN_CAMERAS, Machine
from hardware.monotonic import Milliseconds, monotonic_ms
from hardware.picamera import NAMES, PiCameraOpener, no_own_camera
from hardware.pin_factory import GpioFault, PinFactory, open_pin_factory
from hardware.pins import PinMap, pin_faults
from hardware.webcam import WebcamOpener, check_device, stable_path

if TYPE_CHECKING:
    from hardware.simulated import SimulatedTable
    from hardware.simulated.look import Level

log = logging.getLogger(__name__)

_SIMULATED = "Buttons simulated by the keyboard."

ButtonsKind = Literal["", "gpio", "keyboard", "sim"]


@dataclass(frozen=True, slots=True)
class HardwareSettings:
    """What is to be opened.

    `buttons`: empty for the pins of a Raspberry Pi and the keyboard elsewhere.  `pin_factory` and
    `chip` override what is found by itself.  `camera`: empty or ``none`` for none, ``pi`` for
    a Pi's own (``pi1`` for the second one of a Pi 5), ``sim``, a webcam (``0``, ``/dev/video0`` or a path
    below ``/dev/v4l``), else a folder of pictures.  `seed` is that
    of everything simulated, `level` how hard its table is to see.  Without `threaded`, the camera is
    read in the caller's own thread, so that the same pictures come in the same order.
    """

    buttons: ButtonsKind = ""
    pins: PinMap = field(default_factory=PinMap)
    pin_factory: str = ""
    chip: int | None = None
    camera: str = ""
    seed: int = 1
    level: Level = "usual"
    threaded: bool = True


class Banner(StrEnum):
    """What people must be told all evening, in a word that has a sentence on the screen."""

    BUTTONS_SIMULATED = "buttons_simulated"
    BUTTONS_MISSING = "buttons_missing"
    LAMPS_MISSING = "lamps_missing"
    CAMERA_MISSING = "camera_missing"


class NoLamps:
    """A `Lamps` backend where none are wired: whose turn it is stands on the screen."""

    say = "Lamps: none; the screen shows whose turn it is."

    def show(self, lamps: dict[str, Lamp]) -> None:
        """Nothing to light."""

    def close(self) -> None:
        """Nothing to put out."""


@dataclass(slots=True)
class Hardware:
    """Everything that was opened.

    `keyboard` is always there, whatever `buttons` are: each button has a key.  `camera` is None
    when none was asked for or none can ever come of it; `camera_fault` says why the camera that was
    named does not work now.  `table` is the simulated table behind the camera, if there is one.
    `report` are sentences for the diagnosis, one a device and one a trouble.
    """

    buttons: Buttons
    keyboard: KeyboardButtons
    lamps: Lamps
    camera: CameraThread | DirectCamera | None
    report: tuple[str, ...]
    banners: tuple[Banner, ...] = ()
    camera_fault: CameraFault | None = None
    table: SimulatedTable | None = None
    pins: PinFactory | None = None

    def close(self) -> None:
        """Release everything, whatever fails.  May be called twice."""
        for device in (self.camera, self.lamps, self.buttons, self.keyboard, self.pins):
            try:
                if device is not None:
                    device.close()
            except Exception:
                log.exception("a device failed to close")
        self.camera = self.pins = None


def found_camera(machine: Machine | None = None) -> str:
    """Return the camera that is used without being named: a Pi's own, else none, since a webcam may be for
    something else."""
    return NAMES[0] if (machine or Machine()).own_camera() else ""


def open_hardware(
    settings: HardwareSettings,
    queue: PressQueue,
    machine: Machine | None = None,
    clock_ms: Milliseconds = monotonic_ms,
) -> Hardware:
    """Open what `settings` ask for and there is; never raises, and never claims a pin on anything but a Pi.

    Presses go into `queue`.  What cannot be opened is replaced (pins by the keyboard, lamps by the
    screen, the camera by typing), and said in `report` and `banners`.
    """
    return _Opening(settings, queue, machine or Machine(), clock_ms).open()


class _Opening:
    def __init__(
        self, settings: HardwareSettings, queue: PressQueue, machine: Machine, clock_ms: Milliseconds
    ) -> None:
        self._settings, self._queue, self._machine, self._clock_ms = settings, queue, machine, clock_ms
        self._report: list[str] = []
        self._banners: list[Banner] = []
        self._table: SimulatedTable | None = None
        self._camera_fault: CameraFault | None = None

    def open(self) -> Hardware:
        model = self._machine.model if self._machine.is_pi else "no Raspberry Pi"
        self._say(f"Computer: {model}.")
        keyboard = KeyboardButtons(self._queue)
        pins = self._open_pins()
        buttons = self._open_buttons(pins) or keyboard
        lamps = self._open_lamps(pins)
        camera = self._open_camera()
        for device in (buttons, lamps):
            self._say(device.say)
        self._say(camera.say if camera is not None else "Camera: none; what it would see is typed in.")
        return Hardware(
            buttons,
            keyboard,
            lamps,
            camera,
            tuple(self._report),
            tuple(self._banners),
            self._camera_fault,
            self._table,
            pins,
        )

    def _say(self, line: str) -> None:
        self._report.append(line)

    def _trouble(self, say: str, banner: Banner) -> None:
        self._say(say)
        if banner not in self._banners:
            self._banners.append(banner)

    def _open_pins(self) -> PinFactory | None:
        settings = self._settings
        wanted = self._machine.is_pi if settings.buttons == "" else settings.buttons == "gpio"
        if not wanted:
            return None
        faults = pin_faults(settings.pins)
        if faults:
            for fault in faults:
                self._trouble(f"{_SIMULATED} {fault}", Banner.BUTTONS_SIMULATED)
            return None
        name = settings.pin_factory or os.environ.get("GPIOZERO_PIN_FACTORY", "")
        try:
            pins = open_pin_factory(self._machine, name, settings.chip)
        except GpioFault as fault:
            self._trouble(f"{_SIMULATED} {fault.say}", Banner.BUTTONS_SIMULATED)
            return None
        self._say(pins.say)
        if pins.name == "mock":
            self._trouble(_SIMULATED, Banner.BUTTONS_SIMULATED)
        return pins

    def _open_buttons(self, pins: PinFactory | None) -> Buttons | None:
        if self._settings.buttons == "sim":
            from hardware.simulated import SimulatedButtons

            return SimulatedButtons(self._queue, self._settings.seed, self._clock_ms)
        if pins is None:
            return None
        try:
            buttons = GpioButtons(pins, self._settings.pins.buttons, self._queue, self._clock_ms)
        except GpioFault as fault:
            self._trouble(f"{_SIMULATED} {fault.say}", Banner.BUTTONS_SIMULATED)
        except Exception as error:
            log.exception("the buttons cannot be opened")
            say = f"{_SIMULATED} Their driver failed ({type(error).__name__})."
            self._trouble(say, Banner.BUTTONS_SIMULATED)
        else:
            if buttons.missing:
                self._banners.append(Banner.BUTTONS_MISSING)
            return buttons
        return None

    def _open_lamps(self, pins: PinFactory | None) -> Lamps:
        wiring = self._settings.pins
        if self._settings.buttons == "sim":
            from hardware.simulated import SimulatedLamps

            return SimulatedLamps(self._clock_ms)
        if pins is None or wiring.lamps == "none" or (wiring.lamps == "direct" and not wiring.direct):
            return NoLamps()
        try:
            if wiring.lamps == "direct":
                return GpioLamps(DirectWires(pins, wiring.direct), self._clock_ms)
            return GpioLamps(RegisterWires(pins, wiring.register), self._clock_ms)
        except Exception as error:
            words = " ".join(str(error).split())
            self._trouble(
                f"The lamps stay dark ({words}): free their pins or choose others.", Banner.LAMPS_MISSING
            )
            return NoLamps()

    def _open_camera(self) -> CameraThread | DirectCamera | None:
        try:
            opener = self._camera_opener(self._settings.camera)
            if opener is None:
                return None
            if not self._settings.threaded:
                return DirectCamera(opener())
            return CameraThread(opener, f"Camera: {self._settings.camera}.", self._clock_ms)
        except CameraFault as fault:
            self._miss_camera(fault)
        except Exception as error:
            log.exception("the camera cannot be opened")
            say = f"The camera cannot be opened ({type(error).__name__}): play on without it."
            self._miss_camera(CameraFault(say, "camera.failed", error=type(error).__name__))
        return None

    def _camera_opener(self, camera: str) -> SourceOpener | None:
        """Return what opens the camera's source; raises `CameraFault` for a folder with nothing to give."""
        if camera in ("", "none"):
            return None
        if camera == "sim":
            return self._simulated_camera()
        if camera in NAMES:
            if not self._machine.own_camera():
                self._miss_camera(no_own_camera())
            return PiCameraOpener(camera, self._clock_ms)
        if camera.isdecimal() or camera.startswith("/dev/"):
            node = Path(stable_path(camera, self._machine.dev)).resolve().name
            if self._machine.video_name(node).startswith(OWN_CAMERAS):
                # OpenCV would open it, and then get no pictures for ever.
                self._say(f"{camera} is the Pi's own camera, which is opened as pi.")
                return PiCameraOpener(NAMES[0], self._clock_ms)
            try:
                check_device(camera, self._machine.dev)
            except CameraFault as fault:
                # It may be plugged in later: the thread looks for it, meanwhile its lack is said.
                self._miss_camera(fault)
            return WebcamOpener(camera, self._clock_ms, self._machine.dev)
        folder = FolderSource(Path(camera), self._clock_ms)
        return lambda: folder

    def _simulated_camera(self) -> SourceOpener:
        from hardware.simulated import SimulatedCamera, SimulatedTable

        settings = self._settings
        table = self._table = SimulatedTable(settings.seed, settings.level, self._clock_ms)
        # The first picture takes long: what lies on the table has to be drawn.  Not to be taken for a
        # camera without pictures, the table is drawn before the camera is started.
        table.picture(0, self._clock_ms())

        def opener() -> FrameSource:
            return SimulatedCamera(table)

        return opener

    def _miss_camera(self, fault: CameraFault) -> None:
        if self._camera_fault is None:
            self._camera_fault = fault
            self._trouble(fault.say, Banner.CAMERA_MISSING)
