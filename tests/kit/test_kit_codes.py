"""The kit's codes: what is printed passes, and everything else has a name."""

from __future__ import annotations

import re
import string

import pytest
import segno
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.kit.codes import (
    ALPHABET,
    LONGEST_CODE,
    CodeBook,
    CodeResult,
    KitKey,
    ReadCode,
    learn,
    make_code,
    teaching_code,
    written_kit,
)
from companion.kit.items import deeds, dominoes, gold_cards, playing_cards
from companion.language import Language

KEY = KitKey("7QM", bytes(range(16)))
OTHER = KitKey("000", b"\x01" * 16)
BOOK = CodeBook([KEY, OTHER])
#: What a QR code of the alphanumeric kind can hold.
QR_ALPHANUMERIC = string.digits + string.ascii_uppercase + " $%*+-./:"
ITEMS = (*gold_cards(), *deeds(99), *playing_cards(), *dominoes())

items = st.from_regex(r"[A-Z][0-9A-Z]{1,3}", fullmatch=True)
kits = st.text(ALPHABET, min_size=3, max_size=3)
keys = st.builds(KitKey, kits, st.binary(min_size=16, max_size=16))


def test_every_item_has_its_own_code_that_reads_back() -> None:
    codes = {make_code(KEY, item): item for item in ITEMS}
    assert len(codes) == len(ITEMS) == 36 + 99 + 52 + 28
    for code, item in codes.items():
        assert BOOK.read(code) == ReadCode(CodeResult.GOOD, "7QM", item)
        assert BOOK.read(code.encode()) == BOOK.read(code)


@settings(max_examples=60)
@given(keys, items)
def test_what_is_made_reads_back_and_fits_the_smallest_code(key: KitKey, item: str) -> None:
    code = make_code(key, item)
    assert CodeBook([key]).read(code) == ReadCode(CodeResult.GOOD, key.kit, item)
    assert len(code) <= LONGEST_CODE == 20 and set(code) <= set(QR_ALPHANUMERIC)
    printed = segno.make(code, version=1, error="m", boost_error=False)
    assert (printed.version, printed.mode, printed.error) == (1, "alphanumeric", "M")


@pytest.mark.parametrize("item", ["G07", "PAS", "D1", "T06X"])
def test_every_change_of_one_character_is_found(item: str) -> None:
    code = make_code(KEY, item)
    for at, right in enumerate(code):
        for wrong in set(QR_ALPHANUMERIC + string.ascii_lowercase + "é\0") - {right}:
            read = BOOK.read(code[:at] + wrong + code[at + 1 :])
            assert read.result is not CodeResult.GOOD, (at, wrong)
        assert BOOK.read(code[:at] + code[at + 1 :]).result is not CodeResult.GOOD
        assert BOOK.read(code[:at] + right + code[at:]).result is not CodeResult.GOOD
    for at in range(len(code) - 1):
        swapped = code[:at] + code[at + 1] + code[at] + code[at + 2 :]
        assert swapped == code or BOOK.read(swapped).result is not CodeResult.GOOD


@given(items, items)
def test_a_check_belongs_to_one_item_of_one_kit(item: str, other: str) -> None:
    check = make_code(KEY, item).rsplit(":", 1)[1]
    if item != other:
        assert BOOK.read(f"KL1:7QM:{other}:{check}").result is CodeResult.FAILED_CHECK
    assert BOOK.read(f"KL1:000:{item}:{check}").result is CodeResult.FAILED_CHECK


@pytest.mark.parametrize(
    ("raw", "result"),
    [
        ("http://example.org/", CodeResult.WEB_ADDRESS),
        ("HTTPS://EXAMPLE.ORG", CodeResult.WEB_ADDRESS),
        ("www.example.org/page", CodeResult.WEB_ADDRESS),
        ("example.org/page", CodeResult.WEB_ADDRESS),
        ("javascript://alert(1)", CodeResult.WEB_ADDRESS),
        ("mailto:somebody@example.org", CodeResult.WEB_ADDRESS),
        ("WIFI:S:net;P:secret;;", CodeResult.OTHER_TEXT),
        ("Two words. And more", CodeResult.OTHER_TEXT),
        ("KLONDIKE", CodeResult.OTHER_TEXT),
        ("KL1", CodeResult.OTHER_TEXT),
        ("", CodeResult.NOT_TEXT),
        (b"", CodeResult.NOT_TEXT),
        (b"\xff\xfe", CodeResult.NOT_TEXT),
        ("a\0b", CodeResult.NOT_TEXT),
        ("\ud800", CodeResult.NOT_TEXT),
        ("KL1:", CodeResult.MALFORMED),
        ("KL1:7QM:G07", CodeResult.MALFORMED),
        ("KL1:7QM:G07:0000000:0", CodeResult.MALFORMED),
        ("KL1:7QM:G:0000000", CodeResult.MALFORMED),
        ("KL1:7QM:007:0000000", CodeResult.MALFORMED),
        ("KL1:7QM:G0007:0000000", CodeResult.MALFORMED),
        ("KL1:7QM:G07:000000U", CodeResult.MALFORMED),
        ("KL1:7QM:G07:0000000\n", CodeResult.MALFORMED),
        ("KL1:7QM:G٠٧:0000000", CodeResult.MALFORMED),
        ("kl1:7qm:g07:0000000", CodeResult.MALFORMED),
        ("KL2:7QM:G07:0000000", CodeResult.NEWER_KIT),
        ("KL12:ANYTHING", CodeResult.NEWER_KIT),
        ("KL1:ZZZ:G07:0000000", CodeResult.WRONG_KIT),
        ("KL1:7QM:G07:0000000", CodeResult.FAILED_CHECK),
        (teaching_code(KEY), CodeResult.OWNER_PAGE),
    ],
)
def test_everything_else_has_a_name(raw: str | bytes, result: CodeResult) -> None:
    read = BOOK.read(raw)
    assert read.result is result
    known = result in (CodeResult.WRONG_KIT, CodeResult.FAILED_CHECK)
    assert bool(read.kit) is bool(read.item) is known


