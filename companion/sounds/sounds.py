"""Sounds on a thread of their own: asking for one costs a frame nothing."""

from __future__ import annotations

import logging
import queue
import threading

from companion.sounds.output import Output
from companion.sounds.synthesis import SOUNDS, Wave, wave_of
from companion.table.text import Text

log = logging.getLogger(__name__)

#: So many sounds may wait; more than that would be heard long after what they belong to.
_MOST_WAITING = 6


class Sounds:
    """Plays the sounds of `SOUNDS` by name.  Nothing is opened before the first one."""

    def __init__(self, output: Output) -> None:
        self._output = output
        self._waiting: queue.Queue[tuple[str, float] | None] = queue.Queue(_MOST_WAITING)
        self._thread: threading.Thread | None = None
        self._waves: dict[str, Wave] = {}
        self._closed = False

    def play(self, name: str, volume: float) -> None:
        """Play a sound soon; raises `KeyError` for one that does not exist.  Too many are left out."""
        if name not in SOUNDS:
            raise KeyError(name)
        if self._closed or volume <= 0:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="sounds", daemon=True)
            self._thread.start()
        try:
            self._waiting.put_nowait((name, volume))
        except queue.Full:
            return

    def _run(self) -> None:
        while (asked := self._waiting.get()) is not None:
            name, volume = asked
            try:
                if self._output.open():
                    if name not in self._waves:
                        self._waves[name] = wave_of(name)
                    self._output.play(self._waves[name], volume)
            except Exception:
                # A sound is never worth stopping for; the thread goes on with the next.
                log.exception("the sound %s could not be played", name)

    def problem(self) -> Text | None:
        """Return, once, why nothing can be heard."""
        return self._output.problem()

    def close(self) -> None:
        """End the thread; what still waits is not played."""
        self._closed = True
        if self._thread is not None:
            try:
                while True:
                    self._waiting.get_nowait()
            except queue.Empty:
                self._waiting.put(None)
            self._thread.join(2.0)
