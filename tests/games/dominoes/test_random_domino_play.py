"""Random whole sessions: chips are conserved, layouts fill, replay equals live, hands stay hidden."""

from __future__ import annotations

import json
import logging
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games import build_game
from companion.games.dominoes.game import DominoGame
from companion.games.dominoes.seen import seen_in
from companion.language import Language
from companion.simulate.bots import Bots
from companion.simulate.line_up import bots_at
from companion.table.answers import Answer, Source
from companion.table.game import Event
from companion.table.prompts import CHANCE
from companion.table.refusals import Refused
from companion.table.runner import Runner
from companion.table.seats import seat_players
from tests.games.random_play import other, replay, say_everything

NAMES = ["Ana", "Bo", "Cy", "Di"]
MOST_CHIPS = {2: 37, 3: 55, 4: 73}
MOST_ANSWERS = 20_000

NASTY: list[Any] = [
    None, True, 0, -3, 1.5, "", "abc", "7-7", "4-3", "3-4@55", "0-0@12@", [], ["0-0"], {}, "time", "leave!",
]  # fmt: skip

RULES = st.fixed_dictionaries(
    {},
    optional={
        "two_deal": st.sampled_from(["fourteen", "nine"]),
        "three_deal": st.sampled_from(["seven", "nine"]),
        "starter": st.sampled_from(["lot", "choose"]),
        "hands": st.sampled_from(["table", "scanned", "dealt"]),
        "open_hands": st.booleans(),
        "extra_deal": st.booleans(),
        "virtual": st.integers(0, 2),
        "strength": st.sampled_from(["greedy", "random"]),
        "payments": st.sampled_from(["none", "one press"]),
    },
)


# Without a table: what the ruling numbers promise, and that replay equals live.


def play_fast(players: int, seed: int, **rules: Any) -> None:
    seats = seat_players(NAMES[:players], 2, 4)
    rules = {"hands": "dealt", **rules}
    game = build_game("dominoes", seats, rules)
    runner = Runner(game, digests=False)
    bots = bots_at(game, random.Random(seed), ("random",))
    journal: list[tuple[str, Any]] = []
    events: list[Event] = list(runner.first.events)
    while runner.outcome is None:
        answer = bots.answer(runner.open, runner.seated)
        journal.append((answer.key, answer.value))
        events += runner.send(answer).events
        check_money(game.ledger.balances, players)
    check_session(players, events, runner)
    again = build_game("dominoes", seats, rules)
    again.virtual.update(game.virtual)
    replayed = Runner(again, digests=False)
    for key, value in journal:
        (prompt,) = [prompt for prompt in replayed.open if prompt.key == key]
        source = Source.LOT if isinstance(prompt, CHANCE) else Source.BOT
        seat = prompt.seats[0] if prompt.seats else None
        replayed.send(Answer(prompt=prompt, value=value, seat=seat, source=source))
    assert replayed.outcome == runner.outcome
    assert replayed.digest == runner.digest


def check_money(balances: dict[str, int], players: int) -> None:
    assert sum(balances.values()) == 0
    assert all(amount >= 0 for account, amount in balances.items() if account != "bank")
    assert -balances["bank"] <= MOST_CHIPS[players]


def check_session(players: int, events: list[Event], runner: Runner) -> None:
    ends = [event.facts for event in events if event.what == "deal_end"]
    assert len(ends) == 2 * players
    for end in ends:
        # Every unplayed tile is in a hand once the reserve is empty, so nobody can be stuck for good (T12).
        assert (end["why"], end["tiles"]) == ("full", 24)
    assert -runner.game.ledger.balances["bank"] == MOST_CHIPS[players]
    assert runner.outcome is not None
    left = ends[-1]["left"]
    assert sum(standing.amount for standing in runner.outcome.standings) + left == MOST_CHIPS[players]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_sessions_without_a_table(players: int) -> None:
    for seed in range(50):
        play_fast(players, seed)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_ten_thousand_random_sessions(players: int) -> None:
    for seed in range(3334):
        play_fast(players, 1000 + seed)