def test_a_code_of_a_kit_that_is_not_known_here() -> None:
    assert CodeBook([]).read(make_code(KEY, "G07")) == ReadCode(CodeResult.WRONG_KIT, "7QM", "G07")


@settings(max_examples=400)
@given(st.one_of(st.binary(max_size=300), st.text(max_size=300)))
def test_nothing_that_is_read_raises_or_passes(raw: str | bytes) -> None:
    assert BOOK.read(raw).result is not CodeResult.GOOD
    assert learn(raw) is None


near_codes = st.lists(
    st.one_of(
        st.sampled_from(["KL1", "KLK1", "KL2", ":", "7QM", "G07", "000", "\n", "é", "\0", "http://"]),
        st.text(QR_ALPHANUMERIC, max_size=7),
    ),
    max_size=9,
).map("".join)


@settings(max_examples=400)
@given(near_codes)
def test_what_looks_like_a_code_is_none_without_its_check(text: str) -> None:
    read = BOOK.read(text)
    assert read.result is not CodeResult.GOOD
    assert re.fullmatch("(|[0-9A-Z]{2,4})", read.item)


def test_a_very_long_text_is_judged_quickly_enough_to_be_any_text() -> None:
    for text in ("KL1:" + "A" * 100_000, "a." * 50_000, "KL1:7QM:G07:" * 9_000, "-" * 100_000 + "/"):
        assert BOOK.read(text).result in (CodeResult.MALFORMED, CodeResult.OTHER_TEXT)


@pytest.mark.parametrize(
    "item", ["", "G", "g07", "G0007", "G07:", "7G", "G 7", "G-7", "GÄ7", "G٧", "G07\n", "http://x"]
)
def test_no_code_is_made_for_what_it_cannot_carry(item: str) -> None:
    with pytest.raises(ValueError, match="no item"):
        make_code(KEY, item)


@pytest.mark.parametrize(("kit", "key"), [("7QL", bytes(16)), ("7Q", bytes(16)), ("7QM", bytes(15))])
def test_no_key_is_made_of_what_cannot_be_printed(kit: str, key: bytes) -> None:
    with pytest.raises(ValueError, match="kit"):
        KitKey(kit, key)


@settings(max_examples=40)
@given(keys)
def test_an_owner_page_teaches_the_key(key: KitKey) -> None:
    lesson = teaching_code(key)
    assert learn(lesson) == learn(lesson.encode()) == key
    assert set(lesson) <= set(QR_ALPHANUMERIC)
    assert segno.make(lesson, error="m", boost_error=False).version <= 3


def test_a_lesson_with_one_character_changed_teaches_nothing() -> None:
    lesson = teaching_code(KEY)
    for at, right in enumerate(lesson):
        for wrong in set(ALPHABET) - {right}:
            assert learn(lesson[:at] + wrong + lesson[at + 1 :]) is None, (at, wrong)


def test_a_key_is_not_shown_where_it_is_printed_by_mistake() -> None:
    assert "secret" in repr(KEY) and "\\x" not in repr([KEY]) and repr(KEY.key) not in repr(KEY)


def test_kit_names_are_distinct() -> None:
    assert len({written_kit(number) for number in range(32**3)}) == 32**3


@pytest.mark.parametrize("result", CodeResult)
def test_every_result_has_a_sentence(result: CodeResult) -> None:
    said = Language.load("en").say(ReadCode(result, "7QM", "G07").say)
    assert said != f"kit.code.{result.value}" and "{" not in said


def test_an_edition_has_no_more_deeds_than_numbers() -> None:
    assert deeds(0) == () and deeds(2) == ("D01", "D02")
    for count in (-1, 100):
        with pytest.raises(ValueError, match="99"):
            deeds(count)
