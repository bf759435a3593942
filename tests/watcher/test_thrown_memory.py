"""A camera remembers how its table lies: one die alone is judged by the dice that lay there before."""

from __future__ import annotations

import pytest

from companion.table.prompts import Throw
from companion.table.text import Text
from companion.watcher import WatchState
from hardware.vision.dice import DiceReader
from hardware.vision.reading import Doubt
from tests.watcher.watched_table import WatchedTable


def armed(scene: WatchedTable, number: int, dice: int) -> None:
    scene.eye.arm(Throw(key=f"throw/ana/{number}", say=Text("t"), seats=("ana",), dice=dice))
    list(scene.states(2))


def settled(scene: WatchedTable) -> WatchState:
    scene.clock.pass_ms(1500)
    return scene.settled()


@pytest.mark.parametrize("seed", [831836, 831897])
def test_one_die_that_leans_at_the_camera_is_asked_about_after_a_throw_of_five(seed: int) -> None:
    scene = WatchedTable(seed)
    armed(scene, 1, 5)
    scene.table.throw(5)
    assert settled(scene).phase == "read"
    armed(scene, 2, 1)
    scene.table.throw_fault("cocked", 1)
    state = settled(scene)
    assert state.phase == "doubt" and state.reading is not None and state.reading.doubt is Doubt.COCKED
    # The picture alone could not tell.
    assert DiceReader().read(scene.table.picture(1), 1).doubt is not Doubt.COCKED
    scene.table.put_right()
    state = settled(scene)
    assert state.phase == "read" and state.proposal is not None
    assert state.proposal.value == list(scene.table.values)
