"""Asking for the operator's PIN: by the seats' buttons, by touch, or with UP, DOWN and OK."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from companion import pin as pins
from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, bar_rect, choice_hints
from companion.kiosk.layer import Layer
from companion.kiosk.layout import grid, middle
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink

#: What UP and DOWN go through.
_KEYS = (*pins.DIGITS, "ok")


class PinLayer(Layer):
    """Asks for the PIN; where none has been chosen yet, one is chosen and given twice.

    `opened` is called once the PIN is right.
    """

    darkness = 250

    def __init__(self, stage: Stage, opened: Callable[[], None]) -> None:
        super().__init__(stage)
        self._opened = opened
        self._digits = ""
        self._first = ""
        self._focus = 0

    @property
    def _choosing(self) -> bool:
        return not self.stage.settings.text("pin")

    def bar(self) -> Bar:
        line = self.stage.line
        hints = choice_hints(line("kiosk.hint.choose"), line("kiosk.hint.cancel"))
        if not self._choosing:
            return Bar(line("kiosk.pin.ask"), line("kiosk.pin.below"), hints=hints)
        sentence = line("kiosk.pin.again" if self._first else "kiosk.pin.new")
        return Bar(sentence, line("kiosk.pin.new.below", least=pins.LEAST, most=pins.MOST), hints=hints)

    def push(self, push: Push) -> None:
        self.stale = True
        if push.act == "hold":
            return
        if push.place is not None:
            self._type(str(push.place + 1))
        elif push.button == "back":
            self._back()
        elif push.button in ("up", "down"):
            self._focus = (self._focus + (-1 if push.button == "up" else 1)) % len(_KEYS)
        elif push.button == "ok":
            self._take(_KEYS[self._focus])

    def typed(self, typed: Typed) -> None:
        self.stale = True
        if typed.key == "escape":
            self.close()
        elif typed.key == "delete":
            self._back()

    def _back(self) -> None:
        if self._digits:
            self._digits = self._digits[:-1]
        else:
            self.close()

    def _take(self, key: str) -> None:
        self.stale = True
        if key == "ok":
            self._done()
        else:
            self._type(key)

    def _type(self, digit: str) -> None:
        if len(self._digits) < pins.MOST:
            self._digits += digit

    def _done(self) -> None:
        given, self._digits = self._digits, ""
        if self._choosing:
            self._choose(given)
        elif self.stage.pin_guard.try_pin(given, self.stage.settings.text("pin")):
            self._open()
        else:
            self._refuse()

    def _choose(self, given: str) -> None:
        if not pins.legal(given):
            words = self.stage.line("kiosk.pin.length", least=pins.LEAST, most=pins.MOST)
            self.stage.notice(words, "bad")
        elif not self._first:
            self._first = given
        elif given == self._first:
            self.stage.preferences.change("pin", pins.seal_of(given))
            self._open()
        else:
            self._first = ""
            self.stage.notice(self.stage.line("kiosk.pin.differ"), "bad")

    def _refuse(self) -> None:
        seconds = self.stage.pin_guard.waits_s
        line = self.stage.line
        self.stage.notice(
            line("kiosk.pin.wait", count=seconds) if seconds else line("kiosk.pin.wrong"), "bad"
        )

    def _open(self) -> None:
        self.close()
        self._opened()

    def paint(self, canvas: Canvas) -> None:
        theme = self.stage.theme
        bottom = bar_rect(theme).top
        whole = pygame.Rect(0, theme.px(24), theme.width, bottom - theme.px(48))
        box = middle(whole, theme.px(520), theme.px(500))
        dots = pygame.Rect(box.x, box.y, box.width, theme.px(80))
        canvas.panel(dots)
        size = theme.px(22)
        for index in range(len(self._digits)):
            x = dots.centerx + round((index - (len(self._digits) - 1) / 2) * size * 1.8)
            canvas.centred(canvas.box.disc(size, Ink.LAMP), (x, dots.centery))
        top = dots.bottom + theme.px(16)
        room = pygame.Rect(box.x, top, box.width, box.bottom - top)
        for index, cell in enumerate(grid(room, 3, 3, theme.px(12))):
            key = _KEYS[index]
            canvas.panel(cell, lit=index == self._focus, radius=theme.px(12))
            words = self.stage.line("kiosk.hint.done") if key == "ok" else key
            canvas.text(words, "number", Ink.PAPER, cell.inflate(-theme.px(16), 0), "middle")
            canvas.hot(f"pin {key}", cell, lambda key=key: self._take(key))  # type: ignore[misc]
