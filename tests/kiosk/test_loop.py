"""The loop: draws only what has changed, never fails in front of people, ends when it is told to."""

from __future__ import annotations

import signal
import threading
from collections.abc import Sequence

import pygame
import pytest

from companion.kiosk.acts import Push, Tap, Typed
from companion.kiosk.app import MOST_FAULTS, heed_signals
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.layer import Scene
from companion.kiosk.scenes.failed import FailedScene
from companion.kiosk.scenes.home import HomeScene
from companion.kiosk.scenes.seats import SeatsScene
from companion.kiosk.stage import Stage
from companion.table.text import Text
from tests.kiosk.people import Player
from tests.kiosk.stills import fresh, kept


@pytest.fixture
def at_home(player: Player) -> Player:
    player.stage.go(HomeScene(player.stage))
    player.settle()
    return player


def test_nothing_is_drawn_while_nothing_changes(at_home: Player) -> None:
    shower = at_home.kiosk.shower
    painted, shown = shower.painted, shower.shown
    assert not any(at_home.kiosk.frame() for _ in range(200))
    assert (shower.painted, shower.shown) == (painted, shown)


def test_a_new_minute_draws_the_time_alone(at_home: Player) -> None:
    shower = at_home.kiosk.shower
    painted, shown = shower.painted, shower.shown
    at_home.clock.pass_ms(60_000)
    assert at_home.kiosk.frame()
    assert not at_home.kiosk.frame()
    assert (shower.painted, shower.shown) == (painted, shown + 1)


def test_a_blinking_lamp_paints_no_picture_anew(player: Player) -> None:
    player.sit_down()
    player.pass_ms(8000, 400)
    shower = player.kiosk.shower
    painted, shown = shower.painted, shower.shown
    player.pass_ms(4000, 100)
    assert shower.painted == painted
    assert 3 <= shower.shown - shown <= 8


def test_what_moves_leaves_no_trace(player: Player) -> None:
    """After chips have flown and notices have gone the screen is the still picture again."""
    player.sit_down()
    player.throw(1, 1, 5, 5, 3)
    player.push("ok", *[f"seat{face}" for face in (6, 6, 6, 2, 4)], "ok")
    player.stage.notice("A notice that comes and goes")
    player.pass_ms(8000, 16)
    player.kiosk.shower.expose()
    screen = pygame.display.get_surface()
    before = screen.copy()
    player.kiosk.shower.expose()
    player.kiosk.frame()
    assert before.get_buffer().raw == screen.get_buffer().raw


def test_an_exposed_window_is_shown_anew_without_painting(at_home: Player) -> None:
    shower = at_home.kiosk.shower
    painted, shown = shower.painted, shower.shown
    pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))
    at_home.kiosk.frame()
    assert (shower.painted, shower.shown) == (painted, shown + 1)


