"""The mirror: beside the database, each session also as a file of lines that any text editor can read.

The database is the truth.  A mirror is written only after a commit, so every good row in it was committed,
and what a mirror has beyond a database that lost its end is taken back in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from companion.table.disk import Disk
from companion.table.entries import LONGEST_ROW, Row, decode_entry
from companion.table.faults import JournalFault
from companion.table.session_files import (
    LONGEST_FILE,
    LineFault,
    RowReader,
    file_bytes,
    read_file,
    read_row,
    row_line,
)

FOLDER = "sessions"
SUFFIX = ".jsonl"


class Mirror:
    """The session files of one data folder.  Methods raise `OSError` as the disk does."""

    def __init__(self, folder: Path, disk: Disk) -> None:
        self.folder = folder / FOLDER
        self._disk = disk
        #: How many bytes of each session's file are known to be good.
        self._good: dict[str, int] = {}

    def path(self, session: str) -> Path:
        return self.folder / f"{session}{SUFFIX}"

    def sessions(self) -> tuple[str, ...]:
        """Return the ids of all sessions that have a file here."""
        names = (path.name.removesuffix(SUFFIX) for path in self._disk.listing(self.folder, SUFFIX))
        return tuple(name for name in names if len(name) == 8 and name.isalnum())

    def read(self, session: str) -> tuple[RowReader, LineFault | None]:
        """Return the good rows of a session's file and its first fault; no rows where there is no file."""
        path = self.path(session)
        if self._disk.size(path) is None:
            return RowReader(session), None
        try:
            reader, fault, good = read_file(self._disk.read(path))
        except JournalFault as problem:
            return RowReader(session), LineFault(1, problem)
        if reader.session != session:
            return RowReader(session), LineFault(1, JournalFault("session.other_id", session=session))
        if reader.rows:
            self._good[session] = good
        return reader, fault

    def ends_with(self, session: str, hash: str) -> bool:
        """Return whether the last line of a session's file is the row of this hash."""
        path = self.path(session)
        size = self._disk.size(path)
        if not size:
            return False
        for most in (16 * 1024, LONGEST_ROW + 1024):
            end = self._disk.read(path, start=max(0, size - most))
            if not end.endswith(b"\n"):
                return False
            line = end[:-1].rsplit(b"\n", 1)[-1]
            if len(line) < len(end) - 1:
                break
        try:
            row = read_row(line)
        except JournalFault:
            return False
        self._good[session] = size
        return row.hash == hash

    def highest(self, session: str) -> int:
        """Return the highest number of any line that is a row, those behind a fault too; -1 for none."""
        highest = -1
        for line in self._disk.read(self.path(session), most=LONGEST_FILE).split(b"\n")[1:]:
            try:
                highest = max(highest, decode_entry(read_row(line).body).number)
            except (JournalFault, ValueError):
                continue
        return highest

    def was_being_written(self, session: str, rows: Sequence[Row]) -> bool:
        """Return whether a session's file is `rows` up to where a power cut has stopped their writing.

        What had not reached the disk is missing at the end, or there are noughts in its place.
        """
        whole = file_bytes(session, rows)
        there = self._disk.read(self.path(session), most=len(whole) + 1)
        return len(there) <= len(whole) and all(
            byte in (0, meant) for byte, meant in zip(there, whole, strict=False)
        )

    def append(self, session: str, new: Sequence[Row], all_rows: Callable[[], Sequence[Row]]) -> None:
        """Add rows to a session's file, or write all of it where it is not what it should be."""
        good = self._good.get(session)
        path = self.path(session)
        size = self._disk.size(path)
        if good is None or size is None or size < good:
            self.write(session, all_rows())
            return
        data = b"".join(map(row_line, new))
        # Cut at the last good byte first: an append that failed half-way may have left part of a line.
        self._disk.write_at(path, good, data)
        self._good[session] = good + len(data)

    def write(self, session: str, rows: Sequence[Row]) -> None:
        """Write a session's whole file."""
        self._disk.make_folder(self.folder)
        data = file_bytes(session, rows)
        self._good.pop(session, None)
        self._disk.write_whole(self.path(session), data)
        self._good[session] = len(data)

    def forget(self, session: str) -> None:
        """The file could not be written; the next time all of it is."""
        self._good.pop(session, None)
