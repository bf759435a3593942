"""Type: the font files, rendered lines kept for the next time, and text that always fits its box."""

from __future__ import annotations

import importlib
import logging
from collections import OrderedDict
from dataclasses import dataclass

import pygame

from companion.kiosk.theme import FACES, LEAST_TYPE, Colour, Face, Theme

log = logging.getLogger(__name__)

_PACKAGES = {
    "sans": ("font_source_sans_pro", "SourceSansPro"),
    "serif": ("font_source_serif_pro", "SourceSerifPro"),
}
_SUFFIX = {"regular": "", "semibold": "Semibold", "bold": "Bold"}

#: Text may shrink to this share of its size before it is cut.
LEAST_SHRINK = 0.55
_KEPT_LINES = 600
#: Blanks at which no line is broken.
_HARD_BLANKS = "\u00a0\u202f"


@dataclass(frozen=True, slots=True)
class Line:
    """One rendered line; `cut` says that letters had to be left out, `size` is the type size used."""

    surface: pygame.Surface
    cut: bool
    size: int


def font_file(face: Face) -> str | None:
    """Return the path of a face's font file, or None when the font packages are not there."""
    package, stem = _PACKAGES[face.family]
    try:
        return str(getattr(importlib.import_module(package), stem + _SUFFIX[face.weight]))
    except (ImportError, AttributeError, KeyError):
        return None


def fonts_present() -> bool:
    """Say whether both type families are installed."""
    return all(font_file(face) is not None for face in FACES.values())


class Typesetter:
    """Renders lines of text for one theme."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._fonts: dict[tuple[str, str, int], pygame.font.Font] = {}
        self._lines: OrderedDict[tuple[str, str, int, Colour], pygame.Surface] = OrderedDict()

    def font(self, role: str, size: int | None = None) -> pygame.font.Font:
        """Return the font of a role, at its own size or another; pygame's own where a file is missing."""
        face = FACES[role]
        size = size or self.theme.type_size(role)
        key = (face.family, face.weight, size)
        if key not in self._fonts:
            path = font_file(face)
            try:
                self._fonts[key] = pygame.font.Font(path, size)
            except (OSError, pygame.error) as problem:
                log.warning("the font %s cannot be used (%s); falling back", path, problem)
                self._fonts[key] = pygame.font.Font(None, size)
        return self._fonts[key]

    def height(self, role: str, size: int | None = None) -> int:
        """Return the height of a line of a role in pixels."""
        return self.font(role, size).get_height()

    def width(self, words: str, role: str, size: int | None = None) -> int:
        """Return the width of `words` in pixels."""
        return self._width(_printable(words), role, size or self.theme.type_size(role))

    def line(self, words: str, role: str, colour: Colour, most: int | None = None) -> Line:
        """Render one line, at most `most` pixels wide: it shrinks first, and is cut with an ellipsis last."""
        words = _printable(words)
        size, cut = self.theme.type_size(role), False
        if most is not None:
            size, words, cut = self._fit(words, role, size, max(most, 1))
        return Line(self._render(words, role, size, colour), cut, size)

    def sized(self, words: str, role: str, colour: Colour, size: int) -> pygame.Surface:
        """Render one line in a given size."""
        return self._render(_printable(words), role, size, colour)

    def wrap(self, words: str, role: str, most: int, size: int | None = None) -> list[str]:
        """Break `words` into lines at most `most` pixels wide, at blanks where there are any.

        A blank inside an amount, such as between its thousands, is no place to break.
        """
        size = size or self.theme.type_size(role)
        lines: list[str] = []
        for paragraph in _printable(words, keep="\n" + _HARD_BLANKS).split("\n"):
            current = ""
            for word in map(_printable, filter(None, paragraph.split(" "))):
                longer = f"{current} {word}".strip()
                if current and self._width(longer, role, size) > most:
                    lines.append(current)
                    current = word
                else:
                    current = longer
            lines.append(current)
        return lines

    def _fit(self, words: str, role: str, size: int, most: int) -> tuple[int, str, bool]:
        usual = Theme(self.theme.width, self.theme.height).type_size(role)
        least = min(size, max(LEAST_TYPE, round(min(size, usual) * LEAST_SHRINK)))
        while size > least and self._width(words, role, size) > most:
            size -= 1
        if self._width(words, role, size) <= most:
            return size, words, False
        shorter = words
        while shorter and self._width(shorter + "…", role, size) > most:
            shorter = shorter[:-1]
        return size, shorter.rstrip() + "…", True

    def _width(self, words: str, role: str, size: int) -> int:
        font, tracking = self.font(role, size), FACES[role].tracking
        return _tracked_width(words, font, tracking * size) if tracking else font.size(words)[0]

    def _render(self, words: str, role: str, size: int, colour: Colour) -> pygame.Surface:
        key = (words, role, size, colour)
        if key in self._lines:
            self._lines.move_to_end(key)
            return self._lines[key]
        font = self.font(role, size)
        if FACES[role].tracking:
            surface = self._tracked(words, font, FACES[role].tracking * size, colour)
        else:
            surface = font.render(words, True, colour).convert_alpha()
        self._lines[key] = surface
        if len(self._lines) > _KEPT_LINES:
            self._lines.popitem(last=False)
        return surface

    @staticmethod
    def _tracked(words: str, font: pygame.font.Font, space: float, colour: Colour) -> pygame.Surface:
        width = max(1, _tracked_width(words, font, space))
        surface = pygame.Surface((width, font.get_height()), pygame.SRCALPHA)
        for index, letter in enumerate(words):
            x = font.size(words[:index])[0] + round(space * index)
            surface.blit(font.render(letter, True, colour), (x, 0))
        return surface


def _tracked_width(words: str, font: pygame.font.Font, space: float) -> int:
    """Return how wide letters set apart are; the last one is not drawn together with those before it."""
    before = font.size(words[:-1])[0] + round(space * max(0, len(words) - 1))
    return before + font.size(words[-1:])[0]


def _printable(words: str, keep: str = "") -> str:
    """Return `words` without what a font cannot render: control characters become blanks."""
    return "".join(ch if ch.isprintable() or ch in keep else " " for ch in words)
