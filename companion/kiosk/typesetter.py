"""Type: the font files, rendered lines kept for the next time, and text that always fits its box."""

from __future__ import annotations

import importlib
import logging
import re
from collections import OrderedDict
from dataclasses import dataclass

import pygame

from companion.kiosk.theme import CLOSER, FACES, LEAST_TYPE, Colour, Face, Theme

log = logging.getLogger(__name__)

_PACKAGES = {
    "sans": ("font_source_sans_pro", "SourceSansPro"),
    "serif": ("font_source_serif_pro", "SourceSerifPro"),
}
_SUFFIX = {"regular": "", "semibold": "Semibold", "bold": "Bold"}

#: Text may shrink to this share of its size before it is cut.
LEAST_SHRINK = 0.55
_KEPT_LINES = 600
#: So many widths and broken paragraphs are kept: what a table says is measured anew with every picture of it.
_KEPT_WIDTHS, _KEPT_BROKEN = 2000, 200
#: Between words set apart in letters there are so many spaces between letters more.
_WORD_SPACES = 2.5
_FINER = 8
#: A number that something follows, and one that ends a sentence.
_NUMBER = re.compile(r"[(„“«\"$−-]*\d[\d.,\u202f]*\d*(?<![.,])")
_LAST_NUMBER = re.compile(r"[(„“«\"$−-]*\d\S*")
#: The last of several lines is at least this share of the width, where it can be.
_LAST_LINE = 0.5
#: A word of so many letters may stand between two numbers that belong together.
_LINK = 3
#: So much shorter a line counts that ends where people pause.
_AT_STOP = 0.8
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
        #: The same screen in print of the usual size.
        self._usual = Theme(theme.width, theme.height)
        self._fonts: dict[tuple[str, str, int], pygame.font.Font] = {}
        self._lines: OrderedDict[tuple[str, str, int, Colour], pygame.Surface] = OrderedDict()
        self._fitted: dict[tuple[str, str, int | None], tuple[str, str, int, bool]] = {}
        self._widths: dict[tuple[str, str, int], int] = {}
        self._broken: dict[tuple[str, str, int, int], tuple[str, ...]] = {}

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
        key = (words, role, most)
        fitted = self._fitted.get(key)
        if fitted is None:
            if len(self._fitted) >= _KEPT_WIDTHS:
                self._fitted.clear()
            fitted = self._fitted[key] = self._in_line(words, role, most)
        words, role, size, cut = fitted
        return Line(self._render(words, role, size, colour), cut, size)

    def _in_line(self, words: str, role: str, most: int | None) -> tuple[str, str, int, bool]:
        """Return what of `words` is rendered, in which role and size, and whether they are cut."""
        words = _printable(words)
        size, cut = self.theme.type_size(role), False
        if most is not None:
            fitted = self._fit(words, role, size, max(most, 1))
            if fitted[2] and role in CLOSER:
                role = CLOSER[role]
                fitted = self._fit(words, role, size, max(most, 1))
            size, words, cut = fitted
        return words, role, size, cut

    def sized(self, words: str, role: str, colour: Colour, size: int) -> pygame.Surface:
        """Render one line in a given size."""
        return self._render(_printable(words), role, size, colour)

    def wrap(self, words: str, role: str, most: int, size: int | None = None) -> list[str]:
        """Break `words` into lines at most `most` pixels wide, at blanks where there are any.

        A blank inside an amount, such as between its thousands, is no place to break, nor is that between a
        number and what it counts.  Two lines are made as equal as they can be.
        """
        size = size or self.theme.type_size(role)
        key = (words, role, most, size)
        if key not in self._broken:
            if len(self._broken) >= _KEPT_BROKEN:
                self._broken.clear()
            self._broken[key] = tuple(self._wrap(words, role, most, size))
        return list(self._broken[key])

    def _wrap(self, words: str, role: str, most: int, size: int) -> list[str]:
        lines: list[str] = []
        for paragraph in _printable(words, keep="\n" + _HARD_BLANKS).split("\n"):
            parts = list(map(_printable, filter(None, paragraph.split(" "))))
            glued = _glued(parts)
            if any(self._width(part, role, size) > most for part in glued):
                glued = parts
            found = self._greedy(glued, role, most, size)
            if len(found) == 2 and len(glued) > 2:
                found = self._balanced(glued, role, most, size)
            elif len(found) > 2:
                found = self._not_alone(glued, found, role, most, size)
            lines += found
        return lines

    def _greedy(self, parts: list[str], role: str, most: int, size: int) -> list[str]:
        lines, current = [], ""
        for part in parts:
            longer = f"{current} {part}".strip()
            if current and self._width(longer, role, size) > most:
                lines.append(current)
                current = part
            else:
                current = longer
        return [*lines, current]

    def _balanced(self, parts: list[str], role: str, most: int, size: int) -> list[str]:
        """Return two lines, the wider as narrow as can be, rather broken after a comma or a stop."""

        def cost(at: int) -> float:
            wider = max(self._width(" ".join(line), role, size) for line in (parts[:at], parts[at:]))
            if wider > most:
                return wider + most
            return wider * (_AT_STOP if parts[at - 1][-1] in ".,;:?!" else 1)

        at = min(range(1, len(parts)), key=cost)
        return [" ".join(parts[:at]), " ".join(parts[at:])]

    def _not_alone(self, parts: list[str], lines: list[str], role: str, most: int, size: int) -> list[str]:
        """Return as many lines, broken sooner where the last of them would be a word or two alone."""
        for share in range(100, 60, -5):
            tried = self._greedy(parts, role, most * share // 100, size)
            if len(tried) != len(lines):
                break
            lines = tried
            if self._width(tried[-1], role, size) >= _LAST_LINE * most * share / 100:
                break
        return lines

    def _fit(self, words: str, role: str, size: int, most: int) -> tuple[int, str, bool]:
        usual = self._usual.type_size(role)
        least = min(size, max(LEAST_TYPE, round(min(size, usual) * LEAST_SHRINK)))
        wide = self._width(words, role, size)
        if wide > most:
            # Letters are as wide as they are large, or nearly so: the size sought is not far from this one.
            size = max(least, min(size, size * most // wide + 2))
            while size > least and self._width(words, role, size) > most:
                size -= 1
        if self._width(words, role, size) <= most:
            return size, words, False
        shorter = words
        while shorter and self._width(shorter + "…", role, size) > most:
            shorter = shorter[:-1]
        return size, shorter.rstrip() + "…", True

    def _width(self, words: str, role: str, size: int) -> int:
        key = (words, role, size)
        if key not in self._widths:
            if len(self._widths) >= _KEPT_WIDTHS:
                self._widths.clear()
            self._widths[key] = self._measured(words, role, size)
        return self._widths[key]

    def _measured(self, words: str, role: str, size: int) -> int:
        if FACES[role].tracking and words:
            return self._letters_at(words, role, size)[-1] + self.font(role, size).size(words[-1])[0]
        return self.font(role, size).size(words)[0]

    def _letters_at(self, words: str, role: str, size: int) -> list[int]:
        """Return where each letter begins among letters set apart; words stand farther apart than letters do.

        Measured in a larger size: small letters are as wide as whole pixels, which would add up.
        """
        fine, between, at, places = self.font(role, size * _FINER), FACES[role].tracking * size, 0.0, []
        for letter in words:
            places.append(round(at))
            at += fine.size(letter)[0] / _FINER + between * (1 + _WORD_SPACES * (letter == " "))
        return places

    def _render(self, words: str, role: str, size: int, colour: Colour) -> pygame.Surface:
        key = (words, role, size, colour)
        if key in self._lines:
            self._lines.move_to_end(key)
            return self._lines[key]
        font = self.font(role, size)
        if FACES[role].tracking:
            wide = max(1, self._width(words, role, size))
            surface = pygame.Surface((wide, font.get_height()), pygame.SRCALPHA)
            for letter, at in zip(words, self._letters_at(words, role, size), strict=True):
                surface.blit(font.render(letter, True, colour), (at, 0))
        else:
            surface = font.render(words, True, colour).convert_alpha()
        self._lines[key] = surface
        if len(self._lines) > _KEPT_LINES:
            self._lines.popitem(last=False)
        return surface


def _glued(parts: list[str]) -> list[str]:
    """Return the parts with each number joined to the word after it, and the last one to that before it."""
    joined: list[str] = []
    for index, part in enumerate(parts):
        last = index == len(parts) - 1
        # One number of so many others: "1 of 9", "1 bis 12".
        ends = index > 1 and len(parts[index - 1]) <= _LINK and _NUMBER.fullmatch(parts[index - 2])
        of_many = ends and _LAST_NUMBER.fullmatch(part)
        counted = joined and _NUMBER.fullmatch(parts[index - 1])
        if counted or of_many or (joined and last and _LAST_NUMBER.fullmatch(part)):
            joined[-1] += f" {part}"
        else:
            joined.append(part)
    return joined


def _printable(words: str, keep: str = "") -> str:
    """Return `words` without what a font cannot render: control characters become blanks."""
    return "".join(ch if ch.isprintable() or ch in keep else " " for ch in words)
