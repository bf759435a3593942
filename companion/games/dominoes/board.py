"""What lies in the layout, and what may be laid there: T5, T6, T8, T9, T10.

A board never changes; laying a tile makes another board.  Legality is judged for every space by itself over
all tiles that are not on the layout, in whatever hand or reserve they are (T8).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from companion.games.dominoes.layout import ALL_SPACES, AROUND, SPACES, TOUCHES
from companion.games.dominoes.tiles import (
    ALL_TILES,
    BOTH_WAYS,
    ENDS,
    PLACEMENTS,
    WAY_ENDS,
    bits,
)

#: The number of a chip that has none yet.
NONE = 7
_ANY_END = (1 << ENDS) - 1

#: For a set of ends as a mask of 7 bits: bit ``7 x end`` for each of them.  Multiplied by another set of ends
#: it gives all ways whose first end is in the one and whose second end is in the other.
_SPREAD = tuple(sum(1 << (ENDS * end) for end in range(ENDS) if ends >> end & 1) for ends in range(128))
#: All ways whose first end is in a set of ends, and all whose second end is.
FIRST_IN = tuple(spread * _ANY_END for spread in _SPREAD)
_SECOND_IN = tuple(_SPREAD[_ANY_END] * ends for ends in range(128))
#: The doubles of a set of ends.
_DOUBLES_OF = tuple(sum(1 << (8 * end) for end in range(ENDS) if ends >> end & 1) for ends in range(128))
_ONE_END = tuple(1 << end for end in range(ENDS))


class Board:
    """The layout at one moment.

    `empty` is the mask of the spaces without a tile, `unplayed` that of all tiles not on the layout, as ways;
    `numbers` holds the number of each of the nine chips or `NONE`, `free` the ends that a chip without a
    number may still take, `single` those of them that one chip has already (T6); `spoiled` is the mask of the
    chips that nobody can win any more in this deal (T10).
    """

    __slots__ = ("empty", "free", "numbers", "single", "spoiled", "unplayed")

    def __init__(
        self,
        empty: int = ALL_SPACES,
        unplayed: int = ALL_TILES,
        numbers: tuple[int, ...] = (NONE,) * 9,
        spoiled: int = 0,
        free: int = _ANY_END,
        single: int = 0,
    ) -> None:
        self.empty = empty
        self.unplayed = unplayed
        self.numbers = numbers
        self.spoiled = spoiled
        self.free = free
        self.single = single

    @property
    def full(self) -> bool:
        return not self.empty

    def matches(self, chip: int, end: int) -> bool:
        """Tell whether an end matches a chip, counted from 0: its number, or one that it may take (T8)."""
        number = self.numbers[chip]
        return end == number if number != NONE else bool(self.free >> end & 1)

    def match_masks(self, space: int) -> tuple[int, int]:
        """Return the ways in which any tile would match at both ends (T8, 1) and at least at one (T8, 2).

        On the rim only the end against the chip counts, and both masks are the same.
        """
        numbers, touched = self.numbers, TOUCHES[space]
        first = numbers[touched[0]]
        one = self.free if first == NONE else _ONE_END[first]
        if len(touched) == 1:
            fits = FIRST_IN[one]
            return fits, fits
        second = numbers[touched[1]]
        other = self.free if second == NONE else _ONE_END[second]
        both = _SPREAD[one] * other
        if first == NONE and second == NONE:
            # A double here would use both places of its number at once (T6).
            both &= ~_DOUBLES_OF[self.single]
        return both, FIRST_IN[one] | _SECOND_IN[other]

    def legal(self, space: int) -> int:
        """Return the legal ways in an empty space, over all unplayed tiles (T8)."""
        both, either = self.match_masks(space)
        unplayed = self.unplayed
        return both & unplayed or either & unplayed or unplayed

    def stage(self, space: int) -> int:
        """Return which step of T8 rules an empty space: 1 all ends match, 2 one of two, 3 any tile."""
        both, either = self.match_masks(space)
        if both & self.unplayed:
            return 1
        return 2 if len(TOUCHES[space]) == 2 and either & self.unplayed else 3

    def moves(self, hand: int = ALL_TILES) -> Iterator[tuple[int, int]]:
        """Yield every legal space and way for the tiles of `hand`, in the order of the spaces."""
        for space in bits(self.empty):
            for way in bits(self.legal(space) & hand):
                yield space, way

    def playable(self) -> int:
        """Return the mask of all ways that are legal in some empty space."""
        mask = 0
        for space in bits(self.empty):
            mask |= self.legal(space)
        return mask

    def placements(self, hand: int = ALL_TILES) -> tuple[str, ...]:
        """Return the text forms of all legal placements of the tiles of `hand`."""
        found: list[str] = []
        for space in bits(self.empty):
            found += _placed(space, self.legal(space) & hand)
        return tuple(found)

    def lay(self, space: int, way: int) -> Board:
        """Return the board after a tile has been laid; legality is not looked at.

        Matching ends number chips that have none (T5, T6), others spoil them; of an over-quota double between
        two chips without a number the one nearer position 1 takes it and the other is spoiled (T10).
        """
        numbers, spoiled, free, single = self.numbers, self.spoiled, self.free, self.single
        for chip, end in zip(TOUCHES[space], WAY_ENDS[way], strict=False):
            number = numbers[chip]
            if number == NONE:
                bit = _ONE_END[end]
                if free & bit:
                    numbers = (*numbers[:chip], end, *numbers[chip + 1 :])
                    if single & bit:
                        single ^= bit
                        free ^= bit
                    else:
                        single |= bit
                else:
                    spoiled |= 1 << chip
            elif number != end:
                spoiled |= 1 << chip
        return Board(
            self.empty & ~(1 << space), self.unplayed & ~BOTH_WAYS[way], numbers, spoiled, free, single
        )

    def completed(self, space: int) -> tuple[int, ...]:
        """Return the chips, counted from 0, whose fourth space was `space`, which has just been filled."""
        return tuple(chip for chip in TOUCHES[space] if not self.empty & AROUND[chip])

    def won(self, space: int) -> tuple[int, ...]:
        """Return the chips that the tile just laid in `space` wins: four equal ends, unspoiled (T11)."""
        return tuple(chip for chip in self.completed(space) if not self.spoiled >> chip & 1)

    def __repr__(self) -> str:
        lying = ", ".join(space.id for space in SPACES if not self.empty >> space.index & 1)
        return f"Board({lying or 'empty'}; numbers {self.numbers})"


@lru_cache(maxsize=1 << 14)
def _placed(space: int, ways: int) -> tuple[str, ...]:
    """Return the text forms of some ways in a space; replays ask for the same ones again and again."""
    return tuple(PLACEMENTS[space][way] for way in bits(ways))
