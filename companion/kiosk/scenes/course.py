"""Course: everything that one evening's table was told, to be read; from any answer on it can be watched."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.annals.evening import Evening
from companion.annals.words import amount_of
from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.evening_words import about_of
from companion.kiosk.frame import Bar, Hint, body_rect, choice_hints, draw_header
from companion.kiosk.history_words import HistoryWords
from companion.kiosk.layer import Scene
from companion.kiosk.listing import Entry, Listing
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink
from companion.kiosk.wall_clock import clock_sprite, clock_width
from companion.table.entries import Kind
from companion.table.history import HistoryEntry, history_of
from companion.table.journal import Journal
from companion.table.seats import Seat
from companion.table.verify import course_of


class CourseScene(Scene):
    """The entries of a stored session, oldest first; `back` makes the scene that BACK leads to.

    While the session is not over, nothing stands here that was hidden at the table.
    """

    def __init__(self, stage: Stage, evening: Evening, back: Callable[[], Scene]) -> None:
        super().__init__(stage)
        self._evening = evening
        self._back_to = back
        journal = stage.keeper.journal
        self._asked = stage.keeper.work(lambda: self._lines(journal))
        self._loaded = False
        self._list = Listing([])

    def again(self) -> Scene:
        return CourseScene(self.stage, self._evening, self._back_to)

    def tick(self, now: int) -> None:
        if self._loaded or not self._asked.done():
            return
        self._loaded = True
        lines = self.stage.keeper.taken(self._asked, self.stage)
        self._list.renew(lines or [])
        self.stale = True

    def _lines(self, journal: Journal) -> list[Entry]:
        """Read the session and write its lines, on the annals' thread."""
        evening = self._evening
        history = history_of(course_of(journal.load(evening.session)))
        seats = [Seat(seat.id, seat.name, seat.place) for seat in evening.seats]
        words = HistoryWords(
            self.stage, evening.game, seats, lambda count: self.stage.say(amount_of(evening, count))
        )
        return [
            words.entry(one, lambda one=one: self._watch(one))  # type: ignore[misc]
            for one in history
            if one.kind is not Kind.START
        ]

    def _watch(self, one: HistoryEntry) -> None:
        from companion.kiosk.scenes.replay import ReplayScene

        # What an undone answer brought about is watched up to where the table left the way to it.
        self.stage.go(ReplayScene(self.stage, self._evening, lambda: self, one.number))

    def bar(self) -> Bar:
        line = self.stage.line
        hints: tuple[Hint, ...] = (Hint("back", line("kiosk.hint.back")),)
        if self._list.entries:
            hints = choice_hints(line("kiosk.hint.watch"), hints[0].label)
        return Bar(line("kiosk.course.ask"), hints=hints)

    def push(self, push: Push) -> None:
        self.stale = True
        if push.button == "back":
            self.stage.go(self._back_to())
        else:
            self._list.push(push.button)

    def typed(self, typed: Typed) -> None:
        if typed.key == "escape":
            self.stage.go(self._back_to())

    def live(self, now: int) -> Sequence[Sprite]:
        return clock_sprite(self.stage)

    def paint(self, canvas: Canvas) -> None:
        theme, line = self.stage.theme, self.stage.line
        about = about_of(self.stage, self._evening, self.stage.keeper.archive.marks)
        draw_header(canvas, line("kiosk.history.title"), about, clock_width(self.stage))
        body = body_rect(theme)
        if self._list.entries:
            self._list.paint(canvas, body, theme.px(84), theme.px(8), least=theme.px(76))
            return
        words = line("kiosk.history.none" if self._loaded else "kiosk.evenings.reading")
        canvas.text(words, "lead", Ink.MUTED, body, "middle")
