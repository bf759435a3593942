"""A move of the patience: touched, or chosen with a cursor; and what may be done beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from companion.games.patience.position import FOUNDATION, RECYCLE, TURN
from companion.kiosk.acts import Push
from companion.kiosk.frame import Bar, Hint
from companion.kiosk.panels import Panel
from companion.kiosk.views.patience.cursor import STOCK, Cursor
from companion.kiosk.views.patience.words import said_move
from companion.table.prompts import Choose, Move
from companion.table.view import TableView
from hardware.lamps import Lamp

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene
    from companion.kiosk.views.patience.view import PatienceView

#: A second touch of a card within this time sends it up, in ms.
DOUBLE_MS = 600
#: What may be done beside a move, in the order of the buttons: the beginnings of the prompts' keys.
BESIDE = ("finish", "stop", "hint", "undo", "redo", "give-up")


class MovePanel(Panel):
    """Asks for a move.  While "finish for me" plays, only stopping it is asked."""

    def __init__(self, table: TableScene, view: PatienceView) -> None:
        super().__init__(table)
        self.view = view
        self.cursor = Cursor()
        self.hinted = ""
        self._touched = ("", 0)
        self._renew(table.view)

    # what is asked -------------------------------------------------------------------------------------

    @property
    def about(self) -> Move | None:
        return next((prompt for prompt in self.table.view.open if isinstance(prompt, Move)), None)

    @property
    def legal(self) -> tuple[str, ...]:
        """The moves that are legal now."""
        move = self.about
        return move.legal if move is not None else ()

    def may_lift(self, card: str) -> bool:
        """Whether a card can be taken along now; whether it may go anywhere is said when it is dropped."""
        table = self.table
        here = table.panel is self and not table.layers and not table.desk.busy
        return here and self.about is not None and not self.by_itself and bool(card)

    @property
    def finishing(self) -> bool:
        return bool(self.table.view.snapshot["phase"] == "finish")

    @property
    def by_itself(self) -> bool:
        """Whether the companion makes the moves now, the cards being on the screen."""
        return self.finishing and self.table.view.snapshot["way"] == "screen"

    def fits(self, view: TableView) -> bool:
        if view.held or view.outcome is not None or not any(isinstance(p, Move) for p in view.open):
            return False
        self._renew(view)
        return True

    def _renew(self, view: TableView) -> None:
        self.hinted = ""
        self._touched = ("", 0)
        move = next((prompt for prompt in view.open if isinstance(prompt, Move)), None)
        legal = move.legal if move is not None and not self.by_itself else ()
        buttons = [name for name in BESIDE if name == "hint" or self.beside(name) is not None]
        self.cursor.renew(legal, _in_order(view.snapshot["position"]), buttons)
        if self.by_itself:
            self.cursor.spot = "stop"

    def beside(self, name: str) -> Choose | None:
        """Return the open choice of a name such as ``undo``."""
        for prompt in self.table.view.open:
            if isinstance(prompt, Choose) and prompt.key.startswith(f"{name}/"):
                return prompt
        return None

    # what people do ------------------------------------------------------------------------------------

    def push(self, push: Push) -> bool:
        cursor = self.cursor
        if push.button in ("up", "down"):
            cursor.step(1 if push.button == "down" else -1)
            return True
        if push.button == "ok" or (push.place is not None and self._own(push.place)):
            self._ok()
            return True
        return push.button == "back" and cursor.let_go()

    def _own(self, place: int) -> bool:
        seat = self.table.seat_at(place)
        return seat is not None and seat.id in {s for p in self.table.view.open for s in p.seats}

    def _ok(self) -> None:
        cursor = self.cursor
        if self.finishing and not self.by_itself and cursor.spot not in BESIDE and not cursor.chosen:
            # Somebody moves the cards by hand: OK says that the line's move is done.
            line_move = self.line_move
            if line_move:
                self.make(line_move)
                return
        if cursor.chosen:
            if cursor.target:
                self.make(f"{cursor.chosen}-{cursor.target}")
        elif cursor.spot == STOCK:
            self.make(cursor.tap)
        elif cursor.spot in BESIDE:
            self.press(cursor.spot)
        elif cursor.spot:
            cursor.choose(cursor.spot)

    @property
    def line_move(self) -> str:
        """The move that is best known now, where it is legal."""
        hint, move = self.view.helper.hint, self.about
        return hint if hint and move is not None and hint in move.legal else ""

    def make(self, move: str) -> None:
        """Try a move; where it is not legal the session says why."""
        prompt = self.about
        self.cursor.let_go()
        if prompt is not None and not self.table.desk.busy:
            self.table.desk.answer(prompt, move, prompt.seats[0])

    def press(self, name: str) -> None:
        """Do what a button beside the table says."""
        self.table.refresh()
        if name == "hint":
            self._hint()
            return
        if name == "finish" and self.view.helper.light != "lit":
            self.stage.notice(self.stage.line(f"kiosk.patience.finish.{self.view.helper.light}.said"))
            return
        prompt = self.beside(name)
        if prompt is not None and not self.table.desk.busy:
            self.table.desk.answer(prompt, prompt.options[0].id, prompt.seats[0])

    def _hint(self) -> None:
        move = self.line_move
        if not move:
            self.stage.notice(self.stage.line(f"kiosk.patience.hint.{self.view.helper.light}"))
            return
        self.hinted = move
        self.cursor.let_go()
        card, _, _ = move.partition("-")
        self.cursor.spot = STOCK if move in (TURN, RECYCLE) else card
        # The bar says it below its sentence; whoever listens hears it.
        self.stage.tell_aloud(said_move(self.stage, self.table.view.snapshot, move))

    def tap(self, place: str, card: str) -> None:
        """Take a touch of a card, or of an empty place.

        The first one chooses a card, the next one says where it goes; a card touched twice goes up.
        """
        self.table.refresh()
        self.view.land()
        if self.by_itself:
            return
        now, cursor = self.stage.now, self.cursor
        last, at = self._touched
        self._touched = (card, now)
        if place == STOCK:
            self.make(cursor.tap)
            return
        if cursor.chosen:
            if card != cursor.chosen:
                self._to(place)
                return
            up = f"{card}-{FOUNDATION}"
            prompt = self.about
            if prompt is not None and (up in prompt.legal or (card == last and now - at <= DOUBLE_MS)):
                self.make(up)
            else:
                cursor.let_go()
        elif card:
            self.hinted = ""
            cursor.choose(card)

    def _to(self, place: str) -> None:
        if place == "waste":
            self.cursor.let_go()
            return
        self.make(f"{self.cursor.chosen}-{place}")

    # picture -------------------------------------------------------------------------------------------

    def lamps(self) -> dict[str, Lamp]:
        return {} if self.by_itself else {seat.id: Lamp.SLOW for seat in self.table.view.seats}

    def bar(self) -> Bar:
        line, cursor = self.stage.line, self.cursor
        snap = self.table.view.snapshot
        places = tuple(seat.place for seat in self.table.view.seats)
        menu = Hint("back", line("kiosk.patience.back" if cursor.chosen else "kiosk.hint.menu"))
        if self.by_itself:
            below = "" if self.view.helper.light == "lit" else line("kiosk.patience.finish.looking.said")
            stop = Hint("ok", line("kiosk.patience.stop"))
            return Bar(line("kiosk.patience.finishing"), below, places, (stop, menu))
        ok = Hint("ok", line("kiosk.hint.choose"))
        hints = (ok, Hint("up", ""), Hint("down", ""), menu)
        if self.finishing:
            move = self.line_move
            sentence = said_move(self.stage, snap, move) if move else line("kiosk.patience.thinking")
            done = Hint("ok", line("kiosk.patience.done"))
            return Bar(sentence, line("kiosk.patience.finishing"), places, (done, *hints[1:]))
        if cursor.chosen and cursor.target:
            return Bar(said_move(self.stage, snap, f"{cursor.chosen}-{cursor.target}"), "", places, hints)
        if cursor.chosen:
            return Bar(line("kiosk.patience.where"), line("kiosk.patience.nowhere"), places, hints)
        return Bar(line("kiosk.patience.move"), self._below(), places, hints)

    def _below(self) -> str:
        if self.hinted:
            return said_move(self.stage, self.table.view.snapshot, self.hinted)
        return self.view.below(self.table.view)


def _in_order(position: Mapping[str, Any]) -> Sequence[str]:
    """Return the open cards: columns from the left, each from its end up, then the waste, the foundations."""
    columns = [card for column in position["columns"] for card in reversed(column["up"])]
    return [*columns, *position["waste"][-1:], *(top for top in position["foundations"] if top)]
