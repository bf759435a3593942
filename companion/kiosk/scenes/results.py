"""Results: who won, how everybody stands, how it went over the evening, and what was remarkable."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future

import pygame

from companion.annals.evening import Evening
from companion.annals.fame import Record, curiosities
from companion.annals.lines import Line, lines_of
from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.chart import paint_chart
from companion.kiosk.desk import Desk
from companion.kiosk.feats import paint_feats
from companion.kiosk.frame import Bar, Hint, body_rect, draw_header
from companion.kiosk.layer import Scene
from companion.kiosk.layout import inner, split
from companion.kiosk.payments import STAKE
from companion.kiosk.shapes import seat_shape
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink
from companion.kiosk.views import view_of
from companion.kiosk.wall_clock import clock_sprite, clock_width
from companion.table.game import Standing, rank
from companion.table.seats import Seat
from companion.table.session import HistoryEntry

#: So many cards are up when a patience is won.
CARDS = 52


class ResultsScene(Scene):
    """The end of a session: a podium, the standings; a chart, and the evening's curiosities in its place.

    OK plays at the same table again; UP leads to the history, where the last throw can still be put right;
    DOWN turns the page.
    """

    def __init__(self, stage: Stage, desk: Desk) -> None:
        super().__init__(stage)
        self.desk = desk
        self._view = desk.view
        self._game = view_of(desk.view.game, stage)
        self._game.take(desk.view, stage.now)
        self._lines: tuple[Line, ...] = ()
        self._records: tuple[Record, ...] = ()
        self._page = "chart"
        outcome = self._view.outcome
        if outcome is not None:
            self._standings = outcome.standings
        else:
            # A session that is put away: what still lies staked is its seat's.
            held, seats = self._view.balances, [seat.id for seat in self._view.seats]
            self._standings = rank({id: held.get(id, 0) + held.get(f"{STAKE}{id}", 0) for id in seats})
        desk.tell("history", then=self._take)
        archive, session = stage.keeper.archive, desk.view.session
        self._asked: Future[Evening | None] | None = stage.keeper.work(lambda: archive.evening(session))

    def again(self) -> Scene:
        return ResultsScene(self.stage, self.desk)

    def _take(self, history: Sequence[HistoryEntry]) -> None:
        self._lines = lines_of(history, self._view.seats, self._view.game)
        self.stale = True

    def tick(self, now: int) -> None:
        self.desk.poll()
        while self.desk.problems:
            self.stage.notice(self.stage.say(self.desk.problems.popleft()), "bad")
        if self._asked is not None and self._asked.done():
            asked, self._asked = self._asked, None
            evening = self.stage.keeper.taken(asked, self.stage)
            if evening is not None:
                self._records = curiosities(evening, self.stage.keeper.archive.marks)
            self.stale = True

    def bar(self) -> Bar:
        line, outcome = self.stage.line, self._view.outcome
        winners = [standing for standing in self._standings if standing.place == 1]
        places = tuple(self._view.seat(w.seat).place for w in winners if self._seat(w.seat) is not None)
        said = self.stage.say(outcome.say) if outcome is not None else line("kiosk.over.ended")
        hints = (
            Hint("ok", line("kiosk.hint.again")),
            Hint("back", line("kiosk.hint.home")),
            Hint("up", line("kiosk.hint.history")),
            Hint("down", line("kiosk.hint.feats" if self._page == "chart" else "kiosk.hint.chart")),
        )
        return Bar(said, hints=hints, places=places)

    def push(self, push: Push) -> None:
        if push.button == "ok":
            from companion.kiosk.scenes.seats import SeatsScene

            names = {seat.place: seat.name for seat in self._view.seats}
            rules = self._view.snapshot.get("rules")
            self.stage.go(
                SeatsScene(self.stage, self._view.game, names, rules if isinstance(rules, dict) else None)
            )
        elif push.button == "back":
            self._home()
        elif push.button == "up":
            self._history()
        elif push.button == "down":
            self._page = "feats" if self._page == "chart" else "chart"
            self.stale = True
        elif push.place is not None and self._view.outcome is not None:
            self._put_right(push.place)

    def _put_right(self, place: int) -> None:
        """The button of a seat means that the last reading was wrong, as it does in the table's menu.

        Under the lock against small hands it means nothing here (H6).
        """
        from companion.kiosk.putting_right import correct_last
        from companion.kiosk.scenes.table import TableScene

        seat = next((seat for seat in self._view.seats if seat.place == place), None)
        if seat is not None and not self.stage.locked:
            table = TableScene(self.stage, self.desk, seen=True)
            table.linger()
            self.stage.go(table)
            correct_last(table, seat.id)

    def typed(self, typed: Typed) -> None:
        if typed.key == "escape":
            self._home()

    def _history(self) -> None:
        from companion.kiosk.scenes.history import HistoryScene
        from companion.kiosk.scenes.table import TableScene

        self.stage.go(HistoryScene(self.stage, TableScene(self.stage, self.desk)))

    def _home(self) -> None:
        from companion.kiosk.scenes.home import HomeScene

        self.stage.go(HomeScene(self.stage))

    def _amount(self, count: int) -> str:
        return self._game.amount(self._view, count)

    def _is_first(self, standing: Standing) -> bool:
        """Whether a standing is a winner's; alone at a patience one has not won before all cards are up."""
        won = self._view.game != "patience" or standing.amount == CARDS
        return standing.place == 1 and won

    def _seat(self, id: str) -> Seat | None:
        return next((seat for seat in self._view.seats if seat.id == id), None)

    # picture -------------------------------------------------------------------------------------------

    def live(self, now: int) -> Sequence[Sprite]:
        return clock_sprite(self.stage)

    def paint(self, canvas: Canvas) -> None:
        theme, line = self.stage.theme, self.stage.line
        draw_header(
            canvas,
            line("kiosk.results.title"),
            line(f"kiosk.game.{self._view.game}"),
            clock_width(self.stage),
        )
        left, right = split(body_rect(theme), round(body_rect(theme).width * 0.42), theme.px(24))
        if len(self._standings) <= 5:
            high = round(left.height * 0.5)
            self._paint_podium(canvas, pygame.Rect(left.x, left.y, left.width, high))
            left = pygame.Rect(
                left.x, left.y + high + theme.px(12), left.width, left.height - high - theme.px(12)
            )
        self._paint_standings(canvas, left)
        canvas.panel(right)
        inside = inner(right, theme.px(24), theme.px(16))
        head = pygame.Rect(inside.x, inside.y, inside.width, theme.px(34))
        title = line("kiosk.results.feats" if self._page == "feats" else self._chart_title())
        canvas.text(title.upper(), "label", Ink.BRASS, head)
        room = pygame.Rect(
            inside.x, head.bottom + theme.px(6), inside.width, inside.bottom - head.bottom - theme.px(6)
        )
        if self._page == "feats":
            paint_feats(self.stage, canvas, room, self._records, line("kiosk.results.no_feats"))
        else:
            paint_chart(canvas, room, self._lines, line("kiosk.results.no_round"), self._amount)

    def _chart_title(self) -> str:
        return "kiosk.results.cards" if self._view.game == "patience" else "kiosk.results.chart"

    def _paint_podium(self, canvas: Canvas, room: pygame.Rect) -> None:
        """The first three, the winner in the middle and highest; equal places stand equally high."""
        theme = canvas.theme
        best = [standing for standing in self._standings if self._seat(standing.seat) is not None][:3]
        wide = (room.width - 2 * theme.px(12)) // 3
        for standing, column in zip(best, (1, 0, 2), strict=False):
            seat = self._seat(standing.seat)
            assert seat is not None
            share = (0.56, 0.4, 0.28)[min(standing.place, 3) - 1]
            high = round(room.height * share)
            step = pygame.Rect(room.x + column * (wide + theme.px(12)), room.bottom - high, wide, high)
            first = self._is_first(standing)
            top, low = ((214, 176, 92), (150, 114, 48)) if first else (Ink.LIFTED, Ink.PANEL)
            canvas.panel(step, top=top, low=low, edge=Ink.BRASS if first else Ink.EDGE, radius=theme.px(10))
            ink = Ink.DARK_TEXT if first else Ink.TEXT
            number = pygame.Rect(step.x, step.y, step.width, step.height)
            written = str(standing.place) if self._view.game != "patience" else self._amount(standing.amount)
            canvas.text(written, "display" if high > theme.px(64) else "strong", ink, number, "middle")
            name = pygame.Rect(step.x, step.y - theme.px(44), step.width, theme.px(40))
            canvas.text(seat.name, "strong", Ink.PAPER, name, "middle")
            side = min(theme.px(60), name.y - room.y - theme.px(4))
            canvas.centred(
                seat_shape(canvas.box, seat, side), (step.centerx, name.y - side // 2 - theme.px(2))
            )

    def _paint_standings(self, canvas: Canvas, room: pygame.Rect) -> None:
        theme = canvas.theme
        gap = theme.px(6)
        count = max(1, len(self._standings))
        high = min(theme.px(56), (room.height - gap * (count - 1)) // count)
        for index, standing in enumerate(self._standings):
            row = pygame.Rect(room.x, room.y + index * (high + gap), room.width, high)
            self._paint_standing(canvas, row, standing)

    def _paint_standing(self, canvas: Canvas, row: pygame.Rect, standing: Standing) -> None:
        theme, seat = canvas.theme, self._seat(standing.seat)
        first = self._is_first(standing)
        canvas.panel(row, radius=row.height // 4, edge=Ink.BRASS if first else Ink.EDGE, shadow=False)
        inside = inner(row, theme.px(14), 0)
        canvas.text(
            f"{standing.place}.",
            "strong",
            Ink.LAMP if first else Ink.MUTED,
            pygame.Rect(inside.x, row.y, theme.px(34), row.height),
        )
        side = min(theme.px(28), row.height - theme.px(10))
        x = inside.x + theme.px(40)
        if seat is not None:
            canvas.blit(seat_shape(canvas.box, seat, side), (x, row.centery - side // 2))
        x += side + theme.px(12)
        most = max(canvas.width(self._amount(one.amount), "number") for one in self._standings)
        number = min(max(theme.px(90), most + 2), row.width // 2)
        name = pygame.Rect(x, row.y, inside.right - number - x, row.height)
        canvas.text(
            seat.name if seat is not None else standing.seat, "strong", Ink.PAPER if first else Ink.TEXT, name
        )
        amount = pygame.Rect(inside.right - number, row.y, number, row.height)
        canvas.text(self._amount(standing.amount), "number", Ink.PAPER, amount, "right")
