"""The screen: opening it, or saying in one sentence why there is none."""

from __future__ import annotations

import os
from pathlib import Path

import pygame

from companion.kiosk.theme import LEAST_HEIGHT, LEAST_WIDTH
from companion.service import UNSEEN_DRIVERS
from companion.table.faults import Fault

_WINDOW = (1280, 720)


def open_screen(window: tuple[int, int] | None, *, full: bool | None = None) -> pygame.Surface:
    """Open the display and return its surface.

    `window` is the size of a window; without it a Pi gets the full screen and anything else a window.
    Only the display and the fonts of pygame are started: sound is optional and not opened here.
    Raises `Fault` when there is no display, or it is too small.
    """
    try:
        pygame.display.init()
        pygame.font.init()
    except pygame.error as problem:
        raise Fault("kiosk.fault.no_display", problem=str(problem)) from problem
    driver = pygame.display.get_driver()
    # SDL falls back on these when it finds no real display.
    if driver in UNSEEN_DRIVERS and os.environ.get("SDL_VIDEODRIVER") != driver:
        pygame.display.quit()
        raise Fault("kiosk.fault.unseen_display", driver=driver)
    full = on_a_pi() and window is None if full is None else full
    try:
        surface = _open(window, full)
    except pygame.error as problem:
        pygame.display.quit()
        raise Fault("kiosk.fault.no_display", problem=str(problem)) from problem
    check_size(*surface.get_size())
    pygame.display.set_caption("Klondike Companion")
    if full:
        hide_cursor()
    return surface


def close_screen() -> None:
    """Give the display back.

    Type stays loaded: a font that is used once more after its module has ended takes the whole process down.
    """
    pygame.display.quit()


def check_size(width: int, height: int) -> None:
    """Raise `Fault` for a screen that is too small or upright."""
    if width < height:
        raise Fault("kiosk.fault.upright", width=width, height=height)
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        raise Fault(
            "kiosk.fault.small",
            width=width,
            height=height,
            least_width=LEAST_WIDTH,
            least_height=LEAST_HEIGHT,
        )


def _open(window: tuple[int, int] | None, full: bool) -> pygame.Surface:
    if full:
        return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
    if window is not None:
        check_size(*window)
        return pygame.display.set_mode(window)
    wide, high = pygame.display.get_desktop_sizes()[0]
    size = _WINDOW if wide > _WINDOW[0] and high > _WINDOW[1] else (LEAST_WIDTH, LEAST_HEIGHT)
    return pygame.display.set_mode(size)


def hide_cursor() -> None:
    """Make the cursor transparent.  Hiding it for good makes some drivers ignore touches."""
    try:
        pygame.mouse.set_cursor(pygame.cursors.Cursor((0, 0), pygame.Surface((8, 8), pygame.SRCALPHA)))
    except pygame.error:
        # A driver without cursors has none to hide.
        return


def on_a_pi() -> bool:
    """Say whether this machine is a Raspberry Pi."""
    try:
        model = Path("/proc/device-tree/model").read_bytes()
    except OSError:
        return False
    return b"Raspberry Pi" in model
