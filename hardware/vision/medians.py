"""Medians of rows: for rows of a few numbers sorting them all is several times faster than NumPy's median."""

from __future__ import annotations

import numpy as np

from hardware.vision.scale_space import Floats


def row_medians(values: Floats) -> Floats:
    """Return the median of each row (N x k to N); k must be at least 1."""
    ordered = np.sort(values, axis=1)
    count = values.shape[1]
    if count % 2:
        return np.asarray(ordered[:, count // 2])
    return np.asarray((ordered[:, count // 2 - 1] + ordered[:, count // 2]) / 2)
