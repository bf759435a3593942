"""Journeys through the screens of the patience: each yields the name of the screen it has come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.patience.deals import numbered_deck
from tests.kiosk.patience_people import (
    enter_card,
    legal_of,
    make,
    panel_of,
    sit_at_patience,
    wait_for_light,
)
from tests.kiosk.people import Player


def on_the_screen(player: Player, names: Mapping[int, str] | None = None) -> Iterator[str]:
    """Three cards at a time with a score: the deal, the light, a choice, a refusal, help, the end."""
    sit_at_patience(player, {"draw": "3", "score": "standard"}, names)
    yield "dealt"
    wait_for_light(player)
    yield "lit"
    make(player, "turn", "turn", "turn")
    yield "waste"
    for _ in range(24):
        legal = [move for move in legal_of(player) if move.endswith("-F")] or list(legal_of(player))
        make(player, legal[0] if player.view.snapshot["actions"] % 3 else legal[-1])
    wait_for_light(player)
    yield "middle"
    cursor = panel_of(player).cursor
    while not (len(cursor.spot) == 2 and cursor.spot[1] in "CDHS"):
        player.push("down")
    player.push("ok")
    yield "chosen"
    player.push("back")
    player.tap("undo")
    player.pass_ms(300)
    while player.view.snapshot["can_undo"]:
        make_undo(player)
    wait_for_light(player)
    player.tap("hint")
    player.pass_ms(300)
    yield "hint"
    player.push("back")
    yield "menu"
    player.push("back")
    player.pass_ms(5000, 500)
    player.tap("finish")
    yield "finishing"


def make_undo(player: Player) -> None:
    """Undo one action."""
    panel_of(player).press("undo")
    player.settle()


def on_the_table(player: Player) -> Iterator[str]:
    """Real cards, each shown as it is turned: the entry by hand, what dealings say, what help says."""
    sit_at_patience(player, {"way": "turned"})
    yield "card-asked"
    player.push("ok")
    yield "card-list"
    player.push("back")
    deck = numbered_deck(7)
    faces = [deck[index] for index in (0, 7, 13, 18, 22, 25, 27)]
    for card in faces:
        enter_card(player, card)
    wait_for_light(player, "none", "lit")
    player.pass_ms(200)
    yield "chance"
