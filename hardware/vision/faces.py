"""Faces: how well each frame agrees with each value, on and off, body and boundary."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.lattices import Frames, PipMap
from hardware.vision.medians import row_medians
from hardware.vision.pips import Pips
from hardware.vision.rims import rims
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
#: Which of the nine places are on, by the name of a face.
_LIT = {name: np.isin(np.arange(9), on) for name, on in _ON.items()}
VARIANTS = {1: ("1",), 2: ("2", "3"), 4: ("4", "5", "6", "6 across")}


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

    def corners(self) -> Floats:
        """Return the faces' corners (N x 4 x 2), clockwise as they are seen."""
        half = self.edge / np.maximum(np.hypot(*self.u.T) + np.hypot(*self.v.T), 1e-6)
        turned = self.u[:, 0] * self.v[:, 1] < self.u[:, 1] * self.v[:, 0]
        u = self.u * half[:, None]
        v = self.v * np.where(turned, -half, half)[:, None]
        middle = self.middle
        return np.stack([middle - u - v, middle + u - v, middle + u + v, middle - u + v], axis=1)

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

    def judge(self, frames: Frames, least: float = 0.12) -> Faces:
        """Return the faces, one at most for each frame and value, that score at least `least`."""
        if not len(frames):
            return none_of()
        seen = self._seen(frames)
        even, sound = self._evenness(frames)
        size = frames.pips.shape[1]
        # A lone pip has nothing but its clean surroundings to speak for it.
        worst = 0.75 if size > 1 else 0.5
        numbers, lits, scores = [], [], []
        for name in VARIANTS[size]:
            lit = _LIT[name]
            fit = sound * _ramp(seen[:, lit].min(axis=1), 0.25, 0.7)
            fit = fit * (1 - _ramp(seen[:, ~lit].max(axis=1), worst - 0.4, worst))
            number = np.flatnonzero(fit >= least)
            numbers.append(number)
            lits.append(np.broadcast_to(lit, (len(number), 9)))
            scores.append(fit[number])
        number, lit = np.concatenate(numbers), np.concatenate(lits)
        if not len(number):
            return none_of()
        faces = self._faces(frames.take(number), seen[number], lit, even[number], np.concatenate(scores))
        return self._rimmed(faces.take(np.flatnonzero(faces.score >= least)))

    def _evenness(self, frames: Frames) -> tuple[Floats, Floats]:
        """Return how alike a frame's own pips are, and what that and their quality make of its score."""
        pips, own = self._pips, frames.pips
        even = _ratio(pips.radius[own]) * np.sqrt(_ratio(pips.contrast[own]))
        shapes = pips.stretch[own]
        unlike = np.hypot(*(shapes - shapes.mean(axis=1, keepdims=True)).transpose(2, 0, 1)).max(axis=1)
        # Small pips are measured coarsely; large ones on one face all have one shape.
        even = even * (1 - _ramp(unlike, 0.1, 0.4) * _ramp(pips.radius[own].mean(axis=1), 2.0, 4.0))
        quality = _ramp(pips.quality[own].min(axis=1), 0.2, 0.75)
        return even, quality * (0.25 + 0.75 * _ramp(even, 0.4, 0.85))

    def _seen(self, frames: Frames) -> Floats:
        """Return how much of a pip there is at each of the nine places, in shares of the frame's own pips."""
        pips, own = self._pips, frames.pips
        spots = _spots(frames, PLACES)
        radius = np.repeat(pips.radius[own].mean(axis=1)[:, None], 9, 1)
        dark = np.repeat(pips.dark[own[:, 0]][:, None], 9, 1)
        answer = self._space.response(spots[..., 0], spots[..., 1], radius, dark)
        return np.asarray(answer / np.maximum(row_medians(pips.response[own])[:, None], 1e-3))

    def _faces(self, frames: Frames, seen: Floats, lit: NDArray[Any], even: Floats, score: Floats) -> Faces:
        """Return the faces of frames and the places that are on in them (N x 9); `score` is so far."""
        pips, own = self._pips, frames.pips
        dark = pips.dark[own[:, 0]]
        radius = pips.radius[own].mean(axis=1)
        contrast = row_medians(pips.contrast[own])
        spots = _spots(frames, PLACES)
        there = self._where.at(spots[..., 0], spots[..., 1], np.repeat(dark[:, None], 9, 1))
        there = np.where(lit, there, -1)
        body = self._unevenness(frames, dark, contrast, np.where(lit[..., None], spots, np.inf), radius)
        odd = self._unexplained(frames, dark, contrast, radius, there)
        score = score * (0.1 + 0.9 * _ramp(-body, -0.55, -0.15))
        score = np.where(odd, score * 0.25, score)
        # The places that are on come first, in their order.
        places = np.argsort(~lit, axis=1, kind="stable")[:, :6]
        return Faces(
            value=lit.sum(axis=1),
            middle=frames.middle,
            u=frames.u,
            v=frames.v,
            edge=np.zeros(len(frames), np.float32),
            dark=dark,
            contrast=contrast,
            radius=radius,
            on=np.clip(np.where(lit, seen, np.inf).min(axis=1), 0, 1),
            off=np.where(lit, 0, seen).max(axis=1),
            even=even,
            body=body,
            rim=np.zeros(len(frames), np.float32),
            plain=score,
            score=score,
            pips=np.take_along_axis(there, places, axis=1),
        )

    def _unexplained(
        self, frames: Frames, dark: NDArray[Any], contrast: Floats, radius: Floats, there: Ints
    ) -> NDArray[Any]:
        """Say which frames have another pip on the same face than those at the places `there`."""
        pips, own = self._pips, frames.pips
        around = _AROUND
        if own.shape[1] == 1:
            # Which way a lone pip's face lies is not known, so only what is on it either way counts.
            around = around[np.hypot(around[:, 0], around[:, 1]) < 1.5]
        spots = _spots(frames, around)
        met = self._where.at(spots[..., 0], spots[..., 1], np.repeat(dark[:, None], len(around), 1))
        size = pips.radius[met] / radius[:, None]
        strange = (met >= 0) & (pips.quality[met] > 0.5) & (size > 0.6) & (size < 1.6)
        strange &= pips.contrast[met] > 0.45 * contrast[:, None]
        # A pip of quite another shape belongs to a side face.
        other = np.hypot(*(pips.stretch[met] - pips.stretch[own].mean(axis=1)[:, None]).transpose(2, 0, 1))
        strange &= (other < 0.3) | (radius < 3.0)[:, None]
        row, column = np.nonzero(strange)
        unknown = ~(met[row, column][:, None] == there[row]).any(axis=1)
        odd = np.zeros(len(frames), np.bool_)
        odd[row[unknown]] = True
        return odd

    def _unevenness(
        self, frames: Frames, dark: NDArray[Any], contrast: Floats, lit: Floats, radius: Floats
    ) -> Floats:
        """Return how far a face is off its own level between its pips (N x 9 x 2 `lit`), in contrasts."""
        spots = _spots(frames, _BETWEEN)
        seen = _sample(self._grey, spots)
        level = row_medians(seen)
        # Glare on a light face, or a shadow on a dark one, is less suspicious than the other way round.
        away = (seen - level[:, None]) / np.maximum(contrast, 1.0)[:, None]
        towards_pip = np.where(dark[:, None], -away, away)
        uneven = np.maximum(towards_pip, -0.5 * towards_pip)
        # A place between two pips says nothing where it lies on the rim of one of them.
        gap = spots[:, :, None] - lit[:, None, :]
        reach = (1.4 * radius + 0.7)[:, None, None]
        covered = (gap[..., 0] ** 2 + gap[..., 1] ** 2 < reach * reach).any(axis=2)
        worst = np.partition(np.where(covered, 0.0, uneven), -3, axis=1)[:, -3:]
        return np.asarray(worst.mean(axis=1))

    def _rimmed(self, faces: Faces) -> Faces:
        """Fill in the edge, and the rim: the share of rays that leave the face's colour where it ends."""
        if not len(faces):
            return faces
        edge, rim = rims(self._colour, faces)
        score = faces.score * np.choose(
            np.clip(faces.value, 1, 4) - 1,
            [0.02 + 0.98 * rim, 0.15 + 0.85 * rim, 0.2 + 0.8 * rim, 0.5 + 0.5 * rim],
        )
        return replace(faces, edge=edge, rim=rim, score=score.astype(np.float32))


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
    spots = np.empty((len(middle), len(ab), 2), np.float32)
    for axis in (0, 1):
        spots[..., axis] = middle[:, axis, None] + u[:, axis, None] * a + v[:, axis, None] * b
    return spots


def _sample(picture: Floats, spots: Floats) -> Floats:
    return cv2.remap(
        picture,
        np.ascontiguousarray(spots[..., 0]),
        np.ascontiguousarray(spots[..., 1]),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )


def _ramp(value: Floats, low: float, high: float) -> Floats:
    # For arrays as small as these np.clip takes several times longer.
    return np.asarray(np.minimum(np.maximum((value - low) / (high - low), 0.0), 1.0))


def _ratio(values: Floats) -> Floats:
    return np.asarray(values.min(axis=1) / np.maximum(values.max(axis=1), 1e-6))
