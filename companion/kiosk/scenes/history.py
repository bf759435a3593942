"""History: every answer of the session and what it meant; rewinding, and correcting one answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import TYPE_CHECKING

from companion.kiosk.canvas import Canvas
from companion.kiosk.correcting import can_correct
from companion.kiosk.frame import Bar, Hint, body_rect, choice_hints, draw_header
from companion.kiosk.history_words import HistoryWords
from companion.kiosk.listing import Entry, Listing
from companion.kiosk.menu import MenuLayer, ask_agreement
from companion.kiosk.putting_right import correct, fits_correcting
from companion.kiosk.scenes.listed import ListScene
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink
from companion.kiosk.wall_clock import clock_width
from companion.table.entries import Kind
from companion.table.prompts import Prompt
from companion.table.session import HistoryEntry

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene


class HistoryScene(ListScene):
    """The list of answers, the latest in focus; BACK leads back to the table, which waits meanwhile."""

    def __init__(self, stage: Stage, table: TableScene) -> None:
        super().__init__(stage)
        self._table = table
        self._loaded = False
        self._asked: Future[list[Entry]] | None = None
        self._words = HistoryWords(
            stage, table.view.game, table.view.seats, lambda count: table.game.amount(table.view, count)
        )
        table.desk.tell("history", then=self._take)

    def _take(self, history: Sequence[HistoryEntry]) -> None:
        # The lines of a long evening are too many to be written within a frame.
        self._asked = self.stage.keeper.work(
            lambda: [
                self._words.entry(one, lambda one=one: self._ask(one))  # type: ignore[misc]
                for one in history
                if one.kind is not Kind.START
            ]
        )

    def tick(self, now: int) -> None:
        self._table.catch_up(now)
        if self._asked is None or not self._asked.done():
            return
        asked, self._asked = self._asked, None
        entries = self.stage.keeper.taken(asked, self.stage) or []
        self._list = Listing(entries, max(0, len(entries) - 1))
        self._loaded = True
        self.stale = True

    # what people do ------------------------------------------------------------------------------------

    def bar(self) -> Bar:
        line = self.stage.line
        hints: tuple[Hint, ...] = (Hint("back", line("kiosk.hint.table")),)
        if self._list.entries:
            hints = choice_hints(line("kiosk.hint.choose"), hints[0].label)
        return Bar(line("kiosk.history.ask"), line("kiosk.history.below"), hints=hints)

    def _back(self) -> None:
        self.stage.go(self._table)

    def _ask(self, one: HistoryEntry) -> None:
        """Ask what shall be done about an entry; what could have been answered is asked of the session."""
        if can_correct(one):
            self._table.desk.tell("asked_at", one.number, then=lambda prompt: self._offer(one, prompt))
        else:
            self._offer(one, None)

    def _offer(self, one: HistoryEntry, prompt: Prompt | None) -> None:
        line, entries = self.stage.line, []
        if one.kind is Kind.ANSWER and not one.undone:
            if fits_correcting(prompt):
                entries.append(
                    Entry(
                        "correct",
                        line("kiosk.history.correct"),
                        lambda: correct(self, self._table, one, prompt, done=self._back),
                        line("kiosk.history.correct.about"),
                    )
                )
            before = lambda: self._rewind(one.number - 1)  # noqa: E731
            entries.append(
                Entry("before", line("kiosk.history.before"), before, line("kiosk.history.before.about"))
            )
        entries.append(
            Entry(
                "to",
                line("kiosk.history.to"),
                lambda: self._rewind(one.number),
                line("kiosk.history.to.about"),
            )
        )
        self.open(MenuLayer(self.stage, line("kiosk.history.what"), entries, self._words.meaning(one)))

    def _rewind(self, number: int) -> None:
        self._with_agreement(
            self.stage.line("kiosk.agree.rewind"),
            lambda seat, second: self._table.desk.tell(
                "rewind", number, seat, second, then=lambda _: self._done("kiosk.back.rewound")
            ),
        )

    def _with_agreement(self, say: str, agreed: Callable[[str | None, str | None], None]) -> None:
        layer = ask_agreement(self.stage, self._table.view.seats, say, agreed)
        if layer is not None:
            self.open(layer)

    def _done(self, words: str) -> None:
        self.stage.notice(self.stage.line(words), "good")
        self._back()

    # picture -------------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        theme, line = self.stage.theme, self.stage.line
        draw_header(canvas, line("kiosk.history.title"), line("kiosk.history.about"), clock_width(self.stage))
        body = body_rect(theme)
        if self._list.entries:
            self._list.paint(canvas, body, theme.px(84), theme.px(8), least=theme.px(76))
        else:
            words = line("kiosk.history.none" if self._loaded else "kiosk.opening.sentence")
            canvas.text(words, "lead", Ink.MUTED, body, "middle")
