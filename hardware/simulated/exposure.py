"""From light to a webcam's picture: lens, exposure, white balance, blur, tone, sharpening, noise, JPEG."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

import cv2
import numpy as np

from hardware.camera import Image
from hardware.simulated.flaws import Flaws, flickered, fringed
from hardware.simulated.layering import dyed
from hardware.simulated.lens import HEIGHT, WIDTH, Floats
from hardware.simulated.look import CameraLook

_BRIGHTEST = 4.0
_STEPS = 4095
_ROOM = 64
_LEAST_FRINGE = 0.15


@lru_cache(maxsize=4)
def _tone(contrast: float) -> Floats:
    """Return the display value (0 to 255) of each of 4096 steps of light, spaced by its square root."""
    light = (np.arange(_STEPS + 1, dtype=np.float64) / _STEPS) ** 2 * _BRIGHTEST
    bent = np.where(light < 0.7, light, 0.7 + 0.3 * (1 - np.exp(-(np.maximum(light, 0.7) - 0.7) / 0.3)))
    shown = 255 * bent ** (1 / 2.2)
    return np.clip(128 + (shown - 128) * contrast - (contrast - 1) * 20, 0, 255).astype(np.float32)


@lru_cache(maxsize=1)
def _grain() -> Floats:
    """Return a field of sensor noise larger than a picture: each pixel's own, and blotches of colour."""
    generator = np.random.default_rng(20)
    height, width = HEIGHT + _ROOM, WIDTH + _ROOM
    own = generator.standard_normal((height, width, 3), dtype=np.float32)
    own = cv2.GaussianBlur(own, (0, 0), 0.55) * np.float32(1.5)
    blotches = generator.standard_normal((height // 2, width // 2, 3), dtype=np.float32)
    blotches = cv2.resize(cv2.GaussianBlur(blotches, (0, 0), 1.0), (width, height)) * np.float32(2.0)
    grey = own.mean(axis=2, keepdims=True) * np.float32(1.3)
    return np.asarray(0.75 * grey + 0.25 * own + 0.35 * blotches, dtype=np.float32)


def shake_kernel(shake: tuple[float, float]) -> Floats:
    """Return the blur kernel of a straight movement of so many pixels."""
    size = 2 * ceil(max(abs(shake[0]), abs(shake[1])) / 2) + 3
    kernel = np.zeros((size, size), dtype=np.uint8)
    middle = np.array([size // 2, size // 2], dtype=np.float64)
    ends = np.array([middle - np.array(shake) / 2, middle + np.array(shake) / 2])
    first, last = np.rint(ends * 16).astype(int)
    cv2.line(kernel, (int(first[0]), int(first[1])), (int(last[0]), int(last[1])), 255, 1, cv2.LINE_AA, 4)
    light = kernel.astype(np.float32)
    return np.asarray(light / light.sum(), dtype=np.float32)


class Sensor:
    """Develops linear light into pictures; `gain` is the automatic exposure that was found for the table.

    `veil` is the light (height x width x 3) that the lens spreads over the whole picture.
    """

    def __init__(
        self,
        look: CameraLook,
        gain: float,
        size: tuple[int, int] = (WIDTH, HEIGHT),
        flaws: Flaws | None = None,
        veil: Floats | None = None,
    ) -> None:
        self.look = look
        self._size = size
        self._flaws = flaws or Flaws()
        self._veil = veil
        width, height = size
        across = (np.arange(width, dtype=np.float32) / np.float32(width) - 0.5)[None, :]
        down = ((np.arange(height, dtype=np.float32) - height / 2) / np.float32(width))[:, None]
        fall = 1 - np.float32(look.vignette * 3.0) * (across * across + down * down)
        blue, green, red = (part * gain * look.exposure / _BRIGHTEST for part in look.balance)
        self._scale = dyed(np.clip(fall, 0.05, 1), (blue, green, red))
        shaken = ceil(max(abs(look.shake[0]), abs(look.shake[1])))
        self._last: tuple[Floats, Floats] | None = None
        self.margin = ceil(3 * look.blur) + shaken + ceil(abs(self._flaws.fringe)) + 4

    def develop(self, light: Floats, left: int = 0, top: int = 0) -> Floats:
        """Return display values (0 to 255, no noise) of linear light whose rectangle begins at left, top."""
        blurred = light
        height, width = light.shape[:2]
        if abs(self._flaws.fringe) > _LEAST_FRINGE:
            blurred = fringed(blurred, self._flaws.fringe, left, top, self._size)
        if self.look.blur > 0.3:
            blurred = np.asarray(cv2.GaussianBlur(blurred, (0, 0), self.look.blur), dtype=np.float32)
        if max(abs(self.look.shake[0]), abs(self.look.shake[1])) >= 1:
            blurred = np.asarray(cv2.filter2D(blurred, -1, shake_kernel(self.look.shake)), dtype=np.float32)
        if self._veil is not None:
            veil = self._veil[top : top + height, left : left + width]
            blurred = np.asarray(blurred * np.float32(1 - self._flaws.veil) + veil, dtype=np.float32)
        scaled = cv2.multiply(blurred, self._scale[top : top + height, left : left + width])
        steps = cv2.sqrt(scaled) * np.float32(_STEPS)
        shown = _tone(self.look.contrast)[np.clip(steps, 0, _STEPS).astype(np.uint16)]
        if self.look.sharpen > 0.05:
            soft = cv2.GaussianBlur(shown, (0, 0), 1.4)
            shown = cv2.addWeighted(shown, 1 + self.look.sharpen, soft, -self.look.sharpen, 0)
        return np.asarray(shown, dtype=np.float32)

    def _grain_strength(self, shown: Floats) -> Floats:
        """Return each pixel's strength of noise: stronger in the dark, none where light is clipped."""
        level = np.arange(256, dtype=np.float32)
        strength = (
            (1 + 0.9 * np.exp(-level / 45))
            * np.clip((258 - level) / 30, 0, 1)
            * np.clip(level / 12 + 0.3, 0, 1)
        )
        table = (strength * self.look.noise).astype(np.float32)
        return np.asarray(cv2.LUT(np.clip(shown, 0, 255).astype(np.uint8), table), dtype=np.float32)

    def expose(self, shown: Floats, generator: np.random.Generator) -> Image:
        """Return one picture (uint8) of display values with this moment's own noise and compression."""
        last = self._last
        if last is None or last[0] is not shown:
            # What rests is exposed again and again.
            last = self._last = (shown, self._grain_strength(shown))
        strength = last[1]
        height, width = shown.shape[:2]
        down, across = (int(part) for part in generator.integers(0, _ROOM, 2))
        grain = _grain()[down : down + height, across : across + width]
        if generator.random() < 0.5:
            grain = grain[::-1]
        if self._flaws.flicker:
            shown = flickered(shown, self._flaws, float(generator.random()))
        noisy = cv2.add(shown, cv2.multiply(grain, strength))
        picture = np.clip(noisy, 0, 255, out=noisy).astype(np.uint8)
        done, packed = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, self.look.quality))
        if not done:
            raise RuntimeError("OpenCV could not compress a picture as JPEG.")
        return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), dtype=np.uint8)
