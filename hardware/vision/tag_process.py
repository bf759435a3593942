"""Decoders in a process of their own: a picture that crashes one costs a frame, never the session.

A picture is handed over in shared memory, the answer comes back through a pipe.  The process is started at
the first request and again after a crash or a hang: for the same decoder only after a wait that grows from
one to thirty seconds (unless a reading was asked for), and so many times in all.  Nothing is ever decoded in
the program's own process: without a decoder process codes are not read, which is said, and all else goes on.

What this costs, measured by tests/bench/bench_tags.py: well under half a millisecond for a 1280 x 720 frame.
"""

from __future__ import annotations

import json
import logging
import mmap
import os
import select
import subprocess
import sys
import tempfile
import weakref
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hardware.back_off import BackOff
from hardware.monotonic import Milliseconds, monotonic_ms
from hardware.vision.tag_decoders import DecoderName, FoundCode
from hardware.vision.tag_worker import ANSWER, ORDER, REQUEST

log = logging.getLogger(__name__)

#: After so many new processes no further one is started.
MOST_RESTARTS = 40
#: A request that takes longer than this, and a second a megapixel, hangs; the first one waits for the start.
HANG_SECONDS = 3.0
START_SECONDS = 10.0
#: More than any true answer.
MOST_ANSWER = 1 << 20


class TroubleKind(StrEnum):
    """What went wrong with a decoder."""

    MISSING = "missing"
    CRASHED = "crashed"
    HUNG = "hung"
    FAILED = "failed"
    NOT_STARTED = "not_started"
    GIVEN_UP = "given_up"


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that went wrong with a decoder; `say` is one sentence with the remedy, if there is any."""

    kind: TroubleKind
    decoder: DecoderName
    say: str


class DecoderTrouble(Exception):
    """A request that was not answered."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.say)
        self.trouble = trouble


class DecoderProcess:
    """Starts, asks and replaces the decoder process.  For one thread."""

    def __init__(self, clock_ms: Milliseconds = monotonic_ms) -> None:
        self._clock_ms = clock_ms
        self._child: _Child | None = None
        self._started = 0
        self._back_off = {name: BackOff() for name in DecoderName}
        self._rests_until: dict[DecoderName, int] = {}

    @property
    def pid(self) -> int | None:
        """The number of the decoder process, None while there is none."""
        return self._child.process.pid if self._child is not None else None

    def rests(self, name: DecoderName) -> bool:
        """Tell whether a decoder has just failed and is better left alone for a while."""
        until = self._rests_until.get(name)
        return until is not None and self._clock_ms() < until

    def ask(self, name: DecoderName, grey: NDArray[np.uint8]) -> list[FoundCode]:
        """Return the codes that a decoder finds in a grey picture (height x width, uint8).

        Raises `DecoderTrouble`; the next request may succeed all the same.
        """
        child = self._ready(name)
        seconds = child.patience + grey.size / 1e6
        try:
            answer = child.ask(name, grey, seconds)
            codes = _codes(answer.get("codes", ()))
        except _Hung:
            raise self._lost(name, TroubleKind.HUNG, f"did not come back within {seconds:.0f} s") from None
        except (OSError, EOFError, ValueError, TypeError) as problem:
            how = child.how_it_ended()
            log.info("the decoder process has gone (%s): %r", how, problem)
            raise self._lost(name, TroubleKind.CRASHED, f"crashed on a picture ({how})") from None
        self._back_off[name].worked()
        if "missing" in answer:
            raise DecoderTrouble(Trouble(TroubleKind.MISSING, name, str(answer["missing"])))
        if "failed" in answer:
            say = f"The code reader {name} could not read a picture ({answer['failed']})."
            raise DecoderTrouble(Trouble(TroubleKind.FAILED, name, say))
        return codes

    def close(self) -> None:
        """End the process.  May be called twice; a later request starts a new one."""
        if self._child is not None:
            self._child.close()
            self._child = None

    def _ready(self, name: DecoderName) -> _Child:
        if self._child is not None and self._child.process.poll() is not None:
            # It died between two pictures, so no picture is to blame: the next one is simply read.
            log.info("the decoder process has gone between two pictures")
            self.close()
        if self._child is None:
            if self._started > MOST_RESTARTS:
                say = "Codes are no longer read, since their reader crashed again and again: restart me."
                raise DecoderTrouble(Trouble(TroubleKind.GIVEN_UP, name, say))
            self._started += 1
            try:
                self._child = _Child()
            except (OSError, ValueError) as problem:
                self._rest(name)
                say = f"The process that reads codes cannot be started ({problem})."
                raise DecoderTrouble(Trouble(TroubleKind.NOT_STARTED, name, say)) from problem
        return self._child

    def _lost(self, name: DecoderName, kind: TroubleKind, what: str) -> DecoderTrouble:
        self.close()
        self._rest(name)
        return DecoderTrouble(Trouble(kind, name, f"The code reader {name} {what}; it has been restarted."))

    def _rest(self, name: DecoderName) -> None:
        self._rests_until[name] = self._clock_ms() + self._back_off[name].failed()


