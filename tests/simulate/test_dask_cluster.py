"""Sessions on a Dask cluster: two worker processes count exactly what one process counts."""

from __future__ import annotations

import importlib.util
import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cli import run
from companion.games import rules_in_words
from companion.simulate import cluster
from companion.simulate.sessions import simulate

HERE = "127.0.0.1"
needs_dask = pytest.mark.skipif(
    importlib.util.find_spec("distributed") is None, reason="distributed is not installed"
)


@pytest.fixture(scope="module")
def dask() -> Iterator[Any]:
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0", host=HERE
    ) as local:
        yield local


@pytest.fixture
def address(dask: Any) -> str:
    return str(dask.scheduler_address).removeprefix("tcp://")


def counts(thing: Any) -> Any:
    """Return all that a tally holds, down to the last number, as plain data."""
    if isinstance(thing, dict):
        return {str(key): counts(value) for key, value in thing.items()}
    if isinstance(thing, (list, tuple, set)):
        return [counts(value) for value in thing]
    if thing is None or isinstance(thing, (int, float, str)):
        return thing
    held = (
        vars(thing)
        if hasattr(thing, "__dict__")
        else {name: getattr(thing, name) for name in thing.__slots__}
    )
    return counts(held)


@needs_dask
@pytest.mark.parametrize(
    ("game", "players", "sessions"), [("goldrush", (2, 4), 40), ("dice", (3,), 60), ("dominoes", (2, 3), 26)]
)
def test_the_same_seeds_count_the_same(
    address: str, game: str, players: tuple[int, ...], sessions: int
) -> None:
    rules = rules_in_words(game, [])
    here = simulate(game, players, sessions, 11, rules, workers=1)
    done: list[int] = []
    there = simulate(game, players, sessions, 11, rules, cluster=address, progress=done.append)
    assert counts(there) == counts(here) and there.figures(rules) == here.figures(rules)
    assert done[-1] == sessions and done == sorted(done)
    if game == "dice":
        other = simulate(game, players, sessions, 12, rules, cluster=address)
        assert counts(other) != counts(here)


@needs_dask
def test_the_workers_are_two_processes(address: str) -> None:
    import os

    with cluster.cluster_at(address) as connected:
        assert connected.threads == 2
        pids = set(connected.each(_pid, list(range(40))))
    assert len(pids) == 2 and os.getpid() not in pids


def _pid(number: int) -> int:
    import os
    import time

    time.sleep(0.005)
    return os.getpid()


@needs_dask
def test_more_jobs_than_are_handed_out_at_once_come_back_once_each(address: str) -> None:
    with cluster.cluster_at(address) as connected:
        assert sorted(connected.each(abs, list(range(-50, 0)))) == list(range(1, 51))


@needs_dask
def test_the_command_says_the_same_with_and_without_a_cluster(
    address: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An edition in a file goes along to the workers, which have no such file."""
    monkeypatch.chdir(tmp_path)
    assert run(["edition", "new", "mine.toml"]) == 0
    mine = tmp_path / "mine.toml"
    mine.write_text(mine.read_text(encoding="utf-8").replace("grubstake = 50000", "grubstake = 20000"))
    capsys.readouterr()
    words = [
        "simulate",
        "goldrush",
        "--sessions",
        "30",
        "--seed",
        "3",
        "--json",
        "--rules",
        "edition=mine.toml",
    ]
    told = []
    for more in (["--cores", "1"], ["--dask", address]):
        assert run([*words, *more]) == 0
        captured = capsys.readouterr()
        assert captured.err == ""
        told.append(json.loads(captured.out))
    for figures in told:
        for measured in ("seconds", "rounds_per_second", "sessions_per_second"):
            assert figures.pop(measured) > 0
    assert told[0] == told[1] and told[0]["sessions"] == 30


@needs_dask
def test_workers_with_other_rules_are_refused(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # The workers' own sources are as they are; here another directory of packages is taken for ours.
    monkeypatch.setattr(cluster, "_PACKAGES", ("games",))
    assert run(["simulate", "goldrush", "--sessions", "2", "--dask", address]) == 1
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and "version" in captured.err


@needs_dask
def test_a_scheduler_without_workers_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from distributed import LocalCluster

    monkeypatch.setattr(cluster, "WORKER_SECONDS", 0.3)
    with LocalCluster(
        n_workers=0, processes=False, protocol="tcp://", dashboard_address=":0", host=HERE
    ) as alone:
        address = alone.scheduler_address.removeprefix("tcp://")
        assert run(["simulate", "dice", "--sessions", "2", "--dask", address]) == 1
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1 and "no workers" in captured.err and address in captured.err


@needs_dask
def test_nobody_listens(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as closed:
        closed.bind((HERE, 0))
        address = f"{HERE}:{closed.getsockname()[1]}"
    assert run(["simulate", "goldrush", "--sessions", "2", "--dask", address]) == 1
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and address in captured.err


@needs_dask
def test_something_else_listens(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.3)
    with socket.socket() as silent:
        silent.bind((HERE, 0))
        silent.listen()
        address = f"{HERE}:{silent.getsockname()[1]}"
        assert run(["simulate", "goldrush", "--sessions", "2", "--dask", address]) == 1
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1 and address in captured.err


def test_without_dask_one_sentence_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *rest: None if name == "distributed" else real(name, *rest)
    )
    assert run(["simulate", "goldrush", "--sessions", "2", "--dask", f"{HERE}:8786"]) == 1
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1
    assert "pip install 'klondike-companion[dask]'" in captured.err


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--dask", "here"], "here"),
        (["--dask", "here:0"], "here:0"),
        (["--dask", "here:99999"], "here:99999"),
        (["--dask", "http://here:8786"], "http://here:8786"),
        (["--dask", ""], "HOST:PORT"),
        (["--dask", "here:8786", "--cores", "2"], "--cores"),
        (["--dask", "here:8786", "--through-camera"], "--through-camera"),
    ],
)
def test_wrong_usage_is_one_sentence(
    words: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["simulate", "goldrush", "--sessions", "2", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1 and named in captured.err
