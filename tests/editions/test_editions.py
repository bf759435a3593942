"""Editions: the default one, every fault of a bad one at its line, and what becomes of hostile files."""

from __future__ import annotations

import os
import random
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.editions import check_edition, find_lines, start_edition
from companion.games.goldrush import build, house_rules
from companion.games.goldrush.edition_reading import read_edition
from companion.games.goldrush.settings import KEPT
from companion.games.goldrush.shelf import MOST_BYTES, edition_of, file_of, from_text, shelf_names, to_text
from companion.language import Language
from companion.table.faults import Fault
from companion.table.refusals import Refused
from companion.table.seats import seat_players

SOURCE = file_of("gold_rush").read_text(encoding="utf-8")
SEATS = seat_players(["Ana", "Bo"], 2, 6)

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write the default edition with some of its text replaced, each of which must be there."""

    def write(*changes: tuple[str, str], name: str = "mine.toml") -> Path:
        source = SOURCE
        for old, new in changes:
            assert old in source, old
            source = source.replace(old, new, 1)
        path = tmp_path / name
        path.write_text(source, encoding="utf-8")
        return path

    return write


def faults(path: Path) -> list[tuple[int, str]]:
    language = Language.load("en")
    return [(one.line, language.say(one.say)) for one in check_edition(path).findings]


def line_of(path: Path, wanted: str, nth: int = 1) -> int:
    """The line of the nth occurrence of a text."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [at for at, line in enumerate(lines, start=1) if wanted in line][nth - 1]


# The default edition.


def test_the_default_edition_is_in_order() -> None:
    checked = check_edition(file_of("gold_rush"))
    assert checked.findings == ()
    edition = checked.edition
    assert edition is not None
    assert (len(edition.board), len(edition.deck)) == (40, 36)
    assert sum(card.kind == "gold" for card in edition.deck.values()) == 23
    assert [card.amount for card in edition.deck.values() if card.mother_lode] == [75_000]


def test_it_keeps_every_printed_figure() -> None:
    edition = edition_of("gold_rush")
    rules, game = edition.rules, edition.game
    assert (game.grubstake, game.cards_per_creek, game.dice, game.start_space) == (50_000, 9, 2, "chilkoot")
    assert (rules.chilkoot_each_pays, rules.river_fee, rules.trading_company_fee) == (5000, 5000, 20_000)
    assert (rules.sawmill_fee_per_building, rules.theatre_max_throws) == (5000, 0)
    assert (rules.discovery_factor, rules.mother_lode_factor, rules.monopoly_factor) == (2, 2, 2)
    kinds = [space.kind for space in edition.board]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "chilkoot": 1, "prospect": 16, "river": 2, "woodpile": 1, "church": 1, "cemetery": 1, "fire": 1,
        "hotel": 4, "saloon": 4, "casino": 3, "theatre": 2, "sawmill": 1, "trading": 1, "transport": 2,
    }  # fmt: skip


def test_an_edition_is_the_same_after_a_journal_has_kept_it() -> None:
    edition = edition_of("gold_rush")
    assert from_text(to_text(edition)) == edition


def test_all_on_the_shelf_are_in_order() -> None:
    for name in shelf_names():
        assert check_edition(file_of(name)).findings == ()


# Faults.


def test_all_faults_at_once_each_with_its_line(write: Write) -> None:
    path = write(
        ("price = 15000", "price = -5"),
        ("revenue = 10000", 'revenue = "ten"'),
        ("index = 5\n", "index = 4\n"),
        (', "Dominion"]', "]"),
        ('to = "dominion"', 'to = "moon"'),
        ("copies = 5", "copies = 4"),
    )
    found = faults(path)
    assert [line for line, _ in found] == sorted(line for line, _ in found)
    assert dict(found) == {
        line_of(path, "names = ["): "there are 3 creeks, but there must be 4.",
        line_of(path, "facts = ["): "there are 4 facts for 3 creeks; give one for each, or none.",
        line_of(path, "index = 4", 2): "the index 4 belongs to both 'prospect_04' and 'klondike_river'.",
        line_of(path, "price = -5"): "'price' cannot be -5: a whole amount from 0 to 10000000.",
        line_of(path, 'revenue = "ten"'): "'revenue' cannot be \"ten\": a whole amount from 0 to 10000000.",
        line_of(path, "[[card]]"): "the deck has 35 cards, but four creeks need 36.",
        line_of(path, 'to = "moon"'): "'to' names the space 'moon', which does not exist.",
    }


