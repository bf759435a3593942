"""Pictures of every screen, to be looked at one by one.

    python -m tests.kiosk.screenshots DIR [WIDTHxHEIGHT ...]

writes one PNG a screen and size into DIR, for four seats and for eight with the longest names.
"""

from __future__ import annotations

import sys
from itertools import chain
from pathlib import Path

import pygame

from companion.kiosk.offscreen import render
from companion.wishes import window_size
from tests.kiosk.domino_journeys import (
    a_deal,
    an_absent_seat,
    open_hands,
    the_table_rebuilt,
    to_the_results,
    without_tiles,
)
from tests.kiosk.gold_journeys import on_another_day, the_auction, the_debts, the_settlement, the_shortfall
from tests.kiosk.gold_rush_screens import save_all
from tests.kiosk.journeys import a_round, before_the_game, the_ways_back, to_the_end
from tests.kiosk.panel_journeys import a_card_in_doubt, a_private_hand, setting_up
from tests.kiosk.patience_screens import shoot_patience
from tests.kiosk.people import EIGHT, FOUR, SIZES, open_player
from tests.kiosk.said_sight import SaidSight


def main(words: list[str]) -> int:
    folder = Path(words[0] if words else "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    sizes = [window_size(word) for word in words[1:]] or list(SIZES)
    for size in sizes:
        for names in (FOUR, EIGHT):
            player = open_player(size)
            for number, screen in enumerate(
                chain(
                    before_the_game(player, names),
                    a_round(player, names),
                    the_ways_back(player),
                    to_the_end(player),
                )
            ):
                path = folder / f"{size[0]}x{size[1]}-{len(names)}-{number:02d}-{screen}.png"
                pygame.image.save(render(player.scene).surface, path)
            player.stage.keeper.close()
        shoot_dominoes(folder, size)
        shoot_panels(folder, size)
        save_all(folder, size)
        shoot_patience(folder, size)
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")
    return 0


def shoot_dominoes(folder: Path, size: tuple[int, int]) -> None:
    """Write the screens of the domino table, one table after the other."""
    number = 0
    for journeys in (
        (a_deal, the_table_rebuilt, to_the_results),
        (an_absent_seat,),
        (without_tiles,),
        (open_hands,),
    ):
        player = open_player(size)
        for screen in chain.from_iterable(journey(player) for journey in journeys):
            path = folder / f"{size[0]}x{size[1]}-dominoes-{number:02d}-{screen}.png"
            pygame.image.save(render(player.scene).surface, path)
            number += 1
        player.stage.keeper.close()


def shoot_panels(folder: Path, size: tuple[int, int]) -> None:
    """Write the screens of setting up, of everything the board game asks, and of what a camera doubts."""
    number = 0
    sight = SaidSight()
    gold = (the_auction, the_debts)
    for seen, journeys in (
        (None, (setting_up, *gold, the_shortfall, on_another_day)),
        (None, (*gold, the_settlement)),
        (sight, (lambda player: a_card_in_doubt(player, sight),)),
        (sight, (lambda player: a_private_hand(player, sight),)),
    ):
        player = open_player(size, seen)
        for screen in chain.from_iterable(journey(player) for journey in journeys):
            path = folder / f"{size[0]}x{size[1]}-panels-{number:02d}-{screen}.png"
            pygame.image.save(render(player.scene).surface, path)
            number += 1
        player.stage.keeper.close()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
