"""Playing cards in their text form: ``AS`` is the ace of spades, ``TH`` the ten of hearts.

A deck is written as its 52 cards in a row, 104 characters.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from companion.table.faults import Fault
from companion.table.text import Text

#: Suits in the order of the foundations (S5): clubs, diamonds, hearts, spades.
SUITS = "CDHS"
#: Ranks from the ace, low, to the king, high (S1).
RANKS = "A23456789TJQK"
#: All cards, suit by suit in the order of `SUITS`, each from the ace up.
CARDS: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
#: A card that nobody has seen yet; it stands in positions, never in decks.
UNSEEN = "??"

_RANK = {card: RANKS.index(card[0]) + 1 for card in CARDS}
_RED = {card: card[1] in "DH" for card in CARDS}


def rank_of(card: str) -> int:
    """Return the rank of a card: 1 for an ace to 13 for a king."""
    return _RANK[card]


def is_red(card: str) -> bool:
    """Whether a card is a diamond or a heart."""
    return _RED[card]


def lies_on(card: str, lower: str) -> bool:
    """Whether `card` may lie on `lower` in a column: one rank less, of the other colour (S2)."""
    return _RANK[card] + 1 == _RANK[lower] and _RED[card] != _RED[lower]


@cache
def card_name(card: str) -> Text:
    """Return the name of a card in words, such as "the ten of hearts"."""
    if card == UNSEEN:
        return Text("patience.card.unseen")
    return Text("patience.card", {"rank": Text(f"patience.rank.{card[0]}"), "suit": suit_name(card[1])})


@cache
def suit_name(suit: str) -> Text:
    """Return the name of a suit in words."""
    return Text(f"patience.suit.{suit}")


def parse_cards(text: str, *, unseen: bool = False) -> tuple[str, ...]:
    """Return the cards of a text such as ``ASTH9C``; with `unseen`, ``??`` is one too.

    Raises `Fault` for lower case, for ``10`` instead of ``T``, and for whatever is no card.
    Cards that stand there twice are the caller's business.
    """
    if "10" in text:
        raise Fault("patience.bad.ten", status=2)
    if any(letter in text for letter in (SUITS + RANKS).lower() if letter.isalpha()):
        raise Fault("patience.bad.lower_case", status=2)
    cards = tuple(text[i : i + 2] for i in range(0, len(text), 2))
    for place, card in enumerate(cards, start=1):
        if card not in _RANK and not (unseen and card == UNSEEN):
            raise Fault("patience.bad.card", status=2, given=card, place=place)
    return cards


def check_no_card_twice(cards: Sequence[str]) -> None:
    """Raise `Fault` when a card is among `cards` twice; unseen ones do not count."""
    met: set[str] = set()
    for card in cards:
        if card in met:
            raise Fault("patience.bad.twice", status=2, card=card_name(card))
        if card != UNSEEN:
            met.add(card)


def parse_deck(text: str) -> tuple[str, ...]:
    """Return the 52 cards of a deck of 104 characters; spaces around it are let pass.

    Raises `Fault` with one sentence: empty, lower case, ``10`` for ``T``, no such card, a card
    twice, too few or too many.
    """
    text = text.strip()
    if not text:
        raise Fault("patience.bad.empty", status=2)
    cards = parse_cards(text)
    check_no_card_twice(cards)
    if len(cards) != len(CARDS):
        raise Fault("patience.bad.count", status=2, count=len(cards))
    return cards
