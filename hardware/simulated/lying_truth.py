"""The table truth of cards and tiles, in the frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from hardware.simulated.cards import CardBody
from hardware.simulated.lens import Doubles, Lens
from hardware.simulated.tiles import TileBody

Point = tuple[float, float]
Face = Literal["up", "down", "edge"]

HIDDEN_BELOW = 0.9


@dataclass(frozen=True, eq=False)
class Lain:
    """A card or a tile on the table: what it is, its body, and what is wrong with it.

    `code` are the corners of a card's code in mm of its face.
    """

    kind: Literal["card", "tile"]
    name: str
    body: CardBody | TileBody
    face: Face = "up"
    fault: str | None = None
    code: Doubles | None = None


@dataclass(frozen=True)
class LyingTruth:
    """One card or tile as it really lies.

    `name` is a card's name or a tile's value, low half first (``3-5``).  `outline` are the corners of its
    face in frame pixels, clockwise on the picture; of one that lies face up they begin at the face's own
    top left, and a tile's low half lies at its first and last corner.  `code` are the corners of a card's
    code likewise, empty where there is none to see.  `face` is ``up``, ``down`` or ``edge``.  `shown` is
    the share of the upper face that is in the picture and that nothing covers; `hidden` says that it is
    too little to be read for sure, `cut` that the frame cuts it.
    """

    kind: Literal["card", "tile"]
    name: str
    outline: tuple[Point, ...]
    code: tuple[Point, ...]
    face: Face
    shown: float
    hidden: bool
    cut: bool
    moving: bool
    fault: str | None


def lying_truth(lens: Lens, lain: Lain, shown: float, moving: bool) -> LyingTruth:
    """Return the truth of a card or a tile that is seen through a lens."""
    body = lain.body
    corners = body.upper_corners() if isinstance(body, TileBody) and lain.face != "up" else body.corners()
    outline = lens.project(corners)
    width, height = lens.size
    cut = bool((outline < 0).any() or (outline > (width - 1, height - 1)).any())
    code: tuple[Point, ...] = ()
    if lain.code is not None and isinstance(body, CardBody) and lain.face == "up":
        code = _points(lens.project(body.world(lain.code)))
    return LyingTruth(
        kind=lain.kind,
        name=lain.name,
        outline=_points(outline),
        code=code,
        face=lain.face,
        shown=round(shown, 3),
        hidden=shown < HIDDEN_BELOW,
        cut=cut,
        moving=moving,
        fault=lain.fault,
    )


def _points(pixels: np.ndarray) -> tuple[Point, ...]:
    return tuple((round(float(x), 2), round(float(y), 2)) for x, y in pixels)
