"""The backs of the patience deck: each has a code of its own that says nothing about the card.

With it the camera knows a card that lies face down, and the player does not.  Which back belongs to which
card follows from the kit's key, so that nobody without the key can tell, and nothing needs to be remembered.
"""

from __future__ import annotations

from hashlib import blake2s

from companion.kit.codes import ALPHABET, KitKey
from companion.kit.items import playing_cards

#: A back's item is this letter and three letters or digits, which are of no order.
BACK = "B"
_BITS = 15


def backs_of(key: KitKey) -> dict[str, str]:
    """Return the item of each playing card's back in a kit: 52 different ones, by the items of the cards."""
    backs: dict[str, str] = {}
    taken: set[str] = set()
    for card in playing_cards():
        for attempt in range(len(ALPHABET) ** 3):
            back = _back(key, f"{card}:{attempt}")
            if back not in taken:
                break
        taken.add(back)
        backs[card] = back
    return backs


def cards_of_backs(key: KitKey) -> dict[str, str]:
    """Return which playing card has a back: items of cards by the items of their backs."""
    return {back: card for card, back in backs_of(key).items()}


def _back(key: KitKey, said: str) -> str:
    digest = blake2s(said.encode("ascii"), key=key.key, person=b"kitbacks", digest_size=8).digest()
    number = int.from_bytes(digest, "big") >> (64 - _BITS)
    return BACK + "".join(ALPHABET[number >> shift & 31] for shift in (10, 5, 0))
