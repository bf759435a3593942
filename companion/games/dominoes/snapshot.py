"""The position of a domino game as plain data: for the views, for playthroughs, and for the digest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from companion.games.dominoes.board import NONE, Board
from companion.games.dominoes.dealing import Deal
from companion.games.dominoes.layout import CHIPS, SPACES, TOUCHES
from companion.games.dominoes.tiles import WAY_ENDS, tiles_in

if TYPE_CHECKING:
    from companion.games.dominoes.game import DominoGame

#: Grows when what the digest covers changes, never because something is added to the snapshot.
DIGEST_VERSION = 1


def snapshot_of(game: DominoGame) -> dict[str, Any]:
    """Return the whole position as plain data, all hands that are known included."""
    return _position(game, {seat.id for seat in game.seats}, whole=True)


def view_of(game: DominoGame, seat: str | None) -> dict[str, Any]:
    """Return what `seat` may see: its own hand where it is known, all known ones with open hands (T2)."""
    shown = {one.id for one in game.seats} if game.settings.open_hands else {seat} if seat else set()
    return _position(game, shown, whole=False)


def _position(game: DominoGame, shown: set[str], whole: bool) -> dict[str, Any]:
    deal = game.deal
    lies = deal or game.previous
    board = lies.board if lies else Board()
    return {
        "rules": msgspec.to_builtins(game.settings),
        "phase": _phase(game),
        "deal": deal.number if deal else None,
        "lying_deal": lies.number if lies else None,
        "deals": game.deals,
        "starter": deal.starter if deal else None,
        "turn": deal.seat if deal and not deal.ended else None,
        "turn_number": deal.turn if deal else 0,
        "tile": deal.tile if deal else None,
        "spaces": _spaces(lies),
        "chips": [_chip(game, lies, board, chip) for chip in range(len(CHIPS))],
        "unplayed": list(tiles_in(board.unplayed)),
        "reserve": deal.reserve if deal else 0,
        "reserve_tiles": list(deal.pool) if deal and whole else None,
        "aside": deal.aside if deal else 0,
        "passed": deal.passed if deal else 0,
        "draw_on_pass": game.shares.draw_on_pass,
        "seats": [_seat(game, lies, deal, seat.id, shown) for seat in game.seats],
        "passes": _passes(game.previous) if deal is None and game.previous else [],
        "ended": lies.ended if lies and deal is None else "",
        "standings": [msgspec.to_builtins(s) for s in game.outcome.standings] if game.outcome else [],
    }


def _phase(game: DominoGame) -> str:
    if game.outcome is not None:
        return "over"
    if game.deal is not None:
        return game.deal.phase
    return "ready" if game.waiting else "begin"


def _spaces(deal: Deal | None) -> list[dict[str, Any]]:
    spaces: list[dict[str, Any]] = []
    for space in SPACES:
        lay = deal.lying.get(space.index) if deal else None
        spaces.append(
            {
                "space": space.id,
                "chips": list(space.chips),
                "side": space.side,
                "tile": lay.tile if lay else None,
                "ends": list(WAY_ENDS[lay.way]) if lay else None,
                "seat": lay.seat if lay else None,
                "order": lay.order if lay else None,
                "irregular": lay.irregular if lay else False,
            }
        )
    return spaces


def _chip(game: DominoGame, deal: Deal | None, board: Board, chip: int) -> dict[str, Any]:
    number = board.numbers[chip]
    ends = []
    for space in SPACES:
        if deal and space.index in deal.lying and chip in TOUCHES[space.index]:
            end = WAY_ENDS[deal.lying[space.index].way][TOUCHES[space.index].index(chip)]
            ends.append({"space": space.id, "end": end, "match": end == number})
    winner = deal.winners.get(chip) if deal else None
    spoiled = bool(board.spoiled >> chip & 1)
    return {
        "chip": chip + 1,
        "chips": game.ledger.balance(game.chip_account(chip)),
        "number": None if number == NONE else number,
        "ends": ends,
        "state": "won" if winner else "spoiled" if spoiled else "open",
        "spoiled": spoiled,
        "winner": winner,
    }


def _seat(game: DominoGame, lies: Deal | None, deal: Deal | None, id: str, shown: set[str]) -> dict[str, Any]:
    known = deal.hands[id].known if deal and id in shown else None
    return {
        "seat": id,
        "name": game.name_of(id),
        "place": next(seat.place for seat in game.seats if seat.id == id),
        "chips": game.ledger.balance(id),
        "tiles": deal.hands[id].size if deal else 0,
        "hand": None if known is None else list(tiles_in(known)),
        "virtual": game.virtual.get(id),
        "left": id in game.gone,
        "laid": sum(lay.seat == id for lay in lies.lying.values()) if lies else 0,
        "passes": lies.passes.get(id, 0) if lies else 0,
        "delta": lies.gains.get(id, 0) if lies else 0,
    }


def _passes(deal: Deal) -> list[dict[str, Any]]:
    """Which tiles would have been legal at each pass on trust, told only after the deal (T16)."""
    return [{"seat": one.seat, "turn": one.turn, "tiles": list(tiles_in(one.legal))} for one in deal.trusted]


def digest_of(game: DominoGame) -> dict[str, Any]:
    """Return what the digest covers, besides the balances."""
    deal = game.deal
    fields: dict[str, Any] = {
        "version": DIGEST_VERSION,
        "deals": game.deals,
        "virtual": game.virtual,
        "gone": game.gone,
        "waiting": game.waiting,
        "over": game.outcome is not None,
        "ended": (game.previous.number, game.previous.turn) if game.previous else None,
    }
    if game.adjusted:
        # Sessions of before have nothing of the kind, and keep the digests they have.
        fields["adjusted"] = game.adjusted
    if deal is not None:
        fields |= {
            "deal": (deal.number, deal.starter, deal.seat, deal.turn, deal.asked, deal.phase, deal.passed),
            "lying": sorted((lay.space, lay.way, lay.seat, lay.order) for lay in deal.lying.values()),
            "numbers": deal.board.numbers,
            "spoiled": deal.board.spoiled,
            "hands": [(id, hand.size, tiles_in(hand.known or 0)) for id, hand in sorted(deal.hands.items())],
            "reserve": (deal.reserve, deal.aside, deal.pool),
            "tile": (deal.tile, deal.irregular),
            "passes": sorted(deal.passes.items()),
            "winners": sorted(deal.winners.items()),
            "back": deal.undo is not None,
        }
    return fields
