"""Typed answers: what a person writes, from a file or the keyboard, turned into answers to prompts.

A line answers the first of the prompts that wait whose answer it can be.  A seat's name is a press of that
seat's own button: it asks for its oldest money, pays, or bids one step higher (``bo``, ``bo 5000``, ``bo
out``).  The beginning of another open prompt's key, such as ``leave``, ``deal`` or ``wrong``, answers that:
``deal ana bo``, ``leave bo with ana``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

from companion.headless.words import parse_typed
from companion.table.answers import Answer, Source
from companion.table.prompts import Bid, Choose, Claim, Confirm, Prompt
from companion.table.refusals import Refused
from companion.table.seats import Seat
from companion.table.text import Text
from companion.table.view import TableView


class Wish(StrEnum):
    """What people may want instead of answering."""

    TAKE_BACK = "take back"
    NEXT_PICTURE = "next picture"


_WISHES = {
    "take back": Wish.TAKE_BACK,
    "back": Wish.TAKE_BACK,
    "undo": Wish.TAKE_BACK,
    "next": Wish.NEXT_PICTURE,
    "next picture": Wish.NEXT_PICTURE,
}
_HELP = ("?", "help")
#: Nobody bids any more: in a narrated session people say when the hammer falls.
_TIME = ("time", "sold", "hammer")


class TypedAnswers:
    """A supply of typed lines.  Blank lines and lines that start with ``#`` say nothing."""

    def __init__(self, lines: Iterator[str], complain: Callable[[Text], None]) -> None:
        self._lines = lines
        self._complain = complain

    def take(self, asked: Sequence[Prompt], view: TableView) -> Answer | Wish | None:
        """Return the answer of the next line that is one, a wish, or None when the lines have ended.

        A line that is none is complained of in a sentence, and the next one is tried.
        """
        for line in self._lines:
            words = " ".join(line.split())
            if not words or words.startswith("#"):
                continue
            # In a patience, undo is an action of the game.
            named = any(prompt.key.startswith(f"{words.casefold()}/") for prompt in view.open)
            if words.casefold() in _WISHES and not named:
                return _WISHES[words.casefold()]
            if words in _HELP:
                self._complain(Text("headless.help"))
                continue
            try:
                return answer_of(words, asked, view)
            except Refused as refusal:
                self._complain(refusal.say)
        return None


def answer_of(line: str, asked: Sequence[Prompt], view: TableView) -> Answer:
    """Return the answer that a line is; raises `Refused`, as the first of the prompts does, for none."""
    refusals = []
    for prompt in asked:
        if isinstance(prompt, Bid) and line.casefold() in _TIME:
            return Answer(prompt=prompt, value="time", source=Source.CLOCK)
        try:
            value = parse_typed(prompt, line, view.snapshot)
        except Refused as refusal:
            refusals.append(refusal)
            continue
        return Answer(prompt=prompt, value=value, seat=prompt.seats[0] if prompt.seats else None)
    other = _pressed(line, view) or _by_name(line, view)
    if other is not None:
        return other
    raise refusals[0]


def _pressed(line: str, view: TableView) -> Answer | None:
    """Return what a press of a seat's own button answers, where the line begins with a seat's name."""
    seat, rest = _seat_first(line, view.seats)
    if seat is None:
        return None
    for prompt in view.open:
        if seat.id not in prompt.seats or not isinstance(prompt, (Claim, Confirm, Bid)):
            continue
        if isinstance(prompt, Bid):
            value = parse_typed(prompt, rest or str(prompt.least), view.snapshot, seat.id)
            return Answer(prompt=prompt, value=value, seat=seat.id)
        return None if rest else Answer(prompt=prompt, value=True, seat=seat.id)
    return None


def _by_name(line: str, view: TableView) -> Answer | None:
    """Return the answer to a prompt that the line names by how its key begins, and whose seat it may name."""
    said, _, agreeing = line.partition(" with ")
    word, _, rest = said.partition(" ")
    second, _ = _seat_first(agreeing, view.seats)
    named = [prompt for prompt in view.open if prompt.key.partition("/")[0] == word.casefold()]
    seat, after = _seat_first(rest, view.seats)
    of_seat = [prompt for prompt in named if seat is not None and seat.id in prompt.seats]
    if not named:
        return None
    prompt, value = (of_seat[0], after) if of_seat else (named[0], rest)
    if not value and isinstance(prompt, Choose) and len(prompt.options) == 1:
        value = prompt.options[0].id
    return Answer(
        prompt=prompt,
        value=parse_typed(prompt, value, view.snapshot),
        seat=prompt.seats[0] if prompt.seats else None,
        second=second.id if second is not None else None,
    )


def _seat_first(line: str, seats: Sequence[Seat]) -> tuple[Seat | None, str]:
    """Return the seat whose name a line begins with, the longest where several fit, and what follows."""
    folded = f"{line.casefold()} "
    for seat in sorted(seats, key=lambda seat: -len(seat.name)):
        for name in (seat.name, seat.id):
            if folded.startswith(f"{name.casefold()} "):
                return seat, line[len(name) :].strip()
    return None, line
