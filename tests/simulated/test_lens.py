"""The lens bends its picture, and its truth with it; undoing it finds the same places again."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.simulated import SimulatedTable
from hardware.simulated.flaws import Flaws, Shade, draw_flaws, flickered, fringed, shading
from hardware.simulated.lens import Lens
from hardware.simulated.look import LEVELS, draw_look
from hardware.simulated.picture import Moment, Painter
from hardware.simulated.placing import place_dice
from hardware.simulated.truth import die_truth


@pytest.mark.parametrize("bend", [-0.16, -0.03, 0.0, 0.05])
def test_what_the_lens_bends_can_be_straightened(bend: float) -> None:
    lens = Lens(400.0, 14.0, 30.0, 1200.0, bend=bend)
    rows, columns = np.mgrid[0:720:90, 0:1280:160].reshape(2, -1)
    pixels = np.column_stack([columns, rows]).astype(float)
    ground = lens.table_points(pixels)
    back = lens.project(np.column_stack([ground, np.zeros(len(ground))]))
    assert np.allclose(back, pixels, atol=1e-6)
    rays = lens.rays_of(columns, rows)
    hits = lens.place + rays * (-lens.place[2] / rays[:, 2:])
    assert np.allclose(hits[:, :2], ground, atol=0.02)
    half = lens.halved()
    assert np.allclose(half.table_points((pixels - 0.5) / 2), ground, atol=0.02)


def test_a_barrel_draws_the_corners_in_and_a_pincushion_out() -> None:
    far = Lens(400.0, 0.0, 0.0, 1000.0).table_points(np.array([[0.0, 0.0]]))
    corner = np.column_stack([far, [0.0]])
    for bend in (-0.1, 0.05):
        lens = Lens(400.0, 0.0, 0.0, 1000.0, bend=bend)
        x, _ = lens.project(corner)[0] - lens.middle
        assert (abs(x) < lens.middle[0]) == (bend < 0)
        assert np.allclose(lens.project(np.zeros((1, 3))), [lens.middle])


@pytest.mark.parametrize("bend", [-0.16, 0.05])
def test_dice_are_drawn_where_the_bent_truth_says(bend: float) -> None:
    look = replace(draw_look(10, "plain", 6), flaws=Flaws())
    look = replace(look, lens=replace(look.lens, bend=bend, turn=0.0), tray=None)
    bodies = place_dice(np.random.default_rng(4), look, (1, 2, 3, 4, 5, 6))
    developed = Painter(look).develop(Moment(bodies), once=True)
    grey = cv2.cvtColor(np.clip(developed.display, 0, 255).astype(np.uint8), cv2.COLOR_BGR2GRAY)
    for body in bodies:
        die = die_truth(look.lens, body)
        pips = [int(grey[round(y), round(x)]) for x, y in die.pips]
        inner = np.array(die.centre) + 0.8 * (np.array(die.outline) - die.centre)
        face = [int(grey[round(y), round(x)]) for x, y in (inner + np.roll(inner, -1, axis=0)) / 2]
        assert min(abs(pip - int(np.median(face))) for pip in pips) > 25, die
    assert (
        max(np.hypot(*(die_truth(look.lens, body).centre - np.array(look.lens.middle))) for body in bodies)
        > 150
    )


def test_a_card_is_bent_with_the_table(clock) -> None:
    table = SimulatedTable(6, "plain", clock.now, deep_mm=220)
    table.look = replace(table.look, lens=replace(table.look.lens, bend=-0.12), tray=None, flaws=Flaws())
    table.show_card("KL1:7QM:G07:4ZK0B1T", at=(60.0, 40.0), turn=0.4)
    clock.sleep(1.5)
    picture = table.picture(1)
    (card,) = table.things
    corners = np.array(card.code, dtype=np.float32)
    flat = cv2.warpPerspective(
        picture,
        cv2.getPerspectiveTransform(corners, np.array([[0, 0], [90, 0], [90, 90], [0, 90]], np.float32)),
        (90, 90),
    )
    assert flat[1:4, 1:28].mean() < 90, "the finder's edge is where the truth says"
    assert flat.max() > 150


def test_flaws_follow_from_the_seed_and_grow_with_the_level() -> None:
    for rank in range(len(LEVELS)):
        assert draw_flaws(5, rank) == draw_flaws(5, rank)
    drawn = [[draw_flaws(seed, rank) for seed in range(60)] for rank in range(len(LEVELS))]
    for of_one in (
        lambda flaws: abs(flaws.bend),
        lambda flaws: abs(flaws.fringe),
        lambda flaws: flaws.veil,
        lambda flaws: flaws.flicker,
    ):
        plain, usual, hard = (np.mean([of_one(flaws) for flaws in some]) for some in drawn)
        assert plain < usual < hard
    assert all(flaws.shade is None and not flaws.crumbs for flaws in drawn[0])
    assert any(flaws.shade for flaws in drawn[2])
    assert any(flaws.crumbs for flaws in drawn[2])


def test_red_and_blue_lie_apart_only_away_from_the_middle() -> None:
    light = np.zeros((200, 200, 3), np.float32)
    for x in (99, 180):
        light[95:105, x] = 1.0
    seen = fringed(light, 3.0, 0, 0, (200, 200))

    def middles(part: np.ndarray) -> tuple[float, float]:
        row = part[100]
        return tuple(float((row[:, c] * np.arange(len(row))).sum() / row[:, c].sum()) for c in (0, 2))

    blue, red = middles(seen[:, 60:140])
    assert abs(red - blue) < 0.1
    blue, red = middles(seen[:, 140:])
    assert red - blue == pytest.approx(3.0 * 80.5 / np.hypot(100, 100), abs=0.3)
    # A part is drawn as it is in the whole.
    assert np.allclose(fringed(light[:, 140:], 3.0, 140, 0, (200, 200))[:, 5:], seen[:, 145:], atol=1e-3)


def test_lamps_that_flicker_band_the_rows_and_a_shadow_darkens_its_side() -> None:
    bands = flickered(np.full((720, 8, 3), 100.0, np.float32), Flaws(flicker=0.05, bands=3.0), 0.25)
    rows = bands[:, 0, 0]
    assert np.allclose(bands, rows[:, None, None])
    assert 100 < rows.max() < 104 and 96 < rows.min() < 100
    assert int(np.diff(rows > 100).sum()) == 6
    left = shading(Shade(turn=0.0, begins=0.2, soft=0.1, dark=0.5, round=False), (320, 180))
    assert left.shape == (180, 320)
    assert left[:, -1] == pytest.approx(0.5, abs=0.01)
    assert left[:, 0] == pytest.approx(1.0, abs=0.01)
