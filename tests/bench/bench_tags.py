"""Codes and the tray mat in a 1280 x 720 frame, run by hand: ``python tests/bench/bench_tags.py [FOLDER]``.

Prints milliseconds of processor time, of the program and its decoder process together, so that what else runs
on the machine does not count (Linux).  Then the photographs of a folder with a labels.csv (FOLDER, else
COMPANION_PHOTOS/qr) are read by the program, by each decoder alone, and by OpenCV's own reader of codes.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import cv2

from companion.cli.labels import load_labels
from hardware.picture_file import load_picture
from hardware.simulated.made_up_pictures import scenes
from hardware.vision.mat import MatFinder
from hardware.vision.mat_layout import LAYOUTS
from hardware.vision.tag_decoders import DecoderName, decode
from hardware.vision.tags import THOROUGH_EVERY, TagReader
from tests.vision.laid_out import Image, View, code_card, lay, mat_page, softened, table

ROUNDS = 100


def spent(pid: int | None) -> float:
    """Return the seconds of processor time that this process and another have used."""
    # Linux numbers the clock of a process by its own number.
    return time.process_time() + (time.clock_gettime((~pid << 3) | 2) if pid else 0.0)


def say(what: str, times: list[float]) -> None:
    ordered = sorted(times)
    print(f"{what:<46} {statistics.median(times):7.2f} ms (95 %: {ordered[int(0.95 * len(ordered))]:.2f})")


def timed(work: Callable[[], object], pid: int | None = None) -> float:
    before = spent(pid)
    work()
    return 1000 * (spent(pid) - before)


def bench_codes(tables: list[Image], card: Image) -> None:
    reader = TagReader()
    began = time.perf_counter()
    reader.read(tables[0])
    print(
        f"{'start of the decoder process, by the clock':<46} {1000 * (time.perf_counter() - began):7.2f} ms"
    )
    pid = reader.process.pid
    quick, closer = [], []
    for number in range(2, ROUNDS + 2):
        image = tables[number % len(tables)]
        times = closer if number % THOROUGH_EVERY == 0 else quick
        times.append(timed(lambda image=image: reader.read(image), pid))  # type: ignore[misc]
    say("codes, none in view", quick)
    say("codes, none in view, each tenth frame", closer)
    say("codes, one in view", [timed(lambda: reader.read(card), pid) for _ in range(ROUNDS)])

    grey = cv2.cvtColor(tables[0], cv2.COLOR_BGR2GRAY)
    height, width = grey.shape
    pixels = memoryview(grey).cast("B")
    ask = reader.process.ask
    apart = [timed(lambda: ask(DecoderName.ZXING, grey), pid) for _ in range(ROUNDS)]
    within = [timed(lambda: decode(DecoderName.ZXING, pixels, width, height)) for _ in range(ROUNDS)]
    say("one decoder in its own process", apart)
    say("the same decoder in this process", within)
    reader.close()


def bench_mat(scene: Image) -> None:
    finder = MatFinder()
    finder.find(scene)
    say("tray mat, followed", [timed(lambda: finder.find(scene)) for _ in range(ROUNDS)])
    say("tray mat, searched", [timed(lambda: finder.find(scene, thorough=True)) for _ in range(ROUNDS // 4)])


def quality(folder: Path) -> None:
    """Print how many photographs are right: something is read, and nothing but what the labels say."""
    labels = load_labels(folder / "labels.csv", "text")
    reader = TagReader()
    opencv = cv2.QRCodeDetector()
    decoders = {name: partial(_alone, name) for name in DecoderName}
    right: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    for name, texts in labels.items():
        image = load_picture(folder / name)
        said: dict[str, set[str]] = {
            "the program": set(reader.read(image, thorough=True).values),
            **{f"{decoder} alone": look(image) for decoder, look in decoders.items()},
            "OpenCV's QRCodeDetector": set(opencv.detectAndDecodeMulti(image)[1] or ()) - {""},
        }
        true = {_plain(text) for text in texts}
        for way, values in said.items():
            found = {_plain(value) for value in values}
            right[way] += bool(found) and found <= true
            wrong[way] += not found <= true
    reader.close()
    for way, count in right.items():
        print(f"{way:<46} {count:3} of {len(labels)} right, {wrong[way]} wrong")


def _alone(name: DecoderName, image: Image) -> set[str]:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    height, width = grey.shape
    return {
        code.text
        for code in decode(name, memoryview(grey).cast("B"), width, height)
        if code.text and code.sure
    }


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n")


def main() -> None:
    cv2.setNumThreads(1)
    tables = [image for image, _ in scenes(7, 8, "usual", (5, 5))]
    card = table()
    lay(card, code_card("KL1:7QM:G07:4ZK0B1T"), View(20, 15, 0.2))
    bench_codes(tables, softened(card, 0.8))
    mat = table()
    lay(mat, mat_page(LAYOUTS["a4"], 6.0), View(15, 5))
    bench_mat(softened(mat, 0.8))
    photos = os.environ.get("COMPANION_PHOTOS")
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(photos) / "qr" if photos else None
    if folder is not None:
        quality(folder)


if __name__ == "__main__":
    main()
