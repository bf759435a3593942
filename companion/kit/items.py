"""What the item of a code names: a letter for the kind, then its number or its own name.

| item | what |
|---|---|
| ``G01`` to ``G36`` | the cards of the gold rush's creeks, by their place in the edition |
| ``D01`` to ``D99`` | its deeds, likewise |
| ``PAS`` to ``PKC`` | playing cards: rank (A 2 to 9 T J Q K), then suit (S H D C) |
| ``T00`` to ``T66`` | dominoes, the lower half first |

The letters that are left are free for later sheets.  An item says nothing about a card but which it is: all
that it does stands in the edition, so a text on a card can be changed without printing new codes.
"""

from __future__ import annotations

GOLD_CARDS = 36
MOST_DEEDS = 99
RANKS = "A23456789TJQK"
SUITS = "SHDC"


def gold_cards() -> tuple[str, ...]:
    """Return the items of the 36 creek cards, in order."""
    return tuple(f"G{number:02}" for number in range(1, GOLD_CARDS + 1))


def deeds(count: int) -> tuple[str, ...]:
    """Return the items of an edition's deeds, in order; raises `ValueError` for more than 99."""
    if not 0 <= count <= MOST_DEEDS:
        raise ValueError(f"a kit has at most {MOST_DEEDS} deeds, not {count}")
    return tuple(f"D{number:02}" for number in range(1, count + 1))


def playing_cards() -> tuple[str, ...]:
    """Return the items of the 52 playing cards, suit by suit."""
    return tuple(f"P{rank}{suit}" for suit in SUITS for rank in RANKS)


def dominoes() -> tuple[str, ...]:
    """Return the items of the 28 dominoes."""
    return tuple(f"T{low}{high}" for low in range(7) for high in range(low, 7))
