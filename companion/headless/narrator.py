"""The narrator: says on a terminal what the kiosk would show."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TextIO

from companion.headless.patience_lines import lying
from companion.language import Language
from companion.table.prompts import Bid, Choose, Move, Place, Prompt, Reveal
from companion.table.text import Fact, Text
from companion.table.view import TableView
from companion.watcher.kinds import kind_of

#: Fewer options than this need no list of their own: the sentence says them.
_LISTED = 2


class Narrator:
    """Prints sentences, one a line, each flushed so that what is printed has really been said."""

    def __init__(self, language: Language, out: TextIO | None = None) -> None:
        self._language = language
        self._out = out if out is not None else sys.stdout
        self._once: set[str] = set()

    def say(self, text: Text) -> None:
        self._print(self._language.say(text))

    def line(self, id: str, **facts: Fact) -> None:
        self._print(self._language.line(id, **facts))

    def plain(self, sentence: str) -> None:
        """Say a sentence that is in words already, such as one from a device."""
        self._print(sentence)

    def once(self, text: Text) -> None:
        """Say what holds for the whole session, and not again."""
        sentence = self._language.say(text)
        if sentence not in self._once:
            self._once.add(sentence)
            self._print(sentence)

    def ask(self, waiting: Sequence[Prompt], view: TableView) -> None:
        """Ask what waits, with what may be typed.  Nobody is reminded of a claim (B6)."""
        for prompt in waiting:
            self.say(prompt.say)
            match prompt:
                case Choose() if len(prompt.options) >= _LISTED:
                    for number, option in enumerate(prompt.options, start=1):
                        said = self._language.say(option.say)
                        self.line("headless.option", number=number, say=said, word=option.id)
                case Choose():
                    self.line("headless.word", word=prompt.options[0].id)
                case Reveal():
                    self.line(f"headless.reveal.{kind_of(prompt)}")
                case Move():
                    for line in lying(view.snapshot):
                        self.say(line)
                    self.once(Text("headless.moves"))
                case Place():
                    self.line("headless.places", places=", ".join(prompt.legal))
                case Bid():
                    names = ", ".join(view.seat(seat).name for seat in prompt.seats)
                    example = view.seat(prompt.seats[0]).name
                    self.line("headless.bids", names=names, example=example, least=prompt.least)

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
