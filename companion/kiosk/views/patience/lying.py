"""The cards as they lie: painted from the bottom up, what is chosen and where it may go alight."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import pygame

from companion.games.patience.cards import RANKS, SUITS
from companion.kiosk.canvas import Canvas, Grip
from companion.kiosk.paint import PaintBox
from companion.kiosk.theme import Ink
from companion.kiosk.views.patience.faces import back, corner, face, slot
from companion.kiosk.views.patience.ground import Lying

#: A pile of the stock shows so many edges at most.
_EDGES = 3


def paint_cards(
    canvas: Canvas,
    lying: Lying,
    position: Mapping[str, Any],
    flying: Collection[str],
    tap: Callable[[str, str], None],
    grab: Callable[[str, str, tuple[int, int]], Grip | None],
) -> None:
    """Draw a position without the cards that are on their way.

    `tap` is called with a place (``stock``, ``waste``, ``F``, ``1`` to ``7``) and the card touched there,
    `grab` with these and where a finger takes the card.
    """

    def held(there: str, card: str) -> Callable[[tuple[int, int]], Grip | None]:
        return lambda at: grab(there, card, at)

    _paint_stock(canvas, lying, position)
    canvas.hot("stock", lying.stock, lambda: tap("stock", ""))
    if not position["waste"]:
        canvas.blit(slot(canvas.box, lying.width), lying.waste.topleft)
    for card in position["waste"][-4:]:
        _card(canvas, lying, card, flying)
    for suit, place, top in zip(SUITS, lying.foundations, position["foundations"], strict=True):
        _paint_foundation(canvas, lying, suit, place, top, flying)
        card = top or ""
        canvas.hot(f"foundation {suit}", place, lambda card=card: tap("F", card), held("F", card))  # type: ignore[misc]
    if position["waste"]:
        top = position["waste"][-1]
        canvas.hot(f"card {top}", lying.cards[top], lambda: tap("waste", top), held("waste", top))
    for lies in lying.backs:
        _shadowed(canvas, back(canvas.box, lying.width), lies)
    for number, (column, fan) in enumerate(zip(position["columns"], lying.fans, strict=True), start=1):
        if not column["down"] and set(column["up"]) <= set(flying):
            canvas.blit(slot(canvas.box, lying.width), lying.columns[number - 1].topleft)
        canvas.hot(f"card column {number}", fan, lambda there=str(number): tap(there, ""))  # type: ignore[misc]
        for card in column["up"]:
            _card(canvas, lying, card, flying)
            canvas.hot(
                f"card {card}",
                lying.cards[card],
                lambda there=str(number), card=card: tap(there, card),  # type: ignore[misc]
                held(str(number), card),
            )


def light(canvas: Canvas, rect: pygame.Rect, chosen: bool) -> None:
    """Draw the light round a card or a place: full for what is chosen, a rim for where it may go."""
    width = rect.width
    blur = max(4, width // 8)
    if chosen:
        glow = canvas.box.get(("halo", rect.size), lambda: _halo(canvas.box, rect.size, corner(width), blur))
        canvas.blit(glow, (rect.x - blur, rect.y - blur))
    ring = rect.inflate(max(4, width // 18), max(4, width // 18))
    ink = Ink.LAMP if chosen else Ink.GOOD
    canvas.blit(canvas.box.ring(ring.size, corner(width), max(3, width // 24), ink), ring.topleft)


def _halo(box: PaintBox, size: tuple[int, int], radius: int, blur: int) -> pygame.Surface:
    """Only what shines round a card: what lies there stays as it is."""
    halo = box.glow(size, radius, blur, Ink.LAMP, 210).copy()
    halo.blit(box.rounded(size, radius, (0, 0, 0, 255)), (blur, blur), special_flags=pygame.BLEND_RGBA_SUB)
    return halo


def redraw(canvas: Canvas, lying: Lying, run: Collection[str], flying: Collection[str]) -> None:
    """Draw cards once more over a light that lies behind them."""
    for card in run:
        _card(canvas, lying, card, flying)


def _paint_stock(canvas: Canvas, lying: Lying, position: Mapping[str, Any]) -> None:
    if not position["stock"]:
        canvas.blit(slot(canvas.box, lying.width, ring=True), lying.stock.topleft)
        return
    edges = min(_EDGES, 1 + position["stock"] // 8)
    lift = max(1, lying.width // 50)
    for edge in range(edges - 1, -1, -1):
        place = lying.stock.move(edge * lift, edge * lift)
        _shadowed(canvas, back(canvas.box, lying.width), place)


def _paint_foundation(
    canvas: Canvas, lying: Lying, suit: str, place: pygame.Rect, top: str | None, flying: Collection[str]
) -> None:
    below = top
    if top in flying and top is not None:
        rank = RANKS.index(top[0])
        below = RANKS[rank - 1] + suit if rank else None
    if below is None:
        canvas.blit(slot(canvas.box, lying.width, suit), place.topleft)
    else:
        _shadowed(canvas, face(canvas.box, canvas.type, below, lying.width), place)


def _card(canvas: Canvas, lying: Lying, card: str, flying: Collection[str]) -> None:
    if card in lying.cards and card not in flying:
        surface = face(canvas.box, canvas.type, card, lying.width, lying.shown.get(card, 0))
        _shadowed(canvas, surface, lying.cards[card])


def _shadowed(canvas: Canvas, surface: pygame.Surface, rect: pygame.Rect) -> None:
    blur = max(2, rect.width // 24)
    canvas.blit(canvas.box.shadow(rect.size, corner(rect.width), blur, 60), (rect.x - blur, rect.y - blur))
    canvas.blit(surface, rect.topleft)
