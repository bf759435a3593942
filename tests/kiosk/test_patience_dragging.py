"""Cards taken along by a finger, by the mouse and by both at once, as SDL tells it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pygame
import pytest
from pygame.event import Event

from companion.games.patience.cards import UNSEEN
from companion.kiosk.views.patience.faces import back, face
from companion.kiosk.views.patience.helping import Helper
from companion.kiosk.views.patience.moving import Glide
from tests.kiosk.patience_people import NoSolver, game_of, legal_of, make, panel_of, sit_at_patience
from tests.kiosk.people import MakePlayer, Player

Point = tuple[int, int]


@pytest.fixture
def player(make_player: MakePlayer, monkeypatch: pytest.MonkeyPatch) -> Player:
    usual = Helper.__init__
    monkeypatch.setattr(Helper, "__init__", lambda self: usual(self, NoSolver))
    player = make_player((800, 480))
    sit_at_patience(player)
    return player


class Hand:
    """A finger, the mouse, or a finger with the mouse events that SDL makes of it."""

    def __init__(self, player: Player, way: str) -> None:
        self._player = player
        self._way = way
        self._size = pygame.display.get_surface().get_size()

    def _post(self, at: Point, finger: int, mouse: int) -> None:
        if self._way != "mouse":
            x, y = at[0] / self._size[0], at[1] / self._size[1]
            pygame.event.post(Event(finger, x=x, y=y, finger_id=3, touch_id=1))
        if self._way != "finger":
            more = {"rel": (0, 0), "buttons": (1, 0, 0)} if mouse == pygame.MOUSEMOTION else {"button": 1}
            pygame.event.post(Event(mouse, pos=at, touch=self._way == "both", **more))
        self._player.clock.pass_ms(16)
        self._player.kiosk.frame()

    def down(self, at: Point) -> None:
        self._post(at, pygame.FINGERDOWN, pygame.MOUSEBUTTONDOWN)

    def move(self, at: Point) -> None:
        self._post(at, pygame.FINGERMOTION, pygame.MOUSEMOTION)

    def up(self, at: Point) -> None:
        self._post(at, pygame.FINGERUP, pygame.MOUSEBUTTONUP)
        self._player.settle()

    def drag(self, start: Point, end: Point, steps: int = 6) -> None:
        self.down(start)
        for step in range(1, steps + 1):
            x = start[0] + (end[0] - start[0]) * step // steps
            self.move((x, start[1] + (end[1] - start[1]) * step // steps))
        self.up(end)


def spot(player: Player, name: str) -> Point:
    hot = next(hot for hot in reversed(player.hots) if hot.name == name)
    return (hot.rect.centerx, hot.rect.y + 8)


def a_move(player: Player) -> tuple[str, str, Point, Point]:
    """A legal move from column to column: its card, its target, and from where to where the finger goes."""
    move = next(move for move in legal_of(player) if "-" in move and move[-1] != "F")
    card, _, target = move.partition("-")
    return card, target, spot(player, f"card {card}"), spot(player, f"card column {target}")


def sprites(player: Player) -> Sequence[object]:
    return game_of(player).live(player.stage.now)


@pytest.fixture(params=["mouse", "finger", "both"])
def hand(player: Player, request: pytest.FixtureRequest) -> Iterator[Hand]:
    yield Hand(player, request.param)


def test_a_card_is_dragged_to_where_it_fits(player: Player, hand: Hand) -> None:
    card, target, start, end = a_move(player)
    hand.down(start)
    hand.move((start[0] + 30, start[1] + 10))
    assert sprites(player) and panel_of(player).cursor.chosen == card
    hand.move(end)
    hand.up(end)
    assert player.view.snapshot["actions"] == 1
    assert card in player.view.snapshot["position"]["columns"][int(target) - 1]["up"]
    player.pass_ms(400)
    assert not sprites(player)


def test_a_touch_that_trembles_is_still_a_touch(player: Player, hand: Hand) -> None:
    """Tap, then tap: the first chooses, the second says where to; each counts once."""
    card, target, start, end = a_move(player)
    hand.drag(start, (start[0] + 3, start[1] - 2))
    assert panel_of(player).cursor.chosen == card and player.view.snapshot["actions"] == 0
    player.clock.pass_ms(400)
    hand.drag(end, (end[0] - 2, end[1] + 2))
    assert player.view.snapshot["actions"] == 1
    assert card in player.view.snapshot["position"]["columns"][int(target) - 1]["up"]


def test_what_does_not_fit_goes_home_and_why_is_said(player: Player) -> None:
    hand = Hand(player, "both")
    card, _, start, _ = a_move(player)
    wrong = next(
        n for n in "1234567" if f"{card}-{n}" not in legal_of(player) and n != column_of(player, card)
    )
    hand.drag(start, spot(player, f"card column {wrong}"))
    assert player.view.snapshot["actions"] == 0
    assert any("does not fit" in notice.words for notice in player.stage.notices)
    assert sprites(player)
    player.pass_ms(400)
    assert not sprites(player)


def column_of(player: Player, card: str) -> str:
    columns = player.view.snapshot["position"]["columns"]
    return next(str(n) for n, column in enumerate(columns, start=1) if card in column["up"])


def test_dropped_on_nothing_it_goes_home_without_a_word(player: Player) -> None:
    hand = Hand(player, "mouse")
    card, _, start, _ = a_move(player)
    said = len(player.stage.notices)
    hand.drag(start, (start[0], 476))
    player.pass_ms(400)
    assert player.view.snapshot["actions"] == 0 and len(player.stage.notices) == said
    assert not panel_of(player).cursor.chosen and not sprites(player)
    hand.drag(start, (start[0] + 2, start[1]))
    assert panel_of(player).cursor.chosen == card


def test_a_run_goes_together_and_up_from_the_waste(player: Player) -> None:
    hand = Hand(player, "finger")
    make(player, "7S-6")
    six = next(move for move in legal_of(player) if move in ("6D-4", "6D-6"))
    make(player, six)
    column = column_of(player, "6D")
    up = player.view.snapshot["position"]["columns"][int(column) - 1]["up"]
    runs = [move for move in legal_of(player) if move[:2] in up[:-1] and move[-1] != "F"]
    waste = [move for move in legal_of(player) if move.endswith("-F")]
    assert len(up) == 3 and waste == ["AC-F"] and runs == []
    hand.drag(spot(player, "card AC"), spot(player, "foundation C"))
    assert player.view.snapshot["position"]["foundations"][0] == "AC"
    player.pass_ms(400)
    hand.down(spot(player, f"card {up[0]}"))
    hand.move((300, 300))
    held = game_of(player)._drag
    assert held is not None and held.run == tuple(up) and len(held.sprites()) == 6
    hand.up((300, 470))


def test_a_finger_whose_end_is_never_told_lets_go_at_the_next_touch(player: Player) -> None:
    hand = Hand(player, "finger")
    card, target, start, end = a_move(player)
    hand.down(start)
    hand.move(end)
    other = Hand(player, "mouse")
    other.down((797, 240))
    player.settle()
    assert card in player.view.snapshot["position"]["columns"][int(target) - 1]["up"]


def test_what_happens_meanwhile_ends_a_drag(player: Player) -> None:
    """Somebody turns a card by a button: the cards may lie elsewhere now."""
    hand = Hand(player, "mouse")
    card, target, start, end = a_move(player)
    hand.down(start)
    hand.move((start[0] + 40, start[1]))
    panel_of(player).make("turn")
    player.settle()
    hand.move(end)
    hand.up(end)
    assert player.view.snapshot["actions"] == 1 and column_of(player, card) != target
    assert len(player.view.snapshot["position"]["waste"]) == 1


def test_a_card_that_nobody_has_seen_glides_with_its_back_up(player: Player) -> None:
    """An undo moves cards that lie in the waste or a column and have not been shown yet."""

    box, type = player.stage.box, player.stage.type
    assert face(box, type, UNSEEN, 60) is back(box, 60)
    start, end = pygame.Rect(10, 10, 60, 84), pygame.Rect(90, 10, 60, 84)
    gliding = Glide({UNSEEN: (start, end)}, player.stage.now + 100)
    sprites = gliding.sprites(box, player.stage.now, lambda card: face(box, type, card, 60))
    assert sprites[-1].surface is back(box, 60)
