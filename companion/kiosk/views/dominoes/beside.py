"""Beside the layout: reserve and starter, the last tile or the deal's result, the tiles not played yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from companion.games.dominoes.layout import SPACE_BY_ID
from companion.games.dominoes.tiles import TILES
from companion.kiosk.canvas import Canvas
from companion.kiosk.layout import inner
from companion.kiosk.shapes import shape
from companion.kiosk.theme import LEAST_TYPE, Colour, Ink, Theme
from companion.kiosk.tokens import chip_stack
from companion.kiosk.views.dominoes.ground import lies_across, seen_ends
from companion.kiosk.views.dominoes.tiles import Tone, corner, tile, tile_back
from companion.kiosk.views.dominoes.told import LastTile, Said, Snapshot, hands_shown

if TYPE_CHECKING:
    from companion.kiosk.stage import Stage

_INKS: dict[Said, Colour] = {"lead": Ink.PAPER, "plain": Ink.MUTED, "good": Ink.GOOD, "bad": Ink.BAD}


@dataclass(frozen=True, slots=True)
class Parts:
    """How the view's area is cut: the square of the layout, and three boxes beside it."""

    layout: pygame.Rect
    strip: pygame.Rect
    card: pygame.Rect
    low: pygame.Rect


def parts_of(rect: pygame.Rect, theme: Theme) -> Parts:
    """Cut the view's area."""
    gap = theme.px(14)
    side = min(rect.height, round(rect.width * 0.7))
    layout = pygame.Rect(rect.x, rect.y, side, rect.height)
    x = layout.right + gap
    wide = rect.right - x
    strip = pygame.Rect(x, rect.y, wide, theme.px(64))
    low_high = round((rect.height - strip.height - 2 * gap) * 0.54)
    low = pygame.Rect(x, rect.bottom - low_high, wide, low_high)
    card = pygame.Rect(x, strip.bottom + gap, wide, low.y - gap - strip.bottom - gap)
    return Parts(layout, strip, card, low)


def head(canvas: Canvas, rect: pygame.Rect, words: str) -> pygame.Rect:
    """Draw a box with its name; returns the room below the name."""
    theme = canvas.theme
    canvas.panel(rect)
    inside = inner(rect, theme.px(14), theme.px(10))
    high = canvas.type.height("label")
    canvas.text(words.upper(), "label", Ink.BRASS, pygame.Rect(inside.x, inside.y, inside.width, high))
    top = inside.y + high + theme.px(6)
    return pygame.Rect(inside.x, top, inside.width, inside.bottom - top)


# the strip ---------------------------------------------------------------------------------------------


def paint_strip(stage: Stage, canvas: Canvas, rect: pygame.Rect, snap: Snapshot) -> None:
    """Draw how many tiles are in reserve or aside, and who started the deal."""
    theme, line = canvas.theme, stage.line
    canvas.panel(rect)
    inside = inner(rect, theme.px(14), theme.px(8))
    starter = next((seat for seat in snap["seats"] if seat["seat"] == snap["starter"]), None)
    count = snap["reserve"] or snap["aside"]
    left = pygame.Rect(inside)
    if starter is not None and count:
        left.width = inside.width * 11 // 20
    if count:
        words = line("kiosk.dominoes.reserve" if snap["reserve"] else "kiosk.dominoes.aside")
        _paint_backs(canvas, left, count, words)
    if starter is not None:
        x = left.right + theme.px(8) if count else inside.x
        room = pygame.Rect(x, inside.y, inside.right - x, inside.height)
        _paint_starter(
            canvas, room, starter["place"], starter["name"], line("kiosk.dominoes.started"), bool(count)
        )
    if not count and starter is None:
        canvas.text(line("kiosk.dominoes.between"), "small", Ink.MUTED, inside)


