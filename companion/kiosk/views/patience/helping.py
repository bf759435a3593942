"""The solver beside the table: what it knows of the position, and what the companion plays by it (S11).

Nothing here waits: the whole position comes from the session's thread, what is known of it from the
solver's process, both on a later frame.  Neither is ever shown but for a line's next move.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from msgspec.structs import replace

from companion.advice.advised import Advice
from companion.advice.adviser import Adviser
from companion.advice.answering import asks_the_companion, companion_answer
from companion.table.game import Game
from companion.table.prompts import Choose, Move
from companion.table.view import TableView

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene

log = logging.getLogger(__name__)

#: "Finish for me" plays a move each so many milliseconds, slowly enough to be watched.
FINISH_MS = 480

#: After these events other cards lie on the table.
_MOVING = frozenset({"dealt", "moved", "seen", "undone", "redone"})

#: What the button "finish for me" says: lit only where a line is known; proofs of loss are not told.
Light: TypeAlias = Literal["lit", "looking", "none", "off"]


class Helper:
    """Asks the solver about what lies on the table, and answers for the companion."""

    def __init__(self, make: Callable[[], Adviser] = Adviser) -> None:
        self._make = make
        self._adviser: Adviser | None = None
        self._asked: TableView | None = None
        self._coming: Future[Any] | None = None
        self._whole: str | None = None
        self._advice: Advice | None = None
        self._due = 0

    @property
    def advice(self) -> Advice | None:
        """What is known of the position that is shown; None until it has been asked about."""
        return self._advice

    @property
    def works(self) -> bool:
        return self._adviser is None or self._adviser.works

    @property
    def light(self) -> Light:
        advice = self._advice
        if not self.works:
            return "off"
        if advice is not None and advice.line:
            return "lit"
        if advice is None or advice.state == "thinking" or not advice.done:
            return "looking"
        return "none"

    @property
    def hint(self) -> str | None:
        """The next move to make, where one is known to be good."""
        return self._advice.hint if self._advice is not None else None

    def tick(self, table: TableScene, now: int) -> bool:
        """Look at what has come; return whether there is something new to be shown."""
        view = table.view
        if view.outcome is not None or view.held or view.leftover:
            return False
        if self._adviser is None:
            self._adviser = self._make()
            self._adviser.warm()
        if view is not self._asked:
            self._asked, self._whole = view, None
            self._advice = _followed(self._advice, view)
            self._due = now + FINISH_MS
            self._coming = table.desk.ask("consult", _whole_of)
        before = (self._advice, self.works)
        self._hear()
        if self._whole is not None:
            self._advice = self._adviser.look(self._whole)
        elif view.snapshot["position"] is None:
            self._advice = None
        self._answer(table, now)
        return (self._advice, self.works) != before

    def _hear(self) -> None:
        if self._coming is None or not self._coming.done():
            return
        coming, self._coming = self._coming, None
        try:
            self._whole = coming.result(timeout=0)
        except Exception:
            # A session that is being closed tells nothing more; then there is nothing to help with.
            log.debug("the session has not told where its cards lie", exc_info=True)

    def _answer(self, table: TableScene, now: int) -> None:
        """Answer what the companion is asked: whether a deal can be won, and the moves of the line."""
        asked = asks_the_companion(table.view)
        if self._adviser is None or asked is None or table.desk.busy or table.view is not table.desk.view:
            return
        if isinstance(asked, Move) and (now < self._due or self._whole is None):
            return
        answer = companion_answer(table.view, {"whole": self._whole}, self._adviser)
        if answer is not None:
            table.desk.give(answer)
        elif isinstance(asked, Move) and self.light in ("none", "off"):
            # Whatever the reason, there is no line to play: the player has the cards again.
            stop = next(
                (p for p in table.view.open if isinstance(p, Choose) and p.key.startswith("stop/")), None
            )
            if stop is not None:
                table.desk.answer(stop, "stop", stop.seats[0])

    def close(self) -> None:
        """End the solver's process."""
        adviser, self._adviser = self._adviser, None
        if adviser is not None:
            adviser.close()
        self._asked, self._coming, self._whole, self._advice = None, None, None, None


def _followed(advice: Advice | None, view: TableView) -> Advice | None:
    """Return what is known still after what has just happened: a line whose first move was made goes on."""
    moves = [event for event in view.events if event.what in _MOVING]
    if advice is None or not moves:
        return advice
    followed = len(moves) == 1 and moves[0].what == "moved" and advice.line[:1] == (moves[0].facts["move"],)
    return replace(advice, line=advice.line[1:], move=None) if followed and len(advice.line) > 1 else None


def _whole_of(game: Game) -> str | None:
    whole: str | None = game.snapshot()["whole"]
    return whole
