"""Judging: which of the bodies that were read are tiles, how far to trust each, and its doubts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.vision.domino_lattices import ENOUGH_PIPS
from hardware.vision.domino_nets import Found, Read, TileNets, covered, distinct, sharing, side_by_side
from hardware.vision.domino_rest import colour_of, is_plain
from hardware.vision.domino_second import Second, second_look
from hardware.vision.domino_set import of_one_set
from hardware.vision.reading import Doubt, Point

#: Tiles lie beside each other: of two that share more than this of their area one is none.
OVERLAP = 0.22
#: What the reader must say of a tile's values, and of its being whole, for it to be sure.
_VALUES, _WHOLE = 0.9, 0.7
#: Where the second look sees the tile as plainly as this, so much of its being whole is enough.
_PLAIN, _WHOLE_ENOUGH = 0.9, 0.5
#: A tile in no doubt that is as sure as this shows what the others of its set look like.
_CERTAIN = 0.45
#: Below this a tile is none: the finder and the reader must not both be in great doubt.
_NO_TILE = 0.12
#: A back may have a colour of its own, but then it is a body as surely as this, or might be a whole tile.
_PLAIN_BODY, _NOT_WHOLE = 0.45, 0.05
#: A tile with hardly a pip of which no edge is seen is no wider than this share of a picture.
_LARGE = 0.25
#: Beside a certain tile what the frame cuts is asked about from this on: it looks like a tile or a back.
_FAINT_IF_CUT = 0.6
#: What the finder must say of a tile of another colour than the others, or of a back, for a question; a back
#: on which the reader sees less of a whole tile than the second number is one all the same.
_WASHED, _NO_FACE = 0.4, 0.1
#: What finder and reader must both say of something that was not taken for a tile, for a question.
_SEEN = 0.3
#: What the finder alone must say of it: if it has the tiles' colour, and whatever its colour.
_COLOURED, _PLAINLY_SEEN = 0.35, 0.6
#: What tiles cover so much of is explained by them: what lies half on one may have its other half on a tile
#: that is not seen.
_EXPLAINED = 0.55
#: What share of a tile's trust must have what lies half on it, can be read and was not taken, for a question:
#: before and after a closer look.  What two bodies share more of than the third number are one.
_DISPUTED, _DISPUTED_STILL, _ONE = 0.5, 0.75, 0.6
#: How many times as far from the others' size what can be read plainly and has their colour is asked about.
_FARTHER = 2.0
#: How far, as a logarithm, a guess may differ in length and width from some tile that is certain.
_LIKE_SHAPE = 0.11
#: A back on which the reader sees a whole tile more surely than this may be one.
_FACE = 0.5
#: A lamp makes a tile paler than all others, by so many levels, and nearly white.
_PALER, _WHITE = 30.0, 170.0
#: What is less sure than this, and no tile for the second look, is none.
_HINT = 0.4
#: What the second look must say of a tile, and from where on it speaks for another one.
_SUPPORT, _AGAINST = 0.2, 0.5
#: How much rather the finder must take a blank tile for one that can be read than for one that cannot.
_TILE_NOT_BODY = 2.0
#: How sure the checker must be where the second look sees nothing.
_CHECKED = 0.9
#: Where the bar or the edge is not seen, what the reader must say of its being whole, and the finder of its
#: being a tile; and what share of its trust nothing that lies half on it may have.
_ALL_WHOLE, _ALL_TILE, _RIVAL = 0.9, 0.6, 0.6


@dataclass(frozen=True, slots=True)
class Judged:
    """Bodies that were read: which are tiles `face_up`, how far to `trust` each, its doubt, which tiles are
    `certain`, what shows no face and is too `strange` to be a back however closely it is looked at, the
    `colours` of all, and the numbers `kept` of those that can lie beside each other."""

    read: Read
    face_up: NDArray[Any]
    trust: NDArray[Any]
    doubts: list[Doubt | None]
    certain: NDArray[Any]
    strange: NDArray[Any]
    colours: NDArray[Any]
    kept: NDArray[Any]

    @property
    def doubtful(self) -> NDArray[np.bool_]:
        """Of each that is kept, whether it is in doubt."""
        return np.array([self.doubts[n] is not None for n in self.kept.tolist()], np.bool_)

    @property
    def unsure(self) -> NDArray[Any]:
        """The numbers of the tiles that lie face up and are in doubt, and not cut by the frame."""
        numbers = [
            n for n in self.kept.tolist() if self.face_up[n] and self.doubts[n] not in (None, Doubt.CUT)
        ]
        return np.array(numbers, np.intp)


class Judge:
    """Judges what is read of one frame, at each look at it; without `confirm` nothing is confirmed."""

    def __init__(self, nets: TileNets, size: tuple[int, int], confirm: bool) -> None:
        self._nets, self._size, self._confirm = nets, size, confirm
        self._looks: dict[bytes, Second] = {}

    def _second(self, patches: NDArray[Any]) -> list[Second]:
        """Return the second look at patches; what was looked at before is not looked at again."""
        keys = [patch.tobytes() for patch in patches]
        new = [n for n, key in enumerate(keys) if key not in self._looks]
        self._looks.update(zip((keys[n] for n in new), second_look(patches[new]), strict=True))
        return [self._looks[key] for key in keys]

    def judge(self, read: Read, guessed: int = 0, *, closer: bool = False) -> Judged:
        """Judge what was read, in a `closer` look or in the first; the last `guessed` bodies are sure only
        if they are plain and of the others' shape."""
        found, values, patches = read.found, read.values, read.patches
        everything = range(len(found))
        trust = np.minimum(np.minimum(read.sure, read.whole), found.tile)
        face_up = (found.tile >= found.body) & (found.tile * read.whole > _NO_TILE)
        support, alone = np.zeros(len(found), np.float32), np.zeros(len(found), np.bool_)
        bounded = np.zeros(len(found), np.bool_)
        readable = (read.sure > _VALUES) & (read.whole > _ALL_WHOLE)
        doubts: list[Doubt | None] = [None] * len(found)
        tiles = np.flatnonzero(face_up) if self._confirm else np.zeros(0, np.intp)
        for n, other in zip(tiles.tolist(), self._second(patches[tiles]), strict=True):
            first, last = values[n].tolist()
            plain = other.values == (first, last) and other.support > _PLAIN
            whole = _WHOLE_ENOUGH if plain else _WHOLE
            unread = Doubt.UNSURE if read.sure[n] < _VALUES or read.whole[n] < whole else None
            # A blank on which nothing but grain is seen must be no side of a tile, which has some as well.
            side = Doubt.UNSURE if other.grain and found.tile[n] < _TILE_NOT_BODY * found.body[n] else None
            doubts[n] = _unlike((first, last), other) or unread or side
            plain = read.whole[n] > _ALL_WHOLE and found.tile[n] > _ALL_TILE and other.values == (first, last)
            if doubts[n] is None:
                support[n] = other.support
            elif (unread or side) is None and plain and other.pips_alone > _SUPPORT:
                support[n], alone[n] = 0.5 * other.pips_alone, True
            # Neither the nets together, nor the reader, nor the second look see more than a hint of a tile.
            face_up[n] = trust[n] > _HINT or other.support > 0 or readable[n]
            large = found.width[n] > _LARGE * min(self._size)
            bounded[n] = other.edged or first + last >= ENOUGH_PIPS or not large
        # What the second look cannot see, as in marbled tiles, is shown to the checker; but a stroke on a
        # table is a blank tile to anybody who sees no end of it.
        asked = [n for n in tiles.tolist() if doubts[n] is Doubt.UNSURE and not alone[n] and bounded[n]]
        asked = [n for n in asked if read.sure[n] > _VALUES and read.whole[n] > _WHOLE and face_up[n]]
        for n, seen, sure in zip(asked, *self._nets.check(patches[asked]), strict=True):
            if sure > _CHECKED and seen.tolist() == values[n].tolist():
                support[n], alone[n] = 0.5 * sure, True
        cut = [is_cut(outline, self._size) for outline in found.outline]
        for n in everything:
            if cut[n] and (face_up[n] or not is_plain(patches[n])):
                doubts[n] = Doubt.CUT
            elif not face_up[n]:
                unlikely = found.tile[n] < _WASHED or (
                    found.tile[n] < found.body[n] and read.whole[n] < _NO_FACE
                )
                back = unlikely and read.whole[n] < _FACE and is_plain(patches[n])
                doubts[n] = None if back else Doubt.UNSURE
        colours = np.array([colour_of(patch) for patch in patches], np.float32).reshape(-1, 3)
        shared = sharing(found, OVERLAP)
        for n in np.flatnonzero(alone).tolist():
            # Its bar or its edge is not seen, so nothing else may be: half of it might be another's.
            if not (shared[n] & (trust > _RIVAL * trust[n])).any() and doubts[n] is not Doubt.CUT:
                doubts[n] = None
        sound = [n for n in everything[len(found) - guessed :] if doubts[n] is None and support[n] > _PLAIN]
        for n in everything[len(found) - guessed :]:
            doubts[n] = doubts[n] or Doubt.UNSURE
        certain = face_up & (trust > _CERTAIN) & np.array([doubt is None for doubt in doubts], np.bool_)
        for n in np.array(sound, np.intp)[_shaped(found, certain, np.array(sound, np.intp))].tolist():
            doubts[n] = None
        alike = of_one_set(certain, face_up, found.middle, found.width, colours)
        # Glare changes one tile's colour: what is so plainly one of the others' size is asked about.
        plainly = face_up & (trust > _ALL_TILE)
        alike |= plainly & of_one_set(certain, face_up & ~plainly, found.middle, found.width, colours)
        alike &= face_up | (found.body > found.tile)
        # So is what is half washed out, if it is seen to be a tile at all.
        sized = of_one_set(certain, np.zeros_like(face_up), found.middle, found.width, colours)
        washed = face_up & ~alike & sized & (found.tile > _WASHED)
        for n in np.flatnonzero(washed).tolist():
            doubts[n] = doubts[n] or Doubt.UNSURE
        alike |= washed
        coloured = of_one_set(certain, np.ones_like(face_up), found.middle, found.width, colours)
        for n in np.flatnonzero(_whitened(certain, colours) & ~face_up & ~coloured).tolist():
            doubts[n] = doubts[n] or Doubt.UNSURE
        strange = ~(face_up | coloured | (found.body > _PLAIN_BODY) | (read.whole > _NOT_WHOLE))
        faint = ~face_up & (np.maximum(found.tile, found.body) < _FAINT_IF_CUT)
        strange |= faint & np.array(cut, np.bool_) & bool(certain.any())
        score = np.where(face_up, trust * (0.4 + 0.6 * support), 0.5 * found.body)
        kept = side_by_side(shared, np.where(alike, score, 0.0))
        kept = kept[alike[kept]]
        legible = face_up & readable
        halfway = shared & ~sharing(found, _ONE) & legible & ~np.isin(everything, kept)
        disputed = _DISPUTED_STILL if closer else _DISPUTED
        for n in kept[face_up[kept]].tolist():
            if (halfway[n] & (trust > disputed * trust[n])).any():
                doubts[n] = doubts[n] or Doubt.UNSURE
        # What was seen there and taken for nothing is asked about, where nothing else explains it.
        missed = sized & (found.tile > _SEEN) & (read.whole > _SEEN)
        missed |= coloured & (found.tile > _COLOURED)
        anything = np.ones_like(face_up)
        far = of_one_set(certain, ~anything, found.middle, found.width, colours, _FARTHER)
        missed |= far & (found.tile > _PLAINLY_SEEN)
        far = of_one_set(certain, anything, found.middle, found.width, colours, _FARTHER)
        missed |= far & legible & (found.tile > _SEEN)
        missed[kept] = False
        missed[missed] = covered(found.take(np.flatnonzero(missed)), found.take(kept)) < _EXPLAINED
        for n in distinct(found.take(np.flatnonzero(missed)), trust[missed], OVERLAP).tolist():
            number = int(np.flatnonzero(missed)[n])
            doubts[number] = doubts[number] or Doubt.UNSURE
            kept = np.append(kept, number)
        return Judged(read, face_up, trust, doubts, certain, strange, colours, kept)


