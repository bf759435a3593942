"""`companion print`: the printable sheets of the kit, as PDF files."""

from __future__ import annotations

import argparse
from pathlib import Path

HELP = "make the printable sheets of the kit"

#: Every sheet with its one-line help.
SHEETS = {"tray-mat": "the mat under the dice: scale and perspective for the camera"}
PAPERS = ("a4", "letter")


def add(parser: argparse.ArgumentParser) -> None:
    sheets = "; ".join(f"{name}: {what}" for name, what in SHEETS.items())
    parser.add_argument("sheet", metavar="SHEET", help=sheets)
    parser.add_argument("-o", dest="output", metavar="FILE.pdf", type=Path, required=True)
    parser.add_argument("--paper", metavar="PAPER", default="a4", help="a4 (the usual) or letter")


def run(args: argparse.Namespace) -> int:
    """Make a sheet; raises `Fault` for an unknown one, or where the file cannot be written."""
    from companion.kit.sheet import write_sheet
    from companion.kit.tray_mat import tray_mat
    from companion.language import Language
    from companion.table.faults import Fault

    if args.sheet not in SHEETS:
        raise Fault("kit.unknown_sheet", status=2, given=args.sheet[:24], known=", ".join(SHEETS))
    if args.paper not in PAPERS:
        raise Fault("kit.unknown_paper", status=2, given=args.paper[:24], known=", ".join(PAPERS))
    words = Language.load(args.language or "en")
    write_sheet(args.output, tray_mat(args.paper, words))
    print(words.line("kit.printed", path=str(args.output)))
    return 0
