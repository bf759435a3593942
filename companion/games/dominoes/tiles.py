"""The 28 tiles of a double-six set, and the ways a tile can lie.

A *way* is a tile turned round in one manner: `first` x 7 + `second`, where the first end lies against the
first chip of its space and the second end against the other chip or, on the rim, outward.  A double has one
way, every other tile two: 49 in all, so that a set of tiles is a mask of 49 bits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

from companion.games.dominoes.layout import SPACE_BY_ID, SPACES, Space
from companion.table.text import Text

ENDS = 7
WAYS = ENDS * ENDS

#: The tiles by their text form, the lower end first: ``"0-0"`` to ``"6-6"``.
TILES: tuple[str, ...] = tuple(f"{low}-{high}" for low in range(ENDS) for high in range(low, ENDS))

#: The two ends of each way.
WAY_ENDS: tuple[tuple[int, int], ...] = tuple(divmod(way, ENDS) for way in range(WAYS))
#: The tile that lies in each way.
TILE_OF: tuple[str, ...] = tuple(f"{min(ends)}-{max(ends)}" for ends in WAY_ENDS)
#: Both ways of the tile of each way, as a mask.
BOTH_WAYS: tuple[int, ...] = tuple(
    1 << (first * ENDS + second) | 1 << (second * ENDS + first) for first, second in WAY_ENDS
)
#: Each tile as a mask of its ways.
MASK_OF: dict[str, int] = {TILE_OF[way]: BOTH_WAYS[way] for way in range(WAYS)}
ALL_TILES = (1 << WAYS) - 1

#: The text form of a placement: ``"4-3@12"``, the 3-4 between the chips 1 and 2 with its 4 at chip 1.
PLACEMENTS: tuple[tuple[str, ...], ...] = tuple(
    tuple(f"{first}-{second}@{space.id}" for first, second in WAY_ENDS) for space in SPACES
)
_PLACEMENT = re.compile(r"([0-6])-([0-6])@([0-9a-z]{2})")


def bits(mask: int) -> Iterator[int]:
    """Yield the positions of the bits that are set, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(tiles: Iterable[str]) -> int:
    """Return the mask of some tiles; raises `KeyError` for what is no tile."""
    mask = 0
    for tile in tiles:
        mask |= MASK_OF[tile]
    return mask


@cache
def _lower_ways() -> int:
    return sum(1 << way for way, (first, second) in enumerate(WAY_ENDS) if first <= second)


def count_tiles(mask: int) -> int:
    """Return how many tiles a mask holds."""
    return (mask & _lower_ways()).bit_count()


def tiles_in(mask: int) -> tuple[str, ...]:
    """Return the tiles of a mask, lowest first."""
    return tuple(TILE_OF[way] for way in bits(mask & _lower_ways()))


def ways_of(tile: str) -> tuple[int, ...]:
    """Return the one or two ways in which a tile can lie."""
    return tuple(bits(MASK_OF[tile]))


def placement(space: int, way: int) -> str:
    """Return the text form of a tile laid in one way in a space."""
    return PLACEMENTS[space][way]


def read_placement(written: str) -> tuple[Space, int]:
    """Return the space and the way of a placement's text form; raises `ValueError` for no such thing."""
    found = _PLACEMENT.fullmatch(written)
    if not found or found[3] not in SPACE_BY_ID:
        raise ValueError(f"{written!r} is no placement")
    return SPACE_BY_ID[found[3]], int(found[1]) * ENDS + int(found[2])


def end_name(end: int, count: int = 1) -> Text:
    """Return the name of one end, or of several alike: "a five", "fives"."""
    return Text(f"dominoes.number.{end}", {"count": count})
