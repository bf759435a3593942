"""What the kiosk tells systemd, on a socket that listens as systemd's does."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.service import EXTENDED_MS, MOST_EXTENDED, SIGNS, Pulse, Service
from companion.table.clock import ManualClock
from companion.table.journal import Journal

pytestmark = pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no sockets that have names here")

WATCHDOG_MS = 30_000


class Systemd:
    """The socket, what was told on it, and a clock that is moved by hand."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "notify"
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(self.path))
        self.socket.setblocking(False)
        self.clock = ManualClock()
        self.redraws = 0
        self.alive = True

    def told(self) -> list[str]:
        lines: list[str] = []
        while True:
            try:
                lines += self.socket.recv(4096).decode().split("\n")
            except BlockingIOError:
                return [line for line in lines if not line.startswith("STATUS=")]

    def start(self, watchdog_ms: int = WATCHDOG_MS, driver: str = "wayland", **more: str) -> Service:
        environment = {"NOTIFY_SOCKET": str(self.path), "WATCHDOG_USEC": str(watchdog_ms * 1000), **more}
        service = Service.of(environment, self.clock.monotonic_ms)
        assert not environment, "child processes must not speak for the service"
        service.watch(driver, self.ask, self.redraw)
        return service

    def ask(self) -> None:
        if not self.alive:
            raise OSError("the journal's disk is gone")

    def redraw(self) -> None:
        self.redraws += 1

    def frames(self, service: Service, ms: int, drawn: bool = True) -> list[str]:
        told: list[str] = []
        for _ in range(0, ms, 50):
            service.beat(drawn)
            told += self.told()
            self.clock.pass_ms(50)
            pulse = service._pulse
            if pulse is not None and pulse._asking is not None:
                pulse._asking.join()
        return told


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    systemd = Systemd(tmp_path)
    yield systemd
    systemd.socket.close()


def test_ready_is_said_once_after_the_first_drawn_frame(systemd: Systemd) -> None:
    service = systemd.start()
    assert systemd.frames(service, 5000, drawn=False) == []
    assert systemd.frames(service, 1000) == ["READY=1"]
    assert systemd.frames(service, 4000) == []


@pytest.mark.parametrize("driver", ["dummy", "offscreen", "evdev"])
def test_what_nobody_sees_is_neither_ready_nor_alive(systemd: Systemd, driver: str) -> None:
    service = systemd.start(driver=driver)
    assert systemd.frames(service, 120_000) == []


def test_signs_of_life_come_at_less_than_half_the_interval_while_pictures_are_drawn(systemd: Systemd) -> None:
    service = systemd.start()
    systemd.frames(service, 50)
    told = systemd.frames(service, 10 * WATCHDOG_MS)
    assert set(told) == {"WATCHDOG=1"} and len(told) >= 10 * 2
    assert len(told) <= 10 * SIGNS


def test_a_quiet_screen_is_drawn_once_more_for_each_sign_of_life(systemd: Systemd) -> None:
    service = systemd.start()
    systemd.frames(service, 50)
    assert systemd.frames(service, WATCHDOG_MS, drawn=False) == [], "nothing was drawn"
    assert systemd.redraws > 0
    service.beat(True)
    assert systemd.told() == ["WATCHDOG=1"]


def test_a_loop_that_does_not_run_gives_no_sign_of_life(systemd: Systemd) -> None:
    service = systemd.start()
    systemd.frames(service, 1000)
    systemd.clock.pass_ms(10 * WATCHDOG_MS)
    assert systemd.told() == []


def test_a_journal_that_does_not_answer_ends_the_signs_of_life(
    systemd: Systemd, caplog: pytest.LogCaptureFixture
) -> None:
    service = systemd.start()
    systemd.frames(service, WATCHDOG_MS)
    systemd.alive = False
    systemd.frames(service, WATCHDOG_MS)
    assert systemd.frames(service, 3 * WATCHDOG_MS) == []
    assert "the journal's disk is gone" in caplog.text
    systemd.alive = True
    assert "WATCHDOG=1" in systemd.frames(service, WATCHDOG_MS)


def test_a_journal_that_hangs_stops_no_frame_and_is_asked_by_one_thread(systemd: Systemd) -> None:
    hangs = threading.Event()
    asked: list[int] = []

    def ask() -> None:
        asked.append(1)
        hangs.wait(30)

    pulse = Pulse(ask, systemd.clock.monotonic_ms, 20_000)
    felt = []
    for _ in range(40):
        felt.append(pulse.felt())
        systemd.clock.pass_ms(1000)
    hangs.set()
    assert felt == [True] * 21 + [False] * 19 and asked == [1]


def test_a_real_journal_answers_until_it_is_closed(systemd: Systemd, tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "data")
    service = systemd.start()
    service.watch("wayland", journal.session_ids, systemd.redraw)
    systemd.frames(service, 50)
    assert "WATCHDOG=1" in systemd.frames(service, WATCHDOG_MS)
    journal.close()
    systemd.frames(service, WATCHDOG_MS)
    assert systemd.frames(service, WATCHDOG_MS) == []


def test_the_watchdog_of_another_process_is_not_ours(systemd: Systemd) -> None:
    service = systemd.start(WATCHDOG_PID="1")
    assert systemd.frames(service, 2 * WATCHDOG_MS) == ["READY=1"]


def test_time_is_asked_for_while_something_long_runs_and_not_for_ever(systemd: Systemd) -> None:
    service = systemd.start()
    with service.patience():
        while not (told := systemd.told()):
            pass
    assert told == [f"EXTEND_TIMEOUT_USEC={EXTENDED_MS * 1000}"]
    assert MOST_EXTENDED * EXTENDED_MS <= 60 * 60_000


def test_stopping_is_said_and_a_socket_that_has_gone_stops_nobody(
    systemd: Systemd, caplog: pytest.LogCaptureFixture
) -> None:
    service = systemd.start()
    service.stopping()
    assert systemd.told() == ["STOPPING=1"]
    systemd.socket.close()
    systemd.path.unlink()
    for _ in range(3):
        service.stopping()
    assert len(caplog.records) == 1
    service.close()
    service.stopping()


def test_an_abstract_socket_is_found(systemd: Systemd) -> None:
    name = f"companion-test-{id(systemd)}"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as abstract:
        abstract.bind("\0" + name)
        service = Service.of({"NOTIFY_SOCKET": "@" + name}, systemd.clock.monotonic_ms)
        service.stopping()
        assert abstract.recv(100).startswith(b"STOPPING=1")
        service.close()


def test_outside_a_service_nothing_is_told_and_no_thread_starts() -> None:
    before = threading.active_count()
    service = Service.of({}, ManualClock().monotonic_ms)
    service.watch("x11", lambda: None, lambda: None)
    with service.patience():
        assert threading.active_count() == before
    service.beat(True)
    service.stopping()
    service.close()
    assert threading.active_count() == before
