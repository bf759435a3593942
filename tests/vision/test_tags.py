"""Reading codes in made-up pictures, through the real decoders in their own process."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.vision.reading import Doubt, Piece
from hardware.vision.tag_decoders import DecoderName, FoundCode
from hardware.vision.tag_process import DecoderProcess
from hardware.vision.tags import THOROUGH_EVERY, TagReader
from tests.vision.laid_out import SIZE, View, code_card, code_corners, lay, softened, table

TEXT = "KL1:7QM:G07:4ZK0B1T"
#: A version 1 code with its quiet zone has 29 modules; at this share of the height each is 4 pixels.
FOUR_PIXELS = 29 * 4 / SIZE[1]


@pytest.fixture(scope="module")
def reader() -> Iterator[TagReader]:
    reader = TagReader()
    yield reader
    reader.close()


def picture(view: View, blur: float = 0.8, **card: object) -> NDArray[np.uint8]:
    scene = table()
    lay(scene, code_card(TEXT, **card), view)  # type: ignore[arg-type]
    return softened(scene, blur)


def area(piece: Piece) -> float:
    corners = piece.outline
    return sum(
        ax * by - bx * ay for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True)
    )


@pytest.mark.parametrize("turn", range(0, 360, 45))
def test_a_card_turned_any_way(reader: TagReader, turn: int) -> None:
    reading = reader.read(picture(View(turn=turn, fill=FOUR_PIXELS)))
    assert reading.values == (TEXT,) and reading.accepted and reading.doubt is None
    assert reading.kind == "tags" and reading.size == SIZE


@pytest.mark.parametrize("tilt", [20, 35, 50])
@pytest.mark.parametrize("turn", [0, 70, 200])
def test_a_card_seen_from_the_side(reader: TagReader, tilt: int, turn: int) -> None:
    assert reader.read(picture(View(tilt, turn, fill=0.22)), thorough=True).values == (TEXT,)


@pytest.mark.parametrize("blur", [0.0, 1.0, 1.6])
def test_a_card_out_of_focus(reader: TagReader, blur: float) -> None:
    assert reader.read(picture(View(turn=15, fill=FOUR_PIXELS), blur), thorough=True).values == (TEXT,)


@pytest.mark.parametrize("turn", [0, 45])
def test_light_on_dark(reader: TagReader, turn: int) -> None:
    assert reader.read(picture(View(turn=turn, fill=0.2), inverted=True)).values == (TEXT,)


def test_a_mirrored_card_has_its_corners_clockwise_too(reader: TagReader) -> None:
    reading = reader.read(np.ascontiguousarray(picture(View(turn=20, fill=0.3))[:, ::-1]))
    assert reading.values == (TEXT,)
    assert area(reading.pieces[0]) > 0


@pytest.mark.parametrize("thorough", [False, True])
def test_several_cards_and_where_they_lie(reader: TagReader, thorough: bool) -> None:
    scene = table()
    corners = {}
    for number, at in enumerate([(0.2, 0.3), (0.5, 0.6), (0.8, 0.35)]):
        card = code_card(f"KL1:7QM:G0{number}:4ZK0B1T")
        view = View(tilt=25, turn=40 * number, fill=0.25, at=at)
        corners[f"KL1:7QM:G0{number}:4ZK0B1T"] = code_corners(card, lay(scene, card, view))
    reading = reader.read(softened(scene, 0.8), thorough)
    assert [piece.value for piece in reading.pieces] == sorted(corners)
    for piece in reading.pieces:
        module = math.sqrt(area(piece) / 2) / 21
        assert area(piece) > 0
        # Within a module and a half of the true corners, in the same order.
        for found, true in zip(piece.outline, corners[piece.value], strict=True):
            assert math.dist(found, true) < 1.5 * module


def test_a_damaged_card_is_read_right_or_not_at_all(reader: TagReader) -> None:
    generator = np.random.default_rng(5)
    read = []
    for damage in range(0, 80, 4):
        card = code_card(TEXT, module=4)
        for y, x in generator.integers(4, 25, (damage, 2)):
            card[4 * y : 4 * y + 4, 4 * x : 4 * x + 4] ^= 200
        reading = reader.read(card, thorough=True)
        assert set(reading.values) <= {TEXT}
        read.append(bool(reading.values))
    # A few modules are mended, half of them are not.
    assert all(read[:2]) and not any(read[-5:])


def test_a_code_that_is_no_text_is_named(reader: TagReader) -> None:
    scene = table()
    lay(scene, code_card(bytes([0, 1, 2, 255, 254, 200, 13, 7])), View(fill=0.4))
    reading = reader.read(scene)
    (piece,) = reading.pieces
    assert piece.value == "" and piece.doubt is Doubt.NOT_TEXT and piece.confidence == 0.0
    assert not reading.accepted and reading.doubt is Doubt.NOT_TEXT


def test_a_good_card_beside_one_that_is_no_text(reader: TagReader) -> None:
    scene = table()
    lay(scene, code_card(b"\xff\xfe\x00\x01"), View(fill=0.3, at=(0.25, 0.5)))
    lay(scene, code_card(TEXT), View(fill=0.3, at=(0.75, 0.5)))
    reading = reader.read(scene, thorough=True)
    assert [piece.value for piece in reading.pieces] == ["", TEXT]
    assert reading.accepted and reading.doubt is None


@pytest.mark.parametrize("text", ["Straße nach Ålesund, čaj", "http://example.org/?q=1", "line\nbreak"])
def test_foreign_text_comes_as_it_is(reader: TagReader, text: str) -> None:
    scene = table()
    lay(scene, code_card(text.encode("utf-8")), View(fill=0.5))
    assert reader.read(scene, thorough=True).values == (text,)


@pytest.mark.parametrize("shape", [(1, 1), (1, 2), (2, 3, 3), (10, 20000, 3), (20000, 10), (40, 40, 4)])
def test_strange_sizes_show_nothing(reader: TagReader, shape: tuple[int, ...]) -> None:
    for value in (0, 127, 255):
        reading = reader.read(np.full(shape, value, np.uint8), thorough=True)
        assert reading.pieces == () and reading.doubt is Doubt.NOTHING
    assert reader.troubles == ()


def test_a_picture_too_large_is_made_smaller(reader: TagReader) -> None:
    size = (5400, 3600)
    scene = np.full((size[1], size[0], 3), 90, np.uint8)
    corners = code_corners(code_card(TEXT), lay(scene, code_card(TEXT), View(fill=0.3, size=size)))
    (piece,) = reader.read(scene).pieces
    assert piece.value == TEXT
    assert math.dist(piece.outline[0], corners[0]) < 40


@pytest.mark.parametrize(
    "image", [np.zeros((0, 5, 3), np.uint8), np.zeros((9, 9, 3), np.uint16), np.zeros((9, 9, 2), np.uint8)]
)
def test_what_is_no_picture_is_one_sentence(reader: TagReader, image: NDArray[np.uint8]) -> None:
    with pytest.raises(ValueError, match=r"^[A-Z][^\n]*\.$"):
        reader.read(image)


def test_noise_says_nothing_and_prints_nothing(reader: TagReader, capfd: pytest.CaptureFixture[str]) -> None:
    noise = np.random.default_rng(3).integers(0, 256, (3, 480, 640, 3), dtype=np.uint8)
    for image in noise:
        assert not reader.read(image, thorough=True).accepted
    stripes = np.zeros((480, 640, 3), np.uint8)
    stripes[:, (np.arange(640) * np.arange(640) // 97) % 2 == 0] = 255
    assert not reader.read(stripes, thorough=True).accepted
    assert capfd.readouterr() == ("", "")


def test_codes_of_arbitrary_bytes_and_spoilt_ones_are_what_they_are_or_nothing(
    reader: TagReader, capfd: pytest.CaptureFixture[str]
) -> None:
    generator = np.random.default_rng(11)
    named = 0
    for number in range(40):
        if number % 2:
            raw = generator.integers(0, 256, int(generator.integers(1, 40)), dtype=np.uint8).tobytes()
            card = code_card(raw)
        else:
            raw, card = TEXT.encode(), code_card(TEXT)
            for _ in range(int(generator.integers(1, 12))):
                y, x, high, wide = generator.integers(0, 60, 4)
                card[y : y + high, x : x + wide] = generator.integers(0, 256)
        for piece in reader.read(card, thorough=True).pieces:
            named += 1
            # A text whose alphabet was guessed is in doubt; nothing else may differ from what was written.
            assert piece.doubt in (Doubt.NOT_TEXT, Doubt.UNSURE) or piece.value.encode() == raw
            assert (piece.value == "") == (piece.doubt is Doubt.NOT_TEXT)
    assert named > 15
    assert reader.troubles == () and reader.missing == ()
    assert capfd.readouterr() == ("", "")


class Watched(DecoderProcess):
    """The decoder process, with what is asked of it."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[DecoderName, tuple[int, ...]]] = []

    def ask(self, name: DecoderName, grey: NDArray[np.uint8]) -> list[FoundCode]:
        self.asked.append((name, grey.shape))
        return super().ask(name, grey)


def test_the_slow_looks_follow_at_every_tenth_empty_frame_and_on_request() -> None:
    process = Watched()
    reader = TagReader(process)
    empty, full = table((320, 240)), code_card(TEXT)
    quick = (DecoderName.ZXING, (240, 320))
    closer = [quick, (DecoderName.ZBAR, (240, 320)), (DecoderName.ZXING, (480, 640))]
    try:
        for _ in range(2 * THOROUGH_EVERY):
            reader.read(empty)
        assert process.asked == 2 * ((THOROUGH_EVERY - 1) * [quick] + closer)
        process.asked.clear()
        for _ in range(THOROUGH_EVERY - 1):
            reader.read(empty)
        reader.read(full)
        reader.read(empty)
        assert {name for name, _ in process.asked} == {DecoderName.ZXING}
        assert len(process.asked) == THOROUGH_EVERY + 1
        process.asked.clear()
        reader.read(empty, thorough=True)
        assert process.asked == closer
    finally:
        reader.close()
