"""`companion sessions`: what the journal holds, read beside a running companion as well."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from companion.cli.output import without_controls

if TYPE_CHECKING:
    from companion.language import Language
    from companion.table.faults import Fault
    from companion.table.history import HistoryEntry
    from companion.table.journal import Journal
    from companion.table.session_files import StoredSession

HELP = "list, show, replay, export, import and verify stored sessions, bring deleted ones back"


def add(parser: argparse.ArgumentParser) -> None:
    from companion.cli import sessions_export

    parser.set_defaults(action="list", json=False, deleted=False)
    actions = parser.add_subparsers(dest="action", metavar="ACTION")
    kinds = {
        "list": "list all sessions, the one played last first",
        "show": "show a session's history, what was undone too",
        "replay": "play a session again from its answers, and check every digest",
        "export": "write a session to a file of lines, its payments to a table, or all of it on paper",
        "import": "verify a session file and take it into the journal",
        "verify": "check form, chain and replay of stored sessions, or of a session file",
        "restore": "bring a session back into the lists that was deleted on the screen",
    }
    for name, summary in kinds.items():
        action = actions.add_parser(name, help=summary, description=summary)
        if name in ("show", "replay", "restore"):
            action.add_argument(
                "id", metavar="ID", help="the session; the first letters of its id are enough"
            )
        if name == "list":
            action.add_argument("--deleted", action="store_true", help="those deleted on the screen")
        if name == "export":
            sessions_export.add(action)
        if name == "import":
            action.add_argument("file", metavar="FILE", type=Path)
        if name == "verify":
            action.add_argument(
                "what", metavar="ID|FILE", nargs="?", help="all sessions where it is left out"
            )
        action.add_argument("--json", action="store_true", help="print one JSON object")
        # The data folder may be named before the action and behind it.
        action.add_argument("--data", type=Path, metavar="DIR", default=argparse.SUPPRESS)
        action.add_argument("--language", metavar="CODE", default=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    """Do what is asked; raises `Fault` for what cannot be done.  Returns 1 where a session is not sound."""
    from companion.language import Language

    words = Language.load(args.language or "en")
    return {
        "list": _list,
        "show": _show,
        "replay": _replay,
        "export": _export,
        "import": _import,
        "verify": _verify,
        "restore": _restore,
    }[args.action or "list"](args, words)


def _list(args: argparse.Namespace, words: Language) -> int:
    from companion.annals.archive import Archive

    with _reading(args) as journal:
        away = Archive(journal).marks.deleted
        found = [one for one in journal.sessions() if (one.session in away) == args.deleted]
        # Sessions of which only the files are left have been told already.
        none = not found and not journal.notices
    if args.json:
        _print_json(
            {
                "sessions": [
                    {
                        "session": one.session,
                        "game": one.header.game,
                        "seats": [seat.name for seat in one.header.seats],
                        "entries": one.entries,
                        "finished": one.finished,
                        "started": one.started,
                        "last": one.last,
                        "balances": one.balances,
                    }
                    for one in found
                ]
            }
        )
        return 0
    if none:
        print(words.line("sessions.none"))
    for one in found:
        state = words.line("sessions.finished" if one.finished else "sessions.unfinished")
        seats = ", ".join(seat.name for seat in one.header.seats)
        _say(f"{one.session}  {one.header.game:<10}  {_when(one.started)}  {state:<10}  {seats}")
    return 0


def _show(args: argparse.Namespace, words: Language) -> int:
    from companion.table.history import history_of
    from companion.table.verify import course_of

    with _reading(args) as journal:
        course = course_of(journal.load(journal.find(args.id)))
    history, header = history_of(course), course.header
    if args.json:
        import msgspec

        _print_json({**msgspec.to_builtins(header), "entries": msgspec.to_builtins(history)})
        return 0
    names = {seat.id: seat.name for seat in header.seats}
    _say(
        words.line(
            "sessions.header", session=header.session, game=header.game, started=_when(history[0].wall)
        )
    )
    _say(words.line("sessions.seats", seats=", ".join(names.values())))
    for entry in history:
        _say(_entry_line(entry, names, words))
        for event in entry.events:
            _say(f"       {words.say(event.say)}")
    return 0


def _entry_line(entry: HistoryEntry, names: dict[str, str], words: Language) -> str:
    who = names.get(entry.seat or "", entry.seat or "")
    if entry.second:
        who = words.line("sessions.with", seat=who or "-", second=names.get(entry.second, entry.second))
    mark = "x" if entry.undone else " "
    if entry.kind == "answer":
        asked = words.say(entry.say) if entry.say else entry.key
        said = words.line("sessions.hidden") if entry.hidden else _value(entry.value)
        how = [part for part in (entry.source if entry.source != "hand" else "", entry.evidence) if part]
        what = f"{asked} = {said}" + (f"  ({', '.join(how)})" if how else "")
    else:
        number = entry.about if entry.about is not None else entry.to
        kind = entry.kind.value.replace(" ", "_")
        what = words.line(f"sessions.kind.{kind}", number=number if number is not None else 0)
    return f"{entry.number:>4} {mark} {who:<10}  {what}"


def _value(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(str(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {item}" for key, item in value.items())
    return str(value)


def _replay(args: argparse.Namespace, words: Language) -> int:
    from companion.games import build_game
    from companion.table.history import is_hidden
    from companion.table.replay import play_to
    from companion.table.runner import Step
    from companion.table.verify import course_of

    with _reading(args) as journal:
        course = course_of(journal.load(journal.find(args.id)))
    steps: list[dict[str, Any]] = []
    over = course.entries[-1].finished

    def heard(number: int, step: Step) -> None:
        entry = course.entries[number]
        said = [without_controls(words.say(event.say)) for event in step.events]
        asked = without_controls(words.say(entry.say) if entry.say else entry.key)
        if not args.json:
            hidden = (entry.asked == "deal" or is_hidden(entry.key)) and not over
            shown = words.line("sessions.hidden") if hidden else _value(entry.value)
            _say(f"{number:>4}  {asked} = {shown}")
            for line in said:
                print(f"       {line}")
        steps.append(
            {"number": number, "key": entry.key, "seat": entry.seat, "said": said, "digest": step.digest}
        )

    runner = play_to(build_game, course, course.head, heard)
    if args.json:
        import msgspec

        standings = runner.outcome.standings if runner.outcome else ()
        _print_json(
            {
                "session": course.header.session,
                "answers": len(steps),
                "agrees": True,
                "finished": runner.outcome is not None,
                "balances": runner.game.ledger.balances,
                "standings": msgspec.to_builtins(standings),
                "steps": steps,
            }
        )
        return 0
    if runner.outcome is not None:
        _say(words.say(runner.outcome.say))
    print(words.line("sessions.agrees", count=len(steps)))
    return 0


def _export(args: argparse.Namespace, words: Language) -> int:
    from companion.cli import sessions_export

    with _reading(args) as journal:
        told = sessions_export.run(args, words, journal)
    if args.json:
        _print_json(told)
    return 0


def _restore(args: argparse.Namespace, words: Language) -> int:
    from companion.annals.archive import Archive

    with _reading(args) as journal:
        session, book = journal.find(args.id), Archive(journal).book
        known = session in book.marks.deleted
        if known:
            book.restore(session)
    if args.json:
        _print_json({"session": session, "restored": known})
    else:
        print(words.line("sessions.restored" if known else "sessions.not_deleted", session=session))
    return 0 if known else 1


def _import(args: argparse.Namespace, words: Language) -> int:
    from companion.games import build_game
    from companion.table.data_folder import find_data_folder, ready_data_folder
    from companion.table.exchange import import_session
    from companion.table.instance_lock import InstanceLock
    from companion.table.journal import Journal

    folder = ready_data_folder(find_data_folder(args.data))
    with InstanceLock(folder), Journal.open(folder) as journal:
        done = import_session(journal, args.file, build_game)
    if args.json:
        _print_json({"session": done.session, "new": done.new, "entries": done.verified.entries})
    elif done.new:
        print(words.line("sessions.imported", session=done.session, count=done.new))
    else:
        print(words.line("sessions.already_here", session=done.session))
    return 0


def _verify(args: argparse.Namespace, words: Language) -> int:
    from companion.games import build_game
    from companion.table.faults import JournalFault
    from companion.table.verify import verify

    results: list[dict[str, Any]] = []
    for name, load in _wanted(args):
        result: dict[str, Any] = {"session": name, "sound": True, "fault": None}
        try:
            found = verify(load(), build_game)
        except JournalFault as fault:
            result |= {"sound": False, "fault": without_controls(words.say(fault.say))}
            line = words.line("sessions.not_sound", session=name, because=result["fault"])
        else:
            result |= {
                "session": found.session,
                "entries": found.entries,
                "answers": found.answers,
                "undone": found.undone,
                "digests": found.digests,
                "finished": found.finished,
            }
            id = "sessions.sound" if found.digests else "sessions.sound_balances"
            line = words.line(id, session=found.session, answers=found.answers, undone=found.undone)
        results.append(result)
        if not args.json:
            _say(line)
    if args.json:
        _print_json({"sessions": results})
    elif not results:
        print(words.line("sessions.none"))
    return 0 if all(result["sound"] for result in results) else 1


def _wanted(args: argparse.Namespace) -> Iterator[tuple[str, Callable[[], StoredSession]]]:
    """Yield what is to be verified, one after the other: its name, and what loads it."""
    from companion.table.exchange import read_session_file
    from companion.table.faults import JournalFault

    if args.what and (Path(args.what).suffix or Path(args.what).is_file()):
        path = Path(args.what)
        yield path.name, lambda: read_session_file(path)
        return
    with _reading(args) as journal:
        for name in [journal.find(args.what)] if args.what else journal.session_ids():
            yield name, partial(journal.load, name)
        for notice in () if args.what else journal.notices:
            yield "*", partial(_raise, JournalFault(notice.id, count=notice.facts["count"]))


def _raise(fault: Fault) -> NoReturn:
    raise fault


def _reading(args: argparse.Namespace) -> Journal:
    from companion.language import Language
    from companion.table.data_folder import find_data_folder
    from companion.table.journal import Journal

    journal = Journal.read(find_data_folder(args.data))
    for notice in journal.notices if args.action != "verify" else ():
        print(Language.load(args.language or "en").say(notice), file=sys.stderr)
    return journal


def _when(wall: str) -> str:
    try:
        return datetime.fromisoformat(wall).astimezone().strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError):
        return "?"


def _say(line: str) -> None:
    print(without_controls(line))


def _print_json(data: dict[str, Any]) -> None:
    import msgspec

    print(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())
