"""``companion play``: the kiosk, or a narrated session where there is no display."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

HELP = "play at the table"


def add(parser: argparse.ArgumentParser) -> None:
    add_option = parser.add_argument
    add_option("game", nargs="?", metavar="GAME", help="which game (the kiosk asks when it is left out)")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--seats", metavar="A,B,C", help="the players' names, clockwise")
    who.add_argument("--players", metavar="N", help="that many players with made-up names")
    add_option("--rules", nargs="+", default=[], metavar="K=V", help="house rules, such as limit=3")
    add_option("--headless", action="store_true", help="no display: a narrated session")
    add_option("--window", metavar="WxH", help="a window of that size instead of the full screen")
    add_option("--camera", metavar="WHAT", help="pi, /dev/videoN, a folder of pictures, sim or none")
    add_option("--bots", metavar="SEATS", help="seats that a bot plays, by name")
    add_option("--answers", metavar="FILE", help="typed answers, one a line (headless)")
    add_option("--resume", nargs="?", const="", metavar="ID", help="go on with a session (the latest)")
    add_option("--from-agreeing", action="store_true", help="resume where the replay last agreed")
    add_option("--seed", metavar="S", help="the seed of the simulated table and its players")


def run(args: argparse.Namespace) -> int:
    """Play; returns the exit status."""
    from companion.wishes import wishes_of

    narrated = args.headless or not (args.window or has_display())
    if narrated:
        from companion.cli.settings_told import told_settings

        _, words = told_settings(args)
        args.language = words.code
    wishes = wishes_of(args)
    if narrated:
        from companion.headless.play import play_headless

        if not args.headless:
            print(words.line("headless.no_display"), file=sys.stderr)
        return play_headless(wishes)
    from companion.kiosk.start import run_kiosk

    return run_kiosk(wishes)


def has_display() -> bool:
    """Tell whether a window could be shown: a desktop, a compositor, or a driver named on purpose."""
    if os.environ.get("SDL_VIDEODRIVER") or os.environ.get("NOTIFY_SOCKET"):
        # A service without a display has failed; nobody would hear its narration.
        return True
    if sys.platform in ("darwin", "win32"):
        return True
    if os.environ.get("DISPLAY"):
        return True
    socket = os.environ.get("WAYLAND_DISPLAY")
    return bool(socket) and Path(os.environ.get("XDG_RUNTIME_DIR", ""), socket or "").exists()
