"""What the bytes of a picture file say of it: the format, the size, and whether its end is there.

Some versions of OpenCV decode a cut-off JPEG without a word and fill the rest with grey, and all of
them would allocate gigabytes for a small file that claims to be enormous; so both are looked up first.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass

Measured = tuple[int, int, bool]

_JPEG_STANDALONE = frozenset({0x01, *range(0xD0, 0xD9)})
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_SCAN = 0xDA


@dataclass(frozen=True, slots=True)
class Header:
    """A picture's format, its width and height in pixels before any rotation, and whether it is whole."""

    format: str
    width: int
    height: int
    whole: bool


def read_header(data: bytes) -> Header | None:
    """Return the header of a picture file, or None when the bytes are no picture of a known format.

    A file that ends within its header has width and height 0 and is not whole.
    """
    for magic, at, format, measure in _FORMATS:
        if data[at : at + len(magic)] == magic:
            try:
                width, height, whole = measure(data)
            except (struct.error, IndexError):
                width, height, whole = 0, 0, False
            return Header(format, width, height, whole)
    return None


def other_format(data: bytes) -> str | None:
    """Return the name of a format of pictures that is not read here, as phones and the web give them."""
    if data[4:8] == b"ftyp":
        return {b"heic": "HEIC", b"heix": "HEIC", b"mif1": "HEIC", b"avif": "AVIF"}.get(data[8:12])
    for magic, format in _OTHERS.items():
        if data.startswith(magic):
            return format
    return None


def _jpeg(data: bytes) -> Measured:
    width = height = 0
    at = 2
    while True:
        if data[at] != 0xFF:
            return width, height, False
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
        elif marker in _JPEG_STANDALONE:
            at += 2
        elif marker == _JPEG_SCAN:
            # A preview inside the header has an end of its own; the picture's comes after its scan.
            return width, height, data.find(b"\xff\xd9", at) >= 0
        else:
            (length,) = struct.unpack_from(">H", data, at + 2)
            if marker in _JPEG_FRAMES:
                height, width = struct.unpack_from(">HH", data, at + 5)
            at += 2 + max(2, length)


def _png(data: bytes) -> Measured:
    width, height = struct.unpack_from(">II", data, 16)
    return width, height, data.find(b"IEND", 24) >= 0


def _bmp(data: bytes) -> Measured:
    (size,) = struct.unpack_from("<I", data, 2)
    width, height = struct.unpack_from("<ii", data, 18)
    return abs(width), abs(height), len(data) >= size


def _webp(data: bytes) -> Measured:
    (size,) = struct.unpack_from("<I", data, 4)
    whole = len(data) >= size + 8
    kind = data[12:16]
    if kind == b"VP8X":
        width, height = (int.from_bytes(data[at : at + 3], "little") + 1 for at in (24, 27))
    elif kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    else:
        width, height = (side & 0x3FFF for side in struct.unpack_from("<HH", data, 26))
    return width, height, whole


def _tiff(data: bytes) -> Measured:
    order = "<" if data[:2] == b"II" else ">"
    (at,) = struct.unpack_from(order + "I", data, 4)
    (entries,) = struct.unpack_from(order + "H", data, at)
    sides = {256: 0, 257: 0}
    for entry in range(min(entries, 512)):
        here = at + 2 + 12 * entry
        tag, kind = struct.unpack_from(order + "HH", data, here)
        if tag in sides:
            (sides[tag],) = struct.unpack_from(order + ("H" if kind == 3 else "I"), data, here + 8)
    return sides[256], sides[257], True


_FORMATS: tuple[tuple[bytes, int, str, Callable[[bytes], Measured]], ...] = (
    (b"\xff\xd8\xff", 0, "JPEG", _jpeg),
    (b"\x89PNG\r\n\x1a\n", 0, "PNG", _png),
    (b"WEBP", 8, "WebP", _webp),
    (b"II*\0", 0, "TIFF", _tiff),
    (b"MM\0*", 0, "TIFF", _tiff),
    (b"BM", 0, "BMP", _bmp),
)

_OTHERS = {b"GIF8": "GIF", b"\0\0\0\x0cjP  ": "JPEG 2000", b"<svg": "SVG", b"%PDF": "PDF"}
