"""A made-up Raspberry Pi: its files below a folder, and an lgpio module that acts like the real one."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from hardware.machine import Machine

PI_5 = "Raspberry Pi 5 Model B Rev 1.0"


def write_pi(root: Path, model: str = PI_5, chips: dict[int, str] | None = None) -> Machine:
    """Write the files of a board: its model, and its GPIO chips by number with their device-tree names.

    An empty name is a chip whose name cannot be read; an empty model is no Pi at all.
    """
    tree = root / "proc" / "device-tree"
    tree.mkdir(parents=True)
    (tree / "model").write_bytes(model.encode() + b"\0")
    (root / "dev").mkdir(exist_ok=True)
    for number, name in ({0: "raspberrypi,rp1-gpio"} if chips is None else chips).items():
        (root / "dev" / f"gpiochip{number}").write_text("")
        if name:
            node = root / f"sys/bus/gpio/devices/gpiochip{number}/of_node"
            node.mkdir(parents=True)
            (node / "compatible").write_bytes(name.encode() + b"\0")
    return Machine(root)


class Lgpio(ModuleType):
    """Lines with levels, claims and alerts.  `held` are lines that something else has claimed."""

    error = RuntimeError
    BOTH_EDGES, RISING_EDGE, FALLING_EDGE = 3, 1, 2
    SET_PULL_NONE = SET_BIAS_DISABLE = 128
    SET_PULL_UP = SET_BIAS_PULL_UP = 32
    SET_PULL_DOWN = SET_BIAS_PULL_DOWN = 64

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.opened: list[int] = []
        self.closed = 0
        self.held: dict[int, str] = {}
        self.levels: dict[int, int] = {}
        self.flags: dict[int, int] = {}
        self.outputs: set[int] = set()
        self.alerts: dict[int, Callable[[int, int, int, int], None]] = {}

    def gpiochip_open(self, chip: int) -> int:
        self.opened.append(chip)
        return 1

    def gpiochip_close(self, handle: int) -> None:
        self.closed += 1

    def gpio_claim_input(self, handle: int, line: int, flags: int = 0) -> None:
        self._claim(line)
        self.outputs.discard(line)
        self.flags[line] = flags
        self.levels[line] = int(bool(flags & self.SET_PULL_UP))

    def gpio_claim_output(self, handle: int, line: int, level: int = 0) -> None:
        self._claim(line)
        self.outputs.add(line)
        self.levels[line] = level

    def gpio_claim_alert(self, handle: int, line: int, edges: int, flags: int = 0) -> None:
        self._claim(line)

    def gpio_free(self, handle: int, line: int) -> None: ...

    def gpio_get_mode(self, handle: int, line: int) -> int:
        return self.flags.get(line, 0) | (2 if line in self.outputs else 0)

    def gpio_read(self, handle: int, line: int) -> int:
        return self.levels[line]

    def gpio_write(self, handle: int, line: int, level: int) -> None:
        self.levels[line] = int(level)

    def gpio_set_debounce_micros(self, handle: int, line: int, micros: int) -> None:
        assert micros == 0, "the library's own debounce must not be used"

    def gpio_get_line_info(self, handle: int, line: int) -> list[Any]:
        return [0, line, 0, f"GPIO{line}", self.held.get(line, "")]

    def callback(self, handle: int, line: int, edges: int, called: Callable[..., None]) -> Any:
        self.alerts[line] = called
        world = self

        class Callback:
            def cancel(self) -> None:
                world.alerts.pop(line, None)

        return Callback()

    def set(self, line: int, level: int) -> None:
        """The world changes the level of an input."""
        if self.levels[line] != level:
            self.levels[line] = level
            if line in self.alerts:
                self.alerts[line](0, line, level, 5_000_000)

    def _claim(self, line: int) -> None:
        if line in self.held:
            raise self.error("'GPIO busy'")


def install(monkeypatch: pytest.MonkeyPatch, module: ModuleType | None) -> None:
    """Let ``import lgpio`` find a module, or nothing, and gpiozero's own part be imported over it."""
    from gpiozero.pins import local

    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setitem(sys.modules, "lgpio", module)
    monkeypatch.setattr(local, "get_pi_revision", lambda: 0xC04170)
    monkeypatch.setattr(local.LocalPiFactory, "pins", {})
    monkeypatch.setattr(local.LocalPiFactory, "_reservations", type(local.LocalPiFactory._reservations)(list))
    monkeypatch.setenv("LG_WD", "/nowhere")


@pytest.fixture
def make_pi(tmp_path: Path) -> Callable[..., Machine]:
    """Call it with a model and chips for a made-up board."""
    return lambda **about: write_pi(tmp_path / "root", **about)


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch) -> Lgpio:
    """The made-up lgpio, installed."""
    module = Lgpio()
    install(monkeypatch, module)
    return module


@pytest.fixture
def install_lgpio(monkeypatch: pytest.MonkeyPatch) -> Callable[[ModuleType | None], None]:
    """Call it with the module that is to be found as lgpio, or None for nothing."""
    return lambda module: install(monkeypatch, module)
