"""Correcting one answer: "it was a five, not a six"."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, Hint, bar_rect
from companion.kiosk.layer import Layer
from companion.kiosk.listing import paint_steps
from companion.kiosk.pace import Pace
from companion.kiosk.panels.dice_entry import DiceEntry
from companion.kiosk.stage import Stage
from companion.table.answers import Source
from companion.table.entries import Kind
from companion.table.history import is_hidden
from companion.table.prompts import Amount
from companion.table.session import HistoryEntry

#: No amount at the table is larger; the session refuses what does not fit anyway.
_MOST = 999_000


def can_correct(one: HistoryEntry) -> bool:
    """Whether an entry is an answer that may have been another: a throw, a card, an amount, a choice."""
    if one.kind is not Kind.ANSWER or one.undone or is_hidden(one.key) or one.source is Source.LOT:
        return False
    match one.asked:
        case "throw":
            return isinstance(one.value, (list, tuple)) and bool(one.value)
        case "amount":
            return isinstance(one.value, int)
    return one.asked in ("reveal", "choose") and isinstance(one.value, str)


class CorrectLayer(Layer):
    """Asks what the answer should have been; `corrected` gets it."""

    def __init__(
        self,
        stage: Stage,
        one: HistoryEntry,
        corrected: Callable[[object], None],
        asked: Amount | None = None,
    ) -> None:
        super().__init__(stage)
        self._one = one
        self._corrected = corrected
        self._number = one.value if isinstance(one.value, int) else 0
        self._least, self._most, self._unit = 0, _MOST, 1
        if asked is not None:
            self._least, self._most, self._unit = asked.least, asked.most, asked.step
        self._pace = Pace()
        self._entry: DiceEntry | None = None
        if isinstance(one.value, (list, tuple)):
            self._entry = DiceEntry(stage, len(one.value), self._done, list(one.value))
            self._entry.cursor = 0

    def _done(self, value: object) -> None:
        self.close()
        self._corrected(value)

    def bar(self) -> Bar:
        line = self.stage.line
        said = self.stage.say(self._one.say) if self._one.say is not None else ""
        ok = line("kiosk.hint.accept" if self._entry is None or self._entry.at_end else "kiosk.hint.next")
        hints = (
            Hint("ok", ok),
            Hint("up", ""),
            Hint("down", ""),
            Hint("back", line("kiosk.hint.before" if self._entry else "kiosk.hint.cancel")),
        )
        return Bar(line("kiosk.correct.ask"), said, hints=hints)

    def push(self, push: Push) -> None:
        self.stale = True
        entry, button = self._entry, push.button
        if entry is None:
            if button in ("up", "down"):
                self._step(1 if button == "up" else -1)
            elif button == "ok":
                self._done(self._number)
            elif button == "back":
                self.close()
        elif button in ("up", "down"):
            entry.turn(1 if button == "up" else -1)
        elif button == "ok":
            entry.ok()
        elif button == "back":
            if not entry.back():
                self.close()
        elif push.place is not None and push.place < 6:
            entry.digit(push.place + 1)

    def _step(self, by: int) -> None:
        steps = max(0, self._most - self._least) // self._unit
        by *= self._pace.stride(by, self.stage.now, steps)
        step = (self._number - self._least) // self._unit
        self._number = self._least + max(0, min(steps, step + by)) * self._unit
        self.stale = True

    def typed(self, typed: Typed) -> None:
        if typed.key == "escape":
            self.close()

    def _changed(self) -> None:
        self.stale = True

    def paint(self, canvas: Canvas) -> None:
        theme = self.stage.theme
        bottom = bar_rect(theme).top
        room = pygame.Rect(0, 0, min(theme.width - 2 * theme.margin, theme.px(900)), theme.px(264))
        room.center = (theme.width // 2, bottom // 2)
        if self._entry is not None:
            self._entry.paint(
                canvas, room, self.stage.line("kiosk.correct.label").upper(), None, self._changed
            )
            return
        canvas.panel(room)
        steps = room.inflate(-theme.px(240), -theme.px(120))
        paint_steps(
            canvas,
            "value",
            steps,
            str(self._number),
            lambda: self._step(-1),
            lambda: self._step(1),
            "display",
        )
