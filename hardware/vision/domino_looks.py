"""Looks: ever larger pictures of a table are looked at until what lies there is clear."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.vision.domino_judging import Judge, Judged
from hardware.vision.domino_nets import SIZES, Found, Read, TileNets, fused, joined, scale_of
from hardware.vision.scale_space import Floats

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


def look(nets: TileNets, levels: list[NDArray[Any]], confirm: bool) -> tuple[Judged, Found]:
    """Look at ever larger pictures until what is seen is clear: the first ones are looked at in no time.

    Return what is judged of the last one, and what was in doubt in any of them.
    """
    picture = levels[0]
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
    return judged, joined(doubted) if doubted else judged.read.found.take(np.zeros(0, np.intp))


def _in_doubt(judged: Judged, scale: float, tiny: float) -> Floats | None:
    """Return the middles (N x 2) of what is worth a closer look, where they are so few that the rest need not
    be looked at again; else None."""
    sure = judged.read.found.width[judged.kept[judged.certain[judged.kept]]] * scale
    if float(np.median(sure) if len(sure) else 0.0) < _LARGE or tiny >= _TINIEST:
        # Small tiles are missed as easily as they are doubted.
        return None
    found = judged.read.found.take(judged.kept)
    middles = found.middle[judged.doubtful | (found.width * scale < _TINY)]
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


def _near(found: Found, scale: float) -> bool:
    """Say whether all that is seen is near enough for its values to be read."""
    tiles = found.tile > _PLAIN
    return bool(tiles.any() and float(np.median(found.width[tiles])) * scale > _NEAR)


def _clear(judged: Judged, scale: float, size: int, confirm: bool, tiny: float) -> bool:
    """Say whether a larger picture would show nothing more than one of this size, seen at a scale; `tiny` is
    how sure it is that something smaller is there than can be told."""
    width = judged.read.found.width[judged.kept] * scale
    doubtful = judged.doubtful
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
