"""Who plays for a seat that nobody sits at: legal, as strong as they are called, blind to other hands."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from companion.games import build_game, house_rules
from companion.games.dominoes.board import Board
from companion.games.dominoes.game import DominoGame
from companion.games.dominoes.players import choose
from companion.games.dominoes.position import PASS, Position
from companion.games.dominoes.search import Search
from companion.games.dominoes.seen import Seen
from companion.games.dominoes.settings import STRENGTHS
from companion.games.dominoes.tiles import (
    ALL_TILES,
    MASK_OF,
    TILES,
    WAYS,
    count_tiles,
    mask_of,
    placement,
    read_placement,
)
from companion.simulate.domino_bots import DominoBots, seat_strengths
from companion.simulate.domino_tally import DominoTally
from companion.simulate.sessions import simulate
from companion.table.house_rules import check_rules
from companion.table.runner import Runner
from companion.table.seats import seat_players

RULES = check_rules(house_rules("dominoes"), {})


def dealt(rng: random.Random, players: int = 2) -> Position:
    """The beginning of a deal, with piles of several heights."""
    tiles = list(TILES)
    rng.shuffle(tiles)
    size = 14 if players == 2 else 7
    hands = tuple(mask_of(tiles[size * at : size * (at + 1)]) for at in range(players))
    piles = tuple(rng.randint(1, 6) for _ in range(9))
    return Position(Board(), hands, piles, (0,) * players)


def late_positions(count: int, empty: int, seed: int) -> Iterator[Position]:
    """Positions of random deals with so many spaces left."""
    rng = random.Random(seed)
    for _ in range(count):
        position = dealt(rng)
        while position.board.empty.bit_count() > empty:
            position = position.play(rng.choice(position.moves()))
        if not position.over:
            yield position


def seen_from(position: Position, open: bool = True) -> Seen:
    order = [(position.turn + step) % len(position.hands) for step in range(len(position.hands))]
    hands = tuple(position.hands[at] if open or at == position.turn else None for at in order)
    sizes = tuple(count_tiles(position.hands[at]) for at in order)
    return Seen(position.board, hands, sizes, position.piles, passed=position.passed)


# Positions.


def test_a_position_wins_what_its_board_says() -> None:
    board = Board()
    for written in ("3-0@1n", "3-1@1w", "3-4@14", "2-0@2n", "2-1@23", "2-5@25"):
        space, way = read_placement(written)
        board = board.lay(space.index, way)
    position = Position(board, (MASK_OF["2-3"], MASK_OF["6-6"]), (2, 3, *[1] * 7), (0, 0))
    (move,) = position.captures(0)
    assert placement(*divmod(move, WAYS)) == "3-2@12"
    assert position.gain_of(move) == position.best_capture(0) == 5
    assert position.captures(1) == ()
    after = position.play(move)
    assert (after.gains, after.piles[:3], after.turn) == ((5, 0), (0, 0, 1), 1)


def test_captures_are_the_moves_that_gain() -> None:
    for position in late_positions(60, 9, seed=4):
        gaining = set()
        for move in position.moves():
            gain = 0 if move == PASS else position.gain_of(move)
            after = position.play(move)
            assert after.gains[position.turn] - position.gains[position.turn] == gain
            if gain:
                gaining.add(move)
        assert set(position.captures(position.turn)) == gaining


def test_t4_a_position_draws_from_the_reserve() -> None:
    rest = (MASK_OF["5-5"], MASK_OF["5-6"])
    position = Position(Board(), (MASK_OF["0-0"], 0), (1,) * 9, (0, 0), reserve=rest, draw_on_pass=True)
    after = position.play(position.moves()[0])
    assert (after.hands, after.reserve) == ((MASK_OF["5-5"], 0), rest[1:])
    after = after.play(PASS)
    assert (after.hands, after.reserve) == ((MASK_OF["5-5"], MASK_OF["5-6"]), ())


def test_t12_a_position_ends_when_all_have_passed() -> None:
    position = Position(Board(), (0, 0), (1,) * 9, (0, 0))
    assert position.moves() == [PASS]
    assert position.play(PASS).play(PASS).over


# The three strengths.


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("open", [True, False])
def test_every_strength_plays_a_legal_tile_of_its_hand_and_the_same_again(strength: str, open: bool) -> None:
    for number, position in enumerate(late_positions(6, 8, seed=5)):
        seen = seen_from(position, open)
        if position.moves() == [PASS]:
            with pytest.raises(ValueError):
                choose(seen, strength, random.Random(1))
            continue
        chosen = choose(seen, strength, random.Random(number), nodes=150)
        assert chosen in position.board.placements(position.hands[position.turn])
        assert choose(seen, strength, random.Random(number), nodes=150) == chosen


def test_greedy_takes_the_most_chips_at_once() -> None:
    taken = 0
    for position in late_positions(80, 7, seed=6):
        if position.moves() == [PASS]:
            continue
        space, way = read_placement(choose(seen_from(position), "greedy", random.Random(1)))
        gain = position.gain_of(space.index * WAYS + way)
        assert gain == max(position.gain_of(move) for move in position.moves())
        taken += gain > 0
    assert taken > 5


def best_by_trying_everything(position: Position) -> int:
    """What seat 0 can still win more than the other, by plain minimax."""
    if position.over:
        return 0
    values = []
    for move in position.moves():
        after = position.play(move)
        now = after.gains[0] - position.gains[0] - (after.gains[1] - position.gains[1])
        values.append(now + best_by_trying_everything(after))
    return max(values) if position.turn == 0 else min(values)


def test_the_last_tiles_are_played_exactly() -> None:
    told = 0
    for position in late_positions(40, 4, seed=7):
        if position.turn:
            hands = (position.hands[1], position.hands[0])
            position = Position(position.board, hands, position.piles, (0, 0), passed=position.passed)
        search = Search(100_000, 2)
        move = search.best(position, position.moves())
        assert search.exact or len(position.moves()) == 1
        after = position.play(move)
        worth = after.gains[0] - position.gains[0] + best_by_trying_everything(after)
        assert worth == best_by_trying_everything(position)
        told += worth != 0
    assert told > 5


def test_the_budget_counts_positions() -> None:
    position = dealt(random.Random(8))
    for budget in (200, 800):
        search = Search(budget, 2)
        search.best(position, position.moves())
        assert budget <= search.nodes <= budget + len(position.moves())
        assert not search.exact


def test_nobody_looks_into_other_hands() -> None:
    """What a seat of four plays stays the same when the others' tiles are dealt otherwise."""
    rng = random.Random(9)
    position = dealt(rng, players=4)
    rest = [tile for tile in TILES if not MASK_OF[tile] & position.hands[0]]
    rng.shuffle(rest)
    others = tuple(mask_of(rest[at : at + 7]) for at in (0, 7, 14))
    assert others != position.hands[1:]
    swapped = Position(position.board, (position.hands[0], *others), position.piles, position.gains)
    one, other = seen_from(position, open=False), seen_from(swapped, open=False)
    assert one.hands == other.hands
    assert choose(one, "searching", random.Random(1), 200) == choose(
        other, "searching", random.Random(1), 200
    )


