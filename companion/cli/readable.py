"""What `companion read` can read: each kind's reader, the column of its truth, what is right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from companion.table.faults import Fault

if TYPE_CHECKING:
    from hardware.camera import Image
    from hardware.vision.reading import Reading

#: The kinds, and the column of a labels file that holds the truth of each.
COLUMNS = {"dice": "dice_values", "dominoes": "tiles", "tags": "text", "cards": "cards"}

#: In the labels of dominoes: more tiles lie there than are labelled.
OTHERS = "*"

#: The cells of a picture's rows in the labels file, in their order.
Truth = Sequence[str]


class Readable(Protocol):
    """One kind of thing in pictures.

    `nothing` is the id of what is said where nothing was read, and `doubts` the beginning of the ids of the
    sentences of doubt.  `told` says whether the reader is told how much there should be.
    """

    nothing: str
    doubts: str
    told: bool

    def read(self, image: Image, truth: Truth | None) -> Reading:
        """Return the reading of a picture; raises `ValueError` with one sentence for what is none."""
        ...

    def value(self, reading: Reading) -> str: ...

    def value_of_truth(self, truth: Truth) -> str:
        """Return the truth as `value` would give it."""
        ...

    def right(self, reading: Reading, truth: Truth) -> bool: ...

    def pieces(self, reading: Reading, truth: Truth) -> tuple[int, int, int] | None:
        """Return how many pieces there are, are found and right, are accepted and wrong; None uncounted."""
        ...

    def troubles(self) -> tuple[str, ...]:
        """Return sentences on what the reader lacked or what went wrong with it."""
        ...

    def close(self) -> None: ...


def readable(kind: str, expect: int | None, untold: bool, labelled: bool) -> Readable:
    """Return what reads a kind; raises `Fault` for an unknown one or a wish that it cannot fulfil."""
    if kind not in COLUMNS:
        raise Fault("read.unknown_kind", status=2, given=kind[:24], known=", ".join(COLUMNS))
    if expect is not None and untold:
        raise Fault("read.told_and_untold", status=2)
    if kind == "dice":
        return ReadableDice(expect, untold, labelled)
    if kind == "dominoes":
        return ReadableDominoes(expect, untold, labelled)
    if kind == "cards":
        from companion.cli.readable_cards import ReadableCards

        return ReadableCards(expect, untold, labelled)
    if expect is not None:
        raise Fault("read.expect_dice", status=2)
    return ReadableTags()


class ReadableDice:
    """Dice: the sorted values of all of them, told how many by the labels or by `expect`."""

    nothing = "read.no_dice"
    doubts = "read.doubt"

    def __init__(self, expect: int | None, untold: bool, labelled: bool) -> None:
        from hardware.vision.dice import MOST_DICE, DiceReader

        if expect is not None and not 1 <= expect <= MOST_DICE:
            raise Fault("read.expect", status=2, given=expect, most=MOST_DICE)
        self.told = not untold and (expect is not None or labelled)
        self._expect = expect
        self._most = MOST_DICE
        self._reader = DiceReader()

    def read(self, image: Image, truth: Truth | None) -> Reading:
        expect = self._expect
        if expect is None and self.told and truth and truth[0].split():
            expect = min(len(truth[0].split()), self._most)
        return self._reader.read(image, expect)

    def value(self, reading: Reading) -> str:
        return " ".join(reading.values)

    def value_of_truth(self, truth: Truth) -> str:
        return " ".join(sorted(truth[-1].split()))

    def right(self, reading: Reading, truth: Truth) -> bool:
        return self.value(reading) == self.value_of_truth(truth)

    def pieces(self, reading: Reading, truth: Truth) -> None:
        return None

    def troubles(self) -> tuple[str, ...]:
        return self._reader.missing

    def close(self) -> None:
        pass


class ReadableDominoes:
    """Dominoes: the face-up tiles, told how many by the labels or by `expect`; each tile counts by itself.

    A label may end with `OTHERS`, a star: more tiles lie there that nobody has labelled.  Then tiles read
    beside all that are labelled are neither right nor wrong, and the reader is not told how many there are.
    """

    nothing = "read.no_tiles"
    doubts = "read.tiles.doubt"

    def __init__(self, expect: int | None, untold: bool, labelled: bool) -> None:
        from hardware.vision.dominoes import MOST_TILES, DominoReader

        if expect is not None and not 1 <= expect <= MOST_TILES:
            raise Fault("read.expect_tiles", status=2, given=expect, most=MOST_TILES)
        self.told = not untold and (expect is not None or labelled)
        self._expect = expect
        self._most = MOST_TILES
        self._reader = DominoReader()

    def read(self, image: Image, truth: Truth | None) -> Reading:
        expect = self._expect
        if expect is None and self.told and truth and self._tiles(truth) and not self._others(truth):
            expect = min(len(self._tiles(truth)), self._most)
        return self._reader.read(image, expect)

    def value(self, reading: Reading) -> str:
        return ";".join(value for value in reading.values if value)

    def value_of_truth(self, truth: Truth) -> str:
        return ";".join([*sorted(self._tiles(truth)), *([OTHERS] if self._others(truth) else [])])

    def right(self, reading: Reading, truth: Truth) -> bool:
        labelled = Counter(self._tiles(truth))
        found = Counter(piece.value for piece in reading.pieces if piece.value)
        return not labelled - found if self._others(truth) else labelled == found

    def pieces(self, reading: Reading, truth: Truth) -> tuple[int, int, int]:
        """Count the tiles; accepted is one that is read without doubt, whatever the others are."""
        labelled = Counter(self._tiles(truth))
        found = Counter(piece.value for piece in reading.pieces if piece.value)
        sure = Counter(piece.value for piece in reading.pieces if piece.value and piece.doubt is None)
        silent = (sure - labelled).total()
        if self._others(truth):
            # At worst each of them is one of the labelled tiles that were not read as what they are.
            silent = min(silent, (labelled - found).total())
        return labelled.total(), (labelled & found).total(), silent

    def troubles(self) -> tuple[str, ...]:
        return self._reader.missing

    def close(self) -> None:
        pass

    def _tiles(self, truth: Truth) -> list[str]:
        return [tile.strip() for tile in truth[-1].split(";") if tile.strip() not in ("", OTHERS)]

    def _others(self, truth: Truth) -> bool:
        return any(tile.strip() == OTHERS for tile in truth[-1].split(";"))


class ReadableTags:
    """Codes: right where one or more are read and each of them is one of the picture's labels.

    A labels file has a row for each code.  Line ends count as one, since a table cannot keep them apart.
    """

    nothing = "read.no_codes"
    doubts = "read.tags.doubt"
    told = False

    def __init__(self) -> None:
        from hardware.vision.tags import TagReader

        self._reader = TagReader()

    def read(self, image: Image, truth: Truth | None) -> Reading:
        return self._reader.read(image, thorough=True)

    def value(self, reading: Reading) -> str:
        return " | ".join(text.replace("\r\n", "\n") for text in reading.values if text)

    def value_of_truth(self, truth: Truth) -> str:
        return " | ".join(text for text in truth if text)

    def right(self, reading: Reading, truth: Truth) -> bool:
        labels = {text.replace("\r\n", "\n") for text in truth if text}
        read = {text.replace("\r\n", "\n") for text in reading.values}
        return read <= labels and bool(read) == bool(labels)

    def pieces(self, reading: Reading, truth: Truth) -> None:
        return None

    def troubles(self) -> tuple[str, ...]:
        said = [trouble.say for trouble in self._reader.troubles]
        return (*self._reader.missing, *dict.fromkeys(said))

    def close(self) -> None:
        self._reader.close()
