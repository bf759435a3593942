"""House rules: what may be agreed on, checked and completed."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import GAMES, build_game, house_rules, seat_limits
from companion.language import Language
from companion.table.faults import Fault
from companion.table.house_rules import HouseRule, check_rules, rules_from_words
from companion.table.prompts import Option
from companion.table.refusals import Refused, Why
from companion.table.text import text

RULES = (
    HouseRule(id="pot", say=text("x"), explain=text("x"), kind="switch", default=False),
    HouseRule(
        id="order",
        say=text("x"),
        explain=text("x"),
        kind="choice",
        default="by lot",
        options=(Option("by lot", text("x")), Option("oldest", text("x"))),
    ),
    HouseRule(id="limit", say=text("x"), explain=text("x"), kind="number", default=3, least=1, most=9,
              needs=("pot", False)),
)  # fmt: skip


def test_what_is_left_out_has_its_default() -> None:
    assert check_rules(RULES, {}) == {"pot": False, "order": "by lot", "limit": 3}
    assert check_rules(RULES, {"limit": 9, "order": "oldest"}) == {
        "pot": False,
        "order": "oldest",
        "limit": 9,
    }


def test_a_rule_that_means_nothing_has_its_default() -> None:
    assert check_rules(RULES, {"limit": 9, "pot": True}) == {"pot": True, "order": "by lot", "limit": 3}
    assert RULES[2].applies({"pot": False})
    assert not RULES[2].applies({"pot": True})


@pytest.mark.parametrize(
    ("given", "legal"),
    [
        ({"pot": 1}, "yes or no"),
        ({"pot": "yes"}, "yes or no"),
        ({"order": "youngest"}, "one of by lot, oldest"),
        ({"order": None}, "one of by lot, oldest"),
        ({"limit": 0}, "a whole number from 1 to 9"),
        ({"limit": 10}, "a whole number from 1 to 9"),
        ({"limit": "3"}, "a whole number from 1 to 9"),
        ({"limit": True}, "a whole number from 1 to 9"),
        ({"limit": 2.0}, "a whole number from 1 to 9"),
    ],
)
def test_other_values_are_refused_with_what_is_legal(given: dict[str, Any], legal: str) -> None:
    with pytest.raises(Refused) as refused:
        check_rules(RULES, given)
    assert refused.value.why is Why.RULE_VALUE
    said = Language.load("en").say(refused.value.say)
    assert legal in said
    assert next(iter(given)) in said


def test_an_unknown_rule_is_refused_with_those_there_are() -> None:
    with pytest.raises(Refused) as refused:
        check_rules(RULES, {"speed": 3})
    assert refused.value.why is Why.UNKNOWN_RULE
    said = Language.load("en").say(refused.value.say)
    assert "speed" in said
    assert "pot, order, limit" in said


def test_words_of_a_command_line() -> None:
    assert rules_from_words(RULES, ["pot=No", "order=by_lot", " limit = 7 "]) == {
        "pot": False,
        "order": "by lot",
        "limit": 7,
    }
    assert rules_from_words(RULES, []) == check_rules(RULES, {})


@pytest.mark.parametrize(
    ("word", "why"),
    [
        ("speed=3", Why.UNKNOWN_RULE),
        ("=3", Why.UNKNOWN_RULE),
        ("limit", Why.RULE_VALUE),
        ("limit=", Why.RULE_VALUE),
        ("limit=-3", Why.RULE_VALUE),
        ("limit=abc", Why.RULE_VALUE),
        ("limit=²", Why.RULE_VALUE),
        ("limit=--3", Why.RULE_VALUE),
        ("limit=" + "9" * 5000, Why.RULE_VALUE),
        ("pot=perhaps", Why.RULE_VALUE),
        ("order=youngest", Why.RULE_VALUE),
    ],
)
def test_other_words_are_refused(word: str, why: Why) -> None:
    with pytest.raises(Refused) as refused:
        rules_from_words(RULES, [word])
    assert refused.value.why is why


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_every_game_are_complete_and_can_be_said(game: str) -> None:
    language = Language.load("en")
    rules = house_rules(game)
    defaults = check_rules(rules, {})
    for rule in rules:
        assert rule.allows(rule.default)
        assert rule.say.id in language
        assert rule.explain.id in language
        assert all(option.say.id in language for option in rule.options)
        assert rule.needs is None or rule.needs[0] in defaults
        assert rule.from_word(str(rule.default)) == rule.default
    least, most = seat_limits(game)
    assert 1 <= least <= most <= 8


def test_an_unknown_game_is_a_fault_that_names_those_there_are() -> None:
    for ask in (house_rules, seat_limits, lambda name: build_game(name, (), {})):
        with pytest.raises(Fault) as fault:
            ask("poker")
        assert fault.value.status == 2
        assert "dice" in Language.load("en").say(fault.value.say)
