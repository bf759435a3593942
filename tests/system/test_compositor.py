"""The service under the real compositor: cage without a screen, SDL on Wayland, a real notify socket."""

from __future__ import annotations

import itertools
import os
import re
import shlex
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.table.instance_lock import running_in
from companion.table.journal import Journal
from tests.house.tree import ROOT

WATCHDOG_MS = 3600
#: What a whole wait may take on a machine that does other things as well.
MOST_SECONDS = 60.0


def started_as_a_user() -> list[str]:
    """Return what makes a command run as somebody other than root: cage refuses to run as root."""
    if os.geteuid() != 0:
        return []
    wrapped = ["unshare", "--user", "--map-user=1000"]
    try:
        done = subprocess.run([*wrapped, "true"], capture_output=True, check=False)
    except OSError:
        pytest.skip("cage refuses to run as root, and there is no unshare to run it as somebody else")
    if done.returncode:
        pytest.skip("cage refuses to run as root, and user namespaces are not allowed here")
    return wrapped


class Service:
    """A program under cage, started as the unit starts it; `wait` listens as systemd does."""

    def __init__(self, folder: Path, data: Path, *program: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(folder / "notify"))
        self.log = (folder / "log").open("w+b")
        runtime = folder / "run"
        runtime.mkdir(mode=0o700)
        self.process = subprocess.Popen(
            [*started_as_a_user(), str(ROOT / "systemd/kiosk-session"), *program],
            cwd=ROOT,
            env={
                "PATH": os.environ["PATH"],
                "HOME": str(folder),
                "XDG_RUNTIME_DIR": str(runtime),
                "RUNTIME_DIRECTORY": str(runtime),
                "STATE_DIRECTORY": str(data),
                "WATCHDOG_PID": "1",
                "NOTIFY_SOCKET": str(folder / "notify"),
                "WATCHDOG_USEC": str(WATCHDOG_MS * 1000),
                "SDL_VIDEODRIVER": "wayland",
                "SDL_AUDIODRIVER": "dummy",
                "WLR_BACKENDS": "headless",
                "WLR_RENDERER": "pixman",
                "WLR_LIBINPUT_NO_DEVICES": "1",
                "MESA_SHADER_CACHE_DISABLE": "true",
                "PYTHONDONTWRITEBYTECODE": "1",
            },
            stdin=subprocess.DEVNULL,
            stdout=self.log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def wait(self, line: str, seconds: float = MOST_SECONDS) -> str:
        """Return the message that holds a line; fails when it does not come or the service ends."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self.socket.settimeout(0.5)
            try:
                message = self.socket.recv(4096).decode()
            except TimeoutError:
                assert self.process.poll() is None, self.said()
                continue
            if line in message.split("\n"):
                return message
        raise AssertionError(f"{line} did not come: {self.said()}")

    def silent(self, seconds: float) -> bool:
        """Return whether nothing at all is told for a while."""
        self.socket.settimeout(seconds)
        try:
            self.socket.recv(4096)
        except TimeoutError:
            return True
        return False

    def stop(self, data: Path) -> subprocess.Popen[bytes]:
        """Start what the unit says for stopping, with its variables as systemd gives them."""
        unit = (ROOT / "systemd/klondike-companion.service").read_text(encoding="utf-8")
        found = re.search(r"(?m)^ExecStop=-(.*)$", unit)
        assert found is not None
        line = found[1].replace("$MAINPID", str(self.process.pid)).replace("$$", "$")
        environment = {"PATH": os.environ["PATH"], "STATE_DIRECTORY": str(data)}
        return subprocess.Popen(shlex.split(line), env=environment)

    def drop_waiting(self) -> None:
        while not self.silent(0.05):
            pass

    def said(self) -> str:
        self.log.seek(0)
        return self.log.read().decode("utf-8", "replace")[-4000:]

    def end(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.socket.close()
        self.log.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Service]]:
    if shutil.which("cage") is None:
        pytest.skip("the compositor cage is not installed")
    if shutil.which("Xwayland") is None:
        pytest.skip("cage needs Xwayland, which is not installed")
    started: list[Service] = []

    def start(*program: str) -> Service:
        started.append(Service(tmp_path, tmp_path / "state", *program))
        return started[-1]

    yield start
    for service in started:
        service.end()


def test_a_program_that_fails_under_the_compositor_fails_the_unit(start: Callable[..., Service]) -> None:
    service = start("/bin/sh", "-c", "echo no such luck; exit 3")
    assert service.process.wait(MOST_SECONDS) == 3
    assert "no such luck" in service.said()


def test_the_service_lives_as_its_unit_promises(start: Callable[..., Service], tmp_path: Path) -> None:
    freeze = tmp_path / "freeze"
    service = start(sys.executable, "-m", "tests.system.freezing_kiosk", str(freeze), "play")
    ready = service.wait("READY=1")
    assert "through wayland" in ready
    data = tmp_path / "state"
    assert running_in(data) is not None and (data / "journal.db").exists()

    signs = [time.monotonic()]
    for _ in range(3):
        service.wait("WATCHDOG=1")
        signs.append(time.monotonic())
    gaps = [after - before for before, after in itertools.pairwise(signs)]
    assert statistics.median(gaps) < WATCHDOG_MS / 1000 / 2

    freeze.touch()
    time.sleep(0.3)
    service.drop_waiting()
    assert service.silent(WATCHDOG_MS / 1000 * 0.6), "a loop that stands still gave a sign of life"
    freeze.unlink()
    service.wait("WATCHDOG=1")

    stop = service.stop(data)
    service.wait("STOPPING=1")
    assert service.process.wait(MOST_SECONDS) == 0, service.said()
    assert stop.wait(MOST_SECONDS) == 0
    assert "Traceback" not in service.said()

    assert running_in(data) is None
    assert not (data / "journal.db-wal").exists(), "the journal was not closed"
    with Journal.open(data) as journal:
        assert journal.notices == []
