"""The session file: one header line, then one row a line.  Mirrors and exports are written in it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from companion.table.course import Course
from companion.table.entries import GENESIS, LONGEST_ROW, Entry, Row, SessionId, chain, decode_entry
from companion.table.faults import JournalFault

FORMAT_VERSION = 1
#: A session file may not be longer than this many bytes, nor have more rows than this.
LONGEST_FILE = 64 * 1024 * 1024
MOST_ROWS = 200_000
_LONGEST_LINE = LONGEST_ROW + 200


class FileHeader(Struct, frozen=True, forbid_unknown_fields=True, tag_field="format", tag="klondike-session"):
    """The first line: what the file is, and of which session."""

    version: int
    session: SessionId


class StoredSession(Struct, frozen=True):
    """A session as it was stored: its rows, and the entries they hold."""

    session: str
    rows: tuple[Row, ...]
    entries: tuple[Entry, ...]


class LineFault(Exception):
    """One line of a session file is wrong: the line's number, counted from 1, and the fault."""

    def __init__(self, line: int, fault: JournalFault) -> None:
        super().__init__(line, fault)
        self.line = line
        self.fault = fault


class RowReader:
    """Takes the rows of one session in order and checks form, chain and sense of each.

    `take` raises `JournalFault` for the first row that is wrong and has then taken nothing of it.
    """

    def __init__(self, session: str) -> None:
        self.session = session
        self.rows: list[Row] = []
        self.entries: list[Entry] = []
        self.course = Course()
        self.hash = GENESIS

    def take(self, row: Row) -> None:
        body = row.body
        if chain(self.hash, body) != row.hash:
            raise JournalFault("session.chain_broken", session=self.session, number=len(self.rows))
        try:
            entry = decode_entry(body)
        except ValueError as problem:
            raise JournalFault(
                "session.bad_row", session=self.session, number=len(self.rows), detail=str(problem)
            ) from problem
        if entry.header is not None and entry.header.session != self.session:
            raise JournalFault("session.other_id", session=self.session)
        self.course.add(entry)
        self.rows.append(row)
        self.entries.append(entry)
        self.hash = row.hash

    def stored(self) -> StoredSession:
        return StoredSession(self.session, tuple(self.rows), tuple(self.entries))


_header_decoder = msgspec.json.Decoder(FileHeader)
_row_decoder = msgspec.json.Decoder(Row)


def header_line(session: str) -> bytes:
    return msgspec.json.encode(FileHeader(FORMAT_VERSION, session)) + b"\n"


def row_line(row: Row) -> bytes:
    return msgspec.json.encode(row) + b"\n"


def file_bytes(session: str, rows: Sequence[Row]) -> bytes:
    """Return the whole session file of these rows."""
    return header_line(session) + b"".join(map(row_line, rows))


def read_header(line: bytes) -> FileHeader:
    """Return the first line; raises `JournalFault` for no session file or one of a newer companion."""
    try:
        header = _header_decoder.decode(line[:_LONGEST_LINE])
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as problem:
        raise JournalFault("exchange.not_a_session", line=1) from problem
    if header.version != FORMAT_VERSION:
        raise JournalFault("exchange.newer", version=header.version, known=FORMAT_VERSION)
    return header


def read_row(line: bytes) -> Row:
    """Return the row on a line; raises `JournalFault` when it is none."""
    if len(line) > _LONGEST_LINE:
        raise JournalFault("exchange.line_too_long")
    try:
        return _row_decoder.decode(line)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as problem:
        raise JournalFault("exchange.bad_line", detail=str(problem)[:120]) from problem


def read_file(data: bytes) -> tuple[RowReader, LineFault | None, int]:
    """Read a session file up to its first fault.

    Returns the reader with all rows before that, the fault, if there is one, and how many bytes were good.
    Raises `JournalFault` when not even the header can be read.
    """
    end = data.find(b"\n")
    header = read_header(data if end < 0 else data[:end])
    if end < 0:
        return RowReader(header.session), None, len(data)
    reader, good, line = RowReader(header.session), end + 1, 1
    while good < len(data):
        line += 1
        end = data.find(b"\n", good)
        try:
            if end < 0:
                raise JournalFault("exchange.cut_off")
            if line > MOST_ROWS + 1:
                raise JournalFault("exchange.too_many_rows", most=MOST_ROWS)
            reader.take(read_row(data[good:end]))
        except JournalFault as fault:
            return reader, LineFault(line, fault), good
        good = end + 1
    return reader, None, good
