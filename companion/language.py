"""Languages: turns message ids and their facts into sentences, and numbers and days into their form.

The sentences of a language are the ``*.po`` files of its folder in ``assets/locale``.  They are
read by Babel and looked up through gettext's own catalogue, so that plural forms follow the language.
A text that a language lacks is said in English.
"""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from functools import cache, cached_property, lru_cache
from gettext import GNUTranslations
from typing import Any

from companion.asset_files import asset
from companion.table.text import Fact, Text

log = logging.getLogger(__name__)

#: The language in which every text is written first.
FIRST = "en"
#: The languages that are offered; each must be complete, which the tests see to.
LANGUAGES: tuple[str, ...] = ("en", "de", "nb", "ro")
#: Said where there are no texts at all, this one among them.
NO_TEXTS = (
    "The texts are missing: {folder} is empty. Install the companion again; it can be played meanwhile."
)
#: Facts of these names tell things apart and count nothing: their digits stand as they are.
_NAMES = frozenset(
    {"deal", "seed", "line", "pin", "pid", "index", "width", "height", "least_width", "least_height", "year"}
)
#: Where a word may be broken that has no room in one line; nothing else is to be seen of it.
SOFT_HYPHEN = "\u00ad"
#: The ids of the names of the edition that comes with the program, and the facts that may be such a name;
#: the names of people are in other facts, for "Fire" is a name, too.
_EDITION = "gold_rush."
_THINGS = frozenset({"space", "card", "creek"})
_NAMED_THINGS = frozenset({"goldrush.name", "goldrush.rule.edition.name", "kit.gold.title"})


class Language:
    """One language: says `Text`s.  An id that no language knows is said as the id itself, and logged once."""

    def __init__(self, code: str, catalogue: GNUTranslations | None) -> None:
        self.code = code
        self._catalogue = catalogue
        self._missing: set[str] = set()

    @staticmethod
    @cache
    def load(code: str = FIRST) -> Language:
        """Return the language of a code such as ``en``; English where the code is unknown."""
        catalogue = _catalogue(code)
        if catalogue is None and code != FIRST:
            return Language.load(FIRST)
        if catalogue is None:
            log.warning("no texts found in %s", asset("locale"))
        return Language(code, catalogue)

    @staticmethod
    def present() -> tuple[str, ...]:
        """Return the codes of all languages that have texts, complete or not."""
        folders = (path for path in asset("locale").glob("*") if _CODE.fullmatch(path.name))
        return tuple(sorted(path.name for path in folders if any(path.glob("*.po"))))

    @property
    def own_name(self) -> str:
        """What the language calls itself."""
        from babel import Locale

        name = Locale.parse(self.code).get_display_name() or self.code
        return name[:1].upper() + name[1:]

    @property
    def empty(self) -> bool:
        """Whether there are no texts at all."""
        return self._catalogue is None

    # sentences -----------------------------------------------------------------------------------------

    def say(self, text: Text) -> str:
        """Return the sentence of a text."""
        return self.line(text.id, **text.facts)

    def line(self, id: str, **facts: Fact) -> str:
        """Return the sentence of a message id; plural forms are chosen by the fact ``count``.

        Whole numbers among the facts are written in the language's form.
        """
        pattern = self._find(id, facts.get("count"))
        if pattern is None and self.code != FIRST:
            return Language.load(FIRST).line(id, **facts)
        if self.empty:
            return _bare(id, facts)
        if pattern is None:
            pattern = self._unknown(id)
        said = {name: self._fact(id, name, fact) for name, fact in facts.items()}
        try:
            return pattern.format(**said)
        except (KeyError, IndexError, ValueError):
            log.warning("the text %r does not fit the facts %s", id, sorted(said))
            return pattern

    def __contains__(self, id: str) -> bool:
        return self._find(id, None) is not None or (self.code != FIRST and id in Language.load(FIRST))

    def _unknown(self, id: str) -> str:
        if id not in self._missing:
            self._missing.add(id)
            log.warning("no text for %r in %s", id, self.code)
        return id

    def _find(self, id: str, count: Fact | None) -> str | None:
        if self._catalogue is None:
            return None
        number = count if isinstance(count, int) else 1
        plural = self._catalogue.ngettext(id, "", number)
        if plural not in ("", id):
            return plural
        plain = self._catalogue.gettext(id)
        return None if plain == id else plain

    def thing(self, name: str) -> str:
        """Return what a space, creek or card of the edition that comes with the program is called here.

        Every other name stands as it is: an edition that somebody else has written keeps its own.
        """
        return self.thing_in_parts(name).replace(SOFT_HYPHEN, "")

    def thing_in_parts(self, name: str) -> str:
        """Return the same with a soft hyphen wherever a long word of it may be broken."""
        return self._things.get(name, name)

    @cached_property
    def _things(self) -> Mapping[str, str]:
        first = Language.load(FIRST)._catalogue if self.code != FIRST else None
        if first is None or self._catalogue is None:
            return {}
        ids = [id for id in first._catalog if isinstance(id, str) and id.startswith(_EDITION)]  # type: ignore[attr-defined]
        return {first.gettext(id): self._find(id, None) or first.gettext(id) for id in ids}

    def _fact(self, id: str, name: str, fact: Fact) -> Any:
        if isinstance(fact, Text):
            return self.say(fact)
        if isinstance(fact, str) and (name in _THINGS or (name == "name" and id in _NAMED_THINGS)):
            return self.thing(fact)
        if isinstance(fact, tuple):
            return self.list(self.say(item) for item in fact)
        if isinstance(fact, int) and not isinstance(fact, bool) and name not in _NAMES:
            return self.number(fact)
        return fact

    # numbers, days and lists ---------------------------------------------------------------------------

    def number(self, value: float, decimals: int = 0) -> str:
        """Return a number in the language's form, with so many decimals: ``1,500`` or ``0.25``."""
        if not decimals and isinstance(value, int) and 0 <= value < 1000:
            return str(value)
        if abs(value) >= 10**15:
            # Somebody has typed nonsense; Babel's decimal numbers do not reach that far.
            return str(value)
        return _decimal(self.code, value, decimals)

    def day(self, day: date) -> str:
        """Return a date in the language's form, such as ``30 Nov 2026``."""
        from babel.dates import format_date

        return format_date(day, "medium", locale=_FORMS.get(self.code, self.code))

    def time_of_day(self, moment: datetime) -> str:
        """Return hours and minutes by the 24-hour clock, as `moment`'s own zone has them."""
        return f"{moment:%H:%M}"

    def list(self, items: Iterable[str]) -> str:
        """Return some words as a list, such as ``Ann, Bo and Cy``."""
        from babel.lists import format_list

        return format_list([*items], locale=_FORMS.get(self.code, self.code))


