"""Codes: what stands on the QR codes in a frame, as raw text that nothing here believes.

zxing-cpp looks at every frame.  zbar and a second look at the doubled picture cost many times as much, so
they follow at every tenth frame in which nothing was found, and on request: for a photograph, and when
somebody waits with a card in his hand.  Both decoders run in a process of their own
(`hardware.vision.tag_process`).
"""

from __future__ import annotations

import math
from collections import deque

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.pictures import Image, as_picture
from hardware.vision.reading import Doubt, Piece, Reading
from hardware.vision.tag_decoders import DecoderName, FoundCode
from hardware.vision.tag_process import DecoderProcess, DecoderTrouble, Trouble, TroubleKind

Grey = NDArray[np.uint8]

#: Of the frames in which nothing is found, each of this number is looked at thoroughly.
THOROUGH_EVERY = 10
#: A picture up to this size is doubled for a second look; one above that size is made smaller first.
DOUBLED_PIXELS = 4_000_000
MOST_PIXELS = 16_000_000
KEPT_TROUBLES = 20
_UNSURE, _SURE = 0.5, 1.0


class TagReader:
    """Reads any number of QR codes, dark on light or light on dark.  For one thread; close it after use."""

    def __init__(self, process: DecoderProcess | None = None) -> None:
        self.process = process or DecoderProcess()
        self._missing: dict[DecoderName, Trouble] = {}
        self._troubles: deque[Trouble] = deque(maxlen=KEPT_TROUBLES)
        self._empty_frames = 0

    def read(self, image: Image, thorough: bool = False) -> Reading:
        """Return the reading of a BGR picture (height x width x 3, uint8): kind ``tags``.

        A piece's value is the text of its code; a code whose bytes are no text has an empty value and the
        doubt `Doubt.NOT_TEXT`, one whose alphabet was guessed `Doubt.UNSURE`.  The reading is accepted when
        some piece is in no doubt.  Where no decoder could look, its doubt is `Doubt.FAILED` and `troubles`
        say why.  Raises `ValueError` with one sentence for anything that is not such a picture.
        """
        picture = as_picture(image)
        size = (picture.shape[1], picture.shape[0])
        grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
        shrunk = math.sqrt(MOST_PIXELS / grey.size)
        scale = 1.0
        if shrunk < 1.0 and min(size) * shrunk >= 1:
            grey = _resized(grey, shrunk, cv2.INTER_AREA)
            scale = shrunk
        looks = self._look(grey, thorough)
        pieces: list[Piece] = []
        for codes, factor in looks:
            for code in codes:
                _merge(pieces, _piece(code, scale * factor))
        pieces.sort(key=lambda piece: piece.centre)
        return _reading(pieces, size, looked=bool(looks))

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        """What went wrong lately, oldest first; a missing decoder is in `missing`."""
        return tuple(self._troubles)

    @property
    def resting(self) -> Trouble | None:
        """What a decoder that is left alone for a while after it went wrong with; None while none is."""
        lately = (one for one in reversed(self._troubles) if self.process.rests(one.decoder))
        return next(lately, None)

    @property
    def missing(self) -> tuple[str, ...]:
        """A sentence with the remedy for each decoder that has turned out to be missing."""
        return tuple(trouble.say for trouble in self._missing.values())

    def check(self) -> tuple[str, ...]:
        """Try both decoders on an empty picture; returns `missing` and what else is wrong, as sentences."""
        empty = np.full((64, 64), 255, np.uint8)
        before = len(self._troubles)
        for name in DecoderName:
            self._ask(name, empty, insist=True)
        return (*self.missing, *(trouble.say for trouble in list(self._troubles)[before:]))

    def close(self) -> None:
        """End the decoder process.  May be called twice."""
        self.process.close()

    def _look(self, grey: Grey, thorough: bool) -> list[tuple[list[FoundCode], float]]:
        """Return what each look found, with the scale of the picture that it looked at."""
        codes = self._ask(DecoderName.ZXING, grey, thorough)
        looks = [(codes, 1.0)]
        closer = thorough or self._is_due(codes)
        if closer or codes is None:
            looks.append((self._ask(DecoderName.ZBAR, grey, thorough), 1.0))
        if closer and DecoderName.ZXING in self._missing:
            # zxing-cpp tries light on dark by itself, zbar does not.
            light = np.asarray(cv2.bitwise_not(grey), dtype=np.uint8)
            looks.append((self._ask(DecoderName.ZBAR, light, thorough), 1.0))
        elif closer and grey.size <= DOUBLED_PIXELS:
            doubled = _resized(grey, 2.0, cv2.INTER_CUBIC)
            looks.append((self._ask(DecoderName.ZXING, doubled, thorough), 2.0))
        return [(codes, factor) for codes, factor in looks if codes is not None]

    def _is_due(self, codes: list[FoundCode] | None) -> bool:
        """Tell whether it is the turn of a frame that shows nothing to be looked at more closely."""
        self._empty_frames = 0 if codes else self._empty_frames + 1
        return self._empty_frames > 0 and self._empty_frames % THOROUGH_EVERY == 0

    def _ask(self, name: DecoderName, grey: Grey, insist: bool) -> list[FoundCode] | None:
        """Return what a decoder finds, None where it is missing, fails, or rests after a failure."""
        if name in self._missing or (self.process.rests(name) and not insist):
            return None
        try:
            return self.process.ask(name, grey)
        except DecoderTrouble as problem:
            if problem.trouble.kind is TroubleKind.MISSING:
                self._missing[name] = problem.trouble
            elif not self._troubles or self._troubles[-1] != problem.trouble:
                self._troubles.append(problem.trouble)
            return None


def _resized(grey: Grey, factor: float, method: int) -> Grey:
    return np.asarray(cv2.resize(grey, None, fx=factor, fy=factor, interpolation=method), dtype=np.uint8)


def _piece(code: FoundCode, scale: float) -> Piece:
    corners = [(x / scale, y / scale) for x, y in code.corners]
    turned = sum(
        ax * by - bx * ay for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True)
    )
    if turned < 0:
        # Seen in a mirror, or listed the other way round.
        corners[1:] = corners[:0:-1]
    centre = (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))
    if code.text is None:
        return Piece("", centre, tuple(corners), 0.0, Doubt.NOT_TEXT)
    if not code.sure:
        return Piece(code.text, centre, tuple(corners), _UNSURE, Doubt.UNSURE)
    return Piece(code.text, centre, tuple(corners), _SURE)


def _merge(pieces: list[Piece], new: Piece) -> None:
    """Add a piece, unless a look before has read the same code; a clear look takes an unclear one's place."""
    for at, piece in enumerate(pieces):
        if math.dist(piece.centre, new.centre) > 0.5 * max(_radius(piece), _radius(new)):
            continue
        if piece.doubt in (Doubt.NOT_TEXT, Doubt.UNSURE) and new.doubt is None:
            pieces[at] = new
        elif piece.doubt is None and new.doubt is None and piece.value != new.value:
            pieces[at] = Piece(piece.value, piece.centre, piece.outline, _UNSURE, Doubt.DISAGREE)
        return
    pieces.append(new)


def _radius(piece: Piece) -> float:
    return max(math.dist(piece.centre, corner) for corner in piece.outline)


def _reading(pieces: list[Piece], size: tuple[int, int], looked: bool) -> Reading:
    if not pieces:
        return Reading("tags", doubt=Doubt.NOTHING if looked else Doubt.FAILED, size=size)
    best = max(pieces, key=lambda piece: piece.confidence)
    accepted = best.doubt is None
    return Reading("tags", tuple(pieces), best.confidence, accepted, best.doubt, size)
