"""Thrown dice: a throw is read once it lies still, and what lay there before is never taken for it."""

from __future__ import annotations

import math
from dataclasses import replace

from companion.table.answers import Answer, Source
from companion.table.prompts import Throw
from companion.watcher.at_rest import AtRest
from companion.watcher.on_mat import cut_to_mat
from companion.watcher.state import WatchState
from hardware.camera import Frame, Image
from hardware.vision.dice import DiceReader
from hardware.vision.leaning import Level, Whole
from hardware.vision.mat import Mat
from hardware.vision.reading import Doubt, Reading
from hardware.vision.steady import Phase as Rest
from hardware.vision.table_memory import TableMemory

#: Edges of dice (mm) that anybody throws, with room for how well outlines are known.
EDGE_MM = (5.0, 40.0)


class ThrownDice:
    """Reads throws.

    What already lay on the table when a prompt opened is never taken for its throw: the picture must have
    changed since, and the dice must not lie exactly as they did after the last throw.
    """

    def __init__(self) -> None:
        self._reader = DiceReader()
        self._rest = AtRest()
        self._last: Reading | None = None
        self._lying: Reading | None = None
        self._memory = TableMemory()
        #: How the dice lay in the latest picture that could be acted on, in one that showed a cocked die, and
        #: in any.
        self._flat: Level | None = None
        self._leant: Level | None = None
        self._lay: Level | None = None
        #: What was read since all came to rest with a die of an odd size: no other frame makes it better.
        self._of_odd_size: set[tuple[str, ...]] = set()

    def arm(self) -> None:
        """Look for a new throw."""
        self._rest.arm()
        self._lying, self._last = self._last, None
        self._flat = self._leant = self._lay = None
        self._of_odd_size.clear()

    def look(self, prompt: Throw, frame: Frame, mat: Mat | None, state: WatchState) -> WatchState:
        """Return `state` with what a frame shows; beside a mat everything outside it is left out."""
        cut = cut_to_mat(frame.image, mat) if mat is not None else None
        # A photograph may have been taken from anywhere.
        memory = TableMemory() if frame.still else self._memory
        table = memory.table(_whole(frame.image) if cut is None else cut.whole, mat)

        def read(image: Image, confirm: bool) -> Reading:
            reading = self._reader.read(image, prompt.dice, confirm=confirm, table=table)
            reading = reading if cut is None else _of_all(cut.in_frame(reading), reading)
            if reading.accepted and not of_size(reading, memory, mat):
                self._of_odd_size.add(reading.values)
            if reading.accepted and reading.values in self._of_odd_size:
                reading = replace(reading, accepted=False, doubt=Doubt.HIDDEN)
            self._lay = self._reader.level or self._lay
            if reading.accepted:
                self._flat = self._reader.level
            elif reading.doubt is Doubt.COCKED:
                self._leant = self._reader.level
            return reading

        seen = frame if cut is None else replace(frame, image=cut.image)
        steadied = self._rest.feed(seen, read)
        if steadied.phase is Rest.MOVING:
            self._of_odd_size.clear()
        if not frame.still and self._as_before(steadied.reading):
            return replace(state, phase="waiting")
        state = replace(state, reading=steadied.reading)
        if steadied.phase is not Rest.SETTLED or steadied.reading is None:
            return replace(state, phase="moving" if steadied.phase is Rest.MOVING else "settling")
        self._last = steadied.reading
        if steadied.fresh:
            self._remember(memory, steadied.reading, mat)
        if not steadied.reading.accepted:
            return replace(state, phase="doubt")
        return replace(state, phase="read", proposal=_answer(prompt, steadied.reading, frame))

    def _remember(self, memory: TableMemory, reading: Reading, mat: Mat | None) -> None:
        if reading.accepted and self._flat is not None:
            memory.accepted(self._flat, _edges(reading, mat))
            return
        if self._lay is not None:
            memory.asked_about(self._lay)
        if reading.doubt is Doubt.COCKED and self._leant is not None:
            memory.cocked(self._leant)
        elif reading.pieces and not memory.of_size(_edges(reading, mat)):
            memory.odd(_edges(reading, mat))

    def _as_before(self, reading: Reading | None) -> bool:
        """Tell whether the table is as it was before this prompt opened."""
        if self._rest.untouched:
            return True
        return reading is not None and self._lying is not None and _same_place(reading, self._lying)


def _whole(image: Image) -> Whole:
    return Whole(0, 0, (image.shape[1], image.shape[0]))


def _answer(prompt: Throw, reading: Reading, frame: Frame) -> Answer:
    return Answer(
        prompt=prompt,
        value=[int(piece.value) for piece in reading.pieces],
        seat=prompt.seats[0] if len(prompt.seats) == 1 else None,
        source=Source.CAMERA,
        evidence=frame.name,
    )


def _of_all(inside: Reading, reading: Reading) -> Reading:
    """Return the dice within the mat's frame; one that rolled off it leaves a doubt."""
    if len(inside.pieces) == len(reading.pieces):
        return inside
    doubt = reading.doubt if reading.doubt is Doubt.MOVING else Doubt.CUT if inside.pieces else Doubt.NOTHING
    return replace(inside, accepted=False, doubt=doubt)


def of_size(reading: Reading, memory: TableMemory, mat: Mat | None) -> bool:
    """Tell whether what was read is as large as dice are: a hand may look like the pips of a large one, and a
    side of one like a small one."""
    edges = _edges(reading, mat)
    return memory.of_size(edges) and (mat is None or all(EDGE_MM[0] < edge < EDGE_MM[1] for edge in edges))


def _edges(reading: Reading, mat: Mat | None) -> list[float]:
    """Return how long the dice's edges are: in the picture (pixels), or on a mat (mm)."""
    outlines = (piece.outline for piece in reading.pieces)
    corners = (one if mat is None else mat.millimetres(one) for one in outlines)
    return [math.dist(one[0], one[2]) / math.sqrt(2) for one in corners]


def _same_place(now: Reading, before: Reading) -> bool:
    """Tell whether the same pieces lie where they lay, within a quarter of a piece."""
    if now.values != before.values:
        return False
    for piece, other in zip(now.pieces, before.pieces, strict=True):
        across = math.dist(other.outline[0], other.outline[2]) if len(other.outline) > 2 else 40.0
        if piece.value != other.value or math.dist(piece.centre, other.centre) > 0.25 * across:
            return False
    return True
