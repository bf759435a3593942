"""Hands: dealt by the program, shown to the camera in private, or not known at all; and the reserve.

Real tiles are dealt by people, so a hand is known only where it has been scanned (T16) or the program dealt
it.  What is asked for in private never says in public what it is: `known` is all that lies nowhere, so
that neither a prompt nor a refusal tells what is in a hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.dominoes.dealing import Deal, Hand, Part
from companion.games.dominoes.layout import SPACES
from companion.games.dominoes.legality import played
from companion.games.dominoes.tiles import MASK_OF, TILES, count_tiles, mask_of, tiles_in
from companion.table.prompts import Deal as Shuffle
from companion.table.prompts import Reveal
from companion.table.text import Fact, Text, text

if TYPE_CHECKING:
    from companion.games.dominoes.game import DominoGame


def deal_tiles(game: DominoGame, deal: Deal) -> Part[None]:
    """Let the program shuffle and deal (a virtual table), first hand to the starter, the rest the reserve."""
    say = Text("dominoes.ask.deal", {"deal": deal.number})
    answer = yield (Shuffle(key=f"deal/{deal.number}", say=say, cards=TILES),)
    tiles, size = tuple(answer.value), game.shares.hand
    for seat in game.clockwise(deal.starter):
        deal.hands[seat] = Hand(size, mask_of(tiles[:size]))
        tiles = tiles[size:]
    deal.pool = tiles[: deal.reserve]


def is_scanned(game: DominoGame, seat: str) -> bool:
    """Tell whether the companion has to know a seat's hand: it plays it, or hands are scanned in (T16)."""
    return seat in game.virtual or game.settings.hands != "table"


def scan_hand(game: DominoGame, deal: Deal, seat: str) -> Part[None]:
    """Have a hand shown in private, tile by tile, unless what it holds is certain."""
    hand = deal.hands[seat]
    if hand.known is None and not deal.certain(seat):
        phase, deal.phase = deal.phase, "scan"
        known = 0
        while count_tiles(known) < hand.size:
            number = count_tiles(known) + 1
            known |= yield from _shown(game, deal, seat, "hand", known, number, hand.size)
        deal.phase = phase
        deal.hands[seat] = Hand(hand.size, known)
        name = game.name_of(seat)
        game.tell("scanned", Text("dominoes.said.scanned", {"seat": name}), seat=seat, tiles=hand.size)
    elif hand.known is None:
        deal.hands[seat] = Hand(hand.size, deal.candidates(seat))


def _shown(game: DominoGame, deal: Deal, seat: str, what: str, held: int, number: int, of: int) -> Part[int]:
    """Ask for one tile in private until it is one that can be in this hand; returns it as a mask."""
    others = 0
    for other, hand in deal.hands.items():
        if other != seat and hand.known is not None:
            others |= hand.known
    facts: dict[str, Fact] = {"seat": game.name_of(seat), "number": number, "tiles": of}
    asked = () if seat in game.virtual else (seat,)
    say = Text(f"dominoes.ask.{what}" if asked else f"dominoes.ask.{what}_virtual", facts)
    while True:
        key = f"{what}/{seat}/{deal.number}/{deal.turn}/{number}"
        answer = yield (
            Reveal(
                key=key if not deal.asked else f"{key}/{deal.asked + 1}",
                say=say,
                seats=asked,
                known=tiles_in(deal.board.unplayed),
                because={lay.tile: played(lay.tile, SPACES[lay.space]) for lay in deal.lying.values()},
                private=True,
            ),
        )
        mask = MASK_OF[answer.value]
        if not mask & (held | others):
            return mask
        deal.asked += 1
        game.tell("scan_again", Text("dominoes.said.scan_again", {"seat": game.name_of(seat)}), seat=seat)


def draw(game: DominoGame, deal: Deal, seat: str) -> Part[None]:
    """Draw a tile from the reserve, as long as it lasts (T4)."""
    if not deal.reserve:
        return
    hand, drawn = deal.hands[seat], None
    if deal.pool:
        drawn, deal.pool = MASK_OF[deal.pool[0]], deal.pool[1:]
    elif hand.known is not None:
        phase, deal.phase = deal.phase, "scan"
        drawn = yield from _shown(game, deal, seat, "draw", hand.known, 1, 1)
        deal.phase = phase
    deal.reserve -= 1
    known = None if hand.known is None or drawn is None else hand.known | drawn
    deal.hands[seat] = Hand(hand.size + 1, known)
    say = text("dominoes.said.draws", seat=game.name_of(seat), count=deal.reserve)
    game.tell("draws", say, seat=seat, reserve=deal.reserve)


def take_from(deal: Deal, seat: str, mask: int) -> None:
    """Take a tile that is laid out of a hand."""
    hand = deal.hands[seat]
    known = None if hand.known is None else hand.known & ~mask
    deal.hands[seat] = Hand(hand.size - 1, known)
