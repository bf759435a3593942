"""The screens look as they did when somebody last looked at them.

    COMPANION_GOLDEN=write python -m pytest tests/kiosk/test_golden_pictures.py

writes the pictures anew; then look at them before they are committed.
"""

from __future__ import annotations

import os
from itertools import chain
from pathlib import Path

import numpy as np
import pygame
import pytest

from companion.kiosk.offscreen import render
from companion.kiosk.typesetter import fonts_present
from tests.kiosk.fit import faults
from tests.kiosk.journeys import (
    a_round,
    before_the_game,
    the_house,
    the_settings,
    the_ways_back,
    to_the_end,
)
from tests.kiosk.people import EIGHT, FOUR, MakePlayer, Player

FOLDER = Path(__file__).parent / "golden"
#: Releases of the type renderer differ by a shade at the edges of letters; more than this is another picture.
MEAN_LEVELS = 1.0
CHANGED_LEVELS, CHANGED_SHARE = 48, 0.004

#: Of what beside the games pictures are kept.
HOUSE = frozenset({"settings", "kit", "diagnosis", "leave", "pin", "machine-1", "rest"})

pytestmark = pytest.mark.skipif(not fonts_present(), reason="the packages with the type families are absent")


def compare(player: Player, name: str, width: int) -> str:
    """Return what is wrong with the screen beside its golden picture; nothing where they agree."""
    surface = render(player.kiosk.seen).surface
    small = pygame.transform.smoothscale(
        surface, (width, surface.get_height() * width // surface.get_width())
    )
    path = FOLDER / f"{name}.png"
    if os.environ.get("COMPANION_GOLDEN") == "write":
        pygame.image.save(small, path)
    if not path.is_file():
        return f"{name}: there is no golden picture"
    golden = pygame.image.load(path)
    if golden.get_size() != small.get_size():
        return f"{name}: another size"
    away = np.abs(pixels(golden) - pixels(small))
    mean, changed = float(away.mean()), float((away.max(axis=2) > CHANGED_LEVELS).mean())
    if mean <= MEAN_LEVELS and changed <= CHANGED_SHARE:
        return ""
    return f"{name}: {mean:.2f} levels away on average, {changed:.2%} of the pixels are others"


def pixels(surface: pygame.Surface) -> np.ndarray[tuple[int, ...], np.dtype[np.int16]]:
    return pygame.surfarray.array3d(surface).astype(np.int16)


def test_every_screen_on_the_small_panel(make_player: MakePlayer) -> None:
    player = make_player((800, 480))
    wrong = []
    for screen in chain(
        before_the_game(player, FOUR), a_round(player, FOUR), the_ways_back(player), to_the_end(player)
    ):
        # The lots' ring and the lamps move: the pictures are taken at moments that are always the same.
        wrong.append(compare(player, f"{screen}-480", 320))
        wrong += [f"{screen}: {fault}" for fault in faults(player.kiosk.shower.canvas)]
    assert not [words for words in wrong if words]


def test_the_parts_of_the_house(player: Player) -> None:
    wrong, seen = [], set()
    for screen in chain(the_settings(player), the_house(player)):
        if screen in HOUSE:
            seen.add(screen)
            wrong.append(compare(player, f"house-{screen}-480", 320))
        wrong += [f"{screen}: {fault}" for fault in faults(player.kiosk.shower.canvas)]
    assert seen == HOUSE
    assert not [words for words in wrong if words]


@pytest.mark.parametrize(("size", "width"), [((1280, 720), 400), ((1920, 1080), 400)], ids=["720", "1080"])
def test_the_table_of_eight_on_larger_screens(
    make_player: MakePlayer, size: tuple[int, int], width: int
) -> None:
    player = make_player(size)
    wrong = []
    for screen in a_round(player, EIGHT):
        if screen in ("stakes", "first-bettor-won"):
            wrong.append(compare(player, f"{screen}-eight-{size[1]}", width))
        if screen == "first-bettor-won":
            break
    assert len(wrong) == 2
    assert not [words for words in wrong if words]


def test_another_picture_is_noticed(player: Player, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail: one die more on the screen is another picture."""
    player.sit_down()
    player.pass_ms(3000, 500)
    monkeypatch.setitem(globals(), "FOLDER", tmp_path)
    pygame.image.save(
        pygame.transform.smoothscale(render(player.scene).surface, (400, 240)), tmp_path / "x.png"
    )
    assert not compare(player, "x", 400)
    player.push("ok", "seat5")
    assert "x:" in compare(player, "x", 400)
