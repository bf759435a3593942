"""Exports: what is written of an evening, and what is not as long as it goes on."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pypdfium2
import pytest

from companion.annals.archive import Archive
from companion.annals.evening import Evening
from companion.annals.exporting import exported
from companion.annals.lines import bounds, lines_of
from companion.annals.replaying import Replaying
from companion.annals.sticks import FOLDER, Stick, find_sticks, let_go, write_to_stick
from companion.games import build_game
from companion.language import Language
from companion.table.disk import SystemDisk
from companion.table.faults import Fault
from companion.table.history import history_of
from companion.table.journal import Journal
from companion.table.processes import Finished, RecordedProcesses
from companion.table.seats import Seat
from companion.table.verify import course_of
from tests.annals.played import PLAYERS, play_evening

WORDS = Language.load("en")


def read_pdf(data: bytes) -> str:
    document = pypdfium2.PdfDocument(data)
    return "\n".join(document[page].get_textpage().get_text_bounded() for page in range(len(document)))


@pytest.mark.parametrize("game", ("dice", "patience"))
def test_an_evening_on_paper(game: str, shelf: Journal, evenings: dict[str, Evening]) -> None:
    evening = evenings[game]
    (data,) = exported(shelf, Archive(shelf), evening.session, WORDS, ("pdf",)).values()
    words = read_pdf(data)
    for seat in evening.seats:
        assert seat.name in words
    assert WORDS.line(f"annals.game.{game}") in words and "2024" in words
    last = [
        event for event in course_of(shelf.load(evening.session)).entries[-1].events if event.what == "end"
    ]
    assert WORDS.say(last[0].say).split()[0] in words


@pytest.mark.parametrize("game", ("dice", "goldrush", "dominoes"))
def test_the_table_of_payments_adds_up(game: str, shelf: Journal, evenings: dict[str, Evening]) -> None:
    """Whoever adds the moved amounts up has the result in his hands."""
    evening = evenings[game]
    (data,) = exported(shelf, Archive(shelf), evening.session, WORDS, ("csv",)).values()
    rows = list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))
    held: dict[str, int] = {}
    for _, _, payer, payee, _, moved, _, _ in rows[1:]:
        held[payer] = held.get(payer, 0) - int(moved)
        held[payee] = held.get(payee, 0) + int(moved)
    names = {seat.id: seat.name for seat in evening.seats}
    for standing in evening.standings:
        assert held.get(names[standing.seat], 0) == standing.amount


def test_a_name_is_never_a_formula(journal: Journal) -> None:
    session = play_evening(journal, "dice", ("=1+1", "Bo"), most=6).header.session
    (data,) = exported(journal, Archive(journal), session, WORDS, ("csv",)).values()
    assert b"'=1+1" in data and b",=1+1" not in data


def test_the_session_file_is_the_journals(shelf: Journal, evenings: dict[str, Evening]) -> None:
    session = evenings["dice"].session
    ((name, data),) = exported(shelf, Archive(shelf), session, WORDS, ("jsonl",)).items()
    assert name == f"2024-01-01-dice-{session}.jsonl"
    lines = [json.loads(line) for line in data.splitlines()]
    assert len(lines) == len(shelf.bodies(session)) + 1


def test_hands_stay_hidden_until_the_end(journal: Journal) -> None:
    """A running session's history, paper and table tell no shuffle and no hand; afterwards all is open."""
    session = play_evening(journal, "dominoes", most=9)
    course = course_of(journal.load(session.header.session))
    dealt = next(entry for entry in course.entries if entry.asked == "deal")
    shown = next(one for one in history_of(course) if one.number == dealt.number)
    assert shown.hidden and shown.value is None and dealt.value
    hands = set()
    for seat in session.view.seats:
        private = session.private(seat.id)["seats"]
        hands |= set(next(one["hand"] for one in private if one["seat"] == seat.id))
    # What has been shown to everybody and waits for its place is no secret any more.
    hands.discard(session.view.snapshot["tile"])
    files = exported(journal, Archive(journal), session.header.session, WORDS, ("csv", "pdf"))
    for name, data in files.items():
        words = read_pdf(data) if name.endswith("pdf") else data.decode("utf-8")
        assert not [tile for tile in hands if re.search(rf"(?<![\d-]){tile}(?![\d-])", words)]
    finished = history_of(course_of(journal.load(play_evening(journal, "dominoes").header.session)))
    assert next(one for one in finished if one.asked == "deal").value


