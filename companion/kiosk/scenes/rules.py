"""House rules: what the table agrees on before a session, each with a sentence that explains it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.choice_panel import Choice, paint_choice
from companion.kiosk.frame import Bar, Hint, body_rect, choice_hints, draw_header
from companion.kiosk.layer import Scene
from companion.kiosk.layout import split
from companion.kiosk.listing import Entry, Listing
from companion.kiosk.pace import Pace
from companion.kiosk.stage import Stage
from companion.kiosk.wall_clock import clock_sprite, clock_width
from companion.table.faults import Fault
from companion.table.house_rules import HouseRule, Setting

if TYPE_CHECKING:
    from companion.kiosk.scenes.seats import SeatsScene


class RulesScene(Scene):
    """Switches, choices and numbers.  UP and DOWN go through them; OK changes the one in focus."""

    def __init__(self, stage: Stage, seats: SeatsScene) -> None:
        super().__init__(stage)
        self._seats = seats
        self._changing = False
        self._pace = Pace()
        self._list = Listing(self._entries())

    def bar(self) -> Bar:
        line, rule = self.stage.line, self._rule
        if self._changing:
            turns = (Hint("up", line("kiosk.hint.more")), Hint("down", line("kiosk.hint.less")))
            words = self.stage.say(rule.say)
            return Bar(
                words, line("kiosk.rules.changing"), hints=(Hint("ok", line("kiosk.hint.keep")), *turns)
            )
        hints = choice_hints(line("kiosk.hint.change"), line("kiosk.hint.seats"))
        return Bar(line("kiosk.rules.ask"), line("kiosk.rules.below"), hints=hints)

    # what people do ----------------------------------------------------------------------------------

    def push(self, push: Push) -> None:
        self.stale = True
        button = push.button
        if button == "back":
            if self._changing:
                self._changing = False
            else:
                self._back()
        elif self._changing and button in ("up", "down"):
            self._step(1 if button == "up" else -1)
        elif self._changing and button == "ok":
            self._changing = False
        else:
            self._list.push(button)

    def typed(self, typed: Typed) -> None:
        self.stale = True
        if typed.key == "escape":
            self._back()
        elif typed.key in ("left", "right"):
            self._step(1 if typed.key == "right" else -1)

    def _back(self) -> None:
        self.stage.go(self._seats)

    def _press(self) -> None:
        if self._rule.kind == "number":
            self._changing = True
        else:
            self._step(1)

    def _focus(self, index: int) -> None:
        self._list.focus = index
        self._changing = False
        self.stale = True

    def _step(self, by: int) -> None:
        rule, rules = self._rule, self._seats.rules
        if rule.kind == "number":
            steps = (rule.most - rule.least) or 1
            by *= self._pace.stride(by, self.stage.now, steps)
        try:
            self._seats.agree(rule.id, _stepped(rule, rules[rule.id], by))
        except Fault as fault:
            self.stage.notice(self.stage.say(fault.say), "bad", 8000)
        self._list.renew(self._entries())
        self.stale = True

    # entries -----------------------------------------------------------------------------------------

    @property
    def _rule(self) -> HouseRule:
        focused = self._list.focused
        shown = self._shown()
        return next((rule for rule in shown if focused is not None and rule.id == focused.name), shown[0])

    def _shown(self) -> list[HouseRule]:
        rules = self._seats.rules
        return [rule for rule in self._seats.agreed if rule.applies(rules)]

    def _entries(self) -> list[Entry]:
        rules = self._seats.rules
        return [
            Entry(rule.id, self.stage.say(rule.say), self._press, value=self._value(rule, rules[rule.id]))
            for rule in self._shown()
        ]

    def _value(self, rule: HouseRule, value: Setting) -> str:
        if rule.kind == "switch":
            return self.stage.line("kiosk.rules.on" if value else "kiosk.rules.off")
        if rule.kind == "choice":
            # An open choice may be something that is not offered, such as a file of one's own.
            said = (self.stage.say(option.say) for option in rule.options if option.id == value)
            return next(said, str(value))
        return str(value)

    # picture -----------------------------------------------------------------------------------------

    def live(self, now: int) -> Sequence[Sprite]:
        return clock_sprite(self.stage)

    def paint(self, canvas: Canvas) -> None:
        theme, line = self.stage.theme, self.stage.line
        about = line(f"kiosk.game.{self._seats.game}")
        draw_header(canvas, line("kiosk.rules.title"), about, clock_width(self.stage))
        left, right = split(body_rect(theme), round(body_rect(theme).width * 0.56), theme.px(24))
        self._list.paint(canvas, left, theme.px(64), theme.px(8), touched=self._focus)
        self._paint_rule(canvas, right)

    def _paint_rule(self, canvas: Canvas, room: pygame.Rect) -> None:
        rule = self._rule
        usual = self.stage.line("kiosk.rules.usual", value=self._value(rule, rule.default))
        value = self._value(rule, self._seats.rules[rule.id])
        name, about = self.stage.say(rule.say), self.stage.say(rule.explain)
        choice = Choice(name, about, value, usual, rule.kind == "number")
        paint_choice(canvas, room, choice, self._step, self._changing)


def _stepped(rule: HouseRule, value: Setting, by: int) -> Setting:
    """Return the next value of a rule; numbers stop at their ends, the others go round."""
    if rule.kind == "switch":
        return not value
    if rule.kind == "choice":
        ids = [option.id for option in rule.options]
        return ids[(ids.index(str(value)) + by) % len(ids)] if value in ids else ids[0]
    return max(rule.least, min(rule.most, int(value) + by))
