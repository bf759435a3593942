"""How long the annals of a thousand evenings take, and what the screen feels of it.

    python -m tests.bench.bench_annals [EVENINGS]

plays a few evenings of each game, lays them down under as many ids as are asked for, and measures in
processor time: reading them all, reading them again with the index, adding up the players and the records;
and the longest frames of a kiosk while the annals are read.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from companion.annals.archive import Archive
from companion.annals.fame import hall_of_fame
from companion.annals.players import players_of
from companion.table.clock import ManualClock
from companion.table.entries import GENESIS, chain_rows
from companion.table.journal import Journal
from tests.annals.played import PLAYERS, play_evening

T = TypeVar("T")


def main(words: list[str]) -> int:
    count = int(words[0]) if words else 1000
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    with tempfile.TemporaryDirectory() as folder, Journal.open(Path(folder), clock=ManualClock()) as journal:
        rows = fill(journal, count)
        print(f"{count} evenings, {rows} answers and more, {size(Path(folder)) / 1e6:.0f} MB")
        archive = Archive(journal)
        measured("read, the first time", archive.evenings)
        evenings = measured("read again, in the same program", archive.evenings)
        evenings = measured("read in another program, with the index", lambda: Archive(journal).evenings())
        measured("players added up", lambda: players_of(evenings, archive.marks))
        measured("records found", lambda: hall_of_fame(evenings, archive.marks))
        frames(journal)
    return 0


def fill(journal: Journal, count: int) -> int:
    """Lay down evenings; returns how many rows there are."""
    shelf = Journal.in_memory(clock=ManualClock())
    stored = [
        shelf.load(play_evening(shelf, game, seed=seed).header.session).entries
        for game in PLAYERS
        for seed in range(4)
    ]
    rows = 0
    journal._connection.execute("PRAGMA synchronous = OFF")
    journal.mirror, mirror = None, journal.mirror
    for number in range(count):
        entries, id = stored[number % len(stored)], f"{number:08d}"
        header = entries[0].header
        assert header is not None
        first = replace(entries[0], header=replace(header, session=id))
        journal.append_rows(id, chain_rows(GENESIS, (first, *entries[1:])))
        rows += len(entries)
    journal.mirror = mirror
    return rows


def frames(journal: Journal) -> None:
    """Let a kiosk draw the list while the annals are read anew on their own thread."""
    from companion.kiosk.keeper import Keeper
    from companion.kiosk.offscreen import unseen_kiosk
    from companion.kiosk.scenes.evenings import EveningsScene
    from companion.kiosk.stage import Stage
    from companion.kiosk.theme import Theme
    from companion.language import Language
    from companion.table.chance import SeededChance
    from hardware.buttons import PressQueue

    (journal.path.parent / "annals-index.json").unlink()  # type: ignore[union-attr]
    keeper = Keeper(journal, SeededChance(1))
    stage = Stage(Theme(1280, 720), Language.load("en"), journal.clock, keeper)
    kiosk = unseen_kiosk(stage, PressQueue(), None)
    scene = EveningsScene(stage)
    stage.go(scene)
    kiosk.frame()
    taken = []
    begun = time.perf_counter()
    while not scene._asked.done():
        at = time.perf_counter()
        scene.stale = True
        kiosk.frame()
        taken.append((time.perf_counter() - at) * 1000)
        time.sleep(0.016)
    whole = time.perf_counter() - begun
    at = time.thread_time()
    kiosk.frame()
    filled = (time.thread_time() - at) * 1000
    taken.sort()
    print(
        f"while they are read ({whole:.1f} s): {len(taken)} frames, "
        f"half of them within {taken[len(taken) // 2]:.1f} ms, "
        f"99 in 100 within {taken[int(len(taken) * 0.99)]:.1f} ms; "
        f"the one that fills the list: {filled:.0f} ms of processor time"
    )
    keeper.close()


def measured(what: str, do: Callable[[], T]) -> T:
    begun = time.process_time()
    done = do()
    print(f"{what}: {(time.process_time() - begun) * 1000:.0f} ms")
    return done


def size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
