"""The made-up table behind the kiosk shows a patience's cards: the kit's deck, or an ordinary one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import numpy as np
import pygame
import pytest

from companion.kiosk.camera_box import CameraBox
from companion.kiosk.made_up_table import MadeUpTable
from companion.kiosk.sight import Sight
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Theme
from companion.kiosk.typesetter import Typesetter
from companion.table.prompts import Reveal
from companion.table.text import Text
from companion.watcher import Eye, WatchState
from hardware.camera import Frame
from hardware.simulated import SimulatedTable
from hardware.vision.reading import Piece, Reading

KNOWN = ("TH", "4C")


@pytest.mark.parametrize("face_down", [False, True])
def test_of_a_card_that_goes_face_down_no_picture_is_shown(face_down: bool) -> None:
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((800, 480))
    prompt = Reveal(key="deal/2", say=Text("t"), known=KNOWN, face_down=face_down)
    image = np.full((90, 160, 3), 200, np.uint8)
    outline = ((60.0, 20.0), (100.0, 20.0), (100.0, 70.0), (60.0, 70.0))
    card = Piece("TH", (80.0, 45.0), outline, 0.99)
    state = WatchState("settling", prompt, Reading("cards", (card,), 0.99), image=image)
    stage = SimpleNamespace(type=Typesetter(Theme(800, 480)))
    box = CameraBox(cast(Stage, stage), cast(Sight, SimpleNamespace(state=state)))
    box._room = pygame.Rect(0, 0, 320, 180)
    assert bool(box.live()) is not face_down


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
