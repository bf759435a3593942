"""The second reader of dice: what it sees, a reading without it, and the scenes that it was taught with."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.simulated.made_up_pictures import picture
from hardware.training.learning import MAPS, STRIDE, altered, targets
from hardware.training.scenes import COCKED, IGNORE, SIZE, UNREADABLE, scene
from hardware.vision import nets
from hardware.vision.agreement import agree
from hardware.vision.dice import DiceReader
from hardware.vision.dice_net import FILE, SHAPE, DiceNet, NetSight, _fused, _Level
from hardware.vision.faces import Faces
from hardware.vision.looks import Sight
from hardware.vision.nets import Net, NetFault, net_path
from hardware.vision.reading import Doubt

SEED = 404


@pytest.fixture(scope="module")
def throw() -> tuple[np.ndarray, list[tuple[int, float, float]]]:
    image, truth = picture(SEED, "plain", dice=(4, 4))
    return image, [(die.value, *die.centre) for die in truth]


def test_the_net_finds_values_and_places(throw: tuple[np.ndarray, list[tuple[int, float, float]]]) -> None:
    image, dice = throw
    net = DiceNet()
    for turned in (False, True):
        # A picture that stands upright is laid on its side for the net; places are those of the picture.
        seen = net.look(np.ascontiguousarray(np.rot90(image)) if turned else image)
        for value, x, y in dice:
            place = (y, image.shape[1] - 1 - x) if turned else (x, y)
            nearest = int(np.hypot(*(seen.middle - place).T).argmin())
            assert seen.value[nearest] == value
            assert np.hypot(*(seen.middle[nearest] - place)) < 0.3 * seen.edge[nearest]


@pytest.mark.parametrize(("turned", "share"), [(False, 1.0), (True, 1.0), (False, 0.6)])
def test_a_glance_sees_dice_of_a_told_size_as_well(
    turned: bool, share: float, throw: tuple[np.ndarray, list[tuple[int, float, float]]]
) -> None:
    image, dice = throw
    _, truth = picture(SEED, "plain", dice=(4, 4))
    image = cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    shown = np.ascontiguousarray(np.rot90(image)) if turned else image
    seen = DiceNet().glance(shown, [share * die.edge_px for die in truth])
    assert seen is not None
    for value, x, y in dice:
        place = (share * y, image.shape[1] - 1 - share * x) if turned else (share * x, share * y)
        nearest = int(np.hypot(*(seen.middle - place).T).argmin())
        assert seen.value[nearest] == value and seen.score[nearest] > 0.4
        assert np.hypot(*(seen.middle[nearest] - place)) < 0.3 * seen.edge[nearest]


def test_a_glance_is_not_taken_at_dice_that_are_too_small_beside_others_or_in_a_frame(
    throw: tuple[np.ndarray, list[tuple[int, float, float]]],
) -> None:
    net = DiceNet()
    assert net.glance(throw[0], [30.0, 30.0]) is None
    # The large one must be made smaller to be known, and then the other one is too small.
    assert net.glance(throw[0], [300.0, 60.0]) is None
    assert net.glance(throw[0], [300.0, 290.0]) is not None


@pytest.mark.parametrize("size", [(1280, 720), (720, 1280), (700, 640)])
def test_small_dice_are_looked_at_larger(
    size: tuple[int, int], throw: tuple[np.ndarray, list[tuple[int, float, float]]]
) -> None:
    image, dice = throw
    width, height = size
    # Dice of about 26 pixels in a soft picture: the first look at all of it makes them half as large.
    small = cv2.resize(image, None, fx=0.33, fy=0.33, interpolation=cv2.INTER_AREA)
    left, top = (width - small.shape[1]) // 2, (height - small.shape[0]) // 2
    table = np.full((height, width, 3), np.median(small.reshape(-1, 3), axis=0), np.uint8)
    table[top : top + small.shape[0], left : left + small.shape[1]] = small
    table = cv2.GaussianBlur(table, (0, 0), 1.0)
    net = DiceNet()
    first, again = net.look(table), net.again(table, 26.0)
    before, now = [], []
    for value, x, y in dice:
        place = (0.33 * x + left, 0.33 * y + top)
        away = np.hypot(*(again.middle - place).T)
        nearest = int(away.argmin())
        assert away[nearest] < 3 and again.value[nearest] == value
        near = np.hypot(*(first.middle - place).T) < 10
        before.append(first.scores[near, value - 1].max(initial=0.0))
        now.append(again.scores[nearest, value - 1])
    assert np.mean(now) > max(0.5, np.mean(before))
    # Of large dice the second look is at a smaller picture.
    assert np.array_equal(net.again(table, 90.0).scores, net.look(table, again=True).scores)


@pytest.mark.parametrize("content", [None, b"", b"not a net", "half"])
def test_without_the_net_the_first_reader_goes_on_and_says_so_once(
    content: bytes | str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    throw: tuple[np.ndarray, list[tuple[int, float, float]]],
) -> None:
    image, dice = throw
    if content is not None:
        whole = net_path(FILE).read_bytes()
        (tmp_path / FILE).write_bytes(whole[: len(whole) // 2] if isinstance(content, str) else content)
    monkeypatch.setattr(nets, "_FOLDERS", (tmp_path,))
    reader = DiceReader()
    assert reader.missing == ()
    for _ in range(2):
        reading = reader.read(image, len(dice))
        assert reading.values == tuple(sorted(str(value) for value, *_ in dice))
    (sentence,) = reader.missing
    assert sentence.startswith("Dice are read without the second reader: ") and sentence.endswith(".")
    assert reading == DiceReader(net=False).read(image, len(dice))


def test_a_net_of_another_kind_is_refused() -> None:
    with pytest.raises(NetFault, match="no sense"):
        Net(net_path(FILE), SHAPE, (3, 4, 5))


def test_blurred_dice_are_called_blurred(throw: tuple[np.ndarray, list[tuple[int, float, float]]]) -> None:
    image, dice = throw
    _, truth = picture(SEED, "plain", dice=(4, 4))
    blurred = cv2.GaussianBlur(image, (0, 0), 0.13 * truth[0].edge_px)
    reading = DiceReader().read(blurred, len(dice))
    assert not reading.accepted
    assert reading.doubt is Doubt.BLURRED or Doubt.BLURRED in {piece.doubt for piece in reading.pieces}


@pytest.mark.parametrize(("level", "seed"), [("usual", 91107), ("hard", 91009), ("hard", 91029)])
def test_hard_tables_are_asked_about_rather_than_misread(level: str, seed: int) -> None:
    image, truth = picture(seed, level)  # type: ignore[arg-type]
    reading = DiceReader().read(image)
    assert reading.values == tuple(sorted(str(die.value) for die in truth)) or not reading.accepted


def test_a_scene_is_decided_by_its_seed_and_labelled_in_view() -> None:
    said: set[int] = set()
    for seed in range(60):
        image, labels = scene(np.random.default_rng(seed))
        assert image.shape == (SIZE, SIZE, 3) and image.dtype == np.uint8
        said |= {label.what for label in labels}
        if seed < 5:
            again, same = scene(np.random.default_rng(seed))
            assert np.array_equal(image, again) and labels == same
        for label in labels:
            assert (
                -0.3 * label.edge < min(label.x, label.y) and max(label.x, label.y) < SIZE + 0.3 * label.edge
            )
    assert said >= {1, 2, 3, 4, 5, 6, COCKED, UNREADABLE, IGNORE}


def test_what_is_asked_of_the_net_follows_the_scene_when_it_is_turned() -> None:
    readable = []
    for seed in range(20):
        image, labels = scene(np.random.default_rng(seed))
        readable = [label for label in labels if label.what != IGNORE]
        if len(readable) >= 3:
            break
    assert len(readable) >= 3
    generator = np.random.default_rng(3)
    for _ in range(8):
        turned, moved = altered(generator, image, readable)
        assert turned.shape == image.shape
        maps, sizes, counts = targets(moved, SIZE)
        assert maps.shape == (MAPS, SIZE // STRIDE, SIZE // STRIDE) and counts.all()
        for label in moved:
            row, column = round((label.y + 0.5) / STRIDE - 0.5), round((label.x + 0.5) / STRIDE - 0.5)
            if 0 <= row < SIZE // STRIDE and 0 <= column < SIZE // STRIDE:
                assert maps[label.what - 1, row, column] == 1.0
                assert sizes[1, row, column] == 1.0


def test_a_face_made_of_pips_of_two_dice_that_touch_is_neither() -> None:
    net = NetSight(
        np.tile(np.array([0, 0, 0, 0, 0, 0.7, 0, 0], np.float32), (2, 1)),
        np.array([(100.0, 100.0), (138.0, 100.0)], np.float32),
        np.array([40.0, 40.0], np.float32),
    )
    column = np.ones(1, np.float32)
    places = {name: np.array([place], np.float32) for name, place in (("u", (10, 0)), ("v", (0, 10)))}
    values = {f.name: column for f in fields(Faces)} | places
    values |= {"value": np.array([6]), "middle": np.array([(119, 100)], np.float32), "edge": 40 * column}
    values |= {"pips": np.arange(6)[None], "dark": np.array([True])}
    sight = Sight(Faces(**values), 0.3 * column, np.array([0]), 1.0)
    dice = agree([sight], 2, net).dice
    assert [die.value for die in dice] == [6, 6]
    assert sorted(round(die.middle[0]) for die in dice) == [100, 138]


def test_a_die_is_not_lost_to_three_dice_that_look_like_one_large_three() -> None:
    def sight(value: int, score: float, edge: float) -> NetSight:
        scores = np.where(np.arange(8) == value - 1, score, 0.0)[None]
        return NetSight(scores, np.array([[379.0, 229.0]]), np.array([edge]))

    fine, coarse = sight(5, 0.32, 28.0), sight(3, 0.44, 220.0)
    levels = [_Level(0, 0, 640, 360, 0.5), _Level(0, 376, 160, 90, 0.125)]
    assert sorted(_fused([fine, coarse], levels).value.tolist()) == [3, 5]
    # But a large one round a small one that is surer is nothing, nor is one of about its size.
    assert _fused([sight(5, 0.6, 28.0), coarse], levels).value.tolist() == [5]
    assert _fused([fine, sight(4, 0.6, 40.0)], levels[:1] * 2).value.tolist() == [4]
