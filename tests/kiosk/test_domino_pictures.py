"""The domino table looks as it did when somebody last looked at it, and can be read and touched.

`COMPANION_GOLDEN=write` writes the pictures anew, as for the other screens.
"""

from __future__ import annotations

from itertools import chain

import pytest

from companion.kiosk.typesetter import fonts_present
from tests.kiosk.domino_journeys import a_deal, an_absent_seat, open_hands, the_table_rebuilt, without_tiles
from tests.kiosk.fit import faults
from tests.kiosk.people import EIGHT, MakePlayer
from tests.kiosk.test_golden_pictures import compare

pytestmark = pytest.mark.skipif(not fonts_present(), reason="the packages with the type families are absent")

#: Of what pictures are kept; the others are much like those of other games, or what an absent seat lays is
#: another tile in each session, so that they are only read.
PICTURES = frozenset(
    {
        "ready", "first-tile", "which-tile", "anywhere", "turned", "middle", "won", "deal-over",
        "rebuild", "hand", "press-for-chips", "open-hands",
    }
)  # fmt: skip
#: What is kept from larger screens: the layout in the middle of a deal, and a choice of spaces.
KEPT = ("middle", "where")


def test_every_screen_of_the_domino_table_on_the_small_panel(make_player: MakePlayer) -> None:
    wrong, seen = [], 0
    for player, screens in (
        ((one := make_player((800, 480))), chain(a_deal(one), the_table_rebuilt(one))),
        ((one := make_player((800, 480))), an_absent_seat(one)),
        ((one := make_player((800, 480))), chain(without_tiles(one), open_hands(one))),
    ):
        for screen in screens:
            if screen in PICTURES:
                seen += 1
                wrong.append(compare(player, f"dominoes-{screen}-480", 320))
            wrong += [f"{screen}: {fault}" for fault in faults(player.kiosk.shower.canvas)]
    assert seen == len(PICTURES)
    assert not [words for words in wrong if words]


def test_the_longest_names_fit_the_small_panel(make_player: MakePlayer) -> None:
    long = dict(enumerate((EIGHT[0], EIGHT[1], EIGHT[5])))
    player = make_player((800, 480))
    wrong = []
    for screen in chain(a_deal(player, long), the_table_rebuilt(player)):
        wrong += [f"{screen}: {fault}" for fault in faults(player.kiosk.shower.canvas)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=["720", "1080"])
def test_the_domino_table_on_larger_screens(make_player: MakePlayer, size: tuple[int, int]) -> None:
    player = make_player(size)
    wrong, kept = [], 0
    for screen in a_deal(player):
        if screen in KEPT:
            kept += 1
            wrong.append(compare(player, f"dominoes-{screen}-{size[1]}", 400))
        wrong += [f"{screen}: {fault}" for fault in faults(player.kiosk.shower.canvas)]
        if kept == len(KEPT):
            break
    assert kept == len(KEPT)
    assert not [words for words in wrong if words]
