"""A deal as a position to think in: every hand known, no prompts, no ledger.

A position never changes; playing makes another one.  Seats are counted from the one that thinks, which is 0.
"""

from __future__ import annotations

from companion.games.dominoes.board import Board
from companion.games.dominoes.layout import AROUND, TOUCHES
from companion.games.dominoes.tiles import BOTH_WAYS, WAYS, bits

#: A tile laid: the space x 49 + the way.  `PASS` stands for passing.
PASS = -1

#: All ways with a certain end first, and all with a certain end second.
_FIRST = tuple(sum(1 << (end * 7 + other) for other in range(7)) for end in range(8))
_SECOND = tuple(sum(1 << (other * 7 + end) for other in range(7)) for end in range(8))


class Position:
    """One moment of a deal.

    `hands` are masks of ways, one a seat; `piles` what lies on the nine chips; `gains` what each seat has won
    in the deal; `reserve` the masks of the tiles to be drawn, in order; `passed` the passes in a row.
    """

    __slots__ = ("board", "draw_on_pass", "gains", "hands", "passed", "piles", "reserve", "turn")

    def __init__(
        self,
        board: Board,
        hands: tuple[int, ...],
        piles: tuple[int, ...],
        gains: tuple[int, ...],
        turn: int = 0,
        passed: int = 0,
        reserve: tuple[int, ...] = (),
        draw_on_pass: bool = False,
    ) -> None:
        self.board = board
        self.hands = hands
        self.piles = piles
        self.gains = gains
        self.turn = turn
        self.passed = passed
        self.reserve = reserve
        self.draw_on_pass = draw_on_pass

    @property
    def over(self) -> bool:
        """Whether the deal has ended: the layout is full, or all have passed in a row (T1, T12)."""
        return not self.board.empty or self.passed >= len(self.hands)

    def moves(self) -> list[int]:
        """Return every legal move of the seat in turn, or just `PASS` (T7, T8)."""
        board, hand = self.board, self.hands[self.turn]
        found = []
        for space in bits(board.empty):
            ways = board.legal(space) & hand
            base = space * WAYS
            while ways:
                low = ways & -ways
                found.append(base + low.bit_length() - 1)
                ways ^= low
        return found or [PASS]

    def play(self, move: int) -> Position:
        """Return the position after a move of `moves`."""
        turn, hands, reserve = self.turn, self.hands, self.reserve
        following = turn + 1 if turn + 1 < len(hands) else 0
        if move == PASS:
            if reserve and self.draw_on_pass and self.passed + 1 < len(hands):
                hands, reserve = _with_hand(hands, turn, hands[turn] | reserve[0]), reserve[1:]
            return Position(
                self.board, hands, self.piles, self.gains, following,
                self.passed + 1, reserve, self.draw_on_pass,
            )  # fmt: skip
        space, way = divmod(move, WAYS)
        board = self.board.lay(space, way)
        hand = hands[turn] & ~BOTH_WAYS[way]
        if reserve and board.empty:
            hand, reserve = hand | reserve[0], reserve[1:]
        piles, gains = self.piles, self.gains
        won = board.won(space)
        if won:
            gain = 0
            for chip in won:
                gain += piles[chip]
            left = list(piles)
            for chip in won:
                left[chip] = 0
            piles = tuple(left)
            gains = _with_hand(gains, turn, gains[turn] + gain)
        return Position(
            board, _with_hand(hands, turn, hand), piles, gains, following, 0, reserve, self.draw_on_pass
        )

    def captures(self, seat: int) -> tuple[int, ...]:
        """Return the moves with which `seat` would win a pile now, were it in turn."""
        found: list[int] = []
        board, hand = self.board, self.hands[seat]
        empty, spoiled, numbers = board.empty, board.spoiled, board.numbers
        for chip in range(9):
            left = AROUND[chip] & empty
            # One space is left round it, and nothing has spoiled it.
            if not left or left & (left - 1) or spoiled >> chip & 1:
                continue
            space = left.bit_length() - 1
            touched = TOUCHES[space]
            fitting = _FIRST if touched[0] == chip else _SECOND
            ways = board.legal(space) & hand & fitting[numbers[chip]]
            base = space * WAYS
            while ways:
                low = ways & -ways
                found.append(base + low.bit_length() - 1)
                ways ^= low
        return tuple(dict.fromkeys(found)) if len(found) > 1 else tuple(found)

    def gain_of(self, move: int) -> int:
        """Return what a move would win at once."""
        if move == PASS:
            return 0
        space, way = divmod(move, WAYS)
        board = self.board
        rest = board.empty & ~(1 << space)
        gain = 0
        for at, chip in enumerate(TOUCHES[space]):
            if not AROUND[chip] & rest and not board.spoiled >> chip & 1:
                end = way // 7 if at == 0 else way % 7
                if board.numbers[chip] == end:
                    gain += self.piles[chip]
        return gain

    def best_capture(self, seat: int) -> int:
        """Return the most that `seat` could win at once, were it in turn."""
        return max((self.gain_of(move) for move in self.captures(seat)), default=0)


def _with_hand(all: tuple[int, ...], seat: int, one: int) -> tuple[int, ...]:
    if len(all) == 2:
        return (one, all[1]) if seat == 0 else (all[0], one)
    return (*all[:seat], one, *all[seat + 1 :])
