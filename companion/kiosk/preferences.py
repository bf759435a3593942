"""Preferences: what is set, changed while the kiosk runs, and kept for the next evening."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

from companion.settings import Settings
from companion.settings_table import Value
from companion.table.disk import Disk
from companion.table.faults import Fault
from companion.table.text import Text

#: Does something on another thread.
Worker = Callable[[Callable[[], None]], Future[None]]


class Preferences:
    """The settings of this evening.

    Every change counts at once and is written by `worker`, so that no frame waits for the disk; without a
    `folder` nothing is written.  What could not be kept is told by `problems`, and holds until the end.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        folder: Path | None = None,
        disk: Disk | None = None,
        worker: Worker | None = None,
    ) -> None:
        self.settings = settings or Settings()
        self._folder, self._disk, self._worker = folder, disk, worker
        self._writing: deque[Future[None]] = deque()

    def change(self, id: str, value: Value) -> None:
        """Set something; raises `Fault` for a value that is not legal, and then nothing is changed."""
        self.settings = settings = self.settings.changed(id, value)
        folder, disk = self._folder, self._disk
        if folder is not None and disk is not None and self._worker is not None:
            self._writing.append(self._worker(lambda: settings.save(folder, disk)))

    def problems(self) -> list[Text]:
        """Return why what was changed could not be written, once each."""
        said: list[Text] = []
        while self._writing and self._writing[0].done():
            problem = self._writing.popleft().exception()
            if isinstance(problem, Fault):
                said.append(problem.say)
            elif problem is not None:
                raise problem
        return said
