"""What every scene shares: the line at the top, and the bar with the one large sentence below."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.shapes import shape
from companion.kiosk.theme import Ink, Theme
from companion.kiosk.tokens import arrow

#: The caps of the shared buttons that are words, not arrows.
_WORDS = {"ok": "OK"}
_ARROWS = {"back": "left", "up": "up", "down": "down"}


@dataclass(frozen=True, slots=True)
class Hint:
    """What a shared button does just now; the hint itself can be touched instead of the button."""

    button: str
    label: str


@dataclass(frozen=True, slots=True)
class Bar:
    """The prompt: one large sentence, a smaller one below it, the places it is for, and the buttons."""

    sentence: str
    below: str = ""
    places: tuple[int, ...] = ()
    hints: tuple[Hint, ...] = ()


def choice_hints(ok: str, back: str) -> tuple[Hint, ...]:
    """Return what the shared buttons do where UP and DOWN go through what there is to choose from."""
    return Hint("ok", ok), Hint("back", back), Hint("up", ""), Hint("down", "")


def header_rect(theme: Theme) -> pygame.Rect:
    return pygame.Rect(theme.margin, theme.px(8), theme.width - 2 * theme.margin, theme.px(56))


def bar_rect(theme: Theme) -> pygame.Rect:
    high = theme.px(112)
    return pygame.Rect(0, theme.height - high, theme.width, high)


def body_rect(theme: Theme) -> pygame.Rect:
    """Return what lies between the line at the top and the bar."""
    top = theme.px(72)
    return pygame.Rect(
        theme.margin, top, theme.width - 2 * theme.margin, bar_rect(theme).top - theme.px(22) - top
    )


def draw_header(canvas: Canvas, title: str, about: str = "", right: int = 0) -> None:
    """Draw the title and what goes with it; `right` pixels stay free at the right for the clock."""
    area = header_rect(canvas.theme)
    area.width -= right
    drawn = canvas.text(
        title, "title", Ink.BRASS, pygame.Rect(area.x, area.y, int(area.width * 0.6), area.height)
    )
    if about:
        left = drawn.right + canvas.theme.px(24)
        rest = pygame.Rect(left, area.y + canvas.theme.px(3), area.right - left, area.height)
        canvas.text(about, "small", Ink.MUTED, rest)


def draw_bar(canvas: Canvas, bar: Bar, push: Callable[[str], None]) -> None:
    """Draw the prompt bar; touching a hint calls `push` with its button."""
    theme, area = canvas.theme, bar_rect(canvas.theme)
    canvas.surface.fill(Ink.DEEP, area)
    line = max(2, theme.px(3))
    canvas.surface.fill(Ink.BRASS, (0, area.top, area.width, line))
    soft = canvas.box.panel((area.width, theme.px(26)), 0, Ink.FELT, Ink.DEEP)
    canvas.blit(soft, (0, area.top + line))
    right = _draw_hints(canvas, bar.hints, area, push)
    left = _draw_places(canvas, bar.places, area)
    room = pygame.Rect(left, area.top + theme.px(10), right - theme.px(24) - left, area.height - theme.px(18))
    fits = canvas.width(bar.sentence, "prompt") * 0.7 <= room.width
    if not fits:
        # A sentence too long for one large line has both lines; what stands below it is said elsewhere, too.
        canvas.paragraph(bar.sentence, "prompt_long", Ink.PAPER, room, middle=True)
    elif bar.below:
        high = round(room.height * 0.6)
        canvas.text(bar.sentence, "prompt", Ink.PAPER, pygame.Rect(room.x, room.y, room.width, high))
        below = pygame.Rect(room.x, room.y + high - theme.px(3), room.width, room.height - high)
        canvas.text(bar.below, "body", Ink.MUTED, below)
    else:
        canvas.text(bar.sentence, "prompt", Ink.PAPER, room)


def _draw_places(canvas: Canvas, places: Sequence[int], area: pygame.Rect) -> int:
    theme = canvas.theme
    x = theme.margin
    if len(places) == 1:
        size = theme.px(60)
        canvas.blit(shape(canvas.box, places[0], size), (x, area.centery + theme.px(1) - size // 2))
        return x + size + theme.px(20)
    if places:
        size = theme.px(28)
        columns = (len(places) + 1) // 2
        for index, place in enumerate(places):
            column, row = index % columns, index // columns
            spot = (
                x + column * (size + theme.px(8)),
                area.centery - size - theme.px(2) + row * (size + theme.px(8)),
            )
            canvas.blit(shape(canvas.box, place, size), spot)
        return x + columns * (size + theme.px(8)) + theme.px(12)
    return x


def _draw_hints(canvas: Canvas, hints: Sequence[Hint], area: pygame.Rect, push: Callable[[str], None]) -> int:
    """Draw the hints from the right; returns where they begin."""
    theme = canvas.theme
    cap, gap = theme.px(46), theme.px(10)
    right = area.right - theme.margin + theme.px(8)
    label_most = theme.px(168 if len(hints) <= 3 else 120)
    for hint in reversed(hints):
        wide = min(canvas.width(hint.label, "body"), label_most) + 2 if hint.label else 0
        whole = pygame.Rect(
            0, 0, cap + (gap + wide if wide else 0) + theme.px(16), theme.touch + theme.px(12)
        )
        whole.width = max(whole.width, theme.touch)
        whole.right, whole.centery = right, area.centery + theme.px(1)
        spot = pygame.Rect(whole.x + theme.px(8), whole.centery - cap // 2, cap, cap)
        if not hint.label:
            spot.centerx = whole.centerx
        draw_cap(canvas, hint.button, spot)
        label = pygame.Rect(spot.right + gap, whole.y, wide, whole.height)
        canvas.text(hint.label, "body", Ink.TEXT, label)
        canvas.hot(f"hint {hint.button}", whole, lambda button=hint.button: push(button))  # type: ignore[misc]
        right = whole.left - (theme.px(8) if hint.label else 0)
    return right


def draw_cap(canvas: Canvas, button: str, rect: pygame.Rect) -> None:
    """Draw the cap of a shared button, or of a seat's with its number."""
    canvas.blit(
        canvas.box.panel(rect.size, rect.height // 4, (222, 184, 98), Ink.BRASS, (236, 205, 132), 1),
        rect.topleft,
    )
    if button in _ARROWS:
        size = round(rect.height * 0.42)
        canvas.centred(arrow(canvas.box, size, _ARROWS[button], Ink.DARK_TEXT), rect.center)
    else:
        words = _WORDS.get(button, button.removeprefix("seat"))
        canvas.text(words, "small_strong", Ink.DARK_TEXT, rect.inflate(-4, 0), "middle")
