"""The table: whose turn, what to do now, how much has everyone."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.kiosk.acts import Push, Typed
from companion.kiosk.book import paint_book
from companion.kiosk.camera_box import CameraBox
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.chips_flying import ChipsFlying
from companion.kiosk.desk import Desk
from companion.kiosk.frame import Bar, body_rect, draw_header
from companion.kiosk.layer import Scene
from companion.kiosk.layout import split
from companion.kiosk.panels import Panel
from companion.kiosk.panels.choosing import panel_for
from companion.kiosk.panels.held import LeftoverPanel
from companion.kiosk.panels.lot import LotLayer
from companion.kiosk.seat_column import SeatColumn, column_height, column_width
from companion.kiosk.stage import Stage
from companion.kiosk.table_menu import SheetLayer, joining, table_menu
from companion.kiosk.views import view_of
from companion.kiosk.wall_clock import clock_sprite, clock_width
from companion.table.answers import Answer
from companion.table.prompts import Claim, Confirm, Throw
from companion.table.seats import Seat
from companion.table.view import TableView
from hardware.camera import CameraState
from hardware.lamps import Lamp


class TableScene(Scene):
    """One session in play.  Shows committed views only; what is done here is told to the desk."""

    def __init__(self, stage: Stage, desk: Desk) -> None:
        super().__init__(stage)
        self.desk = desk
        self.view = desk.view
        self._game = view_of(self.view.game, stage)
        self._column = SeatColumn()
        self._camera: CameraBox | None = None
        self._camera_was = CameraState.STARTING
        self._chips = ChipsFlying(stage)
        self._game.take(self.view, stage.now)
        self.panel: Panel = panel_for(self, self.view)
        self._results_at = 0
        self._look_until = 0
        self._entered = False

    # what goes on --------------------------------------------------------------------------------------

    def enter(self) -> None:
        self._arm()
        if not self._entered:
            # What was drawn when the session began has happened before this scene was there to see it.
            self._entered = True
            self._offer_leftovers()
            self._show_lots(self.view)
            self._look_for_bots()
        for said in self.stage.keeper.notices():
            self.stage.notice(self.stage.say(said), "bad", 9000)

    def _look_for_bots(self) -> None:
        missing = self.stage.bots.missing(self.view) if self.stage.bots is not None else ()
        if missing:
            self.stage.notice(self.stage.line("kiosk.bots.missing", names=", ".join(missing)), "bad", 8000)

    def leave(self) -> None:
        if self.stage.sight is not None:
            self.stage.sight.arm(None)

    def catch_up(self, now: int) -> None:
        """Take what the session has committed since the last look."""
        for view in self.desk.poll():
            self._take(view, now)
        while self.desk.problems:
            self.stage.notice(self.stage.say(self.desk.problems.popleft()), "bad")

    def tick(self, now: int) -> None:
        self.catch_up(now)
        if self.view.outcome is not None and now >= self._results_at and not self.layers:
            self.to_results()
            return
        self._look_at_camera()
        if self._look_until and now >= self._look_until:
            self._look_until = 0
            self.refresh()
        self.panel.tick(now)
        if self.stage.bots is not None and not self.layers and not self._look_until:
            self.stage.bots.tick(self.view, self.desk, now)
        self._chips.tick(now)
        if self._game.stale(now) or (self._camera is not None and self._camera.stale()):
            self.refresh()

    def _take(self, view: TableView, now: int) -> None:
        if view.number <= self.view.number and view is not self.desk.view:
            return
        before, self.view = self.view, view
        seen_at = self._game.take(view, now)
        if not self.panel.fits(view):
            self.panel = panel_for(self, view)
        self._offer_leftovers()
        self._arm()
        self._show_lots(view)
        landed = self._chips.take(before, view, seen_at)
        if view.outcome is not None:
            self._results_at = landed + 1200
        thrown = any(event.what == "throw" for event in view.events)
        self._look_until = landed + _LOOK_MS if thrown else 0
        self._say_events(view)
        self.refresh()

    def _offer_leftovers(self) -> None:
        """Ask the session for an answer that a correction has left over and that fits now."""
        if self.view.leftover and not self.view.held:
            self.desk.tell("leftover", then=self._offered)

    def _offered(self, answer: Answer | None) -> None:
        if answer is not None and answer.prompt in self.view.open:
            self.panel = LeftoverPanel(self, answer)
            self.refresh()

    def ask_anew(self) -> None:
        """What is open is asked as if nothing were left over for it."""
        self.panel = panel_for(self, self.view)
        self.refresh()

    def _show_lots(self, view: TableView) -> None:
        for event in view.events:
            if event.facts.get("how") == "lot":
                self.open(
                    LotLayer(self.stage, view.seats, event.facts.get("seat"), self.stage.say(event.say))
                )

    def _say_events(self, view: TableView) -> None:
        """Say what the seats' lines and the boxes do not show by themselves."""
        for event in view.events:
            if event.what in _SAID:
                self.stage.notice(
                    self.stage.say(event.say), "good" if event.what in ("pot", "joins") else "plain"
                )

    def _arm(self) -> None:
        """Let the camera look for what is waited for, and for nothing else."""
        if self.stage.sight is not None:
            self.stage.sight.arm(next((p for p in self.view.open if isinstance(p, Throw) and p.waits), None))

    def _look_at_camera(self) -> None:
        """Notice a camera that has come, gone, or come back; the session goes on by typing meanwhile."""
        sight = self.stage.sight
        if sight is None:
            return
        if self._camera is None:
            self._camera = CameraBox(self.stage, sight)
            self._arm()
            self.refresh()
        state, line = sight.camera, self.stage.line
        if state is not self._camera_was and state is not CameraState.STARTING:
            if state is CameraState.WORKING:
                if self._camera_was is not CameraState.STARTING:
                    self.stage.notice(line("kiosk.camera.back"), "good")
            else:
                remedy = line("kiosk.camera.type_meanwhile")
                self.stage.notice(f"{sight.fault} {remedy}".strip(), "bad", 9000)
            self._camera_was = state
        for said in sight.skipped():
            self.stage.notice(said, "bad")

    def to_results(self) -> None:
        from companion.kiosk.scenes.results import ResultsScene

        self.stage.go(ResultsScene(self.stage, self.desk))

    def refresh(self) -> None:
        """Something on the screen has changed."""
        self.stale = True

    def seat_at(self, place: int) -> Seat | None:
        """Return the seat of a place, if anybody sits there."""
        return next((seat for seat in self.view.seats if seat.place == place), None)

    # what people do ------------------------------------------------------------------------------------

    def bar(self) -> Bar:
        return self.panel.bar()

    def push(self, push: Push) -> None:
        self.refresh()
        if self._chips.flying:
            self._chips.land()
        if push.act == "hold":
            if push.button == "back":
                self.take_back(None)
            return
        if self._look_until and self.panel.covers():
            # Nobody answers what is not to be seen yet.
            self._look_until = 0
            return
        if push.place is not None and self._pay(push.place):
            return
        if self.panel.push(push):
            return
        if push.place is not None:
            seat = self.seat_at(push.place)
            if seat is not None:
                self.open(SheetLayer(self, seat))
            else:
                joining(self, push.place)
        elif push.button == "back":
            self.open(table_menu(self))

    def _pay(self, place: int) -> bool:
        """A seat's press answers the oldest payment it has open."""
        seat = self.seat_at(place)
        if seat is None:
            return False
        for prompt in self.view.open:
            if isinstance(prompt, (Claim, Confirm)) and seat.id in prompt.seats:
                self.desk.answer(prompt, True, seat.id)
                return True
        return False

    def take_back(self, seat: str | None) -> None:
        """Take back the last answer (H5)."""
        self.desk.tell(
            "take_back", seat, then=lambda _: self.stage.notice(self.stage.line("kiosk.back.taken"))
        )

    def typed(self, typed: Typed) -> None:
        if typed.key == "escape":
            self.open(table_menu(self))

    def lamps(self) -> dict[str, Lamp]:
        return {f"seat{self.view.seat(id).place + 1}": lamp for id, lamp in self._seat_lamps().items()}

    def _seat_lamps(self) -> dict[str, Lamp]:
        seated = {seat.id for seat in self.view.seats}
        return {id: lamp for id, lamp in self.panel.lamps().items() if id in seated}

    # picture -------------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        theme, view = self.stage.theme, self.view
        title, about = self._game.title(view)
        draw_header(canvas, title, about, clock_width(self.stage))
        body = body_rect(theme)
        main, side = split(body, body.width - column_width(theme) - theme.px(20), theme.px(20))
        self._paint_side(canvas, side)
        now = self.stage.now
        if not self._covered:
            self._game.paint(canvas, main, view, now)
        if self._covered or not self.panel.covers():
            self.panel.paint(canvas, main)

    @property
    def _covered(self) -> bool:
        """Whether a panel is drawn in the place of the game: not before a throw has been looked at."""
        return self.panel.covers() and not self._look_until

    def _paint_side(self, canvas: Canvas, side: pygame.Rect) -> None:
        theme, view = self.stage.theme, self.view
        lines = {seat.id: self._game.seat_line(view, seat) for seat in view.seats}
        below = theme.px(14)
        room = side.copy()
        if self._camera is not None:
            # A whole picture is as wide as the column, but seats need the room more than it does.
            picture = round(side.width * 0.5625) + theme.px(44) + below
            seats = column_height(theme, len(view.seats), side.height - theme.px(176))
            room.height = max(side.height - picture, seats)
        lamps = self._seat_lamps()
        end = (
            self._column.paint(canvas, room, view.seats, lines, lamps, lambda b: self.push(Push(b)))
            + below // 2
        )
        rest = pygame.Rect(side.x, end, side.width, side.bottom - end)
        if self._camera is not None:
            self._camera.paint(canvas, rest)
        elif rest.height >= theme.px(96):
            paint_book(self.stage, canvas, rest, view)

    def live(self, now: int) -> Sequence[Sprite]:
        sprites = [*clock_sprite(self.stage)]
        if not self._covered:
            sprites += self._game.live(now)
        sprites += self._column.lamps(self.stage.box, self._seat_lamps(), now)
        if self._camera is not None:
            sprites += self._camera.live()
        if self._covered or not self.panel.covers():
            sprites += self.panel.live(now)
        return [*sprites, *self._chips.live(now, self.spot)]

    def spot(self, account: str) -> tuple[int, int] | None:
        """Return where an account's money is on the screen."""
        return self._column.spot(account) or self._game.spot(account)

    def seat_about(self, seat: Seat) -> str:
        """Return in a few words what a seat has done in this round."""
        return self._game.seat_line(self.view, seat).about


#: After the last chip of a throw has landed the throw is left in view for so long.
_LOOK_MS = 2500

#: Events whose sentence is shown as a notice.
_SAID = frozenset(
    {
        "cut",
        "sits_out",
        "passes",
        "void",
        "rebuy",
        "joins",
        "leaves",
        "tie",
        "pot",
        "early",
    }
)
