"""Where everything lies: stock, waste, foundations and fans in whatever room there is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pygame

from companion.games.patience.cards import SUITS
from companion.games.patience.position import COLUMNS
from companion.kiosk.views.patience.faces import STRIP, TALL, card_size

#: How much of a hidden card is seen, as a share of its height.
_HIDDEN = 0.1
#: How much of a card of the waste is seen beside the next one, as a share of its width.
_FANNED = 0.36
#: So many cards of the waste are seen with three turned at a time, and with one.
SEEN_OF_WASTE = {1: 1, 3: 3}


@dataclass(frozen=True, slots=True)
class Lying:
    """A position laid out: each card's place in the order of painting, each hidden card, each pile.

    `shown` are the pixels that are seen of open cards that others lie on, where those are fewer than usual.
    """

    width: int
    cards: Mapping[str, pygame.Rect]
    backs: Sequence[pygame.Rect]
    stock: pygame.Rect
    waste: pygame.Rect
    foundations: Sequence[pygame.Rect]
    columns: Sequence[pygame.Rect]
    fans: Sequence[pygame.Rect] = field(default=())
    shown: Mapping[str, int] = field(default_factory=dict)


def lay_out(rect: pygame.Rect, position: Mapping[str, Any], draw: int) -> Lying:
    """Lay a visible position out in `rect`."""
    width, gap, down = _measures(rect)
    size = card_size(width)
    whole = COLUMNS * width + (COLUMNS - 1) * gap
    left = rect.x + (rect.width - whole) // 2
    at = [left + index * (width + gap) for index in range(COLUMNS)]
    stock, waste = (pygame.Rect((x, rect.y), size) for x in at[:2])
    foundations = [pygame.Rect((x, rect.y), size) for x in at[COLUMNS - len(SUITS) :]]
    cards: dict[str, pygame.Rect] = {}
    seen = list(position["waste"])[-SEEN_OF_WASTE[draw] :]
    # What a card leaves bare as it goes away lies below it already.
    if len(position["waste"]) > len(seen):
        cards[position["waste"][-len(seen) - 1]] = waste.copy()
    for index, card in enumerate(seen):
        cards[card] = waste.move(round(index * _FANNED * width), 0)
    for place, top in zip(foundations, position["foundations"], strict=True):
        if top:
            cards[top] = place.copy()
    backs: list[pygame.Rect] = []
    columns, fans = [], []
    close: dict[str, int] = {}
    first = rect.y + size[1] + down
    for x, column in zip(at, position["columns"], strict=True):
        hidden, shown = _steps(column["down"], len(column["up"]), size[1], rect.bottom - first)
        y = float(first)
        for _ in range(column["down"]):
            backs.append(pygame.Rect((x, round(y)), size))
            y += hidden
        for card in column["up"]:
            cards[card] = pygame.Rect((x, round(y)), size)
            y += shown
        if int(shown) < int(size[1] * STRIP):
            close.update(dict.fromkeys(column["up"][:-1], int(shown)))
        base = pygame.Rect((x, first), size)
        columns.append(base)
        last = cards[column["up"][-1]] if column["up"] else base
        fans.append(base.union(last))
    return Lying(width, cards, backs, stock, waste, foundations, columns, fans, close)


def _measures(rect: pygame.Rect) -> tuple[int, int, int]:
    """Return the width of a card, the gap between columns, and the gap below the upper row."""
    width = min(rect.width / (COLUMNS + (COLUMNS - 1) * 0.14), rect.height / (TALL * 2.75))
    gap = min((rect.width - COLUMNS * width) / (COLUMNS - 1), width * 0.3)
    return int(width), int(gap), max(6, int(width * 0.14))


def _steps(down: int, up: int, high: int, room: int) -> tuple[float, float]:
    """Return by how much each hidden and each open card lies lower than the one before it."""
    hidden, shown = high * _HIDDEN, high * STRIP
    most = room - high
    needed = down * hidden + max(0, up - 1) * shown
    if needed <= most or not needed:
        return hidden, shown
    # Hidden cards give way first: nobody reads them.
    open_needed = max(0, up - 1) * shown
    least = high * 0.035
    if down and open_needed + down * least <= most:
        return (most - open_needed) / down, shown
    if up > 1:
        return (least if down else 0.0), (most - down * least) / (up - 1)
    return most / max(1, down), shown
