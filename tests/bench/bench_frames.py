"""How fast the kiosk draws, run by hand: ``python tests/bench/bench_frames.py [WxH]``.

Everything runs on one core: the loop, the session, and a camera thread that reads the simulated table's
pictures as fast as they come.  What moves is drawn by software on a screen that nobody sees.  Times are
those of the processor, so that other programs on the machine do not count, and of the wall beside them.

    moving   frames in which something moves (the budget of 60 frames a second is 16.7 ms)
    idle     the share of one core that an untouched screen takes
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace

from companion.kiosk.scenes.home import HomeScene
from companion.kiosk.sight import Opened, Sight
from companion.table.clock import SystemClock
from companion.wishes import window_size
from hardware.camera_thread import CameraThread
from hardware.simulated import SimulatedCamera, SimulatedTable
from tests.kiosk.gold_rush_screens import SITUATIONS, reach
from tests.kiosk.people import Player, open_player

FRAME_MS = 16
IDLE_S = 10.0


def one_core() -> None:
    """Let this process and all its threads run on one core, where the system can do that."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def camera(seed: int) -> Sight:
    """Return a camera whose thread reads a made-up table all the time."""
    table = SimulatedTable(seed, "usual", SystemClock().monotonic_ms)
    table.throw(5)
    return Sight(lambda: Opened(CameraThread(lambda: SimulatedCamera(table))))


def rolling(player: Player) -> None:
    """The dice of a throw tumble in, and chips fly to whoever has won."""
    player.sit_down()
    player.throw(1, 1, 5, 5, 3)
    player.push("ok", "seat6", "seat6", "seat2", "seat6", "seat4", "ok")


def walking(name: str) -> Callable[[Player], None]:
    situation = next(one for one in SITUATIONS if one.name == name)
    return lambda player: reach(player, replace(situation, after_ms=0))


RUNS: dict[str, Callable[[Player], None]] = {
    "dice roll, chips fly": rolling,
    "a token walks": walking("walking"),
    "all walk to a party": walking("party-walking"),
    "houses burn": walking("fire-burning"),
    "a card tumbles": walking("card-tumbles"),
}


def frames(player: Player, lasting_ms: int) -> tuple[list[float], list[float]]:
    """Let time pass by the kiosk's clock; returns the milliseconds of each frame: processor's, and wall's."""
    cpu, wall = [], []
    for _ in range(lasting_ms // FRAME_MS):
        player.clock.pass_ms(FRAME_MS)
        # Only this thread's time: that of the camera's thread shows in the wall's.
        before, began = time.thread_time(), time.perf_counter()
        if player.kiosk.frame():
            cpu.append((time.thread_time() - before) * 1000)
            wall.append((time.perf_counter() - began) * 1000)
    return cpu, wall


def idle_share(player: Player, seconds: float = IDLE_S) -> float:
    """Return the share of a core that the loop takes while nobody does anything."""
    before, until = time.process_time(), time.monotonic() + seconds
    last = time.monotonic()
    while (now := time.monotonic()) < until:
        player.clock.pass_ms(max(1, round((now - last) * 1000)))
        last = now
        player.kiosk.frame()
        player.kiosk.wake.wait(0.03)
        player.kiosk.wake.clear()
    return (time.process_time() - before) / seconds


def said(times: list[float]) -> str:
    cuts = statistics.quantiles(times, n=100)
    return f"median {statistics.median(times):5.2f}  p99 {cuts[98]:6.2f}  worst {max(times):6.2f} ms"


def main(words: list[str]) -> int:
    size = window_size(words[0]) if words else (1280, 720)
    one_core()
    print(f"{size[0]}x{size[1]}, one core, a camera read beside it")
    every: list[float] = []
    for name, begin in RUNS.items():
        sight = camera(3)
        player = open_player(size, sight)
        begin(player)
        sight.arm(next((prompt for prompt in player.view.open if prompt.waits), None))
        cpu, wall = frames(player, 6000)
        every += cpu
        print(f"{name:22} {len(cpu):4} moving  cpu: {said(cpu)}   wall: {said(wall)}")
        sight.close()
        player.stage.keeper.close()
    cuts = statistics.quantiles(every, n=100)
    slow = sum(one > 1000 / 60 for one in every) / len(every)
    print(f"{'all':22} {len(every):4} moving  cpu: {said(every)};  {slow:.2%} beyond 16.7 ms")
    player = open_player(size)
    player.stage.go(HomeScene(player.stage))
    player.settle()
    home = idle_share(player)
    player.sit_down()
    player.pass_ms(4000, 100)
    print(f"idle: home {home:.2%} of a core, at the table {idle_share(player):.2%}")
    player.stage.keeper.close()
    return 0 if cuts[98] < 25 else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
