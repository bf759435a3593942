"""Cards on their way: each glides from where it lay to where it lies now, and can be cut short."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pygame

from companion.kiosk.canvas import Sprite
from companion.kiosk.motion import ease_out
from companion.kiosk.paint import PaintBox
from companion.kiosk.views.patience.faces import corner

#: A card glides for so long, in ms.
GLIDE_MS = 240


@dataclass(frozen=True, slots=True)
class Glide:
    """Cards on their way until `until`; `ways` are in the order in which they come to lie."""

    ways: Mapping[str, tuple[pygame.Rect, pygame.Rect]]
    until: int

    def sprites(self, box: PaintBox, now: int, face: Callable[[str], pygame.Surface]) -> list[Sprite]:
        """Return the cards where they are now, with their shadows."""
        share = ease_out(1.0 - (self.until - now) / GLIDE_MS)
        sprites = []
        for card, (start, end) in self.ways.items():
            surface = face(card)
            x = start.x + (end.x - start.x) * share
            y = start.y + (end.y - start.y) * share
            blur = max(3, end.width // 9)
            shadow = box.shadow(end.size, corner(end.width), blur, 90)
            sprites.append(Sprite(shadow, (round(x) - blur, round(y) - blur + blur // 2)))
            sprites.append(Sprite(surface, (round(x), round(y))))
        return sprites


def glide_home(held: Mapping[str, pygame.Rect], lying: Mapping[str, pygame.Rect], now: int) -> Glide | None:
    """Return the ways of cards that were held and dropped for nothing, back to where they lie."""
    ways = {card: (start, lying[card]) for card, start in held.items() if card in lying}
    return Glide(ways, now + GLIDE_MS) if ways else None


def glide(
    before: Mapping[str, pygame.Rect], after: Mapping[str, pygame.Rect], stock: pygame.Rect, now: int
) -> Glide | None:
    """Return the ways of the cards that lie elsewhere now; cards new in the waste come from the stock.

    A card turned up in a column has lain there already, and needs no way.
    """
    ways = {}
    for card, end in after.items():
        start = before.get(card)
        if start is None and end.y == stock.y and end.x < stock.x + 3 * stock.width:
            start = stock
        if start is not None and start.topleft != end.topleft:
            ways[card] = (start, end)
    return Glide(ways, now + GLIDE_MS) if ways else None
