"""What the net that finds dice is taught with: scenes of simulated tables, and dice of all colours."""

from __future__ import annotations

import numpy as np

from hardware.training.die_drawing import any_make
from hardware.training.learning import BATCH, OF_SCENES, Pools
from hardware.training.scenes import COCKED, IGNORE, SIZE, UNREADABLE
from hardware.training.table_scenes import TABLES, from_table
from hardware.vision.dice_net import DiceNet


def test_scenes_of_tables_are_decided_by_their_seed_and_show_what_they_say() -> None:
    scenes = from_table(np.random.default_rng(3), TABLES + 900_003)
    again = from_table(np.random.default_rng(3), TABLES + 900_003)
    assert all(
        np.array_equal(a, b) and one == other for (a, one), (b, other) in zip(scenes, again, strict=True)
    )
    generator = np.random.default_rng(4)
    for number in range(8):
        scenes += from_table(generator, TABLES + 900_010 + number)
    labels = [label for _, some in scenes for label in some]
    assert all(image.shape == (SIZE, SIZE, 3) and image.dtype == np.uint8 for image, _ in scenes)
    assert {label.what for label in labels} == {IGNORE, 1, 2, 3, 4, 5, 6, COCKED, UNREADABLE}
    # The net that ships, which was shown other tables, sees most of these dice just so.
    net, right, asked = DiceNet(), 0, 0
    for image, some in scenes:
        seen = net.look(image)
        for label in some:
            if 1 <= label.what <= 6 and len(seen):
                away = np.hypot(*(seen.middle - (label.x, label.y)).T)
                near = int(away.argmin())
                asked += 1
                right += int(away[near] < 0.3 * label.edge and seen.value[near] == label.what)
                if away[near] < 0.3 * label.edge:
                    assert abs(np.log(seen.edge[near] / label.edge)) < 0.5
    assert asked > 60 and right > 0.75 * asked


def test_some_dice_have_pips_that_are_as_light_as_their_faces_and_of_another_colour() -> None:
    generator = np.random.default_rng(5)
    light = np.array([0.11, 0.59, 0.3])
    makes = [any_make(generator) for _ in range(300)]
    alike = [make for make in makes if abs(float((make.colour - make.pip) @ light)) < 20]
    assert 12 < len(alike) < 90
    assert all(np.abs(make.colour - make.pip).max() > 40 for make in alike)


def test_a_lesson_has_scenes_of_both_kinds() -> None:
    pools = Pools(np.random.default_rng(6))
    pools.grow(scenes=8, tables=1)
    lesson = pools.lesson()
    assert 0 < OF_SCENES < BATCH == len(lesson)
    assert all(image.shape == (SIZE, SIZE, 3) and image.dtype == np.float32 for image, _ in lesson)
    assert (
        0.0
        <= min(float(image.min()) for image, _ in lesson)
        <= max(float(i.max()) for i, _ in lesson)
        <= 255.0
    )
