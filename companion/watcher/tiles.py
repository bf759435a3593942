"""A shown tile: told by its pips once it lies still; of a whole layout in view, the one tile that is new."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.table.prompts import Reveal
from companion.watcher.at_rest import AtRest
from companion.watcher.new_one import MOST_NAMED, decided, told_apart
from companion.watcher.on_mat import cut_to_mat
from companion.watcher.shown import LeftLying
from companion.watcher.state import WatchState
from hardware.camera import Frame, Image
from hardware.vision.mat import Mat
from hardware.vision.reading import Reading
from hardware.vision.steady import Phase as Rest

if TYPE_CHECKING:
    from hardware.vision.dominoes import DominoReader


class ShownTile:
    """Reads tiles.

    Tiles that are on the layout may be in view; the tile shown is the one that is not.  Where there are
    several of those, or one is not clear, people are asked.
    """

    def __init__(self) -> None:
        self._reader: DominoReader | None = None
        self._rest = AtRest()
        self._left = LeftLying()

    def arm(self) -> None:
        """Look for a new tile."""
        self._rest.arm()
        self._left.arm()

    def again(self) -> None:
        """What lies there counts as new."""
        self._left.forget()

    def look(self, prompt: Reveal, frame: Frame, mat: Mat | None, state: WatchState) -> WatchState:
        """Return `state` with what a frame shows; beside a mat everything outside it is left out."""
        cut = cut_to_mat(frame.image, mat) if mat is not None else None
        if self._reader is None:
            # Loaded only where tiles are shown.
            from hardware.vision.dominoes import DominoReader

            self._reader = DominoReader()
        reader = self._reader

        def read(image: Image, confirm: bool) -> Reading:
            reading = reader.read(image, confirm=confirm)
            reading = reading if cut is None else cut.in_frame(reading)
            # A back is nothing new; what cannot be read and may be a tile is kept.
            return replace(reading, pieces=tuple(p for p in reading.pieces if p.value or p.doubt is not None))

        seen = frame if cut is None else replace(frame, image=cut.image)
        steadied = self._rest.feed(seen, read)
        if frame.still:
            # A photograph is shown once: what lies in it was laid there for it.
            self._left.forget()
        reading = steadied.reading
        if steadied.phase is not Rest.SETTLED or reading is None:
            if steadied.phase is Rest.MOVING:
                self._left.see([], frame.at_ms)
            return replace(
                state, phase="moving" if steadied.phase is Rest.MOVING else "settling", reading=reading
            )
        self._left.see([(piece, piece.value) for piece in reading.pieces if piece.value], frame.at_ms)
        return self._decided(prompt, frame, reading, state)

    def _decided(self, prompt: Reveal, frame: Frame, reading: Reading, state: WatchState) -> WatchState:
        """Return what a reading at rest makes of the prompt."""
        # A tile that is not clear may be any tile, unless it is read as one that lies where it should.
        unclear = [
            p for p in reading.pieces if p.value and p.doubt is not None and p.value not in prompt.because
        ]
        hidden = [p for p in reading.pieces if not p.value]
        legal, refusals = told_apart(prompt, reading, self._left, "T")
        if len(reading.pieces) - len(hidden) <= MOST_NAMED or not legal:
            state = replace(state, named=tuple(refusals[:MOST_NAMED]))
        if legal:
            # What may be a tile and cannot be read makes people say which is meant; alone it says nothing.
            unclear += hidden
        if not legal and not unclear:
            return replace(state, phase="waiting", reading=reading if refusals else None)
        return decided(prompt, frame, reading, state, self._left, legal, unclear)
