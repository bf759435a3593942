"""One deal while it is played: the layout, who laid what, the hands as far as they are known, whose turn."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeAlias, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from companion.games.dominoes.board import Board
from companion.games.dominoes.tiles import TILE_OF, count_tiles
from companion.table.answers import Answer
from companion.table.prompts import Prompt

T = TypeVar("T")

#: A part of the script: yields the open prompts, is sent answers, and returns something.
Part: TypeAlias = Generator[tuple[Prompt, ...], Answer, T]


class Hand(Struct, frozen=True):
    """A hand: how many tiles, and which as a mask of ways where that is known."""

    size: int
    known: int | None = None


class Lay(Struct, frozen=True):
    """A tile that lies: who laid it, where, in which way, and as which of the deal's tiles it was laid."""

    seat: str
    space: int
    way: int
    order: int
    irregular: bool = False

    @property
    def tile(self) -> str:
        return TILE_OF[self.way]


class Pass(Struct, frozen=True):
    """A pass on trust, with the mask of what would have been legal then (T16)."""

    seat: str
    turn: int
    legal: int


class Undo(Struct, frozen=True):
    """What the last tile can be taken back to (T17): the deal before it, and the chips that it won."""

    deal: Deal
    won: tuple[tuple[int, int], ...] = ()


class Deal(Struct):
    """One deal of a session.

    `seat` is whose turn it is, and `turn` counts the turns, taken-back ones too; `asked` tells apart the
    questions of one turn.  `pool` is the order of the reserve where the program has dealt it; `winners` who
    took the pile of a chip, counted from 0.
    """

    number: int
    starter: str
    seat: str
    board: Board = field(default_factory=Board)
    lying: dict[int, Lay] = field(default_factory=dict)
    hands: dict[str, Hand] = field(default_factory=dict)
    reserve: int = 0
    aside: int = 0
    pool: tuple[str, ...] = ()
    phase: str = "show"
    turn: int = 0
    asked: int = 0
    tile: str | None = None
    irregular: bool = False
    passed: int = 0
    passes: dict[str, int] = field(default_factory=dict)
    trusted: list[Pass] = field(default_factory=list)
    winners: dict[int, str] = field(default_factory=dict)
    gains: dict[str, int] = field(default_factory=dict)
    ended: str = ""
    undo: Undo | None = None

    def copy(self) -> Deal:
        """Return the deal as it is now, for taking a tile back (T17); it holds no way further back itself."""
        return replace(
            self,
            lying=dict(self.lying),
            hands=dict(self.hands),
            passes=dict(self.passes),
            trusted=list(self.trusted),
            winners=dict(self.winners),
            gains=dict(self.gains),
            undo=None,
        )

    def tiles_lying(self) -> dict[int, str]:
        """Return the tile in each space that is taken."""
        return {space: lay.tile for space, lay in self.lying.items()}

    def candidates(self, seat: str) -> int:
        """Return the mask of what a seat may hold: its hand, or what lies nowhere and is in no known hand."""
        known = self.hands[seat].known
        if known is not None:
            return known
        mask = self.board.unplayed
        for other, hand in self.hands.items():
            if other != seat and hand.known is not None:
                mask &= ~hand.known
        return mask

    def certain(self, seat: str) -> bool:
        """Tell whether what a seat holds is certain: known, or all that is left for it (T2)."""
        hand = self.hands[seat]
        return hand.known is not None or count_tiles(self.candidates(seat)) == hand.size
