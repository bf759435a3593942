"""Bots answer every kind of prompt legally."""

from __future__ import annotations

import random
from typing import get_args

import pytest

from companion.simulate.bots import Bots, Temperament, answer_value
from companion.table.answers import check
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
from companion.table.text import text

SAY = text("x")
SEATED = ("ana", "bo")
PROMPTS: list[Prompt] = [
    Throw(key="k", say=SAY, seats=("ana",), dice=5),
    Throw(key="k", say=SAY, dice=2),
    Reveal(key="k", say=SAY, known=("7H", "KS")),
    Choose(key="k", say=SAY, seats=("bo",), options=(Option("a", SAY), Option("b", SAY))),
    Choose(key="k", say=SAY, seats=("bo",), options=(Option("leave", SAY),), second=True),
    Amount(key="k", say=SAY, least=2, most=11, step=4, usual=6),
    Amount(key="k", say=SAY, least=3, most=3),
    Place(key="k", say=SAY, legal=("6-6@b2",)),
    Move(key="k", say=SAY, legal=("w>3", "draw")),
    Confirm(key="k", say=SAY, seats=("ana",), transfer="t", amount=3),
    Claim(key="k", say=SAY, seats=("ana",), transfer="t", amount=3),
    Bid(key="k", say=SAY, seats=("ana", "bo"), least=10, step=5, purses={"ana": 100, "bo": 9}, seconds=10),
    Lot(key="k", say=SAY, among=("ana", "bo")),
    Deal(key="k", say=SAY, cards=("1", "2", "3")),
    Sit(key="k", say=SAY, free=(3, 7), taken=("Guest 1",)),
]


def test_every_kind_of_prompt_is_here() -> None:
    assert {type(prompt) for prompt in PROMPTS} == set(get_args(Prompt))


@pytest.mark.parametrize("prompt", PROMPTS, ids=lambda prompt: type(prompt).__name__)
@pytest.mark.parametrize("temperament", list(Temperament))
def test_answers_are_legal(prompt: Prompt, temperament: Temperament) -> None:
    bots = Bots(random.Random(3), dict.fromkeys(SEATED, temperament))
    for _ in range(20):
        check(bots.answer([prompt], SEATED), [prompt], SEATED)


@pytest.mark.parametrize(
    ("temperament", "amounts"),
    [
        (Temperament.CAREFUL, {2}),
        (Temperament.STEADY, {6}),
        (Temperament.BOLD, {10}),
        (Temperament.WILD, {2, 6, 10}),
    ],
)
def test_temperaments_stake_differently(temperament: Temperament, amounts: set[int]) -> None:
    prompt = Amount(key="k", say=SAY, least=2, most=11, step=4, usual=6)
    rng = random.Random(1)
    assert {answer_value(prompt, "ana", rng, temperament) for _ in range(60)} == amounts


def test_only_restless_bots_answer_what_does_not_wait() -> None:
    throw = Throw(key="throw", say=SAY, seats=("ana",), dice=5)
    leave = Choose(
        key="leave", say=SAY, seats=("bo",), options=(Option("leave", SAY),), waits=False, second=True
    )
    calm = Bots(random.Random(1))
    assert {calm.answer([leave, throw], SEATED).key for _ in range(50)} == {"throw"}
    restless = Bots(random.Random(1), restless=0.5)
    answers = [restless.answer([leave, throw], SEATED) for _ in range(80)]
    assert {answer.key for answer in answers} == {"throw", "leave"}
    assert {answer.second for answer in answers if answer.key == "leave"} == {"ana"}
    assert any(answer.value == "void" for answer in answers)
    for answer in answers:
        check(answer, [leave, throw], SEATED)


def test_the_same_seed_gives_the_same_answers() -> None:
    def answers(seed: int) -> list[object]:
        bots = Bots(random.Random(seed))
        return [bots.answer([PROMPTS[0]], SEATED).value for _ in range(10)]

    assert answers(5) == answers(5)
    assert answers(5) != answers(6)
