"""Plays for seats of a live session that nobody sits at (H1), seeing what a person in the seat would see."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from companion.table.answers import Answer, Source
from companion.table.prompts import Place
from companion.table.view import TableView


def virtual_answer(
    view: TableView, private: Callable[[str], dict[str, Any]], nodes: int | None = None
) -> Answer | None:
    """Return what a virtual seat that is asked now lays; ``None`` where none is asked.

    `nodes` is how many positions a searching seat looks at, as many as it may unless that is told; `private`
    gives what a seat alone may see (`Session.private`).  A searching seat may think for about two
    seconds, so this is no work for the thread that draws.  The same session and prompt give the same answer.
    """
    if view.game != "dominoes":
        return None
    # Only where the game is played; other games need nothing of it.
    from companion.games.dominoes.players import choose
    from companion.games.dominoes.search import THOROUGH
    from companion.games.dominoes.seen import seen_in

    virtual = {seat["seat"]: seat["virtual"] for seat in view.snapshot["seats"] if seat["virtual"]}
    for prompt in view.open:
        if isinstance(prompt, Place) and prompt.seats and prompt.seats[0] in virtual:
            seat = prompt.seats[0]
            rng = random.Random(f"{view.session}/{prompt.key}")
            value = choose(seen_in(private(seat), seat), virtual[seat], rng, nodes or THOROUGH)
            return Answer(prompt=prompt, value=value, seat=seat, source=Source.BOT)
    return None
