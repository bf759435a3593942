"""From edges to meant presses: debounce, hold and chords as pure code.

The rule, once and for all buttons:

- A level counts when it has not changed for `stable_ms`, on the way down as on the way up.
  Anything shorter is a bounce or a glitch.
- A button that is *instant* reports its press as soon as it is stably down.
- Every other button may be held, so its press is known only when it is let go: a release before
  the hold time is a press, reaching the hold time is a hold, and a button gives exactly one of
  the two each time it goes down.  A contact that bounces on the way up was let go at its first
  bounce.
- The two buttons of a chord that go down within `chord_ms` of each other, and are down together,
  give one press or hold of the chord by the same rule (it ends when either is let go) and
  nothing of their own until they have been let go.
- Two instant buttons of a joint that are down together for its time give one hold of the joint besides
  the presses that they have given already; it takes nothing away from them.

Time is the time stamps' alone: the same edges give the same presses whenever they are looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from hardware.buttons import BUTTONS, Act, Press

STUCK_MS = 20_000


@dataclass(frozen=True, slots=True)
class Timing:
    """The times of a set of buttons, all in milliseconds.

    `holds` overrides `hold_ms` for single buttons and chords.  `instant` buttons have no hold and
    take part in no chord.  Raises `ValueError` when the times contradict each other.
    """

    stable_ms: int = 20
    hold_ms: int = 800
    chord_ms: int = 400
    holds: Mapping[str, int] = field(default_factory=lambda: {"ok": 2000, "ok+back": 3000})
    instant: frozenset[str] = frozenset({"up", "down"})
    chords: tuple[str, ...] = ("ok+back",)
    joints: Mapping[str, int] = field(default_factory=lambda: {"up+down": 4000})

    def __post_init__(self) -> None:
        if self.stable_ms < 0:
            raise ValueError("stable_ms must not be negative")
        shortest = min([self.hold_ms, *self.holds.values()])
        if not self.stable_ms < self.chord_ms < shortest - self.stable_ms:
            raise ValueError("stable_ms, chord_ms and the shortest hold must grow in this order")
        for chord in self.chords:
            pair = chord.split("+")
            if len(pair) != 2 or pair[0] == pair[1]:
                raise ValueError(f"a chord is two different buttons, not {chord!r}")
            if self.instant.intersection(pair):
                raise ValueError(f"an instant button cannot be part of the chord {chord!r}")

    def hold_of(self, button: str) -> int:
        """Return after how many milliseconds a button or chord is held."""
        return self.holds.get(button, self.hold_ms)


@dataclass(slots=True)
class _Button:
    raw: bool = False
    raw_since: int = 0
    down: bool = False
    down_at: int = 0
    # When the level left being down for good, or may have: the first bounce of the way up.
    left_at: int = 0
    # True when what this going down meant has been reported, or belongs to a chord.
    told: bool = True


@dataclass(slots=True)
class _Chord:
    pair: tuple[str, str]
    on: bool = False
    down_at: int = 0
    told: bool = True


class PressDetector:
    """Feed it edges and the time; take the presses out.  Not safe to share between threads.

    Time stamps are monotonic milliseconds; one that lies before an earlier one is taken as that
    one, since drivers' threads may hand over their edges slightly out of order.
    """

    def __init__(self, buttons: Iterable[str] = BUTTONS, timing: Timing | None = None) -> None:
        self._timing = timing or Timing()
        self._buttons = {name: _Button() for name in buttons}
        self._chords: dict[str, _Chord] = {}
        for chord in self._timing.chords:
            first, second = chord.split("+")
            if first in self._buttons and second in self._buttons:
                self._chords[chord] = _Chord((first, second))
        #: Which joints have been told of since their buttons went down.
        self._joints = {
            joint: False for joint in self._timing.joints if {*joint.split("+")} <= {*self._buttons}
        }
        self._now = 0
        self._presses: list[Press] = []

    def begin(self, down: Iterable[str], ms: int) -> None:
        """Say which buttons are already down at the start: they mean nothing until let go."""
        self._now = max(self._now, ms)
        for name in down:
            self._buttons[name] = _Button(raw=True, raw_since=self._now, down=True, down_at=self._now)

    def edge(self, button: str, down: bool, ms: int) -> None:
        """Take a change of level, or the repetition of one; raises `KeyError` for an unknown button."""
        state = self._buttons[button]
        self._advance(ms)
        if state.raw != down:
            if not down and self._now - state.raw_since >= self._timing.stable_ms:
                state.left_at = self._now
            state.raw = down
            state.raw_since = self._now

    def tick(self, ms: int) -> list[Press]:
        """Go on to a time and take all presses known by then, in the order in which they became known."""
        self._advance(ms)
        presses, self._presses = self._presses, []
        return presses

    def forget(self, ms: int) -> None:
        """Take everything as let go without any press, as when a window loses the keyboard."""
        self._advance(ms)
        for name in self._buttons:
            self._buttons[name] = _Button(raw_since=self._now)
        for chord in self._chords.values():
            chord.on, chord.told = False, True
        self._joints = dict.fromkeys(self._joints, False)

    def next_due(self) -> int | None:
        """Return the time at which something would happen without a further edge, or None."""
        due = self._next()
        return None if due is None else due[0]

    @property
    def down(self) -> tuple[str, ...]:
        """The buttons that are stably down."""
        return tuple(name for name, state in self._buttons.items() if state.down)

    def stuck(self, ms: int, after_ms: int = STUCK_MS) -> tuple[str, ...]:
        """Return the buttons that have been down without a break for `after_ms`."""
        return tuple(
            name
            for name, state in self._buttons.items()
            if state.down and state.raw and ms - state.down_at >= after_ms
        )

    def _advance(self, ms: int) -> None:
        ms = max(ms, self._now)
        while (due := self._next()) is not None and due[0] <= ms:
            at, what, name = due
            if what == "level":
                self._settle(name, at)
            elif what == "hold":
                self._tell(name, "hold")
            elif what == "joint":
                self._joints[name] = True
                self._presses.append(Press(name, "hold", max(self._downs(name))))
            else:
                self._tell_chord(name, "hold")
        self._now = ms

    def _next(self) -> tuple[int, str, str] | None:
        """Return the earliest thing that is going to happen by itself: when, what and to whom.

        A hold waits while the level is in doubt: whether the finger left before the hold time is
        known only when the level has settled.
        """
        earliest: tuple[int, str, str] | None = None
        for name, state in self._buttons.items():
            if state.raw != state.down:
                due = (state.raw_since + self._timing.stable_ms, "level", name)
                if earliest is None or due < earliest:
                    earliest = due
            if state.down and state.raw and not state.told:
                due = (self._reached(state.down_at + self._timing.hold_of(name), state), "hold", name)
                if earliest is None or due < earliest:
                    earliest = due
        for name, chord in self._chords.items():
            pair = [self._buttons[part] for part in chord.pair]
            if chord.on and not chord.told and all(part.raw for part in pair):
                at = self._reached(chord.down_at + self._timing.hold_of(name), *pair)
                due = (at, "hold of chord", name)
                if earliest is None or due < earliest:
                    earliest = due
        for name, told in self._joints.items():
            parts = [self._buttons[part] for part in name.split("+")]
            if not told and all(part.down and part.raw for part in parts):
                at = self._reached(max(self._downs(name)) + self._timing.joints[name], *parts)
                due = (at, "joint", name)
                if earliest is None or due < earliest:
                    earliest = due
        return earliest

    def _reached(self, ms: int, *parts: _Button) -> int:
        """Return when it is certain that the parts were down at a time: not while one may be bouncing."""
        return max(ms, *(part.raw_since + self._timing.stable_ms for part in parts))

    def _downs(self, joint: str) -> list[int]:
        """Return when the buttons of a joint went down."""
        return [self._buttons[part].down_at for part in joint.split("+")]

    def _settle(self, name: str, at: int) -> None:
        state = self._buttons[name]
        state.down = state.raw
        for joint in self._joints:
            if name in joint.split("+"):
                self._joints[joint] = False
        if state.down:
            state.down_at = state.raw_since
            state.told = False
            if name in self._timing.instant:
                self._tell(name, "press")
            else:
                self._look_for_chord(name)
            return
        for chord_name, chord in self._chords.items():
            if chord.on and name in chord.pair:
                self._end_chord(chord_name, state.left_at)
        if not state.told:
            held = state.left_at - state.down_at >= self._timing.hold_of(name)
            self._tell(name, "hold" if held else "press")

    def _look_for_chord(self, name: str) -> None:
        state = self._buttons[name]
        for chord in self._chords.values():
            if name not in chord.pair or chord.on:
                continue
            other = self._buttons[chord.pair[0] if chord.pair[1] == name else chord.pair[1]]
            together = other.down and not other.told and (other.raw or other.raw_since > state.down_at)
            if together and abs(state.down_at - other.down_at) <= self._timing.chord_ms:
                chord.on, chord.told = True, False
                chord.down_at = max(state.down_at, other.down_at)
                state.told = other.told = True
                return

    def _end_chord(self, chord_name: str, up_at: int) -> None:
        chord = self._chords[chord_name]
        if not chord.told:
            held = up_at - chord.down_at >= self._timing.hold_of(chord_name)
            self._tell_chord(chord_name, "hold" if held else "press")
        chord.on = False

    def _tell(self, name: str, act: Act) -> None:
        state = self._buttons[name]
        state.told = True
        self._presses.append(Press(name, act, state.down_at))

    def _tell_chord(self, name: str, act: Act) -> None:
        chord = self._chords[name]
        chord.told = True
        self._presses.append(Press(name, act, chord.down_at))
