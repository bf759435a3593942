"""Languages: turns message ids and their facts into sentences.

The sentences of a language are the ``*.po`` files of its folder in ``assets/locale``.  They are
read by Babel and looked up through gettext's own catalogue, so that plural forms follow the language.
"""

from __future__ import annotations

import io
import logging
from functools import cache
from gettext import GNUTranslations
from typing import Any

from companion.asset_files import asset
from companion.table.text import Fact, Text

log = logging.getLogger(__name__)


class Language:
    """One language: says `Text`s.  An unknown id is said as the id itself, and logged once."""

    def __init__(self, code: str, catalogue: GNUTranslations | None) -> None:
        self.code = code
        self._catalogue = catalogue
        self._missing: set[str] = set()

    @staticmethod
    @cache
    def load(code: str = "en") -> Language:
        """Return the language of a code such as ``en``; English where the code is unknown."""
        from babel.messages.catalog import Catalog
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        merged = Catalog(locale=code)
        for path in sorted(asset(f"locale/{code}").glob("*.po")):
            with path.open("rb") as file:
                for message in read_po(file, locale=code):
                    if message.id:
                        merged[message.id if isinstance(message.id, str) else message.id[0]] = message
        if not len(merged):
            if code != "en":
                return Language.load("en")
            log.warning("no texts found in %s", asset("locale"))
            return Language(code, None)
        binary = io.BytesIO()
        write_mo(binary, merged)
        binary.seek(0)
        return Language(code, GNUTranslations(binary))

    def say(self, text: Text) -> str:
        """Return the sentence of a text."""
        return self.line(text.id, **text.facts)

    def line(self, id: str, **facts: Fact) -> str:
        """Return the sentence of a message id; plural forms are chosen by the fact ``count``."""
        said = {name: self._fact(fact) for name, fact in facts.items()}
        pattern = self._pattern(id, facts.get("count"))
        try:
            return pattern.format(**said)
        except (KeyError, IndexError, ValueError):
            log.warning("the text %r does not fit the facts %s", id, sorted(said))
            return pattern

    def __contains__(self, id: str) -> bool:
        return self._find(id, None) is not None

    def _pattern(self, id: str, count: Fact | None) -> str:
        found = self._find(id, count)
        if found is not None:
            return found
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

    def _fact(self, fact: Fact) -> Any:
        if isinstance(fact, Text):
            return self.say(fact)
        if isinstance(fact, tuple):
            return self._list([self.say(item) for item in fact])
        return fact

    def _list(self, items: list[str]) -> str:
        from babel.lists import format_list

        return format_list(items, locale=self.code)
