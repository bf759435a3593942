"""One picture from a file, as every reader wants it, or one sentence that says why not."""

from __future__ import annotations

import stat
from pathlib import Path

import numpy as np

from hardware.camera import Image, PictureFault
from hardware.opencv import opencv
from hardware.picture_decoding import decoded
from hardware.picture_header import Header, other_format, read_header

#: What a picture's file name ends in, in lower case.
PICTURE_ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})

MOST_BYTES = 64 * 1024 * 1024
MOST_PIXELS = 120_000_000
#: A larger picture is halved until it is no larger: no reader needs more, and memory is short on a Pi.
KEPT_PIXELS = 16_000_000
LEAST_SIDE = 16


def load_picture(path: Path | str) -> Image:
    """Return a picture as height x width x 3, BGR, uint8, upright as its EXIF rotation says.

    Grey, 16-bit, transparent and CMYK pictures are converted.  The array must not be written to.
    Raises `PictureFault` for everything that is not a whole picture of a reasonable size.
    """
    path = Path(path)
    data = _read(path)
    header = read_header(data)
    if header is None:
        if format := other_format(data):
            remedy = "save it as JPEG or PNG"
            raise _fault(
                path, "other_format", f"is a picture of a kind not read here ({format})", remedy, format
            )
        raise _fault(path, "not_a_picture", "is not a picture, whatever its name says", "give another file")
    _check(path, header)
    cv2 = opencv()
    flags = cv2.IMREAD_COLOR
    pixels = header.width * header.height
    for smaller in (cv2.IMREAD_REDUCED_COLOR_2, cv2.IMREAD_REDUCED_COLOR_4):
        if pixels > KEPT_PIXELS:
            flags, pixels = smaller, pixels // 4
    image = decoded(data, flags)
    if image is None or image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        raise _damaged(path, header)
    image.setflags(write=False)
    return np.asarray(image, dtype=np.uint8)


def shown_name(path: Path) -> str:
    """Return a file's name as it can be printed and stored: strange bytes and control characters as "?"."""
    return "".join(letter if letter.isprintable() else "?" for letter in path.name)


def _read(path: Path) -> bytes:
    try:
        about = path.stat()
        if not stat.S_ISREG(about.st_mode):
            raise _fault(path, "not_a_file", "is not a file", "give a picture file")
        if about.st_size > MOST_BYTES:
            raise _fault(path, "too_large", f"is larger than {MOST_BYTES >> 20} MB", "make it smaller")
        with path.open("rb") as file:
            return file.read(MOST_BYTES)
    except (FileNotFoundError, NotADirectoryError):
        raise _fault(path, "missing", "is not there", "check the name") from None
    except PermissionError:
        raise _fault(path, "forbidden", "may not be read", "change its permissions") from None
    except (OSError, ValueError):
        raise _fault(path, "unreadable", "cannot be read from its disk", "copy it again") from None


def _check(path: Path, header: Header) -> None:
    if header.whole and header.width * header.height > MOST_PIXELS:
        size = f"{header.width} x {header.height}"
        raise _fault(path, "too_large", f"is too large with {size} pixels", "make it smaller")
    if not header.whole:
        what = f"is a {header.format} picture that was cut short"
        raise _fault(path, "cut_short", what, "copy it again", header.format)
    if not header.width * header.height:
        raise _damaged(path, header)
    if min(header.width, header.height) < LEAST_SIDE:
        raise _fault(path, "too_small", "is too small to show anything", "take it with a better camera")


def _damaged(path: Path, header: Header) -> PictureFault:
    remedy = "copy it again or take it anew"
    return _fault(path, "damaged", f"is a damaged {header.format} picture", remedy, header.format)


def _fault(path: Path, kind: str, what: str, remedy: str, format: str | None = None) -> PictureFault:
    name = shown_name(path)
    facts = {} if format is None else {"format": format}
    return PictureFault(f"{name} {what}: {remedy}.", f"picture.{kind}", name, **facts)
