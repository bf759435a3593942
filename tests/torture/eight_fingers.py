"""Eight seats whose fingers press their buttons ten times a second, on contacts that bounce."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hardware.buttons import SEAT_BUTTONS, PressQueue
from hardware.press_detection import PressDetector

Edge = tuple[int, str, bool]
#: What bounces for so long at most is no press; a finger stays down and up longer than that.
_BOUNCE_MS = 8


class Fingers:
    """All presses of all seats, frame by frame; `meant` counts what the fingers have done so far."""

    def __init__(self, seed: int, queue: PressQueue, seats: int = 8) -> None:
        self.meant = 0
        self.now_ms = 0
        self._queue = queue
        self._detector = PressDetector()
        self._fingers = [self._finger(name, random.Random(f"{seed} {name}")) for name in SEAT_BUTTONS[:seats]]
        self._next = [next(finger) for finger in self._fingers]

    def frame(self, ms: int = 16) -> None:
        """Let a frame's time pass: the edges that fall into it reach the queue as presses."""
        end = self.now_ms + ms
        edges: list[Edge] = []
        for number, finger in enumerate(self._fingers):
            while self._next[number][0] <= end:
                edges.append(self._next[number])
                self._next[number] = next(finger)
        for at, button, down in sorted(edges):
            self._detector.edge(button, down, at)
        for press in self._detector.tick(end):
            assert press.act == "press"
            self._queue.put(press)
        self.now_ms = end

    def _finger(self, name: str, chance: random.Random) -> Iterator[Edge]:
        at = chance.randint(1, 100)
        while True:
            up = at + chance.randint(40, 55)
            yield from self._bouncing(name, at, True, chance)
            yield from self._bouncing(name, up, False, chance)
            self.meant += 1
            at = max(up + 35, at + 100 + chance.randint(-5, 5))

    @staticmethod
    def _bouncing(name: str, at: int, down: bool, chance: random.Random) -> Iterator[Edge]:
        yield at, name, down
        end = at + _BOUNCE_MS
        for _ in range(chance.randint(0, 3)):
            at += chance.randint(1, 2)
            if at + 1 >= end:
                return
            yield at, name, not down
            at += 1
            yield at, name, down
