"""Whether words have room, so that others, or smaller ones, can be chosen where they have none."""

from __future__ import annotations

from companion.kiosk.canvas import Canvas
from companion.kiosk.theme import LEAST_TYPE

#: The roles of a title, the largest first.
_TITLES = ("title", "strong", "small_strong")


def fits(canvas: Canvas, words: str, role: str, wide: int, share: float) -> bool:
    """Whether a line is at most `wide` pixels long, if need be in a `share` of the size of its role."""
    least = max(LEAST_TYPE, round(canvas.theme.type_size(role) * share))
    return canvas.type.width(words, role, least) <= wide


def title_in(canvas: Canvas, high: int) -> str:
    """Return the largest role in which a title, with what hangs below its letters, has `high` pixels."""
    return next((role for role in _TITLES if canvas.type.height(role) <= high), _TITLES[-1])
