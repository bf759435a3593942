"""The kiosk as a program: its first picture, its end, its neighbours, and a throw through a camera."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.kiosk.made_up_table import MadeUpTable
from companion.kiosk.sight import Opened, Sight
from companion.table.journal import Journal
from hardware.camera_thread import CameraThread
from hardware.simulated import SimulatedCamera, SimulatedTable
from tests.kiosk.people import MakePlayer, Player

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = {**os.environ, "SDL_VIDEODRIVER": "dummy"}
#: Tells on standard output when the first picture is on the screen.
TELLING = """
import os, pygame
flip = pygame.display.flip
def telling():
    flip()
    os.write(1, b"shown\\n")
pygame.display.flip = telling
from companion.__main__ import main
raise SystemExit(main())
"""


@contextmanager
def kiosk(data: Path, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A kiosk whose first picture has been shown."""
    child = subprocess.Popen(
        [sys.executable, "-c", TELLING, "play", *words, "--window", "800x480", "--data", str(data)],
        cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == b"shown\n"
        yield child
    finally:
        child.kill()
        child.communicate()


def ended(child: subprocess.Popen[bytes], number: int) -> tuple[int, bytes]:
    child.send_signal(number)
    return child.wait(timeout=30), child.stderr.read() if child.stderr is not None else b""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_and_nothing_is_lost(tmp_path: Path, number: int) -> None:
    with kiosk(tmp_path, "dice", "--seats", "Ana,Bo", "--camera", "none") as child:
        second = subprocess.run(
            [sys.executable, "-m", "companion", "play", "--window", "800x480", "--data", str(tmp_path)],
            cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert second.returncode == 3
        assert str(child.pid) in second.stderr and second.stderr.count("\n") == 1
        status, said = ended(child, number)
    assert status == 0
    assert b"Traceback" not in said
    with Journal.read(tmp_path) as journal:
        assert [one.header.game for one in journal.sessions()] == ["dice"]


def test_a_session_is_gone_on_with_from_the_command_line(tmp_path: Path) -> None:
    with kiosk(tmp_path, "dice", "--seats", "Ana,Bo", "--camera", "none") as child:
        _wait_for(lambda: len(Journal.read(tmp_path).sessions()) == 1)
        ended(child, signal.SIGTERM)
    with kiosk(tmp_path, "--resume", "--camera", "none") as child:
        assert ended(child, signal.SIGTERM)[0] == 0
    assert len(Journal.read(tmp_path).sessions()) == 1


def test_a_folder_without_pictures_is_said_on_the_screen_and_not_the_end(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with kiosk(tmp_path / "data", "dice", "--seats", "Ana,Bo", "--camera", str(tmp_path / "empty")) as child:
        _wait_for(lambda: len(Journal.read(tmp_path / "data").sessions()) == 1)
        assert child.poll() is None
        assert ended(child, signal.SIGTERM)[0] == 0


def test_a_throw_through_camera_thread_and_reader(make_player: MakePlayer) -> None:
    table = SimulatedTable(5, "plain")

    def opener() -> Opened:
        return Opened(CameraThread(lambda: SimulatedCamera(table)), MadeUpTable(table, 5).act)

    sight = Sight(opener)
    player: Player = make_player(sight=sight)
    try:
        player.sit_down()
        before = player.view.number
        _wait_for(lambda: player.kiosk.frame() and sight.state is not None and sight.state.image is not None)
        player.push("up")

        def thrown() -> bool:
            player.clock.pass_ms(20)
            player.kiosk.frame()
            doubt = getattr(player.table.panel, "doubt", None)
            return player.view.number > before or doubt is not None

        _wait_for(thrown)
        if player.view.number == before:
            player.push("ok")
        bank = next(
            seat for seat in player.view.snapshot["seats"] if seat["seat"] == player.view.snapshot["bank"]
        )
        assert sorted(bank["throw"]["dice"]) == sorted(table.values)
    finally:
        sight.close()
    assert sight.state is None


def _wait_for(what: object, seconds: float = 60.0) -> None:
    until = time.monotonic() + seconds
    while not what():  # type: ignore[operator]
        assert time.monotonic() < until, "it does not come"
        time.sleep(0.01)
