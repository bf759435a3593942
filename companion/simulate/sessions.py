"""Many sessions on all cores: the same seed gives the same counts, whatever the number of cores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.games import build_game
from companion.simulate.line_up import simulated_rules
from companion.simulate.on_cores import cores, on_cores
from companion.simulate.runner import play_session, seat_bots
from companion.simulate.tallies import Tally, new_tally

#: Sessions handed to a core at a time.
CHUNK = 25


def simulate(
    game: str,
    players: tuple[int, ...],
    sessions: int,
    seed: int,
    rules: Mapping[str, Any],
    *,
    strengths: tuple[str, ...] = (),
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Tally:
    """Play `sessions` sessions in all, in turn with each of the numbers of `players`, and count them.

    Each session has a seed of its own made from `seed` and its number.  The `strengths` of the bots, in
    games that know them, move on by one place with every session.  `progress` is told the number of
    sessions done.  With a `cluster`, the address of a Dask scheduler, that does the work instead of this
    machine's cores; the counts are the same.  Raises `Fault` where the cluster cannot do it.
    """
    if cluster is not None:
        rules = _without_files(game, players[0], rules)
    jobs = (
        (game, players, range(start, min(start + CHUNK, sessions)), seed, dict(rules), strengths)
        for start in range(0, sessions, CHUNK)
    )
    parts = on_cores(_play_chunk, jobs, workers or cores()) if cluster is None else _run_on(cluster, [*jobs])
    total, done = new_tally(game), 0
    for part, count in parts:
        total.add(part)
        done += count
        progress(done)
    return total


def _run_on(cluster: str, jobs: list[Any]) -> Iterator[tuple[Tally, int]]:
    from companion.simulate.cluster import cluster_at

    with cluster_at(cluster) as connected:
        yield from connected.each(_play_chunk, jobs)


def _without_files(game: str, players: int, rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rules with all that they name in files, which are on no other machine."""
    return build_game(game, seat_bots(game, players), simulated_rules(game, rules)).rules_to_keep(dict(rules))


def _play_chunk(
    job: tuple[str, tuple[int, ...], range, int, dict[str, Any], tuple[str, ...]],
) -> tuple[Tally, int]:
    game, players, numbers, seed, rules, strengths = job
    tally = new_tally(game)
    seats = {count: seat_bots(game, count) for count in players}
    for number in numbers:
        count = players[number % len(players)]
        tally.begin(count)
        by = number // len(players) % len(strengths) if strengths else 0
        moved = (*strengths[by:], *strengths[:by])
        own_seed = f"{seed}/{number}"
        tally.end(*play_session(game, seats[count], rules, own_seed, tally.take, strengths=moved))
    return tally, len(numbers)
