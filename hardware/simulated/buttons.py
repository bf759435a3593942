"""Fingers on simulated buttons: edges that bounce and glitch, run through the real press detection."""

from __future__ import annotations

import random

from hardware.buttons import BUTTONS, Press, PressQueue
from hardware.monotonic import Milliseconds, monotonic_ms
from hardware.press_detection import PressDetector, Timing

Edge = tuple[int, str, bool]

# Contacts of a worn button bounce for some milliseconds; what is stable for this long is none.
_BOUNCE_MS = 8


class SimulatedButtons:
    """A `Buttons` backend whose presses are made by calls; `seed` decides every bounce and glitch.

    A call plays its whole trace at once, beginning now (or when the trace before it has ended), so its
    presses are in the queue when it returns.  Raises `ValueError` for a name that is no button.
    """

    def __init__(
        self, queue: PressQueue, seed: int, now_ms: Milliseconds = monotonic_ms, timing: Timing | None = None
    ) -> None:
        self._queue = queue
        self._random = random.Random(f"buttons/{seed}")
        self._now_ms = now_ms
        self._timing = timing or Timing()
        self._detector = PressDetector(timing=self._timing)
        self._free_ms = now_ms()
        self._closed = False
        self.edges: list[Edge] = []
        #: How often a contact has bounced or opened for a moment under a finger.
        self.bounces = 0

    @property
    def say(self) -> str:
        """One line for the diagnosis."""
        return "simulated buttons"

    def press(self, button: str) -> tuple[Press, ...]:
        """Press a button as people do, for 60 to 250 ms; return what the press detection made of it."""
        return self._play([button], self._random.randint(60, 250))

    def hold(self, button: str) -> tuple[Press, ...]:
        """Hold a button somewhat longer than its hold time."""
        return self._play([button], self._timing.hold_of(button) + self._random.randint(60, 300))

    def chord(self, *buttons: str, hold: bool = False) -> tuple[Press, ...]:
        """Press, or hold, several buttons together, not quite at the same moment."""
        long = self._random.randint(150, 300)
        if hold:
            known = [chord for chord in self._timing.chords if set(chord.split("+")) == set(buttons)]
            long += self._timing.hold_of(known[0] if known else buttons[0])
        return self._play(list(buttons), long)

    def glitch(self, button: str) -> tuple[Press, ...]:
        """Let a wire pick up some spikes without a finger near it."""
        self._check(button)
        at, edges = self._begin(), []
        for _ in range(self._random.randint(1, 4)):
            long = self._random.randint(1, _BOUNCE_MS)
            edges += [(at, button, True), (at + long, button, False)]
            at += long + self._random.randint(5, 40)
        return self._run(edges)

    def stick(self, button: str) -> tuple[Press, ...]:
        """Let a button get stuck: it goes down and stays down until `come_loose`."""
        self._check(button)
        return self._run(self._bouncing(button, self._begin(), True))

    def come_loose(self, button: str) -> tuple[Press, ...]:
        """Let a stuck button go."""
        self._check(button)
        return self._run(self._bouncing(button, self._begin(), False))

    def close(self) -> None:
        """No press comes afterwards."""
        self._closed = True

    def _check(self, button: str) -> None:
        if button not in BUTTONS:
            raise ValueError(f"no such button: {button}")

    def _begin(self) -> int:
        return max(self._now_ms(), self._free_ms)

    def _play(self, buttons: list[str], long: int) -> tuple[Press, ...]:
        for button in buttons:
            self._check(button)
        begin, edges = self._begin(), []
        for number, button in enumerate(buttons):
            down = begin + (self._random.randint(0, 40) if number else 0)
            up = begin + long + (self._random.randint(0, 40) if number else 0)
            edges += self._bouncing(button, down, True)
            # Now and then a contact opens for a moment under the finger.
            if self._random.random() < 0.3 and long > 60:
                loose = self._random.randint(down + 25 + _BOUNCE_MS, up - 10)
                edges += [(loose, button, False), (loose + self._random.randint(1, 4), button, True)]
                self.bounces += 1
            edges += self._bouncing(button, up, False)
        return self._run(sorted(edges, key=lambda edge: edge[0]))

    def _bouncing(self, button: str, at: int, down: bool) -> list[Edge]:
        edges: list[Edge] = [(at, button, down)]
        for _ in range(self._random.randint(0, 4)):
            step = self._random.randint(1, 3)
            if at + step - edges[0][0] + 2 > _BOUNCE_MS:
                break
            edges += [(at + step, button, not down), (at + step + 1, button, down)]
            at += step + 1
        self.bounces += len(edges) > 1
        return edges

    def _run(self, edges: list[Edge]) -> tuple[Press, ...]:
        if self._closed:
            return ()
        presses: list[Press] = []
        for at, button, down in edges:
            self.edges.append((at, button, down))
            self._detector.edge(button, down, at)
            presses += self._detector.tick(at)
        end = edges[-1][0]
        while (due := self._detector.next_due()) is not None:
            end = max(end, due)
            presses += self._detector.tick(end)
        del self.edges[:-1000]
        self._free_ms = end + self._random.randint(30, 90)
        for press in presses:
            self._queue.put(press)
        return tuple(presses)