@pytest.mark.parametrize("game", PLAYERS)
def test_a_replay_ends_where_the_evening_did(game: str, shelf: Journal, evenings: dict[str, Evening]) -> None:
    course = course_of(shelf.load(evenings[game].session))
    replaying = Replaying(build_game, course)
    assert replaying.view().outcome is None and replaying.number == 0
    replaying.go_to(10**9)
    assert replaying.at == replaying.last and not replaying.forward()
    view = replaying.view()
    assert view.outcome is not None and view.balances == course.entries[-1].balances
    replaying.go_to(5)
    assert replaying.view().balances == course.entries[course.line()[4]].balances
    assert replaying.index_of(course.line()[4]) == 5


def test_the_chart_has_a_point_a_round(shelf: Journal, evenings: dict[str, Evening]) -> None:
    history = history_of(course_of(shelf.load(evenings["dice"].session)))
    seats = [Seat(seat.id, seat.name, seat.place) for seat in evenings["dice"].seats]
    lines = lines_of(history, seats, "dice")
    ends = [one for one in history if any(event.what == "round_end" for event in one.events)]
    assert {len(line.amounts) for line in lines} == {len(ends) + 1}
    assert {line.seat.id: line.amounts[-1] for line in lines} == {
        one.seat: one.amount for one in evenings["dice"].standings
    }
    history = history_of(course_of(shelf.load(evenings["patience"].session)))
    (line,) = lines_of(history, seats[:1], "patience")
    assert line.amounts[0] == 0 and line.amounts[-1] == evenings["patience"].standings[0].amount
    assert bounds(lines) is not None and bounds(()) is None


class MountedDisk(SystemDisk):
    """The machine's disk with other mounts, and perhaps little room."""

    def __init__(self, mounts: str, free: int | None = None) -> None:
        self._mounts, self._free = mounts, free

    def read(self, path: Path, *, start: int = 0, most: int = -1) -> bytes:
        if path.name == "mounts":
            return self._mounts.encode()
        return super().read(path, start=start, most=most)

    def free_bytes(self, folder: Path) -> int:
        return super().free_bytes(folder) if self._free is None else self._free


def test_sticks_are_found_where_systems_put_them() -> None:
    mounts = (
        "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n"
        "/dev/sda1 /media/pi/MY\\040STICK vfat rw,nosuid 0 0\n"
        "tmpfs /run/media/x tmpfs rw 0 0\n"
        "/dev/sdb1 /run/media/pi/LOCKED vfat ro,nosuid 0 0\n"
    )
    sticks = find_sticks(MountedDisk(mounts), RecordedProcesses())
    assert [(stick.name, stick.writable) for stick in sticks] == [("MY STICK", True), ("LOCKED", False)]


def test_a_stick_that_nobody_has_mounted_is_mounted_and_let_go() -> None:
    listed = {
        "blockdevices": [
            {"path": "/dev/sda", "hotplug": True, "fstype": None, "mountpoint": None, "children": [
                {"path": "/dev/sda1", "hotplug": True, "fstype": "vfat", "mountpoint": None}]},
            {"path": "/dev/mmcblk0p2", "hotplug": False, "fstype": "ext4", "mountpoint": "/"},
        ]
    }  # fmt: skip
    processes = RecordedProcesses(
        {
            "lsblk": Finished(0, json.dumps(listed), ""),
            "udisksctl": Finished(0, "Mounted /dev/sda1 at /run/media/pi/STICK.\n", ""),
        }
    )
    (stick,) = find_sticks(MountedDisk(""), processes)
    assert (stick.path, stick.device, stick.ours) == (Path("/run/media/pi/STICK"), "/dev/sda1", True)
    assert let_go(stick, processes)
    assert processes.asked[-1][:2] == ("udisksctl", "unmount")
    assert not find_sticks(MountedDisk(""), RecordedProcesses())


def test_files_get_onto_a_stick_or_it_is_said_why_not(tmp_path: Path) -> None:
    stick = Stick(tmp_path, "/dev/sda1")
    folder = write_to_stick(stick, {"a.csv": b"1", "b.pdf": b"22"}, MountedDisk(""))
    assert folder == tmp_path / FOLDER
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {"a.csv": b"1", "b.pdf": b"22"}
    with pytest.raises(Fault) as full:
        write_to_stick(stick, {"c.csv": b"3"}, MountedDisk("", free=1000))
    assert full.value.say.id == "annals.stick.full" and not (folder / "c.csv").exists()
    with pytest.raises(Fault) as locked:
        write_to_stick(Stick(tmp_path, "/dev/sda1", writable=False), {"c.csv": b"3"}, MountedDisk(""))
    assert locked.value.say.id == "annals.stick.read_only"
    with pytest.raises(Fault) as gone:
        write_to_stick(Stick(tmp_path / "gone" / "x", "/dev/sdb1"), {"c": b"3"}, SystemDisk())
    assert gone.value.say.id == "annals.stick.cannot_write"
