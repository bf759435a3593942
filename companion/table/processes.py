"""Child processes behind a small interface, started with an environment that is fit for them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from msgspec import Struct


class Finished(Struct, frozen=True):
    """How a child process ended, and what it said.

    `status` is its exit status, -1 where there was no such program, -2 where it took too long.
    """

    status: int
    out: str
    err: str


class Processes(Protocol):
    """What runs other programs."""

    def run(self, command: Sequence[str], *, seconds: float = 10.0, given: str = "") -> Finished:
        """Run `command` to its end with `given` as its input; never raises for what the child does."""
        ...

    def alive(self, pid: int) -> bool:
        """Return whether a process of this number is running."""
        ...


class SystemProcesses:
    """The machine's own processes."""

    def run(self, command: Sequence[str], *, seconds: float = 10.0, given: str = "") -> Finished:
        try:
            done = subprocess.run(
                list(command),
                input=given,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=seconds,
                env=clean_environment(os.environ),
            )
        except subprocess.TimeoutExpired:
            return Finished(-2, "", f"{command[0]} took longer than {seconds:g} s")
        except OSError as problem:
            return Finished(-1, "", f"{command[0]}: {problem.strerror or problem}")
        return Finished(done.returncode, done.stdout, done.stderr)

    def alive(self, pid: int) -> bool:
        if pid <= 0:
            return False
        if os.name != "posix":
            # Elsewhere the signal 0 is none: it would end the process that it asks after.
            return pid == os.getpid()
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        except (PermissionError, OverflowError):
            return pid < 2**31
        return True


class RecordedProcesses:
    """Processes that answer as told and note what was asked of them: for tests and the simulated world."""

    def __init__(self, answers: Mapping[str, Finished] | None = None, living: Sequence[int] = ()) -> None:
        self.answers = dict(answers or {})
        self.living = set(living)
        self.asked: list[tuple[str, ...]] = []

    def run(self, command: Sequence[str], *, seconds: float = 10.0, given: str = "") -> Finished:
        self.asked.append(tuple(command))
        return self.answers.get(command[0], Finished(-1, "", f"{command[0]}: not there"))

    def alive(self, pid: int) -> bool:
        return pid in self.living


def clean_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return `environment` without what importing OpenCV puts into it.

    OpenCV's wheel points the loader and Qt at its own libraries; a child (a browser, a speech program)
    that inherits that loads the wrong ones.  What the user has set himself stays.
    """
    clean: dict[str, str] = {}
    for key, value in environment.items():
        if key == "LD_LIBRARY_PATH":
            kept = [part for part in value.split(os.pathsep) if part and not _of_opencv(part)]
            if kept:
                clean[key] = os.pathsep.join(kept)
        elif not (key.startswith("QT_") and _of_opencv(value)):
            clean[key] = value
    return clean


def _of_opencv(path: str) -> bool:
    return any(part == "cv2" or part.startswith("opencv_") for part in Path(path).parts)
