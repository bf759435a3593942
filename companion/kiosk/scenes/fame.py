"""Hall of fame: what nobody has bettered yet, game by game; the evening it belongs to is opened."""

from __future__ import annotations

from collections.abc import Sequence

from companion.annals.evening import Evening
from companion.annals.fame import Record, hall_of_fame, label
from companion.kiosk.acts import Push, Typed
from companion.kiosk.annals_icons import laurel
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.evening_words import moment
from companion.kiosk.frame import Bar, Hint, body_rect, draw_header
from companion.kiosk.keeper import when
from companion.kiosk.layer import Scene
from companion.kiosk.listing import Entry, Listing
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink
from companion.kiosk.wall_clock import clock_sprite, clock_width


class FameScene(Scene):
    """A list of records of all evenings, the last first."""

    def __init__(self, stage: Stage, evenings: Sequence[Evening]) -> None:
        super().__init__(stage)
        self._evenings = evenings
        records = hall_of_fame(evenings, stage.keeper.archive.marks)
        self._list = Listing([self._entry(record) for record in records])

    def again(self) -> Scene:
        return FameScene(self.stage, self._evenings)

    def _entry(self, record: Record) -> Entry:
        stage, evening = self.stage, record.evening
        game = stage.line(f"kiosk.game.{evening.game}")
        about = " · ".join((stage.say(label(record.feat)), game, when(stage, moment(evening.started))))
        name = f"{record.feat.kind} {evening.currency}"
        return Entry(name, stage.say(record.say), lambda: self._open(evening), about, icon=laurel)

    def _open(self, evening: Evening) -> None:
        from companion.kiosk.scenes.evening import EveningScene

        self.stage.go(EveningScene(self.stage, evening))

    def bar(self) -> Bar:
        line = self.stage.line
        hints = [Hint("back", line("kiosk.hint.back"))]
        if self._list.entries:
            hints = [Hint("ok", line("kiosk.hint.open")), *hints, Hint("up", ""), Hint("down", "")]
        return Bar(line("kiosk.fame.ask"), hints=tuple(hints))

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
        from companion.kiosk.scenes.statistics import StatisticsScene

        self.stage.go(StatisticsScene(self.stage))

    def live(self, now: int) -> Sequence[Sprite]:
        return clock_sprite(self.stage)

    def paint(self, canvas: Canvas) -> None:
        theme, line = self.stage.theme, self.stage.line
        draw_header(canvas, line("kiosk.fame.title"), line("kiosk.fame.about"), clock_width(self.stage))
        body = body_rect(theme)
        if self._list.entries:
            self._list.paint(canvas, body, theme.px(84))
        else:
            canvas.text(line("kiosk.fame.none"), "lead", Ink.MUTED, body, "middle")
