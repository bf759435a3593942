"""An evening on paper: the result, the chart, what was remarkable, and everything that was said."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.annals.dashes import dashed
from companion.annals.evening import Evening
from companion.annals.fame import curiosities, label
from companion.annals.lines import Line, bounds, lines_of
from companion.annals.marks import Marks
from companion.annals.words import amount_of, day_of, length_text
from companion.kit.drawing import LEADING, POINT_MM, Style, broken_lines
from companion.kit.emblems import draw_seat_shape
from companion.kit.inks import (
    BRASS,
    BRASS_DARK,
    DARK_TEXT,
    GREY,
    LAMP,
    NIGHT,
    PAPER,
    PAPER_LOW,
    SEAT_INKS,
    SOFT_TEXT,
    mixed,
)
from companion.kit.sheet import Sheet
from companion.language import Language
from companion.table.entries import Kind
from companion.table.history import HistoryEntry
from companion.table.seats import LOOKS, Seat

_MARGIN, _GUTTER = 16.0, 8.0
#: Lines of paper-white colours would not be seen on paper.
_SEAT_LINES = {colour: mixed(ink, NIGHT, 0.25) for colour, ink in SEAT_INKS.items()}
_COURSE_POINTS = 7.5
#: How thick the lines of the chart are.
_LINE_MM = 0.6
#: A page more holds nothing that anybody reads.
_MOST_PAGES = 40


def evening_pdf(
    evening: Evening, history: Sequence[HistoryEntry], marks: Marks, language: Language, paper: str = "a4"
) -> bytes:
    """Return the PDF of an evening.

    `history` hides what is hidden while the session goes on, and so does the paper.
    """
    game = language.line(f"annals.game.{evening.game}")
    sheet = Sheet(paper, language.line("annals.pdf.title", game=game, day=day_of(evening.started, language)))
    _front(sheet, evening, history, marks, language)
    _course(sheet, history, language)
    return sheet.pdf()


def _front(
    sheet: Sheet, evening: Evening, history: Sequence[HistoryEntry], marks: Marks, language: Language
) -> None:
    sheet.new_page()
    width, height = sheet.size
    inside = width - 2 * _MARGIN
    sheet.box(_MARGIN - 4, 12, inside + 8, 24, NIGHT, round=2)
    game = language.line(f"annals.game.{evening.game}")
    sheet.words(_MARGIN + 3, 22.5, game, 21, room=inside - 6, style="serif_bold", ink=LAMP)
    facts = [day_of(evening.started, language), language.say(length_text(evening.seconds))]
    facts.append(language.line("annals.pdf.answers", count=evening.answers))
    if evening.corrections:
        facts.append(language.line("annals.pdf.corrections", count=evening.corrections))
    about = " · ".join(fact for fact in facts if fact)
    sheet.words(_MARGIN + 3, 30.5, about, 10, room=inside - 6, ink=PAPER)
    y = _standings(sheet, evening, marks, language, 46.0)
    y = _heading(sheet, language.line("annals.pdf.chart"), y + 6)
    seats = [Seat(seat.id, seat.name, seat.place) for seat in evening.seats]
    lines = lines_of(history, seats, evening.game)
    y = _chart(sheet, lines, y, min(88.0, height - y - 80), lambda n: language.say(amount_of(evening, n)))
    records = curiosities(evening, marks)
    if records:
        y = _heading(sheet, language.line("annals.pdf.feats"), y + 8)
    for record in records:
        if y > height - 18:
            break
        sheet.words(_MARGIN, y, language.say(label(record.feat)), 9, room=50, style="bold", ink=BRASS_DARK)
        sheet.words(_MARGIN + 54, y, language.say(record.say), 9, room=inside - 54)
        y += 5.4


def _heading(sheet: Sheet, words: str, y: float) -> float:
    room = sheet.size[0] - 2 * _MARGIN
    sheet.words(_MARGIN, y, words, 13, room=room, style="serif_bold", ink=BRASS_DARK)
    sheet.path([(_MARGIN, y + 1.4), (_MARGIN + room, y + 1.4)], BRASS, 0.3)
    return y + 7.5


def _standings(sheet: Sheet, evening: Evening, marks: Marks, language: Language, y: float) -> float:
    """Draw who sat there, the best first; returns the baseline below."""
    inside = sheet.size[0] - 2 * _MARGIN
    stood = {standing.seat: standing for standing in evening.standings}
    for seat in sorted(
        evening.seats, key=lambda one: (stood[one.id].place if one.id in stood else 99, one.place)
    ):
        standing = stood.get(seat.id)
        first = seat.id in evening.winners
        if first:
            sheet.box(_MARGIN - 2, y - 5.6, inside + 4, 8.2, PAPER, round=1.5)
        place = f"{standing.place}." if standing is not None else "–"
        sheet.words(_MARGIN, y, place, 12, room=10, style="bold", ink=BRASS_DARK if first else SOFT_TEXT)
        draw_seat_shape(sheet, seat.place, _MARGIN + 14, y - 1.5, 2.4, NIGHT)
        style: Style = "bold" if first else "sans"
        sheet.words(_MARGIN + 20, y, marks.called(seat.name), 12, room=inside - 80, style=style)
        if standing is not None:
            amount = language.say(amount_of(evening, standing.amount))
        else:
            amount = language.line("annals.pdf.left" if seat.left else "annals.pdf.unfinished")
        sheet.words(_MARGIN + inside, y, amount, 12, room=58, style=style, side="right")
        y += 8.6
    return y


def _chart(sheet: Sheet, lines: Sequence[Line], top: float, high: float, written: object) -> float:
    """Draw the chart of what everybody had; returns where it ends."""
    assert callable(written)
    scale = bounds(lines)
    if scale is None or high < 20:
        return top
    low, up, step = scale
    labels = {amount: written(amount) for amount in range(low, up + 1, step)}
    left, right = _MARGIN + 22, sheet.size[0] - _MARGIN - 7
    count = max(len(line.amounts) for line in lines)

    def at(index: int, amount: int) -> tuple[float, float]:
        return (
            left + (right - left) * index / (count - 1),
            top + high - high * (amount - low) / (up - low),
        )

    for amount, words in labels.items():
        y = at(0, amount)[1]
        sheet.path([(left, y), (right, y)], PAPER_LOW if amount != low else GREY, 0.2)
        sheet.words(left - 2, y + 1, words, 7.5, room=20, ink=SOFT_TEXT, side="right")
    for index in range(0, count, max(1, -(-count // 9))):
        sheet.words(at(index, low)[0], top + high + 4, str(index), 7.5, room=12, ink=SOFT_TEXT, side="centre")
    for line in lines:
        points = [at(index, amount) for index, amount in enumerate(line.amounts) if amount is not None]
        if not points:
            continue
        for piece in dashed(points, line.seat.place, _LINE_MM):
            sheet.path(piece, _SEAT_LINES[LOOKS[line.seat.place][0]], _LINE_MM)
        draw_seat_shape(sheet, line.seat.place, points[-1][0] + 3.6, points[-1][1], 1.9, NIGHT)
    return top + high + 6


def _course(sheet: Sheet, history: Sequence[HistoryEntry], language: Language) -> None:
    """Write everything that was said, in two columns; what was undone is struck through with grey."""
    step = _COURSE_POINTS * POINT_MM * LEADING
    width = (sheet.size[0] - 2 * _MARGIN - _GUTTER) / 2
    column, y, pages = 2, 0.0, 0
    for number, words, undone in _told(history, language):
        broken = broken_lines(words, _COURSE_POINTS, "sans", width - 10)
        if y + len(broken) * step > sheet.size[1] - 14:
            column, y = column + 1, 24.0
        if column > 1:
            if pages == _MOST_PAGES:
                return
            sheet.new_page()
            _heading(sheet, language.line("annals.pdf.course"), 15.0)
            column, y, pages = 0, 24.0, pages + 1
        x = _MARGIN + column * (width + _GUTTER)
        ink = GREY if undone else DARK_TEXT
        if number:
            sheet.words(x + 7.5, y + step * 0.75, str(number), 6.5, room=8, ink=SOFT_TEXT, side="right")
        for row, line in enumerate(broken):
            at = y + (row + 0.75) * step
            sheet.words(x + 9.5, at, line, _COURSE_POINTS, room=width - 9, ink=ink)
        y += len(broken) * step + 0.5


def _told(history: Sequence[HistoryEntry], language: Language) -> Iterator[tuple[int, str, bool]]:
    """Yield an entry's number, a sentence of it, and whether it is undone; 0 for its other sentences."""
    for one in history:
        if one.kind in (Kind.ANSWER, Kind.START):
            said = [language.say(event.say) for event in one.events]
        else:
            kind = one.kind.value.replace(" ", "_")
            said = [language.line(f"annals.kind.{kind}", number=one.about or one.to or 0)]
        for index, words in enumerate(said):
            yield 0 if index else one.number, words, one.undone
