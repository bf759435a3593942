"""Legal placements against a second reading of the rules, deliberately naive: T5, T6, T8, T9, T10.

`Naive` knows nothing of the game's masks.  It holds the layout as it would be drawn on paper and tries every
unplayed tile both ways round in every empty space.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from companion.games.dominoes.board import Board
from companion.games.dominoes.layout import AROUND, SPACE_IDS
from companion.games.dominoes.legality import why_not
from companion.games.dominoes.tiles import TILES, read_placement
from companion.language import Language


def spaces_on_paper() -> dict[str, list[int]]:
    """Every space with its chips, from a drawing: chips in rows and columns, spaces on all four sides."""
    at = {(row, column): 3 * row + column + 1 for row in range(3) for column in range(3)}
    spaces: dict[str, list[int]] = {}
    for (row, column), chip in at.items():
        for side, (down, right) in {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}.items():
            other = at.get((row + down, column + right))
            if other is None:
                spaces[f"{chip}{side}"] = [chip]
            else:
                low, high = sorted((chip, other))
                spaces[f"{low}{high}"] = [low, high]
    return spaces


class Naive:
    def __init__(self) -> None:
        self.spaces = spaces_on_paper()
        self.lying: dict[str, tuple[int, int]] = {}
        self.numbers: dict[int, int] = {}
        self.spoiled: set[int] = set()

    def unplayed(self) -> list[tuple[int, int]]:
        lying = {tuple(sorted(ends)) for ends in self.lying.values()}
        every = [(low, high) for low in range(7) for high in range(low, 7)]
        return [tile for tile in every if tile not in lying]

    def legal(self) -> set[str]:
        legal: set[str] = set()
        unplayed, chips_with = self.unplayed(), self.chips_with()
        tries = [ends for low, high in unplayed for ends in {(low, high), (high, low)}]
        for space, chips in self.spaces.items():
            if space in self.lying:
                continue
            fitting = {ends: self.fitting(chips, ends, chips_with) for ends in tries}
            best = [ends for ends in tries if fitting[ends] == len(chips)]
            if not best and len(chips) == 2:
                best = [ends for ends in tries if fitting[ends] == 1]
            legal |= {f"{a}-{b}@{space}" for a, b in best or tries}
        return legal

    def chips_with(self) -> list[int]:
        """How many chips have each number."""
        return [list(self.numbers.values()).count(number) for number in range(7)]

    def fitting(self, chips: list[int], ends: tuple[int, int], chips_with: list[int]) -> int:
        """How many ends match; of a double that needs two places and finds one, only one does (T6)."""
        match = 0
        for chip, end in zip(chips, ends, strict=False):
            if chip in self.numbers:
                match += self.numbers[chip] == end
            else:
                match += chips_with[end] < 2
                if chips_with[end] == 1 and ends[0] == ends[1] and not any(c in self.numbers for c in chips):
                    return 1
        return match

    def lay(self, placement: str) -> None:
        tile, space = placement.split("@")
        ends = (int(tile[0]), int(tile[2]))
        for n, chip in enumerate(self.spaces[space]):
            if chip in self.numbers:
                if self.numbers[chip] != ends[n]:
                    self.spoiled.add(chip)
            elif self.chips_with()[ends[n]] < 2:
                self.numbers[chip] = ends[n]
            else:
                self.spoiled.add(chip)
        self.lying[space] = ends

    def winnable(self, chip: int) -> bool:
        """Whether all four ends round a chip lie and are equal."""
        ends = [
            self.lying[space][chips.index(chip)]
            for space, chips in self.spaces.items()
            if chip in chips and space in self.lying
        ]
        return len(ends) == 4 and len(set(ends)) == 1 and self.numbers.get(chip) == ends[0]


def positions(count: int, seed: int) -> Iterator[tuple[Naive, Board]]:
    """Positions of random deals, now and then with a tile that lies against the rules (T17)."""
    rng = random.Random(seed)
    naive, board = Naive(), Board()
    for _ in range(count):
        yield naive, board
        if board.full:
            naive, board = Naive(), Board()
            continue
        choice = sorted(board.placements())
        if rng.random() < 0.05:
            free = [space for space in SPACE_IDS if space not in naive.lying]
            low, high = rng.choice(naive.unplayed())
            choice = [f"{low}-{high}@{rng.choice(free)}"]
        placement = rng.choice(choice)
        space, way = read_placement(placement)
        naive.lay(placement)
        board = board.lay(space.index, way)


def compare(count: int, seed: int) -> int:
    fallbacks = 0
    for naive, board in positions(count, seed):
        assert set(board.placements()) == naive.legal(), naive.lying
        assert {chip: n for chip, n in enumerate(board.numbers, 1) if n != 7} == naive.numbers
        assert {chip for chip in range(1, 10) if board.spoiled >> (chip - 1) & 1} == naive.spoiled
        for chip, mask in enumerate(AROUND, 1):
            pays = not board.empty & mask and not board.spoiled >> (chip - 1) & 1
            assert pays == naive.winnable(chip)
        fallbacks += any(board.stage(SPACE_IDS.index(s)) > 1 for s in SPACE_IDS if s not in naive.lying)
    return fallbacks


def test_t8_legal_sets_equal_a_naive_reading_on_2000_positions() -> None:
    # Fall-backs are common, or the comparison would prove little.
    assert compare(2000, seed=1) > 300


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_t8_legal_sets_equal_a_naive_reading_on_many_positions() -> None:
    assert compare(30_000, seed=2) > 4_500


def test_t1_the_drawing_and_the_layout_have_the_same_spaces() -> None:
    assert set(spaces_on_paper()) == set(SPACE_IDS)


def test_t8_the_first_tile_may_go_anywhere() -> None:
    # 28 tiles, 7 of them doubles, both ways round in 24 spaces.
    assert len(Board().placements()) == (21 * 2 + 7) * 24 == 1176
    assert set(Board().placements()) == Naive().legal()


def test_t8_every_refusal_names_what_is_wrong_and_a_tile_that_fits() -> None:
    language, refused = Language.load("en"), 0
    for naive, board in positions(60, seed=3):
        legal = set(board.placements())
        for space in SPACE_IDS:
            if space in naive.lying:
                continue
            for low, high in naive.unplayed()[::4]:
                for ends in {(low, high), (high, low)}:
                    written = f"{ends[0]}-{ends[1]}@{space}"
                    where, way = read_placement(written)
                    why = why_not(board, where.index, way)
                    assert (why is None) == (written in legal)
                    if why is not None:
                        check_reason(language.say(why), naive, space, ends, legal)
                        refused += 1
    assert refused > 500


def check_reason(said: str, naive: Naive, space: str, ends: tuple[int, int], legal: set[str]) -> None:
    waiting = next(tile for tile in TILES if f"the {tile} is still unplayed" in said)
    assert any(f"{a}@{space}" in legal for a in (waiting, waiting[::-1])), said
    for n, chip in enumerate(naive.spaces[space]):
        numbered = chip in naive.numbers and naive.numbers[chip] != ends[n]
        assert (f"chip {chip} already counts" in said) == numbered, (said, naive.numbers, ends)
    assert "{" not in said and said.endswith(".")
