"""What cannot be saved is said exactly; what belongs to somebody else, or to another user, is left alone."""

from __future__ import annotations

import gzip
import os
import random
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from digging import factory
from table_play import dig_on, resume, start

from companion.games import build_game
from companion.language import Language
from companion.simulate.bots import Bots
from companion.table.chance import SeededChance
from companion.table.disk import SystemDisk
from companion.table.faults import JournalFault
from companion.table.journal import DATABASE, Journal
from companion.table.journal_schema import MIGRATIONS, make_ready, schema_version
from companion.table.session import Session
from companion.table.session_files import file_bytes
from companion.table.verify import verify

KEPT = Path(__file__).parent.parent / "sessions"


def play(folder: Path, answers: int = 40) -> str:
    with Journal.open(folder) as journal:
        session = start(journal, rounds=30)
        dig_on(session, answers)
        return session.header.session


def change_row(folder: Path, number: int) -> None:
    """Change a letter in one stored row; SQLite does not see it, the chain does."""
    connection = sqlite3.connect(folder / DATABASE)
    connection.execute("DROP TRIGGER entries_are_never_rewritten")
    connection.execute(
        'UPDATE entries SET body = CAST(replace(CAST(body AS TEXT), \'"wall":"2\', \'"wall":"1\') AS BLOB)'
        " WHERE number = ?",
        (number,),
    )
    connection.commit()
    connection.close()


def test_what_neither_database_nor_mirror_has_is_said_by_its_numbers(folder: Path) -> None:
    session = play(folder)
    change_row(folder, 20)
    mirror = folder / "sessions" / f"{session}.jsonl"
    lines = mirror.read_bytes().splitlines(keepends=True)
    lines[16] = lines[16].replace(b'"wall":"2', b'"wall":"1')
    mirror.write_bytes(b"".join(lines))
    with Journal.open(folder) as journal:
        # The mirror is good up to entry 14, the database up to 19; everything behind went on to 41.
        last = len(lines) - 2
        assert len(journal.load(session).rows) == 20
        missing = next(notice for notice in journal.notices if notice.id == "journal.missing")
        assert missing.facts == {"session": session, "first": 20, "last": last}
        said = Language.load("en").say(missing)
        assert f"Entries 20 to {last} of the session {session} could not be saved" in said
        assert {notice.id for notice in journal.notices} == {
            "journal.set_aside", "journal.missing", "journal.mirror_set_aside", "journal.recovered"
        }  # fmt: skip
        verify(journal.load(session), factory)
        again = resume(journal, session)
        again.rebuilt(None)
        assert dig_on(again, 3).number > 20
    assert len(list(folder.rglob("*.damaged-*"))) >= 2
    with Journal.open(folder) as journal:
        assert journal.notices == []


def test_without_a_mirror_the_rows_behind_a_spoilt_one_are_counted(folder: Path) -> None:
    session = play(folder, 10)
    (folder / "sessions" / f"{session}.jsonl").unlink()
    with Journal.read(folder) as journal:
        last = journal.tail(session)[0]
    change_row(folder, last)
    with Journal.open(folder) as journal:
        assert journal.tail(session)[0] == last - 1
        said = [Language.load("en").say(notice) for notice in journal.notices]
        assert any(f"Entry {last} of the session {session} could not be saved" in line for line in said)


def test_nothing_is_said_to_be_missing_where_nothing_is(folder: Path) -> None:
    session = play(folder)
    change_row(folder, 20)
    with Journal.open(folder) as journal:
        assert [notice.id for notice in journal.notices] == ["journal.set_aside", "journal.recovered"]
        verify(journal.load(session), factory)


def test_a_session_id_out_of_a_spoilt_page_never_becomes_the_name_of_a_file(folder: Path) -> None:
    session = play(folder)
    connection = sqlite3.connect(folder / DATABASE)
    connection.execute("PRAGMA foreign_keys = OFF")
    rows = connection.execute("SELECT number, hash, body FROM entries").fetchall()
    connection.executemany(
        "INSERT INTO entries (session, number, hash, body) VALUES ('../../up', ?, ?, ?)", rows
    )
    connection.commit()
    connection.close()
    change_row(folder, 20)
    with Journal.open(folder) as journal:
        assert journal.session_ids() == (session,)
    assert not list(folder.parent.rglob("up*"))


