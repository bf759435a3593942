"""People at the domino table: showing, choosing a space, refusals, passing, ways back, hands, absence."""

from __future__ import annotations

from companion.games.dominoes.layout import SPACE_BY_ID, SPACES
from companion.kiosk.hands_layer import HandsLayer
from companion.kiosk.panels.private_reveal import PrivateRevealPanel
from companion.kiosk.scenes.results import ResultsScene
from companion.kiosk.views.dominoes.entry import HandEntry, TileEntry
from companion.kiosk.views.dominoes.ground import Ground
from companion.kiosk.views.dominoes.placing import PlacingPanel
from companion.kiosk.views.dominoes.ready import PressPanel, ReadyPanel
from companion.kiosk.views.dominoes.showing import ShowingPanel
from companion.kiosk.views.dominoes.view import DominoView
from companion.table.answers import Source
from companion.table.prompts import Place, Reveal
from companion.watcher import Named
from hardware.lamps import Lamp
from tests.kiosk.domino_people import (
    THREE,
    TWO,
    People,
    choose_placement,
    digits,
    lay,
    look_at_hand,
    open_prompt,
    show,
    sit_at_dominoes,
)
from tests.kiosk.fit import faults
from tests.kiosk.people import FOUR, MakePlayer, Player
from tests.kiosk.said_sight import SaidSight


def begin(player: Player, **rules: object) -> None:
    """Sit down, deal, and let everything land."""
    sit_at_dominoes(player, THREE, rules)
    player.push("ok")
    player.pass_ms(3000, 500)


def lying(player: Player, space: str) -> object:
    return next(one["ends"] for one in player.view.snapshot["spaces"] if one["space"] == space)


def ground_of(player: Player) -> Ground:
    game, theme = player.table.game, player.stage.theme
    assert isinstance(game, DominoView)
    return game.ground(player.table.areas(theme)[0], theme)


def said(player: Player) -> str:
    return " | ".join(notice.words for notice in player.stage.notices)


def placing(player: Player) -> PlacingPanel:
    panel = player.table.panel
    assert isinstance(panel, PlacingPanel)
    return panel


# Showing a tile.


def test_a_tile_on_the_layout_is_refused_by_name(player: Player) -> None:
    begin(player)
    lay(player, "4-3@1n")
    player.push("ok", *digits("3-4"))
    assert "The 3-4 lies on the layout already, above chip 1" in said(player)
    assert isinstance(player.table.panel, ShowingPanel) and player.view.snapshot["phase"] == "show"


def test_only_tiles_that_are_not_played_can_be_chosen_by_hand(player: Player) -> None:
    begin(player)
    lay(player, "4-3@1n")
    player.push("ok")
    names = {hot.name.removeprefix("tile ") for hot in player.hots if hot.name.startswith("tile ")}
    assert names == set(player.view.snapshot["unplayed"]) and len(names) == 27
    player.tap("tile 5-6")
    assert player.view.snapshot["tile"] == "5-6"


def test_t8_a_tile_that_fits_nowhere_says_so(player: Player) -> None:
    begin(player)
    people = People(player, 3)
    for _ in range(400):
        panel = player.table.panel
        if isinstance(panel, ShowingPanel) and len(panel.prompt.known) < len(
            player.view.snapshot["unplayed"]
        ):
            break
        people.act()
    prompt = open_prompt(player, Reveal)
    tile = next(id for id, why in prompt.because.items() if why.id.endswith("nowhere"))
    player.push("ok", *digits(tile), "ok")
    assert f"The {tile} fits nowhere now" in said(player)
    assert player.view.snapshot["tile"] is None
    entry = player.table.panel.entry  # type: ignore[attr-defined]
    assert isinstance(entry, TileEntry) and tile in entry.tiles


def test_buttons_alone_choose_a_tile(player: Player) -> None:
    begin(player)
    player.push("ok", "up", "up", "ok")
    assert player.view.snapshot["tile"] == "5-6"


