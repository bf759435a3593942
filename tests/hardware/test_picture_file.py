"""Pictures of every make, whole and broken, made here and read back."""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image as Pillow

from hardware import picture_file
from hardware.camera import PictureFault
from hardware.picture_decoding import decoded
from hardware.picture_file import load_picture
from hardware.picture_header import read_header

RED, BLUE = (30, 30, 220), (220, 40, 30)


def half_and_half(height: int = 60, width: int = 90) -> np.ndarray:
    """A picture whose left half is red and whose right half is blue, BGR."""
    image = np.zeros((height, width, 3), np.uint8)
    image[:, : width // 2] = RED
    image[:, width // 2 :] = BLUE
    return image


def near(pixel: np.ndarray, colour: tuple[int, int, int], by: int = 45) -> bool:
    return bool(np.abs(pixel.astype(int) - colour).max() <= by)


def as_pillow(image: np.ndarray) -> Pillow.Image:
    return Pillow.fromarray(np.ascontiguousarray(image[:, :, ::-1]))


@pytest.mark.parametrize("ending", [".jpg", ".png", ".bmp", ".webp", ".tif", ".JPEG"])
def test_each_kind_of_file_is_read(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"throw{ending}"
    assert cv2.imwrite(str(path), half_and_half())
    image = load_picture(path)
    assert image.shape == (60, 90, 3) and image.dtype == np.uint8
    assert near(image[30, 20], RED) and near(image[30, 70], BLUE)
    with pytest.raises(ValueError):
        image[0, 0] = 0


@pytest.mark.parametrize("mode", ["L", "1", "P", "RGBA", "LA", "I;16", "CMYK"])
def test_every_mode_becomes_bgr_of_eight_bits(tmp_path: Path, mode: str) -> None:
    path = tmp_path / ("throw.jpg" if mode == "CMYK" else "throw.png")
    if mode == "I;16":
        grey = np.linspace(0, 65535, 90, dtype=np.uint16)[None, :].repeat(60, axis=0)
        cv2.imwrite(str(path), grey)
    else:
        as_pillow(half_and_half()).convert(mode).save(path)
    image = load_picture(path)
    assert image.shape == (60, 90, 3) and image.dtype == np.uint8
    if mode in ("P", "RGBA", "CMYK"):
        assert near(image[30, 20], RED, 70) and near(image[30, 70], BLUE, 70)
    if mode == "I;16":
        assert image[30, 5].max() < 20 and image[30, 85].min() > 230


@pytest.mark.parametrize("ending", ["jpg", "png"])
@pytest.mark.parametrize(
    ("orientation", "shape", "red_at"),
    [(1, (60, 90), (30, 20)), (3, (60, 90), (30, 70)), (6, (90, 60), (20, 30)), (8, (90, 60), (70, 30))],
)
def test_the_camera_s_own_rotation_is_applied(
    tmp_path: Path, ending: str, orientation: int, shape: tuple[int, int], red_at: tuple[int, int]
) -> None:
    path = tmp_path / f"throw.{ending}"
    exif = Pillow.Exif()
    exif[0x0112] = orientation
    as_pillow(half_and_half()).save(path, exif=exif)
    image = load_picture(path)
    if ending == "png" and image.shape[:2] != shape:
        pytest.skip("this OpenCV does not know rotations in PNG files")
    assert image.shape[:2] == shape
    assert near(image[red_at], RED)


def test_a_large_photograph_is_made_smaller_and_stays_upright(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture_file, "KEPT_PIXELS", 60 * 90)
    path = tmp_path / "throw.jpg"
    exif = Pillow.Exif()
    exif[0x0112] = 6
    as_pillow(half_and_half(120, 180)).save(path, exif=exif)
    image = load_picture(path)
    assert image.shape == (90, 60, 3)
    assert near(image[20, 30], RED) and near(image[70, 30], BLUE)


def faulty(path: Path, code: str, *words: str) -> None:
    with pytest.raises(PictureFault) as caught:
        load_picture(path)
    fault = caught.value
    assert fault.code == code and fault.facts["name"] == fault.name
    assert str(fault) == fault.say and fault.say.startswith(fault.name) and fault.say.endswith(".")
    assert fault.say.isprintable() and len(fault.say) < 160
    for word in words:
        assert word in fault.say


@pytest.mark.parametrize("ending", [".jpg", ".png", ".bmp", ".webp"])
@pytest.mark.parametrize("part", [0.02, 0.3, 0.9, 0.998])
def test_a_picture_that_was_cut_short_is_said(tmp_path: Path, ending: str, part: float) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (60, 90, 3), dtype=np.uint8)
    data = cv2.imencode(ending, noise)[1].tobytes()
    path = tmp_path / f"throw{ending}"
    path.write_bytes(data[: max(16, int(len(data) * part))])
    faulty(path, "picture.cut_short", "cut short", "copy it again")


def test_a_cut_jpeg_with_a_whole_preview_in_its_header_is_said(tmp_path: Path) -> None:
    data = cv2.imencode(".jpg", np.random.default_rng(0).integers(0, 255, (60, 90, 3), dtype=np.uint8))[1]
    preview = cv2.imencode(".jpg", half_and_half(20, 30))[1].tobytes()
    segment = b"\xff\xe1" + struct.pack(">H", len(preview) + 2) + preview
    whole = data.tobytes()[:2] + segment + data.tobytes()[2:]
    path = tmp_path / "throw.jpg"
    path.write_bytes(whole)
    assert load_picture(path).shape == (60, 90, 3)
    path.write_bytes(whole[:-200])
    faulty(path, "picture.cut_short")


def test_what_is_no_picture_is_said(tmp_path: Path) -> None:
    text = tmp_path / "throw.jpg"
    text.write_text("1 2 3 4 5\n")
    faulty(text, "picture.not_a_picture", "not a picture")
    empty = tmp_path / "empty.png"
    empty.write_bytes(b"")
    faulty(empty, "picture.not_a_picture")
    folder = tmp_path / "folder.png"
    folder.mkdir()
    faulty(folder, "picture.not_a_file")
    faulty(tmp_path / "nothing.jpg", "picture.missing", "check the name")
    faulty(text / "inside.jpg", "picture.missing")
    pipe = tmp_path / "pipe.jpg"
    os.mkfifo(pipe)
    faulty(pipe, "picture.not_a_file")
    garbled = tmp_path / "garbled.tif"
    garbled.write_bytes(b"II*\0" + b"\xff" * 300)
    faulty(garbled, "picture.cut_short")
    with pytest.raises(PictureFault):
        load_picture(Path("a\0b.jpg"))


def test_a_picture_that_may_not_be_read_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "throw.jpg"
    cv2.imwrite(str(path), half_and_half())
    path.chmod(0)
    if os.access(path, os.R_OK):
        # Root may read everything; the refusal then comes from where the file is opened.
        def refuse(*_: object) -> None:
            raise PermissionError

        monkeypatch.setattr(Path, "open", refuse)
    faulty(path, "picture.forbidden", "permissions")


def test_damage_in_the_middle_is_said(tmp_path: Path) -> None:
    data = bytearray(cv2.imencode(".png", half_and_half())[1].tobytes())
    data[data.find(b"IDAT") + 6 : data.find(b"IDAT") + 40] = b"\0" * 34
    path = tmp_path / "throw.png"
    path.write_bytes(data)
    faulty(path, "picture.damaged", "damaged PNG")


def test_nothing_is_printed_about_a_damaged_picture(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    data = bytearray(cv2.imencode(".png", half_and_half())[1].tobytes())
    data[data.find(b"IDAT") + 8] ^= 255
    path = tmp_path / "throw.png"
    path.write_bytes(data)
    faulty(path, "picture.damaged")
    assert capfd.readouterr() == ("", "")


def test_a_jpeg_that_breaks_off_before_its_end_mark_is_said(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (600, 900, 3), dtype=np.uint8)
    data = cv2.imencode(".jpg", noise)[1].tobytes()
    path = tmp_path / "throw.jpg"
    path.write_bytes(data[: len(data) // 2] + b"\xff\xd9")
    faulty(path, "picture.damaged", "damaged JPEG")
    assert capfd.readouterr() == ("", "")


def test_what_others_write_while_a_picture_is_decoded_is_passed_on(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    real = cv2.imdecode

    def decode(data: np.ndarray, flags: int) -> np.ndarray:
        os.write(2, b"the lamps are on\nlibpng warning: known wrong profile\n")
        return real(data, flags)

    monkeypatch.setattr(cv2, "imdecode", decode)
    data = cv2.imencode(".png", half_and_half())[1].tobytes()
    image = decoded(data, cv2.IMREAD_COLOR)
    assert image is not None and image.shape == (60, 90, 3)
    assert capfd.readouterr().err == "the lamps are on\n"


def test_without_a_standard_error_or_a_place_for_it_pictures_are_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = cv2.imencode(".png", half_and_half())[1].tobytes()

    def refuse(*_: object) -> int:
        raise OSError(24, "too many files are open")

    for missing in ("dup", "memfd_create"):
        with monkeypatch.context() as patch:
            patch.setattr(os, missing, refuse)
            image = decoded(data, cv2.IMREAD_COLOR)
        assert image is not None and image.shape == (60, 90, 3)


@pytest.mark.parametrize(
    ("start", "format"),
    [
        (b"GIF89a", "GIF"),
        (b"\0\0\0\x1cftypheic", "HEIC"),
        (b"\0\0\0\x20ftypavif", "AVIF"),
        (b"%PDF-1.7", "PDF"),
    ],
)
def test_a_picture_of_another_kind_is_called_so(tmp_path: Path, start: bytes, format: str) -> None:
    path = tmp_path / "throw.jpg"
    path.write_bytes(start + bytes(200))
    faulty(path, "picture.other_format", format, "save it as JPEG")


def png(width: int, height: int) -> bytes:
    """A small PNG that claims a size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def test_sizes_out_of_reason_are_refused_before_decoding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bomb = tmp_path / "bomb.png"
    bomb.write_bytes(png(60_000, 60_000))
    faulty(bomb, "picture.too_large", "60000 x 60000")
    dot = tmp_path / "dot.png"
    cv2.imwrite(str(dot), half_and_half(8, 200))
    faulty(dot, "picture.too_small")
    nothing = tmp_path / "nothing.png"
    nothing.write_bytes(png(0, 0))
    faulty(nothing, "picture.damaged")
    monkeypatch.setattr(picture_file, "MOST_BYTES", 100)
    heavy = tmp_path / "heavy.png"
    cv2.imwrite(str(heavy), half_and_half())
    faulty(heavy, "picture.too_large")


def test_a_name_of_strange_bytes_can_be_printed(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"thr\xffow\n.jpg")
    path.write_bytes(b"text")
    faulty(path, "picture.not_a_picture", "thr?ow?.jpg")


@pytest.mark.parametrize("ending", [".jpg", ".png", ".bmp", ".webp", ".tif"])
def test_headers_say_the_size_before_rotation(ending: str) -> None:
    data = cv2.imencode(ending, half_and_half(61, 93))[1].tobytes()
    header = read_header(data)
    assert header is not None and (header.width, header.height, header.whole) == (93, 61, True)


def test_headers_of_rarer_makes(tmp_path: Path) -> None:
    for name, options in (
        ("progressive.jpg", {"progressive": True}),
        ("lossless.webp", {"lossless": True}),
        ("extended.webp", {"exif": b"Exif\0\0II*\0\x08\0\0\0\0\0"}),
        ("packed.tif", {"compression": "tiff_lzw"}),
    ):
        path = tmp_path / name
        as_pillow(half_and_half()).save(path, **options)
        header = read_header(path.read_bytes())
        assert header is not None and (header.width, header.height) == (90, 60), name
        assert load_picture(path).shape == (60, 90, 3)


@pytest.mark.parametrize("ending", [".jpg", ".png", ".bmp", ".webp", ".tif"])
def test_garbled_bytes_never_raise_anything_but_a_picture_fault(tmp_path: Path, ending: str) -> None:
    """Flipped and cut bytes, again and again: a picture or a sentence, never a traceback."""
    generator = np.random.default_rng(3)
    data = np.frombuffer(cv2.imencode(ending, half_and_half(40, 50))[1].tobytes(), np.uint8)
    path = tmp_path / f"throw{ending}"
    for _ in range(40):
        bad = data.copy()
        bad[generator.integers(2, len(bad), 4)] = generator.integers(0, 256, 4)
        path.write_bytes(bad[: generator.integers(4, len(bad) + 1)].tobytes())
        try:
            assert load_picture(path).ndim == 3
        except PictureFault as fault:
            assert fault.code.startswith("picture.")
