"""Where things lie: the nine chips and the 24 spaces between and around them, in pixels (T1)."""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from companion.games.dominoes.layout import SPACES, Space

#: A chip with its ring takes up so much of a tile's length, and the chip alone so much.
_CELL, _CHIP = 0.82, 0.66
#: Where each side of a chip is, as steps to the right and downwards.
SIDES: dict[str, tuple[int, int]] = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


@dataclass(frozen=True, slots=True)
class Ground:
    """The square on which the layout lies, and how large its things are.

    `long` and `short` are the sides of a tile, `cell` is the room of a chip with the ring of its four
    ends, `chip` the chip alone; `pitch` is from one chip to the next.
    """

    area: pygame.Rect
    long: int
    short: int
    cell: int
    chip: int

    @property
    def pitch(self) -> int:
        return self.long + self.cell

    def centre(self, chip: int) -> tuple[int, int]:
        """Return the middle of a chip position, 1 to 9."""
        row, column = divmod(chip - 1, 3)
        x, y = self.area.center
        return x + (column - 1) * self.pitch, y + (row - 1) * self.pitch

    def chip_rect(self, chip: int) -> pygame.Rect:
        rect = pygame.Rect(0, 0, self.chip, self.chip)
        rect.center = self.centre(chip)
        return rect

    def space_rect(self, space: Space) -> pygame.Rect:
        """Return where a tile lies in a space."""
        across = lies_across(space)
        rect = pygame.Rect(0, 0, *((self.long, self.short) if across else (self.short, self.long)))
        x, y = self.centre(space.chips[0])
        step = (self.cell + self.long) // 2
        right, down = SIDES[space.side] if space.side else ((1, 0) if across else (0, 1))
        rect.center = (x + right * step, y + down * step)
        return rect

    def touch_rect(self, space: Space, least: int) -> pygame.Rect:
        """Return what is touched for a space: at least `least` pixels wide and high."""
        rect = self.space_rect(space)
        wide, high = max(rect.width, least), max(rect.height, least)
        grown = pygame.Rect(0, 0, wide, high)
        grown.center = rect.center
        return grown.clamp(self.area)

    def spaces(self) -> dict[str, pygame.Rect]:
        """Return where a tile lies in each space, by the id of the space."""
        return {space.id: self.space_rect(space) for space in SPACES}


def ground_in(area: pygame.Rect, edge: int) -> Ground:
    """Lay the ground out in a square `area`, with `edge` free pixels all round."""
    side = min(area.width, area.height) - 2 * edge
    # Four tiles and three chips stand in a row: on the rim, and between the chips.
    long = int(side / (4 + 3 * _CELL)) // 2 * 2
    cell = int(long * _CELL) // 2 * 2
    return Ground(pygame.Rect(area), long, long // 2, cell, int(long * _CHIP) // 2 * 2)


def lies_across(space: Space) -> bool:
    """Whether a tile lies from left to right in a space, not from top to bottom."""
    if space.side:
        return space.side in "ew"
    return space.chips[1] == space.chips[0] + 1


def seen_ends(space: Space, ends: tuple[int, int]) -> tuple[int, int]:
    """Return a tile's ends as they are seen, the left or upper one first.

    The first of `ends` lies against the first chip of the space, which on the rim's upper and left side is
    the lower or right one.
    """
    return (ends[1], ends[0]) if space.side in ("n", "w") else ends


def side_of(space: Space, chip: int) -> str:
    """Return on which side of a chip a space that touches it lies."""
    if space.side:
        return space.side
    first = chip == space.chips[0]
    if lies_across(space):
        return "e" if first else "w"
    return "s" if first else "n"
