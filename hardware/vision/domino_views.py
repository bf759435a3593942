"""Views: each tile that was found cut out of the picture, upright and of one size, whatever its slant."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.scale_space import Floats

#: The side of a cell of the finder's answer in pixels of its picture.
STRIDE = 4
#: Height and width of what the reader is shown; the tile in its middle is `TILE` high and wide.
PATCH = (72, 40)
TILE = (62.0, 31.0)
#: What the reader tells of a patch: seven for each half's value, whether the tile is whole, and six numbers
#: that lead to where the tile really lies.
TOLD = 21
#: What the checker tells of one: seven for each half's value, and whether the tile is whole.
CHECKED = 15


def halves(picture: NDArray[Any], least: int = 48) -> list[NDArray[Any]]:
    """Return the picture and its halves, as long as they have this many pixels on their shorter side."""
    levels = [picture]
    while min(levels[-1].shape[:2]) >= 2 * least:
        last = levels[-1]
        half = (last.shape[1] // 2, last.shape[0] // 2)
        levels.append(np.asarray(cv2.resize(last, half, interpolation=cv2.INTER_AREA)))
    return levels


def views(
    picture: NDArray[Any] | list[NDArray[Any]], middle: Floats, along: Floats, across: Floats
) -> NDArray[Any]:
    """Return the views (N x 72 x 40 x 3, uint8) of tiles with these middles and half axes (N x 2 each).

    The picture is BGR uint8, or its `halves`.
    """
    levels = picture if isinstance(picture, list) else halves(picture)
    count = len(middle)
    out = np.empty((count, *PATCH, 3), np.uint8)
    centre = np.array([(PATCH[1] - 1) / 2, (PATCH[0] - 1) / 2])
    area = np.abs(along[:, 0] * across[:, 1] - along[:, 1] * across[:, 0])
    shrink = np.sqrt(4 * area / (TILE[0] * TILE[1]))
    steps = np.clip(np.floor(np.log2(np.maximum(shrink, 1e-3)) + 0.4), 0, len(levels) - 1).astype(int)
    for n in range(count):
        level = levels[steps[n]]
        scale = 0.5 ** int(steps[n])
        turn = np.stack([across[n] / (TILE[1] / 2), along[n] / (TILE[0] / 2)], axis=1) * scale
        back = np.empty((2, 3))
        back[:, :2] = turn
        back[:, 2] = (middle[n] + 0.5) * scale - 0.5 - turn @ centre
        cv2.warpAffine(
            level,
            back,
            (PATCH[1], PATCH[0]),
            dst=out[n],
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return out


def normal(patches: NDArray[Any]) -> Floats:
    """Return views as the reader takes them (N x 3 x 72 x 40): of one brightness and one contrast."""
    real = np.ascontiguousarray(patches.transpose(0, 3, 1, 2), np.float32)
    flat = real.reshape(len(real), 3, -1)
    flat -= flat.mean(axis=2, keepdims=True)
    spread = np.sqrt(np.einsum("ncp,ncp->n", flat, flat) / (flat.shape[1] * flat.shape[2]))
    flat /= spread[:, None, None] + np.float32(4.0)
    return real