def test_a_tile_of_the_layout_that_the_camera_sees_is_named_beside_it(
    make_player: MakePlayer,
) -> None:
    sight = SaidSight()
    player = make_player(sight=sight)
    begin(player)
    lay(player, "4-3@1n")
    prompt = open_prompt(player, Reveal)
    sight.show("waiting", named=(Named("3-4", prompt.because["3-4"], (100, 100), ()),))
    player.pass_ms(300)
    player.settle()
    (placed,) = [one for one in player.kiosk.shower.canvas.placed if "lies on the layout" in one.words]
    ground = ground_of(player)
    assert not placed.rect.colliderect(ground.area) and not list(faults(player.kiosk.shower.canvas))
    sight.show("read", "5-6")
    player.pass_ms(300)
    player.settle()
    assert player.view.snapshot["tile"] == "5-6"


def test_a_tile_in_doubt_is_the_first_to_be_chosen_by_hand(make_player: MakePlayer) -> None:
    sight = SaidSight()
    player = make_player(sight=sight)
    begin(player)
    sight.show("doubt", "3-6")
    player.pass_ms(300)
    player.settle()
    player.push("ok", "ok")
    assert player.view.snapshot["tile"] == "3-6"


# Choosing a space.


def test_up_and_down_go_through_all_legal_placements_and_ok_lays(player: Player) -> None:
    begin(player)
    lay(player, "4-3@1n")
    show(player, "1-4")
    prompt, seen = open_prompt(player, Place), []
    for _ in prompt.legal:
        seen.append(placing(player).chosen)
        player.push("down")
    assert sorted(seen) == sorted(prompt.legal) and placing(player).chosen == seen[0]
    player.push("up")
    assert placing(player).chosen == seen[-1]
    choose_placement(player, "4-1@1w")
    player.push("ok")
    assert lying(player, "1w") == [4, 1]
    assert player.view.snapshot["chips"][0]["ends"] == [
        {"space": "1n", "end": 4, "match": True},
        {"space": "1w", "end": 4, "match": True},
    ]


def test_a_touch_chooses_a_space_and_a_second_one_turns_the_tile(player: Player) -> None:
    begin(player)
    show(player, "3-4")
    player.tap("space 56")
    one = placing(player).chosen
    player.tap("space 56")
    other = placing(player).chosen
    assert {one, other} == {"3-4@56", "4-3@56"}
    player.tap("hint ok")
    assert lying(player, "56") == [int(other[0]), int(other[2])]


def test_t8_a_space_that_is_not_legal_says_why(player: Player) -> None:
    begin(player)
    lay(player, "4-3@1n")
    show(player, "5-6")
    before = placing(player).chosen
    player.tap("space 1w")
    assert "chip 1 already counts fours" in said(player) and placing(player).chosen == before
    player.tap("space 1n")
    assert "The 3-4 lies above chip 1 already" in said(player) and placing(player).chosen == before


def test_t8_a_way_round_that_is_not_legal_says_why(player: Player) -> None:
    begin(player)
    lay(player, "4-3@1n")
    show(player, "1-4")
    player.tap("space 1w")
    player.tap("space 1w")
    assert placing(player).chosen == "4-1@1w"
    assert "chip 1 already counts fours and this end is a one" in said(player)


def test_back_shows_another_tile(player: Player) -> None:
    begin(player)
    show(player, "3-4")
    player.push("back")
    assert isinstance(player.table.panel, ShowingPanel)
    show(player, "5-5")
    assert player.view.snapshot["tile"] == "5-5"


def test_the_legal_spaces_pulse_and_the_others_do_not(player: Player) -> None:
    begin(player)
    lay(player, "4-3@1n")
    show(player, "1-4")
    panel = placing(player)
    ground = ground_of(player)
    legal = {legal.partition("@")[2] for legal in panel.prompt.legal} - {panel.chosen.partition("@")[2]}
    lit = {
        space.id
        for space in SPACES
        for sprite in panel.live(player.stage.now)
        if sprite.rect.center == ground.space_rect(space).center
    }
    assert lit == legal and 0 < len(lit) < 23
    early, late = (panel.live(ms)[0].surface for ms in (0, 750))
    assert early is not late and panel.live(0)[0].surface is early


