"""A table in memory: its own truth, rendered frames, presses and faults, all from one seed.

The names are looked up when they are first asked for, so that importing this package loads neither
OpenCV nor NumPy.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hardware.simulated.buttons import SimulatedButtons
    from hardware.simulated.camera import SimulatedCamera
    from hardware.simulated.cards import CardSheet
    from hardware.simulated.lamps import SimulatedLamps
    from hardware.simulated.made_up_pictures import scenes
    from hardware.simulated.world import SimulatedTable

_HOMES = {
    "CardSheet": "cards",
    "SimulatedButtons": "buttons",
    "SimulatedCamera": "camera",
    "SimulatedLamps": "lamps",
    "SimulatedTable": "world",
    "scenes": "made_up_pictures",
}

__all__ = ["CardSheet", "SimulatedButtons", "SimulatedCamera", "SimulatedLamps", "SimulatedTable", "scenes"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(name)
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
