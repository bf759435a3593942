"""Answers checked against prompts, as tables: a prompt, an answer, and the refusal, if any."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.table.answers import Answer, Source, check, check_value, require_second
from companion.table.prompts import (
    Amount,
    Bid,
    Choose,
    Claim,
    Confirm,
    Deal,
    Lot,
    Move,
    Option,
    Place,
    Prompt,
    Reveal,
    Sit,
    Throw,
)
from companion.table.refusals import Refused, Why
from companion.table.text import Text

SAY = Text("asked")
THROW = Throw(key="throw/bo/1", say=SAY, seats=("bo",), dice=5)
REVEAL = Reveal(key="card/1", say=SAY, known=("N-05", "N-06"))
CHOOSE = Choose(key="path/1", say=SAY, options=(Option("old", Text("old")), Option("new", Text("new"))))
AMOUNT = Amount(key="stake/bo/1", say=SAY, seats=("bo",), least=10, most=100, step=5)
PLACE = Place(key="place/1", say=SAY, legal=("0-1@a1",), because={"6-6@a1": Text("no.end")})
MOVE = Move(key="move/1", say=SAY, legal=("7h>8s",), because={})
CONFIRM = Confirm(key="pay/1", say=SAY, seats=("bo",), transfer="t", amount=5)
CLAIM = Claim(key="claim/1", say=SAY, seats=("bo",), waits=False, transfer="t", amount=5)
BID = Bid(
    key="bid/1", say=SAY, seats=("ana", "bo"), least=50, step=10, purses={"ana": 90, "bo": 40}, seconds=5
)
LOT = Lot(key="lot/1", say=SAY, among=("ana", "bo"))
DEAL = Deal(key="deal/1", say=SAY, cards=("a", "b", "b"))
SIT = Sit(key="sit", say=SAY, waits=False, free=(2, 3), taken=("Ana", "Bo"))

VALUES: list[tuple[Prompt, str | None, Any, Why | None]] = [
    (THROW, "bo", [1, 2, 3, 4, 6], None),
    (THROW, "bo", "void", None),
    (THROW, "bo", [1, 2, 3, 4], Why.DICE_COUNT),
    (THROW, "bo", [1] * 6, Why.DICE_COUNT),
    (THROW, "bo", [], Why.DICE_COUNT),
    (THROW, "bo", [0, 1, 2, 3, 4], Why.NOT_A_FACE),
    (THROW, "bo", [7, 1, 2, 3, 4], Why.NOT_A_FACE),
    (THROW, "bo", [True, 1, 2, 3, 4], Why.NOT_A_FACE),
    (THROW, "bo", ["1", 1, 2, 3, 4], Why.NOT_A_FACE),
    (THROW, "bo", 12345, Why.WRONG_KIND),
    (THROW, "bo", "11111", Why.WRONG_KIND),
    (THROW, "bo", None, Why.WRONG_KIND),
    (REVEAL, None, "N-05", None),
    (REVEAL, None, "N-07", Why.NOT_IN_SET),
    (REVEAL, None, ["N-05"], Why.NOT_IN_SET),
    (CHOOSE, None, "old", None),
    (CHOOSE, None, "older", Why.NOT_AN_OPTION),
    (CHOOSE, None, 1, Why.NOT_AN_OPTION),
    (CHOOSE, None, ["old"], Why.NOT_AN_OPTION),
    (AMOUNT, "bo", 10, None),
    (AMOUNT, "bo", 100, None),
    (AMOUNT, "bo", 0, Why.TOO_LITTLE),
    (AMOUNT, "bo", -3, Why.TOO_LITTLE),
    (AMOUNT, "bo", 105, Why.TOO_MUCH),
    (AMOUNT, "bo", 10**30, Why.TOO_MUCH),
    (AMOUNT, "bo", 12, Why.WRONG_STEP),
    (AMOUNT, "bo", "abc", Why.NOT_A_NUMBER),
    (AMOUNT, "bo", "20", Why.NOT_A_NUMBER),
    (AMOUNT, "bo", 20.0, Why.NOT_A_NUMBER),
    (AMOUNT, "bo", True, Why.NOT_A_NUMBER),
    (AMOUNT, "bo", None, Why.NOT_A_NUMBER),
    (PLACE, None, "0-1@a1", None),
    (PLACE, None, "6-6@a1", Why.ILLEGAL_PLACE),
    (PLACE, None, 4, Why.ILLEGAL_PLACE),
    (MOVE, None, "7h>8s", None),
    (MOVE, None, "8h>7s", Why.ILLEGAL_MOVE),
    (CONFIRM, "bo", True, None),
    (CONFIRM, "bo", False, Why.ONE_WAY_ONLY),
    (CONFIRM, "bo", 1, Why.ONE_WAY_ONLY),
    (CLAIM, "bo", True, None),
    (CLAIM, "bo", "yes", Why.ONE_WAY_ONLY),
    (BID, "ana", 50, None),
    (BID, "ana", 90, None),
    (BID, "ana", "out", None),
    (BID, "ana", 40, Why.BID_TOO_LOW),
    (BID, "ana", 100, Why.BID_TOO_HIGH),
    (BID, "bo", 50, Why.BID_TOO_HIGH),
    (BID, "ana", 55, Why.WRONG_STEP),
    (BID, "ana", "time", Why.NOT_A_NUMBER),
    (SIT, None, {"name": "Cy", "place": 2}, None),
    (SIT, None, {"name": "Cy", "place": 1}, Why.PLACE_TAKEN),
    (SIT, None, {"name": "Cy", "place": "2"}, Why.PLACE_TAKEN),
    (SIT, None, {"name": "ANA", "place": 2}, Why.NAME_TAKEN),
    (SIT, None, {"name": "  ", "place": 2}, Why.NAME_EMPTY),
    (SIT, None, {"name": "x" * 15, "place": 2}, Why.NAME_TOO_LONG),
    (SIT, None, {"name": "a\x07b", "place": 2}, Why.NAME_UNREADABLE),
    (SIT, None, {"name": "Cy"}, Why.WRONG_KIND),
    (SIT, None, {"name": 3, "place": 2}, Why.WRONG_KIND),
    (SIT, None, {"name": "Cy", "place": 2, "more": 1}, Why.WRONG_KIND),
]


@pytest.mark.parametrize(("prompt", "seat", "value", "why"), VALUES)
def test_a_value_is_taken_or_refused_for_its_reason(
    prompt: Prompt, seat: str | None, value: Any, why: Why | None
) -> None:
    answer = Answer(prompt=prompt, value=value, seat=seat)
    if why is None:
        check(answer, (LOT, prompt), ("ana", "bo"))
        return
    with pytest.raises(Refused) as refused:
        check(answer, (LOT, prompt), ("ana", "bo"))
    assert refused.value.why is why


WHO: list[tuple[Prompt, str | None, Any, Source, Why | None]] = [
    (THROW, None, "void", Source.HAND, None),
    (THROW, "bo", "void", Source.CAMERA, None),
    (THROW, "bo", "void", Source.BOT, None),
    (THROW, "ana", "void", Source.HAND, Why.NOT_ASKED),
    (THROW, "cy", "void", Source.HAND, Why.NOT_ASKED),
    (THROW, None, "void", Source.LOT, Why.NOT_ASKED),
    (THROW, None, "void", Source.CLOCK, Why.NOT_ASKED),
    (REVEAL, "ana", "N-05", Source.CAMERA, None),
    (REVEAL, "nobody", "N-05", Source.CAMERA, Why.NOT_ASKED),
    (CONFIRM, None, True, Source.HAND, Why.NOT_ASKED),
    (CLAIM, None, True, Source.HAND, Why.NOT_ASKED),
    (CLAIM, "ana", True, Source.HAND, Why.NOT_ASKED),
    (BID, None, 50, Source.HAND, Why.NOT_ASKED),
    (BID, None, "time", Source.CLOCK, None),
    (BID, "ana", "time", Source.CLOCK, Why.NOT_A_NUMBER),
    (LOT, None, "ana", Source.LOT, None),
    (LOT, None, "cy", Source.LOT, Why.NOT_IN_SET),
    (LOT, "ana", "ana", Source.HAND, Why.NOT_ASKED),
    (DEAL, None, ["b", "a", "b"], Source.LOT, None),
    (DEAL, None, ["a", "a", "b"], Source.LOT, Why.NOT_A_SHUFFLE),
    (DEAL, None, ["a", "b"], Source.LOT, Why.NOT_A_SHUFFLE),
    (DEAL, None, [1, 2, 3], Source.LOT, Why.NOT_A_SHUFFLE),
    (DEAL, None, "abb", Source.LOT, Why.NOT_A_SHUFFLE),
    (DEAL, None, ["b", "a", "b"], Source.BOT, Why.NOT_ASKED),
]


@pytest.mark.parametrize(("prompt", "seat", "value", "source", "why"), WHO)
def test_only_those_who_are_asked_may_answer(
    prompt: Prompt, seat: str | None, value: Any, source: Source, why: Why | None
) -> None:
    answer = Answer(prompt=prompt, value=value, seat=seat, source=source)
    if why is None:
        check(answer, (prompt,), ("ana", "bo"))
        return
    with pytest.raises(Refused) as refused:
        check(answer, (prompt,), ("ana", "bo"))
    assert refused.value.why is why


def test_a_late_press_is_never_taken_for_something_newer() -> None:
    late = Answer(prompt=THROW, value="void", seat="bo")
    with pytest.raises(Refused) as gone:
        check(late, (AMOUNT,), ("ana", "bo"))
    assert gone.value.why is Why.NOT_OPEN and gone.value.facts["say"] == THROW.say
    with pytest.raises(Refused) as changed:
        check(late, (replace(THROW, dice=4),), ("ana", "bo"))
    assert changed.value.why is Why.CHANGED


@pytest.mark.parametrize(
    ("seat", "second", "seated", "agreed"),
    [
        ("ana", "bo", ("ana", "bo"), True),
        (None, "bo", ("ana", "bo"), True),
        ("ana", "ana", ("ana", "bo"), False),
        ("ana", None, ("ana", "bo"), False),
        ("ana", "cy", ("ana", "bo"), False),
        ("ana", None, ("ana",), True),
        (None, None, ("ana",), True),
    ],
)
def test_a_second_seat_agrees_unless_one_is_alone(
    seat: str | None, second: str | None, seated: tuple[str, ...], agreed: bool
) -> None:
    leave = Choose(key="leave", say=SAY, options=(Option("leave", SAY),), waits=False, second=True)
    answer = Answer(prompt=leave, value="leave", seat=seat, second=second)
    if agreed:
        require_second(seat, second, seated)
        check(answer, (leave,), seated)
        return
    for call in (lambda: require_second(seat, second, seated), lambda: check(answer, (leave,), seated)):
        with pytest.raises(Refused) as refused:
            call()
        assert refused.value.why is Why.SECOND_NEEDED


def test_a_reason_that_is_not_known_is_said_plainly() -> None:
    with pytest.raises(Refused) as known:
        check_value(PLACE, "6-6@a1")
    assert known.value.facts["because"] == Text("no.end")
    with pytest.raises(Refused) as unknown:
        check_value(PLACE, "5-5@a1")
    assert unknown.value.facts["because"] == Text("refused.illegal_place.plain")
