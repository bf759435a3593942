"""Whether the sentences of a language agree with the English ones.

    python -m tests.house.languages de [kiosk.po ...]

prints what is wrong with the files of ``assets/locale/de``, and how much is still to be written.
"""

from __future__ import annotations

import re
import string
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po

from companion.language import FIRST
from tests.house.tree import ROOT

FOLDER = ROOT / "assets" / "locale"
#: How a file of sentences begins.
HEAD = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n'
#: Marks that a sentence ends with in every language, if it does in English.
_ENDS = ".?:…"
#: Letters that look right and are not: Romanian has commas below, not cedillas.
_WRONG_LETTERS = {"ro": "şţŞŢ"}
#: A sentence of so many words that reads the same as in English has not been translated.
_WORDS_ALIKE = 4


def files_of(code: str, folder: Path = FOLDER) -> tuple[Path, ...]:
    return tuple(sorted((folder / code).glob("*.po")))


def messages(file: Path, code: str) -> dict[str, Message]:
    """Return the messages of a file by their ids; raises `PoFileError` for a broken one."""
    with file.open("rb") as content:
        found = read_po(content, locale=code, abort_invalid=True)
    return {id_of(message): message for message in found if message.id}


@cache
def english(name: str) -> dict[str, Message]:
    path = FOLDER / FIRST / name
    return messages(path, FIRST) if path.is_file() else {}


def id_of(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def places(pattern: str) -> set[str]:
    """Return the names of a sentence's placeholders; raises `ValueError` for a bad one."""
    return {name for _, name, _, _ in string.Formatter().parse(pattern) if name is not None}


def faults(code: str, folder: Path = FOLDER, only: Sequence[str] = ()) -> Iterator[str]:
    """Yield a sentence for everything in a language's files that does not agree with English."""
    Locale.parse(code)
    for file in files_of(code, folder):
        if only and file.name not in only:
            continue
        where = f"{code}/{file.name}"
        first = english(file.name)
        if not first:
            yield f"{where}: there is no such file in English"
            continue
        try:
            found = messages(file, code)
        except (PoFileError, UnicodeDecodeError) as problem:
            yield f"{where}: {problem}"
            continue
        written = re.findall(r'(?m)^msgid "(.+)"$', file.read_text(encoding="utf-8"))
        yield from (f"{where}: {id} is there twice" for id in set(written) if written.count(id) > 1)
        for id, message in found.items():
            if id not in first:
                yield f"{where}: {id} is not in the English file"
            else:
                yield from (f"{where}: {id}: {fault}" for fault in _differences(code, message, first[id]))


def missing(code: str, folder: Path = FOLDER, only: Sequence[str] = ()) -> Iterator[str]:
    """Yield the ids that are not translated yet, with their files."""
    for file in files_of(FIRST):
        if only and file.name not in only:
            continue
        own = folder / code / file.name
        there = messages(own, code).keys() if own.is_file() else set()
        yield from (f"{code}/{file.name}: {id} is missing" for id in english(file.name) if id not in there)


def _differences(code: str, message: Message, first: Message) -> Iterator[str]:
    own, theirs = forms(message), forms(first)
    many = Catalog(locale=code).num_plurals
    if message.fuzzy:
        yield "is marked as fuzzy"
    if not isinstance(first.string, str) and isinstance(message.string, str):
        yield f"needs msgid_plural and {many} forms, as English has several"
    if not isinstance(message.string, str):
        if len(own) != many:
            yield f"has {many} plural forms, not {len(own)}"
        if "count" not in places(theirs[0]) and isinstance(first.string, str):
            yield "has no fact count that a plural could go by"
    needed = set().union(*(places(form) for form in theirs))
    for form in own:
        yield from _form(code, form, theirs[-1], needed, several=len(own) > 1)


def _form(code: str, form: str, english_form: str, needed: set[str], several: bool) -> Iterator[str]:
    if not form.strip():
        yield "is empty"
        return
    try:
        given = places(form)
    except ValueError as problem:
        yield f"{form!r}: {problem}"
        return
    # "One seat is asked" may leave its number out, where the language has a form for one.
    if given - needed or (needed - given) - ({"count"} if several else set()):
        yield f"{form!r} has the places {sorted(given)}, English {sorted(needed)}"
    if form.count("\n") != english_form.count("\n"):
        yield f"{form!r} has another number of lines"
    if (form[0].isspace(), form[-1].isspace()) != (english_form[0].isspace(), english_form[-1].isspace()):
        yield f"{form!r} has a space at its beginning or end"
    if english_form[-1] in _ENDS and form[-1] not in (english_form[-1], "!"):
        yield f"{form!r} ends without the {english_form[-1]!r} of English"
    if wrong := set(form) & set(_WRONG_LETTERS.get(code, "")):
        yield f"{form!r} has the wrong letters {sorted(wrong)}"
    if form == english_form and len(re.findall(r"(?<!\{)\b[a-zA-Z]{2,}\b", form)) >= _WORDS_ALIKE:
        yield f"{form!r} is still English"


def main(words: Sequence[str]) -> int:
    code, only = words[0], words[1:]
    wrong = [*faults(code, only=only)]
    lacking = [*missing(code, only=only)]
    print("\n".join([*wrong, *lacking[:40]]))
    print(f"{len(wrong)} wrong, {len(lacking)} missing")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
