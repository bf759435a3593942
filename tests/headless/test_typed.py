"""Typed answers: what a person writes becomes a legal value, or a sentence."""

from __future__ import annotations

import pytest

from companion.headless.typed import TypedAnswers, parse_typed
from companion.table.prompts import Amount, Choose, Option, Throw
from companion.table.refusals import Refused, Why
from companion.table.text import Text

THROW = Throw(key="throw/ana/1", say=Text("t"), seats=("ana",), dice=5)
STAKE = Amount(key="stake/ana/1", say=Text("t"), seats=("ana",), least=1, most=3)
FIRST = Choose(key="first", say=Text("t"), options=(Option("ana", Text("a")), Option("bo", Text("b"))))


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("1 3 3 4 6", [1, 3, 3, 4, 6]),
        ("13346", [1, 3, 3, 4, 6]),
        ("1,3,3,4,6", [1, 3, 3, 4, 6]),
        ("  6 6 6 6 6\n", [6, 6, 6, 6, 6]),
        ("cocked", "void"),
        ("VOID", "void"),
    ],
)
def test_a_throw_is_its_faces_or_void(line: str, value: object) -> None:
    assert parse_typed(THROW, line) == value


@pytest.mark.parametrize(
    ("prompt", "line", "why"),
    [
        (THROW, "1 2 3 4", Why.DICE_COUNT),
        (THROW, "1 2 3 4 5 6", Why.DICE_COUNT),
        (THROW, "1 2 3 4 7", Why.NOT_A_FACE),
        (THROW, "full house", Why.NOT_A_FACE),
        (STAKE, "0", Why.TOO_LITTLE),
        (STAKE, "-3", Why.TOO_LITTLE),
        (STAKE, "4", Why.TOO_MUCH),
        (STAKE, "abc", Why.NOT_A_NUMBER),
        (STAKE, "1.5", Why.NOT_A_NUMBER),
        (FIRST, "cy", Why.NOT_AN_OPTION),
    ],
)
def test_a_bad_line_is_refused_with_its_reason(prompt: Throw, line: str, why: Why) -> None:
    with pytest.raises(Refused) as refusal:
        parse_typed(prompt, line)
    assert refusal.value.why is why


def test_bad_lines_are_complained_of_and_the_next_is_taken() -> None:
    complaints: list[Text] = []
    typed = TypedAnswers(iter(["# the third round", "", "0", "abc", "2", "3"]), complaints.append)
    assert typed.take(STAKE) == 2
    assert [text.id for text in complaints] == ["refused.too_little", "refused.not_a_number"]
    assert typed.take(STAKE) == 3
    assert typed.take(STAKE) is None
