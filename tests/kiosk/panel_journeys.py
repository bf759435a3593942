"""Screens of setting up, of cards in doubt and of private hands, for pictures and checks."""

from __future__ import annotations

from collections.abc import Iterator

from companion.kiosk.scenes.seats import SeatsScene
from companion.table.text import Text
from companion.watcher import Named
from tests.kiosk.domino_people import THREE as AT_DOMINOES
from tests.kiosk.domino_people import sit_at_dominoes
from tests.kiosk.gold_journeys import first_creek
from tests.kiosk.gold_people import choose, sit_at_gold, throw, wait
from tests.kiosk.people import FOUR, Player
from tests.kiosk.said_sight import SaidSight


def setting_up(player: Player) -> Iterator[str]:
    """Seats with a bot among them, a name, and the first and the last house rules of each game."""
    stage = player.stage
    for game in ("goldrush", "dominoes"):
        scene = SeatsScene(stage, game, FOUR)
        scene.bots = {1} if game == "goldrush" else set()
        stage.go(scene)
        player.settle()
        yield f"{game}-seats"
        player.tap("place 1")
        yield f"{game}-name"
        player.push("back")
        player.tap("rules")
        yield f"{game}-rules"
        player.push("up")
        yield f"{game}-last-rule"


def a_card_in_doubt(player: Player, sight: SaidSight) -> Iterator[str]:
    """A card is waited for; another kit's is shown, then two at once."""
    sit_at_gold(player, rules={"starter": "lot"})
    while player.scene.layers:
        player.push("ok")
    throw(player, 1, 2)
    choose(player, first_creek(player))
    sight.show("waiting")
    look(player)
    yield "card-waited-for"
    foreign = Named("G07", Text("kit.code.wrong_kit", {"kit": "7QM", "item": "G07"}), (10.0, 10.0), ())
    address = Named("", Text("kit.code.web_address", {}), (20.0, 20.0), ())
    sight.show("waiting", named=(foreign, address))
    look(player)
    yield "card-named"
    sight.show("doubt", "G01", "G23")
    look(player)
    yield "card-doubt"
    player.push("ok")
    yield "card-of-two"


def a_private_hand(player: Player, sight: SaidSight) -> Iterator[str]:
    """The screen is turned to one player, who shows a hand."""
    sit_at_dominoes(player, AT_DOMINOES, {"hands": "scanned"})
    player.push("ok")
    wait(player)
    while player.scene.layers:
        player.push("ok")
    yield "hand-covered"
    player.push("ok")
    sight.show("waiting")
    look(player)
    yield "hand-open"
    sight.show("doubt", "0-1", "2-3")
    look(player)
    yield "hand-doubt"


def look(player: Player) -> None:
    player.pass_ms(300)
    player.settle()
