"""The last throw of a round decides it: its hand and what it brings are shown before anything is asked."""

from __future__ import annotations

import pytest

from companion.kiosk.offscreen import render
from companion.kiosk.panels.each import EachPanel
from companion.kiosk.views.dice_reading import lower_box
from tests.kiosk.people import Player

TWO = {0: "Ana", 1: "Bo"}


@pytest.fixture
def staking(player: Player) -> Player:
    """A table that asks for the stakes of the second round, right after the last throw of the first."""
    player.sit_down(TWO, {"limit": 3})
    player.push("ok")
    player.throw(1, 1, 5, 5, 3)
    player.push("ok", *["seat6"] * 5, "ok")
    assert isinstance(player.table.panel, EachPanel)
    return player


def touchable(player: Player) -> set[str]:
    return {hot.name for hot in render(player.scene).hots}


def test_the_last_bettors_hand_and_result_stay_in_view(staking: Player) -> None:
    box = lower_box(staking.stage, staking.view)
    assert box.dice == (6, 6, 6, 6, 6) and box.tone == "good" and box.pill and box.paid_words
    assert not any(name.startswith("card") for name in touchable(staking))
    staking.pass_ms(6000)
    assert any(name.startswith("card") for name in touchable(staking))


def test_a_press_cuts_it_short_and_answers_nothing(staking: Player) -> None:
    number = staking.view.number
    staking.push("ok")
    assert staking.view.number == number
    assert any(name.startswith("card") for name in touchable(staking))
    staking.push("ok")
    assert staking.view.number == number + 1
