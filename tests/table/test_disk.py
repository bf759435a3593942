"""The disk: what is written is there, whole; and the faults a test can tell."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path

import pytest

from companion.language import Language
from companion.settings import Settings
from companion.table.disk import SystemDisk
from companion.table.faulty_disk import DiskFault, FaultyDisk


def test_a_file_is_replaced_whole_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    disk, path = SystemDisk(), tmp_path / "file"
    disk.write_whole(path, b"one")
    disk.write_whole(path, b"two and more")
    assert path.read_bytes() == b"two and more"
    assert list(tmp_path.iterdir()) == [path]


def test_a_replacement_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    disk, path = FaultyDisk(), tmp_path / "file"
    disk.write_whole(path, b"old")
    disk.fail(DiskFault.FULL)
    with pytest.raises(OSError) as fault:
        disk.write_whole(path, b"new")
    assert fault.value.errno == errno.ENOSPC
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_writing_at_a_place_cuts_what_lay_behind_it(tmp_path: Path) -> None:
    disk, path = SystemDisk(), tmp_path / "file"
    disk.write_at(path, 0, b"good line\nhalf a li")
    disk.write_at(path, 10, b"whole\n")
    assert path.read_bytes() == b"good line\nwhole\n"
    assert disk.read(path, start=10, most=3) == b"who"


def test_what_is_not_there_has_no_size_and_no_files(tmp_path: Path) -> None:
    disk = SystemDisk()
    (tmp_path / "file").touch()
    assert disk.size(tmp_path / "nothing") is None
    assert disk.size(tmp_path / "file" / "below") is None
    assert disk.listing(tmp_path / "nothing", ".jsonl") == ()


def test_a_folder_is_for_its_owner_alone(tmp_path: Path) -> None:
    SystemDisk().make_folder(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").stat().st_mode & 0o077 == 0


def test_a_database_can_be_read_while_another_connection_writes(tmp_path: Path) -> None:
    disk, path = SystemDisk(), tmp_path / "some.db"
    writer = disk.connect(path)
    writer.execute("PRAGMA journal_mode = WAL")
    writer.execute("CREATE TABLE t (x)")
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("INSERT INTO t VALUES (1)")
    reader = disk.connect(path, read_only=True)
    assert reader.execute("SELECT count(*) FROM t").fetchone() == (0,)
    writer.execute("COMMIT")
    assert reader.execute("SELECT count(*) FROM t").fetchone() == (1,)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        reader.execute("INSERT INTO t VALUES (2)")
    reader.close()
    writer.close()


@pytest.mark.parametrize("fault", list(DiskFault))
def test_a_told_fault_comes_as_the_system_reports_it(tmp_path: Path, fault: DiskFault) -> None:
    disk = FaultyDisk()
    connection = disk.connect(tmp_path / "some.db")
    connection.execute("CREATE TABLE t (x)")
    disk.fail(fault, after=1)
    connection.execute("INSERT INTO t VALUES (1)")
    with pytest.raises(sqlite3.OperationalError) as problem:
        connection.execute("INSERT INTO t VALUES (2)")
    assert problem.value.sqlite_errorcode == fault.value[1]
    with pytest.raises(OSError) as system:
        disk.write_at(tmp_path / "file", 0, b"data")
    assert system.value.errno == fault.value[0]
    disk.mend()
    assert connection.execute("SELECT x FROM t").fetchall() == [(1,)]
    connection.close()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_or_a_device_is_refused_instead_of_waited_for(tmp_path: Path) -> None:
    os.mkfifo(pipe := tmp_path / "settings.toml")
    for strange in (pipe, Path("/dev/zero"), tmp_path):
        with pytest.raises(OSError, match=r"regular file|directory"):
            SystemDisk().read(strange, most=100)
    (tmp_path / "file").write_bytes(b"12345")
    assert SystemDisk().read(tmp_path / "file", start=1, most=3) == b"234"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_settings_that_are_a_pipe_keep_nobody_from_starting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "settings.toml")
    (fault,) = Settings.load(tmp_path, SystemDisk()).faults
    assert "not a regular file" in Language.load("en").say(fault)
