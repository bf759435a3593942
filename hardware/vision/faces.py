"""Faces: how well each frame agrees with each value, on and off, body and boundary."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.lattices import Frames, PipMap
from hardware.vision.pips import Pips
from hardware.vision.scale_space import Floats, Ints, ScaleSpace

#: The nine places, row by row, as (a, b).
PLACES = np.array([(a, b) for b in (-1, 0, 1) for a in (-1, 0, 1)], np.float32)
#: Places of half steps that lie between pips: the face's own colour is looked up here.
_BETWEEN = np.array(
    [(a, b) for b in (-1, -0.5, 0, 0.5, 1) for a in (-1, -0.5, 0, 0.5, 1) if (2 * a) % 2 or (2 * b) % 2],
    np.float32,
)
#: Where another pip on the same face could be.
_AROUND = np.array(
    [(a, b) for b in np.linspace(-1.45, 1.45, 7) for a in np.linspace(-1.45, 1.45, 7)], np.float32
)

_ON = {
    "1": (4,),
    "2": (0, 8),
    "3": (0, 4, 8),
    "4": (0, 2, 6, 8),
    "5": (0, 2, 4, 6, 8),
    "6": (0, 2, 3, 5, 6, 8),
    "6 across": (0, 1, 2, 6, 7, 8),
}
VARIANTS = {1: ("1",), 2: ("2", "3"), 4: ("4", "5", "6", "6 across")}
#: The least a face's half edge may be, and the most, in lattice steps.
_NEAR_EDGE, _FAR_EDGE = 1.5, 2.4
_RAY_STEPS = np.linspace(1.0, 2.8, 19, dtype=np.float32)
#: A rim is a change over this many of those steps: small dice have soft rims.
_LAG = 4


@dataclass(frozen=True, slots=True)
class Faces:
    """Faces that may be there, all arrays of one length; `middle`, `u` and `v` are N x 2.

    `edge` is the die's edge in pixels, `score` from 0 to 1, `on`, `off`, `body`, `rim` what it is made of.
    """

    value: Ints
    middle: Floats
    u: Floats
    v: Floats
    edge: Floats
    dark: NDArray[Any]
    contrast: Floats
    radius: Floats
    on: Floats
    off: Floats
    even: Floats
    body: Floats
    rim: Floats
    plain: Floats
    score: Floats
    pips: Ints

    def __len__(self) -> int:
        return len(self.value)

    def take(self, index: Ints | NDArray[Any]) -> Faces:
        """Return the faces of these numbers."""
        return Faces(*(getattr(self, f.name)[index] for f in fields(self)))

    @staticmethod
    def join(parts: list[Faces]) -> Faces:
        """Return the faces of several collections."""
        return Faces(*(np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(Faces)))


class FaceJudge:
    """Judges frames on one picture: `colour` is H x W x 3 uint8, `space` the scale space of its grey."""

    def __init__(self, colour: NDArray[Any], space: ScaleSpace, pips: Pips, where: PipMap) -> None:
        self._colour = colour
        self._grey = space.octaves[0].picture
        self._space = space
        self._pips = pips
        self._where = where

    def judge(self, frames: Frames, least: float = 0.05) -> Faces:
        """Return the faces, one at most for each frame and value, that score at least `least`."""
        if not len(frames):
            return none_of()
        size = frames.pips.shape[1]
        names = VARIANTS[size]
        pips = self._pips
        own = frames.pips
        dark = pips.dark[own[:, 0]]
        radius = pips.radius[own].mean(axis=1)
        contrast = np.median(pips.contrast[own], axis=1)
        spots = _spots(frames, PLACES)
        seen = self._space.response(
            spots[..., 0], spots[..., 1], np.repeat(radius[:, None], 9, 1), np.repeat(dark[:, None], 9, 1)
        )
        reference = np.median(pips.response[own], axis=1)[:, None]
        seen = seen / np.maximum(reference, 1e-3)
        uneven = self._unevenness(frames, dark, contrast)
        # A place between two pips says nothing where it lies on the rim of one of them.
        covered = _spots(frames, _BETWEEN)[:, :, None] - spots[:, None, :]
        covered = np.hypot(covered[..., 0], covered[..., 1]) < (1.4 * radius + 0.7)[:, None, None]
        around = _spots(frames, _AROUND)
        met = self._where.at(around[..., 0], around[..., 1], np.repeat(dark[:, None], len(_AROUND), 1))
        strange = (
            (met >= 0)
            & (pips.quality[met] > 0.5)
            & (pips.radius[met] > 0.6 * radius[:, None])
            & (pips.radius[met] < 1.6 * radius[:, None])
            & (pips.contrast[met] > 0.45 * contrast[:, None])
        )
        # A pip of quite another shape belongs to a side face.
        other = np.hypot(*(pips.stretch[met] - pips.stretch[own].mean(axis=1)[:, None]).transpose(2, 0, 1))
        strange &= (other < 0.3) | (radius < 3.0)[:, None]
        if size == 1:
            # Which way a lone pip's face lies is not known, so only what is on it either way counts.
            strange &= np.hypot(_AROUND[:, 0], _AROUND[:, 1]) < 1.5
        met = np.where(strange, met, -1)
        on_pips = self._where.at(spots[..., 0], spots[..., 1], np.repeat(dark[:, None], 9, 1))
        parts: list[Faces] = []
        quality = pips.quality[own].min(axis=1)
        spread = _ratio(pips.radius[own]) * np.sqrt(_ratio(pips.contrast[own]))
        shapes = pips.stretch[own]
        unlike = np.hypot(*(shapes - shapes.mean(axis=1, keepdims=True)).transpose(2, 0, 1)).max(axis=1)
        # Small pips are measured coarsely; large ones on one face all have one shape.
        spread = spread * (1 - _ramp(unlike, 0.1, 0.4) * _ramp(radius, 2.0, 4.0))
        for name in names:
            lit = np.zeros(9, np.bool_)
            lit[list(_ON[name])] = True
            on = np.clip(seen[:, lit], 0, 1).min(axis=1)
            # A lone pip has nothing but its clean surroundings to speak for it.
            worst = 0.75 if size > 1 else 0.5
            off = seen[:, ~lit].max(axis=1)
            explained = np.where(lit, on_pips, -2)
            odd = (met >= 0) & ~(met[:, :, None] == explained[:, None, :]).any(axis=2)
            unexplained = odd.any(axis=1)
            free = np.where(covered[:, :, lit].any(axis=2), 0.0, uneven)
            body = np.sort(free, axis=1)[:, -3:].mean(axis=1)
            score = _ramp(on, 0.25, 0.7) * (1 - _ramp(off, worst - 0.4, worst)) * _ramp(quality, 0.2, 0.75)
            score = (
                score * (0.25 + 0.75 * _ramp(spread, 0.4, 0.85)) * (0.1 + 0.9 * _ramp(-body, -0.55, -0.15))
            )
            score = np.where(unexplained, score * 0.25, score)
            kept = np.flatnonzero(score >= least)
            if not len(kept):
                continue
            number = np.full(len(kept), -1, np.intp)
            seats = np.stack([number] * 6, axis=1)
            seats[:, : lit.sum()] = on_pips[kept][:, lit]
            part = frames.take(kept)
            parts.append(
                Faces(
                    value=np.full(len(kept), int(name[0]), np.intp),
                    middle=part.middle,
                    u=part.u,
                    v=part.v,
                    edge=np.zeros(len(kept), np.float32),
                    dark=dark[kept],
                    contrast=contrast[kept],
                    radius=radius[kept],
                    on=on[kept],
                    off=off[kept],
                    even=spread[kept],
                    body=body[kept],
                    rim=np.zeros(len(kept), np.float32),
                    plain=score[kept],
                    score=score[kept],
                    pips=seats,
                )
            )
        if not parts:
            return none_of()
        return self._rimmed(Faces.join(parts))

    def _unevenness(self, frames: Frames, dark: NDArray[Any], contrast: Floats) -> Floats:
        """Return how far the face is off its own level at each place between the pips, in contrasts."""
        seen = _sample(self._grey, _spots(frames, _BETWEEN))
        level = np.median(seen, axis=1)
        # Glare on a light face, or a shadow on a dark one, is less suspicious than the other way round.
        away = (seen - level[:, None]) / np.maximum(contrast, 1.0)[:, None]
        towards_pip = np.where(dark[:, None], -away, away)
        return np.maximum(np.maximum(towards_pip, 0), 0.5 * np.maximum(-towards_pip, 0))

    def _rimmed(self, faces: Faces) -> Faces:
        """Fill in the edge and the rim: the share of rays that leave the face's colour where its edge should be."""
        edge, rim = self._square_rim(faces)
        score = faces.score * np.choose(
            np.clip(faces.value, 1, 4) - 1,
            [0.02 + 0.98 * rim, 0.15 + 0.85 * rim, 0.2 + 0.8 * rim, 0.5 + 0.5 * rim],
        )
        return replace(faces, edge=edge, rim=rim, score=score.astype(np.float32))

    def _square_rim(self, faces: Faces) -> tuple[Floats, Floats]:
        count = len(faces)
        u, v = _squared(faces)
        # Rays leave a face at right angles to its four sides, five to a side.
        along = np.array([-0.9, -0.45, 0.0, 0.45, 0.9], np.float32)
        starts: list[tuple[float, float, float, float]] = []
        for t in along:
            starts += [(t, 0, 0, 1), (t, 0, 0, -1), (0, t, 1, 0), (0, t, -1, 0)]
        rays = np.array(starts, np.float32)
        ab = rays[:, None, :2] + rays[:, None, 2:] * _RAY_STEPS[None, :, None]
        spots = _spots_of(faces.middle, u, v, ab.reshape(-1, 2))
        seen = (
            cv2.remap(
                self._colour,
                np.ascontiguousarray(spots[..., 0]),
                np.ascontiguousarray(spots[..., 1]),
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )
            .astype(np.float32)
            .reshape(count, len(rays), len(_RAY_STEPS), 3)
        )
        change = np.abs(seen[:, :, _LAG:] - seen[:, :, :-_LAG]).max(axis=3)
        steps = _RAY_STEPS[:-_LAG] + (_RAY_STEPS[_LAG] - _RAY_STEPS[0]) / 2
        size = (np.hypot(*u.T) + np.hypot(*v.T)) / 2
        # The rims of the pips themselves end before the face does.
        near = np.clip(1.12 + 1.2 * faces.radius / np.maximum(size, 1e-3), _NEAR_EDGE, 1.7)
        inside = (steps >= near[:, None, None]) & (steps <= _FAR_EDGE)
        strength = np.where(inside, change, 0).max(axis=2)
        at = steps[np.where(inside, change, 0).argmax(axis=2)]
        calm = np.median(np.where(steps < near[:, None, None], change, np.nan)[:, :, :3], axis=(1, 2))
        clear = (
            strength > np.maximum(np.maximum(0.04 * faces.contrast, 4.0), 2.0 * np.nan_to_num(calm))[:, None]
        )
        # A side is the median of its rays, the edge the median of the sides that have one.
        rim = clear.mean(axis=1)
        half = np.full(count, 1.85, np.float32)
        enough = rim > 0.25
        weighted = np.where(clear, at, np.nan)
        with np.errstate(all="ignore"):
            half[enough] = np.nanmedian(weighted[enough], axis=1)
        return (2 * half * size).astype(np.float32), rim.astype(np.float32)


