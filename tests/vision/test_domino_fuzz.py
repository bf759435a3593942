"""Anything at all given to the domino reader: a reading or one sentence, and noise is never accepted."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from hardware.camera import PictureFault
from hardware.picture_file import load_picture
from hardware.vision.dominoes import DominoReader
from hardware.vision.reading import Reading
from tests.vision.drawn_tiles import table, tile

READER = DominoReader()
DTYPES = ("uint8", "int8", "uint16", "int32", "float32", "float64", "bool", "complex64")
QUIET = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def sound(reading: Reading) -> None:
    """What every reading is, whatever was in the picture."""
    assert reading.kind == "dominoes"
    assert reading.accepted == (reading.doubt is None)
    for piece in reading.pieces:
        assert (
            len(piece.outline) == 4 and np.isfinite(piece.outline).all() and np.isfinite(piece.centre).all()
        )
        assert 0.0 <= piece.confidence <= 1.0
        if piece.value:
            low, high = piece.value.split("-")
            assert 0 <= int(low) <= int(high) <= 6
        if reading.accepted:
            assert piece.doubt is None


@QUIET
@given(
    image=st.sampled_from(DTYPES).flatmap(
        lambda dtype: arrays(dtype, array_shapes(min_dims=1, max_dims=4, min_side=0, max_side=12))
    )
)
def test_any_array_gives_a_reading_or_one_sentence(image: np.ndarray) -> None:
    try:
        reading = READER.read(image)
    except ValueError as problem:
        assert str(problem).endswith(".") and "\n" not in str(problem)
    else:
        assert not reading.accepted
        sound(reading)


@pytest.mark.parametrize(
    "shape", [(1, 1, 3), (1, 700, 3), (700, 1, 3), (10, 20_000, 3), (3, 3), (40, 40, 1), (64, 64, 4)]
)
def test_any_size_is_read(shape: tuple[int, ...]) -> None:
    image = np.random.default_rng(1).integers(0, 256, shape).astype(np.uint8)
    sound(READER.read(image))
    assert not READER.read(image, 1).accepted


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    seed=st.integers(0, 2**32 - 1), cell=st.integers(1, 40), levels=st.integers(2, 256), told=st.booleans()
)
def test_noise_is_never_accepted(seed: int, cell: int, levels: int, told: bool) -> None:
    generator = np.random.default_rng(seed)
    image = generator.integers(0, levels, (360 // cell + 1, 640 // cell + 1, 3)).astype(np.uint8)
    image = cv2.resize(image * (255 // (levels - 1)), (640, 360), interpolation=cv2.INTER_NEAREST)
    reading = READER.read(image, 1 if told else None)
    sound(reading)
    assert not reading.accepted


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    at=st.lists(st.tuples(st.integers(0, 2**20), st.integers(0, 255)), max_size=12), cut=st.integers(0, 99)
)
def test_a_damaged_file_is_a_reading_or_one_sentence(
    tmp_path_factory: pytest.TempPathFactory, at: list[tuple[int, int]], cut: int
) -> None:
    picture = table((tile(3, 5), 240, 130, 20.0, 0.5), size=(480, 270))
    packed = bytearray(cv2.imencode(".jpg", picture)[1].tobytes())
    for place, value in at:
        packed[place % len(packed)] = value
    file = tmp_path_factory.mktemp("damaged") / "picture.jpg"
    file.write_bytes(bytes(packed[: len(packed) * (100 - cut) // 100]))
    try:
        image = load_picture(file)
    except PictureFault as fault:
        assert "\n" not in fault.say
    else:
        reading = READER.read(image)
        sound(reading)
        assert not reading.accepted or reading.values == ("3-5",)


@pytest.mark.long
@settings(max_examples=2000, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32 - 1), cell=st.integers(1, 60), levels=st.integers(2, 256))
def test_much_noise_is_never_accepted(seed: int, cell: int, levels: int) -> None:
    generator = np.random.default_rng(seed)
    image = generator.integers(0, levels, (270 // cell + 1, 480 // cell + 1, 3)).astype(np.uint8)
    image = cv2.resize(image * (255 // (levels - 1)), (480, 270), interpolation=cv2.INTER_CUBIC)
    assert not READER.read(image).accepted
