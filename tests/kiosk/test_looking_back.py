"""What looks back: every screen fits and looks as it did, and does what it says, by buttons alone.

    COMPANION_GOLDEN=write python -m pytest tests/kiosk/test_looking_back.py

writes the pictures anew; then look at them before they are committed.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from companion.annals.sticks import FOLDER
from companion.kiosk.scenes.evening import EveningScene
from companion.kiosk.scenes.evenings import EveningsScene
from companion.kiosk.scenes.history import HistoryScene
from companion.kiosk.scenes.replay import LEAST_MS, SPEEDS, ReplayScene
from companion.kiosk.scenes.results import ResultsScene
from companion.kiosk.scenes.statistics import StatisticsScene
from companion.kiosk.scenes.table import TableScene
from companion.kiosk.shutting_down import shut_down_entry
from companion.kiosk.stick_export import export_to_stick
from companion.kiosk.typesetter import fonts_present
from companion.table.processes import Finished, RecordedProcesses
from tests.annals.test_exports import MountedDisk
from tests.kiosk.annals_journeys import (
    all_results,
    fill_shelf,
    look_back,
    wait_for_export,
    what_can_be_done,
    who_has_won,
)
from tests.kiosk.fit import faults
from tests.kiosk.people import MakePlayer, Player, open_player
from tests.kiosk.test_golden_pictures import compare

#: The screens of which a picture is kept; all are looked through for what does not fit.
KEPT = {
    "evenings", "evening-goldrush", "replay-dominoes", "course", "delete-twice", "statistics", "fame",
    "player", "curiosities-goldrush", "results-patience",
}  # fmt: skip


@pytest.fixture(scope="module")
def shelf() -> Iterator[Player]:
    """A kiosk with an evening of each game behind it; no test here changes its journal for the others."""
    player = open_player()
    fill_shelf(player)
    yield player
    player.stage.keeper.close()


@pytest.mark.skipif(not fonts_present(), reason="the packages with the type families are absent")
def test_every_screen_that_looks_back_fits_and_looks_as_it_did(shelf: Player) -> None:
    wrong, seen = [], set()
    for screen in chain(look_back(shelf), what_can_be_done(shelf), who_has_won(shelf), all_results(shelf)):
        seen.add(screen)
        wrong += [f"{screen}: {fault}" for fault in faults(shelf.kiosk.shower.canvas)]
        if screen in KEPT:
            wrong.append(compare(shelf, f"annals-{screen}-480", 320))
    assert seen >= KEPT and len(seen) > 20
    assert not [words for words in wrong if words]


def test_a_replay_runs_faster_stands_and_steps(shelf: Player) -> None:
    shelf.stage.go(EveningsScene(shelf.stage))
    shelf.settle()
    shelf.push("down", "ok", "down", "ok")
    replay = shelf.scene
    assert isinstance(replay, ReplayScene) and replay.running and replay.speed == 1
    shelf.push("up", "up", "up")
    assert replay.speed == SPEEDS[-1]
    at = replay.at
    for _ in range(30):
        shelf.pass_ms(LEAST_MS // 4, 100)
        shelf.settle()
    assert replay.at > at + 4
    shelf.push("ok")
    at = replay.at
    shelf.pass_ms(20_000, 5000)
    shelf.settle()
    assert replay.at == at and not replay.running
    shelf.push("up")
    assert replay.at == at + 1
    shelf.push("down", "down")
    assert replay.at == at - 1
    again = replay.again()
    shelf.stage.go(again)
    shelf.settle()
    assert isinstance(again, ReplayScene) and again.at == at - 1
    shelf.push("back")
    assert isinstance(shelf.scene, EveningScene)


def test_a_finished_evening_is_put_right_from_its_results(make_player: MakePlayer) -> None:
    """UP leads from the results to the history, and a rewind opens the evening again (H5)."""
    player = make_player()
    fill_shelf(player, ("dice",))
    player.stage.go(EveningsScene(player.stage))
    player.settle()
    player.push("down", "ok", "ok")
    assert isinstance(player.scene, ResultsScene)
    player.push("up")
    assert isinstance(player.scene, HistoryScene)
    player.push("back")
    player.settle()
    player.pass_ms(200)
    assert isinstance(player.scene, ResultsScene)
    player.push("up", "up", "up", "ok")
    player.push(*["down"] * 5, "up", "ok", "seat1", "seat2")
    assert isinstance(player.scene, TableScene) and player.view.outcome is None


def test_an_evening_is_deleted_after_two_questions(make_player: MakePlayer) -> None:
    player = make_player()
    fill_shelf(player, ("dice",))
    journal = player.stage.keeper.journal
    player.stage.go(EveningsScene(player.stage))
    player.settle()
    player.push("ok", *["down"] * 4, "ok", "ok")
    assert len(player.stage.keeper.archive.evenings()) == 2, "the first thing offered is to keep it"
    player.push("ok", "down", "ok", "down", "ok")
    assert isinstance(player.scene, EveningsScene)
    assert len(player.stage.keeper.archive.evenings()) == 1 and len(journal.session_ids()) == 2


def test_players_come_together_on_the_screen(make_player: MakePlayer) -> None:
    player = make_player()
    fill_shelf(player, ("dice",))
    player.stage.go(StatisticsScene(player.stage))
    player.settle()

    def names() -> list[str]:
        return [entry.title for entry in player.scene._list.entries[1:]]  # type: ignore[attr-defined]

    before = names()
    player.push("down", "ok", "ok", "down", "down", "ok", "ok")
    assert isinstance(player.scene, StatisticsScene)
    assert len(names()) == len(before) - 1 and before[0] not in names()


def test_evenings_get_onto_a_stick(make_player: MakePlayer, tmp_path: Path) -> None:
    player = make_player()
    fill_shelf(player, ("dice",))
    stick = tmp_path / "STICK"
    stick.mkdir()
    listed = '{"blockdevices": [{"path": "/dev/sda1", "hotplug": true, "fstype": "vfat"}]}'
    said = Finished(0, f"Mounted /dev/sda1 at {stick}\n", "")
    processes = RecordedProcesses({"lsblk": Finished(0, listed, ""), "udisksctl": said})
    player.stage.keeper.journal.disk = MountedDisk("")
    player.stage.go(EveningsScene(player.stage))
    player.settle()
    export_to_stick(player.scene, None, processes)
    wait_for_export(player)
    words = player.scene.layers[-1]._words  # type: ignore[attr-defined]
    assert words.startswith("2 evenings are in ") and "may be pulled out" in words
    assert player.scene.layers[-1].bar().sentence == "Done."  # type: ignore[union-attr]
    names = sorted(path.suffix for path in (stick / FOLDER).iterdir())
    assert names == [".csv"] * 2 + [".jsonl"] * 2 + [".pdf"] * 2
    assert processes.asked[-1][:2] == ("udisksctl", "unmount")
    player.push("ok")
    assert not player.scene.layers


def test_shutting_down_asks_once_and_says_where_it_may_not(player: Player) -> None:
    processes = RecordedProcesses({"systemctl": Finished(1, "", "Interactive authentication required.")})
    player.stage.go(EveningsScene(player.stage))
    player.settle()
    shut_down_entry(player.scene, processes).act()
    player.push("ok")
    assert not processes.asked and not player.scene.layers
    shut_down_entry(player.scene, processes).act()
    player.push("down", "ok")
    while player.scene.layers:
        player.kiosk.frame()
    assert processes.asked == [("systemctl", "poweroff", "--no-ask-password")]
    assert any(notice.tone == "bad" for notice in player.stage.notices)
