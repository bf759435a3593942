"""The camera's picture in the corner, with what was read drawn over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.layout import inner
from companion.kiosk.sight import Sight, picture
from companion.kiosk.theme import Colour, Ink
from companion.kiosk.typesetter import Typesetter
from companion.table.prompts import Reveal
from hardware.camera import CameraState, Image
from hardware.vision.reading import Point, Reading

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
        line = self._stage.line
        if self._sight.camera is not CameraState.WORKING:
            return line(f"kiosk.camera.{self._sight.camera.value}")
        return line(f"kiosk.camera.phase.{self._sight.phase(self._stage.now)}")

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
        label = canvas.text(self._stage.line("kiosk.camera.label").upper(), "label", Ink.BRASS, head)
        state = pygame.Rect(
            label.right + theme.px(12), head.y, head.right - label.right - theme.px(12), head.height
        )
        canvas.text(self._said, "small", Ink.MUTED, state, "right")
        top = head.bottom + theme.px(4)
        room = pygame.Rect(inside.x, top, inside.width, inside.bottom - top)
        if room.size != self._room.size:
            self._surface, self._shown = None, (None, None)
        self._room = room

    def live(self) -> list[Sprite]:
        """Return the picture; the same surface as long as the camera has no newer one."""
        state = self._sight.state
        if state is None or self._room.height < 24:
            return []
        if isinstance(state.prompt, Reveal) and state.prompt.face_down:
            # Neither what was read nor the card itself, which is held up to the camera by its face.
            self._surface, self._shown = None, (None, None)
            return []
        if state.image is None:
            # The last picture stays while there is no newer one; the label says how the camera is.
            return [self._sprite(self._surface)] if self._surface is not None else []
        if self._surface is None or self._shown[0] is not state.image or self._shown[1] is not state.reading:
            self._shown = (state.image, state.reading)
            self._surface = read_picture(
                self._stage.type, state.image, state.reading, state.scale, self._room.size
            )
        return [self._sprite(self._surface)]

    def _sprite(self, surface: pygame.Surface) -> Sprite:
        return Sprite(surface, surface.get_rect(center=self._room.center).topleft)


def read_picture(
    type: Typesetter,
    image: Image,
    reading: Reading | None,
    scale: float,
    size: tuple[int, int],
    close: bool = False,
) -> pygame.Surface:
    """Return the picture fitted into `size`, every piece outlined and labelled with what was read.

    `scale` leads from the reading's pixels to the picture's; `close` shows only where the pieces lie.
    """
    left = top = 0
    if close and reading is not None and reading.pieces:
        left, top, right, bottom = _around(reading, scale, image, size)
        image = image[top:bottom, left:right]
    surface, fit = picture(image, size)

    def at(point: Point) -> tuple[float, float]:
        return (point[0] * scale - left) * fit, (point[1] * scale - top) * fit

    for piece in reading.pieces if reading is not None else ():
        sure = piece.doubt is None
        ink: Colour = Ink.GOOD if sure else Ink.DOUBT
        outline = [at(corner) for corner in piece.outline]
        thick = max(2, round(size[1] / 90)) + (0 if sure else 1)
        if len(outline) >= 3:
            pygame.draw.polygon(surface, Ink.DEEP, outline, thick + 2)
            pygame.draw.polygon(surface, ink, outline, thick)
        small = max(13, min(type.theme.type_size("small_strong"), size[1] // 8))
        words = type.sized(piece.value if sure else f"{piece.value}?", "small_strong", Ink.DARK_TEXT, small)
        x, y = at(piece.centre)
        tag = words.get_rect(center=(round(x), round(y))).inflate(8, 0)
        if outline:
            tag.bottom = round(min(y for _, y in outline)) - 2
        tag.clamp_ip(surface.get_rect())
        pygame.draw.rect(surface, ink, tag, border_radius=tag.height // 4)
        surface.blit(words, words.get_rect(center=tag.center))
    return surface


def _around(reading: Reading, scale: float, image: Image, size: tuple[int, int]) -> tuple[int, int, int, int]:
    """Return what part of the picture (left, top, right, bottom) holds all pieces, in the form of `size`."""
    high, wide = image.shape[:2]
    points = [(x * scale, y * scale) for piece in reading.pieces for x, y in (*piece.outline, piece.centre)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    margin = 0.12 * wide
    width, height = max(xs) - min(xs) + 2 * margin, max(ys) - min(ys) + 2 * margin
    form = size[0] / max(1, size[1])
    width, height = max(width, height * form), max(height, width / form)
    width, height = min(width, wide), min(height, high)
    left = min(max(0.0, (min(xs) + max(xs) - width) / 2), wide - width)
    top = min(max(0.0, (min(ys) + max(ys) - height) / 2), high - height)
    return round(left), round(top), round(left + width), round(top + height)
