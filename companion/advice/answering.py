"""Answers of the companion itself in a patience: is a deal winnable, and the next move of "finish for me"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.advice.adviser import Adviser
from companion.games.patience.deals import numbered_deck
from companion.games.patience.position import Position
from companion.games.patience.saved import saved_text
from companion.table.answers import Answer, Source
from companion.table.prompts import Choose, Move, Prompt
from companion.table.view import TableView

#: What the keys of the prompts begin with that the companion answers.
WINNABLE = "winnable/"
#: How many positions may be looked at for one deal; what is not decided by then is passed over.
NODES_EACH = 500_000


def asks_the_companion(view: TableView) -> Prompt | None:
    """Return the open prompt that the companion answers itself, if there is one.

    These are whether a deal can be won (S14) and, where the cards are on the screen, the moves of "finish for
    me" (S11); with cards on the table a person makes those moves and says so.
    """
    if view.game != "patience":
        return None
    for prompt in view.open:
        if isinstance(prompt, Choose) and prompt.key.startswith(WINNABLE):
            return prompt
        on_screen = view.snapshot["way"] == "screen" and view.snapshot["phase"] == "finish"
        if isinstance(prompt, Move) and on_screen:
            return prompt
    return None


def companion_answer(view: TableView, whole: Mapping[str, Any], adviser: Adviser) -> Answer | None:
    """Return the companion's answer to what it is asked, or ``None`` where nothing is asked or known yet.

    `whole` is the game's whole snapshot, hidden cards and all (`Session.whole`).  Never waits; ask again.
    """
    prompt = asks_the_companion(view)
    if isinstance(prompt, Choose):
        return _on_a_deal(prompt, view, adviser)
    if isinstance(prompt, Move):
        advice = adviser.look(whole["whole"])
        if advice.line and advice.done:
            return Answer(prompt=prompt, value=advice.line[0], seat=prompt.seats[0], source=Source.BOT)
    return None


def _on_a_deal(prompt: Choose, view: TableView, adviser: Adviser) -> Answer | None:
    number = int(prompt.key.removeprefix(WINNABLE))
    dealt = Position.deal(numbered_deck(number), view.snapshot["draw"])
    advice = adviser.look(saved_text(dealt), nodes=NODES_EACH)
    if advice.state == "thinking":
        return None
    value = "winnable" if advice.state == "winnable" else "another"
    return Answer(prompt=prompt, value=value, source=Source.BOT)
