"""Calibration: what the camera makes of the table just now, for whoever turns its lens or moves its lamp."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import cv2
import numpy as np
from msgspec import Struct

from companion.kit.codes import CodeBook, CodeResult, KitKey, ReadCode, learn
from companion.table.text import Text
from hardware.camera import Frame
from hardware.vision.dice import DiceReader
from hardware.vision.mat import Mat, MatFinder, MatMissing
from hardware.vision.picture_quality import PictureQuality, picture_quality
from hardware.vision.reading import Doubt, Point, Reading
from hardware.vision.tags import TagReader


class Findings(Struct, frozen=True):
    """What one frame shows: of the mat's inside only where a mat is in view.

    `dice` are read in the mat's inside seen from straight above, so their places are not those of the frame;
    `codes` belong to the pieces of `tags`, one each.
    """

    name: str
    size: tuple[int, int]
    quality: PictureQuality
    mat: Mat | None
    mat_missing: MatMissing | None
    dice: Reading
    tags: Reading
    codes: tuple[ReadCode, ...]

    @property
    def lessons(self) -> tuple[KitKey, ...]:
        """The kits whose owner pages are in view."""
        texts = (
            piece.value
            for piece, code in zip(self.tags.pieces, self.codes, strict=True)
            if code.result is CodeResult.OWNER_PAGE
        )
        return tuple(key for key in map(learn, texts) if key is not None)

    def in_frame(self, points: Iterable[Point]) -> list[Point]:
        """Return where points of the dice's reading lie in the frame itself."""
        if self.mat is None:
            return list(points)
        return self.mat.in_frame(points, 1.0 / self.mat.mm_per_px)


class Calibrator:
    """Looks at frames with every reader there is.  For one thread; close it after use."""

    def __init__(self, keys: Iterable[KitKey] = ()) -> None:
        self._mats = MatFinder()
        self._dice = DiceReader()
        self._book = CodeBook(keys)
        self.tags = TagReader()

    def know(self, keys: Iterable[KitKey]) -> None:
        """Check codes with these kits from now on."""
        self._book = CodeBook(keys)

    def look(self, frame: Frame) -> Findings:
        """Return what a frame shows; raises `ValueError` with one sentence for what is no picture."""
        image = frame.image
        mat = self._mats.find(image, thorough=True)
        missing = self._mats.why
        dice = self._dice.read(image if mat is None else mat.rectified(image, 1.0 / mat.mm_per_px))
        tags = self.tags.read(image, thorough=True)
        if mat is not None:
            tags = _inside(tags, mat)
        dice = _beside_codes(dice, mat, tags)
        codes = tuple(
            self._book.read(b"\xff" if piece.doubt is Doubt.NOT_TEXT else piece.value)
            for piece in tags.pieces
        )
        size = (image.shape[1], image.shape[0])
        return Findings(frame.name, size, picture_quality(image), mat, missing, dice, tags, codes)

    def close(self) -> None:
        self.tags.close()


def texts_of(findings: Findings) -> tuple[Text, ...]:
    """Return the sentences of what was found, in the order in which a table is set up."""
    quality = findings.quality
    said = [
        Text(f"calibrate.focus.{quality.focus_word.value}", {"score": f"{quality.focus:.0f}"}),
        Text(f"calibrate.exposure.{quality.exposure_word.value}", {"burnt": f"{100 * quality.burnt:.1f}"}),
    ]
    mat = findings.mat
    if mat is not None:
        facts: dict[str, Any] = {"paper": mat.layout.paper, "scale": f"{mat.mm_per_px:.2f}"}
        said.append(Text("calibrate.mat.found", {**facts, "count": len(mat.marks)}))
    elif findings.mat_missing is not None:
        said.append(Text(f"calibrate.mat.{findings.mat_missing.value}"))
    dice = findings.dice
    if dice.pieces:
        sure = "sure" if dice.accepted else "unsure"
        said.append(Text(f"calibrate.dice.{sure}", {"values": " ".join(dice.values)}))
    else:
        said.append(Text("calibrate.dice.none"))
    said += [Text("calibrate.code", {"what": code.say}) for code in findings.codes]
    if findings.tags.doubt is Doubt.FAILED:
        said.append(Text("calibrate.codes.failed"))
    return tuple(said)


def entry_of(findings: Findings) -> dict[str, Any]:
    """Return the findings as they are printed with ``--json``."""
    quality, mat = findings.quality, findings.mat
    return {
        "file": findings.name,
        "size": list(findings.size),
        "focus": {"score": round(quality.focus, 1), "word": quality.focus_word.value},
        "exposure": {
            "burnt": round(quality.burnt, 4),
            "black": round(quality.black, 4),
            "word": quality.exposure_word.value,
        },
        "mat": None
        if mat is None
        else {
            "paper": mat.layout.paper,
            "mm_per_px": round(mat.mm_per_px, 4),
            "marks": list(mat.marks),
            "error_mm": round(mat.error_mm, 2),
            "outline": [[round(x, 1), round(y, 1)] for x, y in mat.outline],
        },
        "mat_missing": None if findings.mat_missing is None else findings.mat_missing.value,
        "dice": {
            "value": " ".join(findings.dice.values),
            "accepted": findings.dice.accepted,
            "doubt": None if findings.dice.doubt is None else findings.dice.doubt.value,
        },
        "codes": [
            {
                "result": code.result.value,
                # An owner page's code is a secret, and goes into no report.
                "text": "" if code.result is CodeResult.OWNER_PAGE else piece.value,
                "at": [round(piece.centre[0], 1), round(piece.centre[1], 1)],
            }
            for piece, code in zip(findings.tags.pieces, findings.codes, strict=True)
        ],
        "codes_doubt": None if findings.tags.doubt is None else findings.tags.doubt.value,
    }


def _beside_codes(dice: Reading, mat: Mat | None, tags: Reading) -> Reading:
    """Return the dice without what their reader takes for dice in the squares of codes."""
    middles = [piece.centre for piece in dice.pieces]
    if mat is not None:
        middles = mat.in_frame(middles, 1.0 / mat.mm_per_px) if middles else []
    outlines = [np.array(code.outline, np.float32) for code in tags.pieces]
    pieces = tuple(
        piece
        for piece, middle in zip(dice.pieces, middles, strict=True)
        if all(cv2.pointPolygonTest(outline, middle, False) < 0 for outline in outlines)
    )
    if len(pieces) == len(dice.pieces):
        return dice
    if not pieces:
        return Reading(dice.kind, doubt=Doubt.NOTHING, size=dice.size)
    return Reading(dice.kind, pieces, dice.confidence, dice.accepted, dice.doubt, dice.size)


def _inside(reading: Reading, mat: Mat) -> Reading:
    """Return the reading without what lies beside the mat's frame."""
    pieces = tuple(piece for piece in reading.pieces if mat.contains(piece.centre))
    if len(pieces) == len(reading.pieces):
        return reading
    if not pieces:
        return Reading(reading.kind, doubt=Doubt.NOTHING, size=reading.size)
    best = max(pieces, key=lambda piece: piece.confidence)
    return Reading(reading.kind, pieces, best.confidence, best.doubt is None, best.doubt, reading.size)
