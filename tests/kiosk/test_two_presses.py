"""From every screen of every game two presses lead to "it was a five, not a six" (H5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, islice

import pytest

from companion.kiosk.acts import Push
from companion.kiosk.correcting import CorrectLayer
from companion.kiosk.layer import Layer
from companion.kiosk.menu import MenuLayer
from companion.kiosk.putting_right import _CardLayer
from companion.kiosk.scenes.results import ResultsScene
from companion.kiosk.scenes.table import TableScene
from companion.kiosk.seat_sheet import SheetLayer
from tests.kiosk import domino_journeys as dominoes
from tests.kiosk import gold_journeys as gold
from tests.kiosk.journeys import a_round, play_on
from tests.kiosk.patience_screens import JOURNEYS as PATIENCE
from tests.kiosk.people import FOUR, MakePlayer, Player

Journey = Callable[[Player], Iterator[str]]


def asks_what_it_was(layer: Layer) -> bool:
    return isinstance(layer, (CorrectLayer, _CardLayer, MenuLayer))


def nothing_to_put_right(player: Player) -> bool:
    return any(n.words == player.stage.line("kiosk.correct.nothing") for n in player.stage.notices)


def two_presses(player: Player) -> str:
    """Try the way from where the player is, and go back; returns which way it was, or none for a layer."""
    scene, number = player.scene, player.view.number
    button = f"seat{player.view.seats[0].place + 1}"
    player.stage.notices.clear()
    if isinstance(scene.top, SheetLayer):
        way, presses = "sheet", ["up", "ok"]
    elif isinstance(scene.top, MenuLayer) and any(one.name == "home" for one in scene.top._list.entries):
        way, presses = "menu", [button]
    elif scene.layers or getattr(player.table.panel, "entry", None) is not None:
        return ""
    else:
        way, presses = "table", ["back", button]
    layers = len(scene.layers)
    for press in presses:
        player.push(press)
        if press == "back" and not scene.layers:
            # What was being chosen is left first; the game waits for it anew.
            return "chosen"
    assert nothing_to_put_right(player) or asks_what_it_was(player.scene.top), type(player.scene.top).__name__
    while player.scene.layers:
        player.push("back")
    assert player.scene is scene and player.view.number == number
    if layers:
        player.push(*(["back"] if way == "menu" else [button]))
    return way


def walk(player: Player, journey: Journey) -> list[str]:
    """Try it on every screen of the table on a journey; returns the ways."""
    ways = []
    for _ in journey(player):
        if isinstance(player.scene, TableScene) and not player.view.held:
            ways.append(two_presses(player))
    return ways


def test_from_every_screen_of_a_round_of_dice(player: Player) -> None:
    ways = walk(player, partial(a_round, names=FOUR))
    assert {"table", "menu", "sheet"} <= set(ways) and ways.count("table") >= 6


@pytest.mark.long
@pytest.mark.parametrize(
    ("journey", "least"),
    [
        (lambda player: chain(gold.the_auction(player), gold.the_debts(player)), 12),
        (lambda player: islice(dominoes.a_deal(player), 2), 2),
        (partial(dominoes.without_tiles), 2),
        (dominoes.open_hands, 1),
        *((journey, 1) for journey in PATIENCE),
    ],
)
def test_from_every_screen_of_the_other_games(make_player: MakePlayer, journey: Journey, least: int) -> None:
    ways = walk(make_player(), journey)
    assert sum(way in ("table", "menu", "sheet") for way in ways) >= least, ways


@pytest.mark.long
def test_from_the_results_by_ones_own_button(player: Player) -> None:
    """The session is over and one throw was wrong all the same; the table is gone back to for it."""
    player.sit_down(rules={"limit": 4})
    play_on(player)
    assert isinstance(player.scene, ResultsScene)
    winner = player.scene.desk.view.outcome
    player.stage.locked = True
    player.push("seat2")
    assert isinstance(player.scene, ResultsScene), "small hands change no results (H6)"
    player.stage.locked = False
    player.push("seat2")
    assert isinstance(player.scene, TableScene) and isinstance(player.scene.top, CorrectLayer)
    player.push("back")
    player.pass_ms(3000, 500)
    assert isinstance(player.scene, ResultsScene) and player.scene.desk.view.outcome == winner
    number = player.scene.desk.view.number
    player.push("seat2", *["seat6"] * 5, "ok", "seat1")
    player.settle()
    assert isinstance(player.scene, (ResultsScene, TableScene))
    view = player.scene.desk.view
    assert view.number > number and any(notice.tone == "good" for notice in player.stage.notices)


def test_one_press_takes_the_last_answer_back_even_where_something_is_being_entered(player: Player) -> None:
    player.sit_down()
    player.throw(1, 1, 5, 5, 3)
    player.push("ok", "seat6")
    assert player.table.panel.entry is not None  # type: ignore[attr-defined]
    before = player.view.digest
    player.kiosk.take(Push("back", "hold"))
    player.settle()
    assert player.view.digest != before
