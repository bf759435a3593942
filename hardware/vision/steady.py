"""Steadying: a throw counts when nothing moves any more and several frames say the same.

Pure and deterministic: it is fed with frames, their times and what was read in them, and keeps no clock.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.camera import Frame
from hardware.vision.reading import Doubt, Reading

#: Size of the grey copy that motion is looked for in: one cell averages some 64 pixels of a frame.
_COPY = (160, 90)
#: A cell has changed when it differs by this many levels; fewer changed cells than this are noise.
_LEVELS = 9.0
_CELLS = 4
#: When the very picture that was at rest is back after no longer than this, frames between were spoilt: torn,
#: or badly exposed.
SPOILT_MS = 450


class Phase(StrEnum):
    """How far a throw has come to rest."""

    MOVING = "moving"
    SETTLING = "settling"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class Steadied:
    """What is known after a frame.

    `reading` is the settled one (accepted, or doubtful with its reason), or before that the latest one,
    never accepted.  `fresh` is true once for each settled reading: on the frame that settled it.
    """

    phase: Phase
    reading: Reading | None = None
    fresh: bool = False


@dataclass(slots=True)
class _Rest:
    """A table at rest: its grey copy, since when, the latest readings of it, and what they settled on."""

    copy: NDArray[np.float32]
    since: int
    readings: deque[Reading]
    settled: Reading | None = None


class Steady:
    """Follows one table.  `quiet_ms`: how long nothing must move; `agreeing`: how many accepted frames must
    say the same; `patience_ms`: after how long at rest a doubtful reading is handed on as doubtful."""

    def __init__(
        self, *, quiet_ms: int = 250, agreeing: int = 3, patience_ms: int = 1800, window: int = 9
    ) -> None:
        if agreeing < 1 or window < agreeing:
            raise ValueError("At least one frame must agree, and the window must hold the agreeing frames.")
        self._quiet_ms = quiet_ms
        self._agreeing = agreeing
        self._patience_ms = patience_ms
        self._window = window
        self._before: NDArray[np.float32] | None = None
        self._rest: _Rest | None = None
        self._lost: tuple[int, _Rest] | None = None

    def arm(self) -> None:
        """Forget everything: the next frames are looked at as a table never seen before."""
        self._before = None
        self._rest = None
        self._lost = None

    def feed(self, frame: Frame, reading: Reading | None) -> Steadied:
        """Return what is known after this frame; `reading` is None when the frame was not read."""
        if frame.still:
            return self._still(reading)
        copy = grey_copy(frame.image)
        before, self._before = self._before, copy
        rest = self._rest
        if rest is None and self._came_back(copy, frame.at_ms):
            # The spoilt frame before this one is nothing to compare it with.
            rest, before = self._rest, None
        # What moves slowly never differs between two frames, so the first frame at rest is compared as well.
        if any(old is not None and changed(old, copy) for old in (before, rest.copy if rest else None)):
            if rest is not None and frame.at_ms - rest.since >= self._quiet_ms:
                self._lost = frame.at_ms, rest
            self._rest = None
            return Steadied(Phase.MOVING, _unaccepted(reading, Doubt.MOVING))
        if rest is None:
            rest = self._rest = _Rest(copy, frame.at_ms, deque(maxlen=self._window))
        if rest.settled is not None:
            return Steadied(Phase.SETTLED, rest.settled)
        if reading is not None:
            rest.readings.append(reading)
        verdict = self._verdict(rest.readings, frame.at_ms - rest.since)
        if verdict is None:
            return Steadied(Phase.SETTLING, _unaccepted(reading, Doubt.MOVING))
        rest.settled = verdict
        return Steadied(Phase.SETTLED, verdict, fresh=True)

    def _came_back(self, copy: NDArray[np.float32], at_ms: int) -> bool:
        """Take up again the rest that was lost, when the picture is the very same again soon enough."""
        if self._lost is None:
            return False
        since, rest = self._lost
        soon = at_ms - since <= SPOILT_MS
        if soon and changed(rest.copy, copy):
            return False
        self._lost = None
        if soon:
            self._rest = rest
        return soon

    def _still(self, reading: Reading | None) -> Steadied:
        if reading is None:
            return Steadied(Phase.SETTLING)
        self.arm()
        return Steadied(Phase.SETTLED, reading, fresh=True)

    def _verdict(self, readings: Sequence[Reading], quiet: int) -> Reading | None:
        """Return the reading that frames at rest agree on, a doubtful one when patience ends, else None.

        Readings that were only glances (not confirmed, so `Doubt.MOVING`) cannot decide by themselves, but
        those of other frames count beside a confirmed one that says the same.  One that takes a die for
        cocked speaks against its values as one of other values does: better frames make a die sharper, but
        no flatter.
        """
        looks = [reading for reading in readings if reading.doubt is not Doubt.MOVING]
        if quiet < self._quiet_ms or not looks:
            return None
        accepted = Counter(reading.values for reading in looks if reading.accepted)
        if accepted:
            value, votes = accepted.most_common(1)[0]
            glances = sum(r.values == value for r in readings if r.doubt is Doubt.MOVING)
            against = sum(reading.values != value or reading.doubt is Doubt.COCKED for reading in looks)
            if votes + glances >= self._agreeing and 3 * against <= votes:
                return _best(looks, value, accepted=True)
        if quiet < self._patience_ms or len(readings) < self._agreeing:
            return None
        if len(accepted) > 1:
            return _unaccepted(_best(looks, accepted.most_common(1)[0][0], accepted=True), Doubt.DISAGREE)
        tally = Counter(reading.values for reading in looks)
        seen = Counter({value: votes for value, votes in tally.items() if value})
        # What some frames show and others do not lies there, and people are asked what it is.
        value, votes = (seen if 2 * seen.total() >= tally[()] and seen else tally).most_common(1)[0]
        best = _best(looks, value, accepted=False)
        if best.accepted or best.doubt is None:
            cocked = any(reading.doubt is Doubt.COCKED for reading in looks)
            return _unaccepted(best, Doubt.COCKED if cocked else Doubt.DISAGREE)
        return best


def _best(looks: Sequence[Reading], value: tuple[str, ...], *, accepted: bool) -> Reading:
    alike = [r for r in looks if r.values == value and (r.accepted or not accepted)]
    return max(alike, key=lambda reading: reading.confidence)


def changed(before: NDArray[np.float32], after: NDArray[np.float32]) -> bool:
    """Say whether two grey copies differ by more than noise and a change of the light.

    Lamps on the mains flicker while a sensor takes its rows one after the other, so that light comes and goes
    in bands: each row is freed of what the most of it has changed by.
    """
    difference = after - before
    difference -= np.median(difference, axis=1, keepdims=True)
    return int(np.count_nonzero(np.abs(difference) > _LEVELS)) >= _CELLS


def grey_copy(image: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the small grey copy (90 x 160, float32) that motion is looked for in."""
    if image.size == 0:
        raise ValueError("The picture has no pixels.")
    small = cv2.resize(image, _COPY, interpolation=cv2.INTER_AREA)
    grey = small if small.ndim == 2 else cv2.cvtColor(small[:, :, :3], cv2.COLOR_BGR2GRAY)
    return grey.astype(np.float32)


def _unaccepted(reading: Reading | None, doubt: Doubt) -> Reading | None:
    return None if reading is None else replace(reading, accepted=False, doubt=doubt)
