"""A patience being played: the position, the way back (S10), the action counter (S9), the score (S13)."""

from __future__ import annotations

from companion.games.patience.position import FOUNDATION, RECYCLE, TURN, WASTE, Position

#: The "standard" score (S13); it never falls below 0.
WASTE_TO_COLUMN = 5
CARD_TURNED_UP = 5
TO_FOUNDATION = 10
BACK_FROM_FOUNDATION = -15


class Play:
    """A position with its past.

    `actions` only grows: every completed action, undo and redo adds one (S9, S10).  The score belongs to
    the position, so undo gives back the score that it had.
    """

    def __init__(self, position: Position) -> None:
        self.actions = 0
        self._past: list[tuple[Position, int, str]] = []
        self._future: list[str] = []
        self._position = position
        self._score = 0

    @property
    def position(self) -> Position:
        return self._position

    @property
    def score(self) -> int:
        """The standard score of the position (S13)."""
        return self._score

    @property
    def made(self) -> tuple[str, ...]:
        """The moves that lead from the first position to this one."""
        return tuple(move for _, _, move in self._past)

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    def move(self, move: str) -> None:
        """Make a legal move; raises `Refused` for any other, and then nothing has changed."""
        self._make(move)
        self._future.clear()

    def show(self, card: str) -> None:
        """Name the card that the position waits for; no action of its own (S3).

        What has been seen stays seen: the card is known from now on in all earlier positions too, so that
        undo and redo never ask for it again.  Raises `Refused` for a card that cannot be there.
        """
        place = self._position.awaits
        self._position, before = self._position.shown(card), self._position
        index = len(before.waste) - 1 if place == WASTE else len(before.columns[int(place or 1) - 1].down) - 1
        for i in range(len(self._past) - 1, -1, -1):
            position, score, move = self._past[i]
            if place == WASTE:
                # The waste followed by the stock keeps its order; only a card played from it closes a gap.
                played = move not in (TURN, RECYCLE) and position.step(move).source == WASTE
                index += played and index >= len(position.waste) - 1
                known = position.with_known_stock(index, card)
            else:
                known = position.with_known_hidden(int(place or 1) - 1, index, card)
            self._past[i] = (known, score, move)

    def undo(self) -> None:
        """Go back one action; the first position stays as it is, at no charge."""
        if self._past:
            self._position, self._score, undone = self._past.pop()
            self._future.append(undone)
            self.actions += 1

    def redo(self) -> None:
        """Make the action again that was undone last; nothing when there is none."""
        if self._future:
            self._make(self._future.pop())

    def _make(self, move: str) -> None:
        before = self._position
        after = before.after(move)
        self._past.append((before, self._score, move))
        self._score = max(0, self._score + _points(before, move))
        self._position = after
        self.actions += 1


def _points(position: Position, move: str) -> int:
    if move in (TURN, RECYCLE):
        return 0
    step = position.step(move)
    points = CARD_TURNED_UP if step.bares else 0
    if step.target == FOUNDATION:
        return points + TO_FOUNDATION
    if step.source == WASTE:
        return points + WASTE_TO_COLUMN
    return points + (BACK_FROM_FOUNDATION if step.source == FOUNDATION else 0)
