"""Rims: where a face ends, found along rays that leave it.

A face is calm inside and changes where it ends: into the table, a shadow, a side face or the next die.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.medians import row_medians
from hardware.vision.scale_space import Floats

if TYPE_CHECKING:
    from hardware.vision.faces import Faces

#: A face's half edge in lattice steps: the least, the usual, the most.
_NEAR, USUAL, _FAR = 1.5, 1.85, 2.4
#: Where along a ray the picture is looked at, in lattice steps from the middle.
_STEPS = np.linspace(1.0, 2.8, 19, dtype=np.float32)
#: A rim is a change over this many of those steps: small dice have soft rims.
_LAG = 4
_MIDWAY = _STEPS[:-_LAG] + (_STEPS[_LAG] - _STEPS[0]) / 2


def _square_rays() -> tuple[Floats, Floats]:
    """Return starts and directions of rays at right angles to the four sides, five to a side."""
    starts: list[tuple[float, float]] = []
    ways: list[tuple[float, float]] = []
    for t in (-0.9, -0.45, 0.0, 0.45, 0.9):
        starts += [(t, 0), (t, 0), (0, t), (0, t)]
        ways += [(0, 1), (0, -1), (1, 0), (-1, 0)]
    return np.array(starts, np.float32), np.array(ways, np.float32)


def _round_rays() -> tuple[Floats, Floats]:
    """Return those of twenty rays from the middle: which way a lone pip's face lies is not known."""
    turn = np.arange(20) * (2 * np.pi / 20)
    return np.zeros((20, 2), np.float32), np.stack([np.cos(turn), np.sin(turn)], axis=1).astype(np.float32)


_SQUARE, _ROUND = _square_rays(), _round_rays()


def rims(colour: NDArray[Any], faces: Faces) -> tuple[Floats, Floats]:
    """Return the faces' edges in pixels, and the share of rays on which a rim was found.

    `colour` is H x W x 3 uint8; all faces must be lone pips (value 1), or none of them.
    """
    lone = int(faces.value[0]) == 1
    starts, ways = _ROUND if lone else _SQUARE
    u, v = _squared(faces)
    ab = starts[:, None] + ways[:, None] * _STEPS[None, :, None]
    seen = _along(colour, faces.middle, u, v, ab)
    channels = cv2.absdiff(seen[:, :, _LAG:], seen[:, :, :-_LAG])
    change = np.maximum(np.maximum(channels[..., 0], channels[..., 1]), channels[..., 2]).astype(np.float32)
    size = (np.hypot(*u.T) + np.hypot(*v.T)) / 2
    # The rims of the pips themselves end before the face does.
    near = np.clip(1.12 + 1.2 * faces.radius / np.maximum(size, 1e-3), _NEAR, 1.7)[:, None, None]
    far = 2.6 if lone else _FAR
    looked = np.where((near <= _MIDWAY) & (far >= _MIDWAY), change, 0)
    at = _MIDWAY[looked.argmax(axis=2)]
    calm = row_medians(change[:, :, :3].reshape(len(change), -1))
    # A lone pip has only its rim to speak for it: on a grainy table every spot would have a faint one.
    share, floor, over = (0.08, 5.0, 3.0) if lone else (0.04, 4.0, 2.0)
    least = np.maximum(np.maximum(share * faces.contrast, floor), over * calm)
    clear = looked.max(axis=2) > least[:, None]
    rim = clear.mean(axis=1)
    half = np.full(len(faces), USUAL, np.float32)
    enough = rim > 0.25
    found = _median_where(at[enough], clear[enough])
    # From the middle of a square to its rim it is 1.12 half edges on average.
    half[enough] = found / 1.12 if lone else found
    return (2 * half * size).astype(np.float32), rim.astype(np.float32)


def _median_where(values: Floats, wanted: NDArray[Any]) -> Floats:
    """Return the median of each row's wanted values, of which there must be one at least."""
    ordered = np.sort(np.where(wanted, values, np.inf), axis=1)
    count = wanted.sum(axis=1)
    rows = np.arange(len(values))
    return np.asarray((ordered[rows, (count - 1) // 2] + ordered[rows, count // 2]) / 2)


def _along(colour: NDArray[Any], middle: Floats, u: Floats, v: Floats, ab: Floats) -> Floats:
    """Return the colours (N x rays x steps x 3, uint8) at places given in steps `u` and `v`."""
    a, b = ab[..., 0].reshape(-1), ab[..., 1].reshape(-1)
    x = middle[:, :1] + u[:, :1] * a + v[:, :1] * b
    y = middle[:, 1:] + u[:, 1:] * a + v[:, 1:] * b
    seen = cv2.remap(
        colour, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(seen).reshape(len(middle), *ab.shape[:2], 3)


def _squared(faces: Faces) -> tuple[Floats, Floats]:
    """Return the faces' steps, those of sixes half way to a square: a six's rows often lie close together."""
    long, short = np.hypot(*faces.u.T), np.hypot(*faces.v.T)
    grow = np.sqrt(np.maximum(long, 1e-3) / np.maximum(short, 1e-3))
    six = faces.value == 6
    wider_u = np.where(six, np.maximum(1 / grow, 1.0), 1.0)[:, None]
    wider_v = np.where(six, np.maximum(grow, 1.0), 1.0)[:, None]
    return faces.u * wider_u, faces.v * wider_v
