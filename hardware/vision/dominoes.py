"""Dominoes: every tile in a frame, both halves of those face up, and whether that is sure enough."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.vision.domino_evened import read_evened, washed_out
from hardware.vision.domino_judging import OVERLAP, Judged, is_cut
from hardware.vision.domino_looks import look
from hardware.vision.domino_nets import Found, TileNets, joined, sharing
from hardware.vision.domino_rest import colour_of, left_over
from hardware.vision.domino_search import SURE, search
from hardware.vision.domino_set import of_one_set
from hardware.vision.domino_views import halves, views
from hardware.vision.nets import NetFault
from hardware.vision.pictures import Image, as_picture
from hardware.vision.reading import Doubt, Piece, Reading
from hardware.vision.scale_space import Floats

MOST_TILES = 28
#: Without the nets, a tile that lies flatter than this in the picture is always asked about.
_ASLANT = 0.75
_DARK = 28.0


class DominoReader:
    """Reads any number of double-six tiles of any colour, lying at any angle, told or not told how many.

    `missing` says in a sentence why the nets cannot be used, if they cannot; then tiles are looked for by
    their bars alone, which takes longer, sees less, and is surer of nothing.
    """

    def __init__(self) -> None:
        self.missing: tuple[str, ...] = ()
        self._nets: TileNets | None = None
        try:
            self._nets = TileNets()
        except NetFault as fault:
            self.missing = (_without(fault),)

    def read(self, image: Image, expect: int | None = None, *, confirm: bool = True) -> Reading:
        """Return the reading of a BGR picture (height x width x 3, uint8).

        A piece is a tile.  One that lies face up has its value "0-3", the low end first, and its outline goes
        clockwise from the short side of the low half.  One that shows its back has the value "" and no
        doubt; what may be a tile and cannot be read has the value "" and a doubt.  `expect` is how many
        face-up tiles there should be.  Without `confirm` the reading is never accepted.  Raises `ValueError`
        with one sentence for anything that is not such a picture, or for a number of tiles below 1 or
        above 28.
        """
        picture = as_picture(image)
        if expect is not None and not 1 <= expect <= MOST_TILES:
            raise ValueError(f"Between 1 and {MOST_TILES} tiles can be expected, not {expect}.")
        size = (picture.shape[1], picture.shape[0])
        found = self._seen(picture, confirm)
        pieces = tuple(sorted(found, key=lambda piece: piece.centre))
        up = [piece for piece in pieces if piece.value]
        confidence = min((piece.confidence for piece in up), default=0.0)
        doubt = _doubt(pieces, up, expect) if confirm else Doubt.MOVING
        if doubt is Doubt.NOTHING and float(picture.mean()) < _DARK:
            doubt = Doubt.DARK
        return Reading("dominoes", pieces, confidence, doubt is None, doubt, size)

    def _seen(self, picture: NDArray[Any], confirm: bool) -> list[Piece]:
        if self._nets is None:
            return _without_nets(picture)
        try:
            return _by_nets(self._nets, picture, confirm)
        except NetFault as fault:
            self._nets, self.missing = None, (_without(fault),)
            return _without_nets(picture)


def _without(fault: NetFault) -> str:
    return f"Tiles are looked for by their bars alone: {fault}"


def _by_nets(nets: TileNets, picture: NDArray[Any], confirm: bool) -> list[Piece]:
    levels = halves(picture)
    judged, doubted = look(nets, levels, confirm)
    again = read_evened(nets, picture, judged) if confirm else {}
    for n in washed_out(nets, picture, judged) if confirm else ():
        judged.doubts[n] = Doubt.GLARE
    pieces = [
        _face_up(*again[n], None) if n in again else _piece_of(judged, n)
        for n in judged.kept.tolist()
        if not judged.strange[n]
    ]
    known = np.array([n for n in judged.kept.tolist() if judged.certain[n] or n in again], np.intp)
    if confirm and len(known):
        outlines = np.array([piece.outline for piece in pieces], np.float32)
        width = float(np.median(judged.read.found.width[known]))
        boxes = left_over(levels, outlines, width, judged.colours[known])
        if len(doubted):
            boxes += list(_lost(doubted, levels, judged))
        pieces += [_piece("", box, 0.0, Doubt.UNSURE) for box in boxes]
    return pieces


def _lost(doubted: Found, levels: list[NDArray[Any]], judged: Judged) -> Floats:
    """Return the outlines (N x 4 x 2) of what looked like a tile of the set in a smaller picture, was
    in doubt there, and is not explained by anything seen in the last one: glare may wash out half of a tile.
    """
    kept = judged.read.found.take(judged.kept)
    both = joined([kept, doubted])
    covered = sharing(both, OVERLAP)[len(kept) :, : len(kept)].any(axis=1)
    patches = views(levels, both.middle, both.along, both.across)
    colours = np.array([colour_of(patch) for patch in patches], np.float32).reshape(-1, 3)
    sure = np.concatenate([judged.certain[judged.kept], np.zeros(len(doubted), np.bool_)])
    alike = of_one_set(sure, np.ones(len(both), np.bool_), both.middle, both.width, colours)
    return doubted.outline[~covered & alike[len(kept) :]]


def _piece_of(judged: Judged, n: int) -> Piece:
    found = judged.read.found
    if judged.face_up[n]:
        values = judged.read.values[n].tolist()
        return _face_up(values, found.outline[n], float(judged.trust[n]), judged.doubts[n])
    return _piece("", found.outline[n], float(found.body[n]), judged.doubts[n])


def _face_up(values: list[int], outline: NDArray[Any], trust: float, doubt: Doubt | None) -> Piece:
    first, last = values
    low_first = first <= last
    corners = outline if low_first else np.roll(outline, -2, axis=0)
    return _piece(f"{min(first, last)}-{max(first, last)}", corners, trust, doubt)


def _piece(value: str, outline: NDArray[Any], trust: float, doubt: Doubt | None) -> Piece:
    corners = tuple((float(x), float(y)) for x, y in outline)
    x, y = outline.mean(axis=0).tolist()
    return Piece(value, (x, y), corners, trust, doubt)


def _without_nets(picture: NDArray[Any]) -> list[Piece]:
    tiles = search(picture)
    size = (picture.shape[1], picture.shape[0])
    telling = any(tile.telling and tile.support > SURE for tile in tiles)
    pieces = []
    for tile in tiles:
        doubt = None
        if is_cut(np.array(tile.outline), size):
            doubt = Doubt.CUT
        elif tile.support < SURE or tile.squash < _ASLANT or not (tile.telling or telling):
            # A stroke on a plain ground is a blank tile, unless other tiles show that it is like them.
            doubt = Doubt.UNSURE
        pieces.append(Piece(f"{tile.low}-{tile.high}", tile.middle, tile.outline, tile.support, doubt))
    return pieces


def _doubt(pieces: tuple[Piece, ...], up: list[Piece], expect: int | None) -> Doubt | None:
    if not up:
        return next((piece.doubt for piece in pieces if piece.doubt is not None), Doubt.NOTHING)
    if expect is not None and len(up) != expect:
        return Doubt.TOO_FEW if len(up) < expect else Doubt.TOO_MANY
    # What can be read and is in doubt is told of before what cannot be read at all.
    doubts = [piece.doubt for piece in (*up, *pieces) if piece.doubt is not None]
    return doubts[0] if doubts else None