def test_a_sheet_over_the_table_paints_no_table_anew(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who opens, changes and closes sheets as quickly as can be does not slow the screen down."""
    player.sit_down()
    player.pass_ms(8000, 400)
    plain, painted = kept(player), []
    paint = player.table.game.paint
    monkeypatch.setattr(player.table.game, "paint", lambda *given: (painted.append(1), paint(*given)))
    seen = []
    for press in ("seat1", "seat2", "down", "seat2", "back", "down", "back"):
        player.push(press)
        seen.append(kept(player))
    assert len(set(seen)) >= 5 and seen[3] == seen[6] == plain
    assert not painted


def test_the_picture_below_a_layer_is_the_one_it_lies_over(player: Player) -> None:
    """What is kept of a scene is never another than what would be painted now."""
    player.sit_down()
    player.pass_ms(8000, 400)
    for presses in (
        ("seat2",),
        ("seat3",),
        ("seat3",),
        ("back",),
        ("back",),
        ("ok", "seat5"),
        ("back", "back"),
    ):
        player.push(*presses)
        assert kept(player) == fresh(player), presses


class BrokenScene(Scene):
    """A scene with a mistake in one of its methods."""

    def __init__(self, stage: Stage, where: str) -> None:
        super().__init__(stage)
        self.where = where

    def _fail(self, where: str) -> None:
        if where == self.where:
            raise ZeroDivisionError(where)

    def enter(self) -> None:
        self._fail("enter")

    def tick(self, now: int) -> None:
        self._fail("tick")

    def paint(self, canvas: Canvas) -> None:
        self._fail("paint")

    def live(self, now: int) -> Sequence[Sprite]:
        self._fail("live")
        return ()

    def push(self, push: Push) -> None:
        self._fail("push")

    def typed(self, typed: Typed) -> None:
        self._fail("typed")

    def leave(self) -> None:
        self._fail("leave")


@pytest.mark.usefixtures("faults_expected")
@pytest.mark.parametrize("where", ["enter", "tick", "paint", "live", "push", "typed"])
def test_a_mistake_becomes_a_screen_that_says_so(at_home: Player, where: str) -> None:
    at_home.stage.go(BrokenScene(at_home.stage, where))
    at_home.kiosk.frame()
    for act in (Push("up"), Typed("x"), Tap((10, 10))):
        at_home.kiosk._guard(lambda act=act: at_home.kiosk.take(act))  # type: ignore[misc]
    at_home.kiosk.frame()
    at_home.kiosk.frame()
    assert isinstance(at_home.scene, FailedScene)
    assert not at_home.kiosk.done
    at_home.push("ok")
    assert isinstance(at_home.scene, HomeScene)


@pytest.mark.usefixtures("faults_expected")
def test_a_scene_that_cannot_be_left_properly_is_left_all_the_same(at_home: Player) -> None:
    at_home.stage.go(BrokenScene(at_home.stage, "leave"))
    at_home.kiosk.frame()
    at_home.stage.go(HomeScene(at_home.stage))
    at_home.settle()
    assert isinstance(at_home.scene, HomeScene)


@pytest.mark.usefixtures("faults_expected")
def test_too_many_mistakes_end_it_with_a_status(at_home: Player) -> None:
    for _ in range(MOST_FAULTS + 1):
        at_home.stage.go(BrokenScene(at_home.stage, "tick"))
        at_home.kiosk.frame()
    assert at_home.kiosk.done
    assert at_home.kiosk.run() == 1


@pytest.mark.usefixtures("faults_expected")
def test_mistakes_far_apart_do_not_end_it(at_home: Player) -> None:
    for _ in range(MOST_FAULTS * 3):
        at_home.stage.go(BrokenScene(at_home.stage, "tick"))
        at_home.kiosk.frame()
        at_home.clock.pass_ms(30_000)
    assert not at_home.kiosk.done


@pytest.mark.usefixtures("faults_expected")
def test_lamps_that_fail_do_not_stop_the_screen(player: Player) -> None:
    class BrokenLamps:
        say = "Broken."

        def show(self, lamps: object) -> None:
            raise OSError("the pins are gone")

        def close(self) -> None: ...

    player.kiosk.lamps = BrokenLamps()
    player.sit_down()
    assert not player.kiosk.done


def test_closing_the_window_ends_it(at_home: Player) -> None:
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert at_home.kiosk.run() == 0


def test_the_safe_exit_works_from_every_screen_even_when_locked(player: Player) -> None:
    player.sit_down()
    player.stage.locked = True
    player.kiosk.take(Push("ok+back", "hold"))
    assert player.kiosk.run() == 0


def test_leaving_from_the_home_screen(at_home: Player) -> None:
    at_home.push("up", "ok", "ok")
    assert at_home.kiosk.done


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_only_sets_a_flag_and_the_loop_ends(at_home: Player, number: int) -> None:
    before = {which: signal.getsignal(which) for which in (signal.SIGTERM, signal.SIGINT)}
    try:
        heed_signals(at_home.kiosk)
        timer = threading.Timer(0.05, lambda: signal.raise_signal(number))
        # Signals reach the main thread alone; raise_signal from another one still does.
        timer.start()
        assert at_home.kiosk.run() == 0
        assert at_home.kiosk.stopped
    finally:
        for which, handler in before.items():
            signal.signal(which, handler)


def test_a_touch_beside_everything_does_nothing(at_home: Player) -> None:
    scene = at_home.scene
    at_home.kiosk.take(Tap((2, 2)))
    at_home.settle()
    assert at_home.scene is scene


def test_notices_are_bounded_and_not_repeated(at_home: Player) -> None:
    for n in range(50):
        at_home.stage.notice(f"notice {n // 10}")
    assert [notice.words for notice in at_home.stage.notices] == [f"notice {n}" for n in range(1, 5)]
    at_home.pass_ms(6000, 500)
    assert not at_home.stage.notices


def test_layers_take_everything_until_they_are_closed(at_home: Player) -> None:
    at_home.stage.go(SeatsScene(at_home.stage, "dice"))
    at_home.settle()
    at_home.write("Q")
    scene = at_home.scene
    assert scene.top.typing
    at_home.push("up")
    assert isinstance(scene, SeatsScene) and scene._focus == 9
    at_home.write(key="escape")
    assert scene.top is scene


def test_what_the_journal_has_to_say_is_said_once(player: Player) -> None:
    player.stage.keeper.journal.notices.append(Text("journal.low_space", {"path": "data"}))
    player.stage.go(HomeScene(player.stage))
    player.settle()
    assert [notice.tone for notice in player.stage.notices] == ["bad"]
    assert not player.stage.keeper.journal.notices
