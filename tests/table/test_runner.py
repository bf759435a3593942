"""The runner: drives a script and never lets a bad answer near it."""

from __future__ import annotations

from typing import Any

import pytest
from digging import BrittleDigging, Digging

from companion.table.answers import Answer, Source
from companion.table.game import Game, Outcome, Script, rank
from companion.table.ledger import BANK
from companion.table.prompts import Confirm, Prompt, Throw
from companion.table.refusals import Refused, Why
from companion.table.runner import Runner, ScriptFault, digest
from companion.table.seats import Seat, seat_players
from companion.table.text import Text

SEATS = seat_players(["Ana", "Bo"], 2, 8)
THROW = Throw(key="throw", say=Text("throw"), dice=1)


def runner(kind: type[Digging] = Digging, **rules: Any) -> Runner:
    made = Runner(kind(SEATS, rules))
    made.send(Answer(prompt=made.open[0], value="ana", source=Source.LOT))
    made.send(Answer(prompt=made.open[0], value=["mud", "iron", "gold"], source=Source.LOT))
    return made


def test_a_refusal_disturbs_nothing() -> None:
    made = runner()
    before = (made.open, digest(made.game), made.outcome)
    for value in (0, 10, "abc", None, [1]):
        with pytest.raises(Refused):
            made.send(Answer(prompt=made.open[0], value=value, seat="ana"))
    assert (made.open, digest(made.game), made.outcome) == before
    made.send(Answer(prompt=made.open[0], value=9, seat="ana"))
    assert made.open[0].key == "throw/ana/0"


def test_each_step_has_its_own_events_and_its_digest() -> None:
    made = runner()
    stake = made.send(Answer(prompt=made.open[0], value=4, seat="ana"))
    assert stake.events == ()
    throw = made.send(Answer(prompt=made.open[0], value=[3, 4], seat="ana"))
    assert [event.what for event in throw.events] == ["throw"]
    assert throw.digest == made.digest != stake.digest
    assert made.game.events == []


def test_the_digest_covers_what_is_owed() -> None:
    with_tip, without = runner(tips=True), runner(tips=True)
    for made in (with_tip, without):
        made.send(Answer(prompt=made.open[0], value=1, seat="ana"))
    same = with_tip.digest
    assert same == without.digest
    with_tip.game.ledger.owe("gift", BANK, "bo", 5, Text("gift"))
    assert with_tip.digest != same


def test_a_bug_in_a_script_is_told_and_the_runner_is_dead() -> None:
    made = runner(BrittleDigging)
    made.send(Answer(prompt=made.open[0], value=1, seat="ana"))
    answer = Answer(prompt=made.open[0], value=[6, 6], seat="ana")
    with pytest.raises(ScriptFault, match="ZeroDivisionError"):
        made.send(answer)
    with pytest.raises(ScriptFault, match="failed before"):
        made.send(answer)


class _Yields(Game):
    """A game that yields what a test gives it."""

    name = "yields"
    rules_version = 1

    def __init__(self, seats: tuple[Seat, ...], prompts: tuple[Prompt, ...], *, theft: bool = False) -> None:
        super().__init__(seats)
        self.prompts, self.theft = prompts, theft

    def script(self) -> Script:
        yield self.prompts
        if self.theft:
            self.ledger._balances[BANK] += 1
        return Outcome((), Text("over"))

    def snapshot(self) -> dict[str, Any]:
        return {}

    def digest_fields(self) -> dict[str, Any]:
        return {"version": 1}


CONFIRM = Confirm(key="claim", say=Text("claim"), waits=False, transfer="t", amount=1)


@pytest.mark.parametrize(
    ("prompts", "says"),
    [
        ((), "waits for nothing"),
        ((CONFIRM,), "waits for nothing"),
        ((THROW, THROW), "two open prompts have one key"),
    ],
)
def test_a_script_that_asks_nonsense_is_told(prompts: tuple[Prompt, ...], says: str) -> None:
    with pytest.raises(ScriptFault, match=says):
        Runner(_Yields(SEATS, prompts))


def test_money_out_of_nowhere_is_told_after_the_very_answer() -> None:
    made = Runner(_Yields(SEATS, (THROW,), theft=True))
    with pytest.raises(ScriptFault, match="add up to 1"):
        made.send(Answer(prompt=THROW, value=[3]))


def test_after_the_outcome_nothing_is_open() -> None:
    made = Runner(_Yields(SEATS, (THROW,)))
    made.send(Answer(prompt=THROW, value=[3]))
    assert made.open == () and made.outcome is not None
    with pytest.raises(Refused) as refused:
        made.send(Answer(prompt=THROW, value=[3]))
    assert refused.value.why is Why.NOT_OPEN


@pytest.mark.parametrize(
    ("amounts", "places"),
    [
        ({"ana": 5, "bo": 9}, {"bo": 1, "ana": 2}),
        ({"ana": 5, "bo": 5, "cy": 1}, {"ana": 1, "bo": 1, "cy": 3}),
        ({"ana": -2, "bo": 0, "cy": -2}, {"bo": 1, "ana": 2, "cy": 2}),
        ({}, {}),
    ],
)
def test_equal_amounts_share_a_place(amounts: dict[str, int], places: dict[str, int]) -> None:
    standings = rank(amounts)
    assert {s.seat: s.place for s in standings} == places
    assert [s.place for s in standings] == sorted(places.values())
    assert Outcome(standings, Text("over")).winners == tuple(s for s, place in places.items() if place == 1)