@lru_cache(maxsize=1000)
def _decimal(code: str, value: float, decimals: int) -> str:
    """Return a number as Babel writes it; the same amounts stand on the screen picture after picture."""
    from babel.numbers import format_decimal

    pattern = "#,##0" + ("." + "0" * decimals if decimals else "")
    return format_decimal(value, pattern, locale=code)


def _bare(id: str, facts: Mapping[str, Fact]) -> str:
    """Return what is left of a sentence where there are no texts: its last word, and what it is about."""
    plain = [fact.id.rpartition(".")[2] if isinstance(fact, Text) else fact for fact in facts.values()]
    words = [id.rpartition(".")[2], *(str(fact) for fact in plain if isinstance(fact, str | int))]
    return " ".join(words).replace("_", " ")


#: Whose form of days and lists a language has; the English of the texts is that of Britain.
_FORMS = {"en": "en_GB"}
_CODE = re.compile(r"[a-z]{2,3}")


def _catalogue(code: str) -> GNUTranslations | None:
    """Return all texts of a language's folder, or None where there are none."""
    files = sorted(asset(f"locale/{code}").glob("*.po")) if _CODE.fullmatch(code) else []
    if not files:
        return None
    from babel.core import UnknownLocaleError
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError, read_po

    try:
        merged = Catalog(locale=code)
    except UnknownLocaleError:
        return None
    for path in files:
        try:
            with path.open("rb") as file:
                for message in read_po(file, locale=code, abort_invalid=True):
                    if message.id:
                        merged[message.id if isinstance(message.id, str) else message.id[0]] = message
        except (OSError, UnicodeDecodeError, PoFileError) as problem:
            log.warning("%s cannot be read: %s", path, problem)
    if not len(merged):
        return None
    binary = io.BytesIO()
    write_mo(binary, merged)
    binary.seek(0)
    return GNUTranslations(binary)
