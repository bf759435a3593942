"""The canvas: where a scene draws, and where it says what can be touched.

It remembers every text and every touch area it was given, so that a tap finds what was drawn
under it, and a test finds what overlaps, is cut, or is too small for a finger.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

import pygame

from companion.kiosk.paint import PaintBox
from companion.kiosk.theme import LEAST_TYPE, Colour, Ink, Theme
from companion.kiosk.typesetter import Typesetter

#: The inside of a panel of so many pixels is worth the trouble of being drawn by itself.
_LARGE = 16_000

Align = Literal["left", "middle", "right"]
Act = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Placed:
    """A text as it was drawn: where, within which box, in which real size, and whether it had to be cut."""

    words: str
    rect: pygame.Rect
    within: pygame.Rect
    size: int
    cut: bool


class Grip(Protocol):
    """Something that a finger holds.  What it holds may be gone by the time; then nothing happens."""

    def move(self, at: tuple[int, int]) -> None:
        """Go along with the finger, which is at these pixels now."""

    def drop(self, at: tuple[int, int]) -> None:
        """Be let go of there; without a way worth the name that was a touch."""


Grab = Callable[[tuple[int, int]], "Grip | None"]


@dataclass(frozen=True, slots=True)
class Hot:
    """An area that does something when it is touched; with `grab` the finger may take something along.

    Where `grab` gives a grip, that decides what the touch was, and `act` is not called.
    """

    name: str
    rect: pygame.Rect
    act: Act
    grab: Grab | None = None


@dataclass(frozen=True, slots=True)
class Sprite:
    """Something that is laid over the still picture for one frame."""

    surface: pygame.Surface
    at: tuple[int, int]

    @property
    def rect(self) -> pygame.Rect:
        return self.surface.get_rect(topleft=self.at)


class Canvas:
    """A surface with its theme, its kept paint, its type, and what was placed on it."""

    def __init__(self, surface: pygame.Surface, theme: Theme, box: PaintBox, type: Typesetter) -> None:
        self.surface = surface
        self.theme = theme
        self.box = box
        self.type = type
        self.hots: list[Hot] = []
        self.placed: list[Placed] = []

    @property
    def rect(self) -> pygame.Rect:
        return self.surface.get_rect()

    def clear(self) -> None:
        """Start anew on the empty table."""
        self.blank(self.box.felt(self.surface.get_size()))

    def blank(self, picture: pygame.Surface) -> None:
        """Take over a picture of this size on which nothing can be read or touched any more."""
        self.hots.clear()
        self.placed.clear()
        self.surface.blit(picture, (0, 0))

    def cover(self, alpha: int = 200) -> None:
        """Darken everything so far; nothing of it can be touched any more."""
        self.blank(self.box.veil(self.surface.get_size(), alpha))

    def hot(self, name: str, rect: pygame.Rect, act: Act, grab: Grab | None = None) -> None:
        """Let a touch of `rect` do `act`, or `grab` something; later areas lie over earlier ones."""
        self.hots.append(Hot(name, pygame.Rect(rect), act, grab))

    def forget(self, rect: pygame.Rect) -> None:
        """Something is drawn over `rect`: what lies there can be neither read nor touched any more."""
        self.hots = [hot for hot in self.hots if not rect.colliderect(hot.rect)]
        self.placed = [placed for placed in self.placed if not rect.colliderect(placed.rect)]

    def touched(self, point: tuple[int, int]) -> Hot | None:
        """Return the topmost touch area at a point."""
        return next((hot for hot in reversed(self.hots) if hot.rect.collidepoint(point)), None)

    # drawing ---------------------------------------------------------------------------------------

    def blit(self, surface: pygame.Surface, at: tuple[int, int]) -> pygame.Rect:
        return self.surface.blit(surface, at)

    def centred(self, surface: pygame.Surface, centre: tuple[int, int]) -> pygame.Rect:
        """Draw a surface around its centre."""
        return self.surface.blit(surface, surface.get_rect(center=centre))

    def panel(
        self,
        rect: pygame.Rect,
        *,
        top: Colour = Ink.PANEL,
        low: Colour = Ink.PANEL_LOW,
        edge: Colour | None = Ink.EDGE,
        lit: bool = False,
        radius: int | None = None,
        shadow: bool = True,
    ) -> None:
        """Draw a rounded panel with its shadow; a `lit` one has a lamp-gold edge and glows."""
        theme = self.theme
        round_ = theme.radius if radius is None else radius
        size = (max(1, rect.width), max(1, rect.height))
        # What is neither edge nor corner; where it is large it is copied, and nothing is laid below it.
        width = max(2, theme.px(3)) if lit else max(1, theme.px(1.4))
        rim = max(round_, width)
        body = pygame.Rect(rect).inflate(-2 * rim, -2 * rim)
        plain = body.width > 0 < body.height and body.width * body.height >= _LARGE and not self._clear
        if lit:
            blur = theme.px(22)
            glow = self.box.glow(size, round_, blur, Ink.LAMP, 88)
            self._lay(glow, (rect.x - blur, rect.y - blur), body if plain else None)
            top, low, edge = Ink.LIFTED, Ink.PANEL, Ink.LAMP
        elif shadow:
            blur = theme.px(14)
            soft = self.box.shadow(size, round_, blur)
            self._lay(soft, (rect.x - blur, rect.y - blur + theme.px(5)), body if plain else None)
        painted = self.box.panel(size, round_, top, low, edge, width)
        if plain:
            self.lay_over(painted, self.box.shade(size, top, low), rect.topleft, body)
        else:
            self.blit(painted, rect.topleft)

    @property
    def _clear(self) -> bool:
        """Whether what is below the canvas shows through where nothing is drawn."""
        return bool(self.surface.get_flags() & pygame.SRCALPHA)

    def lay_over(
        self, painted: pygame.Surface, solid: pygame.Surface, at: tuple[int, int], body: pygame.Rect
    ) -> None:
        """Lay a picture at `at` that is `solid`, and the same, within `body`: copying is quicker there."""
        self._lay(painted, at, body)
        self.surface.blit(solid, body, body.move(-at[0], -at[1]))

    def _lay(self, surface: pygame.Surface, at: tuple[int, int], hole: pygame.Rect | None) -> None:
        """Lay a surface everywhere but in a hole within it."""
        if hole is None:
            self.surface.blit(surface, at)
            return
        whole = surface.get_rect(topleft=at)
        for strip in (
            (whole.x, whole.y, whole.width, hole.y - whole.y),
            (whole.x, hole.bottom, whole.width, whole.bottom - hole.bottom),
            (whole.x, hole.y, hole.x - whole.x, hole.height),
            (hole.right, hole.y, whole.right - hole.right, hole.height),
        ):
            self.surface.blit(surface, strip, (strip[0] - at[0], strip[1] - at[1], strip[2], strip[3]))

    def text(
        self,
        words: str,
        role: str,
        ink: Colour,
        rect: pygame.Rect,
        align: Align = "left",
        valign: Literal["top", "middle", "bottom"] = "middle",
    ) -> pygame.Rect:
        """Draw one line inside `rect`, shrunk (or at last cut) to its width; returns where it stands."""
        if not words:
            return pygame.Rect(rect.x, rect.y, 0, 0)
        line = self.type.line(words, role, ink, rect.width)
        spot = line.surface.get_rect()
        if align == "left":
            spot.left = rect.left
        elif align == "right":
            spot.right = rect.right
        else:
            spot.centerx = rect.centerx
        if valign == "top":
            spot.top = rect.top
        elif valign == "bottom":
            spot.bottom = rect.bottom
        else:
            spot.centery = rect.centery
        self.surface.blit(line.surface, spot)
        self.placed.append(Placed(words, spot, pygame.Rect(rect), line.size, line.cut))
        return spot

    def paragraph(
        self,
        words: str,
        role: str,
        ink: Colour,
        rect: pygame.Rect,
        align: Align = "left",
        middle: bool = False,
        most: int | None = None,
    ) -> pygame.Rect:
        """Draw wrapped text inside `rect`, in the largest size (of at most `most`) that fits.

        Returns where it stands.
        """
        size = self._size_in(words, role, rect.size, min(self.theme.type_size(role), most or 10_000))
        lines = self.type.wrap(words, role, rect.width, size)
        pitch = self._pitch(role, size)
        room = max(1, rect.height // max(1, pitch))
        cut = len(lines) > room
        y = rect.y + (max(0, rect.height - pitch * min(len(lines), room)) // 2 if middle else 0)
        drawn = pygame.Rect(rect.x, y, 0, 0)
        for line in lines[:room]:
            surface = self.type.sized(line, role, ink, size)
            spot = surface.get_rect(top=y)
            spot.left = {
                "left": rect.left,
                "middle": rect.centerx - spot.width // 2,
                "right": rect.right - spot.width,
            }[align]
            self.surface.blit(surface, spot)
            drawn.union_ip(spot)
            y += pitch
        self.placed.append(Placed(words, drawn, pygame.Rect(rect), size, cut))
        return drawn

    def _size_in(self, words: str, role: str, room: tuple[int, int], size: int) -> int:
        """Return the largest type size up to `size` in which a paragraph fits a room, or the least."""

        def fits(size: int) -> bool:
            lines = self.type.wrap(words, role, room[0], size)
            wide = max(self.type.width(line, role, size) for line in lines)
            return self._pitch(role, size) * len(lines) <= room[1] and wide <= room[0]

        if fits(size):
            return size
        # Between a size that fits, or is the least, and one that does not.
        low, high = min(LEAST_TYPE, size), size
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if fits(middle) else (low, middle)
        return low

    def _pitch(self, role: str, size: int) -> int:
        """Return the distance between the lines of a paragraph."""
        return round(self.type.height(role, size) * 0.98)

    def width(self, words: str, role: str) -> int:
        """Return how wide a line would be."""
        return self.type.width(words, role)
