"""The view of the patience: draws a committed position, lets cards glide, and has the solver beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pygame

from companion.games.patience.cards import CARDS, RANKS, card_name, suit_name
from companion.games.patience.position import RECYCLE, TURN
from companion.kiosk.canvas import Canvas, Grip, Sprite
from companion.kiosk.layout import inner
from companion.kiosk.listing import Entry, Icon
from companion.kiosk.theme import Ink
from companion.kiosk.views.base import Asking, GameView, Look, SeatLine, Tone
from companion.kiosk.views.patience.asking import WinnablePanel
from companion.kiosk.views.patience.beside import paint_beside
from companion.kiosk.views.patience.cursor import STOCK
from companion.kiosk.views.patience.dragging import Drag, place_under
from companion.kiosk.views.patience.faces import face
from companion.kiosk.views.patience.ground import Lying, lay_out
from companion.kiosk.views.patience.helping import Helper
from companion.kiosk.views.patience.lying import light, paint_cards, redraw
from companion.kiosk.views.patience.moving import Glide, glide, glide_home
from companion.kiosk.views.patience.playing import BESIDE, MovePanel
from companion.kiosk.views.patience.suits import suit_sign
from companion.kiosk.views.patience.words import being_dealt, lead_words, said_move
from companion.table.game import Event
from companion.table.prompts import Choose, Move, Prompt, Reveal
from companion.table.seats import Seat
from companion.table.view import TableView

if TYPE_CHECKING:
    from companion.kiosk.panels import Panel
    from companion.kiosk.scenes.table import TableScene
    from companion.kiosk.stage import Stage

_TONES: dict[str, Tone] = {"stuck": "bad", "finishing": "good", "stopped": "plain"}


class PatienceView(GameView):
    """Draws a position of the patience."""

    told = frozenset({"stuck", "finishing", "stopped"})
    heard: Mapping[str, str] = {"dealt": "card", "moved": "card", "seen": "card"}

    def __init__(self, stage: Stage, helper: Helper | None = None) -> None:
        super().__init__(stage)
        self.helper = helper or Helper()
        self.move_panel: MovePanel | None = None
        self._lying: Lying | None = None
        self._rect: pygame.Rect | None = None
        self._glide: Glide | None = None
        self._drag: Drag | None = None
        self._said = ""
        self._noticed = False

    # the position ----------------------------------------------------------------------------------

    def take(self, view: TableView, now: int) -> int:
        position = view.snapshot["position"]
        before, self._glide = self._lying, None
        dragged, self._drag = self._drag, None
        if position is None or before is None or self._rect is None:
            return now
        after = self._lying = lay_out(self._rect, position, view.snapshot["draw"])
        # What was dragged comes from where the finger let go of it.
        starts = before.cards if dragged is None else {**before.cards, **dragged.rects}
        self._glide = glide(starts, after.cards, after.stock, now)
        return now if self._glide is None else self._glide.until

    def title(self, view: TableView) -> tuple[str, str]:
        line, snap = self.stage.line, view.snapshot
        parts = [line("kiosk.patience.deal", deal=snap["deal"])] if snap["deal"] else []
        parts.append(line("kiosk.patience.draw", count=snap["draw"]))
        if snap["assisted"]:
            parts.append(line("kiosk.patience.assisted"))
        return line("kiosk.game.patience"), " · ".join(parts)

    def seat_line(self, view: TableView, seat: Seat) -> SeatLine:
        position = view.snapshot["position"]
        up = _cards_up(position) if position else 0
        return SeatLine("", self.stage.line("kiosk.patience.up", count=up))

    def tone(self, event: Event) -> Tone | None:
        return _TONES.get(event.what)

    def ask(self, view: TableView, prompt: Prompt) -> str:
        """Nothing is asked aloud before each of a hundred moves; "finish for me" says its own (`_tell`)."""
        return "" if isinstance(prompt, Move) else super().ask(view, prompt)

    def below(self, view: TableView) -> str:
        """Return the smaller sentence below "your move": what is known, as far as the player may be told."""
        advice = self.helper.advice
        if advice is not None and view.snapshot["way"] == "turned":
            return lead_words(self.stage, view.snapshot, advice)
        return self.stage.line("kiosk.patience.move.below")

    def cards(self, view: TableView, prompt: Reveal) -> Sequence[tuple[str, Look]]:
        """Only cards that nobody has seen yet, suit by suit."""
        known = [card for card in CARDS if card in prompt.known]
        return [(card, self._look(card)) for card in known]

    def _look(self, card: str) -> Look:
        def icon(canvas: Canvas, rect: pygame.Rect) -> None:
            canvas.blit(suit_sign(canvas.box, card[1], rect.width, Ink.PAPER), rect.topleft)

        drawn: Icon = icon
        name, group = (self.stage.say(said) for said in (card_name(card), suit_name(card[1])))
        return Look(name[:1].upper() + name[1:], icon=drawn, group=group[:1].upper() + group[1:])

    # panels ----------------------------------------------------------------------------------------

    def panel(self, table: TableScene, view: TableView) -> Panel | None:
        self.move_panel = None
        for prompt in view.open:
            if isinstance(prompt, Choose) and prompt.key.startswith("winnable/"):
                return WinnablePanel(table, prompt, self)
            if isinstance(prompt, Move):
                self.move_panel = MovePanel(table, self)
                return self.move_panel
        return None

    def menu(self, table: TableScene) -> Sequence[Entry]:
        """What stands beside the cards is in the menu, too."""
        entries = []
        for name in BESIDE:
            for prompt in table.view.open:
                if isinstance(prompt, Choose) and prompt.key.startswith(f"{name}/") and not prompt.waits:
                    entries.append(self._entry(table, prompt, name))
        return entries

    def _entry(self, table: TableScene, prompt: Choose, name: str) -> Entry:
        def act() -> None:
            panel = self.move_panel
            if panel is not None and panel is table.panel:
                panel.press(name)
            else:
                table.desk.answer(prompt, prompt.options[0].id, prompt.seats[0])

        return Entry(name, self.stage.say(prompt.options[0].say), act, self.stage.say(prompt.say))

    # the solver ------------------------------------------------------------------------------------

    def tick(self, table: TableScene, now: int) -> None:
        drag = self._drag
        if drag is not None and drag.dropped and not table.desk.busy:
            # The move was none, or not a legal one: the cards go home.
            self._drag = None
            if self._lying is not None:
                self._glide = glide_home(drag.rects, self._lying.cards, now)
            table.refresh()
        news = self.helper.tick(table, now)
        self._tell()
        if not news:
            return
        table.refresh()
        advice, rules = self.helper.advice, table.view.snapshot["rules"]
        lost = advice is not None and advice.done and advice.state == "lost"
        if lost and rules["notice"] and not self._noticed:
            self.stage.notice(self.stage.line("kiosk.patience.lost"), "bad", 9000)
        self._noticed = lost

    def _tell(self) -> None:
        """With cards on the table, say aloud what to move next, as soon as that is known (S11)."""
        panel = self.move_panel
        move = panel.line_move if panel is not None and panel.finishing and not panel.by_itself else ""
        about = panel.about if panel is not None else None
        wanted = f"{about.key} {move}" if move and about is not None else ""
        if wanted and wanted != self._said and panel is not None:
            self.stage.ask_aloud(said_move(self.stage, panel.table.view.snapshot, move))
        self._said = wanted

    def close(self) -> None:
        self.helper.close()

    # picture ---------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas, rect: pygame.Rect, view: TableView, now: int, asking: Asking) -> None:
        room = inner(rect, canvas.theme.px(4), canvas.theme.px(4))
        position = view.snapshot["position"]
        if position is None:
            self._lying, self._rect = None, room
            before = being_dealt(view)
            lying = lay_out(room, before, view.snapshot["draw"])
            paint_cards(canvas, lying, before, (), _nothing, _nothing_held)
            return
        if room != self._rect or self._lying is None:
            self._rect, self._glide = room, None
            self._lying = lay_out(room, position, view.snapshot["draw"])
        flying = tuple(self._glide.ways) if self._glide is not None else ()
        if self._drag is not None and self._drag.lifted:
            flying += self._drag.run
        paint_cards(canvas, self._lying, position, flying, self.touch, self._grab)
        panel = self.move_panel
        if panel is not None and asking.prompt is panel.about and not panel.by_itself:
            self._paint_cursor(canvas, self._lying, position, panel, flying)

    # touches ---------------------------------------------------------------------------------------

    def touch(self, place: str, card: str) -> None:
        """A card, or an empty place, was touched."""
        if self.move_panel is not None:
            self.move_panel.tap(place, card)

    def _grab(self, place: str, card: str, at: tuple[int, int]) -> Grip | None:
        """A finger takes hold of a card; where nothing can be moved now it can only touch it."""
        panel, lying = self.move_panel, self._lying
        if panel is None or panel.by_itself or lying is None or not card or self._drag is not None:
            return None
        run = _run(panel.table.view.snapshot["position"], card)
        return Drag(self, place, run, lying, at) if all(one in lying.cards for one in run) else None

    def lift(self, drag: Drag) -> bool:
        """A held card has left its place; False where there is nothing to be moved any more."""
        panel = self.move_panel
        moved_on = self._lying is not drag.lying or self._drag is not None
        if panel is None or moved_on or not panel.may_lift(drag.run[0]):
            return False
        self.land()
        self._drag = drag
        panel.cursor.choose(drag.run[0])
        panel.table.refresh()
        return True

    def drop(self, drag: Drag) -> None:
        """The finger has let go of the cards: they are moved, or a refusal says why not."""
        panel = self.move_panel
        if drag is not self._drag or panel is None or self._lying is None:
            return
        target = place_under(self._lying, drag.rects, panel.legal, drag.place)
        if target is None:
            panel.cursor.let_go()
        else:
            panel.make(f"{drag.run[0]}-{target}")

    def _paint_cursor(
        self,
        canvas: Canvas,
        lying: Lying,
        position: Mapping[str, Any],
        panel: MovePanel,
        flying: Sequence[str],
    ) -> None:
        """Light the card in focus or chosen, with those on it, and where it may go."""
        cursor = panel.cursor
        spot = cursor.chosen or cursor.spot
        if panel.finishing and panel.line_move and not cursor.chosen:
            move = panel.line_move
            spot = STOCK if move in (TURN, RECYCLE) else move.partition("-")[0]
        if spot == STOCK:
            light(canvas, lying.stock, True)
        elif spot in lying.cards:
            run = _run(position, spot)
            whole = lying.cards[run[0]].unionall([lying.cards[card] for card in run])
            if not set(run) & set(flying):
                light(canvas, whole, True)
                redraw(canvas, lying, run, flying)
                light_edge(canvas, whole)
        hinted = panel.hinted.partition("-")[2] if panel.hinted else ""
        for target in cursor.targets if cursor.chosen else ((hinted,) if hinted else ()):
            place = _target_place(lying, target, spot)
            light(canvas, place, target in (cursor.target, hinted))
            if target == cursor.target:
                light_edge(canvas, place)

    def paint_rebuild(self, canvas: Canvas, rect: pygame.Rect, view: TableView) -> None:
        """The cards as they lay, to be laid again (H4)."""
        self.paint(canvas, rect, view, self.stage.now, Asking())

    def beside(self, canvas: Canvas, rect: pygame.Rect, view: TableView) -> bool:
        paint_beside(canvas, rect, view, self)
        return True

    # movement --------------------------------------------------------------------------------------

    def live(self, now: int) -> list[Sprite]:
        held = self._drag.sprites() if self._drag is not None and self._drag.lifted else []
        if self._glide is None or self._lying is None:
            return held
        box, type, width = self.stage.box, self.stage.type, self._lying.width
        return [*self._glide.sprites(box, now, lambda card: face(box, type, card, width)), *held]

    def land(self) -> None:
        if self._glide is not None:
            self._glide = Glide(self._glide.ways, 0)

    def stale(self, now: int) -> bool:
        if self._glide is None or now < self._glide.until:
            return False
        self._glide = None
        return True


def _nothing(_place: str, _card: str) -> None:
    """Cards that are not dealt yet cannot be touched."""


def _nothing_held(_place: str, _card: str, _at: tuple[int, int]) -> None:
    """Nor can they be taken along."""


def light_edge(canvas: Canvas, rect: pygame.Rect) -> None:
    """Draw the edge of a light over what lies there."""
    width = max(3, rect.width and canvas.theme.px(4))
    ring = rect.inflate(width, width)
    canvas.blit(canvas.box.ring(ring.size, max(3, round(rect.width * 0.08)), width, Ink.LAMP), ring.topleft)


def _run(position: Mapping[str, Any], card: str) -> list[str]:
    """Return a card with those that lie on it in its column."""
    for column in position["columns"]:
        if card in column["up"]:
            return list(column["up"][column["up"].index(card) :])
    return [card]


def _target_place(lying: Lying, target: str, card: str) -> pygame.Rect:
    """Return the place where a card comes to lie: the end of a column, or its foundation."""
    if target == "F":
        return lying.foundations["CDHS".index(card[1])] if len(card) == 2 else lying.foundations[0]
    column = int(target) - 1
    fan, base = lying.fans[column], lying.columns[column]
    return pygame.Rect(base.x, fan.bottom - base.height, base.width, base.height)


def _cards_up(position: Mapping[str, Any]) -> int:
    return sum(RANKS.index(top[0]) + 1 for top in position["foundations"] if top)
