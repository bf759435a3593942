"""Virtual seats: what the companion plays for a seat that nobody sits at is thought out on a thread."""

from __future__ import annotations

import logging
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from companion.kiosk.desk import Desk
from companion.kiosk.stage import Stage
from companion.table.answers import Answer
from companion.table.prompts import Place, Prompt
from companion.table.view import TableView

log = logging.getLogger(__name__)

#: A session answers what a seat may see in far less; beyond this it has been closed.
_PATIENCE_S = 30.0


class VirtualSeats:
    """Answers for the virtual seats of one table.  `tick` never waits for the thinking."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._worker: ThreadPoolExecutor | None = None
        self._asked: Prompt | None = None
        self._thinking: Future[Answer | None] | None = None

    @property
    def busy(self) -> bool:
        """Whether something is being thought out."""
        return self._thinking is not None

    def tick(self, view: TableView, desk: Desk) -> None:
        """Begin to think where a virtual seat is asked, and answer once that is done."""
        asked = None if view.held or view.leftover else virtual_prompt(view)
        if self._thinking is not None and self._thinking.done():
            thought, self._thinking = self._thinking, None
            if asked is not None and asked == self._asked and not desk.busy:
                self._answer(desk, thought)
                return
        if asked is not None and asked != self._asked and self._thinking is None:
            self._asked = asked
            if self._worker is None:
                self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="virtual seats")
            self._thinking = self._worker.submit(_think, view, desk)
        elif asked is None:
            self._asked = None

    def _answer(self, desk: Desk, thought: Future[Answer | None]) -> None:
        try:
            answer = thought.result(timeout=0)
        except Exception:
            log.exception("a virtual seat could not think of anything")
            self._stage.notice(self._stage.line("kiosk.virtual.fault"), "bad")
            return
        if answer is not None:
            desk.give(answer)

    def close(self) -> None:
        """Let go of the thread; what it still thinks is not waited for."""
        if self._worker is not None:
            self._worker.shutdown(wait=False, cancel_futures=True)
            self._worker = None
        self._thinking = self._asked = None


def virtual_prompt(view: TableView) -> Prompt | None:
    """Return what a virtual seat is asked, if one is."""
    virtual = {seat["seat"] for seat in view.snapshot.get("seats", ()) if seat.get("virtual")}
    for prompt in view.open:
        if isinstance(prompt, Place) and prompt.waits and virtual.issuperset(prompt.seats) and prompt.seats:
            return prompt
    return None


def _think(view: TableView, desk: Desk) -> Answer | None:
    # Only where virtual seats play; other games need nothing of it.
    from companion.simulate.virtual_seats import virtual_answer

    def private(seat: str) -> dict[str, Any]:
        seen: dict[str, Any] = desk.ask("private", seat).result(timeout=_PATIENCE_S)
        return seen

    return virtual_answer(view, private)
