"""The camera's picture in the corner, with what was read drawn over it."""

from __future__ import annotations

from collections.abc import Sequence
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

    pieces = reading.pieces if reading is not None else ()
    thick = max(2, round(size[1] / 90))
    boxes, tags = [], []
    for piece in pieces:
        sure = piece.doubt is None
        outline = [at(corner) for corner in piece.outline]
        if len(outline) >= 3:
            width = thick + (0 if sure else 1)
            pygame.draw.polygon(surface, Ink.DEEP, outline, width + 2)
            pygame.draw.polygon(surface, Ink.GOOD if sure else Ink.DOUBT, outline, width)
        xs, ys = zip(*(outline or [at(piece.centre)]), strict=True)
        boxes.append(pygame.Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
        small = max(13, min(type.theme.type_size("small_strong"), size[1] // 8))
        tags.append(
            type.sized(piece.value if sure else f"{piece.value}?", "small_strong", Ink.DARK_TEXT, small)
        )
    sizes = [(words.get_width() + 8, words.get_height()) for words in tags]
    spots = tag_spots(sizes, boxes, surface.get_rect())
    for piece, words, tag in zip(pieces, tags, spots, strict=True):
        ink: Colour = Ink.GOOD if piece.doubt is None else Ink.DOUBT
        pygame.draw.rect(surface, ink, tag, border_radius=tag.height // 4)
        surface.blit(words, words.get_rect(center=tag.center))
    return surface


def tag_spots(
    sizes: Sequence[tuple[int, int]], boxes: Sequence[pygame.Rect], bounds: pygame.Rect
) -> list[pygame.Rect]:
    """Return where the tags of pieces stand, of which `boxes` are the outlines in the picture.

    A tag stands above its piece, or where else beside it the least of the tags before it is covered.
    """
    spots: list[pygame.Rect] = []
    for size, box in zip(sizes, boxes, strict=True):
        tag = pygame.Rect((0, 0), size)
        ways = (
            {"midbottom": (box.centerx, box.top - 2)},
            {"midtop": (box.centerx, box.bottom + 2)},
            {"midright": (box.left - 2, box.centery)},
            {"midleft": (box.right + 2, box.centery)},
            {"center": box.center},
        )
        places = [tag.copy() for _ in ways]
        for place, way in zip(places, ways, strict=True):
            for side, point in way.items():
                setattr(place, side, point)
            place.clamp_ip(bounds)
        spots.append(min(places, key=lambda place: _covered(place, spots)))
    return spots


def _covered(place: pygame.Rect, others: Sequence[pygame.Rect]) -> int:
    parts = [place.clip(other.inflate(2, 2)) for other in others]
    return sum(part.width * part.height for part in parts)


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
