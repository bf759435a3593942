"""Tokens on the move: walking space by space, going to a party, or being taken to the Woodpile."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.kiosk.motion import clamp, ease_both

Spot = tuple[float, float]

#: How long one space takes, and a journey that does not go space by space.
STEP_MS = 150
CARRIED_MS = 800
#: A party is reached within this time, however far it is.
PARTY_MS = 1600


@dataclass(frozen=True, slots=True)
class Walk:
    """A token's way over the board from the monotonic time `begins`.

    It stands on `start` before that, takes `step_ms` for each of the `steps` (spaces), and is done after the
    last one.  One that is `carried` goes straight instead of hopping.
    """

    seat: str
    start: int
    steps: tuple[int, ...]
    begins: int
    step_ms: int
    carried: bool = False

    @property
    def ends(self) -> int:
        return self.begins + self.step_ms * len(self.steps)

    def at(self, now: int, centre: Callable[[int], Spot], hop: float) -> Spot:
        """Return where the token is; `centre` says where a space is, `hop` how high it jumps in pixels."""
        if now <= self.begins or not self.steps:
            return centre(self.start)
        passed = (now - self.begins) / self.step_ms
        step = int(passed)
        if step >= len(self.steps):
            return centre(self.steps[-1])
        one = centre(self.start if step == 0 else self.steps[step - 1])
        other = centre(self.steps[step])
        share = clamp(passed - step)
        along = ease_both(share)
        x, y = one[0] + (other[0] - one[0]) * along, one[1] + (other[1] - one[1]) * along
        return x, y - math.sin(math.pi * share) * (hop * 3 if self.carried else hop)


def step_by_step(seat: str, start: int, steps: Sequence[int], begins: int) -> Walk:
    """A move by throw, space by space."""
    return Walk(seat, start, tuple(steps), begins, STEP_MS)


def carried(seat: str, start: int, to: int, begins: int) -> Walk:
    """A journey by a card or to the Woodpile, straight there."""
    return Walk(seat, start, (to,), begins, CARRIED_MS, carried=True)


def to_party(seat: str, start: int, steps: Sequence[int], begins: int) -> Walk:
    """A walk to a party, faster the farther it is."""
    return Walk(seat, start, tuple(steps), begins, max(40, min(STEP_MS, PARTY_MS // max(1, len(steps)))))


class Walks:
    """All tokens that are on the move or will be."""

    def __init__(self) -> None:
        self._walks: list[Walk] = []

    def __bool__(self) -> bool:
        return bool(self._walks)

    def add(self, walk: Walk) -> int:
        """Let a token walk; returns when it will be there."""
        if walk.steps:
            self._walks.append(walk)
        return walk.ends

    def clear(self) -> None:
        """Let everybody be there."""
        self._walks.clear()

    def over(self, now: int) -> bool:
        """Forget those whose last walk is done; return whether there were any."""
        last = {walk.seat: walk.ends for walk in self._walks}
        kept = [walk for walk in self._walks if last[walk.seat] > now]
        done = len(kept) != len(self._walks)
        self._walks = kept
        return done

    @property
    def seats(self) -> frozenset[str]:
        """Who is on the move."""
        return frozenset(walk.seat for walk in self._walks)

    def current(self, seat: str, now: int) -> Walk | None:
        """Return the walk that a token is on: the last one that has begun, or the first that will."""
        own = [walk for walk in self._walks if walk.seat == seat]
        begun = [walk for walk in own if walk.begins <= now]
        return begun[-1] if begun else own[0] if own else None
