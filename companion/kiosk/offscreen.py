"""Rendering without a display: for pictures of any scene, and for tests."""

from __future__ import annotations

import os

import pygame

from companion.kiosk.app import Kiosk
from companion.kiosk.canvas import Canvas
from companion.kiosk.layer import Scene
from companion.kiosk.notices import notice_sprites
from companion.kiosk.shower import paint_scene
from companion.kiosk.stage import Stage
from hardware.buttons import PressQueue
from hardware.lamps import Lamps


def unseen_screen(size: tuple[int, int]) -> pygame.Surface:
    """Return a screen that nobody sees, of a size in pixels."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    if not pygame.display.get_init() or pygame.display.get_driver() != "dummy":
        pygame.display.quit()
        pygame.display.init()
    pygame.font.init()
    return pygame.display.set_mode(size)


def unseen_kiosk(stage: Stage, presses: PressQueue | None = None, lamps: Lamps | None = None) -> Kiosk:
    """Return a kiosk on a screen that nobody sees, as large as the stage's theme says."""
    screen = unseen_screen((stage.theme.width, stage.theme.height))
    kiosk = Kiosk(screen, stage, PressQueue() if presses is None else presses, lamps)
    kiosk.intake.listen()
    return kiosk


def render(scene: Scene, now: int | None = None) -> Canvas:
    """Return a canvas with the scene, all its layers and what moves at the moment `now` on it."""
    stage = scene.stage
    if not pygame.display.get_init() or pygame.display.get_surface() is None:
        unseen_screen((stage.theme.width, stage.theme.height))
    surface = pygame.Surface((stage.theme.width, stage.theme.height)).convert()
    canvas = Canvas(surface, stage.theme, stage.box, stage.type)
    paint_scene(scene, canvas)
    moment = stage.now if now is None else now
    for sprite in (*scene.top.live(moment), *notice_sprites(stage, moment, scene.top.taken)):
        surface.blit(sprite.surface, sprite.at)
    return canvas
