"""Data of the right form with the wrong things in it: refused in a sentence, or taken."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from parsers import BOOK, KIT, PROMPTS, SIT, MemoryDisk

from companion.games import GAMES, build_game
from companion.kit.codes import CodeResult, make_code
from companion.settings import Settings
from companion.settings_table import BY_ID, TABLE
from companion.table.answers import Answer, check, check_value
from companion.table.entries import decode_entry, encode_entry
from companion.table.faults import Fault
from companion.table.refusals import Refused
from companion.table.seats import seat_players

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=8,
)
FEW = settings(max_examples=25, deadline=None, derandomize=True)


@FEW
@given(value=ANYTHING, seat=st.sampled_from((None, "ana", "bo", "nobody")))
def test_any_value_is_an_answer_or_is_refused(value: object, seat: str | None) -> None:
    for prompt in (*PROMPTS, SIT):
        try:
            check_value(prompt, value, seat)
            check(Answer(prompt=prompt, value=value, seat=seat), (prompt,), ("ana", "bo"))
        except Refused as refused:
            assert refused.say.id.startswith("refused.")


FIELDS = dict.fromkeys(("key", "value", "header", "events", "balances", "more"), ANYTHING)
KINDS = st.sampled_from(("start", "answer", "rewind", "nothing"))


@FEW
@given(
    fields=st.fixed_dictionaries(
        {"kind": KINDS, "number": st.integers(-1, 10**12)},
        optional=FIELDS | dict.fromkeys(("to", "about", "seat"), SCALARS),
    )
)
def test_a_row_with_anything_in_it_is_an_entry_or_is_none(fields: dict[str, object]) -> None:
    body = json.dumps(fields, sort_keys=True, separators=(",", ":")).encode()
    try:
        entry = decode_entry(body)
    except ValueError:
        return
    assert encode_entry(entry) == body


@FEW
@given(
    lines=st.lists(
        st.tuples(st.sampled_from([one.id for one in TABLE] + ["", "[x]", "language.x"]), SCALARS), max_size=6
    )
)
def test_settings_with_anything_in_them_start_the_companion(lines: list[tuple[str, object]]) -> None:
    file = "\n".join(f"{id} = {json.dumps(value)}" for id, value in lines)
    read = Settings.load(Path("nowhere"), MemoryDisk(file.encode()))
    assert all(setting.allows(read[id]) for id, setting in BY_ID.items())


FORM = st.from_regex(r"KL1:[0-9A-Z]{3}:[A-Z][0-9A-Z]{1,3}:[0-9A-Z]{7}", fullmatch=True)


@FEW
@given(text=st.text(max_size=40) | FORM)
def test_no_text_is_a_card_but_those_made_with_the_key(text: str) -> None:
    read = BOOK.read(text)
    assert read.result is not CodeResult.GOOD or text == make_code(KIT, read.item)


RULES = st.sampled_from(("edition", "multiple", "way", "hands", "virtual", "payments", "collect"))


@settings(max_examples=20, deadline=None, derandomize=True)
@given(
    game=st.sampled_from(GAMES),
    rules=st.dictionaries(st.text(max_size=10) | RULES, ANYTHING, max_size=4),
)
def test_house_rules_of_any_kind_make_a_game_or_are_refused(game: str, rules: dict[str, object]) -> None:
    seats = seat_players(["Ana"] if game == "patience" else ["Ana", "Bo"], 1, 8)
    plain = msgspec.json.decode(msgspec.json.encode(rules)) if _encodable(rules) else {}
    try:
        build_game(game, seats, plain)
    except (Refused, Fault) as fault:
        assert fault.say.id


def _encodable(rules: dict[str, object]) -> bool:
    try:
        msgspec.json.encode(rules)
    except (msgspec.MsgspecError, OverflowError, UnicodeError):
        return False
    return True
