"""The two decoders of codes, in plain calls: what the decoder process runs, and nothing else should.

A decoder is foreign compiled code that is given whatever picture comes.  `hardware.vision.tag_process` runs
this module where a crash hurts nobody; calling it in the program's own process is for measurements only.
It needs neither numpy nor OpenCV, so that a new process is ready in a moment.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

#: More codes than these in one frame, or a longer text than a code can hold, are no table.
MOST_CODES = 64
MOST_TEXT = 7089

Corner = tuple[float, float]


class DecoderName(StrEnum):
    """The decoders: zxing-cpp is fast and first, zbar reads a few pictures that the other does not."""

    ZXING = "zxing"
    ZBAR = "zbar"


class DecoderMissing(Exception):
    """A decoder is not installed; the message is the sentence with the remedy."""


@dataclass(frozen=True, slots=True)
class FoundCode:
    """One code: its text, or None when its bytes are no text; its corners in pixels, in any order.

    `sure` is false where the decoder had to guess the alphabet of the text.
    """

    text: str | None
    corners: tuple[Corner, ...]
    sure: bool = True


def decode(name: DecoderName, pixels: memoryview, width: int, height: int) -> list[FoundCode]:
    """Return the codes of a grey picture, row by row, one byte a pixel.

    Raises `DecoderMissing`; whatever else the library raises goes through.
    """
    look = _with_zxing if name is DecoderName.ZXING else _with_zbar
    return look(pixels, width, height)[:MOST_CODES]


def as_text(raw: bytes) -> str | None:
    """Return bytes as the text they are in UTF-8, None when they are none or hold control characters."""
    try:
        return _clean(raw.decode("utf-8"))
    except UnicodeDecodeError:
        return None


def _clean(text: str) -> str | None:
    if len(text) > MOST_TEXT or not text:
        return None
    return text if all(letter.isprintable() or letter in "\t\r\n" for letter in text) else None


@cache
def _zxing() -> tuple[Any, dict[str, Any]]:
    try:
        library = importlib.import_module("zxingcpp")
        return library, {"formats": library.BarcodeFormat.QRCode, "text_mode": library.TextMode.Plain}
    except (ImportError, AttributeError) as problem:
        raise DecoderMissing("The code reader zxing-cpp is missing: pip install zxing-cpp.") from problem


def _with_zxing(pixels: memoryview, width: int, height: int) -> list[FoundCode]:
    library, options = _zxing()
    picture = pixels.cast("B", shape=[height, width])
    found = []
    for code in library.read_barcodes(picture, **options):
        at = code.position
        corners = tuple(
            (float(corner.x), float(corner.y))
            for corner in (at.top_left, at.top_right, at.bottom_right, at.bottom_left)
        )
        raw = bytes(code.bytes)
        text = as_text(raw)
        if text is None and "Text" in str(code.content_type):
            # Bytes of another alphabet, which the code names or the library guessed.
            found.append(FoundCode(_clean(code.text), corners, sure=False))
        else:
            found.append(FoundCode(text, corners))
    return found


@cache
def _zbar() -> Any:
    try:
        return importlib.import_module("pyzbar.pyzbar")
    except (ImportError, OSError, AttributeError) as problem:
        # pyzbar itself comes by pip, but the library that it calls does not.
        raise DecoderMissing(
            "The second code reader zbar is missing: apt install libzbar0 (and pip install pyzbar)."
        ) from problem


def _with_zbar(pixels: memoryview, width: int, height: int) -> list[FoundCode]:
    library = _zbar()
    # Every other kind of code costs time, and some of their decoders print to the terminal.
    symbols = [library.ZBarSymbol.QRCODE]
    found = []
    for code in library.decode((bytes(pixels), width, height), symbols=symbols):
        corners = tuple((float(corner.x), float(corner.y)) for corner in code.polygon)
        if len(corners) != 4:
            left, top, wide, high = (float(side) for side in code.rect)
            corners = ((left, top), (left + wide, top), (left + wide, top + high), (left, top + high))
        raw = bytes(code.data)
        # zbar turns other alphabets into UTF-8 by guessing, and its guess is often Japanese.
        found.append(FoundCode(as_text(raw), corners, sure=raw.isascii()))
    return found
