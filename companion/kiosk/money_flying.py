"""Money on its way from payer to payee: chips or coins, a few for each transfer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from companion.kiosk.canvas import Sprite
from companion.kiosk.motion import Flight
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Motion
from companion.kiosk.views import GameView
from companion.table.ledger import Transfer
from companion.table.view import TableView

_MOST_TRANSFERS = 24

Spot = Callable[[str], tuple[int, int] | None]


class MoneyFlying:
    """Each newly settled transfer sends chips across the screen."""

    def __init__(self, stage: Stage, game: GameView) -> None:
        self._stage = stage
        self._game = game
        self._waiting: list[tuple[str, str, pygame.Surface, int]] = []
        self._flights: list[Flight] = []

    @property
    def flying(self) -> bool:
        return bool(self._waiting or self._flights)

    def take(self, moved: Sequence[Transfer], after: TableView, begins: int) -> int:
        """Take what has moved with a view, to start at a moment; returns when the last chip has landed."""
        at = begins
        for transfer in moved[:_MOST_TRANSFERS]:
            for coin in self._game.coins(after, transfer.moved):
                self._waiting.append((transfer.debtor, transfer.creditor, coin, at))
                at += Motion.FLIGHT_GAP
        return at + Motion.FLIGHT if moved else begins

    def land(self) -> None:
        """Let everything arrive at once, because somebody goes on."""
        self._waiting.clear()
        self._flights.clear()

    def tick(self, now: int) -> None:
        self._flights = [flight for flight in self._flights if not flight.over(now)]

    def live(self, now: int, spot: Spot) -> list[Sprite]:
        """Return the chips that are in the air; `spot` says where an account's money lies."""
        theme = self._stage.theme
        for debtor, creditor, surface, begins in self._waiting:
            start, end = spot(debtor), spot(creditor)
            if start is not None and end is not None and start != end:
                self._flights.append(Flight(surface, start, end, begins, Motion.FLIGHT, theme.px(70)))
        self._waiting.clear()
        return [sprite for flight in self._flights if (sprite := flight.sprite(now)) is not None]
