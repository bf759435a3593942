"""Numbered deals (S14): a number gives the same deck on every machine and with every Python.

The shuffle is our own, so that no library can change it.  SplitMix64 (Steele, Lea and Flood, "Fast
Splittable Pseudorandom Number Generators", 2014), started at the deal's number, makes 64-bit numbers;
Fisher and Yates' shuffle swaps card i, from the last down to the second, with card ``number mod (i + 1)``
of the deck in the order of `CARDS`, after leaving out numbers that would favour the first cards.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.patience.cards import CARDS
from companion.table.faults import Fault

#: Deals are numbered from 1 to this.
LAST_DEAL = 999_999_999

_WORD = 1 << 64


def numbered_deck(number: int) -> tuple[str, ...]:
    """Return the deck of a deal's number, 1 to `LAST_DEAL`; raises `Fault` for any other number."""
    if not 1 <= number <= LAST_DEAL:
        raise Fault("patience.bad.number", status=2, given=str(number)[:24], most=LAST_DEAL)
    deck = list(CARDS)
    numbers = _split_mix(number)
    for i in range(len(deck) - 1, 0, -1):
        bound = i + 1
        fair = _WORD - _WORD % bound
        chosen = next(drawn for drawn in numbers if drawn < fair) % bound
        deck[i], deck[chosen] = deck[chosen], deck[i]
    return tuple(deck)


def _split_mix(state: int) -> Iterator[int]:
    while True:
        state = (state + 0x9E3779B97F4A7C15) % _WORD
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % _WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % _WORD
        yield mixed ^ mixed >> 31
