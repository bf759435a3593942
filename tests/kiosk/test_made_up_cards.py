"""The made-up table behind the kiosk shows a patience's cards: the kit's deck, or an ordinary one."""

from __future__ import annotations

import pytest

from companion.kiosk.made_up_table import MadeUpTable
from companion.table.prompts import Reveal
from companion.table.text import Text
from companion.watcher import Eye, WatchState
from hardware.camera import Frame
from hardware.simulated import SimulatedTable

KNOWN = ("TH", "4C")


@pytest.mark.parametrize(("seed", "kind"), [(4, "tags"), (5, "cards")])
def test_a_card_of_the_patience_is_shown_and_read(seed: int, kind: str) -> None:
    now = 0
    table = SimulatedTable(seed, "plain", lambda: now, deep_mm=240)
    made_up = MadeUpTable(table, seed)
    prompt = Reveal(key="card/1", say=Text("t"), seats=("ana",), known=KNOWN, because={})
    made_up.act(prompt)
    eye, state = Eye(made_up.kits), WatchState()
    eye.arm(prompt)
    now = 4000
    for number in range(12):
        now += 100
        state = eye.look(Frame(table.picture(number), number + 1, now))
        if state.proposal is not None:
            break
    eye.close()
    assert state.reading is not None and state.reading.kind == kind
    assert state.proposal is not None and state.proposal.value in KNOWN
    assert state.proposal.value == table.shown.replace("10", "T")
