"""Made-up pictures: bit-identical from a seed, and their truth lies where the picture shows it."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.simulated import scenes
from hardware.simulated.look import DIE_COLOURS, LEVELS, Level, TrayLook, draw_look
from hardware.simulated.made_up_pictures import picture
from hardware.simulated.placing import place_dice
from hardware.simulated.truth import upper_face


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_bits(level: Level) -> None:
    seed = 11
    first, truth = picture(seed, level)
    again, same_truth = picture(seed, level)
    other, other_truth = picture(seed + 1, level)
    assert first.shape == (720, 1280, 3)
    assert first.dtype == np.uint8
    assert np.array_equal(first, again)
    assert truth == same_truth
    assert not np.array_equal(first, other)
    assert truth != other_truth


def test_another_process_draws_the_same_bits() -> None:
    code = (
        "import hashlib; from hardware.simulated.made_up_pictures import picture;"
        "print(hashlib.sha256(picture(11, 'usual')[0].tobytes()).hexdigest())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == hashlib.sha256(picture(11, "usual")[0].tobytes()).hexdigest()


def test_scenes_are_the_pictures_of_the_seeds_that_follow() -> None:
    seen = list(scenes(70, 2, "plain", dice=(2, 3)))
    assert [truth for _, truth in seen] == [picture(70 + k, "plain", (2, 3))[1] for k in range(2)]
    assert all(2 <= len(truth) <= 3 for _, truth in seen)


@pytest.mark.parametrize("level", LEVELS)
def test_the_truth_fits_its_own_projection(level: Level) -> None:
    for _, truth in scenes(900, 2, level, dice=(4, 7)):
        for die in truth:
            outline = np.array(die.outline, dtype=np.float32)
            hull = np.array(die.hull, dtype=np.float32)
            assert len(die.pips) == die.value
            assert die.colour in DIE_COLOURS
            assert cv2.pointPolygonTest(outline, die.centre, True) > 0.35 * die.edge_px
            assert all(cv2.pointPolygonTest(outline, pip, False) > 0 for pip in die.pips)
            assert all(cv2.pointPolygonTest(hull, corner, True) > -1.0 for corner in die.outline)
            assert cv2.contourArea(outline, oriented=True) > 0, "corners run clockwise on the picture"
            assert not die.moving
            if not (die.hidden or die.cut):
                assert die.shown > 0.8


def test_pips_are_drawn_where_the_truth_says() -> None:
    """Dark pips of white dice are dark at their very middle, and the face between them is bright."""
    seen = 0
    for image, truth in scenes(10, 4, "plain", dice=(5, 7)):
        for die in truth:
            if die.colour not in ("white", "ivory"):
                continue
            grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
            dark = [int(grey[round(y), round(x)]) for x, y in die.pips]
            inner = np.array(die.centre) + 0.8 * (np.array(die.outline) - die.centre)
            edges = (inner + np.roll(inner, -1, axis=0)) / 2
            bright = [int(grey[round(y), round(x)]) for x, y in edges]
            assert max(dark) + 25 < min(bright), (die, dark, bright)
            seen += 1
    assert seen >= 15


def test_the_asked_sizes_and_numbers_are_kept() -> None:
    for edge in (40.0, 70.0, 110.0):
        look = draw_look(5, "usual", 4, (edge, edge))
        assert look.dice[0].edge_mm * look.lens.focal / look.lens.distance == pytest.approx(edge)
    bodies = place_dice(
        np.random.default_rng(1), draw_look(3, "hard", 18, (40.0, 40.0)), (1, 2, 3, 4, 5, 6) * 3
    )
    assert len(bodies) == 18


def test_no_two_dice_overlap(seed: int) -> None:
    for level in LEVELS:
        look = draw_look(seed, level, 6)
        bodies = place_dice(np.random.default_rng(seed), look, (1, 2, 3, 4, 5, 6))
        faces = [upper_face(look.lens, body, 0.98).astype(np.float32) for body in bodies]
        # Dice of one height: their upper faces overlap on the picture only if they do on the table.
        if len({body.look.edge_mm for body in bodies}) > 1:
            continue
        for number, face in enumerate(faces):
            for other in faces[:number]:
                assert cv2.intersectConvexConvex(face, other)[0] < 1.0


def test_side_faces_come_into_view_when_the_lens_is_tilted() -> None:
    """On a hard table the hull of a die is much more than its upper face."""
    shares = []
    for _, truth in scenes(40, 3, "hard", dice=(6, 7)):
        for die in truth:
            whole = cv2.contourArea(np.array(die.hull, dtype=np.float32))
            shares.append(cv2.contourArea(np.array(die.outline, dtype=np.float32)) / whole)
    assert min(shares) < 0.75
    assert max(shares) <= 1.0


def test_an_unknown_level_and_a_tray_without_room_are_refused() -> None:
    with pytest.raises(ValueError, match="no such level"):
        picture(1, "easy")  # type: ignore[arg-type]
    look = draw_look(3, "plain", 2)
    thimble = TrayLook(9.0, 9.0, 9.0, 4.0, 8.0, "felt", (0.1, 0.1, 0.1))
    with pytest.raises(ValueError, match="no room"):
        place_dice(np.random.default_rng(1), replace(look, tray=thimble), (1, 2))
