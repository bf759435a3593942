"""The reader of playing cards on photographs that are not part of the project (COMPANION_PHOTOS)."""

from __future__ import annotations

import csv
import os
from collections import Counter
from pathlib import Path

import pytest

from hardware.picture_file import load_picture
from hardware.vision.cards import CardReader


@pytest.mark.long
@pytest.mark.skipif(
    "COMPANION_PHOTOS" not in os.environ, reason="COMPANION_PHOTOS names no folder of photographs"
)
@pytest.mark.parametrize("told", [True, False])
def test_photographs(told: bool) -> None:
    """Nine in ten cards are right, and none is silently wrong."""
    folder = Path(os.environ["COMPANION_PHOTOS"]) / "cards"
    reader = CardReader()
    count = right = accepted = silent = 0
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as labels:
        for row in csv.DictReader(labels):
            truth = Counter(row["cards"].split(";"))
            pieces = reader.read(load_picture(folder / row["file"]), truth.total() if told else None).pieces
            sure = Counter(piece.value for piece in pieces if piece.doubt is None)
            count += truth.total()
            right += (Counter(piece.value for piece in pieces) & truth).total()
            accepted += (sure & truth).total()
            silent += (sure - truth).total()
    assert right >= 0.95 * count and accepted >= 0.85 * count and silent == 0
