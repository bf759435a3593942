"""Layers: what a scene and everything laid over it have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.frame import Bar
from hardware.lamps import Lamp

if TYPE_CHECKING:
    import pygame

    from companion.kiosk.stage import Stage


class Layer:
    """Something that is drawn and takes what people do.

    A layer is painted only when it is `stale`; what moves is given as sprites by `live`, which are laid
    over the still picture.  Times are monotonic milliseconds.
    """

    #: How dark everything below is made; None leaves it as it is and out of reach all the same.
    darkness: int | None = 205

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.stale = True
        self.gone = False

    @property
    def typing(self) -> bool:
        """Whether the keyboard writes text just now, instead of being a set of buttons."""
        return False

    def bar(self) -> Bar | None:
        """Return the prompt bar, or None to leave the one below."""
        return None

    def paint(self, canvas: Canvas) -> None:
        """Draw the still picture."""

    def push(self, push: Push) -> None:
        """Take a button."""

    def typed(self, typed: Typed) -> None:
        """Take a key of the keyboard that is no button."""

    def tick(self, now: int) -> None:
        """Look at what goes on elsewhere; called on every frame, and never waits."""

    def live(self, now: int) -> Sequence[Sprite]:
        """Return what lies over the still picture at this moment."""
        return ()

    @property
    def taken(self) -> pygame.Rect | None:
        """Where at the top of the screen notices would cover something that is just being told."""
        return None

    def close(self) -> None:
        """Leave; the scene takes the layer away before the next frame."""
        self.gone = True


class Scene(Layer):
    """The bottom layer: a whole screen, with the layers that were opened over it."""

    #: Whether the scene is `stale` whenever its own picture is another.  Any other one is painted anew with
    #: each layer that comes or goes, in case that has changed it.
    knows_stale = False

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self.layers: list[Layer] = []

    @property
    def top(self) -> Layer:
        """The layer that is being dealt with."""
        return self.layers[-1] if self.layers else self

    def open(self, layer: Layer) -> None:
        """Lay `layer` over everything else; what was only remarked before does not cover it."""
        self.stage.drop_remarks()
        self.layers.append(layer)
        layer.stale = True
        self._changed_by(layer)

    def sweep(self) -> bool:
        """Take closed layers away; return whether anything must be painted anew."""
        gone = [layer for layer in self.layers if layer.gone]
        for layer in gone:
            self.layers.remove(layer)
            self._changed_by(layer)
        return self.stale or bool(gone) or any(layer.stale for layer in self.layers)

    def _changed_by(self, layer: Layer) -> None:
        """A layer has come or gone: one that leaves the scene in sight may be shown in it."""
        self.stale = self.stale or not self.knows_stale or layer.darkness is None

    def again(self) -> Scene:
        """Return this scene, or one like it, for the language that is spoken now."""
        self.stale = True
        return self

    def enter(self) -> None:
        """The scene has come on the screen."""

    def leave(self) -> None:
        """The scene goes off the screen."""

    def lamps(self) -> dict[str, Lamp]:
        """Return what the lamps of the seats do; those not named are off."""
        return {}
