"""`companion read`: the table's own vision code on picture files, scored where the truth is known."""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.labels import Labels
from companion.cli.readable import COLUMNS, Readable, Truth, readable
from companion.table.faults import Fault

if TYPE_CHECKING:
    from companion.language import Language
    from hardware.camera import CameraFault, PictureFault
    from hardware.vision.reading import Piece

HELP = "read pictures with the table's own vision code"


@dataclass(frozen=True, slots=True)
class Item:
    """One picture: what was read, the truth where it is known, and why it was not accepted.

    `value` is None when the file could not be read as a picture; `reason` is then the sentence.
    """

    file: str
    value: str | None
    truth: str | None
    accepted: bool
    reason: str | None
    sureness: float
    ms: float
    right: bool = False
    pieces: tuple[int, int, int] | None = None
    found: tuple[Piece, ...] = ()

    @property
    def silent(self) -> bool:
        """Say whether the reader would have acted on a wrong value without asking."""
        return self.accepted and self.truth is not None and not self.right


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", metavar="KIND", help=f"what is in the pictures: {', '.join(COLUMNS)}")
    images = parser.add_argument(
        "images", metavar="IMAGE", nargs="+", type=Path, help="picture files and folders; or the labels' own"
    )

    class LabelsFile(argparse.Action):
        """Takes the labels file; its own folder then stands for pictures that are not named."""

        def __call__(self, _: object, args: argparse.Namespace, value: Any, __: object = None) -> None:
            args.labels = value
            # "*" for the pictures would be filled, with none, as soon as an option follows the kind.
            images.required = False

    parser.add_argument("--labels", metavar="CSV", type=Path, action=LabelsFile, help="a file with the truth")
    parser.add_argument("--expect", metavar="N", type=int, help="how many dice there are in each picture")
    parser.add_argument("--untold", action="store_true", help="do not tell how many dice the labels say")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Read and score; 1 when a file could not be read.  Raises `Fault` for wrong usage and bad labels."""
    from companion.language import Language
    from hardware.opencv import opencv

    opencv()
    subject = readable(args.kind, args.expect, args.untold, args.labels is not None)
    labels = None if args.labels is None else Labels(args.labels, args.kind)
    words = Language.load(args.language or "en")
    items: list[Item] = []
    try:
        for path in pictures_of(args.images or [args.labels.parent]):
            item = read_one(subject, path, None if labels is None else labels.truth(path), words)
            items.append(item)
            if item.value is None:
                print(f"companion: {item.reason}", file=sys.stderr)
            elif not args.json:
                print(line_of(item, subject, words))
        for trouble in subject.troubles():
            print(f"companion: {trouble}", file=sys.stderr)
        if labels is not None and (amiss := labels.amiss(whole=not args.images)) is not None:
            print(f"companion: {words.say(amiss)}", file=sys.stderr)
    finally:
        subject.close()
    report = summary(items, subject.told)
    if args.json:
        import msgspec

        print(msgspec.json.format(msgspec.json.encode(report), indent=2).decode())
    else:
        print(words.line("read.summary", **_said(report)))
        if report["scored"]:
            print(words.line("read.score", **_said(report)))
    return 1 if report["failed"] else 0


def pictures_of(paths: list[Path]) -> Iterator[Path]:
    """Yield the picture files named, those of folders in name order; raises `Fault` for an empty folder."""
    from hardware.picture_file import PICTURE_ENDINGS

    for path in paths:
        # Not `Path.is_dir`, which raises where a folder above must not be looked into.
        if not os.path.isdir(path):  # noqa: PTH112
            yield path
            continue
        try:
            inside = sorted(file for file in path.iterdir() if file.suffix.lower() in PICTURE_ENDINGS)
        except OSError:
            raise Fault("read.folder_unreadable", folder=str(path)) from None
        if not inside:
            raise Fault("read.no_pictures", folder=str(path))
        yield from inside


def read_one(subject: Readable, path: Path, truth: Truth | None, words: Language) -> Item:
    """Return what the reader makes of one file; a file that is no picture becomes an item without a value."""
    from hardware.camera import PictureFault
    from hardware.picture_file import load_picture, shown_name

    name = shown_name(path)
    known = None if truth is None else subject.value_of_truth(truth)
    try:
        image = load_picture(path)
    except PictureFault as fault:
        return Item(name, None, known, False, sentence_of(fault, words), 0.0, 0.0)
    start = time.perf_counter()
    try:
        reading = subject.read(image, truth)
    except ValueError as problem:
        return Item(name, None, known, False, f"{name}: {problem}", 0.0, 0.0)
    ms = (time.perf_counter() - start) * 1000
    reason = None if reading.doubt is None else reading.doubt.value
    right = truth is not None and subject.right(reading, truth)
    value = subject.value(reading)
    pieces = None if truth is None else subject.pieces(reading, truth)
    accepted, sureness = reading.accepted, reading.confidence
    return Item(name, value, known, accepted, reason, sureness, ms, right, pieces, reading.pieces)


def line_of(item: Item, subject: Readable, words: Language) -> str:
    """Return the line that is printed for one picture."""
    value = " ".join((item.value or words.line(subject.nothing)).split())
    if item.truth is None:
        verdict = "read.verdict.accepted" if item.accepted else "read.verdict.asked"
    elif item.silent:
        verdict = "read.verdict.silent"
    elif item.right:
        verdict = "read.verdict.right" if item.accepted else "read.verdict.right_asked"
    else:
        verdict = "read.verdict.wrong_asked"
    reason = "" if item.reason is None else words.line(f"{subject.doubts}.{item.reason}")
    truth = " ".join((item.truth or "").split())
    said = words.line(verdict, truth=truth, reason=reason, percent=round(100 * item.sureness))
    return words.line("read.line", file=item.file, value=value, verdict=said)


def summary(items: list[Item], told: bool) -> dict[str, Any]:
    """Return the figures of all items, and the items; only those with a truth can be right or misread."""
    read = [item for item in items if item.value is not None]
    times = [item.ms for item in read]
    counted = [item.pieces for item in read if item.pieces is not None]
    names = ("pieces", "pieces_right", "pieces_silent")
    single = {name: sum(counts[i] for counts in counted) for i, name in enumerate(names)} if counted else {}
    return {
        "told": told,
        "pictures": len(items),
        "failed": len(items) - len(read),
        "scored": sum(item.truth is not None for item in read),
        "right": sum(item.right for item in read),
        "accepted": sum(item.accepted for item in read),
        "asked": sum(not item.accepted for item in read),
        "silent_misreads": sum(item.silent for item in read),
        "median_ms": round(statistics.median(times), 1) if times else 0.0,
        **single,
        "items": [
            {
                "file": item.file,
                "value": item.value,
                "truth": item.truth,
                "accepted": item.accepted,
                "reason": item.reason,
                "confidence": round(item.sureness, 3),
                "pieces": [_entry_of(piece) for piece in item.found],
            }
            for item in items
        ],
    }


def _entry_of(piece: Piece) -> dict[str, Any]:
    """Return one die, tile, card or code with its place in the picture, in pixels."""
    return {
        "value": piece.value,
        "centre": [round(number, 1) for number in piece.centre],
        "outline": [[round(x, 1), round(y, 1)] for x, y in piece.outline],
        "confidence": round(piece.confidence, 3),
        "doubt": None if piece.doubt is None else piece.doubt.value,
    }


def _said(report: dict[str, Any]) -> dict[str, Any]:
    facts = {name: value for name, value in report.items() if name not in ("items", "told")}
    return {**facts, "count": report["pictures"], "median_ms": round(report["median_ms"])}


def sentence_of(fault: CameraFault | PictureFault, words: Language) -> str:
    """Return what a camera or a picture file says, in the session's language where it has that sentence."""
    said = f"camera.said.{fault.code}"
    return words.line(said, **fault.facts) if said in words else fault.say
