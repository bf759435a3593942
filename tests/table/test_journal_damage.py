"""A damaged journal is set aside under a dated name, said, and all that can be saved is saved."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from digging import factory
from table_play import answer, dig_on, resume, start

from companion.language import Language
from companion.table.clock import ManualClock
from companion.table.disk import SystemDisk
from companion.table.faults import JournalFault
from companion.table.faulty_disk import DiskFault, FaultyDisk
from companion.table.journal import DATABASE, Journal
from companion.table.session_files import read_file
from companion.table.verify import verify


class Played:
    """Two sessions in a data folder as a power cut leaves it, with what was acknowledged of each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.database = folder / DATABASE
        self.log = folder / f"{DATABASE}-wal"
        self.acknowledged: dict[str, tuple[int, str]] = {}
        journal = Journal.open(folder)
        for seed, answers in ((1, 40), (2, 7)):
            session = start(journal, seed=seed, rounds=30)
            dig_on(session, answers, seed)
            self.acknowledged[session.header.session] = (session.view.number, session.view.digest)
        # Copied while the database is open: nothing is tidied up as closing it would.
        kept = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        journal.close()
        for path, data in kept.items():
            path.write_bytes(data)

    def mirror(self, session: str) -> Path:
        return self.folder / "sessions" / f"{session}.jsonl"

    def checkpoint(self) -> None:
        """Bring the log into the database, as closing it does."""
        connection = sqlite3.connect(self.database)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.close()

    def check(self, journal: Journal) -> None:
        """Every acknowledged answer is there, agrees, and the session can be played on."""
        for session, (number, digest) in self.acknowledged.items():
            stored = journal.load(session)
            assert (stored.entries[-1].number, stored.entries[-1].digest) == (number, digest)
            verify(stored, factory)
            reader, fault, _ = read_file(self.mirror(session).read_bytes())
            assert fault is None and [r.hash for r in reader.rows] == [r.hash for r in stored.rows]
            again = resume(journal, session)
            again.rebuilt(None)
            assert dig_on(again, 1).number > number
            self.acknowledged[session] = (again.view.number, again.view.digest)


@pytest.fixture
def played(folder: Path) -> Played:
    return Played(folder)


def in_database(*cut: int) -> Callable[[Played], None]:
    def spoil(played: Played) -> None:
        played.checkpoint()
        data = bytearray(played.database.read_bytes())
        first, last = (round(len(data) * part / 100) for part in cut)
        data[first:last] = b"\0" * (last - first)
        played.database.write_bytes(data)

    return spoil


def noise(played: Played) -> None:
    played.checkpoint()
    data = bytearray(played.database.read_bytes())
    for page in range(4096, len(data) - 4096, 4096):
        data[page : page + 64] = bytes(range(64))
    played.database.write_bytes(data)


