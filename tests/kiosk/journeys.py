"""Journeys through the kiosk's screens: each yields the name of the screen it has come to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.doctor import Check, State
from companion.kiosk.panels.throw import ThrowPanel
from companion.kiosk.scenes.failed import FailedScene
from companion.kiosk.scenes.home import HomeScene
from companion.kiosk.scenes.opening import OpeningScene
from companion.kiosk.scenes.seats import SeatsScene, seats_from_names
from companion.kiosk.scenes.table import TableScene
from companion.settings_table import TABLE
from companion.table.text import Text
from tests.kiosk.people import Player

#: What a doctor might say, in each of his tones.
FOUND = (
    Check("texts", State.FINE, Text("kiosk.camera.back")),
    Check("fonts", State.NOTE, Text("kiosk.camera.no_frames"), Text("kiosk.start.no_fonts")),
    Check(
        "sound",
        State.BROKEN,
        Text("sounds.no_device", {"reason": "dsp"}),
        Text("kiosk.camera.type_meanwhile"),
    ),
)


def the_settings(player: Player) -> Iterator[str]:
    """Home and the settings that everybody may change, each of them in focus once."""
    stage = player.stage
    stage.go(HomeScene(stage))
    player.settle()
    player.tap("entry settings")
    yield "settings"
    for number in range(1, sum(setting.where == "everyday" for setting in TABLE)):
        player.push("down")
        yield f"settings-{number}"
    player.push("back")


def the_house(player: Player) -> Iterator[str]:
    """Everything beside the games: evenings, statistics, kit, diagnosis, the way out, the PIN, the rest."""
    stage = player.stage
    stage.doctor = lambda: FOUND
    stage.go(HomeScene(stage))
    player.settle()
    for name in ("evenings", "statistics", "kit", "diagnosis"):
        player.tap(f"entry {name}")
        stage.keeper.work(lambda: None).result()
        player.settle()
        yield name
        player.push("back")
    player.tap("entry quit")
    yield "leave"
    player.push("back")
    player.hold("up+down")
    player.push("seat1", "seat2")
    yield "pin"
    player.push("seat3", "seat4", "up", "ok", *(f"seat{digit}" for digit in "1234"), "ok")
    for number in range(sum(setting.where == "operator" for setting in TABLE)):
        if number in (0, 1, 2, 3, 15, 16, 20):
            yield f"machine-{number}"
        player.push("down")
    player.push("back")
    player.pass_ms(11 * 60_000, 60_000)
    yield "rest"
    player.push("ok")


def before_the_game(player: Player, names: Mapping[int, str]) -> Iterator[str]:
    """Home, seats, names, house rules, and a session that is begun with the usual ones."""
    stage = player.stage
    stage.go(HomeScene(stage))
    player.settle()
    yield "home"
    stage.go(SeatsScene(stage, "dice"))
    player.settle()
    yield "seats-empty"
    scene = player.scene
    assert isinstance(scene, SeatsScene)
    scene.names = dict(names)
    scene.stale = True
    player.settle()
    yield "seats"
    player.tap("place 0")
    yield "name"
    player.push("back")
    player.tap("rules")
    yield "rules"
    player.push("down", "ok")
    yield "rules-number"
    player.push("ok", "back")


def a_round(player: Player, names: Mapping[int, str]) -> Iterator[str]:
    """The lot, stakes, throws, payments, the menu and a seat's sheet."""
    stage = player.stage
    seats = seats_from_names(names)
    stage.go(OpeningScene(stage, stage.keeper.start("dice", seats, {"limit": 12, "bets": len(names) > 4})))
    player.settle()
    player.pass_ms(600, 200)
    yield "lot"
    player.pass_ms(2200, 200)
    yield "lot-drawn"
    player.push("ok")
    yield "stakes"
    player.push("up", "up", "ok")
    yield "stakes-one-ready"
    while any(prompt.waits and prompt.key.startswith(("stake", "bet")) for prompt in player.view.open):
        player.push("up", "ok")
    player.pass_ms(4000, 500)
    yield "bank-to-throw"
    player.push("ok", "seat5", "up")
    yield "typing-a-throw"
    player.push("back", "back")
    player.throw(1, 1, 5, 5, 3)
    yield "bank-has-thrown"
    player.throw(6, 6, 2, 6, 4)
    yield "first-bettor-won"
    player.throw(6, 5, 2, 3, 4)
    yield "second-bettor-lost"
    player.push("back")
    yield "menu"
    player.push("back", "seat2")
    yield "sheet"
    player.push("back")


def the_ways_back(player: Player) -> Iterator[str]:
    """History, correction, agreement, pause; begins at a table where a round has begun."""
    player.push("back", "down", "down", "ok")
    yield "history"
    player.push("up", "ok")
    yield "history-what"
    player.push("ok")
    yield "correction"
    player.push("seat2", *["ok"] * 5)
    yield "agreement-first"
    player.push("seat1")
    yield "agreement-second"
    player.push("seat2")
    assert isinstance(player.scene, TableScene)
    player.pass_ms(6000, 500)
    player.push("back")
    for _ in range(4):
        player.push("down")
    player.push("ok")
    yield "paused"
    player.push("ok")


def to_the_end(player: Player) -> Iterator[str]:
    """The table rebuilt on another day, the rest of the session, the results."""
    stage, session = player.stage, player.view.session
    stage.go(HomeScene(stage))
    player.settle()
    yield "home-with-unfinished"
    stage.go(OpeningScene(stage, stage.keeper.resume(session)))
    player.settle()
    yield "rebuild"
    player.push("ok")
    if len(player.view.seats) > 4:
        put_away(player)
    else:
        play_on(player)
    yield "results"
    stage.go(FailedScene(stage))
    player.settle()
    yield "failed"


def put_away(player: Player) -> None:
    """End the session before its end: from the menu, with the agreement of a second seat."""
    player.push("back", "up", "ok", "seat1", "seat2", "ok")


def play_on(player: Player, faces: tuple[int, ...] = (2, 3, 3, 4, 6)) -> None:
    """Play to the results with buttons: the usual stakes, and always the same throw turned a little."""
    for turn in range(400):
        if not isinstance(player.scene, TableScene):
            player.settle()
            return
        if isinstance(player.table.panel, ThrowPanel):
            player.throw(*((face + turn) % 6 + 1 for face in faces))
        else:
            player.push("ok")
            player.pass_ms(2000, 1000)
    raise AssertionError("the session does not end")
