"""Sessions spread over a Dask cluster: the same seeds as on one machine, and so the very same counts.

The workers must run this very program; that is asked before the first session, since a cluster whose rules
differ would count something else without a word.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
import re
import socket
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2s
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from companion import __version__
from companion.table.faults import Fault

#: How long a scheduler, and then a first worker, is waited for.
CONNECT_SECONDS = 5.0
WORKER_SECONDS = 10.0
#: Jobs handed out ahead of each thread of the cluster, so that none waits for the next.
_AHEAD = 3
_PACKAGES = ("games", "table", "simulate")
_ADDRESS = re.compile(r"(?:(?:tcp|tls)://)?([A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\]):(\d{1,5})")

Job = TypeVar("Job")
Part = TypeVar("Part")


@contextmanager
def cluster_at(address: str) -> Iterator[Cluster]:
    """Connect to the scheduler at ``HOST:PORT``.

    Raises `Fault` for what is no address, where Dask is not installed, nothing answers within
    `CONNECT_SECONDS`, there are no workers, or they run another program than this one; and for a cluster
    that is lost before the last job is done.
    """
    address = address.strip()
    parts = _ADDRESS.fullmatch(address)
    if parts is None or not 1 <= int(parts[2]) <= 65535:
        raise Fault("simulate.dask.address", status=2, given=address[:48])
    if importlib.util.find_spec("distributed") is None:
        raise Fault("simulate.dask.missing")
    distributed: Any = importlib.import_module("distributed")
    dask: Any = importlib.import_module("dask")
    _hush()
    patience = {"distributed.comm.timeouts.connect": CONNECT_SECONDS}
    with warnings.catch_warnings(), dask.config.set(patience):
        warnings.simplefilter("ignore")
        try:
            if not address.startswith("tls:"):
                _greeted(parts[1].strip("[]"), int(parts[2]))
            client = distributed.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as problem:
            raise Fault("simulate.dask.unreachable", address=address) from problem
        try:
            yield Cluster(client, address)
        except (OSError, TimeoutError, distributed.CancelledError, distributed.KilledWorker) as problem:
            raise Fault("simulate.dask.lost", address=address) from problem
        finally:
            client.close(timeout=CONNECT_SECONDS)


class Cluster:
    """A cluster that is connected."""

    def __init__(self, client: Any, address: str) -> None:
        """Take a client of ``distributed``; raises `Fault` as `cluster_at` does."""
        self._client = client
        try:
            client.wait_for_workers(1, timeout=WORKER_SECONDS)
        except TimeoutError as problem:
            raise Fault("simulate.dask.no_workers", address=address) from problem
        try:
            programs = set(client.run(program_of).values())
        except ImportError as problem:
            raise Fault("simulate.dask.other", version=__version__) from problem
        if programs != {program_of()}:
            raise Fault("simulate.dask.other", version=__version__)

    @property
    def threads(self) -> int:
        """How many jobs are done at a time."""
        threads: int = sum(self._client.nthreads().values())
        return max(1, threads)

    def each(self, do: Callable[[Job], Part], jobs: Sequence[Job]) -> Iterator[Part]:
        """Yield what `do` makes of every job, as they come; a job of a worker that dies is done again."""
        waiting = iter(jobs)
        running: Any = importlib.import_module("distributed").as_completed(
            [self._handed_out(do, job) for job in islice(waiting, _AHEAD * self.threads)],
            loop=self._client.loop,
        )
        for future in running:
            part = future.result()
            future.release()
            for job in islice(waiting, 1):
                running.add(self._handed_out(do, job))
            yield part

    def _handed_out(self, do: Callable[[Job], Part], job: Job) -> Any:
        # The counts are no function of the job alone to Dask's eyes: nothing may come from its memory.
        return self._client.submit(do, job, pure=False)


def _greeted(host: str, port: int) -> None:
    """Wait until whatever listens at a port says something; raises `OSError` where it does not.

    A scheduler speaks first.  Dask itself would wait without end for a program that does not.
    """
    with socket.create_connection((host, port), timeout=CONNECT_SECONDS) as connection:
        if not connection.recv(1):
            raise ConnectionError(f"{host}:{port} hangs up")


def _hush() -> None:
    """Silence what Dask says on the way: here one sentence says it all."""
    for name in list(logging.root.manager.loggerDict):
        if name.split(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def program_of() -> str:
    """Return what tells this program's rules from any other's: its version and a digest of its sources."""
    root = Path(__file__).resolve().parent.parent
    digest = blake2s(digest_size=16)
    for package in _PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes())
    return f"{__version__} {digest.hexdigest()}"
