"""Playing cards for `companion read`: each card counts by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.table.faults import Fault

if TYPE_CHECKING:
    from hardware.camera import Image
    from hardware.vision.reading import Reading


class ReadableCards:
    """Face-up playing cards such as "10H;JS", told how many by the labels or by `expect`."""

    nothing = "read.no_cards"
    doubts = "read.cards.doubt"

    def __init__(self, expect: int | None, untold: bool, labelled: bool) -> None:
        from hardware.vision.cards import MOST_CARDS, CardReader

        if expect is not None and not 1 <= expect <= MOST_CARDS:
            raise Fault("read.expect_cards", status=2, given=expect, most=MOST_CARDS)
        self.told = not untold and (expect is not None or labelled)
        self._expect = expect
        self._most = MOST_CARDS
        self._reader = CardReader()

    def read(self, image: Image, truth: Sequence[str] | None) -> Reading:
        expect = self._expect
        if expect is None and self.told and truth and self._cards(truth):
            expect = min(len(self._cards(truth)), self._most)
        return self._reader.read(image, expect)

    def value(self, reading: Reading) -> str:
        return ";".join(reading.values)

    def value_of_truth(self, truth: Sequence[str]) -> str:
        return ";".join(sorted(self._cards(truth)))

    def right(self, reading: Reading, truth: Sequence[str]) -> bool:
        return self.value(reading) == self.value_of_truth(truth)

    def pieces(self, reading: Reading, truth: Sequence[str]) -> tuple[int, int, int]:
        """Count the cards; accepted is one that is read without doubt, whatever the others are."""
        labelled = Counter(self._cards(truth))
        found = Counter(piece.value for piece in reading.pieces)
        sure = Counter(piece.value for piece in reading.pieces if piece.doubt is None)
        return labelled.total(), (labelled & found).total(), (sure - labelled).total()

    def troubles(self) -> tuple[str, ...]:
        return self._reader.missing

    def close(self) -> None:
        pass

    def _cards(self, truth: Sequence[str]) -> list[str]:
        return [card.strip() for card in truth[-1].split(";") if card.strip()]
