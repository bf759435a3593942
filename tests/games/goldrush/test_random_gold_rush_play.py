"""Random play under all house rules: what must hold after every answer of every session."""

from __future__ import annotations

import json
import logging
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.goldrush import build, house_rules
from companion.games.goldrush.position import Position
from companion.language import Language
from companion.simulate.bots import answer_value
from companion.table.answers import Answer, Source
from companion.table.house_rules import HouseRule
from companion.table.ledger import BANK
from companion.table.prompts import CHANCE, Bid, Claim, Prompt, Throw
from companion.table.refusals import Refused
from companion.table.runner import Runner
from companion.table.seats import seat_players
from tests.games.random_play import other, replay, say_everything

NAMES = ["Ana", "Bo", "Cy", "Di", "Eve", "Flo"]

#: No session should need more answers.
MOST_ANSWERS = 20_000

NASTY: list[Any] = [
    None, True, False, 0, -1, 10**9, 1.5, "", "abc", "void!", "sell!", [], [1], [1, 2, 3], [0, 7],
    {"name": "Ana", "place": 0}, {}, "out", "time", 500, "own:moon", "G99",
]  # fmt: skip


def setting(rule: HouseRule) -> st.SearchStrategy[Any]:
    if rule.kind == "switch":
        return st.booleans()
    if rule.kind == "choice":
        return st.sampled_from([option.id for option in rule.options])
    return st.integers(rule.least, rule.most)


RULES = st.fixed_dictionaries({}, optional={rule.id: setting(rule) for rule in house_rules({})})


class Random:
    """Answers anything that is open: claims mostly, the rest as it comes; now and then what need not be."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def answer(self, runner: Runner) -> Answer:
        rng, open = self.rng, runner.open
        claims = [prompt for prompt in open if isinstance(prompt, Claim)]
        optional = [prompt for prompt in open if not prompt.waits and not isinstance(prompt, Claim)]
        # People leave seldom, or most sessions would end before the last card.
        optional = [p for p in optional if not p.key.startswith("leave/") or rng.random() < 0.05]
        if claims and rng.random() < 0.9:
            prompt: Prompt = rng.choice(claims)
        elif optional and rng.random() < 0.1:
            prompt = rng.choice(optional)
        else:
            prompt = rng.choice([prompt for prompt in open if prompt.waits])
        return self.to(prompt, runner)

    def to(self, prompt: Prompt, runner: Runner) -> Answer:
        seat = self.rng.choice(prompt.seats) if prompt.seats else None
        value = answer_value(prompt, seat, self.rng)
        if isinstance(prompt, Throw) and self.rng.random() < 0.03:
            value = "void"
        if isinstance(prompt, CHANCE):
            return Answer(prompt=prompt, value=value, source=Source.LOT)
        if isinstance(prompt, Bid) and self.rng.random() < 0.2:
            return Answer(prompt=prompt, value="time", source=Source.CLOCK)
        return Answer(
            prompt=prompt, value=value, seat=seat, second=other(seat, runner.seated), source=Source.BOT
        )


def check_refusals(runner: Runner, rng: random.Random, language: Language) -> None:
    """Whatever is refused changes nothing, and the refusal has a sentence."""
    before, open = runner.digest, runner.open
    for prompt in rng.sample(open, min(3, len(open))):
        seat = prompt.seats[0] if prompt.seats else None
        source = Source.LOT if isinstance(prompt, CHANCE) else Source.HAND
        for value in rng.sample(NASTY, 3):
            nasty = Answer(
                prompt=prompt, value=value, seat=seat, second=other(seat, runner.seated), source=source
            )
            try:
                runner.check(nasty)
            except Refused as refused:
                language.say(refused.say)
                with pytest.raises(Refused):
                    runner.send(nasty)
    assert (runner.digest, runner.open) == (before, open)


def check_position(runner: Runner) -> None:
    game: Any = runner.game
    position: Position = game.position
    balances = game.ledger.balances
    assert sum(balances.values()) == 0
    for account, amount in balances.items():
        assert amount % game.unit == 0
        assert account == BANK or (amount <= 0 if account.startswith("loan:") else amount >= 0)
    snapshot = game.snapshot()
    assert json.loads(json.dumps(snapshot)) == snapshot
    assert [seat["seat"] for seat in snapshot["seats"]] == [seat.id for seat in game.seats]
    turned = sum(len(creek.turned) for creek in position.creeks)
    assert turned + sum(creek.left for creek in position.creeks) == len(game.edition.deck)
    assert set(position.deeds.values()) <= set(position.ids)
    for player in position.players.values():
        assert player.left or player.host is None or player.at == player.host
        assert player.left or player.host is None or position.deeds[player.host] != player.seat.id


def play(players: int, rules: dict[str, Any], seed: int, thorough: float = 0.2) -> None:
    rng, language = random.Random(seed), Language.load("en")
    seats = seat_players(NAMES[:players], 2, 6)
    runner, bots = Runner(build(seats, rules)), Random(seed)
    journal: list[tuple[Answer, str]] = []
    used: set[str] = set()
    say_everything(language, runner, runner.first.events)
    while runner.outcome is None:
        assert len(journal) < MOST_ANSWERS, "the session does not end"
        if rng.random() < thorough:
            check_refusals(runner, rng, language)
            check_position(runner)
        answer = bots.answer(runner)
        assert answer.key not in used, f"{answer.key} was asked twice"
        used.add(answer.key)
        step = runner.send(answer)
        journal.append((answer, step.digest))
        say_everything(language, runner, step.events)
    check_position(runner)
    language.say(runner.outcome.say)
    for transfer in runner.game.ledger.book:
        language.say(transfer.reason)
        assert transfer.state.value != "pending"
    assert {standing.seat for standing in runner.outcome.standings} == {seat.id for seat in runner.game.seats}
    # A part leads where it led, as a rewind does; then all of it.
    for length in (rng.randrange(len(journal)), len(journal)):
        again = Runner(build(seats, rules))
        rules = again.game.rules_to_keep(rules)
        replay(again, journal[:length])
    assert again.outcome is not None


@given(st.integers(2, 6), RULES, st.integers(0, 2**32))
@settings(max_examples=15, deadline=None)
def test_random_sessions(players: int, rules: dict[str, Any], seed: int) -> None:
    play(players, rules, seed)


def test_every_sentence_of_random_play_is_there(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        for seed in range(6):
            cards = ("kit", "box", "screen")[seed % 3]
            rules = {
                "cards": cards,
                "payments": "both",
                "church_loans": bool(seed % 2),
                "theatre_max_throws": seed,
            }
            play(2 + seed % 5, rules, seed, thorough=0.05)
    assert not caplog.records, "a text is missing or does not fit its facts"


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_ten_thousand_random_sessions() -> None:
    rng = random.Random(1975)
    rules = house_rules({})
    for seed in range(10_000):
        chosen: dict[str, Any] = {}
        for rule in rules:
            if rule.kind == "switch":
                chosen[rule.id] = rng.random() < 0.5
            elif rule.kind == "choice":
                chosen[rule.id] = rng.choice(rule.options).id
            else:
                chosen[rule.id] = rng.randint(rule.least, rule.most)
        play(rng.randint(2, 6), chosen, seed, thorough=0.01)
