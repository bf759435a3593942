"""How fast and how good the reader of playing cards is, beside the method of the tutorials.

    python tests/bench/bench_cards.py [FOLDER]

Prints the milliseconds of one 1280 x 720 frame on one core (the quick look, and the reading; the best of
three runs each) and the peak memory of the process, then reads a folder of photographs with its labels.csv
(FOLDER, else COMPANION_PHOTOS/cards), told and untold, and with the tutorials' method.  Every third
photograph, by a hash of its name, is reported on its own as well.
"""

from __future__ import annotations

import csv
import hashlib
import os
import resource
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
from hardware.simulated.playing_cards import RANKS, SUITS, playing_card
from hardware.vision.cards import CardReader

FRAMES = 24


def signs_of(face: np.ndarray) -> tuple[np.ndarray, np.ndarray] | None:
    """Return the rank and the suit of a flattened card as the tutorials cut them: the largest thing in the
    upper and in the lower part of its corner, brought to one size."""
    grey = cv2.cvtColor(cv2.resize(face, (200, 300)), cv2.COLOR_BGR2GRAY)
    corner = cv2.resize(grey[:84, :32], None, fx=4, fy=4)
    ink = cv2.threshold(corner, 0, 255, cv2.THRESH_BINARY_INV + cv2.THRESH_OTSU)[1]
    signs = []
    for part, size in ((ink[20:185], (70, 125)), (ink[186:336], (70, 100))):
        contours, _ = cv2.findContours(part, cv2.RETR_TREE, cv2.CHAIN_APPROX_SIMPLE)
        if not contours:
            return None
        x, y, wide, high = cv2.boundingRect(max(contours, key=cv2.contourArea))
        signs.append(cv2.resize(part[y : y + high, x : x + wide], size))
    return signs[0], signs[1]


Templates = tuple[dict[str, np.ndarray], dict[str, np.ndarray]]


def templates_of(deck: int) -> Templates:
    """Return the ranks and the suits of one deck, as there are in every such project."""
    ranks, suits = {}, {}
    for rank in RANKS:
        for suit in SUITS:
            signs = signs_of(playing_card(rank + suit, deck).picture)
            if signs is not None:
                ranks[rank], suits[suit] = signs
    return ranks, suits


def tutorial(image: np.ndarray, templates: Templates) -> Counter[str]:
    """Read cards the usual way: threshold, contours of four corners, flattened, the most similar signs."""
    grey = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    light = cv2.threshold(grey, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)[1]
    contours, _ = cv2.findContours(light, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    read: Counter[str] = Counter()
    for contour in contours:
        if cv2.contourArea(contour) < 0.005 * grey.size:
            continue
        corners = cv2.approxPolyDP(contour, 0.02 * cv2.arcLength(contour, True), True)
        if len(corners) != 4:
            continue
        box = corners[:, 0].astype(np.float32)
        if cv2.contourArea(box, True) < 0:
            box = box[::-1]
        if np.hypot(*(box[1] - box[0])) > np.hypot(*(box[2] - box[1])):
            box = np.roll(box, -1, axis=0)
        ends = np.array([(0, 0), (200, 0), (200, 300), (0, 300)], np.float32)
        warp = cv2.getPerspectiveTransform(np.ascontiguousarray(box), ends)
        signs = signs_of(cv2.warpPerspective(image, warp, (200, 300)))
        if signs is None:
            continue
        value = ""
        for sign, known in zip(signs, templates, strict=True):
            off = {name: float(cv2.absdiff(sign, one).mean()) for name, one in known.items()}
            value += min(off, key=off.__getitem__)
        read[value] += 1
    return read


def frames() -> list[np.ndarray]:
    """Return rendered tables with one to three cards, every second of them on the white tray mat."""
    generator = np.random.default_rng(5)
    pictures = []
    for seed in range(FRAMES):
        mat = "a4" if seed % 2 else None
        now = [0]
        table = SimulatedTable(seed, "usual", lambda now=now: now[0], mat=mat, deep_mm=None if mat else 240)
        for number in range(1 + seed % 3):
            value = RANKS[int(generator.integers(13))] + SUITS[int(generator.integers(4))]
            table.show_card(playing_card(value, seed), beside=number > 0)
        now[0] = 5000
        pictures.append(table.picture(1))
    return pictures


def milliseconds(read: Callable[[np.ndarray], object], pictures: list[np.ndarray]) -> list[float]:
    times = []
    for picture in pictures:
        runs = []
        for _ in range(3):
            began = time.process_time()
            read(picture)
            runs.append(1000 * (time.process_time() - began))
        times.append(min(runs))
    return times


def speed(reader: CardReader) -> None:
    pictures = frames()
    readers: dict[str, Callable[[np.ndarray], object]] = {
        "the quick look": lambda picture: reader.read(picture, confirm=False),
        "the reading": reader.read,
    }
    for name, read in readers.items():
        read(pictures[0])
        for some, which in ((pictures[::2], "on tables"), (pictures[1::2], "on the white mat")):
            times = milliseconds(read, some)
            print(
                f"{name:16} {which:18} {statistics.median(times):6.1f} ms (median), {max(times):6.1f} at most"
            )


def kept_aside(name: str) -> bool:
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % 3 == 0


def quality(folder: Path, reader: CardReader) -> None:
    # Nobody has the templates of somebody else's deck: the best of several decks' are taken.
    decks = [templates_of(deck) for deck in range(6)]
    scores: dict[str, list[tuple[bool, int, int, int, int]]] = {}
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as file:
        truths = {row["file"]: Counter(row["cards"].split(";")) for row in csv.DictReader(file)}
    for name, truth in truths.items():
        image = load_picture(folder / name)
        for way, expect in (("told", truth.total()), ("untold", None)):
            pieces = reader.read(image, expect).pieces
            found = Counter(piece.value for piece in pieces)
            sure = Counter(piece.value for piece in pieces if piece.doubt is None)
            row = (truth.total(), (found & truth).total(), (sure & truth).total(), (sure - truth).total())
            scores.setdefault(way, []).append((kept_aside(name), *row))
        usual = max((tutorial(image, one) for one in decks), key=lambda read: (read & truth).total())
        row = (truth.total(), (usual & truth).total(), (usual & truth).total(), (usual - truth).total())
        scores.setdefault("the tutorials' method", []).append((kept_aside(name), *row))
    for way, rows in scores.items():
        for part in ("all", "kept aside"):
            some = [row[1:] for row in rows if part == "all" or row[0]]
            cards, right, accepted, silent = (sum(column) for column in zip(*some, strict=True))
            figures = (
                f"{right} of {cards} cards right, {accepted} accepted and right, {silent} silent misreads"
            )
            print(f"{way:22} {part:10} {figures}")


def main() -> None:
    cv2.setNumThreads(1)
    reader = CardReader()
    reader.read(np.zeros((720, 1280, 3), np.uint8))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    photos = os.environ.get("COMPANION_PHOTOS")
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(photos) / "cards" if photos else None
    if folder is not None:
        quality(folder, reader)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory: {before:.0f} MB with the reader loaded, {peak:.0f} MB after all photographs")
    speed(reader)


if __name__ == "__main__":
    main()