def _squared(faces: Faces) -> tuple[Floats, Floats]:
    """Return the faces' steps, those of sixes half way to a square: a six's two rows often lie close together."""
    long, short = np.hypot(*faces.u.T), np.hypot(*faces.v.T)
    grow = np.sqrt(np.maximum(long, 1e-3) / np.maximum(short, 1e-3))
    six = faces.value == 6
    wider_u = np.where(six, np.maximum(1 / grow, 1.0), 1.0)[:, None]
    wider_v = np.where(six, np.maximum(grow, 1.0), 1.0)[:, None]
    return faces.u * wider_u, faces.v * wider_v


def strongest(faces: Faces, most: int) -> Faces:
    """Return the `most` faces with the highest scores, in their old order."""
    if len(faces) <= most:
        return faces
    return faces.take(np.sort(np.argpartition(-faces.score, most)[:most]))


def none_of() -> Faces:
    """Return no faces at all."""
    columns: dict[str, Floats] = {f.name: np.zeros(0, np.float32) for f in fields(Faces)}
    columns |= {name: np.zeros((0, 2), np.float32) for name in ("middle", "u", "v")}
    columns |= {
        "value": np.zeros(0, np.intp),
        "pips": np.zeros((0, 6), np.intp),
        "dark": np.zeros(0, np.bool_),
    }
    return Faces(**columns)


def _spots(frames: Frames, ab: Floats) -> Floats:
    return _spots_of(frames.middle, frames.u, frames.v, ab)


def _spots_of(middle: Floats, u: Floats, v: Floats, ab: Floats) -> Floats:
    a, b = ab[:, 0], ab[:, 1]
    x = middle[:, :1] + u[:, :1] * a + v[:, :1] * b
    y = middle[:, 1:] + u[:, 1:] * a + v[:, 1:] * b
    return np.stack([x, y], axis=-1).astype(np.float32, copy=False)


def _sample(picture: Floats, spots: Floats) -> Floats:
    return cv2.remap(
        picture,
        np.ascontiguousarray(spots[..., 0]),
        np.ascontiguousarray(spots[..., 1]),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )


def _ramp(value: Floats, low: float, high: float) -> Floats:
    return np.clip((value - low) / (high - low), 0.0, 1.0)


def _ratio(values: Floats) -> Floats:
    return values.min(axis=1) / np.maximum(values.max(axis=1), 1e-6)
