"""Lessons from the simulated table: its frames, cut and made smaller as the finder sees them.

The drawn scenes are of more makes and views; these have the light, the lens and the sensor that the program's
own tables are seen with, and tiles that lie against each other as hands lay them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated import SimulatedTable
from hardware.simulated.look import LEVELS
from hardware.simulated.lying_truth import Face, Lain, LyingTruth
from hardware.simulated.tiles import TileBody
from hardware.training.tile_scenes import LEAST, MOST, OTHER, READ, SIZE, Label, told
from hardware.vision.domino_views import halves

Floats = NDArray[Any]
Generator = np.random.Generator

#: The seeds of the tables begin here; nothing is ever measured on tables of these seeds.
FIRST_SEED = 4_000_000
#: Frames of one table, and how many frames are kept to be cut again.
FRAMES, MOST_FRAMES = 3, 240
#: What is round a picture, and how many tries a cut has to have a tile in it.
_GREY, _TRIES = 118, 4
#: Below this share of its face in view a tile is not taught.
_SHOWN = 0.97


@dataclass(frozen=True)
class _Frame:
    levels: list[NDArray[Any]]
    bodies: tuple[tuple[Label, Floats, float], ...]


class Tables:
    """Frames of simulated tables, the newest ones; all follows from the first table's seed."""

    def __init__(self, first: int = FIRST_SEED) -> None:
        self._seed = first
        self._frames: list[_Frame] = []

    def add(self) -> None:
        """Draw the frames of another table."""
        seed, self._seed = self._seed, self._seed + 1
        generator = np.random.default_rng([seed, 31])
        level = LEVELS[seed % len(LEVELS)]
        mat = (None, "a4", "letter")[int(generator.integers(3))]
        table = SimulatedTable(seed, level, lambda: 0, mat=mat, deep_mm=float(generator.uniform(180, 270)))
        for number in range(FRAMES):
            table.clear()
            values = _values(generator, int(generator.integers(1, 13)))
            others = generator.random() < 0.35
            if others and generator.random() < 0.5:
                # A blank beside a back: both are of one colour, and only the bar tells one from the other.
                values.append("0-0")
            table.scatter_tiles(values, touching=float(generator.choice([0.3, 0.5, 0.8])))
            if others:
                face: Face = "down" if generator.random() < 0.6 else "edge"
                table.scatter_tiles(
                    _values(generator, int(generator.integers(1, 4))), touching=0.5, face=face
                )
            pairs = zip(table.lying, table.things, strict=True)
            bodies = tuple(_body(table, lain, truth) for lain, truth in pairs)
            self._frames.append(_Frame(halves(table.picture(number)), bodies))
        del self._frames[:-MOST_FRAMES]

    def lesson(self, generator: Generator) -> tuple[NDArray[np.uint8], list[Label]]:
        """Return a part of a frame as some size of the finder's pictures shows it, and what is to be said."""
        frame = self._frames[int(generator.integers(len(self._frames)))]
        usual = float(np.median([label.width for label, _, _ in frame.bodies]))
        scale = float(np.exp(generator.uniform(np.log(LEAST), np.log(MOST)))) / usual
        high, wide = frame.levels[0].shape[:2]
        size = (max(1, round(wide * scale)), max(1, round(high * scale)))
        step = int(np.clip(np.floor(np.log2(1 / scale)), 0, len(frame.levels) - 1))
        small = np.asarray(cv2.resize(frame.levels[step], size, interpolation=cv2.INTER_AREA))
        ratio = np.array([size[0] / wide, size[1] / high])
        low = np.zeros(2, int)
        for _ in range(_TRIES):
            middle = frame.bodies[int(generator.integers(len(frame.bodies)))][0].middle * ratio
            low = np.rint(middle - SIZE * generator.uniform(0.05, 0.95, 2)).astype(int)
            # Some see the frame's border; what is beyond it is grey.
            low = np.clip(low, -SIZE // 6, np.maximum(np.array(size) - SIZE + SIZE // 6, -SIZE // 6))
            if ((low <= middle) & (middle < low + SIZE)).all():
                break
        picture = np.full((SIZE, SIZE, 3), _GREY, np.uint8)
        first, last = np.maximum(low, 0), np.minimum(low + SIZE, size)
        there = tuple(
            slice(a, b) for a, b in zip(first[::-1] - low[::-1], last[::-1] - low[::-1], strict=True)
        )
        picture[there] = small[first[1] : last[1], first[0] : last[0]]
        labels = []
        for label, outline, hidden in frame.bodies:
            middle, corners = ((points + 0.5) * ratio - 0.5 - low for points in (label.middle, outline))
            moved = Label(label.what, middle, label.along * ratio, label.across * ratio, label.values)
            said = told(moved, corners, SIZE, hidden)
            if said is not None:
                labels.append(said)
        return picture, labels


def _values(generator: Generator, count: int) -> list[str]:
    """Return some tiles; what is mixed up most, blanks and sixes, is seen most."""
    found = []
    for _ in range(count):
        likely = generator.random() < 0.4
        pair = [
            int(generator.choice([0, 0, 1, 5, 6, 6])) if likely else int(generator.integers(7)) for _ in "ab"
        ]
        found.append(f"{min(pair)}-{max(pair)}")
    return found


def _body(table: SimulatedTable, lain: Lain, truth: LyingTruth) -> tuple[Label, Floats, float]:
    """Return a body in the frame: what it is, its face's outline, and what share of the face is hidden."""
    assert isinstance(lain.body, TileBody)
    outline = np.array(truth.outline)
    low, high = (int(half) for half in truth.name.split("-"))
    if truth.face == "edge":
        # What lies on its edge is told by its whole body.
        seen = np.asarray(table.look.lens.project(lain.body.box()), np.float32)
        box = np.asarray(cv2.boxPoints(cv2.minAreaRect(seen)), float)
        if np.hypot(*(box[1] - box[0])) < np.hypot(*(box[2] - box[1])):
            box = np.roll(box, -1, axis=0)
        outline = box
    along = (outline[1] + outline[2] - outline[0] - outline[3]) / 4
    across = (outline[2] + outline[3] - outline[0] - outline[1]) / 4
    what = READ if truth.face == "up" else OTHER
    label = Label(what, outline.mean(axis=0), along, across, (low, high))
    hidden = 0.0 if truth.shown > _SHOWN else 1.0 - truth.shown
    return label, outline, hidden
