"""A card or tile that is to be turned up: shown to the camera, doubted, or entered by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from companion.kiosk.acts import Push
from companion.kiosk.camera_box import read_picture
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, Hint
from companion.kiosk.layout import inner
from companion.kiosk.panels import Lies
from companion.kiosk.panels.entering import CardEntry, Entering
from companion.kiosk.panels.watched import WatchedPanel
from companion.kiosk.theme import Ink
from companion.table.answers import Source
from companion.table.prompts import Choose, Reveal

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene


class RevealPanel(WatchedPanel[Reveal]):
    """Waits for one card or tile.  What the camera proposes is sent; what it doubts is shown and asked.

    What is shown and cannot be the answer is named with its reason, and holds nothing up.
    """

    def __init__(self, table: TableScene, prompt: Reveal) -> None:
        super().__init__(table, prompt)
        self.entry: Entering | None = None
        self._named: tuple[str, ...] = ()

    @property
    def about(self) -> Reveal:
        return self.prompt

    # what is seen --------------------------------------------------------------------------------------

    def tick(self, now: int) -> None:
        sight = self.stage.sight
        state = sight.state if sight is not None else None
        if sight is None or state is None or state.prompt != self.prompt or self.hides:
            return
        named = tuple(_begun(self.stage.say(one.say)) for one in state.named)
        phase = sight.phase(now)
        if (phase, named) != (self._phase, self._named):
            self._phase, self._named = phase, named
            self.table.refresh()
        if state.phase == "read" and state.proposal is not None and not self._sent:
            self._sent = True
            self.entry = self.doubt = None
            self.table.desk.tell("answer", state.proposal, then=lambda _: self._used())
        elif self.entry is not None:
            return
        elif state.phase == "doubt" and self.doubt is None and state.reading is not self._passed_over:
            self.doubt = state
            self.table.refresh()
        elif state.phase in ("moving", "waiting"):
            self._passed_over = None
            if self.doubt is not None:
                self.doubt = None
                self.table.refresh()

    # what people do ------------------------------------------------------------------------------------

    def push(self, push: Push) -> bool:
        button = push.button
        if self.entry is not None:
            if button == "back" and not self.entry.push(button):
                self._leave_entry()
                return True
            return button == "back" or self.entry.push(button)
        if button == "ok":
            self._enter()
            return True
        if button == "up" and self.stage.act is not None:
            self.stage.act(self.prompt)
            return True
        if button == "down" and self.doubt is not None:
            self._look_again()
            return True
        beside = self._beside()
        if button == "down" and beside is not None:
            self.table.desk.answer(beside, beside.options[0].id, self._seat)
            return True
        return False

    def _beside(self) -> Choose | None:
        """What can be answered instead, such as a pass: a choice with one option of the same seat."""
        for prompt in self.table.view.open:
            one = isinstance(prompt, Choose) and prompt.waits and len(prompt.options) == 1
            if one and prompt.seats == self.prompt.seats:
                assert isinstance(prompt, Choose)
                return prompt
        return None

    def _enter(self) -> None:
        """Choose by hand: in a doubt among what is in view, otherwise among all that can be there."""
        in_view = self.doubt.candidates if self.doubt is not None else ()
        cards = list(self.table.game.cards(self.table.view, self.prompt))
        few = [(id, look) for id, look in cards if id in in_view]
        if not few:
            self.entry = self.table.game.entering(self.table, self.prompt, self._entered)
        if self.entry is None:
            self.entry = CardEntry(self.stage, few or cards, self._entered, self.table.refresh)

    def _leave_entry(self) -> None:
        self.entry = None
        self._pass_over()

    def _look_again(self) -> None:
        if self.stage.sight is not None:
            self.stage.sight.again()
        self._pass_over()

    def _pass_over(self) -> None:
        self._passed_over = self.doubt.reading if self.doubt is not None else None
        self.doubt = None
        self.table.refresh()

    def _entered(self, id: str) -> None:
        name = self.doubt.name if self.doubt is not None else ""
        self.table.desk.answer(self.prompt, id, self._seat, source=Source.HAND, evidence=name)
        self._sent = True
        self.entry = self.doubt = None
        self._used()
        self.table.refresh()

    def _used(self) -> None:
        if self.stage.sight is not None:
            self.stage.sight.used()

    # picture -------------------------------------------------------------------------------------------

    def bar(self) -> Bar:
        line, view = self.stage.line, self.table.view
        places = tuple(view.seat(id).place for id in self.prompt.seats)
        said = self.table.game.ask(view, self.prompt)
        if self.entry is not None:
            which = line(f"kiosk.reveal.which.{self.table.game.shown}")
            return Bar(which, line("kiosk.reveal.enter"), places, self.entry.hints())
        hints = [Hint("ok", line("kiosk.hint.type_in"))]
        beside = self._beside()
        if self.doubt is not None:
            hints.append(Hint("down", line("kiosk.hint.look_again")))
        else:
            if self.stage.act is not None:
                hints.append(Hint("up", line("kiosk.hint.show")))
            if beside is not None:
                hints.append(Hint("down", self.table.game.option(view, beside, beside.options[0]).title))
        return Bar(said, self._below(), places, (*hints, Hint("back", line("kiosk.hint.menu"))))

    def _below(self) -> str:
        line, sight = self.stage.line, self.stage.sight
        if sight is None:
            return line("kiosk.reveal.no_camera")
        if self.doubt is not None:
            return line("kiosk.reveal.doubt")
        state = sight.state
        notice = state.notice if state is not None else None
        if notice is not None:
            return self.stage.say(notice)
        if self._phase in ("moving", "settling", "blind"):
            return line(f"kiosk.reveal.{self._phase}")
        return line("kiosk.reveal.tray")

    def lies(self) -> Lies:
        if self.entry is not None:
            return "whole"
        return "room" if self._named or self.doubt is not None else "over"

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        if self.entry is not None:
            canvas.forget(rect)
            self.entry.paint(canvas, rect)
        elif self._named or self.doubt is not None:
            self._paint_seen(canvas, rect)

    def _paint_seen(self, canvas: Canvas, rect: pygame.Rect) -> None:
        """The picture with what was read in it, and beside or below it what is wrong with it."""
        theme = canvas.theme
        canvas.panel(rect, edge=Ink.DOUBT)
        inside = inner(rect, theme.px(14), theme.px(12))
        state = self.doubt or (self.stage.sight.state if self.stage.sight is not None else None)
        words = inside
        if state is not None and state.image is not None and not self.prompt.face_down:
            # In a room that is higher than wide the words stand below the picture.
            tall = inside.height > inside.width
            share = (inside.width, round(inside.height * 0.46))
            size = share if tall else (round(inside.width * 0.46), inside.height)
            surface = read_picture(canvas.type, state.image, state.reading, state.scale, size, True)
            at = 0 if tall else (inside.height - surface.get_height()) // 2
            spot = canvas.blit(surface, (inside.x, inside.y + at))
            x = inside.x if tall else spot.right + theme.px(16)
            y = spot.bottom + theme.px(10) if tall else inside.y
            words = pygame.Rect(x, y, inside.right - x, inside.bottom - y)
        line = self.stage.line
        said = [line("kiosk.reveal.doubt.title"), line("kiosk.reveal.doubt")] if self.doubt else self._named
        between = "\n" if self.doubt else "\n\n"
        canvas.paragraph(between.join(said), "body", Ink.TEXT, words, middle=True)


def _begun(said: str) -> str:
    """Return what stands in the middle of a sentence elsewhere as a sentence of its own."""
    return said[:1].upper() + said[1:]
