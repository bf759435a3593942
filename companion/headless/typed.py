"""Typed answers: what a person writes, from a file or the keyboard, turned into answers to prompts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from companion.table.answers import Value, check_value
from companion.table.prompts import Amount, Bid, Claim, Confirm, Prompt, Throw
from companion.table.refusals import Refused, Why
from companion.table.text import Text

#: Words that void a throw (H7), in the languages of the texts.
VOID_WORDS = frozenset({"void", "cocked", "skjev", "schief", "anulat"})

#: Words that confirm a payment.
YES_WORDS = frozenset({"yes", "y", "ok", "ja", "da"})


def parse_typed(prompt: Prompt, line: str) -> Value:
    """Return the value that a typed line gives for `prompt`; raises `Refused` when it gives none.

    A throw is its faces in any spacing (``1 3 3 4 6``, ``13346``) or a word that voids it.
    """
    words = line.strip().lower()
    match prompt:
        case Throw():
            value: Value = "void" if words in VOID_WORDS else _faces(words)
        case Amount() | Bid():
            value = int(words) if re.fullmatch(r"-?[0-9]{1,9}", words) else words
        case Confirm() | Claim():
            value = words in YES_WORDS
        case _:
            value = line.strip()
    check_value(prompt, value, prompt.seats[0] if prompt.seats else None)
    return value


def _faces(words: str) -> list[int]:
    packed = re.sub(r"[\s,;]+", "", words)
    if not re.fullmatch(r"[0-9]{1,40}", packed):
        raise Refused(Why.NOT_A_FACE, given=words[:12])
    return [int(face) for face in packed]


class TypedAnswers:
    """A supply of typed lines.  Blank lines and lines that start with ``#`` say nothing."""

    def __init__(self, lines: Iterator[str], complain: Callable[[Text], None]) -> None:
        self._lines = lines
        self._complain = complain

    def take(self, prompt: Prompt) -> Value | None:
        """Return the next line that is a legal value for `prompt`, or None when the lines have ended.

        A line that is none is complained of in a sentence, and the next one is tried.
        """
        for line in self._lines:
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            try:
                return parse_typed(prompt, line)
            except Refused as refusal:
                self._complain(refusal.say)
        return None
