"""However a command ends - Ctrl-C, a full disk, a closed output - nothing is left, and no traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from companion.simulate.on_cores import on_cores
from companion.table.faults import Fault
from tests.house.tree import ROOT

#: Counts until it is stopped, on two processes.
ENDLESS = ["simulate", "dice", "--sessions", "100000000", "--cores", "2"]


def hear_ctrl_c() -> None:
    """A shell starts what runs in its background deaf to Ctrl-C, this suite perhaps as well."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def started(*words: str, folder: Path, **how: object) -> subprocess.Popen[str]:
    environment = {**os.environ, "COMPANION_DATA": str(folder), "PYTHONPATH": str(ROOT)}
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how}
    command = [sys.executable, "-m", "companion", *words]
    return subprocess.Popen(
        command, env=environment, text=True, start_new_session=True, preexec_fn=hear_ctrl_c, **pipes
    )  # type: ignore[call-overload, no-any-return]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("words", ["odds dice", "odds dice --json", "--help"])
def test_a_full_device_is_one_sentence(tmp_path: Path, words: str) -> None:
    with Path("/dev/full").open("w") as full:
        ended = started(*words.split(), folder=tmp_path, stdout=full)
        said = ended.communicate(timeout=60)[1]
    assert ended.returncode == 1
    assert said.count("\n") == 1 and os.strerror(28) in said, said


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-"])
def test_closed_outputs_stop_nothing(tmp_path: Path, closed: str) -> None:
    line = f'"{sys.executable}" -m companion odds dice {closed}; echo $? > "{tmp_path}/status"'
    done = subprocess.run(["/bin/sh", "-c", line], cwd=ROOT, capture_output=True, text=True)
    assert (tmp_path / "status").read_text() == "0\n"
    assert not done.stderr


def children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextmanager
def counting(folder: Path) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """A simulation that is at work, and its processes; none of them outlives a test that fails."""
    at_work = started(*ENDLESS, folder=folder)
    try:
        until = time.monotonic() + 60
        # Beside the two there is Python's own, which looks after what the others share.
        while len(mine := children(at_work.pid)) < 3:
            assert time.monotonic() < until and at_work.poll() is None
            time.sleep(0.02)
        yield at_work, mine
    finally:
        with suppress(ProcessLookupError):
            os.killpg(at_work.pid, signal.SIGKILL)
        at_work.communicate()


def gone(processes: list[int]) -> bool:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if not any(Path(f"/proc/{one}").exists() for one in processes):
            return True
        time.sleep(0.02)
    return False


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="it looks for children in /proc")
def test_ctrl_c_ends_all_processes_and_none_speaks(tmp_path: Path) -> None:
    with counting(tmp_path) as (at_work, mine):
        os.killpg(at_work.pid, signal.SIGINT)
        told = at_work.communicate(timeout=60)
        assert told == ("", "")
        assert at_work.returncode in (130, -signal.SIGINT)
        assert gone(mine)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="it looks for children in /proc")
def test_processes_end_with_the_one_that_gave_them_work(tmp_path: Path) -> None:
    with counting(tmp_path) as (at_work, mine):
        at_work.kill()
        assert gone(mine)


@pytest.mark.parametrize("delay", [0.0, 0.08, 0.2])
def test_ctrl_c_while_it_starts_tells_nothing_of_modules(tmp_path: Path, delay: float) -> None:
    """Stopped as soon as the first of our modules has been read, or a little later."""
    code = (
        "import os, signal, sys, _thread, time\n"
        f"stop = lambda: (time.sleep({delay}), os.kill(os.getpid(), signal.SIGINT))\n"
        "sys.argv = ['companion', 'simulate', 'dice', '--sessions', '1', '--through-camera']\n"
        "from companion.__main__ import main\n"
        "import companion.cli\n"
        "keep = companion.cli.run\n"
        "companion.cli.run = lambda words: (_thread.start_new_thread(stop, ()), keep(words))[1]\n"
        "sys.exit(main())\n"
    )
    environment = {**os.environ, "COMPANION_DATA": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, preexec_fn=hear_ctrl_c
    )
    assert (done.stdout, done.stderr) == ("", "")
    assert done.returncode in (130, -signal.SIGINT)


def end_oneself(job: int) -> int:
    if job == 1:
        os._exit(9)
    return job


def test_a_process_that_the_system_ends_is_one_sentence() -> None:
    with pytest.raises(Fault, match="process_ended"):
        list(on_cores(end_oneself, range(4), 2))


def square(number: int) -> int:
    return number * number


@pytest.mark.parametrize("workers", [1, 2])
def test_jobs_are_made_as_they_are_needed_and_done_in_order(workers: int) -> None:
    made: list[int] = []

    def jobs() -> object:
        for number in range(10**9):
            made.append(number)
            yield number

    done = on_cores(square, jobs(), workers)  # type: ignore[arg-type]
    assert [next(done) for _ in range(20)] == [n * n for n in range(20)]
    done.close()  # type: ignore[attr-defined]
    assert len(made) < 40
