"""How fast the companion starts, how much memory it takes, how much it works when nothing happens.

    python tests/bench/bench_start.py        prints the rows of the README's table

Run by hand on a quiet machine.  Without a display the kiosk draws on SDL's dummy driver.
"""

from __future__ import annotations

import os
import platform
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STARTS = 9
SETTLES_S = 4.0
IDLE_S = 20.0
WINDOW = ("--window", "1280x720")

#: A kiosk that tells the moment at which its first frame is on the screen.
TELLING = """
import os, sys
import pygame
def telling(show):
    def shown(*areas):
        show(*areas)
        if not told:
            told.append(os.write(1, b"frame\\n"))
    return shown
told = []
pygame.display.flip = telling(pygame.display.flip)
pygame.display.update = telling(pygame.display.update)
from companion.cli import run
sys.exit(run(sys.argv[1:]))
"""


def environment(data: Path) -> dict[str, str]:
    found = {**os.environ, "COMPANION_DATA": str(data), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    if not any(found.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")):
        found |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    return found


@contextmanager
def kiosk(*words: str) -> Iterator[tuple[int, float]]:
    """Start a kiosk in a data folder of its own; yield its process id and the seconds to its first frame."""
    with tempfile.TemporaryDirectory() as data:
        began = time.monotonic()
        child = subprocess.Popen(
            [sys.executable, "-c", TELLING, "play", *words, *WINDOW],
            cwd=ROOT, env=environment(Path(data)), stdout=subprocess.PIPE, bufsize=0,
        )  # fmt: skip
        assert child.stdout is not None
        try:
            if not child.stdout.read(1):
                sys.exit(f"the kiosk ended before its first frame, with status {child.wait()}")
            yield child.pid, time.monotonic() - began
        finally:
            child.send_signal(signal.SIGTERM)
            child.wait(timeout=10)


def family(pid: int) -> list[int]:
    """Return a process and all that it has started."""
    found = [pid]
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += family(int(child))
    return found


def memory_mb(pid: int) -> float:
    """Return the proportional set size of a process and its children: shared pages count by their share."""
    total = 0
    for one in family(pid):
        rollup = Path(f"/proc/{one}/smaps_rollup").read_text()
        total += int(next(line.split()[1] for line in rollup.splitlines() if line.startswith("Pss:")))
    return total / 1024


def cpu_seconds(pid: int) -> float:
    ticks = 0
    for one in family(pid):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def cpu_share(pid: int) -> float:
    """Return the share of one core that a kiosk takes while nobody does anything, in percent."""
    before = cpu_seconds(pid)
    time.sleep(IDLE_S)
    return 100 * (cpu_seconds(pid) - before) / IDLE_S


def help_seconds() -> float:
    began = time.monotonic()
    subprocess.run(
        [sys.executable, "-m", "companion", "--help"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL
    )
    return time.monotonic() - began


def first_frame_seconds() -> float:
    with kiosk() as (_, seconds):
        return seconds


def main() -> None:
    helped = [help_seconds() for _ in range(STARTS)]
    shown = [first_frame_seconds() for _ in range(STARTS)]
    with kiosk() as (pid, _):
        time.sleep(SETTLES_S)
        home_mb, home_cpu = memory_mb(pid), cpu_share(pid)
    with kiosk("dice", "--seats", "Ana,Bo", "--camera", "sim") as (pid, _):
        time.sleep(SETTLES_S)
        table_mb, table_cpu = memory_mb(pid), cpu_share(pid)
    rows = [
        ("start of `companion --help`", statistics.median(helped), "s", 2),
        ("start of the kiosk to its first frame", statistics.median(shown), "s", 2),
        ("memory of the kiosk, home screen (PSS)", home_mb, "MB", 0),
        ("memory of the kiosk, camera armed (PSS)", table_mb, "MB", 0),
        ("idle home screen, share of one core", home_cpu, "%", 1),
        ("table with a simulated camera armed, share of one core", table_cpu, "%", 1),
    ]
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    for what, value, unit, digits in rows:
        print(f"| {what} | {value:.{digits}f} {unit} |")


if __name__ == "__main__":
    main()
