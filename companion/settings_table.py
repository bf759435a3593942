"""The table of settings, from which the file, its documentation and the screen are made."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from msgspec import Struct

from companion.language import FIRST, LANGUAGES, Language
from companion.table.text import Text, text
from hardware.buttons import BUTTONS, SEAT_BUTTONS
from hardware.pins import DEFAULT_BUTTON_PINS, DEFAULT_REGISTER_PINS, FREE, REGISTER_WIRES

Value: TypeAlias = bool | int | str
Kind = Literal[
    "switch", "language", "percent", "minutes", "text", "size", "pin_code", "pin", "optional_pin", "wiring"
]
#: Who finds a setting on the screen: everybody, whoever knows the PIN, or nobody: it stands in the file only.
Where = Literal["everyday", "operator", "file"]

NO_PIN = -1
WIRINGS = ("register", "direct", "none")
MOST_MINUTES = 120
_PERCENT_STEP = 10


class Setting(Struct, frozen=True, kw_only=True):
    """One setting.

    A "switch" is ``true`` or ``false``, a "language" the code of one, a "percent" 0 to 100,
    "minutes" 0 to `MOST_MINUTES`, a "text" any one line of text, a "size" empty or ``WIDTHxHEIGHT`` in
    pixels, a "pin_code" empty or the seal of a PIN, a "pin" the BCM number of a free pin, an "optional_pin"
    that or `NO_PIN`, a "wiring" one of `WIRINGS`.  An id with a full stop stands in the section before it.
    The message ``settings.about.<about>`` explains it, ``settings.title.<about>`` names it on the screen,
    ``settings.legal.<kind>`` says what is legal.  `offered` is what the screen offers for a text.
    """

    id: str
    kind: Kind
    default: Value
    about: str
    where: Where = "file"
    offered: tuple[Value, ...] = ()

    @property
    def explanation(self) -> Text:
        return text(f"settings.about.{self.about}")

    @property
    def title(self) -> Text:
        """What stands on the screen; the settings of a section are told apart by what they are for."""
        section, _, word = self.id.rpartition(".")
        if not section or word == self.about:
            return text(f"settings.title.{self.about}")
        if word in SEAT_BUTTONS:
            part = text("settings.part.seat", number=SEAT_BUTTONS.index(word) + 1)
        else:
            part = text(f"settings.part.{word}")
        return text(f"settings.title.{self.about}", name=part)

    @property
    def legal(self) -> Text:
        return text(f"settings.legal.{self.kind}")

    def allows(self, value: object) -> bool:
        """Whether the setting may be `value`, as TOML gave it."""
        match self.kind:
            case "switch":
                return isinstance(value, bool)
            case "language":
                return isinstance(value, str) and re.fullmatch(r"[a-z]{2,3}", value) is not None
            case "percent":
                return type(value) is int and 0 <= value <= 100
            case "minutes":
                return type(value) is int and 0 <= value <= MOST_MINUTES
            case "text":
                return isinstance(value, str) and value.isprintable()
            case "size":
                return isinstance(value, str) and re.fullmatch(r"(\d{3,4}x\d{3,4})?", value) is not None
            case "pin_code":
                return (
                    isinstance(value, str)
                    and re.fullmatch(r"([0-9a-f]{32}:[0-9a-f]{64})?", value) is not None
                )
            case "pin":
                return type(value) is int and value in FREE
            case "optional_pin":
                return type(value) is int and (value == NO_PIN or value in FREE)
            case "wiring":
                return isinstance(value, str) and value in WIRINGS

    def stepped(self, value: Value, by: int) -> Value:
        """Return the value that lies `by` steps further on the screen; numbers stop at their ends."""
        if self.kind in ("percent", "minutes"):
            step, most = (_PERCENT_STEP, 100) if self.kind == "percent" else (1, MOST_MINUTES)
            return max(0, min(most, int(value) + by * step))
        choices: tuple[Value, ...]
        match self.kind:
            case "switch":
                choices = (False, True)
            case "language":
                choices = LANGUAGES
            case "pin":
                choices = tuple(sorted(FREE))
            case "optional_pin":
                choices = (NO_PIN, *sorted(FREE))
            case "wiring":
                choices = WIRINGS
            case _:
                choices = self.offered
        if value not in choices:
            return choices[0] if choices else value
        return choices[(choices.index(value) + by) % len(choices)]


TABLE: tuple[Setting, ...] = (
    Setting(id="language", kind="language", default=FIRST, about="language", where="everyday"),
    Setting(id="voice", kind="switch", default=True, about="voice", where="everyday"),
    Setting(id="sounds", kind="switch", default=True, about="sounds", where="everyday"),
    Setting(id="volume", kind="percent", default=70, about="volume", where="everyday"),
    Setting(id="large_print", kind="switch", default=False, about="large_print", where="everyday"),
    Setting(id="slow", kind="switch", default=False, about="slow", where="everyday"),
    Setting(id="rest_minutes", kind="minutes", default=10, about="rest_minutes", where="operator"),
    Setting(
        id="camera", kind="text", default="", about="camera", where="operator", offered=("", "none", "sim")
    ),
    Setting(
        id="window",
        kind="size",
        default="",
        about="window",
        where="operator",
        offered=("", "800x480", "1280x720", "1920x1080"),
    ),
    Setting(id="pin", kind="pin_code", default="", about="pin"),
    *(
        Setting(
            id=f"buttons.{name}",
            kind="optional_pin",
            default=DEFAULT_BUTTON_PINS[name],
            about="buttons",
            where="operator",
        )
        for name in BUTTONS
    ),
    Setting(id="lamps.wiring", kind="wiring", default="register", about="wiring", where="operator"),
    *(
        Setting(
            id=f"lamps.{wire}",
            kind="pin",
            default=DEFAULT_REGISTER_PINS[wire],
            about="register",
            where="operator",
        )
        for wire in REGISTER_WIRES
    ),
    *(
        Setting(id=f"lamps.{seat}", kind="optional_pin", default=NO_PIN, about="direct", where="operator")
        for seat in SEAT_BUTTONS
    ),
)
BY_ID = {setting.id: setting for setting in TABLE}


def documented(language: Language) -> str:
    """Return the table of settings as the README has it, in Markdown."""
    heads = [language.line(f"settings.table.{head}") for head in ("setting", "legal", "default", "about")]
    rows = [heads, ["---"] * len(heads)]
    for group in _alike():
        first = group[0]
        ids = f"`{first.id}`" if len(group) == 1 else f"`{first.id}` … `{group[-1].id}`"
        defaults = [_toml(setting.default) for setting in group]
        default = defaults[0] if len({*defaults}) == 1 else ", ".join(defaults)
        legal, about = language.say(first.legal), language.say(first.explanation)
        rows.append([ids, legal, f"`{default}`", about])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows) + "\n"


def _alike() -> list[list[Setting]]:
    """Return the settings in groups that one sentence explains."""
    groups: list[list[Setting]] = []
    for setting in TABLE:
        if groups and groups[-1][0].about == setting.about:
            groups[-1].append(setting)
        else:
            groups.append([setting])
    return groups


def _toml(value: Value) -> str:
    return (
        str(value).lower()
        if isinstance(value, bool)
        else f'"{value}"'
        if isinstance(value, str)
        else str(value)
    )
