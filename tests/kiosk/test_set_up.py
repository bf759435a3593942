"""Setting up: house rules that hang on an edition, seats that bots play, and only games that can be shown."""

from __future__ import annotations

from pathlib import Path

from companion.editions import start_edition
from companion.games import house_rules
from companion.kiosk.scenes.home import HomeScene
from companion.kiosk.scenes.rules import RulesScene
from companion.kiosk.scenes.seats import SeatsScene
from companion.kiosk.scenes.table import TableScene
from companion.kiosk.views import VIEWS
from tests.kiosk.gold_people import menu_entry
from tests.kiosk.people import Player


def at_seats(player: Player, game: str, **given: object) -> SeatsScene:
    player.stage.go(SeatsScene(player.stage, game, **given))  # type: ignore[arg-type]
    player.settle()
    assert isinstance(player.scene, SeatsScene)
    return player.scene


def own_edition(folder: Path, donation: int) -> str:
    """An owner's edition whose usual donation to the church is another one."""
    path = folder / "ours.toml"
    start_edition(path)
    words = path.read_text(encoding="utf-8")
    changed = words.replace("church_donation = 10000", f"church_donation = {donation}")
    assert changed != words
    path.write_text(changed, encoding="utf-8")
    return str(path)


def test_every_house_rule_is_on_the_set_up_screen(player: Player) -> None:
    for game in VIEWS:
        seats = at_seats(player, game)
        player.stage.go(RulesScene(player.stage, seats))
        player.settle()
        assert isinstance(player.scene, RulesScene)
        shown = {entry.name for entry in player.scene._list.entries}
        assert shown == {rule.id for rule in house_rules(game) if rule.applies(seats.rules)}


def test_another_edition_brings_its_own_usual_rules(player: Player, tmp_path: Path) -> None:
    seats = at_seats(player, "goldrush")
    seats.agree("woodpile_missed_turns", 2)
    seats.agree("edition", own_edition(tmp_path, 20000))
    assert seats.rules["church_donation"] == 20
    assert seats.rules["woodpile_missed_turns"] == 2, "what was changed on purpose stays"


def test_an_edition_that_is_not_there_is_said_and_changes_nothing(player: Player, tmp_path: Path) -> None:
    path = own_edition(tmp_path, 20000)
    seats = at_seats(player, "goldrush", rules={"edition": path})
    assert seats.rules["church_donation"] == 20
    player.tap("rules")
    Path(path).unlink()
    player.tap("entry edition")
    player.tap("value right")
    assert isinstance(player.scene, RulesScene)
    player.tap("hint back")
    assert isinstance(player.scene, SeatsScene)
    assert player.scene.rules["edition"] == "gold_rush"
    missing = at_seats(player, "goldrush", rules={"edition": path})
    assert missing.rules["edition"] == "gold_rush"
    assert any("ours.toml" in notice.words for notice in player.stage.notices)


def test_a_seat_is_given_to_a_bot_with_buttons_and_taken_back(player: Player) -> None:
    seats = at_seats(player, "goldrush")
    player.push("seat1", "seat2", "seat4")
    # Down past the places to the second one, whose name is asked for.
    while seats._focus != 1:
        player.push("down")
    player.push("ok")
    naming = seats.layers[0]
    while naming._keys[naming._focus] != "bot":  # type: ignore[attr-defined]
        player.push("up")
    player.push("ok")
    assert seats.bots == {1} and not seats.layers
    assert "bot" in [placed.words for placed in player.kiosk.shower.canvas.placed]
    player.push("seat2", "seat2")
    assert seats.bots == set(), "who gets up is no bot any more"
    player.tap("place 1")
    player.tap("key bot")
    assert seats.bots == {1}
    player.tap("start")
    assert isinstance(player.scene, TableScene)
    assert player.stage.bots is not None
    name = next(seat.name for seat in player.view.seats if seat.place == 1)
    assert name in player.stage.bots


def test_bots_of_another_table_do_not_sit_down_at_this_one(player: Player) -> None:
    at_seats(player, "goldrush")
    player.push("seat1", "seat2")
    player.tap("place 0")
    player.tap("key bot")
    player.tap("start")
    assert player.stage.bots is not None
    at_seats(player, "dice")
    player.push("seat1", "seat2")
    player.tap("start")
    assert player.stage.bots is None


def test_home_shows_the_games_that_can_be_shown(player: Player) -> None:
    player.stage.go(HomeScene(player.stage))
    player.settle()
    names = {hot.name.removeprefix("entry ") for hot in player.hots}
    assert set(VIEWS) <= names


def test_the_table_menu_offers_what_stands_open_beside(player: Player) -> None:
    at_seats(player, "goldrush", rules={"starter": "lot"})
    player.push("seat1", "seat3")
    player.tap("start")
    while player.scene.layers:
        player.push("ok")
    player.push("back")
    menu_entry(player, "join")
    player.write(key="enter")
    player.settle()
    assert len(player.view.seats) == 3
