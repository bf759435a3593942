"""Random play under all house rules: what must hold after every answer of every session."""

from __future__ import annotations

import json
import logging
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games import build_game, house_rules
from companion.language import Language
from companion.simulate.bots import Bots, Temperament
from companion.table.answers import Answer, Source
from companion.table.house_rules import HouseRule
from companion.table.prompts import CHANCE
from companion.table.refusals import Refused
from companion.table.runner import Runner
from companion.table.seats import seat_players
from tests.games.random_play import other, replay, say_everything

NAMES = ["Ana", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal"]

#: No session of this size should need more answers.
MOST_ANSWERS = 5000

NASTY: list[Any] = [
    None, True, False, 0, -1, -3, 10**9, 1.5, "", "abc", "void!", "leave!", [], [1], [1, 2, 3, 4, 9],
    [1, 1, 1, 1, 1, 1], {"name": "Ana", "place": 0}, {"name": "", "place": 9}, {}, "out", "time",
]  # fmt: skip


def setting(rule: HouseRule) -> st.SearchStrategy[Any]:
    if rule.kind == "switch":
        return st.booleans()
    if rule.kind == "choice":
        return st.sampled_from([option.id for option in rule.options])
    # Small numbers, so that banks run dry and sessions end.
    return st.integers(rule.least, min(rule.most, {"multiple": 3, "chips": 12}.get(rule.id, 6)))


RULES = st.fixed_dictionaries({}, optional={rule.id: setting(rule) for rule in house_rules("dice")}).filter(
    lambda rules: rules.get("ante", 1) <= rules.get("chips", 20)
)


def nasty_answers(runner: Runner, rng: random.Random) -> list[Answer]:
    """Answers that must all be refused, whatever is open."""
    seated = runner.seated
    answers = []
    for prompt in runner.open:
        source = Source.LOT if isinstance(prompt, CHANCE) else Source.HAND
        seat = prompt.seats[0] if prompt.seats else None
        for value in rng.sample(NASTY, 4):
            answers.append(
                Answer(prompt=prompt, value=value, seat=seat, second=other(seat, seated), source=source)
            )
    return answers


def is_legal(runner: Runner, answer: Answer) -> bool:
    try:
        runner.check(answer)
    except Refused:
        return False
    return True


def check_position(runner: Runner, rules: dict[str, Any]) -> None:
    game = runner.game
    balances = game.ledger.balances
    assert sum(balances.values()) == 0
    if not rules.get("points"):
        assert all(amount >= 0 for account, amount in balances.items() if account != "bank")
    snapshot = game.snapshot()
    assert json.loads(json.dumps(snapshot)) == snapshot
    shown = sum(seat["chips"] for seat in snapshot["seats"]) + snapshot["pot"]
    shown += sum(seat["stake"] for seat in snapshot["seats"] if snapshot["variant"] == "bank")
    assert shown == -balances["bank"]
    assert [seat.id for seat in game.seats] == [seat["seat"] for seat in snapshot["seats"]]
    if snapshot["phase"] == "over":
        assert all(amount == 0 for account, amount in balances.items()
                   if account == "pot" or account.startswith("stake:"))  # fmt: skip


def play(players: int, rules: dict[str, Any], seed: int) -> None:
    rng = random.Random(seed)
    language = Language.load("en")
    seats = seat_players(NAMES[:players], 2, 8)
    runner = Runner(build_game("dice", seats, rules))
    bots = Bots(rng, {seat.id: rng.choice(list(Temperament)) for seat in seats}, restless=0.08)
    say_everything(language, runner, runner.first.events)
    journal: list[tuple[Answer, str]] = []
    used: set[str] = set()
    while runner.outcome is None:
        assert len(journal) < MOST_ANSWERS, "the session does not end"
        assert any(prompt.waits for prompt in runner.open)
        answer = bots.answer(runner.open, runner.seated)
        if rng.random() < 0.15:
            before, open = runner.digest, runner.open
            for nasty in nasty_answers(runner, rng):
                if not is_legal(runner, nasty):
                    with pytest.raises(Refused) as refused:
                        runner.send(nasty)
                    language.say(refused.value.say)
            assert (runner.digest, runner.open) == (before, open)
        assert answer.key not in used, "a key was asked twice"
        used.add(answer.key)
        step = runner.send(answer)
        journal.append((answer, step.digest))
        check_position(runner, rules)
        say_everything(language, runner, step.events)
    standings = runner.outcome.standings
    assert standings[0].place == 1
    assert {standing.seat for standing in standings} == {seat.id for seat in runner.game.seats}
    language.say(runner.outcome.say)
    for transfer in runner.game.ledger.book:
        language.say(transfer.reason)
    again = Runner(build_game("dice", seats, rules))
    replay(again, journal)
    assert again.outcome is not None


@given(st.integers(2, 8), RULES, st.integers(0, 2**32))
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_random_sessions(
    caplog: pytest.LogCaptureFixture, players: int, rules: dict[str, Any], seed: int
) -> None:
    with caplog.at_level(logging.WARNING):
        play(players, rules, seed)
    assert not caplog.records, "a text is missing or does not fit its facts"


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_many_random_sessions(caplog: pytest.LogCaptureFixture) -> None:
    @given(st.integers(2, 8), RULES, st.integers(0, 2**32))
    @settings(max_examples=1000, deadline=None)
    def sessions(players: int, rules: dict[str, Any], seed: int) -> None:
        play(players, rules, seed)

    with caplog.at_level(logging.WARNING):
        sessions()
    assert not caplog.records
