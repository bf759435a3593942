"""A camera remembers how its table lies: one die alone is judged by the dice that lay there before."""

from __future__ import annotations

import numpy as np
import pytest

from companion.table.prompts import Throw
from companion.table.text import Text
from companion.watcher import WatchState
from companion.watcher.thrown import ThrownDice, of_size
from hardware.camera import Frame, Image
from hardware.vision.dice import DiceReader
from hardware.vision.leaning import Table, Whole, level_of
from hardware.vision.mat import Mat
from hardware.vision.mat_layout import LAYOUTS
from hardware.vision.reading import Doubt, Piece, Reading
from hardware.vision.table_memory import TableMemory
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


def test_a_hand_that_looks_like_the_pips_of_a_large_die_is_none_on_a_mat_nor_after_other_dice() -> None:
    layout = LAYOUTS["a4"]
    mat = Mat(layout, np.diag([0.3, 0.3, 1.0]), 0.3, layout.ids, 0.0)

    def reading(edge: float) -> Reading:
        corners = ((300.0, 300.0), (300.0 + edge, 300.0), (300.0 + edge, 300.0 + edge), (300.0, 300.0 + edge))
        piece = Piece("6", (300 + edge / 2, 300 + edge / 2), corners, 0.9)
        return Reading("dice", (piece,), 0.9, True, None, (1280, 720))

    assert of_size(reading(48.0), TableMemory(), mat) and not of_size(reading(209.0), TableMemory(), mat)
    memory = TableMemory()
    table = memory.table(Whole(0, 0, (1280, 720)))
    assert of_size(reading(209.0), memory, None)
    places = np.array([(600.0, 300.0), (400.0, 300.0), (800.0, 500.0)])
    memory.accepted(level_of(places, np.zeros((3, 2)), table), [48.0, 50.0, 46.0])
    assert of_size(reading(55.0), memory, None) and not of_size(reading(209.0), memory, None)


@pytest.mark.parametrize(("edges", "phase"), [((50.0, 50.0, 50.0), "read"), ((80.0, 50.0, 50.0), "doubt")])
def test_one_frame_with_a_die_of_an_odd_size_is_not_outvoted(
    edges: tuple[float, ...], phase: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A face and a side of a die that leans look like one large face in some frames only."""
    left = list(edges)

    def read(
        self: DiceReader, image: Image, expect: int | None, *, confirm: bool, table: Table | None
    ) -> Reading:
        edge = left.pop(0) if confirm and len(left) > 1 else left[-1]
        corners = ((300.0, 300.0), (300.0 + edge, 300.0), (300.0 + edge, 300.0 + edge), (300.0, 300.0 + edge))
        piece = Piece("6", (300 + edge / 2, 300 + edge / 2), corners, 0.9)
        return Reading("dice", (piece,), 0.9, confirm, None if confirm else Doubt.MOVING, (1280, 720))

    monkeypatch.setattr(DiceReader, "read", read)
    thrown, prompt = ThrownDice(), Throw(key="throw/ana/1", say=Text("t"), seats=("ana",), dice=1)
    before, after = np.full((720, 1280, 3), 90, np.uint8), np.full((720, 1280, 3), 90, np.uint8)
    after[200:500, 200:600] = 200
    places = np.array([(600.0, 300.0), (400.0, 300.0), (800.0, 500.0)])
    memory = thrown._memory
    table = memory.table(Whole(0, 0, (1280, 720)))
    memory.accepted(level_of(places, np.zeros((3, 2)), table), [48.0, 50.0, 46.0])
    state = WatchState(prompt=prompt)
    for number in range(40):
        frame = Frame(before if number < 2 else after, number, 100 * number)
        state = thrown.look(prompt, frame, None, WatchState(prompt=prompt))
    assert state.phase == phase
