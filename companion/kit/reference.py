"""The rule reference: a game's rules on one page, in the program's own words and the language asked for."""

from __future__ import annotations

from collections.abc import Iterator

from companion.kit.drawing import LEADING, POINT_MM, broken_lines
from companion.kit.emblems import draw_emblem
from companion.kit.inks import BRASS, BRASS_DARK, DARK_TEXT, LAMP, NIGHT, PAPER, SOFT_TEXT
from companion.kit.sheet import Sheet
from companion.language import Language

#: The headings of each game's page, and how many paragraphs stand below each.
SECTIONS: dict[str, tuple[tuple[str, int], ...]] = {
    "goldrush": (
        ("begin", 3), ("turn", 4), ("prospect", 5), ("claims", 2), ("buildings", 3), ("revenue", 6),
        ("spaces", 6), ("money", 5), ("end", 2),
    ),
    "dominoes": (
        ("begin", 4), ("lay", 4), ("fit", 4), ("wrong", 2), ("win", 3), ("pass", 2), ("deals", 4),
        ("table", 3),
    ),
    "patience": (
        ("deal", 3), ("move", 4), ("foundations", 3), ("stock", 4), ("count", 3), ("help", 3), ("table", 3),
    ),
}  # fmt: skip
EMBLEMS = {"goldrush": "prospect", "dominoes": "casino", "patience": "cards"}

MOST_POINTS, LEAST_POINTS = 13.0, 6.0
_MARGIN, _GUTTER, _HEAD = 16.0, 9.0, 36.0
_COLUMNS = 2
#: Sizes in points of the type of a paragraph, and the white between them in millimetres at that size.
_HEADING, _AFTER, _BEFORE = 1.25, 0.11, 0.28


class TooLong(ValueError):
    """The words of a language do not fit on the page even in the smallest type."""


def reference_page(sheet: Sheet, game: str, language: Language, **figures: str | int) -> float:
    """Add the page of a game; returns the size of its type.

    `figures` are the facts that its sentences name.  Raises `TooLong` for texts that fit no page.
    """
    sheet.new_page()
    width, height = sheet.size
    sheet.box(_MARGIN - 4, 12, width - 2 * _MARGIN + 8, _HEAD - 16, NIGHT, round=2)
    draw_emblem(sheet, EMBLEMS[game], _MARGIN + 7, 22, 7.5, LAMP, NIGHT)
    room = width - 2 * _MARGIN - 22
    sheet.words(
        _MARGIN + 19,
        21.5,
        language.line(f"reference.{game}.title"),
        21,
        room=room,
        style="serif_bold",
        ink=LAMP,
    )
    sheet.words(_MARGIN + 19, 28.2, language.line(f"reference.{game}.aim"), 10, room=room, ink=PAPER)
    sections = [
        (
            language.line(f"reference.{game}.{name}"),
            [language.line(f"reference.{game}.{name}_{number}", **figures) for number in range(1, count + 1)],
        )
        for name, count in SECTIONS[game]
    ]
    wide = (width - 2 * _MARGIN - (_COLUMNS - 1) * _GUTTER) / _COLUMNS
    top, bottom = _HEAD + 2.0, height - 17.0
    points = _largest(sections, wide, bottom - top)
    high = _lowest(sections, points, wide, bottom - top)
    for column, down, kind, text in _placed(sections, points, wide, high):
        x, y = _MARGIN + column * (wide + _GUTTER), top + down
        if kind == "heading":
            size = points * _HEADING
            baseline = y + size * POINT_MM
            sheet.words(x, baseline, text, size, room=wide, style="serif_bold", ink=BRASS_DARK)
            sheet.path([(x, baseline + 0.9), (x + wide, baseline + 0.9)], BRASS, 0.3)
        else:
            indent = _indent(points)
            if kind == "first":
                sheet.disc(x + 0.25 * indent, y + 0.52 * points * POINT_MM, 0.16 * points * POINT_MM, BRASS)
            sheet.words(x + indent, y + 0.8 * points * POINT_MM, text, points, room=wide, ink=DARK_TEXT)
    middle = _MARGIN + wide + _GUTTER / 2
    sheet.path([(middle, top), (middle, top + high)], BRASS, 0.15)
    foot = language.line("reference.foot")
    sheet.words(width / 2, height - 10.5, foot, 7.5, room=width - 40, ink=SOFT_TEXT, side="centre")
    return points


_Sections = list[tuple[str, list[str]]]


def _largest(sections: _Sections, wide: float, high: float) -> float:
    points = MOST_POINTS
    while points >= LEAST_POINTS:
        if all(column < _COLUMNS for column, *_ in _placed(sections, points, wide, high)):
            return points
        points -= 0.1
    raise TooLong("the rule reference does not fit on one page")


def _lowest(sections: _Sections, points: float, wide: float, high: float) -> float:
    """Return the height at which the columns are just long enough, and so about equally long."""
    while all(column < _COLUMNS for column, *_ in _placed(sections, points, wide, high - 1.0)):
        high -= 1.0
    return high


def _placed(
    sections: _Sections, points: float, wide: float, high: float
) -> Iterator[tuple[int, float, str, str]]:
    """Yield every line with its column, how far down it stands, and whether it begins a paragraph."""
    size = points * POINT_MM
    column, down = 0, 0.0
    for heading, paragraphs in sections:
        step = size * _HEADING + 1.9
        lines = [broken_lines(text, points, "sans", wide - _indent(points)) for text in paragraphs]
        # A heading never stands at the foot of a column without what it heads.
        first = len(lines[0]) * size * LEADING
        if down > 0 and down + _BEFORE * 4 + step + first > high:
            column, down = column + 1, 0.0
        if down > 0:
            down += _BEFORE * 4 * points / MOST_POINTS * 2
        yield column, down, "heading", heading
        down += step
        for paragraph in lines:
            if down + len(paragraph) * size * LEADING > high:
                column, down = column + 1, 0.0
            for number, line in enumerate(paragraph):
                yield column, down, "first" if number == 0 else "more", line
                down += size * LEADING
            down += _AFTER * points


def _indent(points: float) -> float:
    return points * POINT_MM * 0.9
