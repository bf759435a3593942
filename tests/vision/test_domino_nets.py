"""The nets of the dominoes: what they see, a reading without them, and the scenes they were taught with."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.training.tile_learning import altered, offset, patches_of, targets
from hardware.training.tile_scenes import IGNORE, LEAST, MOST, OTHER, READ, SIZE, scene
from hardware.training.tile_tables import FIRST_SEED, Tables
from hardware.vision import nets
from hardware.vision.domino_ink import inked
from hardware.vision.domino_nets import (
    CHECKER,
    FINDER,
    READER,
    Found,
    TileNets,
    distinct,
    sharing,
    side_by_side,
)
from hardware.vision.domino_views import PATCH, STRIDE, halves, views
from hardware.vision.dominoes import DominoReader
from hardware.vision.nets import net_path
from tests.vision.drawn_tiles import Image, table, tile

LAID = [(tile(1, 6), 300.0, 200.0, 20.0, 0.7), (tile(4, 4), 800.0, 430.0, 130.0, 0.7)]


@pytest.fixture(scope="module")
def laid() -> Image:
    return table(*LAID)


def test_the_nets_find_places_outlines_and_values(laid: Image) -> None:
    seen = TileNets()
    for turned in (False, True):
        # A picture that stands upright is laid on its side for the finder; places are those of the picture.
        levels = halves(np.ascontiguousarray(np.rot90(laid)) if turned else laid)
        read = seen.read(levels, seen.find(levels, 320)[0])
        for values, (_, x, y, _, _) in zip(([1, 6], [4, 4]), LAID, strict=True):
            place = (y, laid.shape[1] - 1 - x) if turned else (x, y)
            nearest = int(np.hypot(*(read.found.middle - place).T).argmin())
            assert sorted(read.values[nearest].tolist()) == values
            assert np.hypot(*(read.found.middle[nearest] - place)) < 12
            assert abs(read.found.width[nearest] - 84) < 10
            assert cv2.contourArea(read.found.outline[nearest].astype(np.float32), oriented=True) > 0


def test_near_a_spot_the_same_is_seen_as_in_the_whole_picture(laid: Image) -> None:
    seen, levels = TileNets(), halves(laid)
    whole = seen.find(levels, 640)[0]
    spots = np.array([(x, y) for _, x, y, _, _ in LAID])
    for number in range(2):
        near = seen.find_near(levels, 640, spots[number : number + 1])[0]
        best = int(near.tile.argmax())
        same = int(np.hypot(*(whole.middle - spots[number]).T).argmin())
        assert near.tile[best] > 0.5 and abs(near.tile[best] - whole.tile[same]) < 0.25
        assert np.hypot(*(near.middle[best] - whole.middle[same])) < 4
        assert np.allclose(near.outline[best].mean(axis=0), spots[number], atol=12)
        # The other tile lies outside the window.
        assert (np.hypot(*(near.middle - spots[1 - number]).T) > 200).all()
    both = seen.find_near(levels, 640, spots)[0]
    assert (both.tile > 0.5).sum() == 2
    # A window at the picture's border, and a picture smaller than one.
    assert len(seen.find_near(levels, 640, np.array([(0.0, 0.0)]))[0]) <= len(whole)
    assert seen.find_near(halves(laid[:100, :120]), 80, np.array([(60.0, 50.0)]))[0].outline.shape[1:] == (
        4,
        2,
    )


def test_the_checker_reads_a_tile_by_its_ink_whatever_its_colours(laid: Image) -> None:
    seen, levels = TileNets(), halves(laid)
    read = seen.read(levels, seen.find(levels, 320)[0].take(np.arange(2)))
    values, sure = seen.check(read.patches)
    assert np.array_equal(values, read.values) and (sure > 0.9).all()
    assert np.array_equal(inked(255 - read.patches), inked(read.patches))
    assert np.array_equal(inked(read.patches[..., ::-1]), inked(read.patches))
    # Half of a tile and half of nothing is no whole tile.
    shifted = np.roll(read.patches, 30, axis=1)
    shifted[:, :30] = read.patches[:, 12:13, 12:13]
    assert (seen.check(shifted)[1] < 0.5).all()
    none = seen.check(read.patches[:0])
    assert none[0].shape == (0, 2) and none[1].shape == (0,)


def test_what_was_read_before_is_not_read_again_and_stays_the_same(laid: Image) -> None:
    nets_, levels = TileNets(), halves(laid)
    found = nets_.find(levels, 320)[0]
    first = nets_.read(levels, found.take(np.arange(1)))
    again = nets_.read(levels, found, first)
    fresh = nets_.read(levels, found)
    assert again.said[0] is not first.said[0] and np.array_equal(again.said[0], first.said[0])
    for one, other in ((again, fresh), (nets_.read(levels, found, fresh), fresh)):
        assert np.array_equal(one.values, other.values) and np.array_equal(one.patches, other.patches)
        assert np.allclose(one.found.outline, other.found.outline)


def test_what_lies_half_on_each_of_two_tiles_gives_way_to_both() -> None:
    """Three tiles end to end, and what looks like tiles over both gaps, one of them surer than any tile."""
    middle = np.array([(50.0, 60.0 * n) for n in range(1, 6)])
    axes = np.tile([(0.0, 60.0)], (5, 1)), np.tile([(30.0, 0.0)], (5, 1))
    sure = np.array([0.7, 0.8, 0.6, 0.5, 0.65])
    found = Found(sure, np.zeros(5), middle, *axes)
    shared = sharing(found, 0.22)
    assert sorted(distinct(found, sure, 0.22).tolist()) == [1, 4]
    assert sorted(side_by_side(shared, sure).tolist()) == [0, 2, 4]
    assert sorted(side_by_side(shared, np.array([0.3, 0.9, 0.2, 0.0, 0.0])).tolist())[0] == 1


@pytest.mark.parametrize("content", [None, b"", b"not a net", "half", "other"])
def test_without_the_nets_tiles_are_found_by_their_bars_and_it_is_said(
    content: bytes | str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, laid: Image
) -> None:
    if content is not None:
        for name in (READER, CHECKER):
            (tmp_path / name).write_bytes(net_path(name).read_bytes())
        whole = net_path(READER if content == "other" else FINDER).read_bytes()
        part = whole if content == "other" else whole[: len(whole) // 2]
        (tmp_path / FINDER).write_bytes(part if isinstance(content, str) else content)
    monkeypatch.setattr(nets, "_FOLDERS", (tmp_path,))
    reader = DominoReader()
    (sentence,) = reader.missing
    assert sentence.startswith("Tiles are looked for by their bars alone: ") and sentence.endswith(".")
    assert reader.read(laid).values == ("1-6", "4-4")


def test_a_scene_is_decided_by_its_seed_and_labelled_in_view() -> None:
    said: set[int] = set()
    for seed in range(25):
        image, labels = scene(np.random.default_rng(seed))
        assert image.shape == (SIZE, SIZE, 3) and image.dtype == np.uint8
        said |= {label.what for label in labels}
        if seed < 4:
            again, same = scene(np.random.default_rng(seed))
            assert np.array_equal(image, again) and len(same) == len(labels)
        for label in labels:
            if label.what != IGNORE:
                assert LEAST <= label.width <= MOST
                assert -0.3 * label.width < min(label.middle) and max(label.middle) < SIZE + 0.3 * label.width
    assert said == {READ, OTHER, IGNORE}


def test_what_is_asked_of_the_finder_follows_the_scene_when_it_is_turned() -> None:
    image, labels = next(
        (image, readable)
        for image, every in (scene(np.random.default_rng(seed)) for seed in range(60))
        if len(readable := [label for label in every if label.what == READ]) >= 3
    )
    inside = [one for one in labels if min(one.middle) > 0 and max(one.middle) < SIZE - 1]

    def seen(picture: Image, of: list) -> np.ndarray:
        """The views of tiles, grey, each of one brightness."""
        middles, alongs, acrosses = (np.array([getattr(one, n) for one in of]) for n in PLACE)
        grey = views(picture.astype(np.uint8), middles, alongs, acrosses).astype(np.float32).mean(axis=3)
        return grey - grey.mean(axis=(1, 2), keepdims=True)

    before = seen(image, inside)
    generator = np.random.default_rng(3)
    for _ in range(6):
        turned, moved = altered(generator, image, inside)
        after = seen(turned, moved)
        # The same tiles lie where they are now said to lie, in other colours or as a negative.
        alike = (before * after).sum(axis=(1, 2)) / np.sqrt((before**2).sum((1, 2)) * (after**2).sum((1, 2)))
        assert np.median(np.abs(alike)) > 0.8
        maps, numbers, counts = targets(moved, SIZE)
        assert counts.all()
        for label in moved:
            row, column = (round((float(v) + 0.5) / STRIDE - 0.5) for v in label.middle[::-1])
            if max(row, column) < SIZE // STRIDE:
                assert maps[0, row, column] == 1.0 and numbers[8, row, column] == 1.0


def test_lessons_from_simulated_tables_are_told_as_they_lie() -> None:
    tables, again = Tables(FIRST_SEED - 5), Tables(FIRST_SEED - 5)
    tables.add()
    seen, told, right = TileNets(), 0, 0
    for seed in range(40):
        image, labels = tables.lesson(np.random.default_rng(seed))
        assert image.shape == (SIZE, SIZE, 3) and image.dtype == np.uint8
        near = [one for one in labels if one.what == READ and one.width > 20]
        if not near:
            continue
        middles, alongs, acrosses = (np.array([getattr(one, n) for one in near]) for n in PLACE)
        certain = np.ones(len(near))
        read = seen.read(halves(image), Found(certain, certain, middles, alongs, acrosses))
        told += len(near)
        right += sum(
            read.values[n].tolist() == list(one.values) and read.sure[n] > 0.5 for n, one in enumerate(near)
        )
        assert all(LEAST <= one.width <= MOST for one in labels if one.what != IGNORE)
    assert told >= 8 and right >= 0.9 * told
    again.add()
    assert np.array_equal(image, again.lesson(np.random.default_rng(39))[0])


PLACE = ("middle", "along", "across")


def test_a_patch_leads_back_to_where_its_tile_lies() -> None:
    true = tuple(np.array(pair, float) for pair in ((100, 80), (3, 30), (16, -1)))
    cut = tuple(np.array(pair, float) for pair in ((103, 85), (6, 26), (13, 2)))
    numbers = offset(cut, true)  # type: ignore[arg-type]
    for n in range(3):
        came = cut[n] + numbers[2 * n] * cut[1] + numbers[2 * n + 1] * cut[2]
        assert np.allclose(came, true[n])
    image, labels = scene(np.random.default_rng(8))
    patches, said = patches_of(np.random.default_rng(1), image.astype(np.float32), labels, 5)
    assert patches.shape[1:] == (*PATCH, 3) and said.shape == (len(patches), 9)
    assert np.isfinite(said).all() and set(said[:, 2]) <= {0.0, 1.0}
