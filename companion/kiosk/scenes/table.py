"""The table: whose turn, what to do now, how much has everyone."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.desk import Desk
from companion.kiosk.frame import Bar, draw_header
from companion.kiosk.hands_layer import HandsLayer
from companion.kiosk.hearing import Hearing
from companion.kiosk.layer import Scene
from companion.kiosk.money_flying import MoneyFlying
from companion.kiosk.panels import Panel
from companion.kiosk.panels.choosing import panel_for
from companion.kiosk.panels.held import LeftoverPanel
from companion.kiosk.panels.lot import LotLayer
from companion.kiosk.payments import moved_between
from companion.kiosk.seat_column import table_areas
from companion.kiosk.seat_sheet import SheetLayer
from companion.kiosk.stage import Stage
from companion.kiosk.table_menu import joining, table_menu
from companion.kiosk.table_side import TableSide
from companion.kiosk.theme import Theme
from companion.kiosk.toasts import Toasts
from companion.kiosk.views import Asking, view_of
from companion.kiosk.virtual_seats import VirtualSeats
from companion.kiosk.wall_clock import clock_sprite, clock_width
from companion.table.answers import Answer
from companion.table.prompts import Bid, Claim, Confirm, Prompt, Reveal, Throw
from companion.table.seats import Seat
from companion.table.view import TableView
from hardware.lamps import Lamp

#: After the session is over the table stays for so long when it is gone back to.
_LINGER_MS = 1500


class TableScene(Scene):
    """One session in play.  Shows committed views only; what is done here is told to the desk."""

    knows_stale = True

    def __init__(self, stage: Stage, desk: Desk, seen: bool = False) -> None:
        """`seen` says that everything up to the desk's view has been on the screen before."""
        super().__init__(stage)
        self.desk = desk
        # The view as it was committed, and the same with its things named in the language.
        self._raw = desk.view
        self.game = view_of(self._raw.game, stage)
        self.view = self.game.worded(self._raw)
        self._side = TableSide(stage, self.game)
        self._money = MoneyFlying(stage, self.game)
        self._toasts = Toasts(stage, self.game)
        self._virtual = VirtualSeats(stage)
        self._hearing = Hearing(stage, self.game)
        self.game.take(self.view, stage.now)
        if seen:
            self.game.land()
        self.panel: Panel = panel_for(self, self.view)
        self._results_at = 0
        self._look_until = 0
        self._entered = seen

    # what goes on --------------------------------------------------------------------------------------

    def enter(self) -> None:
        self.arm()
        if not self._entered:
            # What was drawn when the session began has happened before this scene was there to see it.
            self._entered = True
            self._offer_leftovers()
            self._show_lots(self.view)
            self._wait_for_hands(self.view)
            self._look_for_bots()
        for said in self.stage.keeper.notices():
            self.stage.notice(self.stage.say(said), "bad", 9000)
        self._hearing.ask(self.view, self.panel)

    def _look_for_bots(self) -> None:
        missing = self.stage.bots.missing(self.view) if self.stage.bots is not None else ()
        if missing:
            self.stage.notice(self.stage.line("kiosk.bots.missing", names=", ".join(missing)), "bad", 8000)

    def again(self) -> Scene:
        table = TableScene(self.stage, self.desk, seen=True)
        table._offer_leftovers()
        return table

    def leave(self) -> None:
        if self.stage.sight is not None:
            self.stage.sight.arm(None)
        self.stage.hush()
        self._virtual.close()
        self.game.close()

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
        if self._side.look():
            self.arm()
            self.refresh()
        if self._look_until and now >= self._look_until:
            self._look_until = 0
            self.refresh()
        self.panel.tick(now)
        self.game.tick(self, now)
        if not self.layers and not self._look_until:
            self._virtual.tick(self.view, self.desk)
            if self.stage.bots is not None:
                self.stage.bots.tick(self.view, self.desk, now)
        self._money.tick(now)
        if self.game.stale(now) or self._side.stale():
            self.refresh()

    def _take(self, view: TableView, now: int) -> None:
        if view is self._raw or (view.number <= self._raw.number and view is not self.desk.view):
            return
        self._raw, view = view, self.game.worded(view)
        before, self.view = self.view, view
        seen_at = self.game.take(view, now)
        if not self.panel.fits(view):
            self.panel = panel_for(self, view)
        self._offer_leftovers()
        self.arm()
        self._show_lots(view)
        self._wait_for_hands(view)
        moved = moved_between(before, view)
        landed = self._money.take(moved, view, seen_at)
        self._toasts.take(moved, before, view, seen_at)
        if view.outcome is not None:
            self._results_at = landed + 1200
        looked_at = self.game.looked_at(view)
        self._look_until = landed + looked_at if looked_at else 0
        self._say_events(view)
        self._hearing.take(view, paid=bool(moved))
        self._hearing.ask(view, self.panel)
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
            drawn = self.game.drawn(view, event)
            if drawn is not None:
                self.open(LotLayer(self.stage, view.seats, drawn, self.stage.say(event.say)))

    def _say_events(self, view: TableView) -> None:
        """Say what the seats' lines and the boxes do not show by themselves."""
        for event in view.events:
            tone = self.game.tone(event)
            if tone is not None:
                self.stage.notice(self.stage.say(event.say), tone)

    def _wait_for_hands(self, view: TableView) -> None:
        """What people must do that no camera sees waits for an OK, one after the other."""
        for event in view.events:
            if self.game.by_hand(view, event):
                said = self.stage.say(event.say)
                self.stage.tell_aloud(said)
                self.open(HandsLayer(self, said))

    def arm(self) -> None:
        """Let the camera look for what is waited for, and for nothing else."""
        if self.stage.sight is not None:
            seen = (prompt for prompt in self.view.open if _is_seen(prompt))
            self.stage.sight.arm(None if self.panel.hides else next(seen, None))

    def linger(self) -> None:
        """Let the table stay a moment although the session is over: something is about to be asked."""
        self._results_at = self.stage.now + _LINGER_MS

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
        if self._money.flying:
            self._money.land()
        self._toasts.hurry()
        self.game.land()
        if push.act == "hold":
            self.refresh()
            self._held(push)
            return
        if self._look_until and self.panel.lies() != "over":
            # Nobody answers what is not to be seen yet.
            self._look_until = 0
            self.refresh()
            return
        if push.place is not None and self._pay(push.place):
            return
        if self.panel.push(push):
            self.refresh()
            return
        if push.place is not None:
            seat = self.seat_at(push.place)
            if seat is not None:
                self.open(SheetLayer(self, seat))
            else:
                joining(self, push.place)
        elif push.button == "back":
            self.open(table_menu(self))

    def _held(self, push: Push) -> None:
        if push.button == "back":
            self.take_back(None)
        elif push.button == "ok":
            self._pay_for_absent()
        elif not self.panel.held(push) and push.place is not None:
            # Whoever is asked something cannot see what he has by a press: it would answer.
            seat = self.seat_at(push.place)
            if seat is not None:
                self.open(SheetLayer(self, seat))

    def _pay_for_absent(self) -> None:
        """Whoever owes the bank and is not there is paid for by the shared OK, held (B6)."""
        owed = next((prompt for prompt in self.view.open if isinstance(prompt, Confirm)), None)
        if owed is not None:
            self.desk.answer(owed, True, owed.seats[0])

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

    def is_asked(self, seat: str) -> bool:
        """Whether a press of a seat's own button answers something: money, or a bid."""
        asked = (prompt for prompt in self.view.open if isinstance(prompt, (Claim, Confirm, Bid)))
        return any(seat in prompt.seats for prompt in asked)

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

    @staticmethod
    def areas(theme: Theme) -> tuple[pygame.Rect, pygame.Rect]:
        """Return the view's area and the side with the seats."""
        return table_areas(theme)

    def paint(self, canvas: Canvas) -> None:
        view, now = self.view, self.stage.now
        title, about = self.game.title(view)
        draw_header(canvas, title, about, clock_width(self.stage))
        main, side = self.areas(self.stage.theme)
        lamps, hides = self._seat_lamps(), self.panel.hides
        self._side.paint(canvas, side, view, lamps, lambda b: self.push(Push(b)), hides)
        room, whole = self._placed(main)
        if not whole:
            self.game.paint(canvas, main, view, now, self._asking(room))
        if room is not None:
            if not whole and self.panel.lies() != "over":
                canvas.forget(room)
            self.panel.paint(canvas, room)

    def _placed(self, main: pygame.Rect) -> tuple[pygame.Rect | None, bool]:
        """Return where the panel is drawn, and whether it is in the place of the game.

        A panel that lies over the game is not drawn before what has just happened has been looked at, and
        what people must do with their hands has been done.
        """
        lies = self.panel.lies()
        if lies == "over":
            return main, False
        if self._look_until or any(isinstance(layer, HandsLayer) for layer in self.layers):
            return None, False
        about = self.panel.about
        room = self.game.room(main, about) if lies == "room" and about is not None else None
        return (main, True) if room is None else (room, False)

    def _asking(self, room: pygame.Rect | None) -> Asking:
        panel = self.panel
        if panel.lies() == "over":
            room = None
        return Asking(panel.about, panel.options(), panel.focus(), self._pick, room)

    def _pick(self, id: str) -> None:
        if id in self.panel.options():
            self.panel.pick(id)
            self.refresh()

    def live(self, now: int) -> Sequence[Sprite]:
        sprites = [*clock_sprite(self.stage)]
        room, whole = self._placed(self.areas(self.stage.theme)[0])
        if not whole:
            sprites += self.game.live(now)
        sprites += self._side.live(self._seat_lamps(), now)
        if room is not None:
            sprites += self.panel.live(now)
        return [*sprites, *self._money.live(now, self.spot), *self._toasts.live(now)]

    @property
    def taken(self) -> pygame.Rect | None:
        return self._toasts.rect

    def spot(self, account: str) -> tuple[int, int] | None:
        """Return where an account's money is on the screen."""
        return self._side.spot(account) or self.game.spot(account)


def _is_seen(prompt: Prompt) -> bool:
    """Whether the camera can answer a prompt that waits."""
    return prompt.waits and isinstance(prompt, (Throw, Reveal))
