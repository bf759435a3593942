"""The parts of the house beside the games: the kit is printed, the doctor looks, the way out asks."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from companion.doctor import Check, State
from companion.kiosk.keeper import Keeper
from companion.kiosk.scenes.diagnosis import DiagnosisScene
from companion.kiosk.scenes.home import HomeScene
from companion.kiosk.scenes.kit import FOLDER, KitScene
from companion.table.chance import SeededChance
from companion.table.journal import Journal
from companion.table.processes import RecordedProcesses
from companion.table.text import Text
from tests.kiosk.fit import faults
from tests.kiosk.people import MakePlayer, Player


def at_home(player: Player) -> Player:
    player.stage.go(HomeScene(player.stage))
    player.settle()
    return player


def wait(player: Player, scene: KitScene | DiagnosisScene) -> None:
    until = time.monotonic() + 60
    while getattr(scene, "_drawing", None) or getattr(scene, "_looking", None):
        assert time.monotonic() < until
        player.kiosk.frame()
        time.sleep(0.002)
    player.settle()


def test_every_part_of_the_house_is_reached_and_left_again(player: Player) -> None:
    for name in ("evenings", "statistics", "settings", "kit", "diagnosis"):
        at_home(player).tap(f"entry {name}")
        assert not isinstance(player.scene, HomeScene), name
        assert not [*faults(player.kiosk.shower.canvas)], name
        player.push("back")
        assert isinstance(player.scene, HomeScene), name


def test_the_way_out_asks_first(player: Player) -> None:
    at_home(player).tap("entry quit")
    assert not player.stage.leaving and player.scene.layers
    player.push("back")
    assert not player.stage.leaving and not player.scene.layers
    player.push("ok", "ok")
    assert player.stage.leaving


def test_the_tray_mat_is_written_into_the_data_folder(player: Player, tmp_path: Path) -> None:
    stage = player.stage
    with Journal.open(tmp_path) as journal:
        before, stage.keeper = stage.keeper, Keeper(journal, SeededChance(1))
        scene = KitScene(stage, RecordedProcesses())
        stage.go(scene)
        player.settle()
        player.push("up", "ok", "up", "ok")
        wait(player, scene)
        stage.keeper.close()
        stage.keeper = before
    path = tmp_path / FOLDER / "tray-mat-letter.pdf"
    assert path.read_bytes().startswith(b"%PDF")
    assert str(path) in stage.notices[-1].words


def test_without_a_folder_nothing_is_drawn(player: Player) -> None:
    player.stage.go(KitScene(player.stage, RecordedProcesses()))
    player.settle()
    player.push("ok")
    assert "no data folder" in player.stage.notices[-1].words


def found() -> Iterator[Check]:
    yield Check("one", State.FINE, Text("kiosk.camera.back"))
    yield Check("two", State.BROKEN, Text("kiosk.paused.sentence"), Text("kiosk.paused.below"))


def test_what_the_doctor_finds_broken_is_shown_first(make_player: MakePlayer) -> None:
    player = make_player()
    scene = DiagnosisScene(player.stage, found)
    player.stage.go(scene)
    wait(player, scene)
    words = [placed.words for placed in player.kiosk.shower.canvas.placed]
    assert "One thing does not work" in words
    assert words.count("The game is paused") == 2 and "OK to go on" in words
    player.push("down")
    assert "All is well" in [placed.words for placed in player.kiosk.shower.canvas.placed]
    player.push("ok")
    assert scene._looking is not None or scene._checks
    wait(player, scene)
    assert not [*faults(player.kiosk.shower.canvas)]