def test_a_hand_that_is_not_known_cannot_be_played() -> None:
    seen = Seen(Board(), (None, None), (14, 14), (1,) * 9)
    with pytest.raises(ValueError):
        choose(seen, "greedy", random.Random(1))
    with pytest.raises(ValueError):
        choose(Seen(Board(), (ALL_TILES, 0), (28, 0), (1,) * 9), "clever", random.Random(1))


# Against each other, two players, sides swapped from session to session.


def wins(strength: str, against: str, sessions: int, seed: int) -> int:
    tally = simulate("dominoes", (2,), sessions, seed, RULES, strengths=(strength, against), workers=None)
    assert isinstance(tally, DominoTally)
    own = tally.tables[2].strengths[strength]
    assert own.seats == sessions
    return own.wins


def test_greedy_beats_random() -> None:
    tally = simulate("dominoes", (2,), 20, 1, RULES, strengths=("greedy", "random"), workers=1)
    assert isinstance(tally, DominoTally)
    assert tally.tables[2].strengths["greedy"].wins >= 14


def test_searching_beats_greedy_even_at_a_glance() -> None:
    won = 0
    for number in range(4):
        game = build_game("dominoes", seat_players(["Ana", "Bo"], 2, 4), {"hands": "dealt"})
        assert isinstance(game, DominoGame)
        strengths = ("searching", "greedy") if number % 2 else ("greedy", "searching")
        seat_strengths(game, strengths)
        bots, runner = DominoBots(game, random.Random(number), nodes=150), Runner(game, digests=False)
        while runner.outcome is None:
            runner.send(bots.answer(runner.open, runner.seated))
        won += runner.outcome.winners == (("ana",) if number % 2 else ("bo",))
    assert won >= 3


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("against", "least"), [("greedy", 120), ("random", 160)])
def test_searching_beats_the_others(against: str, least: int) -> None:
    assert wins("searching", against, 200, seed=1) >= least
