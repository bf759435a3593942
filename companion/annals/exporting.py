"""Exports: an evening as a session file, as a table of its transfers, and on paper."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, TypeAlias

from companion.annals.archive import Archive
from companion.annals.evening import Evening
from companion.annals.evening_pdf import evening_pdf
from companion.annals.transfers import transfers_csv, transfers_of
from companion.games import build_game
from companion.language import Language
from companion.table.faults import Fault, JournalFault
from companion.table.history import history_of
from companion.table.journal import Journal
from companion.table.refusals import Refused
from companion.table.runner import ScriptFault
from companion.table.session_files import file_bytes
from companion.table.verify import course_of

Format: TypeAlias = Literal["jsonl", "csv", "pdf"]
FORMATS: tuple[Format, ...] = ("jsonl", "csv", "pdf")


def file_name(evening: Evening | None, session: str, format: Format) -> str:
    """Return a name that any disk takes: the day, the game, the session."""
    if evening is None:
        return f"{session}.{format}"
    day = evening.started[:10]
    parts = [day] if re.fullmatch(r"\d{4}-\d\d-\d\d", day) else []
    return "-".join([*parts, evening.game, evening.session]) + f".{format}"


def exported(
    journal: Journal,
    archive: Archive,
    session: str,
    language: Language,
    formats: Sequence[Format] = FORMATS,
) -> dict[str, bytes]:
    """Return the files of one evening by name.

    What is hidden while a session goes on is in none of those for reading (CSV, PDF); the session file alone
    holds everything, since a table elsewhere goes on from it.  Raises `JournalFault` for a damaged session,
    and `Fault` for one that today's rules play otherwise.
    """
    stored = journal.load(session)
    evening = archive.evening(session)
    course = course_of(stored)
    files: dict[str, bytes] = {}
    for format in formats:
        match format:
            case "jsonl":
                data = file_bytes(session, stored.rows)
            case "csv":
                try:
                    data = transfers_csv(*transfers_of(build_game, course), language)
                except (Refused, ScriptFault) as problem:
                    raise Fault("annals.fault.other_rules", session=session) from problem
            case "pdf":
                if evening is None:
                    raise JournalFault("annals.fault.no_evening", session=session)
                data = evening_pdf(evening, history_of(course), archive.marks, language)
        files[file_name(evening, session, format)] = data
    return files
