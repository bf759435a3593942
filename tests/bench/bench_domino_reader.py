"""How fast and how good the domino reader is, beside the method of the tutorials.

    python tests/bench/bench_domino_reader.py [FOLDER]

Prints the milliseconds of processor time for a 1280 x 720 frame of a simulated table, on one core: with one
tile, with none, and with a dozen.  Then it reads a folder of photographs with its labels.csv (FOLDER, else
COMPANION_PHOTOS/dominoes), without being told how many tiles there are, with the reader and with the
tutorials' method, source by source.  The nets were taught with drawn scenes alone, but photographs of every
source in `LOOKED_AT` were looked at, or their figures known, while thresholds were chosen: none of them is
kept aside, and the figures of other sources say more.
"""

from __future__ import annotations

import csv
import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from hardware.picture_file import load_picture
from hardware.simulated import SimulatedTable
from hardware.vision.dominoes import DominoReader
from hardware.vision.reading import Reading

LOOKED_AT = ("domibot", "fichas", "ddd", "bahi", "jeremy", "karthik")
FRAMES = 12
#: The area of a tile in a picture of 640 pixels, and how long it is for its width.
AREAS, SHAPES = (250, 40_000), (1.5, 2.6)


def tutorial(image: np.ndarray) -> list[str]:
    """Read dominoes the usual way: Otsu's threshold, rectangles twice as long as wide, blobs in each half."""
    scale = 640 / max(image.shape[:2])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (3, 3), 0)
    _, white = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    outlines, _ = cv2.findContours(white, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found = []
    for outline in outlines:
        (x, y), (width, height), turn = cv2.minAreaRect(outline)
        if width > height:
            width, height, turn = height, width, turn + 90
        if (
            width < 1
            or not AREAS[0] < width * height < AREAS[1]
            or not SHAPES[0] < height / width < SHAPES[1]
        ):
            continue
        move = cv2.getRotationMatrix2D((x, y), turn, 100 / width)
        move[:, 2] += (50 - x, 50 * height / width - y)
        flat = cv2.warpAffine(grey, move, (100, round(100 * height / width)))
        half = len(flat) // 2
        found.append("-".join(sorted(str(blobs(part)) for part in (flat[: half - 6], flat[half + 6 :]))))
    return found


def blobs(half: np.ndarray) -> int:
    """Return how many round blobs there are in the picture of one half."""
    settings = cv2.SimpleBlobDetector_Params()
    settings.filterByArea = True
    settings.minArea, settings.maxArea = 60, 900
    settings.filterByInertia = True
    settings.minInertiaRatio = 0.5
    return len(cv2.SimpleBlobDetector_create(settings).detect(half))


def speed(reader: DominoReader) -> None:
    laid: dict[str, list[np.ndarray]] = {"one tile": [], "no tile": [], "twelve tiles": []}
    for seed in range(FRAMES):
        table = SimulatedTable(seed, "plain", lambda: 0, mat="a4")
        laid["no tile"].append(table.picture(1))
        table.lay_tiles([("3-5", 0, 0, 0.3 * seed)])
        laid["one tile"].append(table.picture(1))
        table.scatter_tiles([f"{n % 7}-{(2 * n + seed) % 7}" for n in range(12)], touching=0.3)
        laid["twelve tiles"].append(table.picture(1))
    ways: dict[str, Callable[[np.ndarray], object]] = {
        "reader": reader.read,
        "reader, a glance": lambda image: reader.read(image, confirm=False),
        "the tutorials' method": tutorial,
    }
    for what, frames in laid.items():
        for name, read in ways.items():
            read(frames[0])
            times = []
            for frame in frames:
                began = time.process_time()
                read(frame)
                times.append(1000 * (time.process_time() - began))
            print(
                f"{what:13} {name:24} {statistics.median(times):6.1f} ms a frame (median), "
                f"{max(times):6.1f} at most"
            )


def sure(reading: Reading) -> list[str]:
    return [piece.value for piece in reading.pieces if piece.value and piece.doubt is None]


def quality(folder: Path, reader: DominoReader) -> None:
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as file:
        truths = {row["file"]: row["tiles"].split(";") for row in csv.DictReader(file)}
    scores: dict[tuple[str, str], Counter[str]] = {}
    for name, tiles in truths.items():
        if any(int(value) > 6 for tile in tiles for value in tile.split("-")):
            continue
        image = load_picture(folder / name)
        reading = reader.read(image)
        truth, plain = Counter(tiles), tutorial(image)
        found = [piece.value for piece in reading.pieces if piece.value]
        source = name.split("_")[0]
        for way, seen, certain, accepted in (
            ("reader", found, sure(reading), reading.accepted),
            ("the tutorials' method", plain, plain, True),
        ):
            for part in (source if source in LOOKED_AT else f"{source}, not looked at", "all"):
                score = scores.setdefault((way, part), Counter())
                score["tiles"] += truth.total()
                score["right"] += (Counter(seen) & truth).total()
                score["sure"] += len(certain)
                score["silent"] += (Counter(certain) - truth).total()
                score["accepted"] += accepted
                score["wrongly"] += accepted and Counter(seen) != truth
    for (way, part), score in sorted(scores.items()):
        share = 100 * score["right"] / score["tiles"]
        print(
            f"{way:22} {part:9} {score['right']:3} of {score['tiles']:3} tiles right ({share:5.1f} %), "
            f"{score['sure']:3} sure, {score['silent']} of them wrong; "
            f"{score['accepted']} pictures accepted, {score['wrongly']} of them wrong"
        )


def main() -> None:
    cv2.setNumThreads(1)
    reader = DominoReader()
    speed(reader)
    photos = os.environ.get("COMPANION_PHOTOS")
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(photos) / "dominoes" if photos else None
    if folder is not None:
        quality(folder, reader)


if __name__ == "__main__":
    main()
