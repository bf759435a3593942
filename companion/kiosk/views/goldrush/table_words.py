"""Words of the board game for lists and for the seats at the right: options, cards, what a seat is up to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.listing import Icon
from companion.kiosk.stage import Stage
from companion.kiosk.views.base import Look
from companion.kiosk.views.goldrush.cards import charge_words
from companion.kiosk.views.goldrush.deeds import kind_tile, spaces_by_id
from companion.kiosk.views.goldrush.money import coin, written
from companion.table.prompts import Choose, Option, Reveal
from companion.table.view import TableView

#: How the kinds of cards follow each other where one is entered by hand.
_CARD_KINDS = ("gold", "receive", "pay", "go")


def option_look(stage: Stage, view: TableView, prompt: Choose, option: Option) -> Look | None:
    """Return how an option stands in a list; None for a seat, which needs no words of the game."""
    space = spaces_by_id(view.snapshot).get(option.id)
    if space is not None:
        about = charge_words(stage, view, space) if space["price"] is not None else ""
        return Look(str(space["name"]), about, icon=_tile(space["kind"]))
    if any(seat.id == option.id for seat in view.seats):
        return None
    said = stage.say(option.say)
    return Look(said[:1].upper() + said[1:])


def card_looks(stage: Stage, view: TableView, prompt: Reveal) -> list[tuple[str, Look]]:
    """Return the faces that can be turned, once each, those of a kind together."""
    deck = view.snapshot["deck"]
    faces: dict[str, tuple[str, Mapping[str, Any]]] = {}
    for id in prompt.known:
        faces.setdefault(deck[id]["face"], (id, deck[id]))
    order = sorted(faces.values(), key=lambda one: (_CARD_KINDS.index(one[1]["kind"]), one[1]["amount"] or 0))
    return [(id, _card_look(stage, view, card)) for id, card in order]


def _card_look(stage: Stage, view: TableView, card: Mapping[str, Any]) -> Look:
    kind, value, picture = card["kind"], "", "bank"
    if card["amount"] is not None:
        value = written(stage, view, card["amount"])
    elif card["percent"] is not None:
        value = stage.line("kiosk.goldrush.card.share", percent=card["percent"])
    about = ""
    if kind == "go":
        to = spaces_by_id(view.snapshot)[card["to"]]
        picture, about = to["kind"], str(to["name"])
    icon = _coin() if kind in ("gold", "receive") else _tile(picture)
    return Look(card["title"], about, value, icon, stage.line(f"kiosk.goldrush.cards.{kind}"))


def _tile(kind: str) -> Icon:
    return lambda canvas, rect: kind_tile(canvas, rect, kind) if kind != "bank" else _chest(canvas, rect)


def _chest(canvas: Canvas, rect: pygame.Rect) -> None:
    from companion.kiosk.views.goldrush.icons import icon

    canvas.blit(icon(canvas.box, "bank", rect.width), rect.topleft)


def _coin() -> Icon:
    def draw(canvas: Canvas, rect: pygame.Rect) -> None:
        canvas.blit(coin(canvas.box, rect.width), rect.topleft)

    return draw


def about_seat(stage: Stage, view: TableView, mine: Mapping[str, Any]) -> str:
    """Return in a few words what a seat is up to: held, sawing wood, in debt to the bank, or what it owns."""
    parts = []
    if mine["host"] is not None:
        parts.append(stage.line("kiosk.goldrush.seat.held"))
    if mine["missing"]:
        parts.append(stage.line("kiosk.goldrush.seat.missing", count=mine["missing"]))
    if mine["loan"]:
        parts.append(stage.line("kiosk.goldrush.seat.loan", amount=written(stage, view, mine["loan"])))
    if mine["deeds"]:
        parts.append(stage.line("kiosk.goldrush.seat.deeds", count=len(mine["deeds"])))
    return parts[0] if parts else ""
