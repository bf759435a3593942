"""The text form of a position, one word that can be typed, stored and read back.

Its eleven parts stand between slashes: draw, foundations, stock, waste and the seven columns::

    3/2C--AHKS/9D4C/KH/|/5H|9C8D/...

The foundations are the four top cards in the order of `SUITS`, ``--`` for an empty one.  The stock is in
the order in which it will be drawn, the waste has its top card last.  A column is its hidden cards from
the base up, a bar, and its face-up cards.  ``??`` is a card that nobody has seen.
"""

from __future__ import annotations

from companion.games.patience.cards import (
    CARDS,
    SUITS,
    UNSEEN,
    card_name,
    check_no_card_twice,
    lies_on,
    parse_cards,
    rank_of,
    suit_name,
)
from companion.games.patience.position import COLUMNS, Column, Position
from companion.table.faults import Fault
from companion.table.text import Text, text

BAR = "|"
_PARTS = 4 + COLUMNS
_STOCK = 24


def saved_text(position: Position) -> str:
    """Return the text form of a position."""
    tops = "".join(position.foundation_top(suit) or "--" for suit in SUITS)
    columns = ["".join(column.down) + BAR + "".join(column.up) for column in position.columns]
    parts = [str(position.draw), tops, "".join(position.stock), "".join(position.waste), *columns]
    return "/".join(parts)


def parse_position(saved: str) -> Position:
    """Read a position back from its text form.

    Raises `Fault`, one sentence, when the text has not the form, when cards are missing or there
    twice, and when no deal can lead to the position (S1-S8).
    """
    parts = saved.strip().split("/")
    if len(parts) != _PARTS or any(part.count(BAR) != 1 for part in parts[4:]):
        raise Fault("patience.bad.form", status=2)
    if parts[0] not in ("1", "3"):
        raise Fault("patience.bad.draw", status=2, given=parts[0][:12])
    columns = []
    for part in parts[4:]:
        down, up = part.split(BAR)
        columns.append(Column(parse_cards(down, unseen=True), parse_cards(up)))
    stock, waste = (parse_cards(part, unseen=True) for part in parts[2:4])
    position = Position(int(parts[0]), _heights(parts[1]), stock, waste, tuple(columns))
    _check(position)
    return position


def _heights(foundations: str) -> tuple[int, ...]:
    tops = [foundations[i : i + 2] for i in range(0, len(foundations), 2)]
    if len(tops) != len(SUITS):
        raise Fault("patience.bad.form", status=2)
    heights = []
    for suit, top in zip(SUITS, tops, strict=True):
        if top == "--":
            heights.append(0)
            continue
        (card,) = parse_cards(top)
        if card[1] != suit:
            raise Fault("patience.bad.foundation", status=2, card=card_name(card), suit=suit_name(suit))
        heights.append(rank_of(card))
    return tuple(heights)


def _check(position: Position) -> None:
    cards = list(position.cards())
    check_no_card_twice(cards)
    if len(cards) != len(CARDS):
        raise Fault("patience.bad.count", status=2, count=len(cards))
    reason = _cannot_arise(position)
    if reason is not None:
        raise Fault("patience.bad.cannot_arise", status=2, reason=reason)


def _cannot_arise(position: Position) -> Text | None:
    """Why no deal leads to this position, or ``None``."""
    for number, column in enumerate(position.columns, start=1):
        if column.down and not column.up and column.down[-1] != UNSEEN:
            return Text("patience.never.bare", {"number": number})
        # A bare column whose last card has not been shown yet counts it among the hidden ones.
        if len(column.down) >= number + (not column.up):
            return Text("patience.never.hidden", {"number": number, "count": number - 1})
        for lower, upper in zip(column.up, column.up[1:], strict=False):
            if not lies_on(upper, lower):
                return text(
                    "patience.never.run", number=number, card=card_name(upper), lower=card_name(lower)
                )
    left = len(position.stock) + len(position.waste)
    if left > _STOCK:
        return Text("patience.never.stock", {"count": left})
    return _groups_of_three(position)


def _groups_of_three(position: Position) -> Text | None:
    """Why the stock cannot have this size with three cards turned at a time (S7, S8), or ``None``.

    A pass begins with some number of cards, at most 24, of which threes are turned and some of the
    turned ones are played; so what is left of the stock differs from that number by threes.
    """
    left, all_left = len(position.stock), len(position.stock) + len(position.waste)
    if position.draw == 1 or not left:
        return None
    begun = range(all_left, _STOCK + 1)
    if any(cards % position.draw == left % position.draw for cards in begun):
        return None
    return Text("patience.never.groups", {"count": left})
