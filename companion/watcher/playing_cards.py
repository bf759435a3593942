"""A shown playing card: by the code of a kit's deck, else by rank and suit as on any maker's cards."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.table.prompts import Reveal
from companion.watcher.at_rest import AtRest
from companion.watcher.cards import ShownCard
from companion.watcher.kinds import card_of_value
from companion.watcher.new_one import MOST_NAMED, decided, told_apart
from companion.watcher.on_mat import cut_to_mat
from companion.watcher.shown import LeftLying
from companion.watcher.state import WatchState
from hardware.camera import Frame, Image
from hardware.vision.mat import Mat
from hardware.vision.reading import Reading
from hardware.vision.steady import Phase as Rest

if TYPE_CHECKING:
    from hardware.vision.cards import CardReader

log = logging.getLogger(__name__)

#: While a code of the kit was seen so shortly ago, the card that bears it is not read in another way.
CODED_MS = 600


class ShownPlayingCard:
    """Reads playing cards.

    Kit codes come first, on faces and on backs.  Where none is in view, the reader of ordinary cards looks;
    cards that have been seen may lie in view, and the card shown is the one that is new.
    """

    def __init__(self, codes: ShownCard) -> None:
        self._codes = codes
        self._reader: CardReader | None = None
        self._rest = AtRest()
        self._left = LeftLying()
        self._coded_ms = -CODED_MS
        self._said_missing = False

    def arm(self) -> None:
        """Look for a new card."""
        self._rest.arm()
        self._left.arm()
        self._coded_ms = -CODED_MS

    def again(self) -> None:
        """What lies there counts as new."""
        self._left.forget()

    def look(self, prompt: Reveal, frame: Frame, mat: Mat | None, state: WatchState) -> WatchState:
        """Return `state` with what a frame shows; beside a mat everything outside it is left out."""
        coded = self._codes.look(prompt, frame, mat, state)
        if coded.phase != "waiting" or self._codes.in_view:
            self._coded_ms = frame.at_ms
        if coded.phase != "waiting" or frame.at_ms - self._coded_ms < CODED_MS:
            return coded
        # Without a printed kit, or with codes that are none of its, there are still the cards themselves.
        state = replace(coded, notice=None)
        if self._reader is None:
            # Loaded only where such cards are shown.
            from hardware.vision.cards import CardReader

            self._reader = CardReader()
        reader = self._reader
        cut = cut_to_mat(frame.image, mat) if mat is not None else None

        def read(image: Image, confirm: bool) -> Reading:
            reading = reader.read(image, confirm=confirm)
            return reading if cut is None else cut.in_frame(reading)

        steadied = self._rest.feed(frame if cut is None else replace(frame, image=cut.image), read)
        if reader.missing:
            self._say_missing(reader.missing[0])
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
        reading = _called(reading)
        self._left.see([(piece, piece.value) for piece in reading.pieces], frame.at_ms)
        return self._decided(prompt, frame, reading, state)

    def _say_missing(self, why: str) -> None:
        if not self._said_missing:
            self._said_missing = True
            log.warning("%s", why)

    def _decided(self, prompt: Reveal, frame: Frame, reading: Reading, state: WatchState) -> WatchState:
        """Return what a reading at rest makes of the prompt."""
        # A card that is not clear may be any card, unless it is read as one that was seen before.
        unclear = [p for p in reading.pieces if p.doubt is not None and p.value not in prompt.because]
        legal, refusals = told_apart(prompt, reading, self._left, "P")
        if len(reading.pieces) <= MOST_NAMED or not legal:
            state = replace(state, named=(*state.named, *refusals[:MOST_NAMED]))
        if not legal and not unclear:
            return replace(state, phase="waiting", reading=reading if refusals else None)
        return decided(prompt, frame, reading, state, self._left, legal, unclear)


def _called(reading: Reading) -> Reading:
    """Return a reading with cards called as prompts call them: the ten of hearts is TH."""
    return replace(
        reading, pieces=tuple(replace(piece, value=card_of_value(piece.value)) for piece in reading.pieces)
    )
