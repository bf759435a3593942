"""Light on flat faces: what lamps and sky give a point of a card or tile, and what it mirrors to the eye."""

from __future__ import annotations

import numpy as np

from hardware.simulated.dice_rendering import Surroundings, mirrored_lamp
from hardware.simulated.lens import Doubles, Floats


def light_on(around: Surroundings, points: Floats, normals: Floats) -> Floats:
    """Return the light (3 x n) that arrives at world points (3 x n, mm) with unit normals (3 x n)."""
    upward = normals[2] * np.float32(0.5) + np.float32(0.5)
    sky = np.array(around.ambient, dtype=np.float32)[:, None]
    ground = np.array(around.table, dtype=np.float32)[:, None]
    light = sky * upward + ground * (1 - upward)
    for lamp in around.lamps:
        towards = np.array(lamp.place, dtype=np.float32)[:, None] - points
        length = np.sqrt((towards * towards).sum(axis=0))
        lambert = np.clip((towards * normals).sum(axis=0) / length, 0, 1)
        fall = (np.float32(np.linalg.norm(lamp.place)) / length) ** 2
        light = light + np.array(lamp.light, dtype=np.float32)[:, None] * (lambert * fall)
    return np.asarray(light, dtype=np.float32)


def mirrored_on(
    around: Surroundings, points: Floats, normals: Floats, place: Doubles, roughness: float
) -> Floats:
    """Return what polished points mirror to an eye at `place` (3 x n), to be multiplied by their gloss."""
    rays = points - place.astype(np.float32)[:, None]
    rays /= np.sqrt((rays * rays).sum(axis=0))
    head_on = -(rays * normals).sum(axis=0)
    mirrored = rays + 2 * head_on * normals
    shine = np.zeros_like(points)
    for lamp in around.lamps:
        strength = np.float32(9.0 / max(lamp.width / float(np.linalg.norm(lamp.place)), 0.15))
        bright = np.array(lamp.light, dtype=np.float32)[:, None]
        shine += bright * (mirrored_lamp(lamp, points, mirrored, roughness, normals[2]) * strength)
    for lamp in around.glare:
        bright = np.array(lamp.light, dtype=np.float32)[:, None]
        shine += bright * mirrored_lamp(lamp, points, mirrored, roughness, normals[2])
    sky = np.array(around.ambient, dtype=np.float32)[:, None]
    grazing = np.clip(1 - head_on, 0, 1) ** 4
    return np.asarray(shine * np.float32(0.35) + grazing * sky * (mirrored[2] > 0), dtype=np.float32)
