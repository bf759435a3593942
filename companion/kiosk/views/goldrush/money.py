"""Money of the board game: how an amount is written, and the coins that fly."""

from __future__ import annotations

import pygame

from companion.kiosk.paint import OVER, PaintBox
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Colour, Ink
from companion.table.view import TableView

#: So much more money is one more coin in the air, in units of the edition.
_COIN_UNITS = 5
MOST_COINS = 6

_RIM: Colour = (150, 108, 34)
_FACE: Colour = (236, 184, 74)
_SHINE: Colour = (255, 226, 148)


def written(stage: Stage, view: TableView, count: int) -> str:
    """Return an amount in the edition's currency."""
    id = "goldrush.amount.below" if count < 0 else "goldrush.amount"
    return stage.line(id, currency=view.snapshot["currency"], amount=abs(count))


def briefly(stage: Stage, view: TableView, count: int) -> str:
    """Return an amount in thousands, where it is such."""
    if count < 1000 or count % 1000:
        return written(stage, view, count)
    return stage.line("kiosk.goldrush.thousands", currency=view.snapshot["currency"], amount=count // 1000)


def coins_for(stage: Stage, view: TableView, amount: int) -> list[pygame.Surface]:
    """Return the coins that fly for an amount: more for more, but never many."""
    unit = max(1, int(view.snapshot["unit"]))
    count = 1 + amount // (unit * _COIN_UNITS)
    return [coin(stage.box, stage.theme.px(34))] * max(1, min(MOST_COINS, count))


def coin(box: PaintBox, size: int) -> pygame.Surface:
    """Return a gold coin with a nugget on it."""
    return box.get(("goldrush coin", size), lambda: _coin(size))


def _coin(size: int) -> pygame.Surface:
    large = size * OVER
    surface = pygame.Surface((large, large), pygame.SRCALPHA)
    surface.fill((*_RIM, 0))
    middle = (large / 2, large / 2)
    pygame.draw.circle(surface, Ink.DEEP, middle, large * 0.5)
    pygame.draw.circle(surface, _RIM, middle, large * 0.47)
    pygame.draw.circle(surface, _FACE, middle, large * 0.43)
    pygame.draw.circle(surface, _SHINE, middle, large * 0.37, max(2, large // 26))
    points = [(0.3, 0.54), (0.38, 0.38), (0.54, 0.32), (0.7, 0.42), (0.68, 0.6), (0.52, 0.68), (0.36, 0.66)]
    pygame.draw.polygon(surface, _RIM, [(x * large, y * large + large * 0.02) for x, y in points])
    pygame.draw.polygon(surface, _SHINE, [(x * large, y * large - large * 0.01) for x, y in points])
    return pygame.transform.smoothscale(surface, (size, size))
