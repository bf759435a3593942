"""The panel beside a list of rows: what the row in focus is about, its value between two steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.layout import inner
from companion.kiosk.listing import paint_steps
from companion.kiosk.theme import Ink


@dataclass(frozen=True, slots=True)
class Choice:
    """A row's name, the sentence about it, its value, and what it usually is, all as they are said.

    A `counted` value is a number that steps count up and down.
    """

    name: str
    about: str
    value: str
    usual: str
    counted: bool


def paint_choice(
    canvas: Canvas, room: pygame.Rect, choice: Choice, step: Callable[[int], None], changing: bool
) -> None:
    """Draw a choice into `room`; `step` is told -1 or 1 by a touch, and the panel is lit while `changing`."""
    theme = canvas.theme
    canvas.panel(room, lit=changing)
    inside = inner(room, theme.px(28), theme.px(24))
    name = pygame.Rect(inside.x, inside.y, inside.width, theme.px(84))
    canvas.paragraph(choice.name, "title", Ink.BRASS, name, middle=True)
    foot = pygame.Rect(inside.x, inside.bottom - theme.px(150), inside.width, theme.px(96))
    words = pygame.Rect(
        inside.x, name.bottom + theme.px(12), inside.width, foot.top - name.bottom - theme.px(24)
    )
    canvas.paragraph(choice.about, "body", Ink.TEXT, words)
    role = "display" if choice.counted else "strong"
    paint_steps(canvas, "value", foot, choice.value, lambda: step(-1), lambda: step(1), role)
    below = pygame.Rect(inside.x, foot.bottom + theme.px(8), inside.width, theme.px(40))
    canvas.text(choice.usual, "small", Ink.MUTED, below, "middle")
