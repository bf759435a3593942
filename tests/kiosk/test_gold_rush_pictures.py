"""Every situation of the board game looks as when somebody last looked at it, and can be read and touched.

`COMPANION_GOLDEN=write` writes the pictures anew, as for the other screens.
"""

from __future__ import annotations

import pytest

from companion.kiosk.typesetter import fonts_present
from tests.kiosk.fit import faults
from tests.kiosk.gold_rush_evenings import LONG
from tests.kiosk.gold_rush_screens import SITUATIONS, Situation, reach
from tests.kiosk.people import MakePlayer
from tests.kiosk.test_golden_pictures import compare

pytestmark = pytest.mark.skipif(not fonts_present(), reason="the packages with the type families are absent")

#: What is looked at on every size in the short suite; the long one looks at all of them.
CHOSEN = frozenset({"discovery", "chilkoot", "auction-claim", "monopoly"})
#: So wide are golden pictures of the small panel, and of others.
WIDTH, LARGER_WIDTH = 256, 200


def wrong_at(make_player: MakePlayer, situation: Situation, size: tuple[int, int]) -> list[str]:
    player = make_player(size)
    reach(player, situation)
    width = WIDTH if size == (800, 480) else LARGER_WIDTH
    wrong = [compare(player, f"goldrush-{situation.name}-{size[1]}", width)]
    wrong += [f"{situation.name}: {fault}" for fault in faults(player.kiosk.shower.canvas)]
    return [words for words in wrong if words]


def named(situation: Situation) -> str:
    return situation.name


@pytest.mark.parametrize("situation", SITUATIONS, ids=named)
def test_every_situation_on_the_small_panel(make_player: MakePlayer, situation: Situation) -> None:
    assert not wrong_at(make_player, situation, (800, 480))


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=["720", "1080"])
@pytest.mark.parametrize("situation", [one for one in SITUATIONS if one.name in CHOSEN], ids=named)
def test_larger_screens(make_player: MakePlayer, situation: Situation, size: tuple[int, int]) -> None:
    assert not wrong_at(make_player, situation, size)


@pytest.mark.long
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=["720", "1080"])
@pytest.mark.parametrize("situation", [one for one in SITUATIONS if one.name not in CHOSEN], ids=named)
def test_every_situation_on_larger_screens(
    make_player: MakePlayer, situation: Situation, size: tuple[int, int]
) -> None:
    assert not wrong_at(make_player, situation, size)


@pytest.mark.parametrize("name", ["start-throws", "party", "ghost-town"])
def test_the_longest_names_fit(make_player: MakePlayer, name: str) -> None:
    situation = next(one for one in SITUATIONS if one.name == name)
    player = make_player((800, 480))
    reach(player, situation, LONG)
    canvas = player.kiosk.shower.canvas
    view = player.table.areas(player.stage.theme)[0]
    canvas.placed = [placed for placed in canvas.placed if view.contains(placed.within)]
    assert not list(faults(canvas))
