"""The players of a simulated domino table come through, whoever knows the hands and whoever plays them."""

from __future__ import annotations

import io
from typing import Any

import pytest

from companion.games import rules_in_words
from companion.headless.domino_hands import DominoHands
from companion.headless.eyes import Eyes
from companion.headless.narrator import Narrator
from companion.headless.table import HeadlessTable
from companion.language import Language
from companion.simulate.runner import seat_bots
from companion.table.chance import SeededChance
from companion.table.journal import Journal
from companion.table.session import Session


@pytest.mark.parametrize("hands", ["table", "scanned", "dealt"])
@pytest.mark.parametrize("virtual", [0, 1])
def test_a_deal_is_played_to_its_end(hands: str, virtual: int) -> None:
    """The camera is left out: what is shown is told, as by somebody who types it."""
    rules: dict[str, Any] = rules_in_words(
        "dominoes", [f"hands={hands}", f"virtual={virtual}", "two_deal=nine", "strength=greedy"]
    )
    table = DominoHands(5)
    said = io.StringIO()
    with Journal.in_memory(clock=table.clock) as journal:
        seats = seat_bots("dominoes", 2)
        session = Session.start(journal, table.build, "dominoes", seats, rules, SeededChance("lots"))
        played = HeadlessTable(session, Eyes(hands=table), table, Narrator(Language.load(), said))
        answers = 0
        while (session.view.snapshot["deal"] or 1) == 1:
            played.play(most_answers=1)
            answers += 1
            assert answers < 150, said.getvalue()[-1500:]
        told = [event for entry in session.history() for event in entry.events]
    laid = [event for event in told if event.what == "laid"]
    assert len(laid) > 10
    # Nothing was said to be where it cannot be, so that what was shown is what the hands hold.
    assert not [event for event in told if event.what in ("scan_again", "not_in_hand")]
    scanned = [event for event in told if event.what == "scanned"]
    assert bool(scanned) == (hands == "scanned" or (hands == "table" and virtual > 0))
