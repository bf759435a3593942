"""What is printed on made-up cards, and what can be wrong with it: damaged, foreign and inverted codes."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import segno

from hardware.camera import Image
from hardware.simulated.cards import CardSheet

_PX_MM = 10
_CODE_MM = 25.0
_QUIET = 4


def code_picture(text: str, side_px: int) -> Image:
    """Return the QR code of a text without its quiet zone (side x side x 3, BGR)."""
    code = segno.make_qr(text, error="m", boost_error=False)
    squares = np.array([[0 if module else 255 for module in row] for row in code.matrix], dtype=np.uint8)
    side = cv2.resize(squares, (side_px, side_px), interpolation=cv2.INTER_NEAREST)
    return np.asarray(cv2.cvtColor(side, cv2.COLOR_GRAY2BGR), dtype=np.uint8)


def plain_card(text: str) -> CardSheet:
    """Return a white card of the usual size that bears a code of the text, and its text in small print."""
    wide, high = 63.0, 88.0
    picture = np.full((round(high * _PX_MM), round(wide * _PX_MM), 3), 255, dtype=np.uint8)
    left, top = (wide - _CODE_MM) / 2, 34.0
    rectangle = (left, top, left + _CODE_MM, top + _CODE_MM)
    _put(picture, rectangle, (wide, high), code_picture(text, round(_CODE_MM * _PX_MM)))
    cv2.rectangle(picture, (25, 25), (round(wide * _PX_MM) - 26, round(high * _PX_MM) - 26), (60, 90, 150), 6)
    words = "".join(letter if letter.isascii() and letter.isprintable() else "?" for letter in text[:24])
    cv2.putText(picture, words, (60, 170), cv2.FONT_HERSHEY_DUPLEX, 1.2, (30, 30, 30), 2, cv2.LINE_AA)
    cv2.putText(picture, words, (60, 760), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (90, 90, 90), 2, cv2.LINE_AA)
    return CardSheet(text, picture, wide, high, rectangle)


def misprinted(generator: np.random.Generator, sheet: CardSheet) -> CardSheet:
    """Return the card with a code that the printer has smeared so badly that nothing can be read from it."""
    picture = sheet.picture.copy()
    left, top, right, bottom = _pixels(sheet, _code_of(sheet))
    side = max(right - left, bottom - top)
    # Streaks without ink or with too much of it, all over the code and across one of its corner marks.
    for number in range(9):
        thick = max(2, round(side * float(generator.uniform(0.05, 0.09))))
        at = left + (number + float(generator.uniform(0.1, 0.9))) * (right - left) / 9
        ink = 255 if generator.random() < 0.65 else 25
        lean = float(generator.normal(0, 0.04)) * side
        cv2.line(
            picture,
            (round(at - lean), top - 2),
            (round(at + lean), bottom + 2),
            (ink, ink, ink),
            thick,
            cv2.LINE_AA,
        )
    return replace(sheet, picture=picture)


def foreign(generator: np.random.Generator, sheet: CardSheet) -> CardSheet:
    """Return a card whose code is a web address, as on a leaflet; its name is that address."""
    address = f"https://example.org/{int(generator.integers(1 << 30)):x}"
    picture = sheet.picture.copy()
    rectangle = _code_of(sheet)
    side = round(min(rectangle[2] - rectangle[0], rectangle[3] - rectangle[1]) * _scale(sheet)[0])
    _put(picture, rectangle, (sheet.width_mm, sheet.height_mm), code_picture(address, side))
    return replace(sheet, name=address, picture=picture)


def inverted(sheet: CardSheet) -> CardSheet:
    """Return the card with its code light on dark, quiet zone and all."""
    picture = sheet.picture.copy()
    left, top, right, bottom = _code_of(sheet)
    quiet = _QUIET * (right - left) / 21
    edges = _pixels(sheet, (left - quiet, top - quiet, right + quiet, bottom + quiet))
    part = picture[max(edges[1], 0) : edges[3], max(edges[0], 0) : edges[2]]
    part[:] = 255 - part
    return replace(sheet, picture=picture)


def card_back(generator: np.random.Generator, sheet: CardSheet) -> Image:
    """Return the other side of a card: its own, or a pattern in one colour."""
    if sheet.back is not None:
        return sheet.back
    width, height = round(sheet.width_mm * 6), round(sheet.height_mm * 6)
    across, down = np.meshgrid(np.arange(width), np.arange(height))
    step = float(generator.uniform(14, 30))
    weave = np.sin((across + down) * np.pi / step) * np.sin((across - down) * np.pi / step)
    dark = np.array(generator.uniform(20, 140, 3))
    share = np.clip(weave * 4 + 0.5, 0, 1)[:, :, None]
    picture = (dark + (np.array([235.0, 240.0, 240.0]) - dark) * share * 0.8).astype(np.uint8)
    rim = 18
    framed = np.full((height, width, 3), 245, dtype=np.uint8)
    framed[rim:-rim, rim:-rim] = picture[rim:-rim, rim:-rim]
    return framed


def code_middle(sheet: CardSheet) -> tuple[float, float]:
    """Return the middle of the code in mm of the face, the middle of the face where there is no code."""
    left, top, right, bottom = _code_of(sheet)
    return (left + right) / 2, (top + bottom) / 2


def _code_of(sheet: CardSheet) -> tuple[float, float, float, float]:
    if sheet.code is not None:
        return sheet.code
    side = 0.5 * min(sheet.width_mm, sheet.height_mm)
    left, top = (sheet.width_mm - side) / 2, (sheet.height_mm - side) / 2
    return left, top, left + side, top + side


def _scale(sheet: CardSheet) -> tuple[float, float]:
    return sheet.picture.shape[1] / sheet.width_mm, sheet.picture.shape[0] / sheet.height_mm


def _pixels(sheet: CardSheet, rectangle: tuple[float, float, float, float]) -> tuple[int, int, int, int]:
    across, down = _scale(sheet)
    left, top, right, bottom = rectangle
    return round(left * across), round(top * down), round(right * across), round(bottom * down)


def _put(
    picture: Image, rectangle: tuple[float, float, float, float], size: tuple[float, float], code: Image
) -> None:
    """Put a code with its white quiet zone into a face."""
    across, down = picture.shape[1] / size[0], picture.shape[0] / size[1]
    left, top = round(rectangle[0] * across), round(rectangle[1] * down)
    quiet = round(code.shape[0] * _QUIET / 25)
    rows, columns = code.shape[:2]
    picture[max(top - quiet, 0) : top + rows + quiet, max(left - quiet, 0) : left + columns + quiet] = 255
    picture[top : top + rows, left : left + columns] = code