# At a table: whatever people do, with every answer checked, said, shown and played again from JSON.


def play(players: int, rules: dict[str, Any], seed: int) -> None:
    rng = random.Random(seed)
    seats = seat_players(NAMES[:players], 2, 4)
    game = build_game("dominoes", seats, rules)
    assert isinstance(game, DominoGame)
    runner = Runner(game)
    bots = Bots(rng, restless=0.03)
    language = Language.load("en")
    journal: list[tuple[Answer, str]] = []
    used: set[str] = set()
    while runner.outcome is None:
        assert len(journal) < MOST_ANSWERS, "the session does not end"
        answer = bots.answer(runner.open, runner.seated)
        if rng.random() < 0.05:
            refuse_nasty(runner, rng, language)
            check_position(game, rules)
        assert answer.key not in used, "a key was asked twice"
        used.add(answer.key)
        step = runner.send(answer)
        journal.append((answer, step.digest))
        say_everything(language, runner, step.events)
    language.say(runner.outcome.say)
    again = Runner(build_game("dominoes", seats, rules))
    replay(again, journal)
    assert again.outcome is not None


def refuse_nasty(runner: Runner, rng: random.Random, language: Language) -> None:
    before, open = runner.digest, runner.open
    for prompt in open:
        source = Source.LOT if isinstance(prompt, CHANCE) else Source.HAND
        seat = prompt.seats[0] if prompt.seats else None
        for value in rng.sample(NASTY, 3):
            second = other(seat, runner.seated)
            answer = Answer(prompt=prompt, value=value, seat=seat, second=second, source=source)
            if prompt.key.startswith("claim/") and value is True:
                continue
            with pytest.raises(Refused) as refused:
                runner.send(answer)
            language.say(refused.value.say)
    assert (runner.digest, runner.open) == (before, open)


def check_position(game: DominoGame, rules: dict[str, Any]) -> None:
    snapshot, public = game.snapshot(), game.view(None)
    assert json.loads(json.dumps(snapshot)) == snapshot
    balances = game.ledger.balances
    assert sum(balances.values()) == 0
    assert sum(one["chips"] for one in snapshot["seats"] + snapshot["chips"]) == -balances["bank"]
    if not rules.get("open_hands"):
        assert all(seat["hand"] is None for seat in public["seats"])
    assert public["reserve_tiles"] is None
    deal = game.deal
    if deal is None:
        return
    held = sum(hand.size for hand in deal.hands.values())
    assert held + len(deal.lying) + deal.reserve + deal.aside == 28
    for seat in game.seats:
        # A player's own view as plain data tells as much as the game itself.
        seen, plain = game.seen_by(seat.id), seen_in(game.view(seat.id), seat.id)
        for slot in ("empty", "unplayed", "numbers", "spoiled", "free", "single"):
            assert getattr(seen.board, slot) == getattr(plain.board, slot)
        assert (seen.hands, seen.sizes, seen.piles) == (plain.hands, plain.sizes, plain.piles)


@given(st.integers(2, 4), RULES, st.integers(0, 2**32))
@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_random_sessions_at_a_table(
    caplog: pytest.LogCaptureFixture, players: int, rules: dict[str, Any], seed: int
) -> None:
    with caplog.at_level(logging.WARNING):
        play(players, rules, seed)
    assert not caplog.records, "a text is missing or does not fit its facts"


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_many_random_sessions_at_a_table(caplog: pytest.LogCaptureFixture) -> None:
    @given(st.integers(2, 4), RULES, st.integers(0, 2**32))
    @settings(max_examples=300, deadline=None)
    def sessions(players: int, rules: dict[str, Any], seed: int) -> None:
        play(players, rules, seed)

    with caplog.at_level(logging.WARNING):
        sessions()
    assert not caplog.records
