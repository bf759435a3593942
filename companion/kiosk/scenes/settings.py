"""The settings on the screen: the rows that everybody, or whoever knows the PIN, may change."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.choice_panel import Choice, paint_choice
from companion.kiosk.frame import Bar, Hint, body_rect, choice_hints, draw_header
from companion.kiosk.layer import Scene
from companion.kiosk.layout import split
from companion.kiosk.listing import Entry, Listing
from companion.kiosk.stage import Stage
from companion.kiosk.wall_clock import clock_sprite, clock_width
from companion.language import Language
from companion.settings_table import TABLE, Setting, Value, Where
from companion.table.faults import Fault

#: What is opened when the kiosk starts, and not again.
_AT_START = frozenset(
    setting.id for setting in TABLE if setting.where == "operator" and setting.id != "rest_minutes"
)
#: What UP and DOWN go through value by value; everything else is turned on by one press of OK.
_STEPPED = ("percent", "minutes", "pin", "optional_pin")


class SettingsScene(Scene):
    """One row a setting.  UP and DOWN go through them, OK changes the one in focus, BACK leads back."""

    def __init__(self, stage: Stage, back: Scene, where: Where = "everyday", focus: str = "") -> None:
        super().__init__(stage)
        self._back_to = back
        self._where = where
        self._rows = [setting for setting in TABLE if setting.where == where]
        self._changing = False
        #: The language and the print that `back` was made in.
        self._began_in = (stage.language.code, stage.theme.large)
        names = [setting.id for setting in self._rows]
        self._list = Listing(self._entries(), names.index(focus) if focus else 0)

    def bar(self) -> Bar:
        line, setting = self.stage.line, self._setting
        if self._changing:
            turns = (Hint("up", line("kiosk.hint.more")), Hint("down", line("kiosk.hint.less")))
            words = self.stage.say(setting.title)
            keep = Hint("ok", line("kiosk.hint.keep"))
            return Bar(words, line("kiosk.rules.changing"), hints=(keep, *turns))
        hints = choice_hints(line("kiosk.hint.change"), line("kiosk.hint.before"))
        return Bar(line("kiosk.settings.ask"), line("kiosk.rules.below"), hints=hints)

    # what people do ----------------------------------------------------------------------------------

    def push(self, push: Push) -> None:
        self.stale = True
        button = push.button
        if button == "back" and not self._changing:
            self._leave()
        elif self._changing and button in ("up", "down"):
            self._step(1 if button == "up" else -1)
        elif self._changing and button in ("ok", "back"):
            self._changing = False
        else:
            self._list.push(button)

    def typed(self, typed: Typed) -> None:
        self.stale = True
        if typed.key == "escape":
            self._leave()
        elif typed.key in ("left", "right"):
            self._step(1 if typed.key == "right" else -1)

    def tick(self, now: int) -> None:
        for said in self.stage.preferences.problems():
            self.stage.notice(self.stage.say(said), "bad", 9000)

    def _leave(self) -> None:
        same = (self.stage.language.code, self.stage.theme.large) == self._began_in
        self.stage.go(self._back_to if same else self._back_to.again())

    def again(self) -> Scene:
        return SettingsScene(self.stage, self._back_to.again(), self._where, self._setting.id)

    def _press(self) -> None:
        if self._setting.kind in _STEPPED:
            self._changing = True
        else:
            self._step(1)

    def _focus(self, index: int) -> None:
        self._list.focus = index
        self._changing = False
        self.stale = True

    def _step(self, by: int) -> None:
        setting, preferences = self._setting, self.stage.preferences
        value = setting.stepped(self._now(setting), by)
        try:
            preferences.change(setting.id, value)
        except Fault as fault:
            self.stage.notice(self.stage.say(fault.say), "bad", 8000)
        if setting.id in _AT_START:
            self.stage.notice(self.stage.line("kiosk.settings.next_start"))
        if setting.id == "language" and str(value) != self.stage.language.code:
            self.stage.speak(str(value))
        self.stage.look()
        self._list.renew(self._entries())
        self.stale = True

    # entries -----------------------------------------------------------------------------------------

    @property
    def _setting(self) -> Setting:
        return self._rows[self._list.focus]

    def _entries(self) -> list[Entry]:
        return [
            Entry(
                setting.id,
                self.stage.say(setting.title),
                self._press,
                value=self._value(setting, self._now(setting)),
            )
            for setting in self._rows
        ]

    def _now(self, setting: Setting) -> Value:
        """What holds just now: another language may have been wished for when the kiosk was started."""
        return self.stage.language.code if setting.id == "language" else self.stage.settings[setting.id]

    def _value(self, setting: Setting, value: Value) -> str:
        line = self.stage.line
        match setting.kind:
            case "switch":
                return line("kiosk.rules.on" if value else "kiosk.rules.off")
            case "language":
                return Language.load(str(value)).own_name
            case "percent":
                return line("kiosk.settings.percent", value=int(value))
            case "wiring":
                return line(f"kiosk.settings.wiring.{value}")
            case "optional_pin" if value == -1:
                return line("kiosk.settings.none")
            case _ if value in ("", "none", "sim"):
                return line(f"kiosk.settings.{value or 'by_itself'}")
            case _:
                return str(value)

    # picture -----------------------------------------------------------------------------------------

    def live(self, now: int) -> Sequence[Sprite]:
        return clock_sprite(self.stage)

    def paint(self, canvas: Canvas) -> None:
        theme, line = self.stage.theme, self.stage.line
        about = line(f"kiosk.settings.about.{self._where}")
        draw_header(canvas, line("kiosk.settings.title"), about, clock_width(self.stage))
        left, right = split(body_rect(theme), round(body_rect(theme).width * 0.56), theme.px(24))
        self._list.paint(canvas, left, theme.px(64), theme.px(8), touched=self._focus)
        self._paint_setting(canvas, right)

    def _paint_setting(self, canvas: Canvas, room: pygame.Rect) -> None:
        setting = self._setting
        usual = self.stage.line("kiosk.rules.usual", value=self._value(setting, setting.default))
        value = self._value(setting, self._now(setting))
        name, about = self.stage.say(setting.title), self.stage.say(setting.explanation)
        choice = Choice(name, about, value, usual, setting.kind in _STEPPED)
        paint_choice(canvas, room, choice, self._step, self._changing)
