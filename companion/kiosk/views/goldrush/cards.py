"""Cards on paper: the prospecting card that was turned, and the deed of a space."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.shapes import seat_shape
from companion.kiosk.stage import Stage
from companion.kiosk.theme import LEAST_TYPE, Colour, Ink
from companion.kiosk.views.goldrush.creeks import creek_named
from companion.kiosk.views.goldrush.deeds import revenue_today, spaces_by_id
from companion.kiosk.views.goldrush.fitting import fits
from companion.kiosk.views.goldrush.icons import KIND_INKS, icon
from companion.kiosk.views.goldrush.money import coin, written
from companion.kiosk.views.goldrush.names import ways_to_break
from companion.table.seats import Seat
from companion.table.view import TableView

_INK: Colour = Ink.DARK_TEXT
_SOFT: Colour = (110, 94, 66)
_GAIN: Colour = (122, 82, 10)
_LOSS: Colour = (150, 44, 36)
#: What would have to be smaller than this share of its size stands in two lines.
_SHRINK = 0.6


def _paper(canvas: Canvas, rect: pygame.Rect, edge: Colour = Ink.BRASS) -> pygame.Rect:
    """Draw a card and return the room on it."""
    theme = canvas.theme
    radius = theme.px(10)
    blur = theme.px(10)
    canvas.blit(canvas.box.shadow(rect.size, radius, blur, 150), (rect.x - blur, rect.y - blur + theme.px(4)))
    canvas.blit(
        canvas.box.panel(rect.size, radius, Ink.PAPER, Ink.PAPER_LOW, edge, max(2, theme.px(3))), rect.topleft
    )
    return rect.inflate(-2 * theme.px(8), -2 * theme.px(7))


def paint_card(
    stage: Stage, canvas: Canvas, rect: pygame.Rect, view: TableView, card: Mapping[str, Any]
) -> None:
    """Draw a prospecting card that has been turned: its creek, title, and what it does."""
    gold = card["kind"] == "gold"
    rich = gold and card["factor"] > 1
    inside = _paper(canvas, rect, Ink.LAMP if rich or card["mother_lode"] else Ink.BRASS)
    small = canvas.type.height("small")
    words, ink = _worth(stage, view, card)
    brief = fits(canvas, words, "number", inside.width, _SHRINK)
    high = canvas.type.height("number") if brief else 2 * canvas.type.height("strong", LEAST_TYPE)
    foot = pygame.Rect(inside.x, inside.bottom - high, inside.width, high)
    if brief:
        canvas.text(words, "number", ink, foot, "middle")
    else:
        canvas.paragraph(words, "strong", ink, foot, "middle", middle=True)
    bottom = foot.top
    if rich:
        line = pygame.Rect(inside.x, foot.top - small + canvas.theme.px(4), inside.width, small)
        canvas.text(_doubled(stage, view, card), "small", _SOFT, line, "middle")
        bottom = line.top
    title = card["title"] or stage.line("kiosk.goldrush.card.own")
    least = len(canvas.type.wrap(title, "strong", inside.width, LEAST_TYPE))
    least *= canvas.type.height("strong", LEAST_TYPE)
    room = pygame.Rect(inside.x, inside.y, inside.width, bottom - inside.y)
    if room.height - small >= least:
        head = pygame.Rect(room.x, room.y, room.width, small)
        creek = creek_named(view.snapshot["creeks"], card["creek"])
        canvas.text(creek, "small_strong", _SOFT, head, "middle")
        room = pygame.Rect(room.x, head.bottom, room.width, room.height - small)
    gap = canvas.theme.px(4)
    side = min(round(room.height * 0.46), canvas.theme.px(64), room.width)
    # Words that would be smaller than those beside the card are worth more than a picture.
    body = canvas.theme.type_size("body")
    read = len(canvas.type.wrap(title, "strong", inside.width, body)) * canvas.type.height("strong", body)
    if room.height - side >= read + 2 * gap and side >= LEAST_TYPE:
        canvas.centred(_picture(canvas, view, card, side), (room.centerx, room.y + side // 2 + gap // 2))
        room = pygame.Rect(room.x, room.y + side + gap, room.width, room.height - side - gap)
    canvas.paragraph(title, "strong", _INK, room.inflate(-canvas.theme.px(8), 0), "middle", middle=True)


def _picture(canvas: Canvas, view: TableView, card: Mapping[str, Any], side: int) -> pygame.Surface:
    if card["kind"] in ("gold", "receive"):
        return coin(canvas.box, side)
    if card["kind"] == "go":
        return icon(canvas.box, spaces_by_id(view.snapshot)[card["to"]]["kind"], side)
    return icon(canvas.box, "bank", side)


def _worth(stage: Stage, view: TableView, card: Mapping[str, Any]) -> tuple[str, Colour]:
    """What a card does, in a few words."""
    match card["kind"]:
        case "gold":
            return written(stage, view, card["amount"] * card["factor"]), _GAIN
        case "receive":
            return written(stage, view, card["amount"]), _GAIN
        case "go":
            return str(spaces_by_id(view.snapshot)[card["to"]]["name"]), _LOSS
    if card["percent"] is not None:
        return stage.line("kiosk.goldrush.card.percent", percent=card["percent"]), _LOSS
    return stage.line("kiosk.goldrush.card.pay", amount=written(stage, view, card["amount"])), _LOSS


def _doubled(stage: Stage, view: TableView, card: Mapping[str, Any]) -> str:
    face = written(stage, view, card["amount"])
    return stage.line("kiosk.goldrush.card.doubled", factor=card["factor"], amount=face)


def paint_deed(
    stage: Stage,
    canvas: Canvas,
    rect: pygame.Rect,
    view: TableView,
    space: Mapping[str, Any],
    owner: Seat | None,
) -> None:
    """Draw the card of a space: its picture, its name, and, if it can be owned, price, charge and owner."""
    theme = canvas.theme
    inside = _paper(canvas, rect, KIND_INKS[space["kind"]])
    small = canvas.type.height("small")
    lines = _facts(stage, view, space) if space["price"] is not None else []
    foot = small * (len(lines) + (1 if owner is not None else 0))
    room = pygame.Rect(inside.x, inside.y, inside.width, inside.height - foot)
    most = inside.width - theme.px(8)
    words = _in_width(canvas, space, most)
    broken = canvas.type.wrap(words, "strong", most, LEAST_TYPE)
    high = room.height - len(broken) * canvas.type.height("strong", LEAST_TYPE) - theme.px(8)
    side = min(round(room.height * (0.46 if lines else 0.6)), inside.width, high)
    name = room
    if side >= LEAST_TYPE:
        band = pygame.Rect(inside.x, room.y, inside.width, side + theme.px(6))
        ink = KIND_INKS[space["kind"]]
        canvas.blit(canvas.box.rounded(band.size, theme.px(6), ink), band.topleft)
        canvas.centred(icon(canvas.box, space["kind"], side), band.center)
        name = pygame.Rect(room.x, band.bottom, room.width, room.bottom - band.bottom)
    canvas.paragraph(words, "strong", _INK, name.inflate(-theme.px(8), 0), "middle", middle=True)
    y = room.bottom
    for words in lines:
        canvas.text(words, "small", _SOFT, pygame.Rect(inside.x, y, inside.width, small), "middle")
        y += small
    if owner is not None:
        paint_owner(canvas, pygame.Rect(inside.x, y, inside.width, small), owner)


def _in_width(canvas: Canvas, space: Mapping[str, Any], most: int) -> str:
    """Return a space's name, with its long words broken where they would be wider than `most`."""
    for words in (ways := ways_to_break(space)):
        lines = canvas.type.wrap(words, "strong", most, LEAST_TYPE)
        if all(canvas.type.width(line, "strong", LEAST_TYPE) <= most for line in lines):
            return words
    return ways[-1]


