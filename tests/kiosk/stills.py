"""The still picture of a kiosk: as it is kept, and as it would be if it were painted now."""

from __future__ import annotations

from companion.kiosk.canvas import Canvas
from companion.kiosk.shower import paint_scene
from tests.kiosk.people import Player


def kept(player: Player) -> bytes:
    """Return the pixels of the picture that lies below what moves."""
    return player.kiosk.shower.canvas.surface.get_buffer().raw


def fresh(player: Player) -> bytes:
    """Return the pixels of the same picture, with nothing of it taken from before."""
    canvas = player.kiosk.shower.canvas
    painted = Canvas(canvas.surface.copy(), canvas.theme, canvas.box, canvas.type)
    paint_scene(player.scene, painted)
    return painted.surface.get_buffer().raw
