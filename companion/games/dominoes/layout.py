"""The layout: nine chip positions in three rows, and the 24 spaces between and around them (T1).

    ·     1n        2n        3n
    1w  (1)   12   (2)   23   (3)  3e
          14         25         36
    4w  (4)   45   (5)   56   (6)  6e
          47         58         69
    7w  (7)   78   (8)   89   (9)  9e
          7s         8s         9s

An inner space is named by the two chips it lies between, a rim space by its chip and the side of it.
"""

from __future__ import annotations

from msgspec import Struct

from companion.table.text import Text, text

CHIPS = tuple(range(1, 10))


class Space(Struct, frozen=True):
    """A place for one tile.

    `chips` are the one or two chip positions that a short end lies against, the lower number first; `side` is
    ``"n"``, ``"e"``, ``"s"`` or ``"w"`` of its chip for a rim space and empty for an inner one.
    """

    index: int
    id: str
    chips: tuple[int, ...]
    side: str = ""

    @property
    def inner(self) -> bool:
        return len(self.chips) == 2

    @property
    def say(self) -> Text:
        """Where the space is: "between chips 1 and 2", "above chip 3"."""
        if self.inner:
            return text("dominoes.space.between", chip=self.chips[0], other=self.chips[1])
        return Text(f"dominoes.space.{self.side}", {"chip": self.chips[0]})


def _spaces() -> tuple[Space, ...]:
    places: list[tuple[tuple[int, ...], str]] = []
    for chip in CHIPS:
        row, column = divmod(chip - 1, 3)
        if column < 2:
            places.append(((chip, chip + 1), ""))
        if row < 2:
            places.append(((chip, chip + 3), ""))
    for chip in CHIPS:
        row, column = divmod(chip - 1, 3)
        sides = [("n", row == 0), ("w", column == 0), ("e", column == 2), ("s", row == 2)]
        places += [((chip,), side) for side, outside in sides if outside]
    return tuple(
        Space(index, "".join(map(str, chips)) + side, chips, side)
        for index, (chips, side) in enumerate(places)
    )


#: The 12 inner spaces, then the 12 rim spaces.
SPACES: tuple[Space, ...] = _spaces()
SPACE_IDS: tuple[str, ...] = tuple(space.id for space in SPACES)
SPACE_BY_ID: dict[str, Space] = {space.id: space for space in SPACES}

#: All spaces as a mask: bit n is the space n.
ALL_SPACES = (1 << len(SPACES)) - 1


def around(chip: int) -> tuple[Space, ...]:
    """Return the four spaces that touch a chip."""
    return tuple(space for space in SPACES if chip in space.chips)


#: For each chip, counted from 0, the mask of the four spaces that touch it.
AROUND: tuple[int, ...] = tuple(sum(1 << space.index for space in around(chip)) for chip in CHIPS)

#: For each space the chips that it touches, counted from 0.
TOUCHES: tuple[tuple[int, ...], ...] = tuple(tuple(chip - 1 for chip in space.chips) for space in SPACES)
