"""The board: one tile a space round the table, with its little picture and, where there is room, its name."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pygame

from companion.kiosk.canvas import Canvas, Placed
from companion.kiosk.seat_column import table_areas
from companion.kiosk.theme import LEAST_TYPE, Colour, Ink
from companion.kiosk.typesetter import Typesetter
from companion.kiosk.views.goldrush.icons import KIND_INKS, icon
from companion.kiosk.views.goldrush.names import ways_to_break
from companion.kiosk.views.goldrush.track import Track, sides_of

#: A board on which fewer names than this share fit has pictures alone; its list of spaces has the names.
_MOST_NAMES = 0.75
_MOST_LINES = 3
#: On a tile much wider than high the picture stands beside the name and takes this share of its width.
BESIDE = 0.36
_BESIDE_SHAPE = 1.9
#: A long word may be set this much narrower, and rather even narrower than leave its name out.
_NARROWEST, _LAST_RESORT = 0.78, 0.6
#: So many times too large letters are set that are to be narrower, so that they stay as clear as the others.
_FINER = 4


@dataclass(frozen=True, slots=True)
class Name:
    """How a space's name stands on its tile: in which lines and size, below its picture or `beside` it."""

    lines: tuple[str, ...]
    size: int
    beside: bool


@dataclass(frozen=True, slots=True)
class Still:
    """A picture with round corners that was painted once, the same without them, and the texts on it."""

    surface: pygame.Surface
    solid: pygame.Surface
    placed: tuple[Placed, ...]

    def onto(self, canvas: Canvas, at: tuple[int, int]) -> None:
        """Lay the picture and its texts on a canvas."""
        round_ = canvas.theme.radius
        body = self.surface.get_rect(topleft=at).inflate(-2 * round_, -2 * round_)
        canvas.lay_over(self.surface, self.solid, at, body)
        canvas.placed += self.placed


