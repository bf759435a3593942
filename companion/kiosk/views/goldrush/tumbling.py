"""The two dice in the air, before they lie as they were thrown."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pygame

from companion.kiosk.canvas import Sprite
from companion.kiosk.motion import ease_out
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Motion
from companion.kiosk.tokens import die, tilted_die
from companion.kiosk.views.goldrush.story import Story


def tumbling_dice(stage: Stage, story: Story, places: Sequence[pygame.Rect], now: int) -> list[Sprite]:
    """Return the dice on their way to `places`; each comes to rest on its own face."""
    sprites = []
    for number, (face, spot) in enumerate(zip(story.dice, places, strict=False)):
        passed = now - story.dice_at - Motion.REVEAL_GAP * number
        if passed < 0:
            continue
        share = ease_out(passed / Motion.REVEAL)
        if share >= 1.0:
            sprites.append(Sprite(die(stage.box, face, spot.width), spot.topleft))
            continue
        other = random.Random(f"{story.dice_at}{number}{passed // 70}").randint(1, 6)
        turn = round((1.0 - share) * (240 if number % 2 else -240) / 12) * 12
        surface = tilted_die(stage.box, face if share > 0.8 else other, spot.width, turn)
        drop = round((1.0 - share) * stage.theme.px(70))
        sprites.append(Sprite(surface, surface.get_rect(center=(spot.centerx, spot.centery - drop)).topleft))
    return sprites
