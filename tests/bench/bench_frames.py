"""How fast the kiosk draws, run by hand: ``python tests/bench/bench_frames.py [WxH]``.

Everything runs on one core: the loop, the session, and a camera thread that reads the simulated table's
pictures as fast as they come.  What moves is drawn by software on a screen that nobody sees.  The frames
come 60 times a second by the clock on the wall, as at a real table.

    cpu      processor time of a frame in which something moves; other programs do not count
    wall     the same by the clock on the wall, whatever else the machine is doing
    apart    from one picture on the screen to the next, 16.7 ms where nothing is late
    idle     the share of one core that an untouched screen takes

The load of the machine stands beside the figures: what is above the number of its cores makes the wall's
times and the distances longer than the program does.
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

FRAMES_A_SECOND = 60
#: Nobody sees a picture that is late by less.
MOST_MS = 25.0
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


def frames(player: Player, lasting_ms: int) -> dict[str, list[float]]:
    """Let time pass, 60 frames a second; returns the milliseconds of those in which something moved."""
    times: dict[str, list[float]] = {"cpu": [], "wall": [], "apart": []}
    began = due = time.perf_counter()
    passed, shown = 0, 0.0
    while passed < lasting_ms:
        due += 1 / FRAMES_A_SECOND
        time.sleep(max(0.0, due - time.perf_counter()))
        now = time.perf_counter()
        due = max(due, now - 1 / FRAMES_A_SECOND)
        gone = round((now - began) * 1000) - passed
        passed += gone
        player.clock.pass_ms(gone)
        # Only this thread's time: that of the camera's thread shows in the wall's.
        before = time.thread_time()
        if not player.kiosk.frame():
            shown = 0.0
            continue
        end = time.perf_counter()
        times["cpu"].append((time.thread_time() - before) * 1000)
        times["wall"].append((end - now) * 1000)
        if shown:
            times["apart"].append((end - shown) * 1000)
        shown = end
    return times


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
    if not times:
        return "-"
    return f"median {statistics.median(times):5.2f} p99 {p99(times):6.2f} worst {max(times):6.2f} ms"


def p99(times: list[float]) -> float:
    return statistics.quantiles(times, n=100)[98] if len(times) > 1 else max(times)


def main(words: list[str]) -> int:
    size = window_size(words[0]) if words else (1280, 720)
    one_core()
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    print(f"{size[0]}x{size[1]}, one core, a camera read beside it{load}")
    every: dict[str, list[float]] = {"cpu": [], "wall": [], "apart": []}
    for name, begin in (*RUNS.items(), ("all", None)):
        if begin is None:
            times = every
        else:
            sight = camera(3)
            player = open_player(size, sight)
            begin(player)
            sight.arm(next((prompt for prompt in player.view.open if prompt.waits), None))
            times = frames(player, 6000)
            sight.close()
            player.stage.keeper.close()
            for kind, more in times.items():
                every[kind] += more
        print(
            f"{name:20} {len(times['cpu']):4} moving", *(f"  {kind}: {said(times[kind])}" for kind in times)
        )
    slow = sum(one > 1000 / FRAMES_A_SECOND for one in every["cpu"]) / len(every["cpu"])
    print(f"{slow:.2%} of the frames take the processor more than 16.7 ms")
    player = open_player(size)
    player.stage.go(HomeScene(player.stage))
    player.settle()
    home = idle_share(player)
    player.sit_down()
    player.pass_ms(4000, 100)
    print(f"idle: home {home:.2%} of a core, at the table {idle_share(player):.2%}")
    player.stage.keeper.close()
    return 0 if p99(every["cpu"]) < MOST_MS else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
