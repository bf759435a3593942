"""The journal: what was committed is there, in order, chained, and never rewritten."""

from __future__ import annotations

import hashlib
import sqlite3
from datetime import timedelta
from pathlib import Path

import pytest
from table_play import answer, dig_on, resume, start

from companion.language import Language
from companion.table.clock import ManualClock
from companion.table.disk import SystemDisk
from companion.table.entries import GENESIS, Entry, Kind, decode_entry, encode_entry, stored_value
from companion.table.faults import JournalFault
from companion.table.faulty_disk import DiskFault, FaultyDisk
from companion.table.journal import DATABASE, Journal
from companion.table.journal_schema import MIGRATIONS, make_ready
from companion.table.text import Text


def raw(folder: Path) -> sqlite3.Connection:
    return sqlite3.connect(folder / DATABASE, isolation_level=None)


def test_the_settings_that_survive_a_power_cut_are_really_on(journal: Journal) -> None:
    connection = journal._connection
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)


def test_a_database_that_does_not_take_the_settings_is_not_used(tmp_path: Path) -> None:
    # A database in memory cannot be in WAL mode, and SQLite says nothing about it.
    connection = sqlite3.connect(":memory:", isolation_level=None)
    with pytest.raises(JournalFault) as fault:
        make_ready(connection, "some.db")
    assert fault.value.say.id == "journal.unsafe" and fault.value.say.facts["mode"] == "memory"
    connection.close()


def test_rows_are_chained_by_hash_from_the_first_on(journal: Journal, folder: Path) -> None:
    session = start(journal)
    dig_on(session, 6)
    hash, number = GENESIS, 0
    for stored_number, stored_hash, body in raw(folder).execute(
        "SELECT number, hash, body FROM entries ORDER BY sequence"
    ):
        hash = hashlib.sha256(bytes.fromhex(hash) + body).hexdigest()
        assert (stored_number, stored_hash) == (number, hash)
        number += 1
    assert number == session.view.number + 1 == 10


def test_rows_can_be_neither_rewritten_nor_deleted(journal: Journal, folder: Path) -> None:
    start(journal)
    for statement in ("UPDATE entries SET number = 7", "DELETE FROM entries"):
        with pytest.raises(sqlite3.IntegrityError, match="never"):
            raw(folder).execute(statement)


def test_each_row_has_both_times_and_the_boot_and_order_is_by_number(
    folder: Path, journal: Journal, clock: ManualClock
) -> None:
    clock.pass_ms(5000)
    session = start(journal)
    clock.pass_ms(250)
    answer(session, 5)
    # The network tells the time, and it was yesterday; then the machine is switched off and on.
    clock.set_wall(clock.wall() - timedelta(days=1))
    answer(session, [3, 3])
    clock.start_again("boot-2")
    answer(session, 4)
    entries = journal.load(session.header.session).entries
    assert [(e.number, e.monotonic_ms, e.boot) for e in entries if e.key[:5] in ("stake", "throw")] == [
        (3, 5250, "boot-1"),
        (4, 5250, "boot-1"),
        (5, 0, "boot-2"),
    ]
    assert entries[4].wall < entries[3].wall
    assert resume(journal, session).view.digest == session.view.digest


def test_sessions_are_listed_by_what_was_played_last_whatever_the_clock_says(
    journal: Journal, clock: ManualClock
) -> None:
    first = start(journal, "Ana Bo", seed=1)
    second = start(journal, "Cy Di", seed=2)
    clock.set_wall(clock.wall() - timedelta(days=14))
    answer(first, 3)
    listed = journal.sessions()
    assert [s.session for s in listed] == [first.header.session, second.header.session]
    assert listed[0].entries == first.view.number + 1
    assert listed[0].balances == first.view.balances and not listed[0].finished


def test_undoing_the_end_makes_a_session_unfinished_in_the_list_again(journal: Journal) -> None:
    session = start(journal, rounds=1)
    dig_on(session, 99)
    assert session.view.outcome is not None and journal.sessions()[0].finished
    session.take_back("ana")
    assert session.view.outcome is None and not journal.sessions()[0].finished


def test_ids_may_be_abbreviated(journal: Journal) -> None:
    ids = [start(journal, seed=seed).header.session for seed in range(12)]
    for id in ids:
        short = next(id[:n] for n in range(1, 9) if sum(other.startswith(id[:n]) for other in ids) == 1)
        assert journal.find(short) == journal.find(id) == journal.find(f" {id.upper()} ") == id
    for wanted, told in (("", "session.unknown"), ("zzzzzzzzz", "session.unknown")):
        with pytest.raises(JournalFault) as fault:
            journal.find(wanted)
        assert fault.value.say.id == told


