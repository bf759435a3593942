"""``companion wiring``: every wire, resistor, button and lamp, from the settings."""

from __future__ import annotations

import argparse
from pathlib import Path

HELP = "draw every wire, resistor, button and lamp, from the settings"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("-o", dest="output", type=Path, metavar="FILE.svg", help="draw it into a file, too")


def run(args: argparse.Namespace) -> int:
    """Print the wiring, and draw it where a file is named; raises `Fault` where that cannot be written."""
    from companion.cli.settings_told import told_settings
    from companion.table.faults import Fault
    from companion.wiring import draw, lines_of, plan_of

    settings, words = told_settings(args)
    plan = plan_of(settings.pins())
    print(*lines_of(plan, words), sep="\n")
    if args.output is not None:
        try:
            args.output.write_text(draw(plan, words), encoding="utf-8")
        except OSError as problem:
            reason = problem.strerror or str(problem)
            raise Fault("wiring.not_written", file=str(args.output), reason=reason) from problem
        print("\n" + words.line("wiring.written", file=str(args.output)))
    return 0
