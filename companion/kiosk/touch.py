"""Touch: one tap for one meant touch, whatever the panel and the driver make of it.

A touch arrives as finger events, as mouse events made from them, or as both, sometimes twice; a worn
panel delivers one finger as a whole series of downs and ups.  All of these come at nearly the same
place with hardly a pause, and that is how they are told from a second touch.
"""

from __future__ import annotations

from dataclasses import dataclass

#: A touch that comes this soon after the last sign of one at the same place is the same one.
SAME_MS = 90
#: "The same place", in pixels of a screen 720 pixels high.
SAME_PLACE = 56
_MOST_SPOTS = 10


@dataclass(slots=True)
class _Spot:
    x: int
    y: int
    last_ms: int


class Touch:
    """Tells taps from their twins.  Feed it every down and up; a down that is meant gives True."""

    def __init__(self, height: int) -> None:
        self._near = SAME_PLACE * height / 720
        self._spots: list[_Spot] = []

    def down(self, at: tuple[int, int], ms: int) -> bool:
        """Take a finger or a mouse button going down; return whether it is a new tap."""
        spot = self._find(at, ms)
        if spot is not None:
            spot.last_ms = ms
            return False
        self._spots.append(_Spot(*at, ms))
        del self._spots[:-_MOST_SPOTS]
        return True

    def up(self, at: tuple[int, int], ms: int) -> None:
        """Take a finger or a mouse button going up."""
        spot = self._find(at, ms, any_age=True)
        if spot is not None:
            spot.last_ms = ms

    def _find(self, at: tuple[int, int], ms: int, any_age: bool = False) -> _Spot | None:
        for spot in reversed(self._spots):
            fresh = any_age or ms - spot.last_ms <= SAME_MS
            if fresh and abs(spot.x - at[0]) <= self._near and abs(spot.y - at[1]) <= self._near:
                return spot
        return None


class Corners:
    """Two fingers that rest in the two upper corners for long: the operator's way by touch."""

    #: How large a corner is, as shares of the screen, and for how long it is held, in milliseconds.
    WIDE, HIGH, HOLD_MS = 0.14, 0.2, 4000

    def __init__(self, size: tuple[int, int]) -> None:
        self._wide, self._high = size[0] * self.WIDE, size[1] * self.HIGH
        self._far = size[0] - self._wide
        self._fingers: dict[int, tuple[int, int]] = {}
        self._since: int | None = None

    def finger(self, number: int, at: tuple[int, int] | None, ms: int) -> None:
        """Take where a finger is now; None where it has been lifted."""
        if at is None:
            self._fingers.pop(number, None)
        elif number in self._fingers or len(self._fingers) < _MOST_SPOTS:
            self._fingers[number] = at
        places = sorted(self._corner(x, y) for x, y in self._fingers.values())
        if places != ["left", "right"]:
            self._since = None
        elif self._since is None:
            self._since = ms

    def held(self, ms: int) -> bool:
        """Return, once, that both corners have been held for long enough."""
        if self._since is None or ms - self._since < self.HOLD_MS:
            return False
        self._since = None
        self._fingers.clear()
        return True

    def _corner(self, x: int, y: int) -> str:
        if y > self._high:
            return "none"
        return "left" if x < self._wide else "right" if x > self._far else "none"
