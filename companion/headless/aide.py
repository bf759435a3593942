"""What the companion itself answers in a narrated patience: winnable or not, and "finish for me" (S11, S14).

In a narrated session nobody draws frames, so that the solver may be waited for.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from companion.advice.adviser import Adviser
from companion.advice.answering import asks_the_companion, companion_answer
from companion.games.patience.position import Position
from companion.games.patience.saved import parse_position
from companion.games.patience.wording import move_said
from companion.table.answers import Answer, Source
from companion.table.prompts import Choose, Move
from companion.table.session import Session
from companion.table.text import Text, text
from companion.table.view import TableView

#: Between two looks at what the solver has said, in seconds.
PAUSE = 0.005


class Aide:
    """Asks the solver, whose process it starts at the first question; `close` ends that."""

    def __init__(self, session: Session, make: Callable[[], Adviser] = Adviser) -> None:
        self._session = session
        self._make = make
        self._adviser: Adviser | None = None

    def answer(self, view: TableView) -> Answer | None:
        """Return the companion's answer to what it is asked; ``None`` where that is nothing, or people's.

        Where there is no line to play, "finish for me" is stopped, so that the player has the cards again.
        """
        asked = asks_the_companion(view)
        if asked is None:
            return None
        adviser, whole = self._ready(), self._session.whole()
        while True:
            answer = companion_answer(view, whole, adviser)
            if answer is not None:
                return answer
            if not adviser.works:
                break
            if isinstance(asked, Move) and adviser.look(whole["whole"]).done:
                break
            time.sleep(PAUSE)
        stop = next((p for p in view.open if isinstance(p, Choose) and p.key.startswith("stop/")), None)
        if stop is None:
            return None
        return Answer(prompt=stop, value="stop", seat=stop.seats[0], source=Source.BOT)

    def next_move(self, view: TableView) -> Text | None:
        """Return what to move next, where "finish for me" tells that to people with cards on the table."""
        if view.game != "patience" or view.snapshot["phase"] != "finish" or view.snapshot["way"] == "screen":
            return None
        if not any(isinstance(prompt, Move) for prompt in view.open):
            return None
        adviser, whole = self._ready(), self._session.whole()["whole"]
        advice = adviser.look(whole)
        while not advice.done and adviser.works:
            time.sleep(PAUSE)
            advice = adviser.look(whole)
        if advice.hint is None:
            return text("headless.patience.no_line")
        position: Position = parse_position(whole)
        return text("headless.patience.next", move=move_said(position, advice.hint), typed=advice.hint)

    def close(self) -> None:
        """End the solver's process."""
        if self._adviser is not None:
            self._adviser.close()
            self._adviser = None

    def _ready(self) -> Adviser:
        if self._adviser is None:
            self._adviser = self._make()
        return self._adviser
