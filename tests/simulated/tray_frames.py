"""Tables in front of the simulated camera with everything that goes wrong there, seen through the real eye.

What is counted.  A *table* is one throw, one card or one tile that a prompt waits for, seen in all frames
from the moment the prompt opens until the eye has read it, or asks.  Half of the evenings have a camera that
loses frames, shows them twice, late, torn, or badly exposed.  Two tables in three come with a fault (a hand
over it, a cocked die, a lamp's mirror image, a foreign code, a tile on its edge ...).  The eye looks until it
reads, asks or gives up; then the fault is put right as people would put it right (the hand is taken away, the
die laid flat, the light lit), and the eye must read what lies there.

- *read after steadying*: in the end the eye accepted a value, and it was the true one.  That it asked about a
  table on which nothing is wrong, or no longer, counts as not read, even if what it showed was right.
- Some throws nobody could read from the picture, although nobody did anything wrong: a lamp of the room is
  mirrored on a die so that its pips are as bright as its face (the table's own truth says `washed`).  The
  companion may ask; people throw again, and that must be read.  These are counted as the fault `washed out`.
- *silent misread*: at any time, also while the fault stood, the eye accepted what is not true; with a fault
  that makes a throw void (cocked, stacked, off the tray; two cards at once; a back) whatever it accepted.

An *evening* is one look of a table and one eye (a seed, a kind of thing, a level): each fault once, in an
order of the seed's, and half as many tables without one.  `tray_run` runs many of them.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from companion.kit.codes import KitKey, make_code
from companion.kit.items import dominoes, gold_cards
from companion.table.clock import ManualClock
from companion.table.prompts import Prompt, Reveal, Throw
from companion.table.text import Text
from companion.watcher import Eye, WatchState
from hardware.camera import Image
from hardware.direct_camera import DirectCamera
from hardware.simulated import SimulatedCamera, SimulatedTable
from hardware.simulated.camera import CameraFaults
from hardware.simulated.look import Level
from hardware.simulated.lying_faults import CARD_FAULTS, TILE_FAULTS
from hardware.simulated.mat_print import placed_mat
from hardware.simulated.mishaps import MISHAPS

Kind = Literal["dice", "card", "tile"]
KINDS: tuple[Kind, ...] = ("dice", "card", "tile")
#: What is accepted of a throw with one of these, or of a thing shown with one, is wrong whatever it says.
VOID = {
    "dice": {"cocked", "off_tray", "stacked"},
    "card": {"misprinted", "foreign", "face_down", "two_cards"},
    "tile": {"face_down", "on_edge", "touching"},
}
#: A throw that nobody could read from the picture.
WASHED = "washed out"
FAULTS: dict[Kind, tuple[str, ...]] = {"dice": MISHAPS, "card": CARD_FAULTS, "tile": TILE_FAULTS}
_FPS = 10.0
#: So many frames are waited for: dice and tiles in doubt are looked at for two seconds, codes at every frame.
_MOST_FRAMES: dict[Kind, int] = {"dice": 32, "card": 14, "tile": 32}
_KIT = KitKey("7QM", b"tray frames' key")
_FAULTY_CAMERA = CameraFaults(dropped=0.03, repeated=0.03, late=0.02, torn=0.02, misexposed=0.02)


@dataclass(frozen=True)
class Verdict:
    """What the eye made of one table.

    `wrong` is what it did while the fault stood, `right` after it was put right (of a table without a fault,
    both are what it did): ``read`` rightly, ``asked``, ``waited``, or ``MISREAD``: accepted and wrong.
    """

    seed: int
    kind: Kind
    step: int
    level: Level
    mat: str | None
    fault: str
    wrong: str
    right: str
    why: str
    frames: int

    @property
    def silent(self) -> bool:
        """Whether something wrong was accepted."""
        return "MISREAD" in (self.wrong, self.right)

    @property
    def line(self) -> str:
        """The verdict with all that is needed to see it again."""
        return (
            f"seed {self.seed} {self.kind} step {self.step} {self.level} mat {self.mat or 'none'} "
            f"{self.fault or 'no fault'}: {self.wrong}, put right: {self.right} {self.why}".rstrip()
        )


class Evening:
    """One table and one eye; every verdict follows from seed, kind and level."""

    def __init__(self, seed: int, kind: Kind, level: Level) -> None:
        self._random = random.Random(f"evening {seed} {kind}")
        self.seed, self.kind, self.level = seed, kind, level
        self.clock = ManualClock()
        self.mat = self._random.choice(("a4", "letter", None))
        deep_mm = None if kind == "dice" else self._random.uniform(190, 260)
        self.table = SimulatedTable(
            seed, level, self.clock.monotonic_ms, dice=6, mat=self.mat, deep_mm=deep_mm
        )
        faults = _FAULTY_CAMERA if self._random.random() < 0.5 else CameraFaults()
        source = SimulatedCamera(self.table, sleep=self._sleep, fps=_FPS, faults=faults)
        self.suffered = source.suffered
        self.camera = DirectCamera(source)
        self.eye = Eye(lambda: (_KIT,))
        self.frames = 0
        self._step = 0
        self._seen: Image | None = None
        self._fresh = 0

    def verdicts(self, faults: Sequence[str] = ()) -> Iterator[Verdict]:
        """Yield a verdict for each of the `faults` ("" for none).

        Unless given they are all faults of the kind, and half as many tables without one, shuffled.
        """
        if not faults:
            faults = [*FAULTS[self.kind], *[""] * (len(FAULTS[self.kind]) // 2)]
            self._random.shuffle(faults)
        try:
            for fault in faults:
                self._step += 1
                yield self._table(fault)
        finally:
            self.eye.close()

    def _table(self, fault: str) -> Verdict:
        begun = self.frames
        if self._random.random() < 0.7:
            self.table.clear()
            self.clock.pass_ms(1000)
        prompt = self._prompt(fault)
        self.eye.arm(prompt)
        self._look(2)
        self._act(prompt, fault)
        # Nobody looks at more than one picture of what moves; the rest of it takes long to draw.
        self.clock.pass_ms(self._random.randint(150, 350))
        self._look(1)
        self.clock.pass_ms(1200)
        wrong, why = self._settled(fault)
        right = wrong
        if not fault and wrong != "read" and self._unreadable():
            fault = WASHED
        if fault and wrong != "read":
            self._put_right(prompt)
            right, why = self._settled("")
        frames = self.frames - begun
        return Verdict(
            self.seed, self.kind, self._step, self.level, self.mat, fault, wrong, right, why, frames
        )  # fmt: skip

    def _prompt(self, fault: str) -> Prompt:
        key = f"{self.kind}/{self._step}"
        if self.kind == "dice":
            # One die cannot lie on another.
            dice = max(self._random.choice((1, 2, 3, 4, 5, 5, 5, 6)), 2 if fault == "stacked" else 1)
            return Throw(key=key, say=Text("t"), seats=("ana",), dice=dice)
        if self.kind == "card":
            return Reveal(key=key, say=Text("t"), seats=("ana",), known=gold_cards())
        tiles = tuple(f"{item[1]}-{item[2]}" for item in dominoes())
        return Reveal(key=key, say=Text("t"), seats=("ana",), known=tiles)

    def _act(self, prompt: Prompt, fault: str) -> None:
        table = self.table
        if isinstance(prompt, Throw):
            table.throw_fault(fault, prompt.dice) if fault else table.throw(prompt.dice)
        elif self.kind == "card":
            one, two = self._random.sample(gold_cards(), 2)
            self._item = one
            table.show_card(make_code(_KIT, one), fault or None, other=make_code(_KIT, two))
        else:
            item = self._random.choice(dominoes())
            table.show_tile(f"{item[1]}-{item[2]}", fault or None)

    def _put_right(self, prompt: Prompt) -> None:
        """Do what people do when they are asked; dice that nobody can read are thrown again."""
        self.table.put_right()
        self.clock.pass_ms(self._random.randint(50, 250))
        self._look(1)
        self.clock.pass_ms(700)
        # What the eye says of a picture that the camera shows once more, or has torn, is no answer to what
        # lies there now.
        fresh = self._fresh
        for _ in range(9):
            if self._fresh >= fresh + 2:
                break
            self._look(1)
        for _ in range(5):
            if not (isinstance(prompt, Throw) and self._unreadable()):
                return
            self.clock.pass_ms(300)
            self.table.throw(prompt.dice)
            self.clock.pass_ms(1500)

    def _unreadable(self) -> bool:
        """Tell whether nobody could read the throw from the picture, as of a die that a lamp washes out."""
        return any(die.washed or die.hidden or die.cut for die in self.table.truth)

    def _look(self, frames: int) -> WatchState:
        """Look at so many frames that come."""
        state = WatchState()
        for _ in range(frames):
            frame = self.camera.latest()
            if frame is not None:
                self.frames += 1
                if self._seen is None or not np.array_equal(self._seen, frame.image):
                    self._seen = frame.image
                    self._fresh += 1
                state = self.eye.look(frame)
        return state

    def _settled(self, fault: str) -> tuple[str, str]:
        """Look until the eye reads or asks; return what it did and what there is to say about it."""
        state = WatchState()
        for _ in range(_MOST_FRAMES[self.kind]):
            state = self._look(1)
            if state.phase in ("read", "doubt"):
                break
        if state.phase == "read" and state.proposal is not None:
            seen, true = _plain(state.proposal.value), self._truth()
            if seen != true or (fault in VOID[self.kind] and not self._beside_the_mat()):
                return "MISREAD", f"(read {seen}, is {true})"
            return "read", ""
        doubt = state.reading.doubt if state.reading is not None else None
        seen = ",".join(state.reading.values) if state.reading is not None else ""
        say = f"({state.phase}: {doubt}, read {seen or 'nothing'}, is {self._truth()})"
        return ("asked" if state.phase == "doubt" else "waited"), say

    def _beside_the_mat(self) -> bool:
        """Tell whether all things but the first lie outside the mat's frame, where they do not count."""
        mat = self.table.look.mat
        others = [lain.body for lain in self.table.lying[1:]]
        if mat is None or not others:
            return False
        placed = placed_mat(mat)
        middles = [np.array([body.middle[:2]], dtype=np.float64) for body in others]
        return not any(placed.holds(middle, margin=0.0) for middle in middles)

    def _truth(self) -> str:
        """Return what lies there, as it would be answered."""
        if self.kind == "dice":
            return _plain(list(self.table.values))
        if self.kind == "card":
            return self._item
        return ",".join(thing.name for thing in self.table.things if thing.face == "up")

    def _sleep(self, seconds: float) -> None:
        self.clock.pass_ms(round(seconds * 1000))


def _plain(value: object) -> str:
    return ",".join(map(str, sorted(value))) if isinstance(value, list) else str(value)