class _Hung(Exception):
    """No whole answer in time."""


class _Child:
    """One decoder process with its shared memory."""

    def __init__(self) -> None:
        self.patience = START_SECONDS
        self._memory = _shared_file()
        self._map: mmap.mmap | None = None
        path = [str(Path(folder).absolute()) for folder in sys.path]
        program = (
            f"import sys; sys.path[:] = {path!r}; "
            f"from hardware.vision.tag_worker import main; main({self._memory})"
        )
        try:
            self._grow(1 << 20)
            # Without the site module the start is quicker, and the path is handed over as it is here.
            self.process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", program],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                pass_fds=(self._memory,),
                env=_environment(),
            )
        except BaseException:
            os.close(self._memory)
            raise
        self._finish = weakref.finalize(self, _end, self.process, self._memory)

    def ask(self, name: DecoderName, grey: NDArray[np.uint8], seconds: float) -> dict[str, Any]:
        """Return one answer; raises `_Hung`, or other errors for a process that has broken."""
        height, width = grey.shape
        if self._map is None or len(self._map) < grey.size:
            self._grow(grey.size)
        assert self._map is not None and self.process.stdin is not None
        np.frombuffer(self._map, np.uint8, grey.size).reshape(height, width)[:] = grey
        self.process.stdin.write(REQUEST.pack(ORDER.index(name), width, height))
        deadline = monotonic_ms() + int(1000 * seconds)
        (length,) = ANSWER.unpack(self._read(ANSWER.size, deadline))
        if length > MOST_ANSWER:
            raise ValueError("an answer that is none")
        answer = json.loads(self._read(length, deadline))
        if not isinstance(answer, dict) or not answer.keys() & {"codes", "missing", "failed"}:
            raise ValueError("an answer that is none")
        self.patience = HANG_SECONDS
        return answer

    def how_it_ended(self) -> str:
        """Return how the process ended, in a word; it is ended if it has not."""
        try:
            status = self.process.wait(0.2)
        except subprocess.TimeoutExpired:
            return "it answered nonsense"
        return f"signal {-status}" if status < 0 else f"status {status}"

    def close(self) -> None:
        """End the process and give the memory back."""
        self._map = None
        self._finish()

    def _grow(self, size: int) -> None:
        os.ftruncate(self._memory, size)
        self._map = mmap.mmap(self._memory, size)

    def _read(self, size: int, deadline: int) -> bytes:
        assert self.process.stdout is not None
        waiting = select.poll()
        waiting.register(self.process.stdout, select.POLLIN)
        parts = b""
        while len(parts) < size:
            if not waiting.poll(max(0, deadline - monotonic_ms())):
                raise _Hung
            part = self.process.stdout.read(size - len(parts))
            if not part:
                raise EOFError("the decoder process has closed its output")
            parts += part
        return parts


def _end(process: subprocess.Popen[bytes], memory: int) -> None:
    # Killing loses nothing: the process keeps nothing, and one that hangs would not end otherwise.
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    os.close(memory)


def _shared_file() -> int:
    """Return an open file that has no name, in memory where the system can."""
    if hasattr(os, "memfd_create"):
        return os.memfd_create("picture")
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())


def _environment() -> dict[str, str]:
    """Return what a decoder needs of the environment: nothing that OpenCV or a desktop has put there."""
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "TMPDIR") if name in os.environ}
    # Where the system's libraries lie in an unusual place the user has said so himself.
    folders = os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep)
    if own := [folder for folder in folders if folder and not _of_opencv(folder)]:
        kept["LD_LIBRARY_PATH"] = os.pathsep.join(own)
    return kept


def _of_opencv(folder: str) -> bool:
    return any(part == "cv2" or part.startswith("opencv_") for part in Path(folder).parts)


def _codes(rows: Any) -> list[FoundCode]:
    return [
        FoundCode(text, tuple((float(x), float(y)) for x, y in corners), bool(sure))
        for text, corners, sure in rows
    ]
