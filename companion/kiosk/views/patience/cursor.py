"""The cursor over the cards: which card, then where to; and the buttons beside the table after the cards."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.patience.position import RECYCLE, TURN

#: The stock as a source; its tap needs no target.
STOCK = "stock"


class Cursor:
    """Walks through what may be done: a source, and once that is chosen its targets.

    `spot` is the source in focus: a card, `STOCK`, or the name of a button.  `chosen` is the card that goes
    somewhere, and `target` where to, once it has been chosen.
    """

    def __init__(self) -> None:
        self.spot = ""
        self.chosen = ""
        self.target = ""
        self._spots: tuple[str, ...] = ()
        self._legal: tuple[str, ...] = ()

    def renew(self, legal: Sequence[str], order: Sequence[str], buttons: Sequence[str]) -> None:
        """Take what is legal now; `order` are the open cards as one reads them.

        The focus stays where it is while that can still be chosen; nothing is chosen any more.
        """
        self._legal = tuple(legal)
        movable = {move.partition("-")[0] for move in legal if "-" in move}
        cards = [card for card in order if card in movable]
        stock = [STOCK] if TURN in legal or RECYCLE in legal else []
        self._spots = (*cards, *stock, *buttons)
        self.chosen = self.target = ""
        if self.spot not in self._spots:
            self.spot = self._spots[0] if self._spots else ""

    @property
    def targets(self) -> tuple[str, ...]:
        """Where the chosen card may go, its foundation first."""
        found = [move.partition("-")[2] for move in self._legal if move.startswith(f"{self.chosen}-")]
        return tuple(sorted(found, key=lambda target: (target != "F", target))) if self.chosen else ()

    @property
    def tap(self) -> str:
        """What a tap on the stock does: turn, recycle, or nothing."""
        return next((move for move in (TURN, RECYCLE) if move in self._legal), TURN)

    def step(self, by: int) -> None:
        """Go on to the next source, or to the next target of the card that is chosen."""
        if self.chosen and self.targets:
            self.target = _next(self.targets, self.target, by)
        elif self._spots:
            self.chosen = ""
            self.spot = _next(self._spots, self.spot, by)

    def choose(self, card: str) -> None:
        """Choose a card that is to go somewhere."""
        self.chosen = card
        if card in self._spots:
            self.spot = card
        self.target = self.targets[0] if self.targets else ""

    def let_go(self) -> bool:
        """Choose nothing any more; return whether anything was chosen."""
        was, self.chosen, self.target = self.chosen, "", ""
        return bool(was)


def _next(among: Sequence[str], here: str, by: int) -> str:
    index = among.index(here) if here in among else -by
    return among[(index + by) % len(among)]
