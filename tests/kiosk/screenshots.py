"""Pictures of every screen, to be looked at one by one.

    python -m tests.kiosk.screenshots [DIR] [LANGUAGE ...] [WIDTHxHEIGHT ...]

writes one PNG a screen, size and language into DIR/LANGUAGE; without any named, those of all sizes and of
all languages that are offered.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pygame

from companion.kiosk.offscreen import render
from companion.language import LANGUAGES, Language
from companion.wishes import window_size
from tests.kiosk.all_screens import all_screens
from tests.kiosk.people import SIZES


def shoot(folder: Path, size: tuple[int, int], language: str, part: str = "") -> int:
    """Write the pictures of one size and language; returns how many."""
    count = 0
    folder = folder / language
    folder.mkdir(parents=True, exist_ok=True)
    for screen, player in all_screens(size, language, part):
        pygame.image.save(render(player.kiosk.seen).surface, folder / f"{size[0]}x{size[1]}-{screen}.png")
        count += 1
    return count


def main(words: Sequence[str]) -> int:
    sizes = [window_size(word) for word in words if word[:1].isdigit()] or list(SIZES)
    languages = [word for word in words if word in Language.present()] or list(LANGUAGES)
    named = [word for word in words if not word[:1].isdigit() and word not in Language.present()]
    folder = Path(named[0] if named else "screenshots")
    for language in languages:
        for size in sizes:
            begun = time.monotonic()
            count = shoot(folder, size, language)
            print(f"{language} {size[0]}x{size[1]}: {count} pictures in {time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
