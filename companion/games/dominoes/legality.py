"""Why a tile may not be laid somewhere: each refusal a sentence that names what is in the way (T6, T8)."""

from __future__ import annotations

from functools import cache

from companion.games.dominoes.board import NONE, Board
from companion.games.dominoes.layout import SPACES, TOUCHES, Space
from companion.games.dominoes.tiles import PLACEMENTS, TILE_OF, WAY_ENDS, bits, end_name, ways_of
from companion.table.text import Text, text

#: The sentences where some unplayed tile fits at both ends (T8, 1), and where one fits at one end (T8, 2).
_BOTH = ("dominoes.because.both", "dominoes.because.both.twice")
_ONE = ("dominoes.because.one", "dominoes.because.one.twice")


def why_not(board: Board, space: int, way: int) -> Text | None:
    """Return why an unplayed tile may not be laid so in an empty space; ``None`` where it may (T8)."""
    legal = board.legal(space)
    if legal >> way & 1:
        return None
    stage = board.stage(space)
    wrong = tuple(
        (chip, board.numbers[chip], end)
        for chip, end in zip(TOUCHES[space], WAY_ENDS[way], strict=False)
        if not board.matches(chip, end)
    )
    waiting = TILE_OF[next(bits(legal))]
    return _sentence(TOUCHES[space], wrong, WAY_ENDS[way][0], waiting, stage)


@cache
def _sentence(
    chips: tuple[int, ...], wrong: tuple[tuple[int, int, int], ...], end: int, waiting: str, stage: int
) -> Text:
    once, twice = _BOTH if stage == 1 else _ONE
    if wrong:
        said = tuple(_mismatch(*one) for one in wrong)
    else:
        # Each end would do alone, so it is a double that needs both places of its number (T6).
        one, other = (chip + 1 for chip in chips)
        said = (text("dominoes.wrong.double", chip=one, other=other, number=end_name(end, 2)),)
    if len(said) == 1:
        return Text(once, {"wrong": said[0], "tile": waiting})
    return Text(twice, {"wrong": said[0], "also": said[1], "tile": waiting})


@cache
def _mismatch(chip: int, number: int, end: int) -> Text:
    if number == NONE:
        return text("dominoes.wrong.quota", chip=chip + 1, number=end_name(end, 2))
    return text("dominoes.wrong.number", chip=chip + 1, number=end_name(number, 2), end=end_name(end))


@cache
def taken(tile: str, space: Space) -> Text:
    """Return the sentence that a space has a tile already."""
    return text("dominoes.because.taken", tile=tile, space=space.say)


@cache
def played(tile: str, space: Space) -> Text:
    """Return the sentence that a tile lies on the layout already, and where."""
    return text("dominoes.because.played", tile=tile, space=space.say)


@cache
def fits_nowhere(tile: str) -> Text:
    """Return the sentence that every open space waits for some other unplayed tile (T8)."""
    return text("dominoes.because.nowhere", tile=tile)


def taken_of(lying: dict[int, str], tile: str) -> dict[str, Text]:
    """Return the reason for every placement of a tile in a space that is taken (T17)."""
    return {PLACEMENTS[at][way]: taken(lying[at], SPACES[at]) for at in lying for way in ways_of(tile)}


def because_of(board: Board, lying: dict[int, str], tile: str) -> dict[str, Text]:
    """Return the reason for every placement of an unplayed tile that is not legal.

    `lying` names the tile that lies in each space that is taken.
    """
    reasons: dict[str, Text] = {}
    ways = ways_of(tile)
    for space in SPACES:
        index = space.index
        if index in lying:
            why = taken(lying[index], space)
            for way in ways:
                reasons[PLACEMENTS[index][way]] = why
            continue
        legal = board.legal(index)
        for way in ways:
            if not legal >> way & 1:
                why_it = why_not(board, index, way)
                assert why_it is not None
                reasons[PLACEMENTS[index][way]] = why_it
    return reasons
