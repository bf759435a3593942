"""A throw: waiting for it, doubting what was read, or entering it by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from companion.kiosk.acts import Push
from companion.kiosk.camera_box import read_picture
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, Hint
from companion.kiosk.layout import inner
from companion.kiosk.panels.dice_entry import DiceEntry
from companion.kiosk.panels.watched import WatchedPanel
from companion.kiosk.theme import Ink
from companion.table.answers import Source
from companion.table.prompts import Claim, Throw

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene
    from companion.watcher import WatchState


class ThrowPanel(WatchedPanel[Throw]):
    """Waits for one throw.  What the camera proposes is sent; what it doubts is shown and asked."""

    def __init__(self, table: TableScene, prompt: Throw) -> None:
        super().__init__(table, prompt)
        self.entry: DiceEntry | None = None

    # what is seen --------------------------------------------------------------------------------------

    def tick(self, now: int) -> None:
        sight = self.stage.sight
        state = sight.state if sight is not None else None
        if state is None or state.prompt != self.prompt:
            return
        phase = sight.phase(now) if sight is not None else ""
        if phase != self._phase:
            self._phase = phase
            self.table.refresh()
        # An entry that nobody has touched gives way to what is seen; one that was begun is let be.
        if self.entry is not None and self.entry.touched:
            return
        if state.phase == "read" and state.proposal is not None and not self._sent:
            self._sent = True
            self.entry = self.doubt = None
            self.table.desk.tell("answer", state.proposal, then=lambda _: self._used())
        elif state.phase == "doubt" and self.doubt is None and state.reading is not self._passed_over:
            self._ask_about(state)
        elif state.phase in ("moving", "waiting"):
            self._passed_over = None
            if self.doubt is not None and state.phase == "moving":
                # The dice are being moved or thrown anew: what was in doubt lies no longer there.
                self.entry = self.doubt = None
                self.table.refresh()

    def _ask_about(self, state: WatchState) -> None:
        reading = state.reading
        pieces = reading.pieces if reading is not None else ()
        pieces = pieces[: self.prompt.dice]
        faces: list[int | None] = [int(piece.value) if piece.value.isdigit() else None for piece in pieces]
        doubtful = [index for index, piece in enumerate(pieces) if piece.doubt is not None]
        if not doubtful and len(faces) == self.prompt.dice:
            # Somewhere people have to begin to look: where the reader was least sure.
            doubtful = [min(range(len(pieces)), key=lambda index: pieces[index].confidence)]
        self.doubt = state
        self.entry = DiceEntry(self.stage, self.prompt.dice, self._entered, faces, doubtful)
        self.table.refresh()

    # what people do ------------------------------------------------------------------------------------

    def push(self, push: Push) -> bool:
        entry, button = self.entry, push.button
        if entry is None:
            if button == "ok":
                self.entry = DiceEntry(self.stage, self.prompt.dice, self._entered)
                return True
            if button == "down":
                self.void()
                return True
            if button == "up" and self.stage.act is not None:
                self.stage.act(self.prompt)
                return True
            return False
        if button in ("up", "down"):
            entry.turn(1 if button == "up" else -1)
        elif button == "ok":
            entry.ok()
        elif button == "back":
            if self.doubt is not None and entry.at_end:
                return False
            if not entry.back():
                self._leave_entry()
        elif push.place is not None and push.place < 6:
            entry.digit(push.place + 1)
        else:
            return False
        return True

    def _leave_entry(self) -> None:
        self._passed_over = self.doubt.reading if self.doubt is not None else None
        self.entry = self.doubt = None
        self.table.refresh()

    def void(self) -> None:
        """A die is cocked or has left the tray: the throw does not count (H7)."""
        self.entry = self.doubt = None
        self.table.desk.answer(self.prompt, "void", self._seat)
        self._used()

    def _entered(self, faces: list[int]) -> None:
        name = self.doubt.name if self.doubt is not None else ""
        self.table.desk.answer(self.prompt, faces, self._seat, source=Source.HAND, evidence=name)
        self._sent = True
        self.entry = self.doubt = None
        self._used()

    def _used(self) -> None:
        if self.stage.sight is not None:
            self.stage.sight.used()

    # picture -------------------------------------------------------------------------------------------

    def bar(self) -> Bar:
        line = self.stage.line
        seats = [self.table.view.seat(id) for id in self.prompt.seats]
        places = tuple(seat.place for seat in seats)
        if self.doubt is not None and self.entry is not None:
            doubt = self.doubt.reading.doubt if self.doubt.reading is not None else None
            below = line(f"kiosk.doubt.{doubt.value if doubt is not None else 'unsure'}")
            hints = [
                Hint("ok", line("kiosk.hint.accept" if self.entry.at_end else "kiosk.hint.next")),
                *self._turns(),
            ]
            return Bar(
                line("kiosk.throw.right"),
                below,
                places,
                (*hints, Hint("back", line("kiosk.hint.menu" if self.entry.at_end else "kiosk.hint.before"))),
            )
        if self.entry is not None:
            ok = line("kiosk.hint.accept" if self.entry.at_end else "kiosk.hint.next")
            hints = [Hint("ok", ok), *self._turns(), Hint("back", line("kiosk.hint.before"))]
            own = any(isinstance(prompt, Claim) for prompt in self.table.view.open)
            # Where money can be asked for, the seats' buttons ask for it and are no digits.
            below = line("kiosk.throw.enter.claims" if own else "kiosk.throw.enter.below")
            return Bar(line("kiosk.throw.enter"), below, places, tuple(hints))
        sentence = self.table.game.ask(self.table.view, self.prompt)
        hints = [Hint("ok", line("kiosk.hint.type_in"))]
        if self.stage.act is not None:
            hints.append(Hint("up", line("kiosk.hint.throw")))
        hints += [Hint("down", line("kiosk.hint.cocked")), Hint("back", line("kiosk.hint.menu"))]
        return Bar(sentence, self._below(), places, tuple(hints))

    def _turns(self) -> tuple[Hint, Hint]:
        return Hint("up", ""), Hint("down", "")

    def _below(self) -> str:
        line = self.stage.line
        claims = sum(isinstance(prompt, Claim) for prompt in self.table.view.open)
        if claims:
            # That there are debts is stated; whose they are everybody must know by themselves (B6).
            return line("kiosk.throw.debts", count=claims)
        if self.stage.sight is None:
            return line("kiosk.throw.no_camera")
        if self._phase in ("moving", "settling", "blind"):
            return line(f"kiosk.throw.{self._phase}")
        return line("kiosk.throw.simulated" if self.stage.act is not None else "kiosk.throw.tray")

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        if self.entry is None:
            return
        gap = canvas.theme.gap
        high = (rect.height - gap) // 2
        if self.doubt is not None:
            self._paint_doubt(canvas, pygame.Rect(rect.x, rect.y, rect.width, high))
        lower = pygame.Rect(rect.x, rect.bottom - high, rect.width, high)
        # Whatever can be touched below is no longer there.
        canvas.forget(rect if self.doubt is not None else lower)
        label = self.stage.line("kiosk.entry.read" if self.doubt is not None else "kiosk.entry.label").upper()
        self.entry.paint(canvas, lower, label, self.void, self.table.refresh)

    def _paint_doubt(self, canvas: Canvas, area: pygame.Rect) -> None:
        theme, state = canvas.theme, self.doubt
        canvas.forget(area)
        canvas.panel(area, edge=Ink.DOUBT)
        inside = inner(area, theme.px(16), theme.px(14))
        left = pygame.Rect(inside.x, inside.y, round(inside.width * 0.52), inside.height)
        if state is not None and state.image is not None:
            surface = read_picture(canvas.type, state.image, state.reading, state.scale, left.size, True)
            spot = canvas.blit(surface, (left.x, left.y + (left.height - surface.get_height()) // 2))
            left.width = spot.width
        words = pygame.Rect(
            left.right + theme.px(24), inside.y, inside.right - left.right - theme.px(24), inside.height
        )
        reading = state.reading if state is not None else None
        doubt = reading.doubt.value if reading is not None and reading.doubt is not None else "unsure"
        title = pygame.Rect(words.x, words.y, words.width, theme.px(48))
        canvas.text(self.stage.line("kiosk.throw.doubt"), "title", Ink.DOUBT, title)
        rest = pygame.Rect(
            words.x, title.bottom + theme.px(8), words.width, words.bottom - title.bottom - theme.px(8)
        )
        why, how = self.stage.line(f"kiosk.doubt.{doubt}"), self.stage.line("kiosk.throw.doubt.below")
        canvas.paragraph(f"{why} {how}", "body", Ink.TEXT, rest)
