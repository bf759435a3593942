"""The companion as a service: what systemd is told, over the datagram socket that it names.

Ready is said when the first picture is really on a screen, and a sign of life is given only by the frame
loop, right after a picture was drawn, while the journal answers.  A process that runs but shows nothing, or
keeps nothing, is thus started again.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager

log = logging.getLogger(__name__)

#: With these drivers SDL draws pictures that nobody sees.
UNSEEN_DRIVERS = frozenset({"dummy", "offscreen", "evdev"})
#: Signs of life an interval; fewer than two would make a late one an end.
SIGNS = 3
#: While a long journal is read, so much more time is asked for, so often, and so many times.
EXTENDED_MS, EXTENDING_MS, MOST_EXTENDED = 60_000, 20_000, 45
#: What does not answer is not asked more often than this.
ASKED_AGAIN_MS = 1000

Milliseconds = Callable[[], int]


class Notifier:
    """The socket to systemd.  Sending never waits: what the socket does not take is not sent."""

    def __init__(self, address: str) -> None:
        # A name that begins with @ is an abstract one, which has no file.
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
        self._socket.setblocking(False)
        self._failed = False

    def tell(self, *lines: str) -> bool:
        """Send lines such as ``READY=1``; return whether they were taken."""
        try:
            self._socket.sendto("\n".join(lines).encode(), self._address)
        except OSError as problem:
            if not self._failed:
                log.warning("systemd cannot be told %s: %s", lines[0], problem.strerror)
            self._failed = True
            return False
        return True

    def close(self) -> None:
        self._socket.close()


class Pulse:
    """Whether something that may block still answers, asked on threads of their own, one at a time."""

    def __init__(self, ask: Callable[[], object], clock_ms: Milliseconds, within_ms: int) -> None:
        self._ask, self._clock_ms, self._within_ms = ask, clock_ms, within_ms
        self._heard_ms = clock_ms()
        self._asked_ms: int | None = None
        self._asking: threading.Thread | None = None

    def felt(self) -> bool:
        """Ask once more, and return whether an answer came within the time.  Never waits."""
        now = self._clock_ms()
        free = self._asking is None or not self._asking.is_alive()
        if free and (self._asked_ms is None or now - self._asked_ms >= ASKED_AGAIN_MS):
            self._asked_ms = now
            self._asking = threading.Thread(target=self._listen, name="pulse", daemon=True)
            self._asking.start()
        return now - self._heard_ms <= self._within_ms

    def _listen(self) -> None:
        try:
            self._ask()
        except Exception as problem:
            log.warning("the journal does not answer: %s", problem)
        else:
            self._heard_ms = self._clock_ms()


class Service:
    """What the kiosk tells systemd; outside a service it tells nobody.

    The parts in order: `patience` around whatever may take long before the first picture, `watch` once there
    is a screen, `beat` after every frame, `stopping` when the loop has ended, `close`.
    """

    def __init__(self, notifier: Notifier | None, watchdog_ms: int, clock_ms: Milliseconds) -> None:
        """`watchdog_ms` is the time after which systemd gives the service up, 0 for never."""
        self._notifier = notifier
        self._clock_ms = clock_ms
        self._every_ms = watchdog_ms // SIGNS
        self._said_ms: int | None = None
        self._ready = False
        self._unseen = False
        self._driver = ""
        self._pulse: Pulse | None = None
        self._redraw: Callable[[], None] = lambda: None

    @staticmethod
    def of(environment: MutableMapping[str, str], clock_ms: Milliseconds) -> Service:
        """Read what systemd has put into the environment, and take it out: it is not for child processes."""
        address = environment.pop("NOTIFY_SOCKET", "")
        microseconds = environment.pop("WATCHDOG_USEC", "")
        watched = environment.pop("WATCHDOG_PID", "")
        if not address.startswith(("/", "@")) or not hasattr(socket, "AF_UNIX"):
            return Service(None, 0, clock_ms)
        ours = watched in ("", str(os.getpid()))
        watchdog = int(microseconds) // 1000 if microseconds.isdecimal() and ours else 0
        return Service(Notifier(address), watchdog, clock_ms)

    @contextmanager
    def patience(self) -> Iterator[None]:
        """Ask for more time, again and again, while the body runs, though not for ever."""
        notifier = self._notifier
        if notifier is None:
            yield
            return
        over = threading.Event()

        def ask_for_time() -> None:
            for _ in range(MOST_EXTENDED):
                notifier.tell(f"EXTEND_TIMEOUT_USEC={EXTENDED_MS * 1000}")
                if over.wait(EXTENDING_MS / 1000):
                    return

        asking = threading.Thread(target=ask_for_time, name="patience", daemon=True)
        asking.start()
        try:
            yield
        finally:
            over.set()
            asking.join()

    def watch(self, driver: str, ask_journal: Callable[[], object], redraw: Callable[[], None]) -> None:
        """Say which of SDL's drivers draws, what proves the journal alive, and what has a picture drawn."""
        self._driver, self._redraw = driver, redraw
        self._pulse = Pulse(ask_journal, self._clock_ms, 2 * self._every_ms)

    def beat(self, drawn: bool) -> None:
        """A frame is over; `drawn` says whether a picture of it went to the screen."""
        if self._notifier is None or self._pulse is None:
            return
        if not self._ready:
            if drawn:
                self._begin(self._notifier)
            return
        now = self._clock_ms()
        if not self._every_ms or (self._said_ms is not None and now - self._said_ms < self._every_ms):
            return
        if not self._pulse.felt():
            return
        if not drawn:
            # Nothing has changed on the screen for a while; a sign of life needs a picture all the same.
            self._redraw()
        elif self._notifier.tell("WATCHDOG=1"):
            self._said_ms = now

    def stopping(self) -> None:
        """The loop has ended; what is left is closing."""
        if self._notifier is not None:
            self._notifier.tell("STOPPING=1", "STATUS=Closing the journal.")

    def close(self) -> None:
        if self._notifier is not None:
            self._notifier.close()
            self._notifier = None

    def _begin(self, notifier: Notifier) -> None:
        if self._driver in UNSEEN_DRIVERS:
            if not self._unseen:
                log.error("nobody sees what the driver %s draws: the service is not ready", self._driver)
            self._unseen = True
        elif notifier.tell("READY=1", f"STATUS=Showing pictures through {self._driver}."):
            self._ready = True
            self._said_ms = self._clock_ms()