@pytest.mark.skipif(os.name != "posix" or os.getuid() != 0, reason="only root can become somebody else")
@pytest.mark.parametrize("whose", ["the folder", "the database"])
def test_a_journal_of_another_user_is_said_and_left_as_it_is(whose: str) -> None:
    outer = Path(tempfile.mkdtemp(dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
    try:
        outer.chmod(0o755)
        folder = outer / "data"
        play(folder)
        if whose == "the database":
            os.chown(folder, 65534, 65534)
            os.chown(folder / "sessions", 65534, 65534)
        before = (folder / DATABASE).read_bytes()
        said = as_nobody(folder)
        assert said in ("journal.read_only", "journal.cannot_open"), said
        assert (folder / DATABASE).read_bytes() == before
        assert list(folder.rglob("*.damaged*")) == []
    finally:
        shutil.rmtree(outer)


def as_nobody(folder: Path) -> str:
    """Open a journal as a user without any rights; return the fault's id, or what went wrong instead."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgid(65534)
            os.setuid(65534)
            Journal.open(folder).close()
            said = "opened"
        except JournalFault as fault:
            said = fault.say.id
        except BaseException as problem:
            said = repr(problem)
        os.write(writing, said.encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return said


def no_text_in_a_row(folder: Path) -> None:
    """A bit flips in a hash: the letter it becomes is half of none."""
    data = (folder / DATABASE).read_bytes()
    at = data.rindex(b'{"asked"') - 8
    (folder / DATABASE).write_bytes(data[:at] + bytes([data[at] | 0x80]) + data[at + 1 :])


def no_text_in_the_schema(folder: Path) -> None:
    """A bit flips in the name of a table: what SQLite says of it cannot be read by Python."""
    data = (folder / DATABASE).read_bytes()
    at = data.index(b"CREATE TABLE entries") + 7
    (folder / DATABASE).write_bytes(data[:at] + b"\x94" + data[at + 1 :])


def nothing_in_a_row(folder: Path) -> None:
    """The type of a column goes: where a row's body was there is a number."""
    connection = sqlite3.connect(folder / DATABASE)
    connection.execute("DROP TRIGGER entries_are_never_rewritten")
    connection.execute("UPDATE entries SET body = 7 WHERE number = 20")
    connection.commit()
    connection.close()


@pytest.mark.parametrize("spoil", [no_text_in_a_row, no_text_in_the_schema, nothing_in_a_row])
def test_what_is_no_text_or_no_row_any_more_is_damage_like_any_other(
    folder: Path, spoil: Callable[[Path], None]
) -> None:
    session = play(folder)
    with Journal.read(folder) as journal:
        last = journal.tail(session)
    spoil(folder)
    with pytest.raises(JournalFault) as fault, Journal.read(folder) as journal:
        journal.load(session)
    assert fault.value.say.id == "journal.damaged"
    with Journal.open(folder) as journal:
        assert [notice.id for notice in journal.notices] == ["journal.set_aside", "journal.recovered"]
        assert journal.tail(session) == last
        verify(journal.load(session), factory)


def test_a_session_that_is_no_longer_in_the_list_of_sessions_comes_back(folder: Path) -> None:
    session = play(folder)
    connection = sqlite3.connect(folder / DATABASE)
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("UPDATE sessions SET id = 'zzzzzzzz'")
    connection.commit()
    connection.close()
    with Journal.open(folder) as journal:
        assert journal.session_ids() == (session,)
        verify(journal.load(session), factory)


# --- journals of earlier days, as the companion of that day wrote them


@pytest.fixture(params=sorted(path.name for path in KEPT.glob("schema-*.db.gz")))
def kept(request: pytest.FixtureRequest, folder: Path) -> Path:
    """A data folder with a real journal from one of the first days, without mirrors."""
    folder.mkdir()
    (folder / DATABASE).write_bytes(gzip.decompress((KEPT / request.param).read_bytes()))
    return folder


def test_a_journal_of_the_first_days_opens_verifies_and_goes_on(kept: Path) -> None:
    with Journal.open(kept) as journal:
        assert journal.notices == []
        (session,) = journal.session_ids()
        stored = journal.load(session)
        verified = verify(stored, build_game)
        # Where no rules version has passed since then, every digest still agrees.
        assert verified.digests and verified.answers + verified.undone > 20
        going_on = Session.resume(journal, build_game, session, SeededChance(1))
        going_on.rebuilt(None)
        before = going_on.view
        if before.outcome is None:
            answer = Bots(random.Random(1)).answer(before.open, [s.id for s in before.seats])
            assert going_on.answer(answer).number > before.number
    mirror = kept / "sessions" / f"{session}.jsonl"
    assert mirror.read_bytes().startswith(file_bytes(session, stored.rows))


def test_each_kept_journal_has_the_schema_that_its_name_tells(kept: Path) -> None:
    connection = SystemDisk().connect(kept / DATABASE)
    assert schema_version(connection, "kept") == 1 <= len(MIGRATIONS)
    connection.close()


def test_every_schema_version_has_kept_journals_of_all_games() -> None:
    games = {"dice", "dominoes", "goldrush", "patience"}
    for version in range(1, len(MIGRATIONS) + 1):
        assert {path.name.split("-")[2].split(".")[0] for path in KEPT.glob(f"schema-{version}-*")} == games


def test_a_step_to_the_next_schema_keeps_every_row_of_a_real_journal(kept: Path) -> None:
    newer = (*MIGRATIONS, ("ALTER TABLE sessions ADD COLUMN place TEXT NOT NULL DEFAULT ''",))
    connection = SystemDisk().connect(kept / DATABASE)
    rows = connection.execute("SELECT * FROM entries ORDER BY sequence").fetchall()
    make_ready(connection, "kept", migrations=newer)
    assert connection.execute("SELECT * FROM entries ORDER BY sequence").fetchall() == rows
    assert connection.execute("PRAGMA quick_check").fetchone() == ("ok",)
    connection.close()
    # The companion of today says that this journal is of tomorrow, and touches nothing.
    with pytest.raises(JournalFault) as fault:
        Journal.open(kept)
    assert fault.value.say.id == "journal.newer"


@pytest.mark.parametrize(
    "page", [bytes(4096), random.Random(1).randbytes(4096), b"\x89PNG\r\n\x1a\n" + bytes(99)]
)
def test_a_first_page_that_was_lost_before_any_session_keeps_nobody_from_playing(
    folder: Path, page: bytes
) -> None:
    """There is no mirror yet that would tell whose file it was; zeros and noise are nobody's text."""
    Journal.open(folder).close()
    (folder / DATABASE).write_bytes(page)
    with Journal.open(folder) as journal:
        assert [notice.id for notice in journal.notices] == ["journal.set_aside", "journal.recovered"]
        assert start(journal).view.open
    (aside,) = folder.glob(f"{DATABASE}.damaged-*")
    assert aside.read_bytes() == page


@pytest.mark.parametrize("text", ["my diary", "Žofie " * 200, "0" * 511 + "ø"])
def test_a_text_that_bears_the_journal_s_name_is_left_where_it_is(folder: Path, text: str) -> None:
    folder.mkdir()
    (folder / DATABASE).write_text(text, encoding="utf-8")
    for opening in (Journal.read, Journal.open):
        # Whoever only looks is told the same as who wants to play.
        with pytest.raises(JournalFault) as fault:
            opening(folder)
        assert fault.value.say.id == "journal.not_a_database"
    assert (folder / DATABASE).read_text(encoding="utf-8") == text


@pytest.mark.parametrize("left", ["nothing", "an empty database", "no log"])
def test_reading_tells_of_sessions_of_which_only_the_files_are_left(folder: Path, left: str) -> None:
    play(folder)
    if left == "no log":
        with Journal.open(folder) as journal:
            start(journal)
            # The second session's rows are still in the log alone when it is lost.
            shutil.copy(folder / DATABASE, folder / "before")
        (folder / "before").rename(folder / DATABASE)
    else:
        (folder / DATABASE).unlink()
    if left == "an empty database":
        (folder / DATABASE).touch()
    with Journal.read(folder) as journal:
        (notice,) = journal.notices
        assert notice.id == "journal.only_in_files" and notice.facts["count"] == 1
        assert len(journal.session_ids()) == (left == "no log")
    Journal.open(folder).close()
    with Journal.read(folder) as journal:
        assert journal.notices == [] and len(journal.session_ids()) == 1 + (left == "no log")
