"""How fast and how good the dice reader is, beside the method of the tutorials.

    python tests/bench/bench_vision.py [FOLDER]

Prints the milliseconds of one 1280 x 720 frame on one core (the quick look, and the reading with its
confirmation by the nets) and the peak memory of the process that reads; the frames are drawn by another one.
Then it reads a folder of photographs with its labels.csv (FOLDER, else COMPANION_PHOTOS/dice) with all
readers, with the first one alone, and with the tutorials' method.  Every third photograph, by a hash of its
name, is reported on its own as well, and so are those from above with two to six dice.  Photographs made as
large as a frame are timed, too.
"""

from __future__ import annotations

import csv
import hashlib
import multiprocessing
import os
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import cv2
import numpy as np

from hardware.picture_file import load_picture
from hardware.vision.dice import DiceReader

Values = tuple[str, ...]
#: A picture, and how many dice are in it.
Told = tuple[np.ndarray, int]
FRAMES = 40
#: The parts of the photographs that are reported.
PARTS = ("all", "kept aside", "from above, 2-6 dice")


def tutorial(image: np.ndarray) -> Values:
    """Read dice the usual way: blur, find round blobs, group the blobs that lie close together.

    The number of blobs in a group is the value of a die.  No setting is told anything about the picture.
    """
    scale = 640 / max(image.shape[:2])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    settings = cv2.SimpleBlobDetector_Params()
    settings.filterByInertia = True
    settings.minInertiaRatio = 0.6
    blobs = cv2.SimpleBlobDetector_create(settings).detect(cv2.medianBlur(small, 3))
    if not blobs:
        return ()
    places = np.array([blob.pt for blob in blobs])
    near = np.hypot(*(places[:, None] - places).transpose(2, 0, 1)) < 4.0 * np.median([b.size for b in blobs])
    groups = np.arange(len(blobs))
    for _ in blobs:
        groups = np.where(near, groups, len(blobs)).min(axis=1)
    sizes = np.unique(groups, return_counts=True)[1]
    return tuple(sorted(str(size) for size in sizes if size <= 6))


def draw_frames(folder: Path, count: int) -> None:
    """Draw made-up tables of five dice, and keep each as a file."""
    # Drawing takes more memory than reading, and the process that reads does without it.
    from hardware.simulated.made_up_pictures import scenes

    for number, (image, _) in enumerate(scenes(7, count, "usual", dice=(5, 5))):
        np.save(folder / f"{number:03}.npy", image)


def drawn(folder: Path) -> Iterator[Told]:
    """Yield the frames that were drawn, one at a time."""
    for file in sorted(folder.glob("*.npy")):
        yield np.load(file), 5


def milliseconds(read: Callable[[Told], object], frames: Iterable[Told]) -> list[float]:
    """Return the best of three runs of each frame, in milliseconds of processor time."""
    times = []
    for frame in frames:
        runs = []
        for _ in range(3):
            began = time.process_time()
            read(frame)
            runs.append(1000 * (time.process_time() - began))
        times.append(min(runs))
    return times


def speed(reader: DiceReader, name: str, frames: Callable[[], Iterable[Told]]) -> None:
    readers: dict[str, Callable[[Told], object]] = {
        "the quick look": lambda told: reader.read(*told, confirm=False),
        "with its confirmation": lambda told: reader.read(*told),
        "the tutorials' method": lambda told: tutorial(told[0]),
    }
    for way, read in readers.items():
        read(next(iter(frames())))
        times = milliseconds(read, frames())
        figures = f"{statistics.median(times):6.1f} ms a frame (median), {max(times):6.1f} at most"
        print(f"{name}, {way:24} {figures}")


def as_frame(image: np.ndarray) -> np.ndarray:
    """Return a photograph as large as fits into a frame of 1280 x 720, the rest of it grey."""
    scale = min(1280 / image.shape[1], 720 / image.shape[0])
    size = (round(image.shape[1] * scale), round(image.shape[0] * scale))
    frame = np.full((720, 1280, 3), 118, np.uint8)
    frame[: size[1], : size[0]] = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return frame


def kept_aside(name: str) -> bool:
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % 3 == 0


def quality(folder: Path) -> None:
    readers = {"all readers": DiceReader(), "the first one alone": DiceReader(net=False)}
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as file:
        labels = list(csv.DictReader(file))
    scores: dict[str, list[tuple[tuple[bool, ...], bool, bool]]] = {"the tutorials' method": []}
    frames: list[Told] = []
    for label in labels:
        file_name, truth = label["file"], tuple(sorted(label["dice_values"].split()))
        image = load_picture(folder / file_name)
        frames.append((as_frame(image), len(truth)))
        above = label["view"] == "overhead" and 2 <= len(truth) <= 6
        parts = (True, kept_aside(file_name), above)
        for name, reader in readers.items():
            for way, expect in (("told", len(truth)), ("untold", None)):
                reading = reader.read(image, expect)
                row = (parts, reading.values == truth, reading.accepted)
                scores.setdefault(f"{name}, {way}", []).append(row)
        scores["the tutorials' method"].append((parts, tutorial(image) == truth, True))
    speed(readers["all readers"], "photographs", lambda: frames)
    for way, rows in scores.items():
        for number, part in enumerate(PARTS):
            some = [row for row in rows if row[0][number]]
            right = sum(row[1] for row in some)
            accepted = sum(row[2] for row in some)
            silent = sum(row[2] and not row[1] for row in some)
            figures = f"{right:3} of {len(some)} right, {accepted} accepted, {silent} silent misreads"
            print(f"{way:28} {part:20} {figures}")


def main() -> None:
    cv2.setNumThreads(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
            pool.submit(draw_frames, folder, FRAMES).result()
        speed(DiceReader(), "made-up tables", lambda: drawn(folder))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory of the process that read them: {peak:.0f} MB")
    photos = os.environ.get("COMPANION_PHOTOS")
    folder_given = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(photos) / "dice" if photos else None
    if folder_given is not None:
        quality(folder_given)


if __name__ == "__main__":
    main()
