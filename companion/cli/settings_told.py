"""The settings for a command: read, and what is faulty in their file told on the error output."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.language import Language
    from companion.settings import Settings


def told_settings(args: argparse.Namespace) -> tuple[Settings, Language]:
    """Return the settings of the data folder, and the language: the one asked for, or else theirs.

    Each faulty line of the file is told in a sentence.
    """
    from companion.language import Language
    from companion.settings import Settings
    from companion.table.data_folder import find_data_folder
    from companion.table.disk import SystemDisk

    settings = Settings.load(find_data_folder(args.data), SystemDisk())
    words = Language.load(args.language or settings.text("language"))
    for fault in settings.faults:
        print(f"companion: {words.say(fault)}", file=sys.stderr)
    return settings, words
