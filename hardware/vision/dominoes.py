"""Dominoes: every tile in a frame, both halves of those face up, and whether that is sure enough."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.vision.domino_judging import OVERLAP, Judge, Judged, is_cut
from hardware.vision.domino_nets import SIZES, Found, Read, TileNets, fused, joined, scale_of, sharing
from hardware.vision.domino_rest import colour_of, left_over
from hardware.vision.domino_search import SURE, search
from hardware.vision.domino_set import of_one_set
from hardware.vision.domino_views import halves, views
from hardware.vision.nets import NetFault
from hardware.vision.pictures import Image, as_picture
from hardware.vision.reading import Doubt, Piece, Reading
from hardware.vision.scale_space import Floats

MOST_TILES = 28
#: What the finder must say of a tile, or of a body without a face, for there to be one.
_TILE, _BODY = 0.25, 0.3
#: In a small picture nothing is read before the finder says this of something.
_PLAIN = 0.5
#: Widths in the finder's pixels: from the first on a tile is near enough for its whole set to be seen, below
#: the second it is worth while to look closer.
_NEAR, _TINY = 12.0, 17.0
#: The size of picture at which whatever tiles there are on a table are seen, if only as something tiny, and
#: how sure of that the finder must be.
_FAR, _TINIEST = 320, 0.3
_MOST_BODIES = 60
#: What is left of the finder's trust in what is in doubt, beside what it sees there more closely.
_WEAKER = 0.85
#: Of so few things in doubt each is looked at by itself, where tiles are so wide in the finder's pixels.
_FEW, _LARGE = 2, 15.0
#: What is read anew at these shares of its length when it is in doubt.
_SHORTER = (0.7, 0.85)
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
    """Look at ever larger pictures until what is seen is clear: the first ones are looked at in no time."""
    levels = halves(picture)
    parts: list[Found] = []
    scales: list[float] = []
    read: Read | None = None
    tiny = 0.0
    judge = Judge(nets, (picture.shape[1], picture.shape[0]), confirm)
    doubted: list[Found] = []
    spots: Floats | None = None
    for size in SIZES:
        scale = scale_of(picture, size)
        part, small = nets.find(levels, size) if spots is None else nets.find_near(levels, size, spots)
        parts.append(part)
        tiny = max(tiny, small) if size <= _FAR else small
        scales.append(scale)
        found = fused(parts, scales)
        found = found.take(np.flatnonzero((found.tile > _TILE) | (found.body > _BODY))[:_MOST_BODIES])
        if size < _FAR and (confirm or not _near(found, scale)):
            # Whatever is there will be seen better in a moment, and what is unlike a tile not before.
            continue
        read = nets.read(levels, found, read)
        judged = judge.judge(read, closer=size > _FAR)
        if _clear(judged, scale, size, confirm, tiny):
            break
        if confirm:
            doubted.append(judged.read.found.take(judged.unsure))
        if size >= _FAR:
            spots = _in_doubt(judged, scale, tiny)
            parts = _weaker(parts, judged)
    if confirm and len(judged.unsure):
        judged = _shortened(nets, judge, levels, judged)
    pieces = [_piece_of(judged, n) for n in judged.kept.tolist() if not judged.strange[n]]
    known = judged.kept[judged.certain[judged.kept]]
    if confirm and len(known):
        outlines = np.array([piece.outline for piece in pieces], np.float32)
        width = float(np.median(judged.read.found.width[known]))
        boxes = left_over(levels, outlines, width, judged.colours[known])
        if doubted:
            boxes += list(_lost(joined(doubted), levels, judged))
        pieces += [_piece("", box, 0.0, Doubt.UNSURE) for box in boxes]
    return pieces


def _in_doubt(judged: Judged, scale: float, tiny: float) -> Floats | None:
    """Return the middles (N x 2) of what is worth a closer look, where they are so few that the rest need not
    be looked at again; else None."""
    sure = judged.read.found.width[judged.kept[judged.certain[judged.kept]]] * scale
    if float(np.median(sure) if len(sure) else 0.0) < _LARGE or tiny >= _TINIEST:
        # Small tiles are missed as easily as they are doubted.
        return None
    doubtful = np.array([judged.doubts[n] is not None for n in judged.kept.tolist()], np.bool_)
    found = judged.read.found.take(judged.kept)
    middles = found.middle[doubtful | (found.width * scale < _TINY)]
    return middles if 0 < len(middles) <= _FEW else None


def _weaker(parts: list[Found], judged: Judged) -> list[Found]:
    """Return what was seen, less sure where it is in doubt, so that a closer look at it counts for more."""
    doubted = judged.read.seen.middle[judged.unsure]
    weaker = []
    for part in parts:
        same = (part.middle[:, None] == doubted).all(axis=2).any(axis=1)
        share = np.where(same, _WEAKER, 1.0)
        weaker.append(Found(share * part.tile, share * part.body, part.middle, part.along, part.across))
    return weaker


def _shortened(nets: TileNets, judge: Judge, levels: list[NDArray[Any]], judged: Judged) -> Judged:
    """Judge anew with what is in doubt made shorter too.

    In a row of tiles seen aslant one is easily seen longer than it is, with pips of its neighbours.  A guess
    stays in doubt, however well it can be read: what lies half under something would be short as well.
    """
    read = judged.read
    seen = read.found.take(judged.unsure)
    guesses = [Found(seen.tile, seen.body, seen.middle, part * seen.along, seen.across) for part in _SHORTER]
    again = nets.read(levels, joined([read.seen, *guesses]), read)
    return judge.judge(again, len(again.found) - len(read.found), closer=True)


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


def _near(found: Found, scale: float) -> bool:
    """Say whether all that is seen is near enough for its values to be read."""
    tiles = found.tile > _PLAIN
    return bool(tiles.any() and float(np.median(found.width[tiles])) * scale > _NEAR)


def _clear(judged: Judged, scale: float, size: int, confirm: bool, tiny: float) -> bool:
    """Say whether a larger picture would show nothing more than one of this size, seen at a scale; `tiny` is
    how sure it is that something smaller is there than can be told."""
    width = judged.read.found.width[judged.kept] * scale
    doubtful = np.array([judged.doubts[n] is not None for n in judged.kept.tolist()], np.bool_)
    certain = judged.certain[judged.kept]
    if certain.any() and float(np.median(width[certain])) > _NEAR and not doubtful.any():
        return True
    if size < _FAR:
        return False
    up = judged.face_up[judged.kept]
    if size > _FAR or not confirm:
        # Only tiny tiles are worth a still larger picture.
        return not (up & (width < _TINY)).any()
    # Nothing lies there, or backs alone that are near enough for a face among them to have been seen.
    nothing = not up.any() and not doubtful.any() and not (width < _NEAR).any()
    return nothing and tiny < _TINIEST


def _piece_of(judged: Judged, n: int) -> Piece:
    found = judged.read.found
    if judged.face_up[n]:
        first, last = judged.read.values[n].tolist()
        return _face_up(first, last, found.outline[n], float(judged.trust[n]), judged.doubts[n])
    return _piece("", found.outline[n], float(found.body[n]), judged.doubts[n])


def _face_up(first: int, last: int, outline: NDArray[Any], trust: float, doubt: Doubt | None) -> Piece:
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
