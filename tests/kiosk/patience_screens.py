"""Pictures of the patience's screens, to be looked at one by one."""

from __future__ import annotations

from pathlib import Path

import pygame

from companion.kiosk.offscreen import render
from tests.kiosk.patience_journeys import (
    deals_looked_at,
    long_fans,
    on_the_screen,
    on_the_table,
    with_cards_dealt,
)
from tests.kiosk.people import open_player

JOURNEYS = (on_the_screen, long_fans, on_the_table, with_cards_dealt, deals_looked_at)


def shoot_patience(folder: Path, size: tuple[int, int]) -> None:
    """Write the screens of the patience, one table after the other."""
    number = 0
    for journey in JOURNEYS:
        player = open_player(size)
        for screen in journey(player):
            path = folder / f"{size[0]}x{size[1]}-patience-{number:02d}-{screen}.png"
            pygame.image.save(render(player.scene).surface, path)
            number += 1
        player.scene.leave()
        player.stage.keeper.close()
