"""Does the confidence of a reading of dice mean something?

    python tests/bench/dice_confidence.py [--frames 2000] [--photos FOLDER] [--plot FILE]

Reads made-up tables (a third each plain, usual and hard) and, if a folder with a labels.csv is given or
COMPANION_PHOTOS names one, its photographs, told and untold.  Prints how many readings would be accepted
and how many of those are right as the threshold moves, and draws it.  2,000 frames take an hour of one core.
"""

from __future__ import annotations

import argparse
import csv
import os
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from hardware.picture_file import load_picture
from hardware.simulated.made_up_pictures import picture
from hardware.vision.dice import ACCEPTED, DiceReader
from hardware.vision.reading import Doubt

LEVELS = ("plain", "usual", "hard")
#: These doubts come from the threshold alone; others forbid a reading whatever its confidence.
BY_THRESHOLD = (None, Doubt.UNSURE, Doubt.DISAGREE)
Row = tuple[float, bool]


def tables(frames: int, seed: int) -> Iterator[tuple[str, np.ndarray, tuple[str, ...]]]:
    for number in range(frames):
        image, truth = picture(seed + number, LEVELS[number % 3])  # type: ignore[arg-type]
        yield f"{LEVELS[number % 3]} {seed + number}", image, tuple(sorted(str(die.value) for die in truth))


def photographs(folder: Path) -> Iterator[tuple[str, np.ndarray, tuple[str, ...]]]:
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield row["file"], load_picture(folder / row["file"]), tuple(sorted(row["dice_values"].split()))


def score(
    reader: DiceReader, kind: str, pictures: Iterator[tuple[str, np.ndarray, tuple[str, ...]]]
) -> dict[str, list[Row]]:
    """Return for told and untold each reading's confidence, 0 if in particular doubt, and if it is right."""
    rows: dict[str, list[Row]] = {f"{kind}, told": [], f"{kind}, untold": []}
    for name, image, truth in pictures:
        for way, expect in (("told", len(truth)), ("untold", None)):
            reading = reader.read(image, expect)
            right = reading.values == truth
            may = reading.accepted or (
                reading.doubt in BY_THRESHOLD and not any(p.doubt for p in reading.pieces)
            )
            rows[f"{kind}, {way}"].append((reading.confidence if may else 0.0, right))
            if reading.accepted and not right:
                print(f"silent misread, {way}: {name} is {' '.join(truth)}, read {' '.join(reading.values)}")
    return rows


def figures(rows: list[Row], threshold: float) -> tuple[int, int]:
    """Return how many readings are accepted at a threshold, and how many of those are right."""
    taken = [right for confidence, right in rows if confidence >= max(threshold, 1e-6)]
    return len(taken), sum(taken)


def draw(all_rows: dict[str, list[Row]], file: Path) -> None:
    from matplotlib.figure import Figure

    thresholds = np.linspace(0.01, 0.8, 80)
    figure = Figure(figsize=(9, 4.2), layout="constrained")
    for axes, title in zip(figure.subplots(1, 2), ("accepted", "right among the accepted"), strict=True):
        for name, rows in all_rows.items():
            both = [figures(rows, float(threshold)) for threshold in thresholds]
            if title == "accepted":
                shares = [100 * accepted / len(rows) for accepted, _ in both]
            else:
                shares = [100 * right / accepted if accepted else np.nan for accepted, right in both]
                axes.set_ylim(90, 100.3)
            axes.plot(thresholds, shares, label=name)
        axes.axvline(ACCEPTED, color="grey", linestyle=":")
        axes.set(title=title, xlabel="confidence asked for", ylabel="%")
        axes.legend()
    figure.savefig(file, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description="how right readings of dice are as their threshold moves")
    parser.add_argument("--frames", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=610000)
    photos = os.environ.get("COMPANION_PHOTOS")
    parser.add_argument("--photos", type=Path, default=Path(photos) / "dice" if photos else None)
    parser.add_argument("--plot", type=Path, default=Path("dice_confidence.png"))
    args = parser.parse_args()
    cv2.setNumThreads(1)
    reader = DiceReader()
    rows = score(reader, "made-up", tables(args.frames, args.seed)) if args.frames else {}
    if args.photos is not None:
        rows |= score(reader, "photographs", photographs(args.photos))
    for name, some in rows.items():
        for threshold in (0.1, 0.2, ACCEPTED, 0.35, 0.45):
            accepted, right = figures(some, threshold)
            mark = "  <- shipped" if threshold == ACCEPTED else ""
            print(f"{name:22} {threshold:4.2f}  {accepted:4} of {len(some)} accepted, {right:4} right{mark}")
    draw(rows, args.plot)


if __name__ == "__main__":
    main()
