"""Many evenings of `tray_frames`, on several cores, with a report that can be gone on with.

    nice python -m tests.simulated.tray_run --frames 10000 --workers 2 --report evenings.jsonl

Each evening that is over is a line of the report (JSON).  Called again with the same report, it goes on with
the seeds that are missing; `--frames 0` only prints the figures of what is there.  A failure is seen again
with its own seed, kind and level:  --first SEED --kinds KIND --levels LEVEL --frames 1.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from pathlib import Path

import cv2

from hardware.simulated.look import Level
from tests.simulated.tray_frames import KINDS, Evening, Kind, Verdict

#: Throws are most of what the games ask a camera for, so of five evenings three are of dice.
TURNS: tuple[Kind, ...] = ("dice", "card", "dice", "tile", "dice")
LEVELS: tuple[Level, ...] = ("plain", "usual")


@dataclass(frozen=True)
class Played:
    """One evening: what became of its tables, and what its camera did wrong."""

    seed: int
    kind: Kind
    level: Level
    verdicts: tuple[Verdict, ...]
    suffered: dict[str, int]

    @property
    def frames(self) -> int:
        return sum(verdict.frames for verdict in self.verdicts)

    def line(self) -> str:
        """The evening as a line of the report."""
        return json.dumps(asdict(self))


def played(line: str) -> Played:
    """Return the evening of a line of the report."""
    said = json.loads(line)
    verdicts = tuple(Verdict(**verdict) for verdict in said.pop("verdicts"))
    return Played(verdicts=verdicts, **said)


def play(seed: int, kind: Kind, level: Level) -> Played:
    """Play one evening."""
    cv2.setNumThreads(1)
    evening = Evening(seed, kind, level)
    verdicts = tuple(evening.verdicts())
    return Played(seed, kind, level, verdicts, dict(evening.suffered))


def plan(first: int, kinds: tuple[Kind, ...], levels: tuple[Level, ...]) -> Iterator[tuple[int, Kind, Level]]:
    """Yield the evenings from a seed on: their kinds and levels take turns."""
    turns = [kind for kind in TURNS if kind in kinds]
    seed = first
    while True:
        yield seed, turns[seed % len(turns)], levels[seed // len(turns) % len(levels)]
        seed += 1


def evenings(
    first: int, frames: int, kinds: tuple[Kind, ...] = KINDS, levels: tuple[Level, ...] = LEVELS
) -> Iterator[Played]:
    """Play evenings from a seed on until so many frames are seen."""
    for seed, kind, level in plan(first, kinds, levels):
        if frames <= 0:
            return
        over = play(seed, kind, level)
        frames -= over.frames
        yield over


def failures(verdicts: Iterable[Verdict]) -> list[Verdict]:
    """Return the tables that were not read in the end, or wrongly at any time."""
    return [verdict for verdict in verdicts if verdict.silent or verdict.right != "read"]


def figures(over: list[Played]) -> str:
    """Return a table of what became of each kind, level and fault, then every failure with its seed."""
    verdicts = [verdict for evening in over for verdict in evening.verdicts]
    groups: dict[tuple[str, str], list[Verdict]] = {}
    for verdict in verdicts:
        for group in (("all", ""), (verdict.kind, ""), (verdict.kind, verdict.level)):
            groups.setdefault(group, []).append(verdict)
        groups.setdefault((verdict.kind, verdict.fault or "no fault"), []).append(verdict)
    lines = []
    for (kind, group), some in sorted(groups.items()):
        right = sum(verdict.right == "read" for verdict in some)
        silent = sum(verdict.silent for verdict in some)
        seen = sum(verdict.frames for verdict in some)
        acts = ", ".join(f"{act} {n}" for act, n in sorted(Counter(v.wrong for v in some).items()))
        lines.append(
            f"{kind:4} {group:12} {right:5} of {len(some):5} tables read after steadying "
            f"({100 * right / len(some):6.2f} %), {silent} silent, {seen:6} frames  (at first: {acts})"
        )
    suffered: Counter[str] = Counter()
    for evening in over:
        suffered.update(evening.suffered)
    lines.append(f"the cameras: {', '.join(f'{n} {what}' for what, n in sorted(suffered.items()))}")
    lines += [verdict.line for verdict in failures(verdicts)]
    return "\n".join(lines)


def go_on(
    report: Path, frames: int, first: int, kinds: tuple[Kind, ...], levels: tuple[Level, ...], workers: int
) -> list[Played]:
    """Play what is missing of so many frames, adding to the report; return all of it."""
    there = report.read_text(encoding="utf-8").splitlines() if report.exists() else []
    over = [played(line) for line in there]
    done = {evening.seed for evening in over}
    seen, began, played_now = sum(evening.frames for evening in over), time.monotonic(), 0
    todo = (what for what in plan(first, kinds, levels) if what[0] not in done)
    with ProcessPoolExecutor(workers) as pool, report.open("a", encoding="utf-8") as file:
        running = {pool.submit(play, *next(todo)) for _ in range(workers if seen < frames else 0)}
        while running:
            ended, running = wait(running, return_when=FIRST_COMPLETED)
            for evening in (future.result() for future in ended):
                over.append(evening)
                file.write(evening.line() + "\n")
                file.flush()
                seen += evening.frames
                played_now += evening.frames
                pace = played_now / (time.monotonic() - began)
                bad = failures(evening.verdicts)
                print(f"{seen} of {frames} frames, {pace:.1f} a second; {len(bad)} failed", file=sys.stderr)
                for verdict in bad:
                    print(f"  {verdict.line}", file=sys.stderr, flush=True)
                if seen < frames:
                    running.add(pool.submit(play, *next(todo)))
    return over


def main() -> int:
    parser = argparse.ArgumentParser(description="evenings at simulated tables, seen through the real eye")
    parser.add_argument("--frames", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=100_000, help="the first evening's seed")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--levels", default=",".join(LEVELS))
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--report", type=Path, default=Path("tray_frames.jsonl"))
    args = parser.parse_args()
    kinds, levels = tuple(args.kinds.split(",")), tuple(args.levels.split(","))
    over = go_on(args.report, args.frames, args.first, kinds, levels, args.workers)
    print(figures(over))
    return 0


if __name__ == "__main__":
    sys.exit(main())
