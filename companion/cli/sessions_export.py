"""`companion sessions export`: one evening or all, as session files, tables of payments, or on paper."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.annals.exporting import Format
    from companion.language import Language
    from companion.table.journal import Journal

_ABOUT: dict[str, str] = {
    "jsonl": "the session file of lines, from which another companion can go on",
    "csv": "a table of all payments",
    "pdf": "the evening on paper, with its chart",
}


def add(action: argparse.ArgumentParser) -> None:
    """Add what the export takes; its ID may be left out with --all."""
    action.add_argument(
        "id", metavar="ID", nargs="?", help="the session; the first letters of its id are enough"
    )
    action.add_argument("--all", action="store_true", help="all evenings, into the folder named by -o")
    for format, about in _ABOUT.items():
        action.add_argument(
            f"--{format}", dest="formats", action="append_const", const=format, help=f"write {about}"
        )
    action.add_argument(
        "-o",
        dest="output",
        metavar="FILE",
        type=Path,
        required=True,
        help="the file, whose ending tells what is meant; a folder for more than one",
    )


def run(args: argparse.Namespace, words: Language, journal: Journal) -> dict[str, Any]:
    """Write what is asked for; returns what --json prints.  Raises `Fault`."""
    from companion.annals.archive import Archive
    from companion.annals.exporting import exported
    from companion.table.exchange import write_session_file
    from companion.table.faults import Fault

    if bool(args.id) == args.all:
        raise Fault("sessions.export.which", status=2)
    formats = _formats(args)
    archive = Archive(journal)
    wanted = [evening.session for evening in archive.evenings()] if args.all else [journal.find(args.id)]
    many = args.all or len(formats) > 1
    if many and args.output.suffix:
        raise Fault("sessions.export.folder", status=2, path=str(args.output))
    written, rows = [], 0
    for session in wanted:
        for name, data in exported(journal, archive, session, words, formats).items():
            path = args.output / name if many else args.output
            if many:
                _make_folder(journal, args.output)
            write_session_file(path, data)
            written.append(str(path))
            rows += data.count(b"\n") - 1 if name.endswith(".jsonl") else 0
    told: dict[str, Any] = {"files": written}
    if not args.all:
        told |= {"session": wanted[0], "file": written[0], "entries": rows}
    if not args.json:
        if formats == ("jsonl",) and not args.all:
            print(words.line("sessions.exported", session=wanted[0], count=rows, path=written[0]))
        else:
            print(words.line("sessions.export.done", count=len(written), path=str(args.output)))
    return told


def _formats(args: argparse.Namespace) -> tuple[Format, ...]:
    from companion.annals.exporting import FORMATS
    from companion.table.faults import Fault

    if args.formats:
        return tuple(format for format in FORMATS if format in args.formats)
    ending = args.output.suffix.lower().removeprefix(".")
    if ending and ending not in FORMATS:
        raise Fault("sessions.export.ending", status=2, ending=args.output.suffix[:20])
    return tuple(format for format in FORMATS if format == ending) or ("jsonl",)


def _make_folder(journal: Journal, folder: Path) -> None:
    from companion.table.faults import Fault

    try:
        journal.disk.make_folder(folder)
    except OSError as problem:
        detail = problem.strerror or str(problem)
        raise Fault("exchange.cannot_write", path=str(folder), detail=detail) from problem
