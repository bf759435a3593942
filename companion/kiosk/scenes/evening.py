"""Evening: one session of the past: who played, how it ended, what was remarkable, and what can be done."""

from __future__ import annotations

import pygame

from companion.annals.evening import Evening, Seated
from companion.annals.fame import curiosities
from companion.annals.search import Wanted
from companion.kiosk.canvas import Canvas
from companion.kiosk.evening_words import length_of, moment, result_of, state_of
from companion.kiosk.feats import paint_feats
from companion.kiosk.frame import Bar, body_rect, choice_hints, draw_header
from companion.kiosk.keeper import when
from companion.kiosk.layer import Scene
from companion.kiosk.layout import inner, split
from companion.kiosk.listing import Entry, Listing
from companion.kiosk.menu import MenuLayer
from companion.kiosk.scenes.listed import ListScene
from companion.kiosk.shapes import shape
from companion.kiosk.stage import Stage
from companion.kiosk.stick_export import export_entries
from companion.kiosk.theme import Ink
from companion.kiosk.wall_clock import clock_width
from companion.table.faults import Fault


class EveningScene(ListScene):
    """What is known of an evening at the left, what can be done with it at the right."""

    def __init__(self, stage: Stage, evening: Evening, wanted: Wanted | None = None) -> None:
        super().__init__(stage)
        self.evening = evening
        self._wanted = wanted or Wanted()
        self._marks = stage.keeper.archive.marks
        self._list = Listing(self._entries())

    def _entries(self) -> list[Entry]:
        line, evening = self.stage.line, self.evening
        open_words = "kiosk.evening.results" if evening.finished else "kiosk.evening.go_on"
        return [
            Entry("open", line(open_words), self._open, line(f"{open_words}.about")),
            Entry("watch", line("kiosk.evening.watch"), self._watch, line("kiosk.evening.watch.about")),
            Entry("course", line("kiosk.evening.course"), self._course, line("kiosk.evening.course.about")),
            Entry("export", line("kiosk.evening.export"), self._export, line("kiosk.evening.export.about")),
            Entry("delete", line("kiosk.evening.delete"), self._delete, line("kiosk.evening.delete.about")),
        ]

    # what can be done ----------------------------------------------------------------------------------

    def again(self) -> Scene:
        return EveningScene(self.stage, self.evening, self._wanted)

    def _open(self) -> None:
        from companion.kiosk.scenes.opening import OpeningScene

        self.stage.go(OpeningScene(self.stage, self.stage.keeper.resume(self.evening.session)))

    def _watch(self) -> None:
        from companion.kiosk.scenes.replay import ReplayScene

        self.stage.go(ReplayScene(self.stage, self.evening, self.again))

    def _course(self) -> None:
        from companion.kiosk.scenes.course import CourseScene

        self.stage.go(CourseScene(self.stage, self.evening, self.again))

    def _export(self) -> None:
        entries = export_entries(self, (self.evening.session,))
        self.open(MenuLayer(self.stage, self.stage.line("kiosk.evening.export"), entries))

    def _delete(self) -> None:
        self._ask(
            "kiosk.evening.delete.once", self._ask_again, self.stage.line("kiosk.evening.delete.yes.about")
        )

    def _ask_again(self) -> None:
        self._ask("kiosk.evening.delete.twice", self._put_away)

    def _ask(self, question: str, yes: object, about: str = "") -> None:
        line = self.stage.line
        assert callable(yes)
        entries = [
            Entry("keep", line("kiosk.evening.delete.keep"), lambda: None),
            Entry("delete", line("kiosk.evening.delete.yes"), yes, about),
        ]
        self.open(MenuLayer(self.stage, line(question), entries, line("kiosk.evening.delete.below")))

    def _put_away(self) -> None:
        try:
            self.stage.keeper.archive.delete(self.evening.session)
        except Fault as fault:
            self.stage.notice(self.stage.say(fault.say), "bad", 8000)
            return
        self.stage.notice(self.stage.line("kiosk.evening.delete.done"), "good")
        self._back()

    # what people do ------------------------------------------------------------------------------------

    def bar(self) -> Bar:
        line = self.stage.line
        hints = choice_hints(line("kiosk.hint.choose"), line("kiosk.hint.back"))
        said = state_of(self.stage, self.evening, self._marks)
        return Bar(said[:1].upper() + said[1:], hints=hints)

    def _back(self) -> None:
        from companion.kiosk.scenes.evenings import EveningsScene

        self.stage.go(EveningsScene(self.stage, self._wanted, self.evening.session))

    # picture -------------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        theme, line, evening = self.stage.theme, self.stage.line, self.evening
        title = line(f"kiosk.game.{evening.game}")
        about = " · ".join(
            (when(self.stage, moment(evening.started)), length_of(self.stage, evening.seconds))
        )
        draw_header(canvas, title, about, clock_width(self.stage))
        body = body_rect(theme)
        left, right = split(body, round(body.width * 0.52), theme.px(24))
        top = self._paint_seats(canvas, left)
        room = pygame.Rect(left.x, top, left.width, left.bottom - top)
        paint_feats(self.stage, canvas, room, curiosities(evening, self._marks))
        self._list.paint(canvas, right, theme.px(96), theme.px(12))

    def _paint_seats(self, canvas: Canvas, room: pygame.Rect) -> int:
        """Draw who sat there, the best first; returns where the next thing can stand."""
        theme, gap = canvas.theme, canvas.theme.px(6)
        places = {standing.seat: standing.place for standing in self.evening.standings}
        seats = sorted(self.evening.seats, key=lambda seat: (places.get(seat.id, 99), seat.place))
        across = 2 if len(seats) > 4 else 1
        down = -(-len(seats) // across)
        high = min(theme.px(52), (room.height * 2 // 3 - gap * (down - 1)) // down)
        wide = (room.width - (across - 1) * gap) // across
        for index, seat in enumerate(seats):
            column, row = divmod(index, down)
            spot = pygame.Rect(room.x + column * (wide + gap), room.y + row * (high + gap), wide, high)
            self._paint_seat(canvas, spot, seat, places.get(seat.id))
        return room.y + down * (high + gap) + theme.px(10)

    def _paint_seat(self, canvas: Canvas, row: pygame.Rect, seat: Seated, place: int | None) -> None:
        theme, first = canvas.theme, seat.id in self.evening.winners
        canvas.panel(row, radius=row.height // 4, edge=Ink.BRASS if first else Ink.EDGE, shadow=False)
        inside = inner(row, theme.px(14), 0)
        number = f"{place}." if place is not None else ""
        at = pygame.Rect(inside.x, row.y, theme.px(34), row.height)
        canvas.text(number, "strong", Ink.LAMP if first else Ink.MUTED, at)
        side = min(theme.px(28), row.height - theme.px(10))
        x = at.right + theme.px(6)
        canvas.blit(shape(canvas.box, seat.place, side), (x, row.centery - side // 2))
        x += side + theme.px(12)
        amount = result_of(self.stage, self.evening, seat)
        if not amount:
            amount = self.stage.line("kiosk.evening.left") if seat.left else ""
        wide = min(canvas.width(amount, "number") + 2, (inside.right - x) // 2)
        name = pygame.Rect(x, row.y, inside.right - wide - theme.px(8) - x, row.height)
        canvas.text(self._marks.called(seat.name), "strong", Ink.PAPER if first else Ink.TEXT, name)
        rest = pygame.Rect(inside.right - wide, row.y, wide, row.height)
        canvas.text(amount, "number", Ink.PAPER, rest, "right")
