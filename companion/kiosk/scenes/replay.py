"""Replay: an evening played again on the screen, at its own pace or faster, stopped and stepped."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future

import pygame

from companion.annals.evening import Evening
from companion.annals.replaying import Replaying
from companion.games import build_game
from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.frame import Bar, Hint, bar_rect, draw_header
from companion.kiosk.layer import Scene
from companion.kiosk.money_flying import MoneyFlying
from companion.kiosk.payments import moved_between
from companion.kiosk.scenes.table import TableScene
from companion.kiosk.stage import Stage
from companion.kiosk.table_side import TableSide
from companion.kiosk.theme import Ink
from companion.kiosk.views import Asking, view_of
from companion.kiosk.wall_clock import clock_sprite, clock_width
from companion.table.refusals import Refused
from companion.table.runner import ScriptFault
from companion.table.verify import course_of
from companion.table.view import TableView

log = logging.getLogger(__name__)

SPEEDS = (1, 4, 16)
#: At its own pace an answer is looked at for as long as the table took, within these bounds.
LEAST_MS, MOST_MS = 900, 5000
#: However fast, no position is shown for less than this.
_SHORTEST_MS = 60


class ReplayScene(Scene):
    """One evening watched again; begins after the entry `number`.  Nothing of it is written.

    OK stops and goes on.  While it runs, UP and DOWN change the speed; while it stands, they step.
    """

    def __init__(self, stage: Stage, evening: Evening, back: Callable[[], Scene], number: int = 0) -> None:
        super().__init__(stage)
        self._evening = evening
        self._back_to = back
        self._game = view_of(evening.game, stage)
        self._game.watched = True
        self._side = TableSide(stage, self._game)
        self._money = MoneyFlying(stage, self._game)
        self.speed = SPEEDS[0]
        self.running = True
        self.at, self.last = 0, 0
        self._gap = 0
        self._due = 0
        self.view: TableView | None = None
        self._said = ""
        self._replaying: Replaying | None = None
        journal = stage.keeper.journal

        def begin() -> tuple[TableView, int]:
            self._replaying = Replaying(build_game, course_of(journal.load(evening.session)))
            self._replaying.go_to(self._replaying.index_of(number))
            return self._replaying.view(), self._replaying.gap_ms()

        self._asked: Future[tuple[TableView, int]] | None = stage.keeper.work(begin)

    def again(self) -> Scene:
        scene = ReplayScene(self.stage, self._evening, self._back_to, self.view.number if self.view else 0)
        scene.speed, scene.running = self.speed, self.running
        return scene

    # going on ------------------------------------------------------------------------------------------

    def tick(self, now: int) -> None:
        if self._asked is not None and self._asked.done():
            asked, self._asked = self._asked, None
            self._take(asked, now)
        self._money.tick(now)
        if self.view is not None and (self._game.stale(now) or self._side.stale()):
            self.stale = True
        if self.running and self._asked is None and self.view is not None and now >= self._due:
            if self.at < self.last:
                self._step(1)
            else:
                self.running = False
                self.stale = True

    def _take(self, asked: Future[tuple[TableView, int]], now: int) -> None:
        try:
            view, gap = asked.result(timeout=0)
        except (Refused, ScriptFault) as problem:
            log.info("the replay of %s stops: %s", self._evening.session, problem)
            self.stage.notice(self.stage.line("kiosk.replay.stops"), "bad", 8000)
            self.running = False
            return
        except Exception:
            taken = self.stage.keeper.taken(asked, self.stage)
            assert taken is None
            self.stage.go(self._back_to())
            return
        assert self._replaying is not None
        view = self._game.worded(view)
        before, self.view = self.view, view
        self.at, self.last = self._replaying.at, self._replaying.last
        seen_at = self._game.take(view, now)
        moved = moved_between(before, view) if before is not None else ()
        landed = self._money.take(moved, view, seen_at)
        if view.events:
            self._said = self.stage.say(view.events[-1].say)
        looked_at = min(max(gap, LEAST_MS), MOST_MS) // self.speed
        self._due = now + max(looked_at, _SHORTEST_MS)
        if self.speed < SPEEDS[-1]:
            # What moves is seen to its end, unless people wish to be through the evening quickly.
            self._due = max(self._due, now + (landed - now) // self.speed)
        self.stale = True

    def _step(self, by: int) -> None:
        """Ask for the position so many answers on or back."""
        replaying = self._replaying
        if self._asked is not None or replaying is None:
            return
        if self._money.flying:
            self._money.land()
        self._game.land()

        def step() -> tuple[TableView, int]:
            if by == 1:
                replaying.forward()
            else:
                replaying.go_to(replaying.at + by)
            return replaying.view(), replaying.gap_ms()

        self._asked = self.stage.keeper.work(step)

    def leave(self) -> None:
        self._game.close()

    # what people do ------------------------------------------------------------------------------------

    def bar(self) -> Bar:
        line = self.stage.line
        if self.view is None:
            return Bar(line("kiosk.evenings.reading"), hints=(Hint("back", line("kiosk.hint.back")),))
        go_on = line("kiosk.hint.stop" if self.running else "kiosk.hint.run")
        hints = (
            Hint("ok", go_on), Hint("up", ""), Hint("down", ""), Hint("back", line("kiosk.hint.back")),
        )  # fmt: skip
        below = "" if self.running else line("kiosk.replay.stands")
        return Bar(self._said or line("kiosk.history.kind.start"), below, hints=hints)

    def push(self, push: Push) -> None:
        self.stale = True
        if push.button == "back":
            self.stage.go(self._back_to())
        elif push.button == "ok":
            self.running = not self.running
            if self.running and self.at >= self.last:
                self._step(-self.last)
            self._due = self.stage.now
        elif push.button in ("up", "down"):
            way = 1 if push.button == "up" else -1
            if self.running:
                at = SPEEDS.index(self.speed) + way
                self.speed = SPEEDS[max(0, min(at, len(SPEEDS) - 1))]
            else:
                self._step(way)

    def typed(self, typed: Typed) -> None:
        if typed.key == "escape":
            self.stage.go(self._back_to())

    # picture -------------------------------------------------------------------------------------------

    def live(self, now: int) -> Sequence[Sprite]:
        sprites = [*clock_sprite(self.stage)]
        if self.view is not None:
            sprites += self._game.live(now)
            sprites += self._side.live({}, now)
            sprites += self._money.live(now, self._spot)
        return sprites

    def _spot(self, account: str) -> tuple[int, int] | None:
        return self._side.spot(account) or self._game.spot(account)

    def paint(self, canvas: Canvas) -> None:
        theme, view = self.stage.theme, self.view
        if view is None:
            draw_header(canvas, self.stage.line(f"kiosk.game.{self._evening.game}"))
            return
        line = self.stage.line
        how = line("kiosk.replay.speed", speed=self.speed)
        about = line("kiosk.replay.at", number=self.at, last=self.last, how=how)
        draw_header(canvas, self._game.title(view)[0], about, clock_width(self.stage))
        main, side = TableScene.areas(theme)
        self._side.paint(canvas, side, view, {}, lambda button: None, False)
        self._game.paint(canvas, main, view, self.stage.now, Asking())
        high = max(3, theme.px(6))
        whole = pygame.Rect(0, bar_rect(theme).top - high, theme.width, high)
        canvas.surface.fill(Ink.EDGE, whole)
        done = round(whole.width * self.at / max(1, self.last))
        canvas.surface.fill(Ink.LAMP, (0, whole.y, done, whole.height))
