"""Ordinary playing cards: rank and suit of each card in a frame, and whether that is sure enough to act on.

Two readers that fail differently look at each card: the first one, a net, knows only the index in a corner
and is asked for both corners; the second one counts the pips in the middle and looks at their shape.  A card
is accepted only where two of these three agree and none says anything else.
"""

from __future__ import annotations

import numpy as np

from hardware.vision.card_faces import Face, read_bodies, read_faces
from hardware.vision.card_indices import IndexNet
from hardware.vision.nets import NetFault
from hardware.vision.pictures import Image, as_picture
from hardware.vision.reading import Doubt, Piece, Reading

MOST_CARDS = 52
_DARK = 28.0


class CardReader:
    """Reads any number of playing cards of any maker, told or not told how many there are.

    When the net is missing or this OpenCV cannot run it, only aces to tens are read, and all of them are
    asked about; `missing` then holds the sentence that says so.
    """

    def __init__(self) -> None:
        self._net: IndexNet | None = None
        self.missing: tuple[str, ...] = ()

    def read(self, image: Image, expect: int | None = None, *, confirm: bool = True) -> Reading:
        """Return the reading of a BGR picture (height x width x 3, uint8).

        A piece is a face-up card: its value "10H", rank and then suit (C, D, H, S); its outline goes
        clockwise from the corner where an index was read best.  `expect` is how many cards there should be.
        Without `confirm` the reading is never accepted.  Raises `ValueError` with one sentence for anything
        that is not such a picture, or for a number of cards below 1 or above 52.
        """
        picture = as_picture(image)
        if expect is not None and not 1 <= expect <= MOST_CARDS:
            raise ValueError(f"Between 1 and {MOST_CARDS} cards can be expected, not {expect}.")
        size = (picture.shape[1], picture.shape[0])
        net = self._reader()
        faces = read_bodies(picture) if net is None else read_faces(net, picture, closely=confirm)
        if expect is not None:
            faces = sorted(faces, key=lambda face: -face.confidence)[:expect]
        pieces = tuple(sorted((_piece(face, size) for face in faces), key=lambda piece: piece.centre))
        confidence = min((piece.confidence for piece in pieces), default=0.0)
        doubt = _doubt(pieces, expect) if confirm else Doubt.MOVING
        if doubt is Doubt.NOTHING and float(picture.mean()) < _DARK:
            doubt = Doubt.DARK
        return Reading("cards", pieces, confidence, doubt is None, doubt, size)

    def _reader(self) -> IndexNet | None:
        """Return the net, loaded when it is first needed; None when it cannot be had."""
        if self._net is None and not self.missing:
            try:
                self._net = IndexNet()
            except NetFault as fault:
                self.missing = (f"Playing cards are read without their indices: {fault}",)
        return self._net


def _piece(face: Face, size: tuple[int, int]) -> Piece:
    corners = face.corners
    middle = corners.mean(axis=0)
    outline = tuple((float(x), float(y)) for x, y in corners)
    doubt = face.doubt
    spare = 0.04 * float(np.hypot(*(corners[2] - corners[0])))
    outside = (corners < -spare).any() or (corners > np.array(size) + spare).any()
    if doubt is not None and outside:
        doubt = Doubt.CUT
    return Piece(face.value, (float(middle[0]), float(middle[1])), outline, face.confidence, doubt)


def _doubt(pieces: tuple[Piece, ...], expect: int | None) -> Doubt | None:
    """Return why a reading is not acted on: too few cards, a doubtful one, one that is there twice."""
    if not pieces:
        return Doubt.NOTHING
    if expect is not None and len(pieces) < expect:
        return Doubt.TOO_FEW
    doubtful = next((piece.doubt for piece in pieces if piece.doubt is not None), None)
    if doubtful is not None:
        return doubtful
    return Doubt.DISAGREE if len({piece.value for piece in pieces}) < len(pieces) else None
