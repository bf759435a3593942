"""Where the data folder is, and that one companion at a time works on it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.language import Language
from companion.table.data_folder import find_data_folder, ready_data_folder
from companion.table.faults import AlreadyRunning, Fault
from companion.table.faulty_disk import DiskFault, FaultyDisk
from companion.table.instance_lock import InstanceLock, running_in

HOLDER = """
import sys
from pathlib import Path
from companion.table.instance_lock import InstanceLock
with InstanceLock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


@pytest.mark.parametrize(
    ("given", "environment", "found"),
    [
        ("/a", {"COMPANION_DATA": "/b", "STATE_DIRECTORY": "/c"}, "/a"),
        (None, {"COMPANION_DATA": "/b", "STATE_DIRECTORY": "/c"}, "/b"),
        (None, {"COMPANION_DATA": "", "STATE_DIRECTORY": "/c:/d"}, "/c"),
        (None, {"COMPANION_DATA": "  "}, None),
        (None, {}, None),
    ],
)
def test_the_data_folder_is_the_first_that_is_named(
    given: str | None, environment: dict[str, str], found: str | None
) -> None:
    folder = find_data_folder(Path(given) if given else None, environment)
    if found is None:
        assert folder.is_absolute() and folder.name == "klondike-companion"
    else:
        assert folder == Path(found)


def test_a_relative_folder_is_made_absolute(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert find_data_folder(Path("here"), {}) == tmp_path / "here"


def test_a_data_folder_is_made_and_left_clean(tmp_path: Path) -> None:
    folder = ready_data_folder(tmp_path / "new" / "data")
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("fault", [DiskFault.READ_ONLY, DiskFault.FULL])
def test_a_data_folder_that_cannot_be_written_is_said(tmp_path: Path, fault: DiskFault) -> None:
    disk = FaultyDisk()
    disk.fail(fault)
    with pytest.raises(Fault) as told:
        ready_data_folder(tmp_path, disk)
    assert "--data" in Language.load("en").say(told.value.say)


def test_a_file_in_the_place_of_the_data_folder_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(Fault) as told:
            ready_data_folder(folder)
        assert told.value.say.id == "data_folder.not_a_folder"


def test_a_second_companion_is_told_the_number_of_the_first(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as first:
        assert first.stdout is not None and first.stdout.readline() == "held\n"
        assert running_in(tmp_path) == first.pid
        with pytest.raises(AlreadyRunning) as told:
            InstanceLock(tmp_path).acquire()
        assert told.value.status == 3
        assert f"already running, process {first.pid}" in Language.load("en").say(told.value.say)
        first.communicate("")
    with InstanceLock(tmp_path):
        assert running_in(tmp_path) == os.getpid()
    assert running_in(tmp_path) is None


def test_the_lock_of_a_process_that_was_killed_does_not_block(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as first:
        assert first.stdout is not None and first.stdout.readline() == "held\n"
        first.send_signal(signal.SIGKILL)
        first.wait()
    assert running_in(tmp_path) == first.pid
    with InstanceLock(tmp_path):
        assert running_in(tmp_path) == os.getpid()


def test_the_lock_is_there_once_in_one_process_too(tmp_path: Path) -> None:
    with InstanceLock(tmp_path), pytest.raises(AlreadyRunning):
        InstanceLock(tmp_path).acquire()


@pytest.mark.parametrize("noted", [b"", b"no number", b"-3", b"9" * 40, b"\xff\xfe"])
def test_a_spoilt_note_of_the_process_is_no_number(tmp_path: Path, noted: bytes) -> None:
    (tmp_path / "companion.pid").write_bytes(noted)
    assert running_in(tmp_path) is None


def test_a_folder_that_cannot_be_written_is_not_called_running(tmp_path: Path) -> None:
    disk = FaultyDisk()
    disk.fail(DiskFault.READ_ONLY)
    with pytest.raises(Fault) as told:
        InstanceLock(tmp_path, disk).acquire()
    assert told.value.say.id == "data_folder.not_writable" and told.value.status == 1
    with InstanceLock(tmp_path):
        pass
