"""House rules: what the table agrees on before a session, each with a sentence that explains it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.kiosk.choice_panel import Choice
from companion.kiosk.listing import Entry, Listing
from companion.kiosk.pace import Pace
from companion.kiosk.scenes.changing import ChangingScene
from companion.kiosk.stage import Stage
from companion.table.faults import Fault
from companion.table.house_rules import HouseRule, Setting

if TYPE_CHECKING:
    from companion.kiosk.scenes.seats import SeatsScene


class RulesScene(ChangingScene):
    """Switches, choices and numbers of the game that the seats are taken for."""

    ask, title, back_to = "kiosk.rules.ask", "kiosk.rules.title", "kiosk.hint.seats"

    def __init__(self, stage: Stage, seats: SeatsScene) -> None:
        super().__init__(stage)
        self._seats = seats
        self._pace = Pace()
        self._list = Listing(self._entries())

    def about(self) -> str:
        return self.stage.line(f"kiosk.game.{self._seats.game}")

    def choice(self) -> Choice:
        rule = self._rule
        usual = self.stage.line("kiosk.rules.usual", value=self._value(rule, rule.default))
        value = self._value(rule, self._seats.rules[rule.id])
        name, about = self.stage.say(rule.say), self.stage.say(rule.explain)
        return Choice(name, about, value, usual, rule.kind == "number")

    def _back(self) -> None:
        self.stage.go(self._seats)

    def step(self, by: int) -> None:
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


def _stepped(rule: HouseRule, value: Setting, by: int) -> Setting:
    """Return the next value of a rule; numbers stop at their ends, the others go round."""
    if rule.kind == "switch":
        return not value
    if rule.kind == "choice":
        ids = [option.id for option in rule.options]
        return ids[(ids.index(str(value)) + by) % len(ids)] if value in ids else ids[0]
    return max(rule.least, min(rule.most, int(value) + by))
