"""How fast the domino table is drawn on one core, run by hand: ``python -m tests.bench.bench_domino_view``.

Prints, at 1280x720 under SDL's dummy driver, how many frames a second there is time for while all 24 spaces
pulse and while a tile comes to its space and chips fly; what painting the whole table anew takes; and what an
idle table costs.  Times are of the processor, so that other programs do not count.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from companion.kiosk.acts import Push
from companion.kiosk.views.dominoes.placing import PlacingPanel
from tests.kiosk.domino_people import THREE, People, show, sit_at_dominoes
from tests.kiosk.people import Player, open_player

SIZE = (1280, 720)
#: The step of the clock between two frames: sixty a second.
STEP_MS = 1000 / 60


def measure(
    player: Player, frames: int, before: Callable[[int], None] = lambda frame: None
) -> tuple[float, int]:
    """Return the processor's milliseconds a frame, and in how many of the frames something was drawn."""
    drawn, spent, passed = 0, 0.0, 0
    for frame in range(frames):
        before(frame)
        player.clock.pass_ms(round((frame + 1) * STEP_MS) - passed)
        passed = round((frame + 1) * STEP_MS)
        begun = time.process_time()
        drawn += player.kiosk.frame()
        spent += time.process_time() - begun
    return 1000 * spent / frames, drawn


def say(what: str, ms: float, drawn: int, frames: int) -> None:
    print(f"{what}: {ms:.2f} ms a frame, time for {1000 / ms:.0f} a second; drawn in {drawn} of {frames}")


def main() -> None:
    player = open_player(SIZE)
    sit_at_dominoes(player, THREE)
    player.pass_ms(8000, 500)
    say("idle, between two deals", *measure(player, 300), 300)
    player.push("ok")
    player.pass_ms(3000, 500)
    show(player, "3-4")
    measure(player, 120)
    say("24 spaces pulse", *measure(player, 600), 600)
    panel = player.table.panel
    assert isinstance(panel, PlacingPanel)

    def choose(frame: int) -> None:
        if frame % 20 == 0:
            player.kiosk.take(Push("down"))

    say("24 spaces pulse, another chosen three times a second", *measure(player, 600, choose), 600)
    player.push("back")
    for what, ms, drawn, frames in lay_and_win(player, 12):
        say(what, ms, drawn, frames)
    begun = time.process_time()
    for _ in range(100):
        player.table.refresh()
        player.kiosk.frame()
    print(f"the whole table painted anew: {10 * (time.process_time() - begun):.1f} ms")
    player.stage.keeper.close()


def lay_and_win(player: Player, tiles: int) -> Iterator[tuple[str, float, int, int]]:
    """Lay tiles and let each come to its space, in a second and a fifth; the same where chips fly as well."""
    people, frames = People(player, 5), 72
    sums = {"a tile comes to its space": [0.0, 0, 0], "a tile comes, and chips fly": [0.0, 0, 0]}
    laying, flying = sums.values()
    while laying[2] < tiles * frames or not flying[2]:
        panel = player.table.panel
        if not isinstance(panel, PlacingPanel):
            people.act()
            continue
        player.kiosk.take(Push("ok"))
        while panel is player.table.panel:
            player.kiosk.frame()
        ms, drawn = measure(player, frames)
        into = flying if any(event.what == "won" for event in player.view.events) else laying
        into[0], into[1], into[2] = into[0] + ms * frames, into[1] + drawn, into[2] + frames
    for what, (total, drawn, count) in sums.items():
        yield what, total / count, int(drawn), int(count)


if __name__ == "__main__":
    main()
