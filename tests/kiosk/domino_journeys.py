"""Journeys through the screens of the domino table: each yields the name of the screen it has come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.games.dominoes.layout import SPACE_BY_ID
from companion.kiosk.hands_layer import HandsLayer
from companion.kiosk.panels.private_reveal import PrivateRevealPanel
from companion.kiosk.scenes.home import HomeScene
from companion.kiosk.scenes.opening import OpeningScene
from companion.kiosk.views.dominoes.placing import PlacingPanel
from companion.kiosk.views.dominoes.ready import PressPanel
from companion.kiosk.views.dominoes.showing import ShowingPanel
from tests.kiosk.domino_people import THREE, TWO, People, look_at_hand, sit_at_dominoes
from tests.kiosk.people import FOUR, Player


def a_deal(player: Player, names: Mapping[int, str] = THREE, seed: int = 5) -> Iterator[str]:
    """Three players with a reserve: the first tile, choosing a space, winning, passing, the deal's end."""
    sit_at_dominoes(player, names)
    yield "ready"
    player.push("ok")
    player.pass_ms(3000, 500)
    yield "first-tile"
    player.push("ok")
    yield "which-tile"
    player.push("seat3", "seat4", "ok")
    yield "anywhere"
    player.push("down", "down", "ok")
    player.pass_ms(200)
    yield "on-its-way"
    player.pass_ms(3000, 500)
    people = People(player, seed, 0.1)
    yield from _placing(player, people)
    for _ in range(12):
        people.act()
    while not isinstance(player.table.panel, ShowingPanel):
        people.act()
    yield "middle"
    player.push("ok")
    yield "which-tile-now"
    player.push("back")
    people.play("won")
    player.pass_ms(2000, 500)
    yield "won"
    while not (isinstance(player.table.panel, ShowingPanel) and player.table.panel.pass_prompt):
        people.act()
    player.push("down")
    yield "passing"
    player.push("ok")
    player.pass_ms(800, 400)
    yield "passed"
    player.push("seat2")
    yield "sheet"
    player.push("back", "back")
    yield "menu"
    player.push("back")
    people.play("deal_end")
    player.pass_ms(6000, 500)
    yield "deal-over"


def _placing(player: Player, people: People) -> Iterator[str]:
    """Choosing a space where some are not legal, with a touch, and what is said of one that is not."""
    while not (isinstance(player.table.panel, PlacingPanel) and _turns(player.table.panel)):
        people.act()
    panel = player.table.panel
    assert isinstance(panel, PlacingPanel)
    yield "where"
    space = _turns(panel)
    player.tap(f"space {space}")
    player.tap(f"space {space}")
    yield "turned"
    spaces = {legal.partition("@")[2] for legal in panel.prompt.legal}
    shut = next(id for id in SPACE_BY_ID if id not in spaces and _empty(player, id))
    player.tap(f"space {shut}")
    player.pass_ms(400)
    yield "not-there"
    player.push("ok")
    player.pass_ms(7000, 500)


def _turns(panel: PlacingPanel) -> str:
    """Return a space in which the tile may lie both ways round."""
    spaces = [legal.partition("@")[2] for legal in panel.prompt.legal]
    some = 3 <= len(set(spaces)) < 20
    return next((space for space in spaces if some and spaces.count(space) > 1), "")


def _empty(player: Player, id: str) -> bool:
    return any(one["space"] == id and one["tile"] is None for one in player.view.snapshot["spaces"])


def the_table_rebuilt(player: Player, seed: int = 6) -> Iterator[str]:
    """Another deal is begun, and its table is rebuilt on another day (H4)."""
    people = People(player, seed)
    for _ in range(16):
        people.act()
    player.pass_ms(6000, 1000)
    stage, session = player.stage, player.view.session
    stage.go(HomeScene(stage))
    player.settle()
    stage.go(OpeningScene(stage, stage.keeper.resume(session)))
    player.settle()
    yield "rebuild"
    player.push("ok")


def to_the_results(player: Player, seed: int = 6) -> Iterator[str]:
    """The rest of a session, and its results."""
    People(player, seed).play()
    player.settle()
    yield "results"


def an_absent_seat(player: Player, seed: int = 7) -> Iterator[str]:
    """Two players, one of them played by the companion: its hand is shown in private, its tiles are laid."""
    sit_at_dominoes(player, TWO, {"two_deal": "nine", "virtual": 1, "strength": "greedy"})
    people = People(player, seed)
    player.push("ok")
    player.pass_ms(3000, 500)
    while not isinstance(player.table.panel, PrivateRevealPanel):
        people.act()
    yield "private-covered"
    player.push("ok")
    yield "private-open"
    player.push("ok")
    yield "private-tiles"
    player.push("back")
    while not (player.scene.layers and isinstance(player.scene.layers[-1], HandsLayer)):
        people.act()
        player.pass_ms(500)
        player.settle()
    yield "please-lay"
    player.push("ok")


def without_tiles(player: Player, names: Mapping[int, str] = FOUR, seed: int = 8) -> Iterator[str]:
    """Dealt by the companion: a hand is looked at by its seat alone, and a press takes what is won."""
    sit_at_dominoes(player, names, {"hands": "dealt", "payments": "one press"})
    player.pass_ms(3000, 500)
    yield "dealt"
    player.push("ok")
    yield "hand-covered"
    player.push("back")
    look_at_hand(player)
    yield "hand"
    player.push("back")
    people = People(player, seed)
    while not isinstance(player.table.panel, PressPanel):
        people.act()
    yield "press-for-chips"


def open_hands(player: Player) -> Iterator[str]:
    """Hands that everybody may see."""
    sit_at_dominoes(player, FOUR, {"hands": "dealt", "open_hands": True})
    player.pass_ms(3000, 500)
    yield "open-hands"
