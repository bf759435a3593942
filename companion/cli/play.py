"""``companion play``: the kiosk, or a narrated session where there is no display."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

HELP = "play at the table"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="which game (the kiosk asks when it is left out)")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--seats", metavar="A,B,C", help="the players' names, clockwise")
    who.add_argument("--players", metavar="N", help="that many players with made-up names")
    parser.add_argument("--rule", action="append", default=[], metavar="NAME=VALUE", help="a house rule; may be repeated")
    parser.add_argument("--headless", action="store_true", help="no display: a narrated session")
    parser.add_argument("--window", metavar="WxH", help="a window of that size instead of the full screen")
    parser.add_argument("--camera", metavar="WHAT", help="a device such as /dev/video0, a folder of pictures, or sim")
    parser.add_argument("--bots", metavar="SEATS", help="seats that a bot plays, by name (headless)")
    parser.add_argument("--answers", metavar="FILE", help="typed answers, one a line; - for standard input (headless)")
    parser.add_argument("--resume", nargs="?", const="", metavar="ID", help="go on with an unfinished session (the latest)")
    parser.add_argument("--seed", metavar="S", help="the seed of the simulated table and its players")


def run(args: argparse.Namespace) -> int:
    """Play; returns the exit status."""
    if args.headless or not (args.window or has_display()):
        from companion.headless.play import Wishes, play_headless

        if not args.headless:
            print("No display found: a narrated session instead of the kiosk.", file=sys.stderr)
        return play_headless(Wishes.of(args))
    from companion.kiosk.start import start_kiosk

    return start_kiosk(args)


def has_display() -> bool:
    """Tell whether a window could be shown: a desktop, a compositor, or a driver named on purpose."""
    if os.environ.get("SDL_VIDEODRIVER"):
        return True
    if sys.platform in ("darwin", "win32"):
        return True
    if os.environ.get("DISPLAY"):
        return True
    socket = os.environ.get("WAYLAND_DISPLAY")
    return bool(socket) and Path(os.environ.get("XDG_RUNTIME_DIR", ""), socket or "").exists()
