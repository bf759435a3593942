"""The command line: one module a command, each imported only when it is asked for."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from companion import __version__

#: Every command with its one-line help; the module of that name in this package does the work.
COMMANDS: dict[str, str] = {
    "play": "play at the table: the kiosk, or a narrated session where there is no display",
    "simulate": "play whole sessions with bots and show the statistics",
    "read": "read pictures with the table's own vision code",
    "odds": "exact odds",
    "solve": "say whether patience deals can be won, and how",
    "calibrate": "show focus, light, the tray mat and what is read",
    "print": "make the printable sheets of the kit",
    "edition": "start an edition of the board game, or look one through",
    "doctor": "look at everything, and say what to do where something is wrong",
    "wiring": "draw every wire, resistor, button and lamp, from the settings",
    "sessions": "list, show, replay, export, import and verify stored sessions",
    "torture": "play evenings with every kind of fault, and count what is lost",
    "players": "show the statistics of all players, and the hall of fame",
}

#: What every command takes.
_SHARED = ("--data", "--language")
#: A module called print would take the place of the function print in this package.
_MODULES = {"print": "print_kit"}


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line and exit status 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"companion: {message} (see '{self.prog} --help')\n")


def build_parser(command: str | None) -> argparse.ArgumentParser:
    """Return the parser; only the named command's own options are filled in."""
    parser = _Parser(prog="companion", description="A table companion for four games called Klondike.")
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    shared = _Parser(add_help=False)
    shared.add_argument("--data", type=Path, metavar="DIR", help="the data folder")
    shared.add_argument("--language", metavar="CODE", help="the language of the texts, such as en")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, summary in COMMANDS.items():
        sub = commands.add_parser(name, help=summary, description=summary, parents=[shared])
        if name == command:
            module = importlib.import_module(f"companion.cli.{_MODULES.get(name, name)}")
            module.add(sub)
            sub.set_defaults(run=module.run)
    return parser


def run(arguments: Sequence[str]) -> int:
    """Run the command line; errors are one sentence on stderr.  Returns the exit status."""
    from companion.cli.output import print_no_more, why_unprinted

    args = argparse.Namespace(language=None)
    failed: Exception | SystemExit | None = None
    status = 1
    try:
        words = command_first(arguments)
        command = words[0] if words and words[0] in COMMANDS else None
        args = build_parser(command).parse_args(words)
        _check_language(args)
        status = int(args.run(args))
    except KeyboardInterrupt:
        status = 130
    except (Exception, SystemExit) as problem:
        failed = problem
    # What could not be printed is noticed here, and not when the interpreter has ended.
    if (unprinted := why_unprinted()) is not None:
        print_no_more()
        if isinstance(unprinted, BrokenPipeError):
            # The reader of our output has gone (`companion ... | head`); nobody is left to tell.
            return 1
        from companion.table.faults import Fault

        failed = Fault("cli.output", reason=unprinted.strerror or str(unprinted))
    if isinstance(failed, SystemExit):
        raise failed
    return status if failed is None else _tell(failed, args)


def command_first(arguments: Sequence[str]) -> list[str]:
    """Return the words with the command, if there is one, before everything else.

    What every command takes may stand before it, too; without any command the table is played at.
    """
    words, at = list(arguments), 0
    while at < len(words) and words[at].startswith(_SHARED):
        at += 1 if "=" in words[at] else 2
    if at < len(words) and words[at] in COMMANDS:
        return [words[at], *words[:at], *words[at + 1 :]]
    return words if {"-h", "--help", "--version"} & {*words} else ["play", *words]


def _check_language(args: argparse.Namespace) -> None:
    from companion.table.faults import Fault

    if args.language is None:
        return
    from companion.language import Language

    if args.language not in (known := Language.present() or ("en",)):
        given, args.language = args.language, None
        raise Fault("cli.language", status=2, given=given[:20], known=", ".join(known))


def _tell(problem: Exception, args: argparse.Namespace) -> int:
    from companion.language import Language
    from companion.table.faults import Fault
    from companion.table.refusals import Refused

    if not isinstance(problem, (Fault, Refused)):
        raise problem
    sentence = Language.load(args.language or "en").say(problem.say)
    print(f"companion: {sentence}", file=sys.stderr)
    return problem.status if isinstance(problem, Fault) else 2
