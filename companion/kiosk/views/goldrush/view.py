"""The gold-rush board game on the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pygame

from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.listing import Entry
from companion.kiosk.theme import Ink
from companion.kiosk.views.base import Asking, GameView, Look, SeatLine, Tone
from companion.kiosk.views.goldrush.board import Board
from companion.kiosk.views.goldrush.creek_panel import SELL, CreekPanel
from companion.kiosk.views.goldrush.creeks import paint_creeks
from companion.kiosk.views.goldrush.debts import purse
from companion.kiosk.views.goldrush.deeds import paint_owners, paint_row, spaces_by_id
from companion.kiosk.views.goldrush.flames import flames
from companion.kiosk.views.goldrush.focus import Focus, paint_focus
from companion.kiosk.views.goldrush.halo import paint_halo
from companion.kiosk.views.goldrush.icons import icon
from companion.kiosk.views.goldrush.lots import paint_auction, paint_offer
from companion.kiosk.views.goldrush.middle import Middle, cut, room_for
from companion.kiosk.views.goldrush.money import coins_for, written
from companion.kiosk.views.goldrush.names import named_in
from companion.kiosk.views.goldrush.phases import paint_ghost_town, paint_start
from companion.kiosk.views.goldrush.rebuild import paint_rebuilding
from companion.kiosk.views.goldrush.sheet import paint_sheet
from companion.kiosk.views.goldrush.spaces_layer import SpacesLayer
from companion.kiosk.views.goldrush.standing import fanned, token
from companion.kiosk.views.goldrush.story import TUMBLE_MS, Teller
from companion.kiosk.views.goldrush.table_words import about_seat, card_looks, option_look
from companion.kiosk.views.goldrush.tumbling import tumbling_dice
from companion.table.game import Event
from companion.table.prompts import Choose, Option, Prompt, Reveal
from companion.table.seats import Seat
from companion.table.view import TableView

if TYPE_CHECKING:
    from companion.kiosk.panels import Panel
    from companion.kiosk.scenes.table import TableScene
    from companion.kiosk.stage import Stage

#: Events that are also said as a notice, since nothing on the board shows them.
_TONES: dict[str, Tone] = {
    "void": "plain", "joins": "good", "leaves": "plain", "adjusted": "plain", "deal": "good",
    "start_tie": "plain",
}  # fmt: skip

#: How long what a commit has brought is looked at, at least, before a question lies over it.
_LOOK_MS = 1600


class GoldRushView(GameView):
    """Draws the board, the creeks, the deeds, and the story of the turn in the middle of the track."""

    # What is owed between players is never said: whoever is to get it must ask for it himself (B6).
    told = frozenset(
        {"throw", "card", "starts", "missed", "woodpile", "fire", "freed", "monopoly", "paid", "short",
         "bought", "held", "party", "gamble", "worked_out", "last_card", "hammer", "deal", "loan",
         "joins", "leaves", "ghost_town"}
    )  # fmt: skip
    heard: Mapping[str, str] = {
        "throw": "dice", "start_throw": "dice", "gamble": "dice", "card": "card", "hammer": "hammer",
        "bid": "coin", "fire": "fire", "starts": "lot",
    }  # fmt: skip

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._board = Board()
        self._teller = Teller()
        self._view: TableView | None = None
        self._laid_out = False
        self._deeds: Mapping[str, str] = {}
        self._deeds_before: Mapping[str, str] = {}
        self._seen_at = 0
        self._moments: list[int] = []
        self._dice: list[pygame.Rect] = []
        self._bank: tuple[int, int] | None = None
        self._empty = 0

    # the position ----------------------------------------------------------------------------------

    def worded(self, view: TableView) -> TableView:
        return named_in(self.stage.language, view)

    def take(self, view: TableView, now: int) -> int:
        before, self._view = self._view, view
        snap = view.snapshot
        if before is None or before.session != view.session or self._is_older(before, view):
            # A session that is taken up, or a way back: nothing is told again, and what is undone no longer.
            self._teller = Teller()
            self._deeds = self._deeds_before = snap["deeds"]
            self._moments, self._seen_at = [], now
            return now
        teller = self._teller
        spaces = spaces_by_id(snap)
        starts = max(now, self._seen_at) if self._laid_out else now
        ends = teller.tell(
            view.events, snap["last_card"], lambda id: int(spaces[id]["index"]), self._board.track, starts
        )
        if not self._laid_out:
            self.land()
            ends = now
        self._deeds_before, self._deeds = self._deeds, snap["deeds"]
        self._empty = next((len(e.facts["deeds"]) for e in view.events if e.what == "ghost_town"), 0)
        self._seen_at = ends
        self._moments = sorted({at for at in (*teller.story.moments(), *self._tumbles(), ends) if at > now})
        return ends

    def _is_older(self, before: TableView, view: TableView) -> bool:
        """An evening that is watched again goes back by its numbers alone."""
        return view.number <= before.number if self.watched else _went_back(before, view)

    def _tumbles(self) -> list[int]:
        story = self._teller.story
        return [story.dice_at + TUMBLE_MS] if story.dice else []

    def looked_at(self, view: TableView) -> int:
        told = {event.what for event in view.events}
        return _LOOK_MS if told & {"throw", "card", "party", "fire", "hammer", "gamble"} else 0

    def land(self) -> None:
        """Let everything that moves arrive at once."""
        self._teller.land()
        self._deeds_before = self._deeds
        self._moments = [0] if self._moments else []
        self._seen_at = 0

    def title(self, view: TableView) -> tuple[str, str]:
        snap, line = view.snapshot, self.stage.line
        turned = len(snap["deck"]) - snap["cards_left"] if snap["deck"] else 0
        parts = []
        if snap["number"]:
            parts.append(line("kiosk.goldrush.turn", number=snap["number"]))
        parts.append(line("kiosk.goldrush.cards_turned", turned=turned, cards=len(snap["deck"])))
        return line("kiosk.game.goldrush"), " · ".join(parts)

    def seat_line(self, view: TableView, seat: Seat) -> SeatLine:
        try:
            mine = purse(view, seat.id)
        except KeyError:
            return SeatLine("")
        return SeatLine(written(self.stage, view, mine["cash"]), about_seat(self.stage, view, mine))

    # words -----------------------------------------------------------------------------------------

    def amount(self, view: TableView, count: int) -> str:
        return written(self.stage, view, count)

    def tone(self, event: Event) -> Tone | None:
        return _TONES.get(event.what)

    def drawn(self, view: TableView, event: Event) -> str | None:
        lot = event.what == "starts" and view.snapshot["rules"]["starter"] == "lot"
        return str(event.facts["seat"]) if lot else None

    def by_hand(self, view: TableView, event: Event) -> bool:
        return event.what == "set_up"

    def option(self, view: TableView, prompt: Choose, option: Option) -> Look:
        look = option_look(self.stage, view, prompt, option)
        return look or super().option(view, prompt, option)

    def cards(self, view: TableView, prompt: Reveal) -> Sequence[tuple[str, Look]]:
        return card_looks(self.stage, view, prompt)

    # panels ----------------------------------------------------------------------------------------

    def panel(self, table: TableScene, view: TableView) -> Panel | None:
        for prompt in view.open:
            if isinstance(prompt, Choose) and prompt.waits and prompt.key.startswith("creek/"):
                return CreekPanel(table, prompt)
        return None

    def menu(self, table: TableScene) -> Sequence[Entry]:
        line = self.stage.line
        about = line("kiosk.goldrush.menu.spaces.about")
        return [Entry("spaces", line("kiosk.goldrush.spaces"), lambda: table.open(SpacesLayer(table)), about)]

    def room(self, rect: pygame.Rect, prompt: Prompt) -> pygame.Rect | None:
        if self._view is None:
            return None
        return room_for(self.stage.theme, self._middle(rect), prompt, self._view.open)

    # picture ---------------------------------------------------------------------------------------

    def _middle(self, rect: pygame.Rect) -> Middle:
        assert self._view is not None
        track = self._board.lay_out(self.stage.type, rect, self._view.snapshot["board"])
        return cut(self.stage.theme, track)

    def paint(self, canvas: Canvas, rect: pygame.Rect, view: TableView, now: int, asking: Asking) -> None:
        snap = view.snapshot
        self._view = view
        self._board.paint(canvas, rect, snap["board"])
        middle = self._middle(rect)
        self._laid_out = True
        seats = {seat.id: seat for seat in view.seats}
        deeds = self._deeds if now >= self._seen_at else self._deeds_before
        paint_owners(canvas, self._board.track, view, deeds, seats, middle.lane)
        if snap["phase"] == "over":
            self._board.haunt(canvas)
        self._paint_asked(canvas, snap, asking)
        self._paint_tokens(canvas, view)
        self._paint_bank(canvas, middle)
        paint_row(canvas, middle.deeds, view, deeds, view.seats)
        self._dice = []
        focus = Focus(self.stage, view, self._teller.story, seats, now)
        if asking.room is not None:
            top = middle.above(asking.room)
            if top.height >= canvas.theme.px(44):
                self._paint_matter(canvas, top, focus, asking)
            return
        if snap["phase"] == "over":
            paint_ghost_town(self.stage, canvas, middle.whole, view, seats, self._empty)
            return
        if snap["phase"] == "start":
            tumbling = self._teller.story.seat if focus.tumbling else ""
            places = paint_start(self.stage, canvas, middle.whole, view, view.seats, tumbling)
            self._dice = places.get(tumbling, [])
            return
        paint_creeks(self.stage, canvas, middle.creeks, view, asking)
        if SELL in asking.options:
            self._dice = paint_focus(canvas, self._paint_sell(canvas, middle, asking), focus)
        else:
            self._dice = paint_focus(canvas, middle.focus, focus)

    def _paint_sell(self, canvas: Canvas, middle: Middle, asking: Asking) -> pygame.Rect:
        """Draw the option of selling the claim below the creeks; returns what is left of the middle."""
        theme = canvas.theme
        spot = middle.focus.copy()
        spot.height = max(theme.touch, theme.px(52))
        rest = middle.focus.copy()
        rest.y, rest.height = spot.bottom + theme.px(8), rest.height - spot.height - theme.px(8)
        canvas.panel(spot, lit=asking.focus == SELL, radius=theme.px(12))
        words = self.stage.line("kiosk.goldrush.sell")
        canvas.text(words, "strong", Ink.TEXT, spot.inflate(-theme.px(24), 0), "middle")
        if asking.pick is not None:
            pick = asking.pick
            canvas.hot("sell", spot, lambda: pick(SELL))
        return rest

    def _paint_matter(self, canvas: Canvas, rect: pygame.Rect, focus: Focus, asking: Asking) -> None:
        """Draw above a panel what it is about."""
        view, seats = focus.view, focus.seats
        snap = view.snapshot
        prompt = asking.prompt
        if snap["auction"] is not None:
            paint_auction(self.stage, canvas, rect, view, seats)
        elif prompt is not None and prompt.key.startswith("buy/"):
            paint_offer(self.stage, canvas, rect, view, snap["board"][snap["tokens"][prompt.seats[0]]])
        elif asking.focus in (spaces := spaces_by_id(snap)) and spaces[asking.focus]["price"] is not None:
            paint_offer(self.stage, canvas, rect, view, spaces[asking.focus])
        else:
            paint_focus(canvas, rect, focus)

    def _paint_asked(self, canvas: Canvas, snap: Mapping[str, Any], asking: Asking) -> None:
        """Light up the spaces that can be chosen."""
        spaces = spaces_by_id(snap)
        for id in asking.options:
            if id not in spaces:
                continue
            cell = self._board.track.cells[spaces[id]["index"]]
            strength = 255 if id == asking.focus else 130
            paint_halo(canvas, cell, canvas.theme.px(7), canvas.theme.px(9), strength)
            if id == asking.focus:
                ring = canvas.box.ring(cell.size, canvas.theme.px(7), canvas.theme.px(4), Ink.LAMP)
                canvas.blit(ring, cell.topleft)

    def _paint_bank(self, canvas: Canvas, middle: Middle) -> None:
        side = middle.bank.width
        canvas.blit(icon(canvas.box, "bank", side), middle.bank.topleft)
        self._bank = middle.bank.center

    # tokens ----------------------------------------------------------------------------------------

    def _token_size(self) -> int:
        cell = self._board.track.cells[1]
        return max(10, min(self.stage.theme.px(34), round(min(cell.width, cell.height) * 0.62)))

    def _paint_tokens(self, canvas: Canvas, view: TableView) -> None:
        """Draw the tokens that stand still; whoever is on the move is laid over the picture."""
        snap, moving = view.snapshot, self._teller.walks.seats
        places = {seat.id: seat.place for seat in view.seats}
        most = self._token_size()
        held = {mine["seat"] for mine in snap["seats"] if mine["host"] is not None}
        standing: dict[int, list[str]] = {}
        for seat, index in snap["tokens"].items():
            if seat not in moving and seat in places:
                standing.setdefault(index, []).append(seat)
        for index, here in standing.items():
            room = self._board.standing_room(index, len(here), round(most * 0.45))
            size, centres = fanned(room, len(here), most)
            for seat, centre in zip(here, centres, strict=True):
                surface = token(canvas.box, places[seat], size, seat in held, seat == snap["mover"])
                canvas.centred(surface, centre)

    def _walking(self, now: int) -> list[Sprite]:
        view, walks = self._view, self._teller.walks
        if view is None:
            return []
        track, size = self._board.track, self._token_size()
        sprites = []
        for seat in view.seats:
            walk = walks.current(seat.id, now)
            if walk is None:
                continue
            surface = token(self.stage.box, seat.place, size, glow=seat.id == view.snapshot["mover"])
            x, y = walk.at(now, lambda index: track.cells[index].center, size * 0.5)
            wide, high = surface.get_size()
            sprites.append(Sprite(surface, (round(x - wide / 2), round(y - high / 2))))
        return sprites

    # sheets ----------------------------------------------------------------------------------------

    def paint_sheet(self, canvas: Canvas, rect: pygame.Rect, view: TableView, seat: Seat) -> None:
        paint_sheet(self.stage, canvas, rect, view, seat)

    def paint_rebuild(self, canvas: Canvas, rect: pygame.Rect, view: TableView) -> None:
        self._view = view
        self._board.paint(canvas, rect, view.snapshot["board"])
        middle = self._middle(rect)
        seats = {seat.id: seat for seat in view.seats}
        paint_owners(canvas, self._board.track, view, view.snapshot["deeds"], seats, middle.lane)
        self._paint_tokens(canvas, view)
        paint_rebuilding(self.stage, canvas, middle, view)

    # movement --------------------------------------------------------------------------------------

    def spot(self, account: str) -> tuple[int, int] | None:
        return self._bank if account == "bank" or account.startswith("loan:") else None

    def coins(self, view: TableView, amount: int) -> Sequence[pygame.Surface]:
        return coins_for(self.stage, view, amount)

    def live(self, now: int) -> list[Sprite]:
        teller = self._teller
        sprites = []
        if self._dice and now < teller.story.dice_at + TUMBLE_MS:
            sprites += tumbling_dice(self.stage, teller.story, self._dice, now)
        if teller.walks:
            sprites += self._walking(now)
        if teller.blaze is not None:
            sprites += flames(self.stage.box, self._board.track, teller.blaze, now)
        return sprites

    def stale(self, now: int) -> bool:
        teller = self._teller
        changed = teller.walks.over(now)
        if teller.blaze is not None and now >= teller.blaze.ends:
            teller.blaze, changed = None, True
        due = [at for at in self._moments if at <= now]
        if due:
            self._moments = [at for at in self._moments if at > now]
            changed = True
        return changed


def _went_back(before: TableView, view: TableView) -> bool:
    """Whether the position is another because something was taken back or corrected.

    An answer of which nothing is told is one entry more, and can be taken back.
    """
    if view.number <= before.number:
        return True
    turned = not view.may_take_back or view.number > before.number + 1
    return turned and not view.events and view.digest != before.digest
