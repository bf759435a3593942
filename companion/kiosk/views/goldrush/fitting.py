"""Whether words have room, so that others can be chosen where they have none."""

from __future__ import annotations

from companion.kiosk.canvas import Canvas
from companion.kiosk.theme import LEAST_TYPE


def fits(canvas: Canvas, words: str, role: str, wide: int, share: float) -> bool:
    """Whether a line is at most `wide` pixels long, if need be in a `share` of the size of its role."""
    least = max(LEAST_TYPE, round(canvas.theme.type_size(role) * share))
    return canvas.type.width(words, role, least) <= wide
