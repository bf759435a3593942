"""Answers: what the table did, checked against the prompt before a script sees it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, TypeAlias, assert_never

from msgspec import Struct

from companion.table.prompts import (
    Amount,
    Bid,
    Choose,
    Claim,
    Confirm,
    Deal,
    Lot,
    Move,
    Place,
    Prompt,
    Reveal,
    Sit,
    Throw,
)
from companion.table.refusals import Refused, Why
from companion.table.seats import clean_name
from companion.table.text import Text

#: What an answer may hold: plain JSON data.
Value: TypeAlias = Any


class Source(StrEnum):
    """Where an answer came from."""

    HAND = "hand"
    CAMERA = "camera"
    BOT = "bot"
    LOT = "lot"
    CLOCK = "clock"


class Answer(Struct, frozen=True, kw_only=True):
    """What the table did about one prompt.

    `prompt` is the prompt as it stood when the button was pressed or the frame was taken, so
    that a late press is never taken for something newer.  `seat` is who answered (``None``:
    the shared buttons), `second` the seat that agreed, `evidence` what was read (a picture's name).
    """

    prompt: Prompt
    value: Value
    seat: str | None = None
    second: str | None = None
    source: Source = Source.HAND
    evidence: str = ""

    @property
    def key(self) -> str:
        return self.prompt.key


def check(answer: Answer, prompts: Sequence[Prompt], seated: Sequence[str]) -> None:
    """Raise `Refused` unless `answer` is a legal answer to one of the open `prompts`.

    `seated` are the ids of all seats at the table; with one alone no second seat can agree,
    and none is asked for (H5).
    """
    prompt = next((p for p in prompts if p.key == answer.key), None)
    if prompt is None:
        raise Refused(Why.NOT_OPEN, say=answer.prompt.say)
    if prompt != answer.prompt:
        raise Refused(Why.CHANGED, say=prompt.say)
    _check_who(answer, prompt, seated)
    check_value(prompt, answer.value, answer.seat)


def _check_who(answer: Answer, prompt: Prompt, seated: Sequence[str]) -> None:
    by_program = answer.source in (Source.LOT, Source.CLOCK)
    if isinstance(prompt, (Lot, Deal)) != (answer.source is Source.LOT):
        raise Refused(Why.NOT_ASKED, say=prompt.say)
    if answer.source is Source.CLOCK and not isinstance(prompt, Bid):
        raise Refused(Why.NOT_ASKED, say=prompt.say)
    if by_program:
        return
    if answer.seat is not None and answer.seat not in seated:
        raise Refused(Why.NOT_ASKED, say=prompt.say)
    if prompt.seats and answer.seat is not None and answer.seat not in prompt.seats:
        raise Refused(Why.NOT_ASKED, say=prompt.say)
    if isinstance(prompt, (Confirm, Claim, Bid)) and answer.seat is None:
        raise Refused(Why.NOT_ASKED, say=prompt.say)
    if prompt.second:
        # Through the shared buttons a prompt to one seat is answered for that seat, which cannot agree twice.
        asked = answer.seat or (prompt.seats[0] if len(prompt.seats) == 1 else None)
        require_second(asked, answer.second, seated)


def require_second(seat: str | None, second: str | None, seated: Sequence[str]) -> None:
    """Raise `Refused` unless a seat other than `seat` agrees, or there is only one seat (H5)."""
    if len(seated) > 1 and (second is None or second not in seated or second == seat):
        raise Refused(Why.SECOND_NEEDED)


def check_value(prompt: Prompt, value: Value, seat: str | None = None) -> None:
    """Raise `Refused` unless `value` is one that `prompt` allows."""
    match prompt:
        case Throw():
            _check_throw(prompt, value)
        case Choose():
            if not isinstance(value, str) or value not in {option.id for option in prompt.options}:
                raise Refused(Why.NOT_AN_OPTION, options=tuple(o.say for o in prompt.options))
        case Amount():
            _check_number(value, prompt.least, prompt.most, prompt.step)
        case Reveal():
            if isinstance(value, str) and value in prompt.because and value not in prompt.known:
                raise Refused(Why.NOT_NOW, given=value, because=prompt.because[value])
            _check_member(value, prompt.known, Why.NOT_IN_SET)
        case Lot():
            _check_member(value, prompt.among, Why.NOT_IN_SET)
        case Place():
            _check_reasoned(value, prompt.legal, prompt.because, Why.ILLEGAL_PLACE, prompt.otherwise)
        case Move():
            _check_reasoned(value, prompt.legal, prompt.because, Why.ILLEGAL_MOVE)
        case Confirm() | Claim():
            if value is not True:
                raise Refused(Why.ONE_WAY_ONLY)
        case Bid():
            _check_bid(prompt, value, seat)
        case Deal():
            if not isinstance(value, (list, tuple)) or not all(isinstance(c, str) for c in value):
                raise Refused(Why.NOT_A_SHUFFLE)
            if sorted(value) != sorted(prompt.cards):
                raise Refused(Why.NOT_A_SHUFFLE)
        case Sit():
            _check_sit(prompt, value)
        case _:
            assert_never(prompt)


def _check_throw(prompt: Throw, value: Value) -> None:
    if value == "void":
        return
    if not isinstance(value, (list, tuple)):
        raise Refused(Why.WRONG_KIND)
    if len(value) != prompt.dice:
        raise Refused(Why.DICE_COUNT, count=len(value), dice=prompt.dice)
    for face in value:
        if not _is_whole(face) or not 1 <= face <= 6:
            raise Refused(Why.NOT_A_FACE, given=str(face)[:12])


def _is_whole(value: Value) -> bool:
    # In Python True is an int; on a table it is not a number.
    return isinstance(value, int) and not isinstance(value, bool)


def _check_number(value: Value, least: int, most: int, step: int) -> None:
    if not _is_whole(value):
        raise Refused(Why.NOT_A_NUMBER, given=str(value)[:12], least=least, most=most)
    if value < least:
        raise Refused(Why.TOO_LITTLE, given=value, least=least, most=most)
    if value > most:
        raise Refused(Why.TOO_MUCH, given=value, least=least, most=most)
    if (value - least) % step:
        raise Refused(Why.WRONG_STEP, given=value, step=step, least=least)


def _check_member(value: Value, members: Sequence[str], why: Why) -> None:
    if not isinstance(value, str) or value not in members:
        raise Refused(why, given=str(value)[:24])


def _check_reasoned(
    value: Value, legal: Sequence[str], because: dict[str, Text], why: Why, otherwise: Text | None = None
) -> None:
    if isinstance(value, str) and value in legal:
        return
    given = str(value)[:24]
    plain = otherwise or Text(f"refused.{why.value}.plain")
    raise Refused(why, given=given, because=because.get(given, plain))


def _check_bid(prompt: Bid, value: Value, seat: str | None) -> None:
    if value == "time" and seat is None:
        return
    if value == "out":
        return
    most = prompt.purses.get(seat or "", 0)
    if not _is_whole(value):
        raise Refused(Why.NOT_A_NUMBER, given=str(value)[:12], least=prompt.least, most=most)
    if value < prompt.least:
        raise Refused(Why.BID_TOO_LOW, given=value, least=prompt.least)
    if value > most:
        raise Refused(Why.BID_TOO_HIGH, given=value, most=most)
    if (value - prompt.least) % prompt.step:
        raise Refused(Why.WRONG_STEP, given=value, step=prompt.step, least=prompt.least)


def _check_sit(prompt: Sit, value: Value) -> None:
    if not isinstance(value, dict) or set(value) != {"name", "place"} or not isinstance(value["name"], str):
        raise Refused(Why.WRONG_KIND)
    clean_name(value["name"], prompt.taken)
    if not _is_whole(value["place"]) or value["place"] not in prompt.free:
        raise Refused(Why.PLACE_TAKEN)
