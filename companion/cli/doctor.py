"""``companion doctor``: looks at everything, and says what to do where something is wrong."""

from __future__ import annotations

import argparse
import json
import re
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.doctor import Check
    from companion.language import Language

HELP = "look at everything, and say what to do where something is wrong"
#: The columns of the states and of the names.
STATE_WIDTH, NAME_WIDTH, WIDTH = 5, 13, 100
#: What the service's own processes said last, and how much of that is shown on the console.
LAST_WORDS = (
    "journalctl", "_SYSTEMD_UNIT=klondike-companion.service", "-n", "60", "-o", "cat", "--no-pager",
)  # fmt: skip
LAST_LINES = 6
#: How the compositor's own lines begin, which tell people nothing.
COMPOSITOR = re.compile(r"\d\d:\d\d:\d\d\.\d+ \[")


def add(parser: argparse.ArgumentParser) -> None:
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="print one JSON object")
    how.add_argument("--live", action="store_true", help="try the buttons and lamps: each press is told")
    how.add_argument("--screen", action="store_true", help="only what is wrong, for the kiosk's own console")
    parser.add_argument("--seconds", default="30", metavar="N", help="how long --live takes")


def run(args: argparse.Namespace) -> int:
    """Look at everything; returns 1 when something that is needed is broken."""
    from companion.cli.settings_told import told_settings
    from companion.cli.simulate import whole_option
    from companion.doctor import State, checks, system_world
    from companion.table.data_folder import find_data_folder

    seconds = whole_option("seconds", args.seconds, least=1)
    data = find_data_folder(args.data)
    settings, words = told_settings(args)
    if args.live:
        from companion.doctor.live_test import try_wires

        return try_wires(data, settings, words, seconds)
    found = []
    world = system_world(data, settings)
    for check in checks(world):
        found.append(check)
        if not (args.json or args.screen):
            print(*lines_of(check, words), sep="\n", flush=True)
    wrong = [check for check in found if check.state is State.BROKEN]
    if args.json:
        entries = [entry_of(check, words) for check in found]
        print(json.dumps({"checks": entries}, ensure_ascii=False, indent=1))
    elif args.screen:
        print(*screen_of(wrong, world.processes.run(LAST_WORDS).out, words), sep="\n")
    else:
        said = words.line("doctor.broken", count=len(wrong)) if wrong else words.line("doctor.all_fine")
        print(f"\n{said}")
    return 1 if wrong else 0


def lines_of(check: Check, words: Language) -> list[str]:
    """Return a check as it is printed: one line, and one for what to do."""
    state = words.line(f"doctor.state.{check.state.value}").ljust(STATE_WIDTH)
    name = words.line(f"doctor.name.{check.name}").ljust(NAME_WIDTH)
    lines = [words.line("doctor.line", state=state, name=name, say=words.say(check.say))]
    if check.remedy is not None:
        remedy = words.line("doctor.line.do", remedy=words.say(check.remedy))
        lines.append(" " * (STATE_WIDTH + NAME_WIDTH + 3) + remedy)
    return lines


def entry_of(check: Check, words: Language) -> dict[str, str]:
    """Return a check as it stands in the JSON object."""
    return {
        "name": check.name,
        "state": check.state.value,
        "say": words.say(check.say),
        "remedy": words.say(check.remedy) if check.remedy is not None else "",
    }


def screen_of(wrong: Sequence[Check], said: str, words: Language) -> list[str]:
    """Return what stands on the console when the kiosk could not be started, wrapped to be read."""
    lines = ["", words.line("doctor.screen.head"), ""]
    for check in wrong:
        lines.append("* " + words.say(check.say))
        if check.remedy is not None:
            lines.append("  " + words.line("doctor.line.do", remedy=words.say(check.remedy)))
        lines.append("")
    # Each try says the same once more.
    last = [*dict.fromkeys(line for line in said.splitlines() if line.strip() and not COMPOSITOR.match(line))]
    if last:
        lines += [words.line("doctor.screen.last" if wrong else "doctor.screen.nothing"), ""]
        lines += ["  " + line[:300] for line in last[-LAST_LINES:]] + [""]
    lines.append(words.line("doctor.screen.again"))
    wrapped = []
    for line in lines:
        wrapped += textwrap.wrap(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False) or [""]
    return wrapped