def _unlike(values: tuple[int, int], second: Second) -> Doubt | None:
    """Return why the second look does not confirm what was read; None where it does."""
    if second.values == values and second.support > _SUPPORT:
        return None
    return Doubt.DISAGREE if second.values != values and second.support > _AGAINST else Doubt.UNSURE


def _shaped(found: Found, certain: NDArray[Any], guesses: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Return which guesses are as long and as wide as a tile that is certain: half of a tile is not."""
    known = np.flatnonzero(certain)
    if not len(known) or not len(guesses):
        return np.zeros(len(guesses), np.bool_)
    sides = np.stack([np.hypot(*found.along.T), np.hypot(*found.across.T)], axis=1)
    off = np.abs(np.log(sides[guesses, None] / sides[None, known])).max(axis=2)
    return np.asarray(off.min(axis=1) < _LIKE_SHAPE)


def _whitened(certain: NDArray[Any], colours: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which colours (N x 3) a tile might have of those that are certain, if a lamp washed it out."""
    if not certain.any():
        return np.zeros(len(colours), np.bool_)
    paler = colours.min(axis=1) > colours[certain].max() + _PALER
    return np.asarray(paler & (colours.min(axis=1) > _WHITE))


def is_cut(outline: NDArray[Any] | tuple[Point, ...], size: tuple[int, int]) -> bool:
    """Say whether the frame cuts a tile of this outline (4 x 2)."""
    corners = np.asarray(outline)
    reach = 0.08 * float(np.hypot(*(corners[1] - corners[0])))
    return bool((corners < -reach).any() or (corners > np.array(size) - 1 + reach).any())
