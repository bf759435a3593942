"""Asks the solver's process about positions, and holds what it has said; no call ever waits for it."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import IO

import msgspec

from companion.advice.advised import Advice, Question
from companion.games.patience.saved import parse_position, saved_text
from companion.table.faults import Fault
from companion.table.processes import clean_environment
from companion.table.refusals import Refused

log = logging.getLogger(__name__)

#: How many positions a search may look at before it is left undecided: some ten seconds here.
NODES = 60_000_000
#: How often unseen cards are dealt to judge a position.
SAMPLES = 200
#: The process is started anew after a crash, but not for ever.
MOST_STARTS = 5
#: No line of the process's complaints is passed on longer than this.
_LONGEST = 300


class Adviser:
    """What is known of the position that was asked about last.

    `look` may be called from the thread that draws: it takes a lock for a moment, writes a line to a pipe
    that is never full (the process reads at once), and returns what has been heard so far.
    """

    def __init__(self, command: Sequence[str] = (sys.executable, "-m", "companion.advice.worker")) -> None:
        self._command = tuple(command)
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._starts = 0
        self._number = 0
        self._advice = Advice("")
        # What is left of the line from each of the positions that it leads through, and whether it is final.
        self._ahead: dict[str, tuple[tuple[str, ...], bool]] = {}
        self._closed = False

    @property
    def works(self) -> bool:
        """Whether there is a solver to ask: its process could be started and has not crashed too often."""
        return self._starts < MOST_STARTS or self._process is not None

    def warm(self) -> None:
        """Start the solver's process, which takes a while to be ready, before there is anything to ask."""
        with self._lock:
            self._ready()

    def look(self, position: str, *, nodes: int = NODES, samples: int = SAMPLES) -> Advice:
        """Return what is known of a position in its text form, which is asked about if it is a new one.

        On a line that is known already the rest of that line is the answer at once, so that whoever follows
        it comes to its end; where that line was not the last word, a shorter one is looked for meanwhile.
        """
        with self._lock:
            if self._advice.position == position and (self._advice.done or self._listens()):
                return self._advice
            self._number += 1
            line, final = self._ahead.get(position, ((), False))
            if line:
                self._advice = Advice(position, self._number, "winnable", line, done=final)
            else:
                self._advice = Advice(position, self._number)
            if final:
                return self._advice
            self._ask(Question(self._number, position, nodes, samples))
            return self._advice

    def close(self) -> None:
        """End the process; what was said last stays."""
        with self._lock:
            self._closed = True
            process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            _close(process.stdin)

    def _listens(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def _ask(self, question: Question) -> None:
        for _ in range(2):
            process = self._ready()
            if process is None or process.stdin is None:
                return
            try:
                process.stdin.write(msgspec.json.encode(question) + b"\n")
                process.stdin.flush()
                return
            except OSError:
                self._gone(process)

    def _ready(self) -> subprocess.Popen[bytes] | None:
        if self._listens():
            return self._process
        if self._process is not None:
            self._gone(self._process)
        if self._closed or self._starts >= MOST_STARTS:
            return None
        self._starts += 1
        try:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=_environment(),
            )
        except OSError as problem:
            log.warning("the solver cannot be started: %s", problem)
            self._starts = MOST_STARTS
            return None
        for listen in (self._listen, _listen_to_complaints):
            threading.Thread(target=listen, args=(self._process,), name="advice", daemon=True).start()
        return self._process

    def _gone(self, process: subprocess.Popen[bytes]) -> None:
        log.warning("the solver's process has gone, %s", _how(process.poll()))
        _close(process.stdin)
        self._process = None

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        with process.stdout as lines:
            for line in lines:
                try:
                    self._heard(msgspec.json.decode(line, type=Advice))
                except (msgspec.DecodeError, Fault, Refused) as problem:
                    log.warning("the solver said something that is no advice: %s", problem)
        process.wait()

    def _heard(self, advice: Advice) -> None:
        ahead = _positions_ahead(advice) if advice.line else {}
        with self._lock:
            known = self._advice
            if advice.number != known.number or advice.position != known.position:
                return
            if known.line and (not advice.line or len(advice.line) > len(known.line)):
                self._advice = msgspec.structs.replace(known, done=advice.done)
                return
            self._advice = advice
            self._ahead = ahead or self._ahead


def _listen_to_complaints(process: subprocess.Popen[bytes]) -> None:
    """Pass on what the process says of faults of its own, so that its end has a cause in the log."""
    assert process.stderr is not None
    with process.stderr as lines:
        for line in lines:
            log.warning("the solver's process: %s", line.decode("utf-8", "replace").rstrip()[:_LONGEST])


def _how(status: int | None) -> str:
    """Return in words how a process has ended."""
    if status is None:
        return "though it has not ended"
    if status >= 0:
        return f"with status {status}"
    try:
        return f"by signal {-status} ({signal.Signals(-status).name})"
    except ValueError:
        return f"by signal {-status}"


def _positions_ahead(advice: Advice) -> dict[str, tuple[tuple[str, ...], bool]]:
    """The positions that a line leads through, each with what is left of the line from there."""
    position = parse_position(advice.position)
    ahead = {}
    for made, move in enumerate(advice.line):
        ahead[saved_text(position)] = (advice.line[made:], advice.done)
        position = position.after(move)
    return ahead


def _environment() -> dict[str, str]:
    environment = clean_environment(os.environ)
    # The process imports the program as this one does, from wherever it lies.
    folders = [str(Path(folder).absolute()) for folder in sys.path if folder]
    environment["PYTHONPATH"] = os.pathsep.join(folders)
    return environment


def _close(pipe: IO[bytes] | None) -> None:
    if pipe is not None:
        try:
            pipe.close()
        except OSError:
            log.debug("a pipe to a process that has gone was not empty")
