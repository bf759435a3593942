"""What is told of a patience that cannot be won, what is said aloud, and when the light is on (S11)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games.patience.deals import numbered_deck
from companion.games.patience.saved import parse_position
from tests.kiosk.patience_people import (
    enter_card,
    game_of,
    legal_of,
    make,
    panel_of,
    sit_at_patience,
    wait_for_light,
)
from tests.kiosk.people import MakePlayer, Player
from tests.kiosk.test_hearing import Listener

#: A deal that nobody can win with one card turned at a time.
LOST = 21


@pytest.fixture
def player(make_player: MakePlayer) -> Iterator[Player]:
    player = make_player((800, 480))
    yield player
    player.scene.leave()


@pytest.mark.parametrize("switched_on", [True, False])
def test_that_no_win_is_left_is_told_only_where_that_was_asked_for(player: Player, switched_on: bool) -> None:
    """A proof of loss tells of hidden cards: whoever does not want it sees but that no way is known."""
    sit_at_patience(player, {"deal": LOST, "notice": switched_on})
    assert wait_for_light(player) == "none"
    player.pass_ms(200)
    told = [notice.words for notice in player.stage.notices if "No win is left" in notice.words]
    assert bool(told) == switched_on
    player.tap("finish")
    assert player.view.snapshot["phase"] == "play" and not player.view.snapshot["assisted"]
    assert not any("No win" in hot.name for hot in player.hots)


def test_where_the_light_is_on_the_line_wins_by_the_rules(player: Player) -> None:
    """From the deal, and after moves that nobody advised."""
    sit_at_patience(player)
    helper = game_of(player).helper
    assert helper.light == "looking"
    for _ in range(3):
        wait_for_light(player, "lit")
        player.settle()
        assert helper.advice is not None and helper._whole is not None
        position = parse_position(helper._whole)
        for move in helper.advice.line:
            position = position.after(move)
        assert position.won
        make(player, legal_of(player)[0])


def test_moves_on_the_table_are_said_aloud_once_each(player: Player) -> None:
    """While people play by themselves nothing is said before each move."""
    voice = Listener()
    player.stage.voice = voice
    sit_at_patience(player, {"way": "dealt"})
    for card in numbered_deck(7):
        enter_card(player, card)
    voice.asked.clear()
    wait_for_light(player, "lit")
    make(player, "turn")
    assert [said.words for said in voice.asked] == []
    wait_for_light(player, "lit")
    player.tap("finish")
    for _ in range(3):
        wait_for_light(player, "lit")
        player.pass_ms(300)
        said = voice.asked[-1].words
        assert said == panel_of(player).bar().sentence
        player.push("ok")
    asked = [said.words for said in voice.asked]
    wait_for_light(player, "lit")
    assert len(asked) in (3, 4) and player.view.snapshot["actions"] == 4
