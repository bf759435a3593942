"""Who plays for a seat that nobody sits at: anything legal, greedy, or thinking ahead.

Each sees what a person in that seat would see (`Seen`), and no more.  All are as certain as their `rng`: the
same seed gives the same placement.
"""

from __future__ import annotations

import random

from companion.games.dominoes.position import PASS, Position
from companion.games.dominoes.search import QUICK, Search
from companion.games.dominoes.seen import Seen
from companion.games.dominoes.tiles import MASK_OF, WAYS, count_tiles, placement, tiles_in

#: How many shares of the unseen tiles are thought through at most, where hands are not known.
WORLDS = 48


def choose(seen: Seen, strength: str, rng: random.Random, nodes: int = QUICK) -> str:
    """Return the placement that a player of this strength lays, in its text form.

    `strength` is ``"random"``, ``"greedy"`` or ``"searching"``; `nodes` is how many positions the last one
    looks at.  Raises `ValueError` where no tile of the hand is legal, or the hand is not known.
    """
    position = _mine(seen)
    moves = position.moves()
    if moves[0] == PASS:
        raise ValueError("no tile of this hand can be laid")
    match strength:
        case "random":
            move = rng.choice(moves)
        case "greedy":
            move = _greedy(position, moves, rng)
        case "searching":
            move = _searching(seen, position, moves, rng, nodes)
        case _:
            raise ValueError(f"there is no strength {strength!r}")
    return placement(*divmod(move, WAYS))


def _mine(seen: Seen) -> Position:
    """Return the position with only the own hand in it, to list its moves."""
    others = tuple(hand or 0 for hand in seen.hands[1:])
    return Position(seen.board, (seen.hand, *others), seen.piles, (0,) * len(seen.hands), passed=seen.passed)


def _greedy(position: Position, moves: list[int], rng: random.Random) -> int:
    """The most chips at once; of equal moves any."""
    gains = {move: position.gain_of(move) for move in position.captures(0)}
    best = max(gains.values(), default=0)
    return rng.choice([move for move in gains if gains[move] == best] if best else moves)


def _searching(seen: Seen, position: Position, moves: list[int], rng: random.Random, nodes: int) -> int:
    rng.shuffle(moves)
    if seen.reserve == 0 and all(hand is not None for hand in seen.hands):
        return Search(nodes, len(seen.hands)).best(_world(seen, rng), moves)
    total = dict.fromkeys(moves, 0)
    for _ in range(max(2, min(WORLDS, nodes // len(moves)))):
        search = Search(nodes, len(seen.hands))
        for move, value in search.values(_world(seen, rng), moves, depth=1).items():
            total[move] += value
    return max(moves, key=total.__getitem__)


def _world(seen: Seen, rng: random.Random) -> Position:
    """Return a position that may be the true one: unseen tiles shared out at random."""
    unseen = seen.board.unplayed
    for hand in seen.hands:
        unseen &= ~(hand or 0)
    tiles = list(tiles_in(unseen))
    rng.shuffle(tiles)
    hands = []
    for hand, size in zip(seen.hands, seen.sizes, strict=True):
        if hand is None:
            hand = 0
            while tiles and count_tiles(hand) < size:
                hand |= MASK_OF[tiles.pop()]
        hands.append(hand)
    return Position(
        seen.board,
        tuple(hands),
        seen.piles,
        (0,) * len(hands),
        passed=seen.passed,
        reserve=tuple(MASK_OF[tile] for tile in tiles[: seen.reserve]),
        draw_on_pass=seen.draw_on_pass,
    )