def _paint_backs(canvas: Canvas, rect: pygame.Rect, count: int, words: str) -> None:
    """A small pile of tiles face down, with their number and where they are."""
    theme = canvas.theme
    long = rect.height
    back, step = tile_back(canvas.box, long, False), max(1, theme.px(4))
    shown = min(3, count)
    for index in range(shown):
        canvas.blit(back, (rect.x + index * step, rect.y))
    x = rect.x + long // 2 + (shown - 1) * step + theme.px(8)
    high = canvas.type.height("small")
    room = pygame.Rect(x, rect.y, rect.right - x, rect.height)
    canvas.text(
        str(count),
        "strong",
        Ink.PAPER,
        pygame.Rect(x, room.y - theme.px(2), room.width, room.height - high + theme.px(5)),
    )
    canvas.text(words, "small", Ink.MUTED, pygame.Rect(x, room.bottom - high + theme.px(3), room.width, high))


def _paint_starter(
    canvas: Canvas, rect: pygame.Rect, place: int, name: str, words: str, narrow: bool
) -> None:
    theme = canvas.theme
    side = min(theme.px(26 if narrow else 36), rect.height // 2 if narrow else rect.height)
    high = canvas.type.height("small")
    below = pygame.Rect(rect.x, rect.bottom - high + theme.px(3), rect.width, high)
    top = pygame.Rect(rect.x, rect.y - theme.px(2), rect.width, rect.height - high + theme.px(5))
    if not narrow:
        canvas.blit(shape(canvas.box, place, side), (rect.x, rect.centery - side // 2))
        for row in (top, below):
            row.x += side + theme.px(12)
            row.width -= side + theme.px(12)
    else:
        canvas.blit(shape(canvas.box, place, side), (top.x, top.centery - side // 2))
        top.x += side + theme.px(6)
        top.width -= side + theme.px(6)
    _paint_name(canvas, name, "small_strong", Ink.PAPER, top)
    canvas.text(words, "small", Ink.MUTED, below)


def _paint_name(canvas: Canvas, name: str, role: str, ink: Colour, rect: pygame.Rect) -> None:
    """Draw a name beside its shape, unless it would have to be cut: the shape says who it is."""
    if not canvas.type.line(name, role, ink, rect.width).cut:
        canvas.text(name, role, ink, rect)


# the card ----------------------------------------------------------------------------------------------


def paint_last(stage: Stage, canvas: Canvas, rect: pygame.Rect, last: LastTile | None, place: int) -> None:
    """Draw the last tile, large and the way it lies, with what it did."""
    line = stage.line
    inside = head(canvas, rect, line("kiosk.dominoes.last"))
    if last is None:
        canvas.paragraph(line("kiosk.dominoes.nothing_yet"), "small", Ink.MUTED, inside, "middle", True)
        return
    room = paint_large(canvas, inside, last.space, last.ends, place)
    _paint_said(canvas, room, last.said)


def paint_large(
    canvas: Canvas, room: pygame.Rect, space: str, ends: tuple[int, int], place: int, tone: Tone = "plain"
) -> pygame.Rect:
    """Draw a tile large, the way it lies in a space; returns the room below it."""
    theme, where = canvas.theme, SPACE_BY_ID[space]
    across = lies_across(where)
    # One that lies upright has the room of its length only beside the words; across it lies above them.
    if across:
        long = min(room.width - theme.px(8), round(room.height * 0.8), theme.px(150)) // 2 * 2
        spot = pygame.Rect(0, 0, long, long // 2)
        spot.midtop = (room.centerx, room.y + theme.px(2))
        rest = pygame.Rect(
            room.x, spot.bottom + theme.px(8), room.width, room.bottom - spot.bottom - theme.px(8)
        )
    else:
        long = min(round(room.width * 0.66), room.height - theme.px(6), theme.px(150)) // 2 * 2
        spot = pygame.Rect(0, 0, long // 2, long)
        spot.midleft = (room.x + theme.px(2), room.centery)
        x = spot.right + theme.px(12)
        rest = pygame.Rect(x, room.y, room.right - x, room.height)
    blur = theme.px(8)
    canvas.blit(
        canvas.box.shadow(spot.size, corner(long), blur), (spot.x - blur, spot.y - blur + theme.px(3))
    )
    canvas.blit(tile(canvas.box, seen_ends(where, ends), long, across, tone, place), spot.topleft)
    return rest


def _paint_said(canvas: Canvas, room: pygame.Rect, said: tuple[tuple[str, Said], ...]) -> None:
    """Draw sentences one below the other; those of least weight are left out where there is no room."""
    theme, type_ = canvas.theme, canvas.type
    size, gap = theme.type_size("small"), theme.px(5)
    kept = list(said)

    def needed() -> int:
        pitch = round(type_.height("small", size) * 0.98)
        return sum(pitch * len(type_.wrap(words, "small", room.width, size)) + gap for words, _ in kept) - gap

    while len(kept) > 1 and needed() > room.height:
        if kept[-1][1] == "plain":
            kept.pop()
        elif size > max(LEAST_TYPE, theme.type_size("small") * 3 // 4):
            size -= 1
        else:
            kept.pop()
            size = theme.type_size("small")
    y = room.y
    for words, tone in kept:
        lines = len(type_.wrap(words, "small", room.width, size))
        box = pygame.Rect(room.x, y, room.width, round(type_.height("small", size) * 0.98) * lines)
        canvas.paragraph(words, "small", _INKS[tone], box if len(kept) > 1 else room)
        y = box.bottom + gap


def paint_result(stage: Stage, canvas: Canvas, rect: pygame.Rect, snap: Snapshot) -> None:
    """Draw what the deal that is over has brought to each seat, and why it ended."""
    theme, line = canvas.theme, stage.line
    inside = head(canvas, rect, line("kiosk.dominoes.result"))
    blocked = snap["ended"] == "blocked"
    if blocked:
        high = canvas.type.height("small")
        canvas.text(
            line("kiosk.dominoes.blocked"),
            "small",
            Ink.BAD,
            pygame.Rect(inside.x, inside.y, inside.width, high),
        )
        inside = pygame.Rect(inside.x, inside.y + high, inside.width, inside.height - high)
    pitch = min(theme.px(46), inside.height // max(1, len(snap["seats"])))
    side = min(theme.px(28), pitch - 4)
    for row, seat in enumerate(snap["seats"]):
        spot = pygame.Rect(inside.x, inside.y + row * pitch, inside.width, pitch)
        canvas.blit(shape(canvas.box, seat["place"], side), (spot.x, spot.centery - side // 2))
        gain = f"+{seat['delta']}" if seat["delta"] else "0"
        number = canvas.width(gain, "strong") + 4
        right = pygame.Rect(spot.right - number, spot.y, number, spot.height)
        canvas.text(gain, "strong", Ink.GOOD if seat["delta"] else Ink.MUTED, right, "right")
        x = spot.x + side + theme.px(10)
        wide = theme.px(40)
        stack = 0
        if seat["delta"] and right.left - wide - x > theme.px(60):
            chips = chip_stack(canvas.box, seat["delta"], wide, spot.height - 4)
            canvas.blit(chips, (right.left - wide - theme.px(6), spot.bottom - chips.get_height() - 2))
            stack = wide + theme.px(10)
        name = pygame.Rect(x, spot.y, right.left - stack - theme.px(6) - x, spot.height)
        _paint_name(canvas, seat["name"], "small", Ink.TEXT, name)


# the low box -------------------------------------------------------------------------------------------


def paint_low(stage: Stage, canvas: Canvas, rect: pygame.Rect, snap: Snapshot) -> None:
    """Draw open hands, or what could have been laid by who passed, or the tiles that are not played."""
    hands = hands_shown(snap)
    if hands and snap["deal"]:
        room = head(canvas, rect, stage.line("kiosk.dominoes.hands"))
        _paint_rows(canvas, room, [(seat["place"], seat["hand"]) for seat in hands])
    elif snap["passes"]:
        room = head(canvas, rect, stage.line("kiosk.dominoes.passes"))
        places = {seat["seat"]: seat["place"] for seat in snap["seats"]}
        _paint_rows(canvas, room, [(places[one["seat"]], one["tiles"]) for one in snap["passes"]])
    else:
        unplayed = set(snap["unplayed"])
        room = head(canvas, rect, stage.line("kiosk.dominoes.unplayed", count=len(unplayed)))
        _paint_all(canvas, room, unplayed)


def _paint_all(canvas: Canvas, room: pygame.Rect, unplayed: set[str]) -> None:
    """All 28 tiles in four rows; those on the layout are dim."""
    pitch_x, pitch_y = room.width / 7, room.height / 4
    long = int(min(pitch_y * 0.92, pitch_x * 0.9 * 2)) // 2 * 2
    for index, name in enumerate(TILES):
        row, column = divmod(index, 7)
        surface = tile(canvas.box, ends_of(name), long, False, "plain" if name in unplayed else "dim")
        centre = (round(room.x + (column + 0.5) * pitch_x), round(room.y + (row + 0.5) * pitch_y))
        canvas.centred(surface, centre)


def _paint_rows(canvas: Canvas, room: pygame.Rect, rows: list[tuple[int, list[str]]]) -> None:
    """Tiles after the shape of whose they are; more than fit one row go on in the next."""
    theme = canvas.theme
    across = min(7, max((len(tiles) for _, tiles in rows), default=1))
    while True:
        count = sum(max(1, -(-len(tiles) // across)) for _, tiles in rows)
        if across < 7 or count <= 4 or across >= 14:
            break
        across += 1
    side = theme.px(22)
    left = room.x + side + theme.px(8)
    pitch_x = min((room.right - left) / across, theme.px(44))
    pitch_y = min(room.height / max(1, count), pitch_x * 2.2)
    long = max(8, int(min(pitch_y * 0.92, pitch_x * 0.9 * 2)) // 2 * 2)
    y = float(room.y)
    for place, tiles in rows:
        if y + pitch_y > room.bottom + 1:
            break
        canvas.blit(shape(canvas.box, place, side), (room.x, round(y + pitch_y / 2) - side // 2))
        for index, name in enumerate(tiles):
            row, column = divmod(index, across)
            centre = (round(left + (column + 0.5) * pitch_x), round(y + (row + 0.5) * pitch_y))
            canvas.centred(tile(canvas.box, ends_of(name), long, False), centre)
        y += pitch_y * max(1, -(-len(tiles) // across))


def paint_own(stage: Stage, canvas: Canvas, room: pygame.Rect, snap: Snapshot, seat: str) -> None:
    """Draw one seat's open hand in a row, or the tiles that it has laid in this deal, in their order.

    The laid ones are said to be laid: above them stands how many the seat still has.
    """
    hand = next((one["hand"] for one in snap["seats"] if one["seat"] == seat), None)
    lying = sorted((one for one in snap["spaces"] if one["seat"] == seat), key=lambda one: one["order"])
    tiles = [one["tile"] for one in lying] if hand is None else hand
    if not tiles:
        return
    if hand is None:
        high = canvas.type.height("label")
        words = stage.line("kiosk.dominoes.seat.laid", count=len(tiles)).upper()
        canvas.text(words, "label", Ink.BRASS, pygame.Rect(room.x, room.y, room.width, high))
        taken = high + canvas.theme.px(8)
        room = pygame.Rect(room.x, room.y + taken, room.width, max(0, room.height - taken))
    pitch = min(room.width // len(tiles), canvas.theme.px(52))
    long = min(int(pitch * 0.84) * 2, room.height) // 2 * 2
    for index, name in enumerate(tiles):
        canvas.blit(tile(canvas.box, ends_of(name), long, False), (room.x + index * pitch, room.y))


def ends_of(name: str) -> tuple[int, int]:
    """Return the two ends of a tile by its text form."""
    return int(name[0]), int(name[2])
