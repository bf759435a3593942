"""The patience looks as it did when somebody last looked at it, and can be read and touched.

`COMPANION_GOLDEN=write` writes the pictures anew, as for the other screens.
"""

from __future__ import annotations

import pytest

from companion.kiosk.typesetter import fonts_present
from tests.kiosk.fit import faults
from tests.kiosk.patience_journeys import on_the_screen
from tests.kiosk.patience_screens import JOURNEYS
from tests.kiosk.people import SIZES, MakePlayer
from tests.kiosk.test_golden_pictures import compare

pytestmark = pytest.mark.skipif(not fonts_present(), reason="the packages with the type families are absent")

#: Of what pictures are kept; those with what dealings of unseen cards say are only read.
PICTURES = frozenset({"lit", "middle", "chosen", "longest", "card-list", "dealing", "move-said"})
#: What is kept from larger screens.
KEPT = frozenset({"lit", "chosen"})
LONG = {0: "Wilhelmina-May"}


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size[1]))
def test_every_screen_of_the_patience(make_player: MakePlayer, size: tuple[int, int]) -> None:
    wrong, seen, kept = [], set(), PICTURES if size[1] == 480 else KEPT
    for journey in JOURNEYS if size[1] == 480 else (on_the_screen,):
        player = make_player(size)
        for screen in journey(player):
            if screen in kept:
                seen.add(screen)
                wrong.append(compare(player, f"patience-{screen}-{size[1]}", 320 if size[1] == 480 else 400))
            wrong += [f"{screen}: {fault}" for fault in faults(player.kiosk.shower.canvas)]
        player.scene.leave()
    assert seen == kept
    assert not [words for words in wrong if words]


def test_the_longest_name_fits_the_small_panel(make_player: MakePlayer) -> None:
    player = make_player((800, 480))
    wrong = []
    for screen in on_the_screen(player, LONG):
        wrong += [f"{screen}: {fault}" for fault in faults(player.kiosk.shower.canvas)]
        if screen == "hint":
            break
    player.scene.leave()
    assert not wrong, "\n".join(wrong)
