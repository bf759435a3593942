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
