"""The patience in the kiosk: by touch, by four buttons, with "finish for me", and with cards on the table."""

from __future__ import annotations

import time

import pytest

from companion.games.patience.deals import numbered_deck
from companion.kiosk.panels.reveal import RevealPanel
from companion.kiosk.scenes.home import HomeScene
from companion.kiosk.views.patience.asking import WinnablePanel
from companion.kiosk.views.patience.helping import Helper
from companion.kiosk.views.patience.view import PatienceView
from companion.table.prompts import Choose
from tests.kiosk.patience_people import (
    NoSolver,
    enter_card,
    game_of,
    legal_of,
    make,
    panel_of,
    sit_at_patience,
    wait_for_light,
    watch_to_the_end,
)
from tests.kiosk.people import PATIENCE_S, MakePlayer, Player


@pytest.fixture
def player(make_player: MakePlayer) -> Player:
    return make_player((800, 480))


@pytest.fixture(autouse=True)
def processes_end(monkeypatch: pytest.MonkeyPatch) -> object:
    """Every solver that a test has started is ended with it."""
    made: list[PatienceView] = []
    usual = PatienceView.__init__

    def remembered(self: PatienceView, *given: object) -> None:
        usual(self, *given)  # type: ignore[arg-type]
        made.append(self)

    monkeypatch.setattr(PatienceView, "__init__", remembered)
    yield
    for view in made:
        view.close()


def test_a_deal_is_won_by_finish_for_me(player: Player) -> None:
    sit_at_patience(player)
    assert wait_for_light(player) == "lit"
    make(player, "turn")
    wait_for_light(player, "lit")
    player.tap("finish")
    assert player.view.snapshot["phase"] == "finish"
    moves = watch_to_the_end(player)
    assert player.view.snapshot["won"] and player.view.snapshot["assisted"]
    # Every move was to be seen on a frame of its own.
    assert moves == player.view.snapshot["actions"] - 1 > 50


def test_finishing_can_be_stopped_and_undone(player: Player) -> None:
    sit_at_patience(player)
    wait_for_light(player, "lit")
    player.tap("finish")
    until = time.monotonic() + PATIENCE_S
    while player.view.snapshot["actions"] < 3:
        assert time.monotonic() < until
        player.clock.pass_ms(130)
        player.kiosk.frame()
    player.push("ok")
    assert player.view.snapshot["phase"] == "play"
    actions = player.view.snapshot["actions"]
    player.pass_ms(3000)
    assert player.view.snapshot["actions"] == actions
    for _ in range(actions):
        player.tap("undo")
    assert not player.view.snapshot["can_undo"] and player.view.snapshot["actions"] == 2 * actions


def test_four_buttons_are_enough(player: Player) -> None:
    """Moving, turning, undoing and giving up need nothing but the buttons."""
    sit_at_patience(player)

    def go_to(spot: str) -> None:
        for _ in range(40):
            if panel_of(player).cursor.spot == spot:
                return
            player.push("down")
        raise AssertionError(f"{spot} is not reached")

    move = next(move for move in legal_of(player) if "-" in move)
    card, _, target = move.partition("-")
    go_to(card)
    player.push("ok")
    player.push("back")
    assert not panel_of(player).cursor.chosen and not player.scene.layers
    player.push("ok")
    while panel_of(player).cursor.target != target:
        player.push("up")
    player.push("ok")
    assert player.view.snapshot["actions"] == 1
    before = player.view.snapshot["position"]
    go_to("stock")
    player.push("ok", "ok")
    assert len(player.view.snapshot["position"]["waste"]) == 2
    go_to("undo")
    player.push("ok", "ok")
    assert player.view.snapshot["position"] == before
    go_to("redo")
    player.push("ok")
    assert len(player.view.snapshot["position"]["waste"]) == 1
    go_to("give-up")
    player.push("ok")
    assert player.view.outcome is not None and not player.view.snapshot["won"]


def test_touches_move_cards_and_a_refusal_says_why(player: Player) -> None:
    sit_at_patience(player)
    move = next(move for move in legal_of(player) if move[-1] in "1234567" and move[2] == "-")
    card, _, target = move.partition("-")
    player.tap(f"card {card}")
    assert panel_of(player).cursor.chosen == card
    onto = player.view.snapshot["position"]["columns"][int(target) - 1]["up"][-1]
    player.tap(f"card {onto}")
    assert player.view.snapshot["actions"] == 1
    player.pass_ms(400)
    other = next(
        column["up"][-1]
        for number, column in enumerate(player.view.snapshot["position"]["columns"], start=1)
        if column["up"] and f"{card}-{number}" not in legal_of(player) and card not in column["up"]
    )
    player.tap(f"card {card}")
    player.tap(f"card {other}")
    assert player.view.snapshot["actions"] == 1
    assert any("does not fit" in notice.words for notice in player.stage.notices)
    player.tap("stock")
    assert player.view.snapshot["actions"] == 2


