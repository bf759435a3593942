"""Cards and tiles shown to the camera: proposed, doubted, named, entered by hand; and private ones."""

from __future__ import annotations

import pytest

from companion.kiosk.offscreen import render
from companion.kiosk.panels.private_reveal import PrivateRevealPanel
from companion.kiosk.panels.reveal import RevealPanel
from companion.kiosk.scenes.history import HistoryScene
from companion.table.answers import Source
from companion.table.prompts import Reveal
from companion.table.text import Text
from companion.watcher import Named
from tests.kiosk.domino_journeys import an_absent_seat
from tests.kiosk.domino_people import THREE, sit_at_dominoes
from tests.kiosk.gold_journeys import first_creek
from tests.kiosk.gold_people import asked, choose, sit_at_gold, throw, wait
from tests.kiosk.people import MakePlayer, Player
from tests.kiosk.said_sight import SaidSight


@pytest.fixture
def sight() -> SaidSight:
    return SaidSight()


@pytest.fixture
def at_a_card(make_player: MakePlayer, sight: SaidSight) -> Player:
    player = make_player(sight=sight)
    sit_at_gold(player, rules={"starter": "lot"})
    while player.scene.layers:
        player.push("ok")
    throw(player, 1, 2)
    choose(player, first_creek(player))
    assert isinstance(player.table.panel, RevealPanel)
    return player


def panel(player: Player) -> RevealPanel:
    assert isinstance(player.table.panel, RevealPanel)
    return player.table.panel


def look(player: Player) -> None:
    player.pass_ms(200)
    player.settle()


def words(player: Player) -> str:
    return " ".join(placed.words for placed in render(player.scene).placed)


def test_the_camera_is_armed_for_the_card_and_what_it_proposes_is_taken_once(
    at_a_card: Player, sight: SaidSight
) -> None:
    player = at_a_card
    assert sight.wanted == asked(player)
    used = sight.used_up
    sight.show("read", "G03")
    look(player)
    look(player)
    assert player.view.snapshot["last_card"]["id"] == "G03"
    assert player.view.snapshot["cards_left"] == 35
    assert sight.used_up == used + 1


def test_a_card_that_cannot_be_it_is_named_and_holds_nothing_up(at_a_card: Player, sight: SaidSight) -> None:
    player = at_a_card
    say = Text("kit.code.wrong_kit", {"kit": "7QM", "item": "G07"})
    sight.show("waiting", named=(Named("G07", say, (10.0, 10.0), ()),))
    look(player)
    assert player.stage.say(say)[1:] in words(player)
    sight.show("read", "G03")
    look(player)
    assert player.view.snapshot["last_card"]["id"] == "G03"


def test_a_doubt_is_shown_and_settled_among_what_is_in_view(at_a_card: Player, sight: SaidSight) -> None:
    player = at_a_card
    sight.show("doubt", "G01", "G23")
    look(player)
    assert panel(player).doubt is not None
    player.push("ok")
    assert panel(player).entry is not None
    titles = words(player)
    assert "Mother Lode" in titles and "Fair wages" not in titles
    player.tap("entry G23")
    wait(player)
    assert player.view.snapshot["last_card"]["id"] == "G23"
    told: list[Source] = []
    player.table.desk.tell("history", then=lambda entries: told.append(entries[-1].source))
    player.settle()
    assert told == [Source.HAND]


def test_a_doubt_can_be_looked_at_again_and_goes_when_the_card_moves(
    at_a_card: Player, sight: SaidSight
) -> None:
    player = at_a_card
    sight.show("doubt", "G01", "G23")
    look(player)
    player.push("down")
    assert sight.looked_again == 1 and panel(player).doubt is None
    sight.show("doubt", "G02", "G23")
    look(player)
    assert panel(player).doubt is not None
    sight.show("moving")
    look(player)
    assert panel(player).doubt is None


def test_what_is_entered_is_not_overtaken_by_a_doubt(at_a_card: Player, sight: SaidSight) -> None:
    player = at_a_card
    player.push("ok")
    entry = panel(player).entry
    sight.show("doubt", "G01", "G23")
    look(player)
    assert panel(player).entry is entry
    player.push("back", "back")
    assert panel(player).entry is None


def test_only_cards_that_can_still_be_there_are_listed_each_face_once(at_a_card: Player) -> None:
    player = at_a_card
    prompt = panel(player).prompt
    cards = list(player.table.game.cards(player.view, prompt))
    assert {id for id, _ in cards} <= set(prompt.known)
    titles = [(look.title, look.value) for _, look in cards]
    assert len(titles) == len(set(titles))
    assert len({look.group for _, look in cards}) > 1
    player.push("ok")
    seen = {hot.name for hot in player.hots}
    assert "group 1" in seen
    player.tap("group 1")
    player.tap(next(hot.name for hot in player.hots if hot.name.startswith("entry ")))
    wait(player)
    assert player.view.snapshot["cards_left"] == 35


def scanned(player: Player) -> PrivateRevealPanel:
    sit_at_dominoes(player, THREE, {"hands": "scanned"})
    player.push("ok")
    wait(player)
    while player.scene.layers:
        player.push("ok")
    found = player.table.panel
    assert isinstance(found, PrivateRevealPanel)
    return found


def test_a_hand_is_shown_to_nobody_else(make_player: MakePlayer, sight: SaidSight) -> None:
    """T16: the screen is covered and the camera looks at nothing until the player says that he is alone."""
    player = make_player(sight=sight)
    private = scanned(player)
    assert private.hides and sight.wanted is None
    seat = private.prompt.seats[0]
    sight.said = sight.said.__class__(phase="read", prompt=private.prompt)
    player.push(f"seat{player.view.seat(seat).place + 1}")
    assert not private.hides and sight.wanted == private.prompt
    before = player.view.number
    for tile in private.prompt.known[:2]:
        sight.show("read", tile)
        look(player)
        assert player.table.panel is private and not private.hides
    assert player.view.number == before + 2
    player.push("up")
    assert private.hides and sight.wanted is None


def test_a_scanned_tile_is_listed_nowhere(make_player: MakePlayer, sight: SaidSight) -> None:
    player = make_player(sight=sight)
    private = scanned(player)
    player.push("ok")
    shown = private.prompt.known[3]
    sight.show("read", shown)
    look(player)
    assert isinstance(asked(player), Reveal)
    sight.show("waiting")
    player.push("up", "back", "down")
    while not isinstance(player.scene, HistoryScene):
        player.push("ok")
        if not isinstance(player.scene, HistoryScene):
            player.push("back", "down", "down")
    player.settle()
    assert shown not in words(player)
    player.push("ok")
    assert "correct" not in [hot.name for hot in player.hots]
    assert shown not in words(player)


def test_what_is_covered_says_so_in_the_middle_of_its_panel(make_player: MakePlayer) -> None:
    """Where a helper sits there is no seat whose shape would stand above the words."""
    player = make_player()
    next(an_absent_seat(player))
    assert isinstance(player.table.panel, PrivateRevealPanel) and not player.table.panel.prompt.seats
    canvas = render(player.scene)
    said = player.stage.line("kiosk.private.covered")
    spot = next(placed.rect for placed in canvas.placed if placed.words == said)
    panel_at = next(hot.rect for hot in canvas.hots if hot.name == "uncover")
    assert abs(spot.centery - panel_at.centery) <= 4
