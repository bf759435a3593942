"""Dominoes: every face-up tile in a frame with both its halves, and whether that is sure enough to act on."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.domino_bars import find_bars
from hardware.vision.domino_patches import pyramid
from hardware.vision.domino_slant import Squash, oblique, unexplained
from hardware.vision.domino_tiles import Tile, choose, tiles_round
from hardware.vision.pictures import Image, as_picture
from hardware.vision.reading import Doubt, Piece, Reading

MOST_TILES = 28
#: The longer side of the picture in which bars are looked for, and the number of sizes it is halved to.
_LONGEST, _SIZES = 640, 3
_LEAST_SIDE = 24
_MOST_BARS, _FIRST_BARS = 400, 48
#: A tile with less support than the first is none; one with less than the second is asked about.
_WEAK, _SURE = 0.12, 0.6
#: A tile that lies flatter than this in the picture is always asked about: its bar is too thin to be sure of.
_ASLANT = 0.75
#: How far, as a logarithm, the bars of one set may differ in length.
_LIKE_BARS = 0.35
_DARK = 28.0


class DominoReader:
    """Reads any number of double-six tiles of any colour, lying at any angle, told or not told how many."""

    def read(self, image: Image, expect: int | None = None, *, confirm: bool = True) -> Reading:
        """Return the reading of a BGR picture (height x width x 3, uint8).

        A piece is a face-up tile: its value "0-3", the low end first; its outline goes clockwise from the
        short side of the low half.  `expect` is how many face-up tiles there should
        be.  Without `confirm` the reading is never accepted.  Raises `ValueError` with one sentence for
        anything that is not such a picture, or for a number of tiles below 1 or above 28.
        """
        picture = as_picture(image)
        if expect is not None and not 1 <= expect <= MOST_TILES:
            raise ValueError(f"Between 1 and {MOST_TILES} tiles can be expected, not {expect}.")
        size = (picture.shape[1], picture.shape[0])
        tiles = _found(picture)
        telling = any(tile.telling and tile.support > _SURE for tile in tiles)
        pieces = tuple(sorted((_piece(tile, size, telling) for tile in tiles), key=lambda p: p.centre))
        confidence = min((piece.confidence for piece in pieces), default=0.0)
        doubt = _doubt(pieces, expect) if confirm else Doubt.MOVING
        if doubt is Doubt.NOTHING and float(picture.mean()) < _DARK:
            doubt = Doubt.DARK
        return Reading("dominoes", pieces, confidence, doubt is None, doubt, size)


def _found(picture: NDArray[Any]) -> list[Tile]:
    bars = find_bars(_levels(picture), _MOST_BARS)
    levels = pyramid(picture)
    first = bars.take(np.arange(min(len(bars), _FIRST_BARS)))
    rest = bars.take(np.arange(len(first), len(bars)))
    squash = Squash(1.0, 0.0)
    candidates = tiles_round(levels, first, squash.at(first.y))
    sure = _sure(candidates)
    if unexplained(first, sure) > max(2, len(sure)):
        slanted = oblique(levels, first, candidates)
        if slanted is not None:
            squash, candidates = slanted
            sure = _sure(candidates)
    if sure:
        # Tiles of one set have bars of one length, as far as the table lies evenly in the picture.
        usual = float(np.median([tile.width for tile in sure]))
        flat = np.hypot(rest.ux, rest.uy / squash.at(rest.y)) * rest.length
        ratio = float(np.median([tile.bar / tile.width for tile in sure]))
        rest = rest.take(np.flatnonzero(np.abs(np.log(flat / (usual * ratio))) < _LIKE_BARS))
    candidates = candidates + tiles_round(levels, rest, squash.at(rest.y))
    candidates.sort(key=lambda tile: -tile.support)
    return [tile for tile in choose(candidates) if tile.support > _WEAK]


def _sure(candidates: list[Tile]) -> list[Tile]:
    return [tile for tile in choose(candidates) if tile.support > _SURE]


def _levels(picture: NDArray[Any]) -> list[tuple[NDArray[Any], float]]:
    """Return the grey picture at a few sizes, each with its pixels a frame pixel."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    scale = min(2.0, _LONGEST / max(grey.shape))
    levels = []
    for _ in range(_SIZES):
        size = (round(grey.shape[1] * scale), round(grey.shape[0] * scale))
        if min(size) < _LEAST_SIDE:
            break
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        levels.append((np.asarray(cv2.resize(grey, size, interpolation=way)), scale))
        scale /= 2
    return levels


def _piece(tile: Tile, size: tuple[int, int], telling: bool) -> Piece:
    """Return a tile as a piece; `telling` says that some sure tile shows what the set looks like."""
    doubt = None
    if _is_cut(tile, size):
        doubt = Doubt.CUT
    elif tile.support < _SURE or tile.squash < _ASLANT or not (tile.telling or telling):
        # A stroke on a plain ground is a blank tile, unless other tiles show that it is like them.
        doubt = Doubt.UNSURE
    return Piece(f"{tile.low}-{tile.high}", tile.middle, tile.outline, tile.support, doubt)


def _is_cut(tile: Tile, size: tuple[int, int]) -> bool:
    reach = 0.08 * tile.width
    return any(
        not (-reach <= x <= size[0] - 1 + reach and -reach <= y <= size[1] - 1 + reach)
        for x, y in tile.outline
    )


def _doubt(pieces: tuple[Piece, ...], expect: int | None) -> Doubt | None:
    up = [piece for piece in pieces if piece.value]
    if not up:
        return Doubt.NOTHING
    if expect is not None and len(up) != expect:
        return Doubt.TOO_FEW if len(up) < expect else Doubt.TOO_MANY
    return next((piece.doubt for piece in up if piece.doubt is not None), None)
