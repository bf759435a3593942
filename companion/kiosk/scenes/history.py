"""History: every answer of the session and what it meant; rewinding, and correcting one answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.correcting import CorrectLayer, can_correct, is_hidden
from companion.kiosk.frame import Bar, Hint, body_rect, draw_header
from companion.kiosk.layer import Scene
from companion.kiosk.listing import Entry, Icon, Listing
from companion.kiosk.menu import MenuLayer, ask_agreement
from companion.kiosk.shapes import seat_shape
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink
from companion.kiosk.wall_clock import clock_sprite, clock_width
from companion.table.answers import Source
from companion.table.entries import Kind
from companion.table.session import HistoryEntry

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene


class HistoryScene(Scene):
    """The list of answers, the latest in focus; BACK leads back to the table, which waits meanwhile."""

    def __init__(self, stage: Stage, table: TableScene) -> None:
        super().__init__(stage)
        self._table = table
        self._list = Listing([])
        self._loaded = False
        table.desk.tell("history", then=self._take)

    def _take(self, history: Sequence[HistoryEntry]) -> None:
        entries = [self._entry(one) for one in history if one.kind is not Kind.START]
        self._list = Listing(entries, max(0, len(entries) - 1))
        self._loaded = True
        self.stale = True

    def tick(self, now: int) -> None:
        self._table.catch_up(now)

    # entries -------------------------------------------------------------------------------------------

    def _entry(self, one: HistoryEntry) -> Entry:
        seat = next((seat for seat in self._table.view.seats if seat.id == (one.seat or _seat_of(one))), None)
        icon: Icon | None = None
        if seat is not None:
            known = seat

            def icon(canvas: Canvas, rect: pygame.Rect) -> None:
                canvas.blit(seat_shape(canvas.box, known, rect.width), rect.topleft)

        return Entry(
            str(one.number),
            self._meaning(one),
            lambda: self._ask(one),
            self._about(one),
            self._value(one),
            icon,
            one.undone,
        )

    def _meaning(self, one: HistoryEntry) -> str:
        """What an entry meant for the table: what was said then, or what kind of entry it is."""
        if one.kind is Kind.ANSWER and one.asked != "throw" and one.say is not None:
            # What a stake or a choice brought about besides is the next line's matter.
            return self.stage.say(one.say)
        said = [self.stage.say(event.say) for event in one.events]
        if said:
            return said[0]
        if one.kind is Kind.ANSWER:
            return self.stage.say(one.say) if one.say is not None else one.key
        return self.stage.line(
            f"kiosk.history.kind.{one.kind.value.replace(' ', '_')}", number=one.about or one.to or 0
        )

    def _about(self, one: HistoryEntry) -> str:
        line = self.stage.line
        parts = [line("kiosk.history.number", number=one.number)]
        if one.asked == "throw":
            parts += [self.stage.say(event.say) for event in one.events[1:2]]
        if one.source is not None:
            parts.append(line(f"kiosk.history.source.{one.source.value}"))
        if one.undone:
            parts.append(line("kiosk.history.undone"))
        return " · ".join(parts)

    def _value(self, one: HistoryEntry) -> str:
        """What was answered, in a word."""
        value = one.value
        if one.kind is not Kind.ANSWER or one.source is Source.LOT or isinstance(value, bool):
            return ""
        if is_hidden(one.key):
            return ""
        if isinstance(value, (list, tuple)):
            return " ".join(map(str, value))
        if isinstance(value, str):
            seat = next((seat for seat in self._table.view.seats if seat.id == value), None)
            ids = (f"{self._table.view.game}.{of}.{value}" for of in ("bet", "option"))
            known = next((id for id in ids if id in self.stage.language), None)
            return seat.name if seat is not None else self.stage.language.line(known) if known else ""
        if not isinstance(value, int):
            return ""
        return self._table.game.amount(self._table.view, value) if one.asked == "amount" else str(value)

    # what people do ------------------------------------------------------------------------------------

    def bar(self) -> Bar:
        line = self.stage.line
        hints = [Hint("back", line("kiosk.hint.table"))]
        if self._list.entries:
            hints = [Hint("ok", line("kiosk.hint.choose")), *hints, Hint("up", ""), Hint("down", "")]
        return Bar(line("kiosk.history.ask"), line("kiosk.history.below"), hints=tuple(hints))

    def push(self, push: Push) -> None:
        self.stale = True
        if push.button == "back":
            self._back()
        else:
            self._list.push(push.button)

    def typed(self, typed: Typed) -> None:
        if typed.key == "escape":
            self._back()

    def _back(self) -> None:
        self.stage.go(self._table)

    def _ask(self, one: HistoryEntry) -> None:
        line, entries = self.stage.line, []
        if one.kind is Kind.ANSWER and not one.undone:
            if can_correct(one):
                entries.append(
                    Entry(
                        "correct",
                        line("kiosk.history.correct"),
                        lambda: self._correct(one),
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
        self.open(MenuLayer(self.stage, line("kiosk.history.what"), entries, self._meaning(one)))

    def _rewind(self, number: int) -> None:
        self._with_agreement(
            self.stage.line("kiosk.agree.rewind"),
            lambda seat, second: self._table.desk.tell(
                "rewind", number, seat, second, then=lambda _: self._done("kiosk.back.rewound")
            ),
        )

    def _correct(self, one: HistoryEntry) -> None:
        def corrected(value: object) -> None:
            self._with_agreement(
                self.stage.line("kiosk.agree.correct"),
                lambda seat, second: self._table.desk.tell(
                    "correct",
                    one.number,
                    value,
                    seat,
                    second,
                    then=lambda _: self._done("kiosk.back.corrected"),
                ),
            )

        self.open(CorrectLayer(self.stage, one, corrected))

    def _with_agreement(self, say: str, agreed: Callable[[str | None, str | None], None]) -> None:
        layer = ask_agreement(self.stage, self._table.view.seats, say, agreed)
        if layer is not None:
            self.open(layer)

    def _done(self, words: str) -> None:
        self.stage.notice(self.stage.line(words), "good")
        self._back()

    # picture -------------------------------------------------------------------------------------------

    def live(self, now: int) -> Sequence[Sprite]:
        return clock_sprite(self.stage)

    def paint(self, canvas: Canvas) -> None:
        theme, line = self.stage.theme, self.stage.line
        draw_header(canvas, line("kiosk.history.title"), line("kiosk.history.about"), clock_width(self.stage))
        body = body_rect(theme)
        if self._list.entries:
            self._list.paint(canvas, body, theme.px(84), theme.px(8), least=theme.px(76))
        else:
            words = line("kiosk.history.none" if self._loaded else "kiosk.opening.sentence")
            canvas.text(words, "lead", Ink.MUTED, body, "middle")


def _seat_of(one: HistoryEntry) -> str:
    """The seat a prompt's key names: ``throw/bo/17`` is Bo's."""
    parts = one.key.split("/")
    return parts[1] if len(parts) > 1 else ""
