"""The settings that stay from one evening to the next: one table, one file that people may edit.

The table makes the file: every setting stands in it with its explanation, those at their default as a
comment.  A faulty line is named and its setting keeps the default; the companion always starts.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from companion.language import Language
from companion.settings_table import BY_ID, NO_PIN, TABLE, Value
from companion.table.disk import Disk
from companion.table.faults import Fault
from companion.table.text import Text, text
from hardware.buttons import BUTTONS, SEAT_BUTTONS
from hardware.pins import REGISTER_WIRES, PinMap

FILE = "settings.toml"
#: The file as it was before the last change.
OLD_FILE = "settings.old.toml"
#: What the companion writes is a hundredth of it; nothing longer is looked at.
MOST_BYTES = 256 * 1024


class Settings:
    """What is set, and `faults`: one sentence a faulty line of the file, all of them at once."""

    def __init__(self, given: Mapping[str, Value] | None = None, faults: tuple[Text, ...] = ()) -> None:
        self._given = dict(given or {})
        self.faults = faults

    @staticmethod
    def load(folder: Path, disk: Disk) -> Settings:
        """Read the data folder's file; whatever is in it, the companion starts."""
        path = folder / FILE
        try:
            size = disk.size(path)
            if size is None:
                return Settings()
            if size > MOST_BYTES:
                reason = f"> {MOST_BYTES // 1024} kB"
                return Settings(faults=(text("settings.unreadable", file=str(path), reason=reason),))
            lines = disk.read(path, most=MOST_BYTES).decode("utf-8").split("\n")
        except (OSError, UnicodeDecodeError) as problem:
            reason = getattr(problem, "strerror", None) or "UTF-8"
            return Settings(faults=(text("settings.unreadable", file=str(path), reason=reason),))
        given: dict[str, Value] = {}
        at: dict[str, int] = {}
        faults: dict[int, Text] = {}
        section = ""
        for number, line in enumerate(lines, 1):
            # A line stands for itself, so that one that is no TOML does not hide the faults of the others.
            if header := re.fullmatch(r"\s*\[\s*([\w-]+)\s*\]\s*(#.*)?", line):
                section = f"{header[1]}."
                continue
            try:
                found = _flat(tomllib.loads(line.rstrip("\r")))
            except (ValueError, RecursionError):
                faults[number] = text("settings.not_toml")
                continue
            for key, value in found.items():
                id = section + key
                fault = _fault(id, value) or (text("settings.twice", setting=id) if id in given else None)
                if fault is None:
                    given[id], at[id] = value, number
                else:
                    faults[number] = fault
        if shared := _shared_pins(given):
            faults |= {at[id]: text("settings.pins_at_default", fault=fault) for id, fault in shared.items()}
            # Half a wiring is worse than none: the other pins were meant together with these.
            given = {id: value for id, value in given.items() if not id.startswith(("buttons.", "lamps."))}
        return Settings(
            given,
            tuple(
                text("settings.in_line", file=str(path), line=number, fault=fault)
                for number, fault in sorted(faults.items(), key=lambda item: item[0])
            ),
        )

    def __getitem__(self, id: str) -> Value:
        return self._given.get(id, BY_ID[id].default)

    def text(self, id: str) -> str:
        """Return a setting that is a text or a size."""
        return str(self[id])

    def on(self, id: str) -> bool:
        """Return a setting that is a switch."""
        return self[id] is True

    def number(self, id: str) -> int:
        """Return a setting that is a number."""
        return int(self[id])

    def pins(self) -> PinMap:
        """Return which button and lamp is wired to which pin."""
        return _pin_map(self._given)

    def changed(self, id: str, value: Value) -> Settings:
        """Return settings with one changed; raises `Fault` (status 2) for an unknown one or a wrong value."""
        fault = _fault(id, value) or _shared_pins({**self._given, id: value}).get(id)
        if fault is not None:
            raise Fault(fault.id, status=2, **fault.facts)
        return Settings({**self._given, id: value}, self.faults)

    def save(self, folder: Path, disk: Disk) -> None:
        """Write the file, all or nothing, and keep the one that was there as `OLD_FILE`.

        Raises `Fault` when the disk does not take it; what is set stays set until the companion ends.
        """
        path = folder / FILE
        try:
            disk.make_folder(folder)
            if disk.size(path) is not None:
                disk.write_whole(folder / OLD_FILE, disk.read(path))
            disk.write_whole(path, self.written().encode())
        except OSError as problem:
            reason = problem.strerror or str(problem)
            raise Fault("settings.not_saved", folder=str(folder), reason=reason) from problem

    def written(self) -> str:
        """Return the text of the file."""
        language = Language.load(self.text("language"))
        lines = [f"# {language.line('settings.head')}"]
        section = about = ""
        for setting in TABLE:
            head, stop, name = setting.id.rpartition(".")
            if stop and head != section:
                lines += ["", f"[{head}]"]
                section = head
            if setting.about != about:
                lines += ["", f"# {language.say(setting.explanation)}"]
                about = setting.about
            # TOML takes JSON's strings, numbers and booleans as they are.
            value = json.dumps(self[setting.id], ensure_ascii=False)
            lines.append(f"{'' if setting.id in self._given else '# '}{name} = {value}")
        return "\n".join(lines) + "\n"


def _flat(found: Mapping[str, Any], before: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in found.items():
        flat |= _flat(value, f"{before}{key}.") if isinstance(value, dict) else {before + key: value}
    return flat


def _fault(id: str, value: Any) -> Text | None:
    setting = BY_ID.get(id)
    if setting is None:
        return text("settings.unknown", setting=id, known=", ".join(BY_ID))
    if not setting.allows(value):
        given = json.dumps(value, ensure_ascii=False, default=str)[:60]
        return text("settings.wrong", setting=id, given=given, legal=setting.legal)
    return None


def _pin_map(given: Mapping[str, Value]) -> PinMap:
    def named(section: str, names: Iterable[str]) -> dict[str, int]:
        pins = {name: given.get(f"{section}.{name}", BY_ID[f"{section}.{name}"].default) for name in names}
        return {name: pin for name, pin in pins.items() if isinstance(pin, int) and pin != NO_PIN}

    wiring: Any = given.get("lamps.wiring", BY_ID["lamps.wiring"].default)
    return PinMap(
        named("buttons", BUTTONS), wiring, named("lamps", REGISTER_WIRES), named("lamps", SEAT_BUTTONS)
    )


def _shared_pins(given: Mapping[str, Value]) -> dict[str, Text]:
    """Return a fault for each setting given that shares its pin with another one in use."""
    pins = _pin_map(given)
    used = {f"buttons.{name}": pin for name, pin in pins.buttons.items()}
    if pins.lamps != "none":
        lamps = pins.register if pins.lamps == "register" else pins.direct
        used |= {f"lamps.{name}": pin for name, pin in lamps.items()}
    faults = {}
    for id in given:
        others = [other for other, pin in used.items() if id in used and pin == used[id] and other != id]
        if others:
            faults[id] = text("settings.shared_pin", setting=id, pin=used[id], other=others[0])
    return faults
