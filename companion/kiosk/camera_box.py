"""The camera's picture in the corner, with what was read drawn over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.layout import inner
from companion.kiosk.sight import Sight, picture
from companion.kiosk.theme import Colour, Ink
from companion.kiosk.typesetter import Typesetter
from hardware.camera import CameraState, Image
from hardware.vision.reading import Reading

if TYPE_CHECKING:
    from companion.kiosk.stage import Stage


class CameraBox:
    """A dark box with a label; the picture lies over it as a sprite and changes with every frame."""

    def __init__(self, stage: Stage, sight: Sight) -> None:
        self._stage = stage
        self._sight = sight
        self._room = pygame.Rect(0, 0, 0, 0)
        self._shown: tuple[Image | None, Reading | None] = (None, None)
        self._surface: pygame.Surface | None = None
        self._said = ""

    @property
    def words(self) -> str:
        """What the camera does just now."""
        line, state = self._stage.line, self._sight.state
        if self._sight.camera is not CameraState.WORKING:
            return line(f"camera.{self._sight.camera.value}")
        phase = state.phase if state is not None else "off"
        return line(f"camera.phase.{phase}")

    def stale(self) -> bool:
        """Whether the label says something else than what was painted."""
        return self.words != self._said

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        """Draw the box with its label."""
        theme = canvas.theme
        canvas.panel(rect, top=Ink.DEEP, low=Ink.DEEP)
        inside = inner(rect, theme.px(14), theme.px(8))
        self._said = self.words
        head = pygame.Rect(inside.x, inside.y, inside.width, canvas.type.height("label"))
        label = canvas.text(self._stage.line("camera.label").upper(), "label", Ink.BRASS, head)
        state = pygame.Rect(
            label.right + theme.px(12), head.y, head.right - label.right - theme.px(12), head.height
        )
        canvas.text(self._said, "small", Ink.MUTED, state, "right")
        top = head.bottom + theme.px(4)
        self._room = pygame.Rect(inside.x, top, inside.width, inside.bottom - top)
        self._surface = None
        self._shown = (None, None)

    def live(self) -> list[Sprite]:
        """Return the picture; the same surface as long as the camera has no newer one."""
        state = self._sight.state
        if state is None or state.image is None or self._room.height < 24:
            return []
        if self._surface is None or self._shown[0] is not state.image or self._shown[1] is not state.reading:
            self._shown = (state.image, state.reading)
            self._surface = read_picture(
                self._stage.type, state.image, state.reading, state.scale, self._room.size
            )
        return [Sprite(self._surface, self._surface.get_rect(center=self._room.center).topleft)]


def read_picture(
    type: Typesetter, image: Image, reading: Reading | None, scale: float, size: tuple[int, int]
) -> pygame.Surface:
    """Return the picture fitted into `size`, every piece outlined and labelled with what was read.

    `scale` leads from the reading's pixels to the picture's.
    """
    surface, fit = picture(image, size)
    for piece in reading.pieces if reading is not None else ():
        sure = piece.doubt is None
        ink: Colour = Ink.GOOD if sure else Ink.DOUBT
        outline = [(x * scale * fit, y * scale * fit) for x, y in piece.outline]
        thick = max(2, round(size[1] / 90)) + (0 if sure else 1)
        if len(outline) >= 3:
            pygame.draw.polygon(surface, Ink.DEEP, outline, thick + 2)
            pygame.draw.polygon(surface, ink, outline, thick)
        small = max(13, min(type.theme.type_size("small_strong"), size[1] // 8))
        words = type.sized(piece.value if sure else f"{piece.value}?", "small_strong", Ink.DARK_TEXT, small)
        centre = (round(piece.centre[0] * scale * fit), round(piece.centre[1] * scale * fit))
        tag = words.get_rect(centerx=centre[0], centery=centre[1]).inflate(8, 0)
        if outline:
            tag.bottom = round(min(y for _, y in outline)) - 2
        tag.clamp_ip(surface.get_rect())
        pygame.draw.rect(surface, ink, tag, border_radius=tag.height // 4)
        surface.blit(words, words.get_rect(center=tag.center))
    return surface