@pytest.mark.parametrize(
    ("old", "new", "at", "says"),
    [
        ("schema = 1", "schema = 2", "schema = 2", "must begin"),
        ("schema = 1", "", "# Gold Rush", "must begin"),
        ("[rules]", "[ruels]", "[ruels]", "'ruels' means nothing"),
        ("river_fee = 5000", "river_fee = 5500", "river_fee", "no multiple of the money unit 1,000"),
        ("river_fee = 5000", "river_fee = 5000.0", "river_fee", "cannot be 5000.0"),
        ("river_fee = 5000", "river_fee = true", "river_fee", "cannot be true"),
        ("river_fee = 5000", "rivers_fee = 5000", "rivers_fee", "means nothing"),
        ("river_fee = 5000", "", "[rules]", "'river_fee' is missing"),
        ('collect = "ask"', 'collect = "never"', "collect =", '"ask" or "auto"'),
        ('kind = "fire"', 'kind = "flood"', 'kind = "flood"', "one of chilkoot"),
        ('kind = "woodpile"', 'kind = "cemetery"', "[[space]]", "exactly one"),
        ('start_space = "chilkoot"', 'start_space = "pass"', "start_space", "does not exist"),
        ("board_spaces = 40", "board_spaces = 41", "board_spaces", "has 40 spaces"),
        ("max_players = 6", "max_players = 9", "max_players", "from 2 to 6"),
        ("min_players = 2 ", "min_players = 6 ", "", ""),
        ("index = 39", "index = 44", "[[space]]", "no space has the index 39"),
        ('id = "prospect_02"', 'id = "prospect_01"', 'id = "prospect_01"', "used twice"),
        ('name = "Rabbit Creek"', 'name = ""', 'name = ""', "1 to 40 characters"),
        ('name = "Rabbit Creek"', 'name = "Rabbit\\u0007Creek"', "Rabbit\\u0007", "cannot be shown"),
        ('name = "Rabbit Creek"', 'name = "Rabbit Creek"\nprice = 5000', "price = 5000", "nobody can own"),
        ('basis = "per_head"', 'basis = "per_pip"', 'basis = "per_pip"', "charges 'per_head'"),
        ("= 25000\nrevenue = 20000", "= 25000\nrevenue = 21000", "revenue = 21000", "the same fee"),
        ("price = 10000", "price = 0", "price = 0", "may not be 0"),
        ("mother_lode = true", "mother_lode = 1", "mother_lode = 1", "true or false"),
        ("amount = 40000", "mother_lode = true\namount = 40000", "mother_lode = true", "one Mother Lode"),
        ("percent = 10", "percent = 0", "percent = 0", "from 1 to 100"),
        ("percent = 10", "percent = 10\namount = 5000", "[[card]]", "either an 'amount' or a 'percent'"),
        ('to = "woodpile"', "amount = 5000", "amount = 5000", "means nothing on a card"),
        ("copies = 2", "copies = 0", "copies = 0", "from 1 to 96"),
        ('"Bonanza", "Eldorado"', '"Bonanza", "Bonanza"', "names = [", "two creeks have one name"),
        ("church_donation = 10000", "church_donation = 100000", "church_donation", "99,000 at most"),
    ],
)  # fmt: skip
def test_each_fault_is_named_where_it_is(write: Write, old: str, new: str, at: str, says: str) -> None:
    path = write((old, new))
    found = faults(path)
    if not says:
        assert found == []
        return
    named = [line for line, say in found if says in say]
    assert named, found
    assert named[0] in {number for number, line in enumerate(path.read_text().splitlines(), 1) if at in line}


def test_a_fault_inside_a_long_value_has_the_line_of_its_key(write: Write) -> None:
    path = write(('"Bonanza: Rabbit', '5, "Bonanza: Rabbit'))
    assert faults(path)[0][0] == line_of(path, "facts = [")


# Files that are none.


def test_noise_is_refused_by_its_size(tmp_path: Path) -> None:
    path = tmp_path / "noise.toml"
    path.write_bytes(os.urandom(2_000_000))
    with pytest.raises(Fault) as fault:
        check_edition(path)
    assert fault.value.say.id == "edition.too_long" and fault.value.status == 1


def test_files_that_are_no_toml_have_one_fault_with_a_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    for raw, line in (
        (b"schema = 1\n\xff\xfe", 2),
        (b"schema = 1\n[game\n", 2),
        (b"schema = 1\nx = [\n1,\n", 4),
        (b"a = " + b"[" * 5000, 1),
    ):
        path.write_bytes(raw)
        checked = check_edition(path)
        assert [one.line for one in checked.findings] == [line], raw[:20]


def test_an_empty_file_lacks_everything(tmp_path: Path) -> None:
    path = tmp_path / "empty.toml"
    path.write_bytes(b"")
    assert len(faults(path)) == 6
    with pytest.raises(Fault):
        check_edition(tmp_path / "none.toml")


