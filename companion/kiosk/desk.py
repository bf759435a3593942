"""The desk: what a scene says to a session, and what the session has made of it.

Nothing here waits.  What is told goes to the session's thread; what came of it is looked at on a later frame.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from companion.table.answers import Answer, Source
from companion.table.faults import Fault
from companion.table.prompts import Prompt
from companion.table.refusals import Refused
from companion.table.session import Session
from companion.table.text import Text
from companion.table.thread import SessionThread
from companion.table.view import TableView

log = logging.getLogger(__name__)

Told = Callable[[Any], None]

#: So many committed views may wait to be shown; of a longer queue the oldest are skipped.
_MOST_VIEWS = 64


class Desk:
    """One session as the kiosk sees it.

    Making one waits until the session has started, and is therefore done on the keeper's thread; it raises
    what kept the session from starting.
    """

    def __init__(self, maker: Callable[[], Session]) -> None:
        self._views: deque[TableView] = deque(maxlen=_MOST_VIEWS)
        self._open: list[tuple[Future[Any], Told | None]] = []
        self.problems: deque[Text] = deque(maxlen=8)
        self._thread = SessionThread(maker, on_commit=self._views.append)
        self._first = self._thread.started.result()

    @property
    def view(self) -> TableView:
        """The last committed view."""
        return self._thread.view or self._first

    @property
    def busy(self) -> bool:
        """Whether something that was told is not done yet."""
        return bool(self._open)

    def answer(
        self,
        prompt: Prompt,
        value: Any,
        seat: str | None = None,
        second: str | None = None,
        source: Source = Source.HAND,
        evidence: str = "",
    ) -> None:
        """Answer a prompt as it stood when it was shown."""
        self.give(
            Answer(prompt=prompt, value=value, seat=seat, second=second, source=source, evidence=evidence)
        )

    def give(self, answer: Answer) -> None:
        """Give an answer that is made already."""
        self.tell("answer", answer)

    def ask(self, what: str, *args: Any) -> Future[Any]:
        """Call a method of the session for another thread, which may wait for what comes of it."""
        return self._thread.tell(what, *args)

    def tell(self, what: str, *args: Any, then: Told | None = None) -> None:
        """Call a method of the session on its thread; `then` gets what it returned, on a later frame."""
        self._open.append((self._thread.tell(what, *args), then))

    def poll(self) -> list[TableView]:
        """Return the views that were committed since the last poll, oldest first; collects problems."""
        waiting = []
        for future, then in self._open:
            if not future.done():
                waiting.append((future, then))
                continue
            self._finish(future, then)
        self._open = waiting
        views = []
        while self._views:
            views.append(self._views.popleft())
        return views

    def _finish(self, future: Future[Any], then: Told | None) -> None:
        try:
            result = future.result(timeout=0)
        except (Refused, Fault) as no:
            self.problems.append(no.say)
        except Exception:
            log.exception("the session failed")
            self.problems.append(Text("kiosk.fault.session"))
        else:
            if then is not None:
                then(result)

    def close(self) -> None:
        """End the session's thread.  Everything acknowledged is in the journal already."""
        self._thread.close()
