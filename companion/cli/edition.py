"""`companion edition`: begins a board and deck of one's own, and looks such a file through."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.editions import Checked
    from companion.language import Language

HELP = "start an edition of the board game, or look one through"


def add(parser: argparse.ArgumentParser) -> None:
    doings = parser.add_subparsers(dest="doing", metavar="new|check", required=True)
    check = doings.add_parser("check", help="look a file through and show all its faults with their lines")
    new = doings.add_parser("new", help="write a copy of the default edition to change")
    for part in (check, new):
        part.add_argument("file", metavar="FILE", type=Path, help="the file, such as mine.toml")
        part.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Check or begin a file; status 1 where it has faults.  Raises `Fault` for a file that cannot be used."""
    from companion.editions import check_edition, start_edition
    from companion.language import Language

    words = Language.load(args.language or "en")
    if args.doing == "new":
        edition = start_edition(args.file)
        if args.json:
            _print_json({"file": str(args.file), "id": edition.game.id, "name": edition.game.name})
        else:
            print(words.line("edition.started", file=str(args.file), name=edition.game.name))
        return 0
    checked = check_edition(args.file)
    if args.json:
        _print_json(_figures(args.file, checked, words))
    else:
        _print(args.file, checked, words)
    return 1 if checked.findings else 0


def _figures(file: Path, checked: Checked, words: Language) -> dict[str, Any]:
    """Return what was found as plain data."""
    faults = [{"line": one.line, "say": words.say(one.say)} for one in checked.findings]
    figures: dict[str, Any] = {"file": str(file), "good": not faults, "faults": faults}
    edition = checked.edition
    if edition is not None:
        about = edition.game
        figures |= {
            "id": about.id,
            "name": about.name,
            "spaces": len(edition.board),
            "deeds": sum(space.price is not None for space in edition.board),
            "cards": len(edition.deck),
            "players": [about.min_players, about.max_players],
        }
    return figures


def _print(file: Path, checked: Checked, words: Language) -> None:
    for one in checked.findings:
        print(words.line("edition.fault_line", file=str(file), line=one.line, fault=words.say(one.say)))
    if checked.edition is None:
        print(words.line("edition.count", count=len(checked.findings)))
        return
    found = _figures(file, checked, words)
    least, most = found["players"]
    print(
        words.line(
            "edition.good",
            file=str(file),
            name=found["name"],
            spaces=found["spaces"],
            deeds=found["deeds"],
            cards=found["cards"],
            least=least,
            most=most,
        )
    )


def _print_json(figures: dict[str, Any]) -> None:
    import msgspec

    print(msgspec.json.format(msgspec.json.encode(figures), indent=2).decode())
