"""The shower: brings a scene to the screen, and draws nothing that has not changed."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.kiosk.acts import Push
from companion.kiosk.canvas import Canvas, Hot, Placed, Sprite
from companion.kiosk.frame import Bar, draw_bar
from companion.kiosk.layer import Layer, Scene
from companion.kiosk.notices import notice_sprites
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Motion
from companion.kiosk.undisturbed import undisturbed


def paint_scene(scene: Scene, canvas: Canvas) -> None:
    """Paint a scene and all layers over it, with the prompt bar of the topmost that has one."""
    canvas.clear()
    scene.paint(canvas)
    _paint_layers(scene, canvas, scene.layers)


def _paint_layers(scene: Scene, canvas: Canvas, darkened: Sequence[Layer]) -> None:
    """Paint the layers over what is on the canvas; those `darkened` darken it first, where they do that."""
    bar: Bar | None = scene.bar()
    for layer in scene.layers:
        if layer.darkness is not None and layer in darkened:
            canvas.cover(layer.darkness)
        layer.paint(canvas)
        bar = layer.bar() or bar
    if bar is not None:
        draw_bar(canvas, bar, lambda button: scene.top.push(Push(button)))


class Backdrop:
    """A scene's own picture, plain and darkened, kept for as long as only what lies over it is another."""

    def __init__(self, like: pygame.Surface) -> None:
        """The pictures are as large as `like`, and in its format."""
        self._plain, self._dark = like.copy(), like.copy()
        self._darkness: int | None = None
        self._scene: Scene | None = None
        self._kept = False
        self._hots: list[Hot] = []
        self._placed: list[Placed] = []

    def onto(self, canvas: Canvas, scene: Scene) -> None:
        """Put the picture of `scene` on its canvas, painted anew if need be, as dark as its layers want it.

        The canvas is always the same one, and shows the picture already while no layer has been laid over it.
        """
        if scene.stale or scene is not self._scene:
            self._scene, self._kept, self._darkness = None, False, None
            canvas.clear()
            scene.paint(canvas)
            scene.stale, self._scene = False, scene
            self._hots, self._placed = list(canvas.hots), list(canvas.placed)
        if scene.layers and not self._kept:
            self._plain.blit(canvas.surface, (0, 0))
            self._kept = True
        darkness = scene.layers[0].darkness if scene.layers else None
        if darkness is None:
            if self._kept:
                canvas.surface.blit(self._plain, (0, 0))
            canvas.hots, canvas.placed = list(self._hots), list(self._placed)
            return
        if darkness != self._darkness:
            self._dark.blit(self._plain, (0, 0))
            self._dark.blit(canvas.box.veil(self._dark.get_size(), darkness), (0, 0))
            self._darkness = darkness
        canvas.blank(self._dark)


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
        self._backdrop = Backdrop(self._still)
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
        with undisturbed():
            changed = self._drawn(scene, now)
        if changed is None:
            return False
        if self._whole:
            pygame.display.flip()
        else:
            pygame.display.update(changed)
        self._whole = False
        self.shown += 1
        return True

    def _drawn(self, scene: Scene, now: int) -> list[pygame.Rect] | None:
        """Draw what has changed; return where that is on the screen, None where nothing has."""
        if scene.sweep():
            self._paint(scene)
            self._whole = True
        sprites = (*scene.top.live(now), *notice_sprites(self._stage, now, scene.top.taken))
        alpha = self._left_of_before(now)
        if not self._whole and alpha == self._alpha and _same(sprites, self._laid):
            return None
        if alpha or self._alpha:
            self._whole = True
        self._alpha = alpha
        changed = self._lay(sprites)
        if alpha and self._before is not None:
            self._before.set_alpha(alpha)
            self._screen.blit(self._before, (0, 0))
        return changed

    def _paint(self, scene: Scene) -> None:
        self._backdrop.onto(self.canvas, scene)
        # The lowest layer's darkness is in the picture already.
        _paint_layers(scene, self.canvas, scene.layers[1:])
        for layer in scene.layers:
            layer.stale = False
        self.painted += 1

    def _lay(self, sprites: Sequence[Sprite]) -> list[pygame.Rect]:
        bounds = self._screen.get_rect()
        rects = [sprite.rect.clip(bounds) for sprite in sprites]
        if self._whole:
            self._screen.blit(self._still, (0, 0))
            changed = [bounds]
        else:
            before, now = {_key(old) for old in self._laid}, {_key(new) for new in sprites}
            gone = [old.rect.clip(bounds) for old in self._laid if _key(old) not in now]
            fresh = [rect for new, rect in zip(sprites, rects, strict=True) if _key(new) not in before]
            changed = _merged([*gone, *fresh])
            for rect in changed:
                self._screen.blit(self._still, rect, rect)
        for sprite, rect in zip(sprites, rects, strict=True):
            for index in rect.collidelistall(changed):
                part = rect.clip(changed[index])
                self._screen.blit(sprite.surface, part, part.move(-sprite.at[0], -sprite.at[1]))
        self._laid = tuple(sprites)
        return changed


def _key(sprite: Sprite) -> tuple[int, tuple[int, int]]:
    """What a sprite is: the same surface at the same place is the same one."""
    return id(sprite.surface), sprite.at


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
