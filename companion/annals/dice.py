"""An evening of the dice game in figures: throws, hands, stakes won, turns as the bank."""

from __future__ import annotations

from companion.annals.counting import Counters, Feats, Streaks
from companion.annals.evening import Feat
from companion.annals.told import Happened
from companion.games.dice.hands import Category, Dice, hand_name, rank, read_hand
from companion.table.text import Text

#: From this hand on a throw is worth telling.
_WORTH = Category.THREE


class DiceTally:
    """Counts an evening of dice; the hands are those of D2 and D3."""

    def __init__(self) -> None:
        self._counters, self._feats, self._streaks = Counters(), Feats(), Streaks()
        self._bank = ""

    def take(self, happened: Happened) -> None:
        facts = happened.facts
        match happened.what:
            case "throw":
                self._throw(facts["seat"], tuple(facts["dice"]))
            case "bank":
                self._bank = facts["seat"]
                self._counters.add(self._bank, "banks")
            case "pot_round":
                self._bank = ""
            case "won" | "lost":
                self._stake(facts["seat"], facts["amount"], happened.what == "won")
            case "pot":
                self._feats.offer("dice.pot", facts["seat"], facts["amount"], 3, count=facts["amount"])
                self._counters.add(facts["seat"], "pots")
            case "round_end":
                gained = facts["deltas"].get(self._bank, 0)
                if self._bank:
                    self._feats.offer("dice.bank", self._bank, gained, 3, count=gained)

    def _throw(self, seat: str, dice: Dice) -> None:
        hand = read_hand(dice)
        worth = worth_of(dice)
        self._counters.add(seat, "throws")
        self._counters.most(seat, "best_hand", worth)
        if hand.category >= Category.FOUR:
            self._counters.add(seat, "five_alike" if hand.category is Category.FIVE else "four_alike")
        if hand.category >= _WORTH:
            self._feats.offer("dice.best_hand", seat, worth, hand=hand_name(hand))

    def _stake(self, seat: str, amount: int, won: bool) -> None:
        self._counters.add(seat, "stakes_won" if won else "stakes_lost")
        row = self._streaks.went(seat, won)
        self._counters.most(seat, "best_row", row)
        self._feats.offer("dice.row", seat, row, 3, count=row)
        if won:
            self._feats.offer("dice.biggest_win", seat, amount, 2, count=amount)

    def figures(self) -> dict[str, dict[str, int]]:
        return self._counters.plain()

    def feats(self) -> tuple[Feat, ...]:
        return self._feats.best()


def worth_of(dice: Dice) -> int:
    """Return a number that orders throws as D3 does: its hundreds are the category."""
    category, *heights = rank(dice)
    first, second = [*heights, 0, 0][:2]
    return category * 100 + first * 10 + second


def hand_of(worth: int) -> Text:
    """Return the name of the hand that `worth_of` has numbered."""
    category, first, second = Category(worth // 100), worth // 10 % 10, worth % 10
    faces = [1 if height == 7 else height for height in (first, second) if height]
    spare = [face for face in (2, 3, 4, 5, 6, 1) if face not in faces]
    counts = {
        Category.FIVE: (5,),
        Category.FOUR: (4,),
        Category.FULL_HOUSE: (3, 2),
        Category.THREE: (3,),
        Category.TWO_PAIR: (2, 2),
        Category.PAIR: (2,),
        Category.HIGH_DIE: (1,),
    }[category]
    dice = [face for face, count in zip(faces, counts, strict=True) for _ in range(count)]
    return hand_name(read_hand((*dice, *spare[: 5 - len(dice)])))
