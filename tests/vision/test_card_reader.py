"""Ordinary playing cards: every rank and suit at many angles, overlapping ones, and when it asks."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.simulated.playing_cards import playing_card
from hardware.vision import nets
from hardware.vision.card_indices import FILE
from hardware.vision.cards import CardReader
from hardware.vision.nets import net_path
from hardware.vision.reading import Doubt, Reading
from tests.vision.card_scenes import ALL, Image, corners_at, lay, spread, table


@pytest.fixture(scope="module")
def reader() -> CardReader:
    return CardReader()


def sure(reading: Reading) -> set[str]:
    return {piece.value for piece in reading.pieces if piece.doubt is None}


@pytest.mark.parametrize("first", range(0, 52, 8))
def test_every_rank_and_suit_however_it_is_turned(reader: CardReader, first: int) -> None:
    values = ALL[first : first + 8]
    reading = reader.read(spread(values, deck=first % 5, turn=17.0 * first, tilt=first % 3 * 12, seed=first))
    assert reading.values == tuple(sorted(values))
    assert sure(reading) == set(values) and reading.accepted and reading.doubt is None


@pytest.mark.long
@pytest.mark.parametrize("deck", range(12))
def test_decks_of_many_makers_seen_aslant(reader: CardReader, deck: int) -> None:
    for tilt in (0, 25, 45):
        for first in range(0, 52, 8):
            values = ALL[first : first + 8]
            picture = spread(values, deck=deck, turn=31.0 * deck + first, tilt=tilt, seed=deck + first)
            reading = reader.read(picture)
            assert sure(reading) <= set(values)
            assert len(sure(reading)) >= len(values) - 1 and set(reading.values) == set(values)


def test_pieces_are_where_the_cards_lie(reader: CardReader) -> None:
    picture = table()
    corners = corners_at((500, 300), 200, 70)
    lay(picture, "10H", corners)
    (piece,) = reader.read(picture).pieces
    # A card is the same on its head, so either end may come first.
    there = [np.abs(np.roll(corners, half, axis=0) - piece.outline).max() for half in (0, 2)]
    assert piece.value == "10H" and min(there) < 9
    assert np.hypot(piece.centre[0] - 500, piece.centre[1] - 300) < 4


def test_what_shows_of_cards_under_others_is_read(reader: CardReader) -> None:
    picture = table((30, 30, 90))
    values = ("3D", "3H", "JD", "9C", "6H")
    for number, value in enumerate(values):
        lay(picture, value, corners_at((300 + 60 * number, 240 + 60 * number), 190, 5), deck=4)
    reading = reader.read(picture)
    assert set(reading.values) == set(values)
    # Of four of them only one index is to be seen: these are asked about, the one on top is not.
    assert sure(reading) == {"6H"} and reading.doubt is Doubt.HIDDEN and not reading.accepted


def test_backs_and_empty_tables_are_no_cards(reader: CardReader) -> None:
    picture = table()
    for number, deck in enumerate((1, 2, 3)):
        lay(picture, "AS", corners_at((220 + 380 * number, 340), 190, 25 * number), deck=deck, back=True)
    for shown in (table(), picture):
        reading = reader.read(shown)
        assert (reading.pieces, reading.accepted, reading.doubt) == ((), False, Doubt.NOTHING)
    assert reader.read(np.zeros((720, 1280, 3), np.uint8)).doubt is Doubt.DARK


def swapped(index: str, body: str, corners: int) -> Image:
    """Return a face whose first one or two corners are those of another card."""
    face, other = playing_card(body, 2).picture.copy(), playing_card(index, 2).picture
    down, across = round(0.3 * face.shape[0]), round(0.2 * face.shape[1])
    face[:down, :across] = other[:down, :across]
    if corners == 2:
        face[-down:, -across:] = other[-down:, -across:]
    return face


@pytest.mark.parametrize(("index", "corners"), [("8C", 1), ("6C", 2), ("9S", 2), ("9H", 1)])
def test_readers_that_do_not_agree_ask(reader: CardReader, index: str, corners: int) -> None:
    """A nine of clubs whose corners say something else: it may be either, and nobody decides silently."""
    picture = table()
    high, wide = (face := swapped(index, "9C", corners)).shape[:2]
    warp = cv2.getPerspectiveTransform(
        np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32), corners_at((600, 350), 240, 10)
    )
    cv2.warpPerspective(
        cv2.GaussianBlur(face, (0, 0), 1.2), warp, (1280, 720), picture, borderMode=cv2.BORDER_TRANSPARENT
    )
    (piece,) = reader.read(picture).pieces
    assert piece.doubt is Doubt.DISAGREE and piece.value in ("9C", index)


def test_half_a_card_at_the_edge_and_one_twice(reader: CardReader) -> None:
    picture = table()
    lay(picture, "QD", corners_at((20, 300), 220, 0))
    cut = reader.read(picture)
    assert not cut.accepted and sure(cut) == set()
    twice = reader.read(spread(["7S", "7S"], deck=1))
    assert twice.values == ("7S", "7S") and not twice.accepted and twice.doubt is Doubt.DISAGREE


def test_told_how_many(reader: CardReader) -> None:
    picture = spread(["AS", "KH"], deck=2)
    assert reader.read(picture, 2).accepted
    fewer = reader.read(picture, 3)
    assert fewer.doubt is Doubt.TOO_FEW and not fewer.accepted and len(fewer.pieces) == 2
    assert not reader.read(picture, 2, confirm=False).accepted
    assert reader.read(picture, confirm=False).values == ("AS", "KH")
    for number in (0, 53):
        with pytest.raises(ValueError, match="Between 1 and 52 cards"):
            reader.read(picture, number)


@pytest.mark.parametrize("content", [None, b"", b"not a net", "half"])
def test_without_the_net_pips_are_counted_and_asked_about(
    content: bytes | str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if content is not None:
        whole = net_path(FILE).read_bytes()
        (tmp_path / FILE).write_bytes(whole[: len(whole) // 2] if isinstance(content, str) else content)
    monkeypatch.setattr(nets, "_FOLDERS", (tmp_path,))
    reader = CardReader()
    assert reader.missing == ()
    picture = spread(["4H", "10S", "KD"], deck=1)
    for _ in range(2):
        reading = reader.read(picture)
        assert reading.values == ("10S", "4H") and not reading.accepted and sure(reading) == set()
    (sentence,) = reader.missing
    assert sentence.startswith("Playing cards are read without their indices: ") and sentence.endswith(".")


@pytest.mark.parametrize(
    "shape", [(1, 1, 3), (10, 20000, 3), (20000, 10, 3), (720, 1280), (300, 300, 1), (300, 400, 4)]
)
def test_pictures_of_every_shape(reader: CardReader, shape: tuple[int, ...]) -> None:
    picture = np.random.default_rng(3).integers(0, 256, shape, np.uint8)
    reading = reader.read(picture)
    assert reading.pieces == () and not reading.accepted
    assert reading.size == (shape[1], shape[0])


def test_grey_and_transparent_pictures_of_a_card(reader: CardReader) -> None:
    picture = spread(["8S"], deck=4)
    assert reader.read(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)).values == ("8S",)
    assert reader.read(cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)).values == ("8S",)


@pytest.mark.parametrize(
    "picture", ["card.png", np.zeros((9, 9, 3), np.uint16), np.zeros((0, 4, 3), np.uint8)]
)
def test_what_is_no_picture_is_said(reader: CardReader, picture: object) -> None:
    with pytest.raises(ValueError, match=r"picture.*\."):
        reader.read(picture)  # type: ignore[arg-type]


def hostile(seed: int) -> Image:
    """Return a picture full of lines, boxes and letters on noise: anything but cards."""
    generator = np.random.default_rng(seed)
    high, wide = (int(side) for side in generator.integers(40, 500, 2))
    picture = generator.integers(0, 256, (high // 8 + 1, wide // 8 + 1, 3), np.uint8)
    picture = np.ascontiguousarray(cv2.resize(picture, (wide, high)))
    for _ in range(int(generator.integers(0, 40))):
        ends = generator.integers(-20, 520, (4, 2)).astype(np.int32)
        ink = tuple(int(part) for part in generator.integers(0, 256, 3))
        kind = int(generator.integers(3))
        if kind == 0:
            cv2.fillPoly(picture, [ends], ink)
        elif kind == 1:
            cv2.line(picture, tuple(ends[0].tolist()), tuple(ends[1].tolist()), ink, 3)
        else:
            letter = chr(int(generator.integers(33, 120)))
            cv2.putText(picture, letter, tuple(ends[0].tolist()), 0, 1.5, ink, 3)
    return picture


def test_nothing_is_made_of_other_pictures(reader: CardReader) -> None:
    for seed in range(12):
        assert not sure(reader.read(hostile(seed))), seed


@pytest.mark.long
def test_nothing_is_made_of_very_many_other_pictures(reader: CardReader) -> None:
    for seed in range(12, 1500):
        assert not sure(reader.read(hostile(seed))), seed
