"""What the buttons mean where there is no screen, and which of them a person would press for an answer.

A seat's button answers its oldest open item: money it may ask for or has to pay, or, in an auction, a bid one
step higher; held, it leaves the auction.  UP and DOWN choose among what else is asked, OK takes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from companion.table.answers import Answer, Value
from companion.table.prompts import Amount, Bid, Choose, Claim, Confirm, Move, Place, Prompt
from companion.table.view import TableView
from hardware.buttons import Act, Press

Choosing: TypeAlias = Choose | Amount | Place | Move

_STEP = {"up": -1, "down": 1}


class PressDesk:
    """Makes answers of presses; `take` remembers how far each prompt has been turned."""

    def __init__(self) -> None:
        self._key = ""
        self._at = 0

    def take(self, press: Press, view: TableView) -> Answer | None:
        """Return the answer that a press is, None where it only turns or means nothing."""
        if press.button.startswith("seat"):
            return self._by_seat(int(press.button.removeprefix("seat")) - 1, press, view)
        prompt = next((one for one in view.open if one.waits and isinstance(one, Choosing)), None)
        if prompt is None:
            return None
        values = values_of(prompt)
        if prompt.key != self._key:
            self._key, self._at = prompt.key, first_of(prompt, values)
        if press.button in _STEP:
            self._at = (self._at + _STEP[press.button]) % len(values)
            return None
        if press.button != "ok":
            return None
        return Answer(prompt=prompt, value=values[self._at], seat=_only(prompt))

    @staticmethod
    def _by_seat(place: int, press: Press, view: TableView) -> Answer | None:
        seat = next((one.id for one in view.seats if one.place == place), None)
        for prompt in view.open:
            if seat is None or seat not in prompt.seats or not isinstance(prompt, (Claim, Confirm, Bid)):
                continue
            if not isinstance(prompt, Bid):
                return Answer(prompt=prompt, value=True, seat=seat)
            value: Value = "out" if press.act == "hold" else prompt.least
            return Answer(prompt=prompt, value=value, seat=seat)
        return None


def presses_for(answer: Answer, view: TableView) -> tuple[tuple[str, Act], ...]:
    """Return what a person presses to give an answer, button by button; nothing where buttons cannot."""
    prompt = answer.prompt
    if isinstance(prompt, (Claim, Confirm, Bid)):
        act: Act = "hold" if answer.value == "out" else "press"
        return ((f"seat{view.seat(answer.seat or '').place + 1}", act),)
    if not isinstance(prompt, Choosing):
        return ()
    if not prompt.waits:
        return ()
    values = values_of(prompt)
    down = (list(values).index(answer.value) - first_of(prompt, values)) % len(values)
    turns = ("down",) * down if down <= len(values) // 2 else ("up",) * (len(values) - down)
    return (*((turn, "press") for turn in turns), ("ok", "press"))


def values_of(prompt: Choosing) -> Sequence[Value]:
    """Return what UP and DOWN lead through."""
    match prompt:
        case Choose():
            return [option.id for option in prompt.options]
        case Amount():
            return range(prompt.least, prompt.most + 1, prompt.step)
        case _:
            return prompt.legal


def first_of(prompt: Choosing, values: Sequence[Value]) -> int:
    """Return where choosing begins: at the usual amount, else at the first."""
    usual = prompt.usual if isinstance(prompt, Amount) else None
    return values.index(usual) if usual is not None and usual in values else 0


def _only(prompt: Prompt) -> str | None:
    return prompt.seats[0] if len(prompt.seats) == 1 else None
