"""Work that is spread over the machine's cores, and given up at once when somebody presses Ctrl-C."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import chain, islice
from typing import TypeVar

from companion.table.faults import Fault

Job = TypeVar("Job")
Done = TypeVar("Done")

#: So many jobs wait beside each one that is worked on: enough that no core is idle.
WAITING = 2
#: More processes than this for each core only take each other's time.
MOST_A_CORE = 2


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def on_cores(work: Callable[[Job], Done], jobs: Iterable[Job], workers: int) -> Iterator[Done]:
    """Yield what `work` makes of each job, in their order, on so many processes; with one, in this one.

    `work` must be a function of a module.  The jobs are made as they are needed, so that there may be any
    number of them.  Raises `Fault` when the system has ended a process, and what `work` raises.
    """
    coming = iter(jobs)
    first = [*islice(coming, 2)]
    if workers <= 1 or len(first) < 2:
        yield from map(work, chain(first, coming))
        return
    coming, workers = chain(first, coming), min(workers, MOST_A_CORE * cores())
    others = {*multiprocessing.active_children()}
    # Fresh processes, not forks: a progress bar has a thread of its own, which a fork would not survive.
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=spawn, initializer=_end_with_the_parent) as pool:
        asked: deque[Future[Done]] = deque()
        try:
            with _interrupts_held_back():
                asked.extend(pool.submit(work, job) for job in islice(coming, (1 + WAITING) * workers))
            while asked:
                yield asked.popleft().result()
                with _interrupts_held_back():
                    asked.extend(pool.submit(work, job) for job in islice(coming, 1))
        except BaseException as problem:
            # The pool notices it, and ends its threads before it lets go.
            for process in {*multiprocessing.active_children()} - others:
                process.terminate()
            if isinstance(problem, BrokenProcessPool):
                raise Fault("simulate.process_ended") from problem
            raise


def _end_with_the_parent() -> None:
    """See to it that this process does not wait for work for ever when the one that gives it is killed."""

    def watch() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, name="watches the parent", daemon=True).start()


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Hold Ctrl-C back, and from the processes that are started meanwhile for good.

    The terminal sends it to all of them, and each would print how it was interrupted; this one ends them.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