# Passing, and the ways back.


def to_a_pass(player: Player, people: People) -> None:
    for _ in range(300):
        panel = player.table.panel
        if isinstance(panel, ShowingPanel) and panel.pass_prompt is not None:
            return
        people.act()
    raise AssertionError("nobody may pass")


def test_t16_a_pass_is_asked_about_and_what_would_have_fitted_is_shown_after_the_deal(player: Player) -> None:
    begin(player)
    people = People(player, 5)
    to_a_pass(player, people)
    turn, number = player.view.snapshot["turn"], player.view.number
    player.push("down")
    assert player.view.number == number
    player.push("back")
    assert player.table.panel.bar().hints[0].label != "pass" and player.view.number == number
    player.push("down", "ok")
    seat = next(seat for seat in player.view.snapshot["seats"] if seat["seat"] == turn)
    assert seat["passes"] == 1 and player.view.snapshot["passes"] == []
    people.play("deal_end")
    assert [one["seat"] for one in player.view.snapshot["passes"]].count(turn) >= 1
    assert player.view.snapshot["passes"][0]["tiles"]


def choose_in_menu(player: Player, key: str) -> None:
    """Choose what the table may do of its own accord, with the agreement of two seats."""
    player.push("back")
    name = next(hot.name for hot in player.hots if hot.name.startswith(f"entry {key}"))
    player.tap(name)
    player.push("seat1", "seat2")


def test_t17_the_last_tile_is_taken_back_with_two_seats_agreed(player: Player) -> None:
    begin(player)
    lay(player, "4-3@1n")
    choose_in_menu(player, "wrong/")
    assert lying(player, "1n") is None and "3-4" in player.view.snapshot["unplayed"]
    assert "is taken back" in said(player)


def test_t17_an_illegal_tile_that_others_followed_stands(player: Player) -> None:
    begin(player)
    lay(player, "4-3@1n")
    choose_in_menu(player, "stands/")
    show(player, "5-6")
    prompt = open_prompt(player, Place)
    assert "5-6@1w" in prompt.legal
    choose_placement(player, "5-6@1w")
    player.push("ok")
    one = next(one for one in player.view.snapshot["spaces"] if one["space"] == "1w")
    assert one["irregular"] and player.view.snapshot["chips"][0]["state"] == "spoiled"


def test_h5_a_tile_is_taken_back_by_holding_back(player: Player) -> None:
    begin(player)
    lay(player, "4-3@1n")
    player.hold("back")
    assert lying(player, "1n") is None


# Payments.


def test_h8_a_pile_is_taken_by_the_winners_own_press(player: Player) -> None:
    begin(player, payments="one press")
    people = People(player, 5)
    while not isinstance(player.table.panel, PressPanel):
        people.act()
    panel = player.table.panel
    (seat,) = panel.prompt.seats
    assert panel.lamps() == {seat: Lamp.FAST}
    before = player.view.balances[seat]
    player.push("ok")
    assert "Only the button of the seat itself" in said(player) and player.view.balances[seat] == before
    player.push(f"seat{player.view.seat(seat).place + 1}")
    assert player.view.balances[seat] == before + panel.prompt.amount


# Hands.


def test_t2_hands_are_on_the_screen_only_where_they_are_open(player: Player) -> None:
    sit_at_dominoes(player, FOUR, {"hands": "dealt"})
    words = {placed.words for placed in player.kiosk.shower.canvas.placed}
    assert "UNPLAYED: 28" in words and "OPEN HANDS" not in words
    sit_at_dominoes(player, FOUR, {"hands": "dealt", "open_hands": True})
    words = {placed.words for placed in player.kiosk.shower.canvas.placed}
    assert "OPEN HANDS" in words


