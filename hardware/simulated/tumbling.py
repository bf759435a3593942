"""How thrown dice move: in over the edge, bouncing and turning, until each rests where it shall lie."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

import numpy as np

from hardware.simulated.dice_geometry import turned_about
from hardware.simulated.dice_rendering import DieBody
from hardware.simulated.lens import Doubles, Lens

SHUTTER_MS = 12


@dataclass(frozen=True)
class Tumble:
    """The way of one die to its place of rest; times in ms from the throw, lengths in mm."""

    rest: DieBody
    lasts_ms: int
    way: Doubles
    spin: Doubles
    turns: float
    hops: float
    high: float

    def at(self, ms: float) -> DieBody:
        """Return the die so many ms after the throw; from `lasts_ms` on it is the die at rest."""
        left = 1.0 - ms / self.lasts_ms
        if left <= 0:
            return self.rest
        left = min(left, 1.0)
        ahead = left * left
        height = self.high * ahead * abs(sin(self.hops * pi * left))
        rotation = turned_about(self.spin, self.turns * 2 * pi * ahead) @ self.rest.rotation
        body = DieBody(self.rest.look, self.rest.middle + self.way * ahead, rotation)
        lowest = float(body.corners(0.92)[:, 2].min())
        body.middle[2] += height - min(0.0, lowest)
        return body

    def streak(self, ms: float, lens: Lens) -> tuple[float, float]:
        """Return the pixels by which the die moves while the shutter is open."""
        if ms >= self.lasts_ms:
            return (0.0, 0.0)
        before, after = self.at(ms - SHUTTER_MS / 2).middle, self.at(ms + SHUTTER_MS / 2).middle
        across, down = lens.project(after[None])[0] - lens.project(before[None])[0]
        return (float(np.clip(across, -120, 120)), float(np.clip(down, -120, 120)))


def draw_tumbles(
    generator: np.random.Generator, bodies: tuple[DieBody, ...], reach: float
) -> tuple[Tumble, ...]:
    """Return a tumble for each die, all coming from about one side; `reach` (mm) is how far they roll."""
    from_where = float(generator.uniform(0, 2 * pi))
    tumbles = []
    for body in bodies:
        angle = from_where + float(generator.normal(0, 0.25))
        far = reach * float(generator.uniform(0.7, 1.1))
        spin = generator.normal(0, 1, 3)
        tumbles.append(
            Tumble(
                rest=body,
                lasts_ms=int(generator.integers(430, 640)),
                way=np.array([far * cos(angle), far * sin(angle), 0.0]),
                spin=spin / np.linalg.norm(spin),
                turns=float(generator.uniform(0.8, 2.2)),
                hops=float(generator.uniform(2, 4)),
                high=float(generator.uniform(0.8, 2.5)) * body.look.edge_mm,
            )
        )
    return tuple(tumbles)
