"""A list of things to choose from, with one of them in focus: by buttons, by keyboard, by touch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from companion.kiosk.canvas import Act, Canvas
from companion.kiosk.layout import columns
from companion.kiosk.theme import Ink
from companion.kiosk.tokens import arrow

#: A title that would have to shrink to less than this share of its size has two lines instead.
_LEAST_LINE = 0.72

#: Draws a picture into a square.
Icon = Callable[[Canvas, pygame.Rect], None]


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a list: a title, what it is about, a value at its right, and what it does."""

    name: str
    title: str
    act: Act
    about: str = ""
    value: str = ""
    icon: Icon | None = None
    faint: bool = False


class Listing:
    """Entries from which one is chosen; scrolls by itself when there are more than fit."""

    def __init__(self, entries: Sequence[Entry], focus: int = 0) -> None:
        self.entries: list[Entry] = list(entries)
        self.focus = min(focus, max(0, len(self.entries) - 1))
        self._first = 0
        self._small = False

    def renew(self, entries: Sequence[Entry]) -> None:
        """Put other entries in, with the focus on the same name where it is still there."""
        name = self.entries[self.focus].name if self.entries else ""
        self.entries = list(entries)
        names = [entry.name for entry in self.entries]
        self.focus = names.index(name) if name in names else min(self.focus, max(0, len(names) - 1))

    @property
    def focused(self) -> Entry | None:
        return self.entries[self.focus] if self.entries else None

    def move(self, step: int) -> None:
        """Move the focus, around the end to the beginning."""
        if self.entries:
            self.focus = (self.focus + step) % len(self.entries)

    def act(self) -> None:
        """Do what the entry in focus does."""
        if self.entries:
            self.entries[self.focus].act()

    def push(self, button: str) -> bool:
        """Take a shared button; return whether it meant something here."""
        if button in ("up", "down"):
            self.move(-1 if button == "up" else 1)
            return True
        if button == "ok" and self.entries:
            self.act()
            return True
        return False

    def paint(
        self,
        canvas: Canvas,
        rect: pygame.Rect,
        tallest: int,
        gap: int | None = None,
        touched: Callable[[int], None] | None = None,
        least: int = 0,
        across: int = 1,
        lit: bool = True,
    ) -> None:
        """Draw the entries into `rect`, each at most `tallest` pixels high, and as many as fit `least` high.

        In more than one column (`across`) they are read downwards, a page at a time.  A touch does what the
        entry does, or calls `touched` with its index where that is given.  The one in focus is `lit`, unless
        something else is in focus just now.
        """
        theme = canvas.theme
        gap = theme.px(12) if gap is None else gap
        least = min(tallest, max(theme.touch, least or theme.px(64)))
        fits = max(1, (rect.height + gap) // (least + gap))
        if across > 1:
            self._paint_page(canvas, rect, tallest, gap, touched, across, fits, lit)
            return
        shown = min(len(self.entries), fits)
        if not shown:
            return
        self._first = max(0, min(self._first, len(self.entries) - shown))
        if self.focus < self._first:
            self._first = self.focus
        elif self.focus >= self._first + shown:
            self._first = self.focus - shown + 1
        more = len(self.entries) > shown
        width = rect.width - (theme.px(28) if more else 0)
        high = min(tallest, (rect.height - gap * (shown - 1)) // shown)
        for row in range(shown):
            index = self._first + row
            spot = pygame.Rect(rect.x, rect.y + row * (high + gap), width, high)
            self._draw(canvas, index, spot, touched, lit)
        if more:
            self._draw_scroll(canvas, rect, shown, shown * (high + gap) - gap)

    def _paint_page(
        self,
        canvas: Canvas,
        rect: pygame.Rect,
        tallest: int,
        gap: int,
        touched: Callable[[int], None] | None,
        across: int,
        fits: int,
        lit: bool,
    ) -> None:
        count = len(self.entries)
        if not count:
            return
        rows = min(fits, -(-count // across))
        page = across * rows
        self._first = self.focus // page * page
        width = rect.width - (canvas.theme.px(28) if count > page else 0)
        high = min(tallest, (rect.height - gap * (rows - 1)) // rows)
        cells = columns(pygame.Rect(rect.x, rect.y, width, rect.height), across, gap)
        # Names that stand beside each other are of one size, that of the longest.
        cell = pygame.Rect(0, 0, cells[0].width, high)
        self._small = any(
            canvas.width(entry.title, "strong") > self._inside(canvas, entry, cell).width
            for entry in self.entries
        )
        for place, index in enumerate(range(self._first, min(count, self._first + page))):
            column, row = divmod(place, rows)
            cell = cells[column]
            spot = pygame.Rect(cell.x, cell.y + row * (high + gap), cell.width, high)
            self._draw(canvas, index, spot, touched, lit)
        if count > page:
            self._draw_scroll(canvas, rect, page, rows * (high + gap) - gap)

    @staticmethod
    def _inside(canvas: Canvas, entry: Entry, spot: pygame.Rect) -> pygame.Rect:
        """Return what an entry's picture at the left, and its value at the right, leave its words."""
        theme = canvas.theme
        pad = theme.px(20)
        inside = pygame.Rect(spot.x + pad, spot.y, spot.width - 2 * pad, spot.height)
        if entry.icon is not None:
            side = min(spot.height - theme.px(20), theme.px(72))
            inside.x += side + pad
            inside.width -= side + pad
        if entry.value:
            # A long value may have what a short title leaves it.
            left = inside.width - pad - canvas.width(entry.title, "strong")
            most = inside.width * 2 // 5 if theme.large else inside.width // 2
            inside.width -= min(canvas.width(entry.value, "strong") + 2, max(most, left)) + pad
        return inside

    def _draw(
        self,
        canvas: Canvas,
        index: int,
        spot: pygame.Rect,
        touched: Callable[[int], None] | None,
        lit: bool,
    ) -> None:
        theme, entry, lit = canvas.theme, self.entries[index], lit and index == self.focus
        canvas.panel(spot, lit=lit)
        pad = theme.px(20)
        inside = self._inside(canvas, entry, spot)
        if entry.icon is not None:
            side = inside.x - spot.x - 2 * pad
            entry.icon(canvas, pygame.Rect(spot.x + pad, spot.centery - side // 2, side, side))
        if entry.value:
            x = inside.right + pad
            value = pygame.Rect(x, spot.y, spot.right - pad - x, spot.height)
            canvas.text(entry.value, "strong", Ink.LAMP, value, "right")
        ink = Ink.MUTED if entry.faint else Ink.PAPER if lit else Ink.TEXT
        if entry.about and spot.height >= theme.type_size("strong") + theme.type_size("small") + theme.px(22):
            title_high, about_high = canvas.type.height("strong"), canvas.type.height("small")
            top = inside.centery - (title_high + about_high) // 2
            canvas.text(entry.title, "strong", ink, pygame.Rect(inside.x, top, inside.width, title_high))
            about = pygame.Rect(inside.x, top + title_high, inside.width, about_high)
            canvas.text(entry.about, "small", Ink.MUTED, about)
        elif self._small or canvas.width(entry.title, "strong") * _LEAST_LINE > inside.width:
            role = "small_strong" if self._small else "strong"
            canvas.paragraph(entry.title, role, ink, inside.inflate(0, -theme.px(8)), middle=True)
        else:
            canvas.text(entry.title, "strong", ink, inside)
        canvas.hot(f"entry {entry.name}", spot, lambda: (touched or self._touched)(index))

    def _touched(self, index: int) -> None:
        if index < len(self.entries):
            self.focus = index
            self.entries[index].act()

    def _draw_scroll(self, canvas: Canvas, rect: pygame.Rect, shown: int, whole: int) -> None:
        theme = canvas.theme
        track = pygame.Rect(rect.right - theme.px(10), rect.y, theme.px(8), whole)
        canvas.blit(canvas.box.rounded(track.size, track.width // 2, Ink.FELT), track.topleft)
        # A last page that is not full is as long as the others.
        count = max(len(self.entries), self._first + shown)
        thumb = max(theme.px(24), whole * shown // count)
        y = track.y + (whole - thumb) * self._first // max(1, count - shown)
        canvas.blit(canvas.box.rounded((track.width, thumb), track.width // 2, Ink.BRASS), (track.x, y))


def paint_steps(
    canvas: Canvas, name: str, rect: pygame.Rect, words: str, down: Act, up: Act, role: str = "number"
) -> None:
    """Draw ``< words >`` into `rect`; the arrows can be touched and call `down` and `up`."""
    theme = canvas.theme
    side = min(rect.height, max(theme.touch, theme.px(64)))
    for way, edge, act in (("left", rect.left, down), ("right", rect.right - side, up)):
        spot = pygame.Rect(edge, rect.centery - side // 2, side, side)
        drawn = spot.inflate(-theme.px(6), -theme.px(6))
        canvas.panel(drawn, top=Ink.LIFTED, low=Ink.PANEL, radius=side // 4, shadow=False)
        canvas.centred(arrow(canvas.box, side * 2 // 5, way, Ink.LAMP), spot.center)
        canvas.hot(f"{name} {way}", spot, act)
    canvas.paragraph(words, role, Ink.PAPER, rect.inflate(-2 * side - theme.px(24), 0), "middle", True)