def test_what_is_no_edition_at_all_is_told_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(Fault) as folder:
        check_edition(tmp_path)
    said = Language.load("en").say(folder.value.say)
    assert "is a folder" in said and "mine.toml" in said
    noise = tmp_path / "noise.toml"
    noise.write_bytes(random.Random(1).randbytes(2_000_000))
    with pytest.raises(Fault) as large:
        check_edition(noise)
    said = Language.load("en").say(large.value.say)
    assert "longer than 64 kB" in said and "companion edition new" in said


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe.toml"
    os.mkfifo(path)
    with pytest.raises(Fault) as fault:
        edition_of(str(path))
    assert fault.value.say.id == "edition.no_file"


def test_broken_files_are_told_never_raised(tmp_path: Path) -> None:
    rng = random.Random(7)
    path = tmp_path / "broken.toml"
    lines = SOURCE.splitlines()
    for _ in range(60):
        broken = list(lines)
        for _ in range(rng.randint(1, 6)):
            at = rng.randrange(len(broken))
            broken[at] = rng.choice(
                ["", broken[at] * 2, "x = 1979-05-27", "[[card]]", "= 5", "kind = 3", '"a.b" = 1']
            )
        path.write_text("\n".join(broken), encoding="utf-8")
        checked = check_edition(path)
        for one in checked.findings:
            assert 1 <= one.line <= len(broken) + 1
            Language.load("en").say(one.say)
        assert (checked.edition is None) == bool(checked.findings)


@pytest.mark.parametrize(
    "data", [{}, {"schema": 1, "game": 5}, {"space": [5], "card": {}}, {"game": {"id": None}}]
)
def test_what_an_imported_session_kept_may_be_anything(data: dict[str, Any]) -> None:
    assert read_edition(data)[0] is None
    for kept in ('{"schema": 1}', "[]", "5", "", '{"a":', "x" * 100):
        with pytest.raises(Fault):
            build(SEATS, {KEPT: kept})
    with pytest.raises(Refused):
        build(SEATS, {KEPT: 5})


# The lines of a TOML text.


def test_lines_of_keys() -> None:
    source = "\n".join(
        [
            "# a [comment] = 1",
            "top = 1",
            "[a]",
            'text = "[not] a = table"',
            "long = [",
            '  "x = 1", # ] here',
            "  'y'",
            "]",
            'lines = """',
            "[no]",
            "k = 1",
            '"""',
            "b.c = 2",
            '"quoted" = 3',
            "[[list]]",
            "one = 1",
            "[[list]]",
            "one = 2",
        ]
    )
    lines = find_lines(source)
    assert lines == {
        (): 1, ("top",): 2, ("a",): 3, ("a", "text"): 4, ("a", "long"): 5, ("a", "lines"): 9, ("a", "b"): 13,
        ("a", "b", "c"): 13, ("a", "quoted"): 14, ("list",): 15, ("list", 0): 15, ("list", 0, "one"): 16,
        ("list", 1): 17, ("list", 1, "one"): 18,
    }  # fmt: skip


def test_lines_agree_with_the_reader() -> None:
    data = tomllib.loads(SOURCE)
    lines = find_lines(SOURCE)
    rows = SOURCE.splitlines()
    for name in ("space", "card"):
        for at, item in enumerate(data[name]):
            for key in item:
                assert re.match(rf"{key}\s*=", rows[lines[(name, at, key)] - 1])


# Playing one's own edition.


def test_a_new_edition_is_a_copy_to_change(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    assert start_edition(path).game.id == "gold_rush"
    assert path.read_text(encoding="utf-8") == SOURCE
    with pytest.raises(Fault) as fault:
        start_edition(path)
    assert fault.value.say.id == "edition.exists"
    with pytest.raises(Fault):
        start_edition(tmp_path / "nowhere" / "mine.toml")


def test_an_own_edition_brings_its_own_figures_and_defaults(write: Write) -> None:
    path = write(
        ("grubstake = 50000", "grubstake = 60000"),
        ("church_loans = true", "church_loans = false"),
        ("river_fee = 5000", "river_fee = 7000"),
        ("max_players = 6", "max_players = 3"),
    )
    given = {"edition": str(path)}
    defaults = {rule.id: rule.default for rule in house_rules(given)}
    assert defaults["church_loans"] is False
    game = build(SEATS, given)
    assert game.settings.church_loans is False
    assert game.edition.rules.river_fee == 7000
    with pytest.raises(Refused):
        build(seat_players(["Ana", "Bo", "Cy", "Di"], 2, 6), given)


def test_only_editions_can_be_named() -> None:
    for name in ("klondike", "../gold_rush", "/etc/passwd", "nowhere.toml"):
        with pytest.raises(Fault):
            build(SEATS, {"edition": name})


def test_a_faulty_edition_cannot_be_played(write: Write) -> None:
    path = write(("river_fee = 5000", "river_fee = -1"))
    with pytest.raises(Fault) as fault:
        build(SEATS, {"edition": str(path)})
    assert fault.value.say.id == "edition.faulty"
    assert MOST_BYTES < 100_000
