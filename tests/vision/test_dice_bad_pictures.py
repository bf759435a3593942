"""Pictures of every odd sort through both readers of dice: a value, or one sentence."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from companion.cli import run
from hardware.simulated.made_up_pictures import picture
from hardware.vision.dice_net import DiceNet

#: How EXIF calls a picture whose camera was turned by a quarter.
QUARTER = 6


@pytest.fixture(scope="module")
def throw() -> tuple[np.ndarray, list[int]]:
    image, truth = picture(406, "plain", dice=(3, 3))
    return image, sorted(die.value for die in truth)


@pytest.fixture(scope="module")
def odd(throw: tuple[np.ndarray, list[int]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of good and bad files; the good ones' names begin with "good"."""
    folder = tmp_path_factory.mktemp("odd")
    whole = Image.fromarray(cv2.cvtColor(throw[0], cv2.COLOR_BGR2RGB))
    whole.convert("L").save(folder / "good_grey.png")
    whole.convert("RGBA").save(folder / "good_transparent.png")
    whole.convert("CMYK").save(folder / "good_cmyk.jpg", quality=95)
    grey = cv2.cvtColor(throw[0], cv2.COLOR_BGR2GRAY)
    cv2.imwrite(str(folder / "good_sixteen.png"), grey.astype(np.uint16) * 257)
    turned = Image.Exif()
    turned[0x0112] = QUARTER
    whole.save(folder / "good_turned.jpg", quality=95, exif=turned)
    Image.new("RGB", (1, 1)).save(folder / "bad_one_pixel.png")
    Image.new("RGB", (20000, 10)).save(folder / "bad_strip.png")
    Image.new("RGB", (10, 20000)).save(folder / "bad_pole.png")
    (folder / "bad_cut.jpg").write_bytes((folder / "good_turned.jpg").read_bytes()[:9000])
    (folder / "bad_empty.png").write_bytes(b"")
    (folder / "bad_text.jpg").write_bytes(b"These are no dice.")
    return folder


def test_each_file_is_read_or_has_one_sentence(
    odd: Path, throw: tuple[np.ndarray, list[int]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["read", "dice", str(odd), "--expect", "3", "--json"]) == 1
    captured = capsys.readouterr()
    items = {item["file"]: item for item in json.loads(captured.out)["items"]}
    assert len(items) == len(list(odd.iterdir()))
    bad = [name for name in items if name.startswith("bad")]
    for name, item in items.items():
        if name in bad:
            assert item["value"] is None, name
        else:
            assert sorted(int(value) for value in item["value"].split()) == throw[1], name
    sentences = captured.err.splitlines()
    assert len(sentences) == len(bad)
    assert all(any(name in one for one in sentences) for name in bad)
    assert "Traceback" not in captured.err


@pytest.mark.parametrize(
    "shape", [(1, 1, 3), (10, 20000, 3), (20000, 10, 3), (2, 3, 3), (24, 24, 3), (720, 1280, 3)]
)
@pytest.mark.parametrize("level", [0, 255, None])
def test_the_net_looks_at_pictures_of_any_shape(shape: tuple[int, int, int], level: int | None) -> None:
    if level is None:
        image = np.random.default_rng(5).integers(0, 256, shape, np.uint8)
    else:
        image = np.full(shape, level, np.uint8)
    seen = DiceNet().look(image)
    assert seen.scores.shape == (len(seen), 8) and seen.middle.shape == (len(seen), 2)
    for numbers in (seen.scores, seen.middle, seen.edge):
        assert np.isfinite(numbers).all()
    # What is read of nothing is not sure, and lies in the picture.
    assert (seen.score < 0.5).all()
    assert (np.abs(seen.middle - (shape[1] / 2, shape[0] / 2)) <= (shape[1], shape[0])).all()
