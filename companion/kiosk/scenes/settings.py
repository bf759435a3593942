"""The settings on the screen: the rows that everybody, or whoever knows the PIN, may change."""

from __future__ import annotations

from companion.kiosk.choice_panel import Choice
from companion.kiosk.layer import Scene
from companion.kiosk.listing import Entry, Listing
from companion.kiosk.scenes.changing import ChangingScene
from companion.kiosk.stage import Stage
from companion.language import Language
from companion.settings_table import TABLE, Setting, Value, Where
from companion.table.faults import Fault

#: What is opened when the kiosk starts, and not again.
_AT_START = frozenset(
    setting.id for setting in TABLE if setting.where == "operator" and setting.id != "rest_minutes"
)
#: What UP and DOWN go through value by value; everything else is turned on by one press of OK.
_STEPPED = ("percent", "minutes", "pin", "optional_pin")


class SettingsScene(ChangingScene):
    """One row a setting; BACK leads to where one came from, made anew where it looks otherwise by now."""

    ask, title, back_to = "kiosk.settings.ask", "kiosk.settings.title", "kiosk.hint.before"

    def __init__(self, stage: Stage, back: Scene, where: Where = "everyday", focus: str = "") -> None:
        super().__init__(stage)
        self._back_to = back
        self._where = where
        self._rows = [setting for setting in TABLE if setting.where == where]
        #: The language and the print that `back` was made in.
        self._began_in = (stage.language.code, stage.theme.large)
        names = [setting.id for setting in self._rows]
        self._list = Listing(self._entries(), names.index(focus) if focus else 0)

    def about(self) -> str:
        return self.stage.line(f"kiosk.settings.about.{self._where}")

    def choice(self) -> Choice:
        setting = self._setting
        usual = self.stage.line("kiosk.rules.usual", value=self._value(setting, setting.default))
        value = self._value(setting, self._now(setting))
        name, about = self.stage.say(setting.title), self.stage.say(setting.explanation)
        return Choice(name, about, value, usual, setting.kind in _STEPPED)

    def tick(self, now: int) -> None:
        for said in self.stage.preferences.problems():
            self.stage.notice(self.stage.say(said), "bad", 9000)

    def _back(self) -> None:
        same = (self.stage.language.code, self.stage.theme.large) == self._began_in
        self.stage.go(self._back_to if same else self._back_to.again())

    def again(self) -> Scene:
        return SettingsScene(self.stage, self._back_to.again(), self._where, self._setting.id)

    def step(self, by: int) -> None:
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
