"""The third reader of dice: what it says of single faces, what it is taught with, and how it is asked."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from hardware.simulated.made_up_pictures import picture
from hardware.training.face_cuts import NO_FACE, NOT_ASKED, TABLES, Cut, altered, from_scene, from_table
from hardware.training.face_lessons import lesson
from hardware.training.pool import Pool
from hardware.vision import nets
from hardware.vision.agreement import Agreed, Die
from hardware.vision.dice import DiceReader
from hardware.vision.dice_doubts import doubt_of
from hardware.vision.dice_face import FILE, SIDE, FaceNet, FaceSight
from hardware.vision.dice_net import DiceNet
from hardware.vision.face_opinions import opinions
from hardware.vision.nets import net_path
from hardware.vision.reading import Doubt

Throw = tuple[np.ndarray, list[int], list[tuple[float, float]], list[float]]


@pytest.fixture(scope="module")
def throw() -> Throw:
    image, truth = picture(404, "usual", dice=(6, 6))
    return image, [d.value for d in truth], [d.centre for d in truth], [d.edge_px for d in truth]


def test_told_where_dice_lie_it_says_what_they_show(throw: Throw) -> None:
    image, values, middles, edges = throw
    net = FaceNet()
    sight = net.look(image, middles, edges)
    assert (sight.chances[:, :6].argmax(axis=1) + 1).tolist() == values
    assert sight.chances.max(axis=1).min() > 0.8 and sight.cocked.max() < 0.5
    assert np.allclose(sight.chances.sum(axis=1), 1.0)
    # All at once or one by one is the same, and it bears places that are a little off.
    one = net.look(image, middles[:1], edges[:1])
    assert np.allclose(one.chances, sight.chances[:1], atol=1e-4)
    off = net.look(image, [(x + 0.06 * e, y) for (x, y), e in zip(middles, edges, strict=True)], edges)
    assert (off.chances[:, :6].argmax(axis=1) + 1).tolist() == values


def test_beside_a_die_and_on_the_bare_table_it_sees_no_face(throw: Throw) -> None:
    image, _, middles, edges = throw
    height, width = image.shape[:2]
    generator = np.random.default_rng(4)
    places = [
        (float(x), float(y))
        for x, y in generator.uniform((60, 60), (width - 60, height - 60), (200, 2))
        if min(np.hypot(x - a, y - b) for a, b in middles) > 1.6 * edges[0]
    ]
    sight = FaceNet().look(image, places, [edges[0]] * len(places))
    assert len(places) > 50
    assert (sight.chances[:, NO_FACE] > 0.5).mean() > 0.95


def test_of_nothing_it_says_nothing(throw: Throw) -> None:
    sight = FaceNet().look(throw[0], [], [])
    assert sight.chances.shape == (0, 7) and sight.cocked.shape == (0,)


def test_faces_at_one_place_are_looked_at_once() -> None:
    asked: list[int] = []

    def look(middles: object, edges: list[float]) -> FaceSight:
        asked.append(len(edges))
        chances = np.full((len(edges), 7), 0.02)
        chances[:, 2] = 0.88
        return FaceSight(chances, np.linspace(0.1, 0.2, len(edges)))

    middle = np.array([(50, 50), (52, 50), (90, 50), (300, 300), (50, 50)], np.float32)
    edge = np.array([40, 41, 40, 40, 80], np.float32)
    worth = np.array([0.5, 0.9, 0.4, 0.01, 0.3], np.float32)
    said = opinions(look, middle, edge, worth)  # type: ignore[arg-type]
    # The second is the best known one; the fourth is hardly anything, the fifth of another size.
    assert asked == [3] and said.place.tolist() == [0, 0, 1, -1, 2]
    assert said.chances()[0, 2] == pytest.approx(0.88) and not said.chances()[3].any()
    # Told to look at one place alone, it looks at the best known one.
    assert opinions(look, middle, edge, worth, 1).place.tolist() == [0, 0, -1, -1, -1]  # type: ignore[arg-type]
    # Nobody else has seen a three at the second place and at the third.
    value, place = said.own(np.array([4, 3, 6, 3, 1]))
    assert value.tolist() == [3, 3] and place.tolist() == [1, 2]


def test_a_clear_throw_is_read_at_a_glance(throw: Throw, monkeypatch: pytest.MonkeyPatch) -> None:
    image, values, _, _ = throw
    shown: list[int] = []
    looked: list[str] = []
    look, glance, whole = FaceNet.look, DiceNet.glance, DiceNet.look

    def counted(
        self: FaceNet, picture: np.ndarray, middles: list[list[float]], *more: object, **how: int
    ) -> FaceSight:
        shown.append(len(middles))
        return look(self, picture, middles, *more, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(FaceNet, "look", counted)
    monkeypatch.setattr(DiceNet, "glance", lambda *given: looked.append("glance") or glance(*given))
    monkeypatch.setattr(DiceNet, "look", lambda *given, **how: looked.append("look") or whole(*given, **how))
    reading = DiceReader().read(image, 6)
    assert reading.accepted and reading.values == tuple(sorted(map(str, values)))
    # One size is enough for the net, and the third reader is shown the six dice and a few other places.
    assert looked == ["glance"] and len(shown) == 1 and 6 <= shown[0] <= 10
    # Untold, every size and every place is looked at.
    DiceReader().read(image)
    assert looked[1] == "look"


def test_without_it_the_first_reader_goes_on_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, throw: Throw
) -> None:
    for file in net_path(FILE).parent.glob("dice*.onnx"):
        if file.name != FILE:
            (tmp_path / file.name).write_bytes(file.read_bytes())
    monkeypatch.setattr(nets, "_FOLDERS", (tmp_path,))
    reader = DiceReader()
    assert reader.read(throw[0], 6) == DiceReader(net=False).read(throw[0], 6)
    assert reader.missing == (f"Dice are read without the second reader: {FILE} is missing.",)


def test_the_lessons_are_decided_by_their_seed_and_show_what_they_say() -> None:
    others = DiceNet()
    cuts = from_table(np.random.default_rng(3), TABLES + 3, others)
    again = from_table(np.random.default_rng(3), TABLES + 3, others)
    assert all(
        np.array_equal(a.picture, b.picture) and a.what == b.what for a, b in zip(cuts, again, strict=True)
    )
    generator = np.random.default_rng(5)
    while len(cuts) < 200:
        cuts += from_scene(generator, others)
    assert {cut.what for cut in cuts} == {NOT_ASKED, *range(7)}
    assert {cut.cocked for cut in cuts} == {NOT_ASKED, 0, 1}
    assert all(cut.what >= 0 or cut.cocked >= 0 for cut in cuts)
    told = [cut for cut in cuts if cut.what >= 0]
    shown = [lesson(generator, cut) for cut in told[:4]]
    assert all(one.shape == (SIDE, SIDE, 3) and one.dtype == np.uint8 for one in shown)
    # A cut's die lies in its middle and is as large as it says: so the net knows it there.
    half = [(cut.picture.shape[0] - 1) / 2 for cut in told]
    net = FaceNet()
    right = 0
    for cut, middle in zip(told, half, strict=True):
        sight = net.look(cut.picture, [(middle, middle)], [cut.edge])
        right += int(sight.chances[0].argmax() == cut.what)
    assert right > 0.9 * len(told)


def test_a_lesson_shows_what_was_hard_more_often_than_the_rest() -> None:
    generator, pool = np.random.default_rng(6), Pool[Cut](10, 0.5, 1.5)
    pool.add(generator, [Cut(np.zeros((9, 9, 3), np.uint8), 5.0, number % 7, 0) for number in range(10)])
    # What was never shown counts as fairly hard, so it is shown as often as the rest.
    assert 60 < [pool.pick(generator, True) for _ in range(1000)].count(4) < 140
    for number in range(10):
        pool.shown(number, 3.0 if number == 4 else 0.01)
    picked = [[pool.pick(generator, harder) for _ in range(1000)].count(4) for harder in (False, True)]
    assert 60 < picked[0] < 140 and 150 < picked[1] < 230


def test_a_face_in_other_light_is_sometimes_lit_by_a_mirrored_lamp_but_not_drowned() -> None:
    face = np.full((SIDE, SIDE, 3), 90, np.uint8)
    face[18:30, 18:30] = 20
    shown = [altered(np.random.default_rng(seed), face).astype(int) for seed in range(120)]
    # A lamp lightens part of the face far more than another part, which nothing else does.
    uneven = [np.ptp(one.mean(axis=2)[2:12].reshape(10, 4, 12).mean(axis=(0, 2))) > 60 for one in shown]
    assert 2 < sum(uneven) < 40
    contrasts = [abs(one[20:28, 20:28].mean() - one[8:14, 8:14].mean()) for one in shown]
    assert np.median(contrasts) > 40


def die(value: int, looks: float, net: float, face: float, other: float = 0.0, none: float = 0.0) -> Die:
    return Die(
        value, (0.0, 0.0), (), 50.0, 0.5, 0.0, 0,
        looks=looks, net=net, face=face, face_other=other, face_rival=max(other, none),
    )  # fmt: skip


def test_two_readers_of_three_are_enough_unless_one_reads_another_value() -> None:
    for told in ((0.9, 0.6, 0.0), (0.9, 0.0, 0.95), (0.0, 0.6, 0.97)):
        assert die(3, *told).by_two > 0.8
    for told in ((0.9, 0.0, 0.0), (0.0, 0.6, 0.0), (0.0, 0.0, 0.99)):
        assert die(3, *told).by_two < 0.05
    assert die(3, 0.9, 0.6, 0.02, 0.95).by_two < 0.1
    # A dot on the table, in which looks see a one and the net hardly anything, is none to the third reader.
    assert die(1, 0.6, 0.09, 0.0, none=1.0).by_two < 0.2 < die(1, 0.6, 0.09, 0.0).by_two
    assert die(3, 0.9, 0.6, 0.02, none=0.95).by_two > 0.4
    # Net and third reader take a three for a one whose other pips a lamp hides: neither is sure enough of it.
    assert die(1, 0.26, 0.56, 0.80, 0.13).by_two == 0.0


def test_the_third_reader_alone_is_enough_where_it_is_very_sure_and_no_other_is_for_another_value() -> None:
    # A lamp mirrored all over a face: neither the looks nor the net make anything of it.
    assert die(4, 0.0, 0.2, 0.97).sure > 0.8
    unsure = replace(die(4, 0.0, 0.2, 0.97), net_rival=0.3)
    assert unsure.by_two == 0.0 and unsure.sure > 0.6
    # A dot on the table: the net sees no die of any value there.
    assert die(1, 0.0, 0.05, 0.97).sure == die(1, 0.0, 0.05, 0.97).by_two < 0.3
    assert die(4, 0.0, 0.2, 0.86, 0.08).sure == 0.0
    # The looks take a five for a four: net and third reader know better, but not without the net.
    five = {"looks": 0.0, "looks_rival": 0.9, "net": 0.5, "net_rival": 0.1, "face": 0.99, "face_rival": 0.01}
    shown = (5, (0.0, 0.0), (), 50.0, 0.5, 0.0, 0)
    assert Die(*shown, **five).by_two < 0.15 and Die(*shown, **five).sure > 0.6
    assert Die(*shown, **{**five, "net": 0.3}).sure == Die(*shown, **{**five, "net": 0.3}).by_two
    assert Die(*shown, **{**five, "net": 0.1, "net_rival": 0.4}).sure == 0.0
    # It may still be none: what counts as a die at all is not changed by that.
    assert die(4, 0.0, 0.0, 0.97).merit < 0.2


def test_the_third_reader_alone_is_enough_only_told_and_beside_dice_that_others_see() -> None:
    seen, alone = die(3, 0.9, 0.6, 0.98), replace(die(4, 0.0, 0.2, 0.97), net_rival=0.3)
    assert Agreed((seen, alone), 0.0, 1, told=True).sure > 0.6
    # In a texture some place looks like a face, and so may a single thing that is no die.
    assert Agreed((seen, alone), 0.0, 1).sure == 0.0
    assert Agreed((alone,), 0.0, 1, told=True).sure == 0.0
    assert Agreed((seen, alone, alone), 0.0, 1, told=True).sure == 0.0
    # Untold the net must take it for a die, too, however sure the others are.
    unseen = (die(3, 0.9, 0.2, 0.98),)
    assert Agreed(unseen, 0.0, 1, asked=True).sure == 0.0 and Agreed((seen,), 0.0, 1, asked=True).sure > 0.8
    # A round tray with dice in it looks like a die with pips, but for its size.
    assert Agreed((seen, replace(alone, edge=2.5 * seen.edge)), 0.0, 1, told=True).sure == 0.0


@pytest.mark.parametrize(
    ("how", "burnt", "doubt"),
    [
        ((4, 0.0, 0.2, 0.97, 0.0), 0.6, Doubt.GLARE),
        ((4, 0.0, 0.2, 0.97, 0.0), 0.1, None),
        # A six has no pip to lose, and two sure readers know what they see.
        ((6, 0.0, 0.2, 0.97, 0.0), 0.6, None),
        ((4, 0.9, 0.2, 0.97, 0.0), 0.6, None),
    ],
)
def test_where_a_face_is_burnt_the_third_reader_alone_is_not_enough(
    how: tuple[int, float, float, float, float], burnt: float, doubt: Doubt | None
) -> None:
    table = np.full((100, 100, 3), 90, np.uint8)
    table[30 : 30 + round(40 * burnt), 30:70] = 255
    corners = ((30, 30), (70, 30), (70, 70), (30, 70))
    there = replace(die(*how), net_rival=0.25, middle=(50.0, 50.0), edge=40.0, corners=corners)
    assert doubt_of(there, table, 1, True, False) is doubt


def test_what_two_readers_see_counts_when_it_is_left_out_and_what_the_third_denies_does_not() -> None:
    assert die(2, 0.0, 0.65, 0.98).merit > 0.8
    assert die(2, 0.0, 0.5, 0.02, none=0.97).merit < 0.2
