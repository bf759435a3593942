"""Naming: writing a name with a keyboard, with a finger, or with UP, DOWN and OK."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, bar_rect, choice_hints
from companion.kiosk.layer import Layer
from companion.kiosk.layout import columns, inner, rows
from companion.kiosk.shapes import shape
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink
from companion.kiosk.tokens import arrow
from companion.table.refusals import Refused
from companion.table.seats import LONGEST_NAME, clean_name

_ERASE, _BLANK, _DONE, _LEAVE, _BOT = "erase", "blank", "done", "leave", "bot"
_WORDS = (_BLANK, _DONE, _LEAVE, _BOT)


class NamingLayer(Layer):
    """Asks for one name.  `named` gets a name that can be used; `left`, if given, frees the place.

    `bot`, if given, lets a bot play or a person again, and says whether one plays now.
    """

    def __init__(
        self,
        stage: Stage,
        place: int,
        begun: str,
        taken: Sequence[str],
        named: Callable[[str], None],
        left: Callable[[], None] | None = None,
        bot: tuple[Callable[[], None], bool] | None = None,
    ) -> None:
        super().__init__(stage)
        self.place = place
        self.name = begun[:LONGEST_NAME]
        self._taken = taken
        self._named = named
        self._left = left
        self._bot = bot
        self._rows = self._make_rows()
        self._keys = [key for row in self._rows for key in row]
        self._focus = self._keys.index(_DONE)

    @property
    def typing(self) -> bool:
        return True

    def _make_rows(self) -> list[list[str]]:
        letters = self.stage.line("kiosk.naming.letters").split()
        last = [_BLANK, _ERASE, *([_LEAVE] if self._left else []), *([_BOT] if self._bot else []), _DONE]
        return [*(list(row) for row in letters), last]

    def bar(self) -> Bar:
        line = self.stage.line
        hints = choice_hints(line("kiosk.hint.type"), line("kiosk.hint.cancel"))
        return Bar(
            line("kiosk.naming.ask"), line("kiosk.naming.below", most=LONGEST_NAME), (self.place,), hints
        )

    # what people do ----------------------------------------------------------------------------------

    def push(self, push: Push) -> None:
        self.stale = True
        if push.button == "up":
            self._focus = (self._focus - 1) % len(self._keys)
        elif push.button == "down":
            self._focus = (self._focus + 1) % len(self._keys)
        elif push.button == "ok":
            self._press(self._keys[self._focus])
        elif push.button == "back":
            self.close()
        elif push.place == self.place:
            self._press(_DONE)

    def typed(self, typed: Typed) -> None:
        self.stale = True
        if typed.text:
            self._write(typed.text)
        elif typed.key == "backspace":
            self.name = self.name[:-1]
        elif typed.key == "enter":
            self._press(_DONE)
        elif typed.key == "escape":
            self.close()
        elif typed.key in ("up", "left"):
            self._focus = (self._focus - 1) % len(self._keys)
        elif typed.key in ("down", "right", "tab"):
            self._focus = (self._focus + 1) % len(self._keys)

    def _write(self, text: str) -> None:
        kept = "".join(ch for ch in text if ch.isprintable())
        self.name = (self.name + kept)[:LONGEST_NAME]

    def _press(self, key: str) -> None:
        self.stale = True
        if key == _ERASE:
            self.name = self.name[:-1]
        elif key == _BLANK:
            self._write(" ")
        elif key == _LEAVE:
            if self._left is not None:
                self._left()
            self.close()
        elif key == _BOT:
            if self._bot is not None:
                self._bot[0]()
                self._finish()
        elif key == _DONE:
            self._finish()
        else:
            # Names begin with a capital, and go on with small letters.
            capital = not self.name or self.name[-1] in " -"
            self._write(key if capital else key.lower())

    def _finish(self) -> None:
        try:
            name = clean_name(self.name, self._taken)
        except Refused as no:
            self.stage.notice(self.stage.say(no.say), "bad")
            return
        self._named(name)
        self.close()

    # picture -----------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        theme = self.stage.theme
        bottom = bar_rect(theme).top - theme.px(20)
        room = pygame.Rect(
            0, theme.px(20), min(theme.width - 2 * theme.margin, theme.px(980)), bottom - theme.px(20)
        )
        room.centerx = theme.width // 2
        canvas.panel(room)
        inside = inner(room, theme.px(28), theme.px(20))
        field = pygame.Rect(inside.x, inside.y, inside.width, theme.px(92))
        self._paint_field(canvas, field)
        keys = pygame.Rect(
            inside.x, field.bottom + theme.px(20), inside.width, inside.bottom - field.bottom - theme.px(20)
        )
        index = 0
        for row, area in zip(self._rows, rows(keys, len(self._rows), theme.px(8)), strict=True):
            for key, cell in zip(row, columns(area, len(row), theme.px(8)), strict=True):
                self._paint_key(canvas, key, cell, index)
                index += 1

    def _paint_field(self, canvas: Canvas, field: pygame.Rect) -> None:
        theme = self.stage.theme
        canvas.panel(field, top=Ink.DEEP, low=Ink.NIGHT, edge=Ink.BRASS, shadow=False)
        side = theme.px(56)
        canvas.blit(shape(canvas.box, self.place, side), (field.x + theme.px(20), field.centery - side // 2))
        words = pygame.Rect(
            field.x + side + theme.px(40), field.y, field.width - side - theme.px(200), field.height
        )
        drawn = canvas.text(self.name, "prompt", Ink.PAPER, words)
        x = drawn.right + theme.px(4) if self.name else words.x
        canvas.surface.fill(Ink.LAMP, (x, field.centery - theme.px(24), max(2, theme.px(3)), theme.px(48)))
        count = pygame.Rect(field.right - theme.px(140), field.y, theme.px(120), field.height)
        canvas.text(f"{len(self.name)}/{LONGEST_NAME}", "small", Ink.MUTED, count, "right")

    def _paint_key(self, canvas: Canvas, key: str, cell: pygame.Rect, index: int) -> None:
        theme, lit = self.stage.theme, index == self._focus
        canvas.panel(cell, lit=lit, radius=theme.px(10), shadow=False, top=Ink.LIFTED, low=Ink.PANEL)
        if key == _ERASE:
            canvas.centred(arrow(canvas.box, theme.px(24), "left", Ink.TEXT), cell.center)
        else:
            id = (
                "kiosk.naming.person" if key == _BOT and self._bot and self._bot[1] else f"kiosk.naming.{key}"
            )
            words = self.stage.line(id) if key in _WORDS else key
            ink = Ink.LAMP if key == _DONE else Ink.TEXT
            canvas.text(words, "strong", ink, cell.inflate(-theme.px(8), 0), "middle")

        def touched() -> None:
            self._focus = index
            self._press(key)

        canvas.hot(f"key {key}", cell, touched)
