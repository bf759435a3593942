"""A journey through everything that looks back, yielding the names of its screens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.kiosk.scenes.evening import EveningScene
from companion.kiosk.scenes.evenings import EveningsScene
from companion.kiosk.scenes.results import ResultsScene
from companion.kiosk.scenes.statistics import StatisticsScene
from companion.kiosk.stick_export import ExportLayer
from tests.annals.played import PLAYERS, play_evening
from tests.kiosk.people import Player

#: Names as long as names may be are among those who played.
COMPANIES = {
    "dice": ("Ana", "Maximilian-Ott", "Cy", "Wilhelmina-May"),
    "goldrush": ("Konstantin", "Ana", "Bo"),
    "dominoes": ("Cy", "Wilhelmina-May"),
    "patience": ("Ana",),
}


def fill_shelf(player: Player, games: Iterable[str] = PLAYERS) -> None:
    """Play an evening of each game, and begin one more."""
    journal = player.stage.keeper.journal
    for game in games:
        play_evening(journal, game, COMPANIES[game], seed=3)
        player.clock.pass_ms(9 * 24 * 3600 * 1000)
    play_evening(journal, "dominoes", COMPANIES["dominoes"], seed=4, most=20)


def look_back(player: Player) -> Iterator[str]:
    """The evenings, one of each game, its course and its replay, what can be done with it."""
    player.stage.go(EveningsScene(player.stage))
    player.settle()
    yield "evenings"
    player.push("up", "ok")
    yield "evenings-search"
    player.push("ok")
    yield "evenings-by-player"
    player.push("down", "ok")
    yield "evenings-found"
    player.push("up", "ok")
    player.push("up", "ok", "up")
    names = [entry.name for entry in player.scene._list.entries[1:]]  # type: ignore[attr-defined]
    for _ in names:
        player.push("down", "ok")
        assert isinstance(player.scene, EveningScene)
        evening = player.scene.evening
        yield f"evening-{evening.game}{'' if evening.finished else '-begun'}"
        if evening.finished:
            player.push("down", "ok", "ok")
            step(player, 5)
            yield f"replay-{evening.game}"
            player.push("back")
        player.push("back")


def step(player: Player, count: int) -> None:
    """Go on in a replay that stands, position by position."""
    for _ in range(count):
        player.push("up")
        player.pass_ms(3000, 3000)
    player.settle()


def what_can_be_done(player: Player) -> Iterator[str]:
    """With the evening that was played last: read, copied, deleted, and then not."""
    player.stage.go(EveningsScene(player.stage))
    player.settle()
    player.push("ok", "down", "down", "ok")
    yield "course"
    player.push("back", "down", "down", "down", "ok")
    yield "export"
    player.push("ok")
    wait_for_export(player)
    bar = player.scene.top.bar()
    assert bar is not None and bar.sentence == player.stage.line("kiosk.export.not")
    yield "export-no-stick"
    player.push("ok", "down", "ok")
    yield "delete"
    player.push("down", "ok")
    yield "delete-twice"
    player.push("ok")
    assert isinstance(player.scene, EveningScene)


def wait_for_export(player: Player) -> None:
    while any(isinstance(layer, ExportLayer) and not layer.over for layer in player.scene.layers):
        player.kiosk.wake.wait(0.002)
        player.kiosk.frame()
    player.settle()


def who_has_won(player: Player) -> Iterator[str]:
    """The statistics, the hall of fame, a player, and what he may be called."""
    player.stage.go(StatisticsScene(player.stage))
    player.settle()
    yield "statistics"
    player.push("ok")
    yield "fame"
    player.push("back", "down", "ok")
    yield "player"
    player.push("ok")
    yield "player-menu"
    player.push("down", "down", "ok")
    yield "player-merge"
    player.push("back", "back")


def all_results(player: Player) -> Iterator[str]:
    """The results of each game: the chart, and the curiosities."""
    for kept in range(len(PLAYERS)):
        player.stage.go(EveningsScene(player.stage))
        player.settle()
        player.push(*["down"] * (kept + 1), "ok", "ok")
        assert isinstance(player.scene, ResultsScene)
        yield f"results-{player.scene.desk.view.game}"
        player.push("down")
        yield f"curiosities-{player.scene.desk.view.game}"


def looking_back(player: Player) -> Iterator[str]:
    """All of that at one kiosk."""
    fill_shelf(player)
    for journey in (look_back, what_can_be_done, who_has_won, all_results):
        yield from journey(player)
