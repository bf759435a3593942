"""What lens, sensor and compression make of a drawn table of dominoes."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]


def photographed(canvas: Floats, generator: np.random.Generator, width: float) -> tuple[float, NDArray[Any]]:
    """Return how blurred it is (sigma in widths of a tile), and the picture (H x W x 3 float32 to uint8)."""
    size = canvas.shape[0]
    if generator.random() < 0.35:
        ramp = np.linspace(-1, 1, size, dtype=np.float32)
        across, down = generator.normal(0, 0.22, 2)
        light = 1 + across * ramp[None, :] + down * ramp[:, None]
        canvas = canvas * np.clip(light, 0.4, 1.6)[..., None].astype(np.float32)
    if generator.random() < 0.12:
        # A lamp that burns out part of the picture.
        spot = np.zeros((size, size), np.uint8)
        at = (int(generator.uniform(0, size)), int(generator.uniform(0, size)))
        cv2.circle(spot, at, max(1, int(width * generator.uniform(0.2, 1.5))), 255, -1)
        soft = cv2.GaussianBlur(spot, (0, 0), max(1.0, width * generator.uniform(0.1, 0.5)))
        canvas = canvas + soft.astype(np.float32)[..., None] * generator.uniform(0.2, 0.9)
    sigma = generator.uniform(0.35, 0.9)
    kind = generator.random()
    if kind < 0.3:
        sigma = max(sigma, width * generator.uniform(0.0, 0.05))
    elif kind < 0.35:
        sigma = max(sigma, width * generator.uniform(0.08, 0.2))
    canvas = cv2.GaussianBlur(canvas, (0, 0), sigma)
    if generator.random() < 0.3:
        canvas = canvas + (canvas - cv2.GaussianBlur(canvas, (0, 0), 1.2)) * generator.uniform(0.2, 1.2)
    gain = np.exp(generator.normal(0, 0.35)) * np.exp(generator.normal(0, 0.08, 3))
    canvas = canvas * gain.astype(np.float32)
    if generator.random() < 0.3:
        curve = float(np.exp(generator.normal(0, 0.35)))
        canvas = 255 * (np.clip(canvas, 0, 255) / 255) ** curve
    noise: Floats = np.empty(canvas.shape, np.float32)
    cv2.setRNGSeed(int(generator.integers(2**31 - 1)))
    cv2.randn(noise, 0, float(generator.uniform(0, 8)))  # type: ignore[call-overload]
    picture = np.clip(canvas + noise, 0, 255).astype(np.uint8)
    if generator.random() < 0.5:
        quality = int(generator.integers(35, 95))
        packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        picture = np.asarray(cv2.imdecode(packed, 1))
    return sigma / width, picture
