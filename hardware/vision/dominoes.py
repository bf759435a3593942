"""Dominoes: every tile in a frame, both halves of those face up, and whether that is sure enough."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.vision.domino_nets import (
    SIZES,
    Found,
    Read,
    TileNets,
    fused,
    joined,
    scale_of,
    sharing,
    side_by_side,
)
from hardware.vision.domino_rest import colour_of, is_plain, left_over
from hardware.vision.domino_search import SURE, search
from hardware.vision.domino_second import Second, second_look
from hardware.vision.domino_set import of_one_set
from hardware.vision.domino_views import halves, views
from hardware.vision.nets import NetFault
from hardware.vision.pictures import Image, as_picture
from hardware.vision.reading import Doubt, Piece, Point, Reading
from hardware.vision.scale_space import Floats

MOST_TILES = 28
#: What the finder must say of a tile, or of a body without a face, for there to be one.
_TILE, _BODY = 0.25, 0.3
#: In a small picture nothing is read before the finder says this of something.
_PLAIN = 0.5
#: What the reader must say of a tile's values, and of its being whole, for it to be sure.
_VALUES, _WHOLE = 0.9, 0.7
#: Tiles lie beside each other: of two that share more than this of their area one is none.
_OVERLAP = 0.22
#: A tile in no doubt that is as sure as this shows what the others of its set look like.
_CERTAIN = 0.45
#: Widths in the finder's pixels: from the first on a tile is near enough for its whole set to be seen, below
#: the second it is worth while to look closer.
_NEAR, _TINY = 12.0, 17.0
#: The size of picture at which whatever tiles there are on a table are seen, if only as something tiny, and
#: how sure of that the finder must be.
_FAR, _TINIEST = 320, 0.3
_MOST_BODIES = 60
#: Below this a tile is none: the finder and the reader must not both be in great doubt.
_NO_TILE = 0.12
#: What is less sure than this, and no tile for the second look, is none.
_HINT = 0.4
#: What the second look must say of a tile, and from where on it speaks for another one.
_SUPPORT, _AGAINST = 0.2, 0.5
#: Where the bar or the edge is not seen, what the reader must say of its being whole, and the finder of its
#: being a tile; and what share of its trust nothing that lies half on it may have.
_ALL_WHOLE, _ALL_TILE, _RIVAL = 0.9, 0.6, 0.6
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
    read: Read | None = None
    tiny = 0.0
    frame = (picture.shape[1], picture.shape[0])
    doubted: list[Found] = []
    for size in SIZES:
        scale = scale_of(picture, size)
        part, small = nets.find(levels, size)
        parts.append(part)
        tiny = max(tiny, small) if size <= _FAR else small
        found = fused(parts)
        found = found.take(np.flatnonzero((found.tile > _TILE) | (found.body > _BODY))[:_MOST_BODIES])
        if size < _FAR and (confirm or not _near(found, scale)):
            # Whatever is there will be seen better in a moment, and what is unlike a tile not before.
            continue
        read = nets.read(levels, found, read)
        judged = _judged(read, frame, confirm)
        if _clear(judged, scale, size, confirm, tiny):
            break
        if confirm:
            doubted.append(judged.read.found.take(judged.unsure))
    if confirm and len(judged.unsure):
        judged = _shortened(nets, levels, judged, frame)
    pieces = [_piece_of(judged, n) for n in judged.kept.tolist()]
    known = judged.kept[judged.certain[judged.kept]]
    if confirm and len(known):
        outlines = np.array([piece.outline for piece in pieces], np.float32)
        width = float(np.median(judged.read.found.width[known]))
        boxes = left_over(levels, outlines, width, judged.colours[known])
        if doubted:
            boxes += list(_lost(joined(doubted), levels, judged))
        pieces += [_piece("", box, 0.0, Doubt.UNSURE) for box in boxes]
    return pieces


def _shortened(
    nets: TileNets, levels: list[NDArray[Any]], judged: _Judged, frame: tuple[int, int]
) -> _Judged:
    """Judge anew with what is in doubt made shorter too.

    In a row of tiles seen aslant one is easily seen longer than it is, with pips of its neighbours.  A guess
    stays in doubt, however well it can be read: what lies half under something would be short as well.
    """
    read = judged.read
    seen = read.found.take(judged.unsure)
    guesses = [Found(seen.tile, seen.body, seen.middle, part * seen.along, seen.across) for part in _SHORTER]
    again = nets.read(levels, joined([read.seen, *guesses]), read)
    return _judged(again, frame, True, len(again.found) - len(read.found))


def _lost(doubted: Found, levels: list[NDArray[Any]], judged: _Judged) -> Floats:
    """Return the outlines (N x 4 x 2) of what looked like a tile of the set in a smaller picture, was
    in doubt there, and is not explained by anything seen in the last one: glare may wash out half of a tile.
    """
    kept = judged.read.found.take(judged.kept)
    both = joined([kept, doubted])
    covered = sharing(both, _OVERLAP)[len(kept) :, : len(kept)].any(axis=1)
    patches = views(levels, both.middle, both.along, both.across)
    colours = np.array([colour_of(patch) for patch in patches], np.float32).reshape(-1, 3)
    sure = np.concatenate([judged.certain[judged.kept], np.zeros(len(doubted), np.bool_)])
    alike = of_one_set(sure, np.ones(len(both), np.bool_), both.middle, both.width, colours)
    return doubted.outline[~covered & alike[len(kept) :]]


def _near(found: Found, scale: float) -> bool:
    """Say whether all that is seen is near enough for its values to be read."""
    tiles = found.tile > _PLAIN
    return bool(tiles.any() and float(np.median(found.width[tiles])) * scale > _NEAR)


@dataclass(frozen=True, slots=True)
class _Judged:
    """Bodies that were read: which are tiles `face_up`, how far to `trust` each, its doubt, which tiles are
    `certain`, the `colours` of all, and the numbers `kept` of those that can lie beside each other."""

    read: Read
    face_up: NDArray[Any]
    trust: NDArray[Any]
    doubts: list[Doubt | None]
    certain: NDArray[Any]
    colours: NDArray[Any]
    kept: NDArray[Any]

    @property
    def unsure(self) -> NDArray[Any]:
        """The numbers of the tiles that lie face up and are in doubt, and not cut by the frame."""
        numbers = [
            n for n in self.kept.tolist() if self.face_up[n] and self.doubts[n] not in (None, Doubt.CUT)
        ]
        return np.array(numbers, np.intp)


def _judged(read: Read, size: tuple[int, int], confirm: bool, guessed: int = 0) -> _Judged:
    """Judge what was read in a frame of a size; the last `guessed` bodies are sure in no case."""
    found, values, patches = read.found, read.values, read.patches
    everything = range(len(found))
    trust = np.minimum(np.minimum(read.sure, read.whole), found.tile)
    face_up = (found.tile >= found.body) & (found.tile * read.whole > _NO_TILE)
    support, alone = np.zeros(len(found), np.float32), np.zeros(len(found), np.bool_)
    doubts: list[Doubt | None] = [None] * len(found)
    tiles = np.flatnonzero(face_up)
    second = second_look(patches[tiles]) if confirm else [None] * len(tiles)
    for n, other in zip(tiles.tolist(), second, strict=True):
        first, last = values[n].tolist()
        if other is not None:
            unread = Doubt.UNSURE if read.sure[n] < _VALUES or read.whole[n] < _WHOLE else None
            doubts[n] = _unlike((first, last), other) or unread
            plain = read.whole[n] > _ALL_WHOLE and found.tile[n] > _ALL_TILE and other.values == (first, last)
            if doubts[n] is None:
                support[n] = other.support
            elif unread is None and plain and other.pips_alone > _SUPPORT:
                support[n], alone[n] = 0.5 * other.pips_alone, True
            # Neither the nets together, nor the reader, nor the second look see more than a hint of a tile.
            readable = read.sure[n] > _VALUES and read.whole[n] > _ALL_WHOLE
            face_up[n] = trust[n] > _HINT or other.support > 0 or readable
    cut = [_is_cut(outline, size) for outline in found.outline]
    for n in everything:
        if cut[n] and (face_up[n] or not is_plain(patches[n])):
            doubts[n] = Doubt.CUT
        elif not face_up[n]:
            doubts[n] = None if is_plain(patches[n]) else Doubt.UNSURE
    colours = np.array([colour_of(patch) for patch in patches], np.float32).reshape(-1, 3)
    shared = sharing(found, _OVERLAP)
    for n in np.flatnonzero(alone).tolist():
        # Its bar or its edge is not seen, so nothing else may be seen there: half of it might be another's.
        if not (shared[n] & (trust > _RIVAL * trust[n])).any() and doubts[n] is not Doubt.CUT:
            doubts[n] = None
    for n in everything[len(found) - guessed :]:
        doubts[n] = doubts[n] or Doubt.UNSURE
    certain = face_up & (trust > _CERTAIN) & np.array([doubt is None for doubt in doubts], np.bool_)
    alike = of_one_set(certain, face_up, found.middle, found.width, colours)
    # Glare changes the colour of one tile among others: what is so plainly one of their size is asked about.
    plainly = face_up & (trust > _ALL_TILE)
    alike |= plainly & of_one_set(certain, face_up & ~plainly, found.middle, found.width, colours)
    alike &= face_up | (found.body > found.tile)
    score = np.where(face_up, trust * (0.4 + 0.6 * support), 0.5 * found.body)
    kept = side_by_side(shared, np.where(alike, score, 0.0))
    return _Judged(read, face_up, trust, doubts, certain, colours, kept[alike[kept]])


def _clear(judged: _Judged, scale: float, size: int, confirm: bool, tiny: float) -> bool:
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


def _piece_of(judged: _Judged, n: int) -> Piece:
    found = judged.read.found
    if judged.face_up[n]:
        first, last = judged.read.values[n].tolist()
        return _face_up(first, last, found.outline[n], float(judged.trust[n]), judged.doubts[n])
    return _piece("", found.outline[n], float(found.body[n]), judged.doubts[n])


def _unlike(values: tuple[int, int], second: Second) -> Doubt | None:
    """Return why the second look does not confirm what was read; None where it does."""
    if second.values == values and second.support > _SUPPORT:
        return None
    return Doubt.DISAGREE if second.values != values and second.support > _AGAINST else Doubt.UNSURE


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
        if _is_cut(np.array(tile.outline), size):
            doubt = Doubt.CUT
        elif tile.support < SURE or tile.squash < _ASLANT or not (tile.telling or telling):
            # A stroke on a plain ground is a blank tile, unless other tiles show that it is like them.
            doubt = Doubt.UNSURE
        pieces.append(Piece(f"{tile.low}-{tile.high}", tile.middle, tile.outline, tile.support, doubt))
    return pieces


def _is_cut(outline: NDArray[Any] | tuple[Point, ...], size: tuple[int, int]) -> bool:
    corners = np.asarray(outline)
    reach = 0.08 * float(np.hypot(*(corners[1] - corners[0])))
    return bool((corners < -reach).any() or (corners > np.array(size) - 1 + reach).any())


def _doubt(pieces: tuple[Piece, ...], up: list[Piece], expect: int | None) -> Doubt | None:
    if not up:
        return next((piece.doubt for piece in pieces if piece.doubt is not None), Doubt.NOTHING)
    if expect is not None and len(up) != expect:
        return Doubt.TOO_FEW if len(up) < expect else Doubt.TOO_MANY
    # What can be read and is in doubt is told of before what cannot be read at all.
    doubts = [piece.doubt for piece in (*up, *pieces) if piece.doubt is not None]
    return doubts[0] if doubts else None
