"""Journeys through the screens of the patience: each yields the name of the screen it has come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from companion.games.patience.deals import numbered_deck
from tests.kiosk.patience_people import (
    enter_card,
    legal_of,
    panel_of,
    sit_at_patience,
    wait_for_light,
)
from tests.kiosk.people import Player


def on_the_screen(player: Player, names: Mapping[int, str] | None = None) -> Iterator[str]:
    """Three cards at a time with a score: the deal, the light, a choice, a refusal, help, the end."""
    sit_at_patience(player, {"draw": "3", "score": "standard"}, names)
    yield "dealt"
    wait_for_light(player, "lit")
    yield "lit"
    player.tap("hint")
    player.pass_ms(300)
    yield "hint"
    player.push("back")
    yield "menu"
    player.push("back")
    player.pass_ms(5000, 1000)
    player.tap("finish")
    yield "finishing"
    player.push("ok")
    player.pass_ms(6000, 1000)
    for number in range(27):
        legal = [move for move in legal_of(player) if move.endswith("-F")] or list(legal_of(player))
        panel_of(player).make("turn" if number < 3 else legal[0] if number % 3 else legal[-1])
        player.settle()
        if number == 2:
            player.pass_ms(300)
            yield "waste"
    player.pass_ms(300)
    wait_for_light(player)
    yield "middle"
    cursor = panel_of(player).cursor
    while not (len(cursor.spot) == 2 and cursor.spot[1] in "CDHS"):
        player.push("down")
    player.push("ok")
    yield "chosen"


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


def with_cards_dealt(player: Player) -> Iterator[str]:
    """Real cards, all shown while they are dealt; "finish for me" says each move and waits."""
    sit_at_patience(player, {"way": "dealt"})
    for number, card in enumerate(numbered_deck(7)):
        if number == 20:
            yield "dealing"
        enter_card(player, card)
    wait_for_light(player, "lit")
    player.tap("finish")
    wait_for_light(player, "lit")
    player.pass_ms(5000, 500)
    yield "move-said"
    player.push("ok")
    wait_for_light(player, "lit")
    player.pass_ms(500)
    yield "next-move-said"


def deals_looked_at(player: Player) -> Iterator[str]:
    """A deal that can be won is looked for; its number is drawn."""
    sit_at_patience(player, {"deal": 0, "winnable": True})
    if player.view.snapshot["position"] is None:
        yield "looked-at"


def long_fans(player: Player) -> Iterator[str]:
    """The longest column that there can be: six hidden cards and a run from the king down to the two."""
    sit_at_patience(player, {"draw": "3"})
    snap = player.view.snapshot
    run = [f"{rank}{suit}" for rank, suit in zip("KQJT98765432", "SHSHSHSHSHSH", strict=True)]
    columns = [*({"down": 0, "up": []} for _ in range(6)), {"down": 6, "up": run}]
    position = {**snap["position"], "columns": columns, "foundations": ["TC", "TD", "AH", "AS"]}
    table = player.table
    table.view = replace(table.view, snapshot={**snap, "position": position})
    table.game.take(table.view, player.stage.now)
    table.refresh()
    player.pass_ms(400)
    yield "longest"
