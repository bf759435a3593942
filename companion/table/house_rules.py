"""House rules: what a table may agree on before a session, and the check of what it agreed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from companion.table.prompts import Option
from companion.table.refusals import Refused, Why
from companion.table.text import Text, text

#: What a house rule may be set to.
Setting: TypeAlias = bool | int | str

_WHOLE = re.compile(r"[+-]?[0-9]{1,9}")
_WORDS = {"yes": True, "on": True, "true": True, "no": False, "off": False, "false": False}


class HouseRule(Struct, frozen=True, kw_only=True):
    """One thing to agree on.

    A "switch" is ``True`` or ``False``, a "choice" the id of one of `options`, a "number" whole
    and from `least` to `most`.  `say` is its name, `explain` one sentence about it.  A rule with
    `needs` means something only while another rule has a certain value.  A choice that is `open` may also be
    another text, such as the name of a file, which is looked at when the game is built.
    """

    id: str
    say: Text
    explain: Text
    kind: Literal["switch", "choice", "number"]
    default: Setting
    options: tuple[Option, ...] = ()
    least: int = 0
    most: int = 0
    needs: tuple[str, Setting] | None = None
    open: bool = False

    @property
    def legal(self) -> Text:
        """What this rule may be set to, for refusals and help."""
        if self.kind == "switch":
            return text("rules.legal.switch")
        if self.kind == "choice":
            return text("rules.legal.choice", options=", ".join(option.id for option in self.options))
        return text("rules.legal.number", least=self.least, most=self.most)

    def allows(self, value: object) -> bool:
        """Whether the rule may be set to `value`."""
        match self.kind:
            case "switch":
                return isinstance(value, bool)
            case "choice":
                return isinstance(value, str) and (
                    any(option.id == value for option in self.options) or (self.open and bool(value))
                )
            case "number":
                whole = isinstance(value, int) and not isinstance(value, bool)
                return whole and self.least <= value <= self.most  # type: ignore[operator]

    def applies(self, settings: Mapping[str, Any]) -> bool:
        """Whether the rule means anything under these (complete) settings."""
        return self.needs is None or settings.get(self.needs[0]) == self.needs[1]

    def from_word(self, word: str) -> Setting:
        """Return the setting that a word typed on the command line means.

        Raises `Refused` when it means none of the legal ones.
        """
        tidy = word.strip().lower()
        value: Setting = tidy
        if self.kind == "switch":
            value = _WORDS.get(tidy, tidy)
        elif self.kind == "number" and _WHOLE.fullmatch(tidy):
            value = int(tidy)
        elif self.kind == "choice" and not any(option.id == tidy for option in self.options):
            value = word.strip() if self.open else tidy.replace("_", " ")
        if not self.allows(value):
            raise Refused(Why.RULE_VALUE, rule=self.id, given=word[:24], legal=self.legal)
        return value


def check_rules(rules: Sequence[HouseRule], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of all `rules`: what was `given`, and the default of each one left out.

    A rule that means nothing under the others (a limit of stakes where there are none) has its
    default.  Raises `Refused` (``UNKNOWN_RULE``, ``RULE_VALUE``), which names what is legal.
    """
    by_id = {rule.id: rule for rule in rules}
    for name, value in given.items():
        if name not in by_id:
            raise Refused(Why.UNKNOWN_RULE, given=str(name)[:24], known=", ".join(by_id))
        if not by_id[name].allows(value):
            raise Refused(Why.RULE_VALUE, rule=name, given=str(value)[:24], legal=by_id[name].legal)
    settings = {rule.id: given.get(rule.id, rule.default) for rule in rules}
    return {rule.id: settings[rule.id] if rule.applies(settings) else rule.default for rule in rules}


def rules_from_words(rules: Sequence[HouseRule], words: Sequence[str]) -> dict[str, Any]:
    """Return the checked, complete settings for words such as ``limit=3`` from a command line."""
    by_id = {rule.id: rule for rule in rules}
    given: dict[str, Setting] = {}
    for word in words:
        name, equals, value = word.partition("=")
        name = name.strip().lower()
        if name not in by_id:
            raise Refused(Why.UNKNOWN_RULE, given=name[:24], known=", ".join(by_id))
        if not equals:
            raise Refused(Why.RULE_VALUE, rule=name, given="", legal=by_id[name].legal)
        given[name] = by_id[name].from_word(value)
    return check_rules(rules, given)
