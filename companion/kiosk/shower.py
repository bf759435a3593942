"""The shower: brings a scene to the screen, and draws nothing that has not changed."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.kiosk.acts import Push
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.frame import Bar, draw_bar
from companion.kiosk.layer import Scene
from companion.kiosk.notices import notice_sprites
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Motion


def paint_scene(scene: Scene, canvas: Canvas) -> None:
    """Paint a scene and all layers over it, with the prompt bar of the topmost that has one."""
    canvas.clear()
    scene.paint(canvas)
    bar: Bar | None = scene.bar()
    scene.stale = False
    for layer in scene.layers:
        if layer.darkness is not None:
            canvas.cover(layer.darkness)
        layer.paint(canvas)
        bar = layer.bar() or bar
        layer.stale = False
    if bar is not None:
        draw_bar(canvas, bar, lambda button: scene.top.push(Push(button)))


class Shower:
    """Keeps the still picture of the scene, and lays over it what moves.

    The still picture is painted only when the scene says that it is stale; a frame in which no sprite
    has changed touches the screen not at all.
    """

    def __init__(self, screen: pygame.Surface, stage: Stage) -> None:
        self._screen = screen
        self._stage = stage
        self._still = pygame.Surface(screen.get_size()).convert(screen)
        self.canvas = Canvas(self._still, stage.theme, stage.box, stage.type)
        self._laid: tuple[Sprite, ...] = ()
        self._whole = True
        #: What was on the screen before a scene gave way to another, and since when it fades.
        self._before: pygame.Surface | None = None
        self._fading: int | None = None
        self._alpha = 0
        self.painted = 0
        self.shown = 0

    def expose(self) -> None:
        """The whole screen must be shown anew, as after another window lay over it."""
        self._whole = True

    def fade(self, now: int) -> None:
        """Let what is on the screen give way to another scene; `cut` ends that at once."""
        if not self.shown:
            return
        if self._before is None:
            self._before = self._screen.copy()
        else:
            self._before.blit(self._screen, (0, 0))
        self._fading = now

    def cut(self) -> None:
        """Somebody has done something and does not wait for a fade."""
        self._fading = None

    def _left_of_before(self, now: int) -> int:
        """Return how much of the scene before is still to be seen, of 255."""
        if self._fading is None:
            return 0
        share = (now - self._fading) / Motion.FADE
        if share >= 1:
            self._fading = None
            return 0
        return round(255 * (1 - share))

    def show(self, scene: Scene, now: int) -> bool:
        """Bring the scene to the screen; return whether anything was drawn."""
        if self.canvas.theme is not self._stage.theme:
            stage = self._stage
            self.canvas = Canvas(self._still, stage.theme, stage.box, stage.type)
            scene.stale = True
        if scene.sweep():
            paint_scene(scene, self.canvas)
            self.painted += 1
            self._whole = True
        sprites = (*scene.top.live(now), *notice_sprites(self._stage, now, scene.top.taken))
        alpha = self._left_of_before(now)
        if not self._whole and alpha == self._alpha and _same(sprites, self._laid):
            return False
        if alpha or self._alpha:
            self._whole = True
        self._alpha = alpha
        changed = self._lay(sprites)
        if alpha and self._before is not None:
            self._before.set_alpha(alpha)
            self._screen.blit(self._before, (0, 0))
        if self._whole:
            pygame.display.flip()
        else:
            pygame.display.update(changed)
        self._whole = False
        self.shown += 1
        return True

    def _lay(self, sprites: Sequence[Sprite]) -> list[pygame.Rect]:
        bounds = self._screen.get_rect()
        if self._whole:
            self._screen.blit(self._still, (0, 0))
            changed = [bounds]
        else:
            gone = [old.rect for old in self._laid if not _has(sprites, old)]
            fresh = [new.rect for new in sprites if not _has(self._laid, new)]
            changed = _merged([rect.clip(bounds) for rect in (*gone, *fresh)])
            for rect in changed:
                self._screen.blit(self._still, rect, rect)
        for sprite in sprites:
            for rect in changed:
                part = sprite.rect.clip(rect)
                if part.width and part.height:
                    offset = part.move(-sprite.at[0], -sprite.at[1])
                    self._screen.blit(sprite.surface, part, offset)
        self._laid = tuple(sprites)
        return changed


def _has(sprites: Sequence[Sprite], wanted: Sprite) -> bool:
    return any(sprite.surface is wanted.surface and sprite.at == wanted.at for sprite in sprites)


def _same(one: Sequence[Sprite], other: Sequence[Sprite]) -> bool:
    return len(one) == len(other) and all(
        a.surface is b.surface and a.at == b.at for a, b in zip(one, other, strict=True)
    )


def _merged(rects: Sequence[pygame.Rect]) -> list[pygame.Rect]:
    """Return rectangles that cover `rects` without touching each other, so that nothing is laid twice."""
    merged: list[pygame.Rect] = []
    for rect in rects:
        if not rect.width or not rect.height:
            continue
        grown = rect.copy()
        while (hit := grown.collidelist(merged)) >= 0:
            grown.union_ip(merged.pop(hit))
        merged.append(grown)
    return merged