def cut_short(played: Played) -> None:
    played.checkpoint()
    data = played.database.read_bytes()
    played.database.write_bytes(data[: len(data) // 2 + 100])


def one_letter(played: Played) -> None:
    """A single byte inside a row: SQLite's own check does not see it, the chain of hashes does."""
    played.checkpoint()
    data = played.database.read_bytes()
    at = data.rindex(b'"key":"stake/')
    played.database.write_bytes(data[: at + 8] + b"S" + data[at + 9 :])


def no_header(played: Played) -> None:
    played.checkpoint()
    played.database.write_bytes(b"\0" * 4096 + played.database.read_bytes()[4096:])


def nothing_but_noughts(played: Played) -> None:
    played.checkpoint()
    played.database.write_bytes(b"\0" * played.database.stat().st_size)


SPOILT = {
    "a zeroed tail": in_database(60, 100),
    "a zeroed middle": in_database(30, 45),
    "pages of noise": noise,
    "cut short": cut_short,
    "one letter in one row": one_letter,
    "no header": no_header,
    "nothing but noughts": nothing_but_noughts,
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT.keys())
def test_a_spoilt_database_is_set_aside_and_everything_recovered(
    played: Played, spoil: Callable[[Played], None], clock: ManualClock
) -> None:
    spoil(played)
    spoilt = played.database.read_bytes()
    with pytest.raises(JournalFault), Journal.read(played.folder) as reader:
        for session in played.acknowledged:
            reader.load(session)
    with Journal.open(played.folder, clock=clock) as journal:
        aside = played.folder / f"{DATABASE}.damaged-20240101-190000"
        assert aside.read_bytes() == spoilt, "never deleted, and kept as it was"
        assert [notice.id for notice in journal.notices] == ["journal.set_aside", "journal.recovered"]
        said = [Language.load("en").say(notice) for notice in journal.notices]
        assert aside.name in said[0] and "entries were recovered" in said[1]
        played.check(journal)
    with Journal.open(played.folder) as journal:
        assert journal.notices == []
        played.check(journal)


def delete_log(played: Played) -> None:
    played.log.unlink()


def truncate_log(played: Played) -> None:
    data = played.log.read_bytes()
    played.log.write_bytes(data[: len(data) * 2 // 3])


def zero_log_tail(played: Played) -> None:
    data = played.log.read_bytes()
    played.log.write_bytes(data[: len(data) // 2] + b"\0" * (len(data) - len(data) // 2))


def delete_database(played: Played) -> None:
    for path in played.folder.glob(f"{DATABASE}*"):
        path.unlink()


def empty_database(played: Played) -> None:
    delete_database(played)
    played.database.touch()


LOST = {
    "no log": delete_log,
    "a log cut short": truncate_log,
    "a log with a zeroed tail": zero_log_tail,
    "no database": delete_database,
    "an empty database": empty_database,
}


@pytest.mark.parametrize("lose", LOST.values(), ids=LOST.keys())
def test_rows_that_the_database_has_lost_come_back_from_the_mirror(
    played: Played, lose: Callable[[Played], None]
) -> None:
    lose(played)
    with Journal.open(played.folder) as journal:
        assert [notice.id for notice in journal.notices] == ["journal.recovered"]
        played.check(journal)
    assert list(played.folder.glob("*.damaged*")) == []


def test_a_plain_power_cut_is_nothing_to_speak_of(played: Played) -> None:
    with Journal.open(played.folder) as journal:
        assert journal.notices == []
        played.check(journal)


@pytest.mark.parametrize("tidied", [False, True])
def test_after_a_power_cut_everything_can_be_read_before_the_companion_starts_again(
    played: Played, tidied: bool
) -> None:
    if tidied:
        (played.folder / f"{DATABASE}-shm").unlink()
    assert played.log.stat().st_size > 0
    with Journal.read(played.folder) as reader:
        for session, (number, digest) in played.acknowledged.items():
            last = reader.load(session).entries[-1]
            assert (last.number, last.digest) == (number, digest)


def test_without_mirrors_what_is_readable_of_the_database_is_saved(played: Played) -> None:
    for session in played.acknowledged:
        played.mirror(session).unlink()
    one_letter(played)
    with Journal.open(played.folder) as journal:
        for session, (number, _) in played.acknowledged.items():
            stored = journal.load(session)
            verify(stored, factory)
            assert 0 < len(stored.rows) <= number + 1
        # The changed row and those behind it are gone from one session; the other is whole.
        whole = [len(journal.load(s).rows) == n + 1 for s, (n, _) in played.acknowledged.items()]
        assert sorted(whole) == [False, True]


def test_a_second_damage_in_one_second_gets_a_name_of_its_own(played: Played, clock: ManualClock) -> None:
    for _ in range(3):
        nothing_but_noughts(played)
        Journal.open(played.folder, clock=clock).close()
    names = sorted(
        path.name for path in played.folder.glob("*.damaged*") if not path.name.endswith(("wal", "shm"))
    )
    assert names == [f"{DATABASE}.damaged-20240101-190000{more}" for more in ("", "-2", "-3")]


# --- the mirror


def torn(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-30])


def gone(path: Path) -> None:
    path.unlink()


def shorter(path: Path) -> None:
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-3]))


def blank(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("spoil", [torn, gone, shorter])
def test_a_mirror_that_lags_is_made_good_without_a_word(
    played: Played, spoil: Callable[[Path], None]
) -> None:
    for session in played.acknowledged:
        spoil(played.mirror(session))
    with Journal.open(played.folder) as journal:
        assert journal.notices == []
        played.check(journal)


def garbage(path: Path) -> None:
    path.write_bytes(b"\0" * 5000)


def changed(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"wall":"2', b'"wall":"1', 1))
    path.write_bytes(path.read_bytes()[:-30])


def foreign(path: Path) -> None:
    path.write_bytes(b"not a session\n" * 40)


@pytest.mark.parametrize("spoil", [garbage, changed, foreign, blank])
def test_a_spoilt_mirror_is_set_aside_and_written_anew(played: Played, spoil: Callable[[Path], None]) -> None:
    for session in played.acknowledged:
        spoil(played.mirror(session))
    with Journal.open(played.folder) as journal:
        assert {notice.id for notice in journal.notices} == {"journal.mirror_set_aside"}
        played.check(journal)
    assert len(list((played.folder / "sessions").glob("*.damaged-*"))) == 2


def test_a_mirror_of_a_session_that_never_was_is_set_aside(played: Played) -> None:
    (played.folder / "sessions" / "zzzzzzzz.jsonl").write_text("{}\n")
    (played.folder / "sessions" / "notes.jsonl").write_text("not ours\n")
    with Journal.open(played.folder) as journal:
        assert [notice.id for notice in journal.notices] == ["journal.mirror_set_aside"]
        played.check(journal)
    assert (played.folder / "sessions" / "notes.jsonl").exists()


def test_a_mirror_that_cannot_be_written_does_not_stop_the_table(
    journal: Journal, disk: FaultyDisk, folder: Path
) -> None:
    session = start(journal)
    disk.fail(DiskFault.FULL, spare="database")
    for value in (5, [3, 4], 2):
        answer(session, value)
    assert [notice.id for notice in journal.notices] == ["journal.mirror_behind"]
    disk.mend()
    answer(session, [1, 1])
    mirror = folder / "sessions" / f"{session.header.session}.jsonl"
    reader, fault, _ = read_file(mirror.read_bytes())
    assert fault is None and reader.rows[-1].hash == journal.tail(session.header.session)[1]


@pytest.mark.parametrize("spoil", [torn, gone, blank])
def test_a_mirror_that_somebody_spoils_while_playing_is_written_anew(
    journal: Journal, folder: Path, spoil: Callable[[Path], None]
) -> None:
    session = start(journal)
    dig_on(session, 5)
    mirror = folder / "sessions" / f"{session.header.session}.jsonl"
    spoil(mirror)
    dig_on(session, 1, seed=3)
    reader, fault, _ = read_file(mirror.read_bytes())
    assert fault is None and len(reader.rows) == session.view.number + 1


def test_damage_met_while_playing_is_said_with_its_remedy(journal: Journal) -> None:
    session = start(journal)
    view = session.view

    class Spoilt:
        """The open connection of a database whose pages have gone bad beneath it."""

        in_transaction = False

        def execute(self, *_: object) -> None:
            problem = sqlite3.DatabaseError("database disk image is malformed")
            problem.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
            raise problem

    whole, journal._connection = journal._connection, Spoilt()  # type: ignore[assignment]
    with pytest.raises(JournalFault) as fault:
        answer(session, 5)
    assert fault.value.say.id == "journal.damaged"
    assert session.view is view
    journal._connection = whole
    answer(session, 5)


def test_a_read_error_at_the_start_sets_nothing_aside(played: Played) -> None:
    class Unreadable(SystemDisk):
        def connect(self, path: Path | None, *, read_only: bool = False) -> sqlite3.Connection:
            problem = sqlite3.OperationalError("disk I/O error")
            problem.sqlite_errorcode = sqlite3.SQLITE_IOERR
            raise problem

    with pytest.raises(JournalFault) as fault:
        Journal.open(played.folder, disk=Unreadable())
    assert fault.value.say.id == "journal.broken_disk"
    assert list(played.folder.glob("*.damaged*")) == []
    with Journal.open(played.folder) as journal:
        played.check(journal)