def test_an_abbreviation_of_several_ids_is_refused(journal: Journal) -> None:
    seen: dict[str, str] = {}
    for seed in range(40):
        id = start(journal, seed=seed).header.session
        if id[0] in seen:
            with pytest.raises(JournalFault) as fault:
                journal.find(id[0])
            assert fault.value.say.id == "session.ambiguous"
            return
        seen[id[0]] = id
    raise AssertionError("forty ids without two of one first letter")


def test_a_session_that_is_not_there_is_said(journal: Journal) -> None:
    with pytest.raises(JournalFault, match=r"session\.unknown"):
        journal.load("aaaaaaaa")


def test_a_second_writer_of_one_session_is_noticed(folder: Path, journal: Journal) -> None:
    session = start(journal)
    entry = journal.load(session.header.session).entries[-1]
    with pytest.raises(JournalFault, match=r"journal\.out_of_order"):
        journal.append(session.header.session, [entry])
    other = Journal.open(folder)
    twin = resume(other, session)
    answer(session, 5)
    with pytest.raises(JournalFault):
        answer(twin, 6)
    assert journal.load(session.header.session).entries[-1].value == 5
    other.close()


def test_reading_beside_a_writer_sees_what_is_committed_and_writes_nothing(
    folder: Path, journal: Journal
) -> None:
    session = start(journal)
    with Journal.read(folder) as reader:
        assert [s.session for s in reader.sessions()] == [session.header.session]
        answer(session, 5)
        assert reader.load(session.header.session).entries[-1].value == 5
        with pytest.raises(JournalFault):
            reader.append("aaaaaaaa", [Entry(number=0, kind=Kind.START)])


def test_reading_where_nothing_was_played_makes_nothing(folder: Path) -> None:
    with Journal.read(folder) as reader:
        assert reader.sessions() == ()
    assert not folder.exists()


def test_a_closed_journal_can_be_read_where_nothing_may_be_written(folder: Path) -> None:
    class ReadOnlyFolder(SystemDisk):
        """SQLite as it is on a read-only file system: it can make no shared memory for WAL mode."""

        def _open(self, name: str, *, uri: bool = False) -> sqlite3.Connection:
            if "mode=ro" in name:
                problem = sqlite3.OperationalError("unable to open database file")
                problem.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
                raise problem
            return super()._open(name, uri=uri)

    with Journal.open(folder) as journal:
        session = start(journal)
    with Journal.read(folder, disk=ReadOnlyFolder()) as reader:
        assert reader.find(session.header.session) == session.header.session


# --- what is not ours, and what cannot be written


def fault_of(folder: Path, disk: FaultyDisk | None = None) -> Text:
    with pytest.raises(JournalFault) as fault:
        Journal.open(folder, disk=disk)
    sentence = Language.load("en").say(fault.value.say)
    assert "{" not in sentence and sentence.count(".") >= 1
    return fault.value.say


@pytest.mark.parametrize(
    ("fault", "id"),
    [
        (DiskFault.READ_ONLY, "journal.read_only"),
        (DiskFault.FULL, "journal.full"),
        (DiskFault.BROKEN, "journal.broken_disk"),
    ],
)
@pytest.mark.parametrize("there", [False, True])
def test_a_folder_that_cannot_be_written_is_said(
    folder: Path, fault: DiskFault, id: str, there: bool
) -> None:
    if there:
        folder.mkdir()
    disk = FaultyDisk()
    disk.fail(fault)
    assert fault_of(folder, disk).id == id
    disk.mend()
    with Journal.open(folder, disk=disk) as journal:
        start(journal)


def test_a_journal_that_may_not_be_written_is_said_at_the_start(folder: Path) -> None:
    class ReadOnly(SystemDisk):
        """SQLite as it is where the file may not be written: it opens it all the same, and says nothing."""

        def connect(self, path: Path | None, *, read_only: bool = False) -> sqlite3.Connection:
            return super().connect(path, read_only=True)

    with Journal.open(folder) as journal:
        start(journal)
    with pytest.raises(JournalFault) as fault:
        Journal.open(folder, disk=ReadOnly())
    assert fault.value.say.id == "journal.read_only"


def test_a_text_file_in_the_journals_place_is_left_alone(folder: Path) -> None:
    folder.mkdir()
    (folder / DATABASE).write_text("Dear diary, today we played Klondike.")
    assert fault_of(folder).id == "journal.not_a_database"
    assert (folder / DATABASE).read_text().startswith("Dear diary")


