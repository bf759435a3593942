"""Faults that people are told about in one sentence with the remedy."""

from __future__ import annotations

from companion.table.text import Fact, Text


class Fault(Exception):
    """Something failed that is nobody's bug; `say` names the remedy, `status` is the exit status.

    Exit status: 1 the thing asked for failed, 2 wrong usage, 3 already running.
    """

    status = 1

    def __init__(self, id: str, *, status: int | None = None, **facts: Fact) -> None:
        super().__init__(id, facts)
        self.say = Text(id, facts)
        if status is not None:
            self.status = status


class JournalFault(Fault):
    """The journal cannot be opened, read or written; what was committed before stays."""


class Diverged(JournalFault):
    """A replay no longer leads where the journal says it led.

    `number` is the first answer that disagrees, `agreeing` the last entry up to which all agrees.
    """

    def __init__(self, id: str, *, session: str, number: int, agreeing: int) -> None:
        super().__init__(id, session=session, number=number, agreeing=agreeing)
        self.number = number
        self.agreeing = agreeing


class AlreadyRunning(Fault):
    """Another companion works on the same data folder."""

    status = 3