def test_a_card_touched_twice_goes_up(player: Player) -> None:
    sit_at_patience(player)
    until = 60
    while not any(move.endswith("-F") for move in legal_of(player)) and until:
        make(player, "turn" if "turn" in legal_of(player) else "recycle")
        until -= 1
    card = next(move for move in legal_of(player) if move.endswith("-F"))[:2]
    player.tap(f"card {card}")
    player.clock.pass_ms(200)
    player.tap(f"card {card}")
    assert card in player.view.snapshot["position"]["foundations"]
    player.pass_ms(400)
    # A card that cannot go there says why.
    top = player.view.snapshot["position"]["columns"][6]["up"][-1]
    if f"{top}-F" not in legal_of(player):
        player.tap(f"card {top}")
        player.clock.pass_ms(200)
        player.tap(f"card {top}")
        assert any("foundation of" in notice.words for notice in player.stage.notices)


def test_the_hint_is_a_move_of_the_line(player: Player) -> None:
    sit_at_patience(player)
    wait_for_light(player, "lit")
    player.tap("hint")
    panel = panel_of(player)
    assert panel.hinted and panel.hinted in legal_of(player)
    assert game_of(player).helper.advice is not None
    assert panel.hinted == game_of(player).helper.advice.line[0]


def test_a_moved_card_glides_and_a_press_lets_it_land(player: Player) -> None:
    sit_at_patience(player)
    panel_of(player).make("turn")
    player.settle()
    assert game_of(player).live(player.stage.now)
    player.push("down")
    player.kiosk.frame()
    assert not game_of(player).live(player.stage.now)


def test_only_deals_that_can_be_won(player: Player) -> None:
    sit_at_patience(player, {"deal": 0, "winnable": True})
    until = time.monotonic() + PATIENCE_S
    while player.view.snapshot["position"] is None:
        assert time.monotonic() < until
        player.kiosk.frame()
        player.kiosk.wake.wait(0.005)
    assert wait_for_light(player) == "lit"


def test_without_a_solver_people_say_what_to_take(
    player: Player, monkeypatch: pytest.MonkeyPatch, faults_expected: None
) -> None:
    usual = Helper.__init__
    monkeypatch.setattr(Helper, "__init__", lambda self: usual(self, NoSolver))
    sit_at_patience(player, {"deal": 0, "winnable": True})
    assert isinstance(player.table.panel, WinnablePanel)
    player.pass_ms(500)
    player.push("ok")
    assert player.view.snapshot["position"] is not None
    assert game_of(player).helper.light == "off"
    player.tap("finish")
    assert player.view.snapshot["phase"] == "play" and not player.view.snapshot["assisted"]


def test_cards_turned_on_the_table_are_entered_by_hand(player: Player) -> None:
    sit_at_patience(player, {"way": "turned"})
    deck = numbered_deck(7)
    for index in (0, 7, 13, 18, 22, 25, 27):
        assert isinstance(player.table.panel, RevealPanel)
        known = [id for id, _ in game_of(player).cards(player.view, player.table.panel.prompt)]
        assert deck[index] in known
        enter_card(player, deck[index])
    assert isinstance(panel_of(player), object)
    until = time.monotonic() + PATIENCE_S
    while game_of(player).helper.advice is None or game_of(player).helper.advice.chance is None:
        assert time.monotonic() < until
        player.kiosk.frame()
        player.kiosk.wake.wait(0.005)
    assert 0 <= game_of(player).helper.advice.chance <= 1


def test_with_cards_on_the_table_each_move_waits_for_ok(player: Player) -> None:
    """All cards were shown while they were dealt; "finish for me" says a move, OK says that it is done."""
    sit_at_patience(player, {"way": "dealt"})
    for card in numbered_deck(7):
        enter_card(player, card)
    wait_for_light(player, "lit")
    player.tap("finish")
    player.pass_ms(5000, 500)
    assert player.view.snapshot["actions"] == 0 and player.view.snapshot["phase"] == "finish"
    for done in range(1, 5):
        wait_for_light(player, "lit")
        assert panel_of(player).bar().sentence
        player.push("ok")
        assert player.view.snapshot["actions"] == done


def test_the_solver_ends_with_the_table(player: Player) -> None:
    sit_at_patience(player)
    wait_for_light(player)
    game = game_of(player)
    process = game.helper._adviser._process  # type: ignore[union-attr]
    assert process is not None and process.poll() is None
    player.stage.go(HomeScene(player.stage))
    player.settle()
    assert process.poll() is not None


def test_nothing_hidden_is_shown(player: Player) -> None:
    """What the view draws is the visible position; hidden cards are in no touch area and no text."""
    sit_at_patience(player)
    wait_for_light(player)
    seen = {card for column in player.view.snapshot["position"]["columns"] for card in column["up"]}
    drawn = {
        hot.name.removeprefix("card ")
        for hot in player.hots
        if hot.name.startswith("card ") and "column" not in hot.name
    }
    assert drawn == seen
    assert not any(isinstance(p, Choose) and p.waits for p in player.view.open)
