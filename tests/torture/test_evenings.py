"""Evenings in which everything goes wrong: nothing is lost, and the same seed is the same evening."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.cli import run
from companion.games import GAMES
from companion.simulate.on_cores import cores
from companion.table.entries import Row
from companion.table.journal import Journal
from companion.torture.camera_evening import CameraEvening, Unplugged
from companion.torture.run import _jobs, one_evening, torture
from companion.torture.tally import Tally
from companion.torture.world import World
from hardware.camera import CameraFault
from hardware.simulated import SimulatedCamera, SimulatedTable


def test_evenings_of_all_four_games_lose_nothing() -> None:
    tally = torture(113, 4)
    assert [failure.again for failure in tally.failures] == []
    assert tally.evenings == 4 and set(GAMES) <= set(tally.games) and tally.answers > 100
    assert tally.faults.total() > 40 and tally.presses > 100 and tally.refused > 10


def test_the_first_minutes_of_an_evening_through_the_camera(root: Path) -> None:
    """Dice: the camera is lost, frames are torn; what is acknowledged is kept."""
    evening = CameraEvening(2, root, most=10)
    with evening.world.listening():
        try:
            evening.play()
        finally:
            evening.close()
    tally = evening.world.tally
    assert tally.camera_evenings == 1 and tally.games == {"dice": 1} and tally.answers >= 10
    assert tally.camera_losses > 0 and tally.silent_misreads == 0
    assert 0 < tally.looks < tally.answers and tally.read <= tally.looks
    assert sum(tally.faults[f"{kind} frame"] for kind in ("dropped", "repeated", "late", "torn")) > 0


@pytest.mark.long
@pytest.mark.timeout(14400)
def test_a_thousand_evenings_fifty_of_them_through_the_camera_lose_nothing() -> None:
    tally = torture(1, 1050, camera_evenings=50, workers=cores())
    figures = tally.figures(1)
    print(json.dumps(figures, indent=2))
    assert figures["failures"] == [] and set(GAMES) == set(tally.games)
    assert (tally.evenings, tally.camera_evenings) == (1050, 50)
    assert tally.finished >= 50 and tally.read >= 500
    assert tally.cuts >= 2000 and tally.camera_losses >= 500 and tally.presses >= 1_000_000
    assert all(figures["kinds"].values()), figures["kinds"]


def test_a_camera_is_plugged_in_again_and_the_look_goes_on(root: Path) -> None:
    world = World(1, root)
    source = SimulatedCamera(SimulatedTable(1, "plain", world.clock.monotonic_ms), sleep=lambda _: None)
    camera = Unplugged(source, world)
    lost = 0
    for _ in range(60):
        try:
            camera.read()
        except CameraFault:
            lost += 1
            with pytest.raises(CameraFault):
                camera.read()
            assert camera.plug_in() and not camera.plug_in()
    assert lost == world.tally.camera_losses == world.tally.faults["camera unplugged"] > 0
    world.end()


def test_a_wrong_value_that_is_taken_from_the_camera_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    misread = Tally(evenings=1, camera_evenings=1, silent_misreads=2)
    monkeypatch.setattr("companion.torture.camera_evening.play_camera_evening", lambda *_: misread)
    (failure,) = one_evening(7, through_camera=True).failures
    assert (failure.what, failure.seed) == ("misread", 7)
    assert failure.again == "companion torture --seed 7 --evenings 1 --through-camera"


def test_camera_evenings_come_evenly_among_all_and_each_seed_once() -> None:
    jobs = list(_jobs(7, 40, 4))
    assert sorted(seed for seeds, _ in jobs for seed in seeds) == list(range(7, 47))
    assert [seed for seeds, seen in jobs if seen for seed in seeds] == [7, 8, 9, 10]
    between = "".join("C" if seen else str(len(seeds)) for seeds, seen in jobs)
    assert between == "C54C54C54C54"
    assert [list(seeds) for seeds, seen in _jobs(0, 2, 2) if seen] == [[0], [1]]
    assert not any(seen for _, seen in _jobs(0, 12, 0))


def test_the_same_seed_is_the_same_evening_in_another_process() -> None:
    here = one_evening(114)
    script = "from companion.torture.run import one_evening; print(one_evening(114).trace)"
    there = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=True,
    )
    assert there.stdout.strip() == here.trace != one_evening(108).trace


def test_an_answer_that_was_never_written_is_found_with_the_line_that_repeats_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The proof that the checks bite: a journal that only says it has kept every seventh commit."""
    kept, count = Journal.append_rows, 0

    def forgetful(self: Journal, session: str, rows: Sequence[Row]) -> None:
        nonlocal count
        count += 1
        if count % 7 == 0:
            self._tails[session] = (self.tail(session)[0] + len(rows), rows[-1].hash)
        else:
            kept(self, session, rows)

    monkeypatch.setattr(Journal, "append_rows", forgetful)
    assert run(["torture", "--seed", "112", "--evenings", "1", "--cores", "1", "--json"]) == 1
    out = json.loads(capsys.readouterr().out)
    assert out["lost"] + out["diverged"] + out["exceptions"] == 1
    (failure,) = out["failures"]
    assert failure["seed"] == 112
    assert failure["again"] == "companion torture --seed 112 --evenings 1"


def test_what_is_printed_has_the_keys_that_others_rely_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["torture", "--seed", "116", "--evenings", "1", "--cores", "1", "--json"]) == 0
    out = json.loads(capsys.readouterr().out)
    keys = ("evenings", "answers", "faults", "lost", "diverged", "exceptions", "seed")
    assert all(isinstance(out[key], int) for key in keys)
    assert out["evenings"] == 1 and out["seed"] == 116
    assert out["lost"] == out["diverged"] == out["exceptions"] == 0
    assert run(["torture", "--seed", "116", "--evenings", "1", "--cores", "1"]) == 0
    assert "unexplained errors" in capsys.readouterr().out


@pytest.mark.parametrize("words", ["--evenings 0", "--evenings x", "--seed -1", "--cores 0"])
def test_numbers_that_make_no_sense_are_refused_in_a_sentence(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["torture", *words.split()]) == 2
    assert capsys.readouterr().err.startswith("companion: ")


def test_tallies_add_up() -> None:
    total = Tally()
    for _ in range(2):
        part = Tally(evenings=1, answers=5, cuts=2)
        part.faults["rewind"] += 3
        total.add(part)
    assert (total.evenings, total.answers, total.cuts, total.faults["rewind"]) == (2, 10, 4, 6)


def test_ctrl_c_is_one_sentence_that_tells_how_far_it_came(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(job: tuple[range, bool]) -> Tally:
        if 7 in job[0]:
            raise KeyboardInterrupt
        return Tally(evenings=len(job[0]))

    monkeypatch.setattr("companion.torture.run._some", stopped)
    assert run(["torture", "--evenings", "50", "--seed", "1", "--cores", "1"]) == 130
    said = capsys.readouterr()
    assert said.out == "" and said.err.splitlines()[-1] == "Stopped after 5 of 50 evenings; found 0."
    assert "5 of 50 evenings: 0 presses" in said.err
