"""The kiosk under eight seats' fingers, run by hand: ``python tests/bench/bench_load.py [SECONDS] [WxH]``.

Eight people play dice, one chip a press to be confirmed, while all of them press their buttons ten times a
second on contacts that bounce.  The loop, the session and its journal on the disk are the real ones; frames
come 60 times a second by the clock on the wall, for ten minutes unless told otherwise.

    cpu      processor time of this thread for a frame that was drawn; other programs do not count
    wall     the same by the clock on the wall, whatever else the machine is doing
    presses  what the fingers meant, and what the kiosk has heard of it
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from companion.games import build_game
from companion.kiosk.acts import Act, Push
from companion.kiosk.keeper import Keeper
from companion.simulate.bots import Bots
from companion.table.chance import SeededChance
from companion.table.journal import Journal
from companion.table.prompts import Claim, Confirm
from companion.table.verify import verify
from companion.wishes import window_size
from tests.bench.bench_frames import FRAMES_A_SECOND, MOST_MS, p99, said
from tests.kiosk.people import EIGHT, Player, open_player
from tests.torture.eight_fingers import Fingers

RULES = {"payments": "one press", "multiple": 4, "chips": 200}
#: People throw, and answer what is asked of one of them, about so often.
THINKS_MS = 600


class Table:
    """Eight people at the kiosk; `counts` tells what came of their presses."""

    def __init__(self, size: tuple[int, int], folder: Path) -> None:
        self.player: Player = open_player(size)
        self.counts: Counter[str] = Counter()
        self.times: dict[str, list[float]] = {"cpu": [], "wall": []}
        self.player.stage.keeper.close()
        self.journal = Journal.open(folder, clock=self.player.clock)
        self.player.stage.keeper = Keeper(self.journal, SeededChance(1))
        self.fingers = Fingers(1, self.player.presses)
        self._bots = Bots(random.Random(1))
        self._asked = 0
        self._played: list[str] = []
        take = self.player.kiosk.take

        def heard(act: Act) -> None:
            self.counts["heard"] += isinstance(act, Push) and act.button.startswith("seat")
            take(act)

        self.player.kiosk.take = heard  # type: ignore[method-assign]

    def press_for(self, seconds: float) -> None:
        """Let everybody press for so long, by the clock on the wall."""
        player = self.player
        self._sit_down()
        began = due = time.perf_counter()
        passed = 0
        while (now := time.perf_counter()) - began < seconds:
            if player.table.view.outcome is not None:
                self._sit_down()
                # Nobody presses while the next session is made.
                began += time.perf_counter() - now
                continue
            due = max(due + 1 / FRAMES_A_SECOND, now)
            gone = round((now - began) * 1000) - passed
            passed += gone
            player.clock.pass_ms(gone)
            self.fingers.frame(gone)
            self._play()
            before, start = time.thread_time(), time.perf_counter()
            if player.kiosk.frame():
                self.times["cpu"].append((time.thread_time() - before) * 1000)
                self.times["wall"].append((time.perf_counter() - start) * 1000)
            time.sleep(max(0.0, due - time.perf_counter()))

    def _sit_down(self) -> None:
        self.player.sit_down(EIGHT, RULES)
        self._played.append(self.player.view.session)

    def _play(self) -> None:
        """Throw and answer for whoever is asked; money is the fingers' business."""
        scene = self.player.table
        waiting = [one for one in scene.view.open if one.waits and not isinstance(one, (Claim, Confirm))]
        if waiting and not scene.desk.busy and self.fingers.now_ms - self._asked > THINKS_MS:
            self._asked = self.fingers.now_ms
            scene.desk.give(self._bots.answer(waiting, [seat.id for seat in scene.view.seats]))

    def _count(self, session: str) -> None:
        """Look at the money of a session, by what is on the disk; raises where it is not sound."""
        stored = self.journal.load(session)
        verify(stored, build_game)
        last = stored.entries[-1]
        assert sum(last.balances.values()) == 0, "money is not conserved"
        self.counts["sessions"] += 1
        self.counts["entries"] += len(stored.entries)
        paid = Counter(
            entry.key for entry in stored.entries if entry.key.startswith(("claim/", "confirm/", "pay/"))
        )
        assert all(times == 1 for times in paid.values()), "a payment was confirmed twice"
        self.counts["payments"] += len(paid)

    def end(self) -> None:
        """Let go of the fingers' last presses, look at the last session, and close everything."""
        for _ in range(200):
            self.player.clock.pass_ms(16)
            self.player.kiosk.frame()
        for session in self._played:
            self._count(session)
        self.player.stage.keeper.close()
        self.journal.close()


def main(words: list[str]) -> int:
    seconds = float(words[0]) if words else 600.0
    size = window_size(words[1]) if len(words) > 1 else (1280, 720)
    with tempfile.TemporaryDirectory() as folder:
        table = Table(size, Path(folder) / "data")
        table.press_for(seconds)
        table.end()
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"{size[0]}x{size[1]}, eight seats, ten presses a second each, {seconds:.0f} s{load}")
    print(
        f"{len(table.times['cpu'])} frames drawn",
        *(f" {kind}: {said(ms)}" for kind, ms in table.times.items()),
    )
    # A finger that is still down, or has just let go, has pressed nothing yet.
    meant, heard = table.fingers.meant, table.counts["heard"]
    print(f"presses: {meant} meant, {heard} heard, {table.player.presses.dropped} dropped")
    print(dict(table.counts))
    good = 0 <= meant - heard <= 16 and not table.player.presses.dropped
    return 0 if good and p99(table.times["cpu"]) < MOST_MS else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
