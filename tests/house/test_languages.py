"""Every language offered is complete and agrees with English; one that is being written agrees so far."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from companion.language import FIRST, LANGUAGES, Language
from companion.table.text import text
from tests.house.languages import FOLDER, HEAD, faults, missing

OTHERS = tuple(code for code in Language.present() if code != FIRST)
#: One message of each kind, as the English files have them.
GOOD = """msgid "kiosk.camera.back"
msgstr "Die Kamera ist wieder da."

msgid "kiosk.sheet.has"
msgid_plural "kiosk.sheet.has"
msgstr[0] "{count} Chip"
msgstr[1] "{count} Chips"
"""


@pytest.mark.parametrize("code", OTHERS)
def test_what_a_language_says_agrees_with_english(code: str) -> None:
    assert not [*faults(code)]


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_that_is_offered_says_everything(code: str) -> None:
    assert (FOLDER / code).is_dir()
    assert not [*missing(code)]


def wrong_in(folder: Path, words: str, code: str = "de") -> str:
    (folder / code).mkdir(exist_ok=True)
    (folder / code / "kiosk.po").write_text(HEAD + words, encoding="utf-8")
    return "\n".join(faults(code, folder))


def test_a_good_file_has_no_faults_and_tells_what_it_lacks(tmp_path: Path) -> None:
    assert wrong_in(tmp_path, GOOD) == ""
    lacking = [*missing("de", tmp_path, ["kiosk.po"])]
    assert "de/kiosk.po: kiosk.home.ask is missing" in lacking
    assert "de/kiosk.po: kiosk.sheet.has is missing" not in lacking


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("wieder da.", "wieder da {wo}.", "has the places ['wo'], English []"),
        ("wieder da.", "wieder da", "ends without"),
        ("Die Kamera ist wieder da.", "", "is empty"),
        ("Die Kamera ist wieder da.", "The camera is back.", "is still English"),
        ("camera.back", "camera.bak", "kiosk.camera.bak is not in the English file"),
        ("{count} Chips", "{count Chips", "expected '}'"),
        ('msgstr[1] "{count} Chips"', "", "is empty"),
        ('msgstr[1] "{count} Chips"', 'msgstr[1] "{count}"\nmsgstr[2] "{count}"', "more translations"),
        ("wieder da.", "wieder\\nda.", "another number of lines"),
        ("wieder da.", "wieder da. ", "a space at its beginning or end"),
    ],
)  # fmt: skip
def test_each_fault_is_found(tmp_path: Path, before: str, after: str, said: str) -> None:
    assert before in GOOD
    assert said in wrong_in(tmp_path, GOOD.replace(before, after))


def test_plurals_need_as_many_forms_as_the_language_has(tmp_path: Path) -> None:
    assert wrong_in(tmp_path, GOOD, "ro") == "ro/kiosk.po: kiosk.sheet.has: is empty"
    assert wrong_in(tmp_path, f'{GOOD}msgstr[2] "{{count}} Chips"', "ro") == ""


def test_romanian_commas_are_no_cedillas(tmp_path: Path) -> None:
    assert "wrong letters" in wrong_in(tmp_path, GOOD.replace("wieder da", "ţ"), "ro")


@pytest.mark.parametrize(
    ("code", "number", "day", "names"),
    [
        ("en", "-1,234,567.50", "30 Nov 2026", "a, b and c"),
        ("de", "-1.234.567,50", "30.11.2026", "a, b und c"),
        ("nb", "-1 234 567,50", "30. nov. 2026", "a, b og c"),
        ("ro", "-1.234.567,50", "30 nov. 2026", "a, b și c"),
    ],
)
def test_numbers_days_and_lists_have_the_form_of_the_language(
    code: str, number: str, day: str, names: str
) -> None:
    words = Language(code, None)
    # The spaces and minus signs of numbers are those that no line breaks at.
    assert words.number(-1_234_567.5, 2).replace("\xa0", " ").replace("\u2212", "-") == number
    assert words.day(date(2026, 11, 30)) == day
    assert words.list("abc") == names
    assert words.time_of_day(datetime(2026, 11, 30, 9, 5, tzinfo=UTC)) == "09:05"


def test_amounts_among_the_facts_have_that_form_and_names_of_deals_have_none() -> None:
    words = Language.load("en")
    assert words.line("goldrush.amount", currency="$", amount=12_500) == "$12,500"
    assert words.line("kiosk.patience.deal", deal=12_500).endswith("12500")


def test_what_a_language_lacks_is_said_in_english() -> None:
    words = Language("de", None)
    english = Language.load(FIRST)
    assert words.say(text("kiosk.sheet.has", count=2000)) == english.line("kiosk.sheet.has", count=2000)
    assert "kiosk.sheet.has" in words
    assert "kiosk.no.such" not in words


@pytest.mark.parametrize("code", ["", "xx", "../en", "EN", "zz"])
def test_an_unknown_language_is_english(code: str) -> None:
    assert Language.load(code).code == FIRST