def paint_owner(canvas: Canvas, row: pygame.Rect, owner: Seat, ink: Colour = _INK) -> None:
    """Draw whose a deed is in the middle of `row`: the shape, and the name where it has room."""
    side = round(row.height * 0.72)
    gap = canvas.theme.px(6)
    if not fits(canvas, owner.name, "small_strong", row.width - side - gap, _SHRINK):
        canvas.centred(seat_shape(canvas.box, owner, side), row.center)
        return
    wide = min(canvas.width(owner.name, "small_strong") + 2, row.width - side - gap)
    x = row.centerx - (wide + side + gap) // 2
    canvas.blit(seat_shape(canvas.box, owner, side), (x, row.centery - side // 2))
    canvas.text(owner.name, "small_strong", ink, pygame.Rect(x + side + gap, row.y, wide, row.height))


def _facts(stage: Stage, view: TableView, space: Mapping[str, Any]) -> list[str]:
    owned = space["id"] in view.snapshot["deeds"]
    charge = charge_words(stage, view, space)
    if owned:
        return [charge]
    return [stage.line("kiosk.goldrush.price", amount=written(stage, view, space["price"])), charge]


def charge_words(stage: Stage, view: TableView, space: Mapping[str, Any]) -> str:
    """Return what a visit to a space costs now."""
    amount = written(stage, view, revenue_today(view.snapshot, space))
    return stage.line(f"kiosk.goldrush.charge.{space['basis']}", amount=amount)
