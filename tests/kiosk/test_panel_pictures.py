"""Every panel of the board game and of setting up can be read and touched, and looks as it did."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

import pytest

from companion.kiosk.typesetter import fonts_present
from tests.kiosk.fit import faults
from tests.kiosk.gold_journeys import on_another_day, the_auction, the_debts, the_settlement, the_shortfall
from tests.kiosk.panel_journeys import a_card_in_doubt, a_private_hand, setting_up
from tests.kiosk.people import MakePlayer, Player
from tests.kiosk.said_sight import SaidSight
from tests.kiosk.test_golden_pictures import compare

pytestmark = pytest.mark.skipif(not fonts_present(), reason="the packages with the type families are absent")

SIZES = [(800, 480), (1280, 720), (1920, 1080)]
#: What has a golden picture here; the board itself has its own.
GOLDEN = frozenset(
    {"cards", "gold-menu", "deal-price", "adjust-agreement", "goldrush-seats", "goldrush-rules",
     "dominoes-last-rule", "card-named", "card-of-two", "hand-covered"}
)  # fmt: skip


def wrong(player: Player, screens: Iterable[str], golden: bool = False) -> list[str]:
    said = []
    for screen in screens:
        said += [f"{screen}: {fault}" for fault in faults(player.kiosk.shower.canvas)]
        if golden and screen in GOLDEN:
            said.append(compare(player, f"panel-{screen}-480", 320))
    return [words for words in said if words]


def test_on_the_small_panel(make_player: MakePlayer) -> None:
    player = make_player((800, 480))
    screens = chain(setting_up(player), the_auction(player), the_debts(player))
    assert not wrong(player, screens, golden=True)


def test_cards_and_hands_on_the_small_panel(make_player: MakePlayer) -> None:
    for journey in (a_card_in_doubt, a_private_hand):
        sight = SaidSight()
        player = make_player((800, 480), sight=sight)
        assert not wrong(player, journey(player, sight), golden=True)


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_panel_at_every_size(make_player: MakePlayer, size: tuple[int, int]) -> None:
    player = make_player(size)
    screens = chain(
        setting_up(player),
        the_auction(player),
        the_debts(player),
        the_shortfall(player),
        on_another_day(player),
    )
    assert not wrong(player, screens)
    player = make_player(size)
    screens = chain(the_auction(player), the_debts(player), the_settlement(player))
    assert not wrong(player, screens)
    for journey in (a_card_in_doubt, a_private_hand):
        sight = SaidSight()
        player = make_player(size, sight=sight)
        assert not wrong(player, journey(player, sight))
