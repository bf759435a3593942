"""Sessions as files: out, in, verified; and files that mean harm or are merely broken."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from digging import changed, factory, generous, renumbered
from table_play import answer, dig_on, resume, start

from companion.language import Language
from companion.table import session_files
from companion.table.clock import ManualClock
from companion.table.disk import SystemDisk
from companion.table.entries import GENESIS
from companion.table.exchange import export_session, import_session, read_session_file, write_session_file
from companion.table.faults import Diverged, JournalFault
from companion.table.faulty_disk import DiskFault, FaultyDisk
from companion.table.journal import Journal
from companion.table.verify import verify


def played(answers: int = 9) -> tuple[Journal, str]:
    journal = Journal.in_memory(clock=ManualClock())
    session = start(journal, tips=True)
    dig_on(session, answers)
    session.take_back("ana")
    dig_on(session, 2, seed=5)
    return journal, session.header.session


@pytest.fixture
def file(tmp_path: Path) -> Path:
    journal, session = played()
    path = tmp_path / "evening.jsonl"
    write_session_file(path, export_session(journal, session))
    return path


def test_a_session_goes_out_and_comes_in_the_same(file: Path) -> None:
    before, id = played()
    after = Journal.in_memory()
    done = import_session(after, file, factory)
    assert done.session == id and done.new == len(before.load(id).rows) == done.verified.entries
    assert export_session(after, id) == export_session(before, id) == file.read_bytes()
    assert resume(after, id).view.digest == before.load(id).entries[-1].digest


def test_a_session_is_taken_in_once_and_taken_on_where_the_file_goes_further(tmp_path: Path) -> None:
    journal, id = played()
    short, long = tmp_path / "short.jsonl", tmp_path / "long.jsonl"
    write_session_file(short, export_session(journal, id))
    again = resume(journal, id)
    again.rebuilt(None)
    dig_on(again, 3, seed=8)
    write_session_file(long, export_session(journal, id))

    other = Journal.in_memory()
    assert import_session(other, short, factory).new > 0
    assert import_session(other, short, factory).new == 0
    assert import_session(other, long, factory).new >= 4
    assert import_session(other, short, factory).new == 0
    assert export_session(other, id) == long.read_bytes()


def test_another_session_of_the_same_id_is_not_mixed_in(file: Path, tmp_path: Path) -> None:
    journal, _ = played(answers=5)
    before = journal.sessions()
    with pytest.raises(JournalFault) as fault:
        import_session(journal, file, factory)
    assert fault.value.say.id == "exchange.other_contents"
    assert journal.sessions() == before


def test_verifying_replays_what_was_undone_too(file: Path) -> None:
    found = verify(read_session_file(file), factory)
    assert found.undone >= 1 and found.digests and not found.finished
    assert found.answers + found.undone < found.entries


def test_verifying_under_other_rules_compares_the_balances(file: Path) -> None:
    assert not verify(read_session_file(file), renumbered).digests
    with pytest.raises(Diverged):
        verify(read_session_file(file), generous)
    with pytest.raises(Diverged):
        import_session(Journal.in_memory(), file, changed)


def test_a_divergence_in_an_undone_branch_alone_is_found() -> None:
    journal = Journal.in_memory()
    session = start(journal)
    answer(session, 5)
    answer(session, [6, 6])
    session.take_back("ana")
    answer(session, [1, 1])
    with pytest.raises(Diverged) as diverged:
        verify(journal.load(session.header.session), changed)
    assert diverged.value.number == 4


def test_many_undone_branches_do_not_make_verifying_endless(monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.table import verify as module

    journal, id = played()
    monkeypatch.setattr(module, "MOST_REPLAYED", 0)
    assert verify(journal.load(id), factory).undone == 0


# --- where files lie


def test_a_file_that_is_not_there_or_is_a_folder_is_said(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.jsonl", tmp_path):
        with pytest.raises(JournalFault) as fault:
            read_session_file(path)
        assert fault.value.say.id == "exchange.cannot_read"
        assert str(path) in Language.load("en").say(fault.value.say)


def test_an_export_that_cannot_be_written_leaves_what_was_there(file: Path) -> None:
    before, disk = file.read_bytes(), FaultyDisk()
    disk.fail(DiskFault.FULL)
    with pytest.raises(JournalFault) as fault:
        write_session_file(file, b"new", disk)
    assert fault.value.say.id == "exchange.cannot_write"
    assert file.read_bytes() == before


def test_an_import_on_a_full_disk_takes_in_nothing(file: Path, journal: Journal, disk: FaultyDisk) -> None:
    disk.fail(DiskFault.FULL, after=5)
    with pytest.raises(JournalFault) as fault:
        import_session(journal, file, factory)
    assert fault.value.say.id == "journal.full"
    disk.mend()
    assert journal.sessions() == ()
    assert import_session(journal, file, factory).new > 0


# --- files that are broken, by whatever cause


Lines = list[bytes]


def forge(lines: Lines, line: int, change: Callable[[dict[str, Any]], None]) -> Lines:
    """Change the entry on a line (from 1) and chain everything behind it anew, as a forger would."""
    out, hash = lines[:1], GENESIS
    for number, text in enumerate(lines[1:], start=2):
        entry = json.loads(text)["entry"]
        if number == line:
            change(entry)
        body = json.dumps(entry, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        hash = hashlib.sha256(bytes.fromhex(hash) + body).hexdigest()
        out.append(b'{"hash":"' + hash.encode() + b'","entry":' + body + b"}\n")
    return out


def put(**fields: Any) -> Callable[[dict[str, Any]], None]:
    return lambda entry: entry.update(fields)


def seats(*new: dict[str, Any]) -> Callable[[dict[str, Any]], None]:
    return lambda entry: entry["header"].update(seats=list(new))


def header(**fields: Any) -> Callable[[dict[str, Any]], None]:
    return lambda entry: entry["header"].update(fields)


ANA = {"id": "ana", "name": "Ana", "place": 0}
HEAD = b'{"format":"klondike-session","version":1,"session":"aaaaaaaa"}\n'

BROKEN: dict[str, tuple[Callable[[Lines], Lines], str, int | None]] = {
    "an empty file": (lambda x: [], "exchange.not_a_session", 1),
    "a text": (lambda x: [b"Dear diary\n"], "exchange.not_a_session", 1),
    "a picture": (lambda x: [b"\xff\xd8\xff\xe0\x00\x10JFIF" * 50], "exchange.not_a_session", 1),
    "noughts": (lambda x: [b"\0" * 4000], "exchange.not_a_session", 1),
    "only a header": (lambda x: x[:1], "exchange.empty", 2),
    "a newer form": (lambda x: [HEAD.replace(b":1,", b":2,"), *x[1:]], "exchange.newer", 1),
    "another kind": (lambda x: [HEAD.replace(b"klondike-s", b"solitaire-s")], "exchange.not_a_session", 1),
    "an id that is a path": (
        lambda x: [HEAD.replace(b"aaaaaaaa", b"../../etc/passwd"), *x[1:]],
        "exchange.not_a_session",
        1,
    ),
    "an id that is not its own": (lambda x: [HEAD, *x[1:]], "session.other_id", 2),
    "a header twice": (lambda x: [x[0], *x], "exchange.bad_line", 2),
    "an entry missing": (lambda x: x[:4] + x[5:], "session.chain_broken", 5),
    "an entry twice": (lambda x: [*x[:5], x[4], *x[5:]], "session.chain_broken", 6),
    "two entries swapped": (lambda x: [*x[:4], x[5], x[4], *x[6:]], "session.chain_broken", 5),
    "cut off": (lambda x: [*x[:-1], x[-1][:-9]], "exchange.cut_off", None),
    "an empty line": (lambda x: [*x[:4], b"\n", *x[4:]], "exchange.bad_line", 5),
    "no JSON": (lambda x: [*x[:4], b"{'hash': 1}\n"], "exchange.bad_line", 5),
    "a hash that is none": (lambda x: [*x[:4], b'{"hash":"x","entry":{}}\n'], "session.chain_broken", 5),
    "more than a row": (
        lambda x: [*x[:4], x[4].replace(b'{"hash"', b'{"more":1,"hash"')],
        "exchange.bad_line",
        5,
    ),
    "a changed value": (
        lambda x: [*x[:4], x[4].replace(b'"value":', b'"value":1'), *x[5:]],
        "session.chain_broken",
        5,
    ),
    "a line without end": (lambda x: [*x[:4], b"[" * 300_000 + b"\n"], "exchange.line_too_long", 5),
    "deep brackets": (
        lambda x: [*x[:4], b'{"hash":"a","entry":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"],
        "exchange.bad_line",
        5,
    ),
    "not canonical": (
        lambda x: [*x[:1], _rechained(x[1].replace(b'"boot":', b' "boot":'))],
        "session.bad_row",
        2,
    ),
    "forged: deep brackets": (
        lambda x: [
            *x[:1],
            _rechained(x[1].replace(b'"rules":{', b'"rules":{"a":' + b"[" * 100_000 + b"]" * 100_000 + b",")),
        ],
        "exchange.bad_line",
        2,
    ),
    "forged: an unknown field": (lambda x: forge(x, 5, put(more=1)), "session.bad_row", 5),
    "forged: an unknown kind": (lambda x: forge(x, 5, put(kind="fly")), "session.bad_row", 5),
    "forged: a number far off": (lambda x: forge(x, 5, put(number=10**8)), "session.senseless", 5),
    "forged: a negative number": (lambda x: forge(x, 5, put(number=-1)), "session.bad_row", 5),
    "forged: a huge number": (lambda x: forge(x, 5, put(value=10**300)), "session.diverged", None),
    "forged: no seats": (lambda x: forge(x, 2, seats()), "exchange.bad_seats", 2),
    "forged: nine seats": (
        lambda x: forge(x, 2, seats(*({"id": f"s{n}", "name": f"S{n}", "place": n} for n in range(9)))),
        "exchange.bad_seats",
        2,
    ),
    "forged: a seat twice": (lambda x: forge(x, 2, seats(ANA, ANA)), "exchange.bad_seats", 2),
    "forged: the bank at the table": (
        lambda x: forge(x, 2, seats(ANA, {"id": "bank", "name": "Bo", "place": 1})),
        "exchange.bad_seats",
        2,
    ),
    "forged: a name that steers the terminal": (
        lambda x: forge(x, 2, seats({"id": "ana", "name": "\x1b[2JAna", "place": 0})),
        "exchange.bad_seats",
        2,
    ),
    "forged: an id that is a path": (
        lambda x: forge(x, 2, seats({"id": "../ana", "name": "Ana", "place": 0})),
        "exchange.bad_seats",
        2,
    ),
    "forged: a place that is none": (
        lambda x: forge(x, 2, seats({**ANA, "place": 8})),
        "exchange.bad_seats",
        2,
    ),
    "forged: a place below nought": (
        lambda x: forge(x, 2, seats({**ANA, "place": -1})),
        "exchange.bad_seats",
        2,
    ),
    "forged: another session inside": (
        lambda x: forge(x, 2, header(session="bbbbbbbb")),
        "session.other_id",
        2,
    ),
    "forged: a game that is not there": (
        lambda x: forge(x, 2, header(game="poker")),
        "session.cannot_open",
        None,
    ),
    "forged: house rules that are none": (
        lambda x: forge(x, 2, header(rules={"rounds": [1]})),
        "exchange.bad_rules",
        2,
    ),
    "forged: a house rule that steers the terminal": (
        lambda x: forge(x, 2, header(rules={"\x1b[2J": 1})),
        "exchange.bad_rules",
        2,
    ),
    "forged: house rules that the game falls over": (
        lambda x: forge(x, 2, header(rules={"rounds": "many"})),
        "session.cannot_open",
        None,
    ),
    "forged: a game that steers the terminal": (
        lambda x: forge(x, 2, header(game="\x1b[2J")),
        "session.bad_row",
        2,
    ),
    "forged: an illegal answer": (lambda x: forge(x, 5, put(value=77)), "session.diverged", None),
    "forged: another's answer": (lambda x: forge(x, 5, put(seat="bo")), "session.diverged", None),
    "forged: a digest": (lambda x: forge(x, 5, put(digest="0" * 32)), "session.diverged", None),
    "forged: chance by hand": (lambda x: forge(x, 3, put(source="hand")), "session.diverged", None),
}


def _rechained(line: bytes) -> bytes:
    body = line[line.index(b'"entry":') + 8 : -2]
    hash = hashlib.sha256(bytes.fromhex(GENESIS) + body).hexdigest()
    return b'{"hash":"' + hash.encode() + b'","entry":' + body + b"}\n"


@pytest.mark.parametrize(("spoil", "id", "line"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_or_forged_file_is_refused_and_the_fault_named_with_its_line(
    file: Path, spoil: Callable[[Lines], Lines], id: str, line: int | None
) -> None:
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(spoil(lines)))
    journal = Journal.in_memory()
    with pytest.raises(JournalFault) as fault:
        import_session(journal, file, factory)
    say = fault.value.say
    if line is not None or id == "exchange.cut_off":
        assert say.id == "exchange.line" and say.facts["because"].id == id
        assert say.facts["line"] == (line or len(lines))
    else:
        assert say.id == id
    assert "{" not in Language.load("en").say(say)
    assert journal.session_ids() == ()


def test_forging_without_a_change_is_what_the_companion_writes(file: Path) -> None:
    """Proves that the forgeries above fail for what was changed, and for nothing else."""
    lines = file.read_bytes().splitlines(keepends=True)
    assert forge(lines, 2, lambda entry: None) == lines
    assert _rechained(lines[1]) == lines[1]


def test_a_file_that_is_too_long_is_not_even_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Huge(SystemDisk):
        def size(self, path: Path) -> int | None:
            return session_files.LONGEST_FILE + 1

        def read(self, path: Path, *, start: int = 0, most: int = -1) -> bytes:
            raise AssertionError("it is not to be read")

    with pytest.raises(JournalFault, match=r"exchange\.too_long"):
        read_session_file(file, Huge())


def test_a_file_of_too_many_rows_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_files, "MOST_ROWS", 5)
    with pytest.raises(JournalFault) as fault:
        read_session_file(file)
    assert fault.value.say.facts["because"].id == "exchange.too_many_rows"
