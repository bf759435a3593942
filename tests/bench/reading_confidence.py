"""Does the confidence of a reading mean something, and does what is acted on come true?

    python tests/bench/reading_confidence.py dice|dominoes [--frames 2000] [--photos FOLDER] [--plot FILE]
                                             [--show FOLDER]

Reads made-up tables (a third each plain, usual and hard, five frames of each table) and, if a folder with a
labels.csv is given or COMPANION_PHOTOS names one, its photographs; dice told and untold how many they are,
dominoes untold.  Prints how many readings would be accepted and how many of those are right as the
confidence asked for moves, and draws it.  A picture of dominoes is right when all its tiles are, and a single
tile is counted as well: those in no doubt, of whatever picture.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

import cv2
import numpy as np

from hardware.picture_file import load_picture
from hardware.simulated import SimulatedTable
from hardware.simulated.look import Level, draw_look
from hardware.simulated.picture import Moment, Painter
from hardware.simulated.placing import place_dice
from hardware.simulated.truth import die_truth
from hardware.vision.dice import ACCEPTED, DiceReader
from hardware.vision.dominoes import DominoReader
from hardware.vision.reading import Doubt, Reading

LEVELS: tuple[Level, ...] = get_args(Level)
FRAMES_OF_A_TABLE = 5
#: These doubts come from the threshold alone; others forbid a reading whatever its confidence.
BY_THRESHOLD = (None, Doubt.UNSURE, Doubt.DISAGREE)
Values = tuple[str, ...]
Pictures = Iterator[tuple[str, np.ndarray, Values]]
#: The confidence of a reading or a tile (0 where something particular is in doubt), and whether it is right.
Row = tuple[float, bool]
#: The name of a curve, and a row of it.
Scores = Iterator[tuple[str, float, bool]]


def thrown(frames: int, seed: int) -> Pictures:
    """Yield made-up throws with their values; none with dice that are cut, hidden or washed out by glare."""
    made = table = 0
    while made < frames:
        own, level = seed + table, LEVELS[table % 3]
        table += 1
        generator = np.random.default_rng([own, 21])
        look = replace(draw_look(own, level, int(generator.integers(1, 8))), may_be_cut=False)
        painter = Painter(look)
        for frame in range(FRAMES_OF_A_TABLE):
            values = tuple(int(value) for value in generator.integers(1, 7, len(look.dice)))
            try:
                bodies = place_dice(generator, look, values)
            except ValueError:
                # A small tray has no room for so many.
                continue
            developed = painter.develop(Moment(bodies))
            seen = zip(bodies, developed.shown, developed.contrasts, strict=True)
            dice = [die_truth(look.lens, *die) for die in seen]
            # What a person could not read from the picture either is no question of confidence.
            if any(die.hidden or die.cut or die.washed for die in dice):
                continue
            made += 1
            image = painter.expose(developed, generator)
            yield f"{level} {own} {frame}", image, tuple(sorted(map(str, values)))


def scattered(frames: int, seed: int) -> Pictures:
    """Yield made-up tables with one to eight tiles face up, none of them hidden or cut by the frame."""
    chosen = [f"{low}-{high}" for low in range(7) for high in range(low, 7)]
    made = number = 0
    while made < frames:
        own, level = seed + number, LEVELS[number % 3]
        number += 1
        generator = np.random.default_rng([own, 22])
        mat = (None, "a4", "letter")[int(generator.integers(3))]
        table = SimulatedTable(own, level, lambda: 0, mat=mat, deep_mm=float(generator.uniform(190, 260)))
        for frame in range(FRAMES_OF_A_TABLE):
            table.clear()
            tiles = generator.choice(chosen, int(generator.integers(1, 9)), replace=False).tolist()
            table.scatter_tiles(tiles, touching=0.3)
            things = table.things
            if any(thing.hidden or thing.cut for thing in things):
                continue
            made += 1
            yield (
                f"{level} {own} {frame}",
                table.picture(frame),
                tuple(sorted(thing.name for thing in things)),
            )


def photographs(folder: Path, column: str, between: str | None) -> Pictures:
    with (folder / "labels.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            values = row[column].split(between)
            if not any(int(part) > 6 for value in values for part in value.split("-")):
                yield row["file"], load_picture(folder / row["file"]), tuple(sorted(values))


def score_dice(kind: str, pictures: Pictures, untold: bool = True) -> Scores:
    reader = DiceReader()
    ways = ("told", "untold") if untold else ("told",)
    for name, image, truth in _counted(kind, pictures):
        for way in ways:
            expect = len(truth) if way == "told" else None
            reading = reader.read(image, expect)
            may = reading.accepted or (
                reading.doubt in BY_THRESHOLD and not any(p.doubt for p in reading.pieces)
            )
            right = reading.values == truth
            yield f"{kind}, {way}", reading.confidence if may else 0.0, right
            _tell(f"{way}: {name}", reading, truth)


def score_dominoes(kind: str, pictures: Pictures, show: Path | None = None) -> Scores:
    reader = DominoReader()
    for name, image, truth in _counted(kind, pictures):
        reading = reader.read(image)
        if show is not None and reading.accepted and reading.values != truth:
            cv2.imwrite(str(show / f"{name.replace(' ', '_')}.png"), image)
        read = tuple(sorted(piece.value for piece in reading.pieces if piece.value))
        yield f"{kind}, pictures", reading.confidence if reading.accepted else 0.0, read == truth
        left = Counter(truth)
        for piece in sorted(reading.pieces, key=lambda piece: -piece.confidence):
            if not piece.value:
                continue
            right = left[piece.value] > 0
            left[piece.value] -= right
            yield f"{kind}, tiles", piece.confidence if piece.doubt is None else 0.0, right
            if piece.doubt is None and not right:
                print(f"a tile in no doubt: {name} is {' '.join(truth)}, read {piece.value}", flush=True)
        # Tiles that were not seen at all are neither accepted nor right.
        yield from [(f"{kind}, tiles", 0.0, False)] * left.total()
        _tell(name, replace(reading, pieces=tuple(p for p in reading.pieces if p.value)), truth)


def _counted(kind: str, pictures: Pictures) -> Pictures:
    """Yield the pictures, and say now and then how many there were."""
    for number, picture in enumerate(pictures, start=1):
        yield picture
        if number % 100 == 0:
            print(f"{number} {kind}", file=sys.stderr, flush=True)


def _tell(name: str, reading: Reading, truth: Values) -> None:
    if reading.accepted and reading.values != truth:
        print(
            f"silent misread, {name} is {' '.join(truth)}, read {' '.join(reading.values)} "
            f"({reading.confidence:.2f})",
            flush=True,
        )


def figures(rows: list[Row], threshold: float) -> tuple[int, int]:
    """Return how many readings are accepted at a threshold, and how many of those are right."""
    taken = [right for confidence, right in rows if confidence >= max(threshold, 1e-6)]
    return len(taken), sum(taken)


def draw(all_rows: dict[str, list[Row]], shipped: float | None, file: Path) -> None:
    from matplotlib.figure import Figure

    thresholds = np.linspace(0.01, 0.95, 95)
    figure = Figure(figsize=(9, 4.2), layout="constrained")
    for axes, title in zip(figure.subplots(1, 2), ("accepted", "right among the accepted"), strict=True):
        for name, rows in all_rows.items():
            both = [figures(rows, float(threshold)) for threshold in thresholds]
            if title == "accepted":
                shares = [100 * accepted / max(len(rows), 1) for accepted, _ in both]
            else:
                shares = [100 * right / accepted if accepted else np.nan for accepted, right in both]
                axes.set_ylim(90, 100.3)
            axes.plot(thresholds, shares, label=f"{name} ({len(rows)})")
        if shipped is not None:
            axes.axvline(shipped, color="grey", linestyle=":")
        axes.set(title=title, xlabel="confidence asked for", ylabel="%")
        axes.legend(fontsize="small")
    figure.savefig(file, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description="how right readings are as their threshold moves")
    parser.add_argument("kind", choices=("dice", "dominoes"))
    parser.add_argument("--frames", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=610000)
    parser.add_argument("--told", action="store_true", help="read made-up throws only as at the table")
    photos = os.environ.get("COMPANION_PHOTOS")
    parser.add_argument("--photos", type=Path, help="a folder with a labels.csv")
    parser.add_argument("--plot", type=Path, help="where the picture goes")
    parser.add_argument("--show", type=Path, help="a folder for the pictures of dominoes misread silently")
    parser.add_argument("--rows", type=Path, help="keep every reading's row here as it is made (JSON lines)")
    parser.add_argument(
        "--with", type=Path, nargs="*", default=[], dest="more", help="rows kept by other runs"
    )
    args = parser.parse_args()
    cv2.setNumThreads(1)
    folder = args.photos or (Path(photos) / args.kind if photos else None)
    score: Callable[..., Scores]
    if args.kind == "dice":
        score, made_up, shipped = score_dice, thrown, ACCEPTED
        column, between = "dice_values", None
    else:
        # What its nets ask for is no one number: the curve begins at what is shipped.
        score, made_up, shipped = score_dominoes, scattered, None
        column, between = "tiles", ";"
    how: dict[str, object] = {"untold": False} if args.told and args.kind == "dice" else {}
    if args.show is not None and args.kind == "dominoes":
        how["show"] = args.show
    parts = [score("made-up", made_up(args.frames, args.seed), **how)]
    if folder is not None:
        parts.append(score("photographs", photographs(folder, column, between)))
    rows: dict[str, list[Row]] = {}
    for line in (line for file in args.more for line in file.read_text(encoding="utf-8").splitlines()):
        name, confidence, right = json.loads(line)
        rows.setdefault(name, []).append((confidence, right))
    kept = args.rows.open("a", encoding="utf-8") if args.rows else None
    for name, confidence, right in (row for part in parts for row in part):
        rows.setdefault(name, []).append((confidence, right))
        if kept is not None:
            print(json.dumps([name, confidence, right]), file=kept, flush=True)
    for name, some in rows.items():
        for threshold in (shipped or 0.0, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8):
            accepted, right = figures(some, threshold)
            mark = "  <- shipped" if threshold == (shipped or 0.0) else ""
            print(f"{name:22} {threshold:4.2f}  {accepted:5} of {len(some)} accepted, {right:5} right{mark}")
    draw(rows, shipped, args.plot or Path(f"{args.kind}_confidence.png"))


if __name__ == "__main__":
    main()
