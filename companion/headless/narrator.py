"""The narrator: says on a terminal what the kiosk would show."""

from __future__ import annotations

import sys
from typing import TextIO

from companion.language import Language
from companion.table.text import Fact, Text
from companion.table.view import TableView


class Narrator:
    """Prints sentences, one a line, each flushed so that what is printed has really been said."""

    def __init__(self, language: Language, out: TextIO | None = None) -> None:
        self._language = language
        self._out = out if out is not None else sys.stdout

    def say(self, text: Text) -> None:
        self._print(self._language.say(text))

    def line(self, id: str, **facts: Fact) -> None:
        self._print(self._language.line(id, **facts))

    def plain(self, sentence: str) -> None:
        """Say a sentence that is in words already, such as one from a device."""
        self._print(sentence)

    def events(self, view: TableView) -> None:
        """Say what the last committed answer brought about."""
        for event in view.events:
            self.say(event.say)

    def standings(self, view: TableView) -> None:
        """Say how everybody stands, best first."""
        if view.outcome is None:
            return
        for standing in view.outcome.standings:
            seat = view.seat(standing.seat)
            self.line("headless.standing", place=standing.place, name=seat.name, amount=standing.amount)

    def _print(self, line: str) -> None:
        print(line, file=self._out, flush=True)