class Board:
    """The still board of one edition, kept for the last size it was painted in."""

    def __init__(self) -> None:
        self._key: Hashable = None
        self._still: Still | None = None
        self._names: dict[int, Name] = {}
        self.track = Track(pygame.Rect(0, 0, 800, 500), 40, 2)

    def lay_out(self, type: Typesetter, rect: pygame.Rect, spaces: Sequence[Mapping[str, Any]]) -> Track:
        """Return the track of a board in `rect`, on the screen."""
        key = (rect.topleft, rect.size, tuple((space["kind"], space["name"]) for space in spaces))
        if key != self._key:
            self._key, self._still = key, None
            theme = type.theme
            pad = theme.px(10)
            # The same corners everywhere: whoever rebuilds a table goes by where the spaces lie in play.
            play = table_areas(theme)[0].inflate(-2 * pad, -2 * pad)
            sides = sides_of(len(spaces), play.width, play.height)
            self.track = Track(rect.inflate(-2 * pad, -2 * pad), len(spaces), max(2, theme.px(4)), sides)
            self._names = names_on(type, self.track, spaces, theme.px(4))
        return self.track

    def paint(self, canvas: Canvas, rect: pygame.Rect, spaces: Sequence[Mapping[str, Any]]) -> None:
        """Lay the still board on the canvas; it is painted only when size or edition are new."""
        track = self.lay_out(canvas.type, rect, spaces)
        if self._still is None:
            self._still = self._painted(canvas, rect, track, spaces)
        self._still.onto(canvas, rect.topleft)

    def _painted(
        self, canvas: Canvas, rect: pygame.Rect, track: Track, spaces: Sequence[Mapping[str, Any]]
    ) -> Still:
        surface = pygame.Surface(rect.size, pygame.SRCALPHA)
        under = Canvas(surface, canvas.theme, canvas.box, canvas.type)
        under.panel(surface.get_rect(), top=Ink.FELT, low=Ink.NIGHT, shadow=False)
        for space, cell in zip(spaces, track.cells, strict=True):
            name = self._names.get(space["index"])
            self._paint_tile(under, cell.move(-rect.x, -rect.y), space, name)
        placed = [
            replace(one, rect=one.rect.move(rect.topleft), within=one.within.move(rect.topleft))
            for one in under.placed
        ]
        return Still(surface, surface.convert(canvas.surface), tuple(placed))

    @staticmethod
    def _paint_tile(canvas: Canvas, cell: pygame.Rect, space: Mapping[str, Any], name: Name | None) -> None:
        theme = canvas.theme
        ink = KIND_INKS[space["kind"]]
        top, low = _mix(ink, (255, 255, 255), 0.08), _mix(ink, Ink.DEEP, 0.35)
        edge = _mix(ink, Ink.DEEP, 0.6)
        canvas.blit(canvas.box.panel(cell.size, theme.px(7), top, low, edge, 1), cell.topleft)
        if name is None:
            side = round(min(cell.width, cell.height) * 0.76)
            canvas.centred(icon(canvas.box, space["kind"], side), cell.center)
            return
        words, picture = shared_out(cell, name, theme.px(4))
        side = min(picture.width, picture.height)
        if side >= LEAST_TYPE:
            canvas.centred(icon(canvas.box, space["kind"], side), picture.center)
        pitch = line_pitch(name.size)
        y = words.centery - pitch * len(name.lines) // 2
        wide = max(canvas.type.width(line, "small_strong", name.size) for line in name.lines)
        share = min(1.0, words.width / max(1, wide))
        for line in name.lines:
            drawn = _set(canvas, line, Ink.PAPER, name.size, share)
            spot = drawn.get_rect(center=(words.centerx, y + pitch // 2))
            canvas.blit(_set(canvas, line, edge, name.size, share), (spot.x, spot.y + 1))
            canvas.blit(drawn, spot.topleft)
            letters = pygame.Rect(spot.x, y, spot.width, pitch)
            canvas.placed.append(Placed(line, letters, cell.copy(), name.size, False))
            y += pitch

    def haunt(self, canvas: Canvas) -> None:
        """Lay dust over all tiles: nobody lives here any more."""
        for cell in self.track.cells:
            dust = canvas.box.rounded(cell.size, canvas.theme.px(7), (30, 34, 42, 150))
            canvas.blit(dust, cell.topleft)

    def standing_room(self, index: int, count: int, least: int) -> pygame.Rect:
        """Return where `count` tokens of at least `least` pixels may stand on a space.

        They stand over its picture, or small in a corner where the name leaves none; they cover the name only
        where there are too many of them.
        """
        cell = self.track.cells[index].inflate(-4, -4)
        name = self._names.get(index)
        if name is None:
            return cell
        picture = shared_out(cell, name, 2)[1]
        if (picture.height // least) * (picture.width // least) >= count:
            return picture
        side = min(round(least * 1.5), cell.height)
        corner = pygame.Rect(cell.right - side * count, cell.top, side * count, side)
        return corner if cell.contains(corner) else cell


def shared_out(cell: pygame.Rect, name: Name, pad: int) -> tuple[pygame.Rect, pygame.Rect]:
    """Return where on a tile its name stands, and where its picture: above the name, or at its left."""
    inside = cell.inflate(-pad, -pad)
    if name.beside:
        side = min(inside.height, round(inside.width * BESIDE))
        words = pygame.Rect(inside.x + side, inside.y, inside.width - side, inside.height)
        return words, pygame.Rect(inside.x, inside.y, side - pad // 2, inside.height)
    high = min(line_pitch(name.size) * len(name.lines), inside.height)
    words = pygame.Rect(inside.x, inside.bottom - high, inside.width, high)
    return words, pygame.Rect(inside.x, inside.y, inside.width, inside.height - high)


def _set(canvas: Canvas, line: str, ink: Colour, size: int, share: float) -> pygame.Surface:
    """Return a line of a name, set in a share of its width."""
    drawn = canvas.type.sized(line, "small_strong", ink, size)
    if share >= 1.0:
        return drawn
    fine = canvas.type.sized(line, "small_strong", ink, size * _FINER)
    narrow = (max(1, int(drawn.get_width() * share)), drawn.get_height())
    return pygame.transform.smoothscale(fine, narrow)


def line_pitch(size: int) -> int:
    """Return the distance between the lines of a name."""
    return round(size * 1.04)


def names_on(
    type: Typesetter, track: Track, spaces: Sequence[Mapping[str, Any]], pad: int
) -> dict[int, Name]:
    """Return how the names stand on their tiles by the spaces' indices, in one size where it can be.

    A name that cannot be read on its tile is left out; so are all where most of them cannot be.
    """
    usual = type.theme.type_size("label")
    for size in range(usual, LEAST_TYPE - 1, -1):
        names = {
            space["index"]: name
            for space, cell in zip(spaces, track.cells, strict=True)
            if (name := _fitting(type, space, cell, size, pad)) is not None
        }
        if len(names) == len(spaces):
            return names
        if size == LEAST_TYPE and len(names) >= _MOST_NAMES * len(spaces):
            for space, cell in zip(spaces, track.cells, strict=True):
                if space["index"] not in names:
                    name = _fitting(type, space, cell, size, pad, _LAST_RESORT)
                    names |= {space["index"]: name} if name is not None else {}
            return names
    return {}


def _fitting(
    type: Typesetter,
    space: Mapping[str, Any],
    cell: pygame.Rect,
    size: int,
    pad: int,
    narrowest: float = _NARROWEST,
) -> Name | None:
    """Return how a name stands on its tile: whole, or with a word broken where it may be."""
    named = (_named(type, words, cell, size, pad, narrowest) for words in ways_to_break(space))
    return next((name for name in named if name is not None), None)


def _named(
    type: Typesetter, name: str, cell: pygame.Rect, size: int, pad: int, narrowest: float
) -> Name | None:
    beside = cell.width >= _BESIDE_SHAPE * cell.height
    most = round(cell.width * (1 - BESIDE)) - pad if beside else cell.width - pad
    for lines in range(1, _MOST_LINES + 1):
        # What is set narrower has room for more in a line.
        broken = type.wrap(
            name, "small_strong", most if narrowest == _NARROWEST else round(most / narrowest), size
        )
        if len(broken) > lines:
            continue
        wide = max(type.width(line, "small_strong", size) for line in broken)
        high = line_pitch(size) * len(broken)
        if not beside and lines < _MOST_LINES:
            high += LEAST_TYPE
        if wide * narrowest <= most and high <= cell.height - 1:
            return Name(tuple(broken), size, beside)
    return None


def _mix(one: Colour, other: Colour, share: float) -> Colour:
    r, g, b = (round(a + (z - a) * share) for a, z in zip(one, other, strict=True))
    return (r, g, b)