def test_a_database_of_another_program_is_left_alone(folder: Path) -> None:
    folder.mkdir()
    raw(folder).execute("CREATE TABLE recipes (name TEXT)")
    before = (folder / DATABASE).read_bytes()
    assert fault_of(folder).id == "journal.foreign"
    with pytest.raises(JournalFault, match=r"journal\.foreign"):
        Journal.read(folder)
    assert (folder / DATABASE).read_bytes() == before


def test_a_journal_of_a_newer_companion_is_left_alone(folder: Path) -> None:
    Journal.open(folder).close()
    raw(folder).execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    before = (folder / DATABASE).read_bytes()
    assert fault_of(folder).id == "journal.newer"
    assert (folder / DATABASE).read_bytes() == before


def test_an_empty_file_is_a_journal_that_was_just_begun(folder: Path) -> None:
    folder.mkdir()
    (folder / DATABASE).touch()
    with Journal.open(folder) as journal:
        assert journal.sessions() == () and journal.notices == []


def test_an_older_schema_is_brought_up_to_date_in_one_go(tmp_path: Path) -> None:
    path = tmp_path / "some.db"
    older = SystemDisk().connect(path)
    make_ready(older, str(path))
    older.execute("INSERT INTO sessions (id) VALUES ('aaaaaaaa')")
    newer = (*MIGRATIONS, ("ALTER TABLE sessions ADD COLUMN place TEXT NOT NULL DEFAULT 'here'",))
    broken = (*newer, ("CREATE TABLE more (x)", "CREATE TABLE more (x)"))
    with pytest.raises(sqlite3.OperationalError):
        make_ready(older, str(path), migrations=broken)
    assert older.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
    assert older.execute("SELECT * FROM sessions").fetchall() == [("aaaaaaaa",)]
    make_ready(older, str(path), migrations=newer)
    assert older.execute("SELECT * FROM sessions").fetchall() == [("aaaaaaaa", "here")]
    assert older.execute("PRAGMA user_version").fetchone() == (len(newer),)
    older.close()


def test_little_room_on_the_disk_is_said_in_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = FaultyDisk()
    monkeypatch.setattr(disk, "free_bytes", lambda _: 1_000_000)
    with Journal.open(folder, disk=disk) as journal:
        assert [notice.id for notice in journal.notices] == ["journal.low_space"]


# --- entries


def test_an_entry_comes_back_as_it_was(journal: Journal) -> None:
    session = start(journal)
    dig_on(session, 8)
    for entry in journal.load(session.header.session).entries:
        assert decode_entry(encode_entry(entry)) == entry


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b'{"number":0}',
        b'{"kind":"answer","number":-1}',
        b'{"kind":"answer","number":1,"more":1}',
        b'{"kind":"fly","number":1}',
        b'{"number":1,"kind":"pause"}',
        b'{"kind":"pause","number":1} ',
        b'{"kind":"pause","number":1,"number":1}',
        b'{"kind":"answer","number":1,"value":1e400}',
        b'{"kind":"answer","number":1,"value":1.5}',
        b'{"kind":"answer","number":1,"value":[[1]]}',
        b'{"kind":"answer","number":1,"value":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"events":[{"facts":' + b'{"a":' * 5000 + b"1" + b"}" * 5000 + b"}]}",
        b'{"kind":"pause","number":' + b"1" * 5000 + b"}",
        b'{"kind":"pause","number":1,"seat":"\xff"}',
        b'{"evidence":"' + b"x" * 300_000 + b'","kind":"answer","number":1}',
    ],
    ids=lambda body: body[:40],
)
def test_a_row_that_no_companion_wrote_is_not_an_entry(body: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        decode_entry(body)


@pytest.mark.parametrize(
    ("value", "kept"),
    [((1, 2), [1, 2]), ([1], [1]), (True, True), ("x", "x"), ({"a": 1}, {"a": 1}), (None, None), ((), [])],
)
def test_a_value_is_sent_live_as_a_replay_will_send_it(value: object, kept: object) -> None:
    assert stored_value(value) == kept and type(stored_value(value)) is type(kept)


@pytest.mark.parametrize("value", [1.5, {1, 2}, [[1]], [1.5], {"a": [1]}, {1: 1}, object(), b"x", [True]])
def test_a_value_that_the_journal_cannot_keep_is_named(value: object) -> None:
    with pytest.raises(TypeError):
        stored_value(value)
