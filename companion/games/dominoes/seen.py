"""What one player knows of a deal: the layout, its own hand, and how many tiles the others hold.

It is what plays for a seat gets to see, made from the game itself or from `Game.view` of that seat; hands of
others are in it only where they are open or follow from what is known (T2).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from companion.games.dominoes.board import NONE, Board
from companion.games.dominoes.layout import CHIPS, SPACE_BY_ID
from companion.games.dominoes.tiles import ENDS, count_tiles, mask_of

if TYPE_CHECKING:
    from companion.games.dominoes.game import DominoGame


class Seen(Struct, frozen=True):
    """A deal from one seat, which is the first of `sizes`; the others follow clockwise.

    `hands` are masks of ways, ``None`` where a hand is not known; `piles` the chips on the nine positions,
    `reserve` the tiles still to be drawn, `aside` those out of the deal, `passed` the passes in a row.
    """

    board: Board
    hands: tuple[int | None, ...]
    sizes: tuple[int, ...]
    piles: tuple[int, ...]
    reserve: int = 0
    aside: int = 0
    passed: int = 0
    draw_on_pass: bool = False

    @property
    def hand(self) -> int:
        """The seat's own hand; raises `ValueError` where not even that is known."""
        if self.hands[0] is None:
            raise ValueError("the hand to play is not known")
        return self.hands[0]

    def deduced(self) -> Seen:
        """Return the same with the one unknown hand filled in, where nothing else is left for it (T2)."""
        unknown = [at for at, hand in enumerate(self.hands) if hand is None]
        if len(unknown) != 1:
            return self
        rest = self.board.unplayed
        for hand in self.hands:
            rest &= ~(hand or 0)
        if count_tiles(rest) != self.sizes[unknown[0]]:
            return self
        hands = tuple(rest if hand is None else hand for hand in self.hands)
        return replace(self, hands=hands)


def seen_by(game: DominoGame, seat: str) -> Seen:
    """Return what a seat knows; raises `ValueError` while no deal is in play."""
    deal = game.deal
    if deal is None:
        raise ValueError("no deal is in play")
    order = game.clockwise(seat)
    shown = game.settings.open_hands
    return Seen(
        board=deal.board,
        hands=tuple(deal.hands[id].known if shown or id == seat else None for id in order),
        sizes=tuple(deal.hands[id].size for id in order),
        piles=tuple(game.ledger.balance(game.chip_account(chip)) for chip in range(len(CHIPS))),
        reserve=deal.reserve,
        aside=deal.aside,
        passed=deal.passed,
        draw_on_pass=game.shares.draw_on_pass,
    ).deduced()


def seen_in(view: dict[str, Any], seat: str) -> Seen:
    """Return what a seat knows by its view, as plain data; raises `ValueError` while no deal is in play."""
    if not view["seats"] or view["deal"] is None:
        raise ValueError("no deal is in play")
    seats = view["seats"]
    at = [one["seat"] for one in seats].index(seat)
    order = seats[at:] + seats[:at]
    return Seen(
        board=board_in(view),
        hands=tuple(None if one["hand"] is None else mask_of(one["hand"]) for one in order),
        sizes=tuple(one["tiles"] for one in order),
        piles=tuple(chip["chips"] for chip in view["chips"]),
        reserve=view["reserve"],
        aside=view["aside"],
        passed=view["passed"],
        draw_on_pass=view["draw_on_pass"],
    ).deduced()


def board_in(view: dict[str, Any]) -> Board:
    """Return the layout of a view; the numbers of the chips are taken as they are told."""
    empty = sum(1 << SPACE_BY_ID[one["space"]].index for one in view["spaces"] if one["tile"] is None)
    numbers = tuple(NONE if chip["number"] is None else chip["number"] for chip in view["chips"])
    counts = [numbers.count(end) for end in range(ENDS)]
    return Board(
        empty=empty,
        unplayed=mask_of(view["unplayed"]),
        numbers=numbers,
        spoiled=sum(1 << at for at, chip in enumerate(view["chips"]) if chip["spoiled"]),
        free=sum(1 << end for end in range(ENDS) if counts[end] < 2),
        single=sum(1 << end for end in range(ENDS) if counts[end] == 1),
    )
