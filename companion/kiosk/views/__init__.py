"""Views: one a game, each drawing a committed position and nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import pygame

from companion.kiosk.canvas import Canvas, Sprite
from companion.table.seats import Seat
from companion.table.view import TableView

if TYPE_CHECKING:
    from companion.kiosk.stage import Stage


@dataclass(frozen=True, slots=True)
class SeatLine:
    """What the list of seats says of one seat: how much it has, a few words, what the round has brought."""

    amount: str
    about: str = ""
    delta: int = 0


class GameView(Protocol):
    """One game on the screen."""

    def take(self, view: TableView, now: int) -> int:
        """Take a newly committed view; returns when what it reveals has been seen (monotonic ms)."""

    def title(self, view: TableView) -> tuple[str, str]:
        """Return the title of the table, and how far the session is."""

    def seat_line(self, view: TableView, seat: Seat) -> SeatLine:
        """Return what the list of seats says of a seat."""

    def paint(self, canvas: Canvas, rect: pygame.Rect, view: TableView, now: int) -> None:
        """Draw the position into `rect`."""

    def spot(self, account: str) -> tuple[int, int] | None:
        """Return where an account's money was last painted on the screen; None where it was not."""

    def live(self, now: int) -> list[Sprite]:
        """Return what moves over the painted position."""

    def stale(self, now: int) -> bool:
        """Whether a movement has come to its end, so that the position must be painted anew."""


#: The games that can be shown on a screen.
VIEWS = ("dice",)


def view_of(game: str, stage: Stage) -> GameView:
    """Return the view of a game by its name."""
    if game == "dice":
        from companion.kiosk.views.dice import DiceView

        return DiceView(stage)
    raise ValueError(f"the kiosk has no view of {game!r}")
