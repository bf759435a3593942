"""`companion print`: the printable sheets of the kit, as PDF files."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.kit.sheet import Sheet
    from companion.language import Language

HELP = "make the printable sheets of the kit"

#: Every sheet with its one-line help.
SHEETS = {
    "tray-mat": "the mat under the dice: scale and perspective for the camera",
    "gold-rush": "cards with codes, deeds, board, tokens and rules of the board game",
    "dominoes": "mat, tiles, chips and rules of the domino game",
    "patience": "a deck with codes, the mat and rules of the patience",
}
PAPERS = ("a4", "letter")
BOARDS = ("tiles", "a2")


def add(parser: argparse.ArgumentParser) -> None:
    sheets = "; ".join(f"{name}: {what}" for name, what in SHEETS.items())
    parser.add_argument("sheet", metavar="SHEET", help=sheets)
    parser.add_argument("-o", dest="output", metavar="FILE.pdf", type=Path, required=True)
    parser.add_argument("--paper", metavar="PAPER", default="a4", help="a4 (the usual) or letter")
    parser.add_argument("--edition", metavar="NAME|FILE", help="the gold rush's edition")
    parser.add_argument("--board", metavar="HOW", help="the gold rush's board: tiles (the usual) or a2")


def run(args: argparse.Namespace) -> int:
    """Make a sheet; raises `Fault` for an unknown one, or where the file cannot be written."""
    from companion.kit.sheet import write_sheet
    from companion.language import Language
    from companion.table.faults import Fault

    _known("kit.unknown_sheet", args.sheet, tuple(SHEETS))
    _known("kit.unknown_paper", args.paper, PAPERS)
    _known("kit.unknown_board", args.board or BOARDS[0], BOARDS)
    if args.sheet != "gold-rush" and (args.edition is not None or args.board is not None):
        raise Fault("kit.gold_only", status=2, option="--board" if args.edition is None else "--edition")
    words = Language.load(args.language or "en")
    _writable(args.output)
    write_sheet(args.output, _made(args, words))
    print(words.line("kit.printed", path=str(args.output)))
    return 0


def _made(args: argparse.Namespace, words: Language) -> Sheet:
    from companion.kit.kit_sheets import make_sheet
    from companion.table.data_folder import find_data_folder

    # Only what carries codes needs the key, and with it the data folder.
    keyed = args.sheet in ("gold-rush", "patience")
    folder = find_data_folder(args.data) if keyed else Path()
    return make_sheet(args.sheet, folder, args.paper, words, args.edition, args.board or BOARDS[0])


def _writable(output: Path) -> None:
    """Raise `Fault` at once for a file that cannot be, before a key is made and pages are drawn for it."""
    import errno
    import os

    from companion.table.faults import Fault

    reason = errno.EISDIR if output.is_dir() else 0 if output.parent.is_dir() else errno.ENOENT
    if reason:
        raise Fault("exchange.cannot_write", path=str(output), detail=os.strerror(reason))


def _known(fault: str, given: str, known: tuple[str, ...]) -> None:
    from companion.table.faults import Fault

    if given not in known:
        raise Fault(fault, status=2, given=given[:24], known=", ".join(known))
