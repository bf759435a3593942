"""Playing cards, drawn: paper-white faces with large indices, backs in night-blue and brass."""

from __future__ import annotations

import pygame

from companion.games.patience.cards import UNSEEN
from companion.kiosk.paint import OVER, PaintBox, shade
from companion.kiosk.theme import Colour, Ink
from companion.kiosk.typesetter import Typesetter
from companion.kiosk.views.patience.courts import court
from companion.kiosk.views.patience.suits import suit_ink, suit_sign

#: How high a card is for its width.
TALL = 1.4
#: The strip with the index, as a share of the height: what is seen of a card with another one on it.
STRIP = 0.27

#: Where pips stand, as shares of their field: across, down.
_L, _M, _R = 0.0, 0.5, 1.0
_PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "2": ((_M, 0), (_M, 1)),
    "3": ((_M, 0), (_M, 0.5), (_M, 1)),
    "4": ((_L, 0), (_R, 0), (_L, 1), (_R, 1)),
    "5": ((_L, 0), (_R, 0), (_M, 0.5), (_L, 1), (_R, 1)),
    "6": ((_L, 0), (_R, 0), (_L, 0.5), (_R, 0.5), (_L, 1), (_R, 1)),
    "7": ((_L, 0), (_R, 0), (_M, 0.25), (_L, 0.5), (_R, 0.5), (_L, 1), (_R, 1)),
    "8": ((_L, 0), (_R, 0), (_M, 0.25), (_L, 0.5), (_R, 0.5), (_M, 0.75), (_L, 1), (_R, 1)),
    "9": ((_L, 0), (_R, 0), (_L, 1 / 3), (_R, 1 / 3), (_M, 0.5), (_L, 2 / 3), (_R, 2 / 3), (_L, 1), (_R, 1)),
    "T": (
        (_L, 0), (_R, 0), (_M, 1 / 6), (_L, 1 / 3), (_R, 1 / 3),
        (_L, 2 / 3), (_R, 2 / 3), (_M, 5 / 6), (_L, 1), (_R, 1),
    ),
}  # fmt: skip


def corner(width: int) -> int:
    """Return how round the corners of a card are."""
    return max(3, round(width * 0.075))


def card_size(width: int) -> tuple[int, int]:
    return width, round(width * TALL)


def face(box: PaintBox, type: Typesetter, card: str, width: int, shown: int = 0) -> pygame.Surface:
    """Return the face of a card such as ``TH``, `width` pixels wide; its back where nobody has seen it yet.

    Where another card lies so close on it that only `shown` pixels of it are seen, the index is made to fit
    them; 0 stands for the usual strip.
    """
    if card == UNSEEN:
        return back(box, width)
    usual = round(card_size(width)[1] * STRIP)
    strip = max(8, min(shown or usual, usual))
    return box.get(("playing card", card, width, strip), lambda: _face(box, type, card, width, strip))


def back(box: PaintBox, width: int) -> pygame.Surface:
    """Return the back that all cards share."""
    return box.get(("playing back", width), lambda: _back(box, width))


def slot(box: PaintBox, width: int, suit: str = "", ring: bool = False) -> pygame.Surface:
    """Return the place of a pile with no card on it: a suit's foundation, or a `ring` to turn it over."""
    return box.get(("playing slot", width, suit, ring), lambda: _slot(box, width, suit, ring))


def _face(box: PaintBox, type: Typesetter, card: str, width: int, index: int) -> pygame.Surface:
    rank, suit = card[0], card[1]
    size, ink = card_size(width), suit_ink(suit)
    surface = box.panel(size, corner(width), (253, 249, 238), (240, 232, 213), (196, 184, 156), 1).copy()
    strip = round(size[1] * STRIP)
    _index(box, type, surface, rank, suit, index)
    side = round(width * 0.13)
    field = pygame.Rect(side, strip + round(width * 0.05), width - 2 * side, 0)
    field.height = size[1] - field.y - round(width * 0.09)
    if rank in "JQK":
        surface.blit(court(box, rank, suit, field.size), field.topleft)
    elif rank == "A":
        sign = suit_sign(box, suit, round(min(field.size) * 0.92), ink)
        surface.blit(sign, sign.get_rect(center=field.center))
    else:
        pip = round(width * (0.22 if rank == "3" else 0.25 if rank in "2456" else 0.205))
        for across, down in _PIPS[rank]:
            sign = suit_sign(box, suit, pip, ink)
            x = field.x + pip / 2 + across * (field.width - pip)
            y = field.y + pip / 2 + down * (field.height - pip)
            surface.blit(sign, sign.get_rect(center=(round(x), round(y))))
    return surface


def _index(
    box: PaintBox, type: Typesetter, surface: pygame.Surface, rank: str, suit: str, strip: int
) -> None:
    """The rank at the left and the suit at the right, as high as the strip allows."""
    width, ink = surface.get_width(), suit_ink(suit)
    high = round(strip * 0.74)
    words = type.sized("10" if rank == "T" else rank, "strong", ink, round(strip * 1.25))
    bounds = words.get_bounding_rect()
    letters = words.subsurface(bounds)
    wide = min(round(bounds.width * high / bounds.height), round(width * 0.5))
    rank_at = pygame.Rect(round(width * 0.07), 0, wide, high)
    rank_at.centery = round(strip * 0.5)
    surface.blit(pygame.transform.smoothscale(letters.copy(), rank_at.size), rank_at)
    sign = suit_sign(box, suit, round(high * 0.98), ink)
    surface.blit(sign, sign.get_rect(right=round(width * 0.94), centery=rank_at.centery))


def _back(box: PaintBox, width: int) -> pygame.Surface:
    size = card_size(width)
    large = (size[0] * OVER, size[1] * OVER)
    inside = pygame.Surface(large, pygame.SRCALPHA)
    inside.blit(shade(large, (38, 62, 108), (22, 38, 70)), (0, 0))
    step = large[0] / 7
    rows = round(large[1] / step) + 1
    for row in range(rows * 2):
        for column in range(9):
            x = column * step + (step / 2 if row % 2 else 0)
            y = row * step / 2
            half = step * (0.3 if row % 2 else 0.17)
            ink: Colour = (52, 82, 134) if row % 2 else Ink.BRASS_DARK
            pygame.draw.polygon(inside, ink, [(x, y - half), (x + half, y), (x, y + half), (x - half, y)])
    small = pygame.transform.smoothscale(inside, size)
    border = max(3, round(width * 0.065))
    surface = box.panel(
        size, corner(width), (30, 50, 88), (18, 32, 60), Ink.BRASS, max(1, width // 60)
    ).copy()
    window = pygame.Rect(border, border, size[0] - 2 * border, size[1] - 2 * border)
    surface.blit(small, window, window)
    surface.blit(box.ring(window.size, corner(width) // 2, max(1, width // 70), Ink.BRASS), window)
    return surface


def _slot(box: PaintBox, width: int, suit: str, ring: bool) -> pygame.Surface:
    size = card_size(width)
    surface = box.rounded(size, corner(width), (8, 15, 28, 120)).copy()
    surface.blit(box.ring(size, corner(width), max(1, width // 50), (58, 82, 120)), (0, 0))
    centre = (size[0] // 2, size[1] // 2)
    if suit:
        sign = suit_sign(box, suit, round(width * 0.5), (50, 74, 112))
        surface.blit(sign, sign.get_rect(center=centre))
    if ring:
        side = round(width * 0.5)
        round_ = box.ring((side, side), side // 2, max(2, side // 9), Ink.BRASS_DARK)
        surface.blit(round_, round_.get_rect(center=centre))
    return surface
