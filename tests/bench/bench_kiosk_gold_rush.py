"""How fast the board game is drawn, run by hand: ``python tests/bench/bench_kiosk_gold_rush.py [WxH]``.

Walks tokens, burns houses and gives a party on a screen that nobody sees, a frame every 16 ms of the
clock that the kiosk is given, and prints how long the frames took in truth: those in which only sprites
move, and those in which the still picture is painted anew.
"""

from __future__ import annotations

import statistics
import sys
import time
from dataclasses import replace

from companion.wishes import window_size
from tests.kiosk.gold_rush_screens import SITUATIONS, reach
from tests.kiosk.people import Player, open_player

FRAME_MS = 16
RUNS = ("walking", "party-walking", "fire-burning", "money")


def frames(player: Player, lasting_ms: int) -> tuple[list[float], list[float], int]:
    """Let time pass; return the milliseconds of moving and of painted frames, and how many drew nothing."""
    moving, painted, idle = [], [], 0
    shower = player.kiosk.shower
    for _ in range(lasting_ms // FRAME_MS):
        player.clock.pass_ms(FRAME_MS)
        before, began = shower.painted, time.perf_counter()
        drawn = player.kiosk.frame()
        took = (time.perf_counter() - began) * 1000
        if shower.painted != before:
            painted.append(took)
        elif drawn:
            moving.append(took)
        else:
            idle += 1
    return moving, painted, idle


def main(words: list[str]) -> None:
    size = window_size(words[0]) if words else (1280, 720)
    print(f"{size[0]}x{size[1]}; 60 frames a second leave 16.7 ms a frame")
    for name in RUNS:
        situation = next(one for one in SITUATIONS if one.name == name)
        player = open_player(size)
        reach(player, replace(situation, after_ms=0))
        moving, painted, idle = frames(player, 6000)
        print(f"{name:14} moving {_said(moving)}; painted {_said(painted)}; {idle} drew nothing")
        player.pass_ms(6000, 100)
        _, painted, idle = frames(player, 8000)
        print(f"{'':14}  at rest: {len(painted)} painted, {idle} of {8000 // FRAME_MS} frames drew nothing")
        player.stage.keeper.close()


def _said(times: list[float]) -> str:
    if not times:
        return "none"
    return f"{len(times)} frames, median {statistics.median(times):.2f} ms, worst {max(times):.2f}"


if __name__ == "__main__":
    main(sys.argv[1:])