def test_a_dealt_hand_is_covered_until_its_seat_looks_alone(player: Player) -> None:
    sit_at_dominoes(player, FOUR, {"hands": "dealt"})
    player.pass_ms(3000, 500)
    player.push("ok")
    entry = player.table.panel.entry  # type: ignore[attr-defined]
    assert isinstance(entry, HandEntry) and entry.entry is None
    assert not [hot for hot in player.hots if hot.name.startswith("tile ")]
    player.push("back")
    look_at_hand(player)
    hand = [hot.name for hot in player.hots if hot.name.startswith("tile ")]
    assert len(hand) == 7
    player.push("back")
    player.push("ok")
    assert not [hot for hot in player.hots if hot.name.startswith("tile ")]


def test_t16_a_hand_is_scanned_in_private(player: Player) -> None:
    begin(player, hands="scanned")
    panel = player.table.panel
    assert isinstance(panel, PrivateRevealPanel) and panel.hides
    people = People(player, 9)
    people.play("scanned")
    turn = player.view.snapshot["turn"]
    assert all(seat["hand"] is None for seat in player.view.snapshot["seats"])
    assert "hand is known to me now" in said(player)
    assert isinstance(player.table.panel, ShowingPanel) and turn


# Seats that nobody sits at.


def test_h1_what_the_companion_lays_waits_until_somebody_has_laid_it(player: Player) -> None:
    sit_at_dominoes(player, TWO, {"virtual": 1, "strength": "greedy"})
    people = People(player, 7)
    for _ in range(200):
        if player.scene.layers:
            break
        people.act()
    (layer,) = player.scene.layers
    assert isinstance(layer, HandsLayer)
    laid = max((one for one in player.view.snapshot["spaces"] if one["order"]), key=lambda one: one["order"])
    bar = layer.bar()
    assert bar.sentence.startswith("Please lay for Bo:") and laid["tile"] in bar.sentence
    where = player.stage.say(SPACE_BY_ID[laid["space"]].say)
    assert where in bar.sentence
    words = {placed.words for placed in player.kiosk.shower.canvas.placed}
    assert f"the {laid['tile']} {where}" in words
    entry = next(one for one in reversed(player.view.book) if one)
    assert entry.moved
    player.push("ok")
    assert not player.scene.layers


def test_a_whole_session_of_two_with_an_absent_seat_comes_to_its_results(player: Player) -> None:
    sit_at_dominoes(player, TWO, {"virtual": 1, "strength": "random", "two_deal": "nine"})
    desk = player.table.desk
    People(player, 11, 0.05).play()
    player.settle()
    assert isinstance(player.scene, ResultsScene)
    view = desk.view
    assert view.outcome is not None and view.snapshot["lying_deal"] == 4
    assert sum(view.balances.get(seat.id, 0) for seat in view.seats) <= 37
    history = desk.ask("history").result(timeout=10)
    assert any(entry.source == Source.BOT for entry in history)


# Drawing.


def test_a_laid_tile_comes_to_its_space_and_then_nothing_moves(player: Player) -> None:
    begin(player)
    show(player, "3-4")
    player.push("ok")
    player.pass_ms(50)
    game = player.table.game
    assert len(game.live(player.stage.now)) == 2
    player.pass_ms(800, 100)
    assert game.live(player.stage.now) == []


def test_an_idle_table_draws_nothing(player: Player) -> None:
    sit_at_dominoes(player, THREE)
    player.pass_ms(6000, 500)
    assert isinstance(player.table.panel, ReadyPanel)
    painted, shown = player.kiosk.shower.painted, player.kiosk.shower.shown
    assert not any(player.kiosk.frame() for _ in range(30))
    assert (player.kiosk.shower.painted, player.kiosk.shower.shown) == (painted, shown)


def test_chips_fly_from_their_position_to_who_won_them(player: Player) -> None:
    begin(player)
    People(player, 5).play("shown")
    game = player.table.game
    for number in range(1, 10):
        assert player.table.spot(f"chip:{number}") == game.spot(f"chip:{number}") is not None
    assert player.table.spot("bank") is not None and player.table.spot("ana") is not None
