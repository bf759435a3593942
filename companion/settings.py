"""The settings that stay from one evening to the next: one table, one file that people may edit.

The table makes the file: every setting stands in it with its explanation, those at their default as a
comment.  A faulty line is named and its setting keeps the default; the companion always starts.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from companion.language import Language
from companion.table.disk import Disk
from companion.table.faults import Fault
from companion.table.text import Text, text

FILE = "settings.toml"
#: The file as it was before the last change.
OLD_FILE = "settings.old.toml"

Value: TypeAlias = bool | int | str


class Setting(Struct, frozen=True, kw_only=True):
    """One setting.

    A "switch" is ``true`` or ``false``, a "text" any one line of text, a "size" empty or ``WIDTHxHEIGHT``
    in pixels.  The message ``settings.about.<id>`` explains it, ``settings.legal.<kind>`` what is legal.
    """

    id: str
    kind: Literal["switch", "text", "size"]
    default: Value

    @property
    def about(self) -> Text:
        return text(f"settings.about.{self.id}")

    @property
    def legal(self) -> Text:
        return text(f"settings.legal.{self.kind}")

    def allows(self, value: object) -> bool:
        """Whether the setting may be `value`, as TOML gave it."""
        match self.kind:
            case "switch":
                return isinstance(value, bool)
            case "text":
                return isinstance(value, str) and value.isprintable()
            case "size":
                return isinstance(value, str) and re.fullmatch(r"(\d{3,4}x\d{3,4})?", value) is not None


TABLE: tuple[Setting, ...] = (
    Setting(id="language", kind="text", default="en"),
    Setting(id="camera", kind="text", default=""),
    Setting(id="window", kind="size", default=""),
    Setting(id="sound", kind="switch", default=True),
)
_BY_ID = {setting.id: setting for setting in TABLE}


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
            if disk.size(path) is None:
                return Settings()
            lines = disk.read(path).decode("utf-8").split("\n")
        except (OSError, UnicodeDecodeError) as problem:
            reason = getattr(problem, "strerror", None) or "UTF-8"
            return Settings(faults=(text("settings.unreadable", file=str(path), reason=reason),))
        given: dict[str, Value] = {}
        faults: list[Text] = []
        section = ""
        for number, line in enumerate(lines, 1):
            # A line stands for itself, so that one that is no TOML does not hide the faults of the others.
            if header := re.fullmatch(r"\s*\[\s*([\w-]+)\s*\]\s*(#.*)?", line):
                section = f"{header[1]}."
                continue
            try:
                found = tomllib.loads(line.rstrip("\r"))
            except tomllib.TOMLDecodeError:
                faults.append(text("settings.not_toml", file=str(path), line=number))
                continue
            for key, value in found.items():
                fault = _fault(section + key, value, twice=section + key in given)
                if fault is None:
                    given[section + key] = value
                else:
                    faults.append(text("settings.in_line", file=str(path), line=number, fault=fault))
        return Settings(given, tuple(faults))

    def __getitem__(self, id: str) -> Value:
        return self._given.get(id, _BY_ID[id].default)

    def text(self, id: str) -> str:
        """Return a setting that is a text or a size."""
        return str(self[id])

    def on(self, id: str) -> bool:
        """Return a setting that is a switch."""
        return bool(self[id])

    def changed(self, id: str, value: object) -> Settings:
        """Return settings with one changed; raises `Fault` (status 2) for an unknown one or a wrong value."""
        fault = _fault(id, value)
        if fault is not None:
            raise Fault(fault.id, status=2, **fault.facts)
        return Settings({**self._given, id: value}, self.faults)  # type: ignore[dict-item]

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
        parts = [f"# {language.line('settings.head')}"]
        for setting in TABLE:
            mark = "" if setting.id in self._given else "# "
            # TOML takes JSON's strings and booleans as they are.
            value = json.dumps(self[setting.id], ensure_ascii=False)
            parts.append(f"# {language.say(setting.about)}\n{mark}{setting.id} = {value}")
        return "\n\n".join(parts) + "\n"


def _fault(id: str, value: Any, twice: bool = False) -> Text | None:
    setting = _BY_ID.get(id)
    if setting is None:
        return text("settings.unknown", setting=id, known=", ".join(_BY_ID))
    if twice:
        return text("settings.twice", setting=id)
    if not setting.allows(value):
        given = json.dumps(value, ensure_ascii=False, default=str)
        return text("settings.wrong", setting=id, given=given, legal=setting.legal)
    return None
