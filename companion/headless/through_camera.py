"""Whole sessions of bots through the camera: rendered frames, real vision code, journal and session."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import parent_process
from typing import Any

from companion.headless.eyes import eyes_of, hands_at
from companion.headless.narrator import Narrator
from companion.headless.simulated_hands import MISHAPS
from companion.headless.table import HeadlessTable
from companion.language import Language
from companion.simulate.on_cores import on_cores
from companion.simulate.runner import seat_bots
from companion.simulate.tallies import Tally, new_tally
from companion.table.chance import SeededChance
from companion.table.entries import Entry
from companion.table.journal import Journal
from companion.table.session import Session
from hardware.simulated.look import Level


@dataclass(frozen=True)
class CameraSession:
    """One session of the run: `seed` plays it again; `chain` is the hash its journal ends with.

    `entries` are the rows of that journal.
    """

    seed: int
    players: int
    answers: int
    counts: dict[str, int]
    chain: str
    tally: Tally
    entries: tuple[Entry, ...]
    finished: bool


def play_through_camera(
    game: str,
    players: int,
    seed: int,
    rules: dict[str, Any],
    *,
    level: Level | None = None,
    mishaps: int = MISHAPS,
    most_answers: int | None = None,
) -> CameraSession:
    """Play one session of bots through the camera in its own journal; the same seed, the same journal.

    Dice are thrown, cards turned and tiles shown on a simulated table, money is asked for by presses.
    """
    # Cards and tiles are shown on the mat of a tidy table, as people are told to make theirs.
    level = level or ("usual" if game == "dice" else "plain")
    hands = hands_at(game, seed, level, mishaps=mishaps)
    narrator = Narrator(Language.load(), io.StringIO())
    with Journal.in_memory(clock=hands.clock) as journal:
        chance = SeededChance(f"lots {seed}")
        session = Session.start(
            journal, hands.build, game, seat_bots(game, players), _rules(game, rules), chance
        )
        table = HeadlessTable(session, eyes_of(hands), hands, narrator)
        view = table.play(most_answers)
        tally = new_tally(game)
        if view.outcome is not None:
            tally.begin(players)
            for entry in session.history():
                for event in entry.events:
                    tally.take(event)
            tally.end(view.seats, view.outcome)
        entries = tuple(journal.load(view.session).entries)
        chain = journal.tail(view.session)[1]
        counts = {**table.counts, "presses": hands.presses}
        finished = view.outcome is not None
        return CameraSession(seed, players, view.number, counts, chain, tally, entries, finished)


def _rules(game: str, rules: dict[str, Any]) -> dict[str, Any]:
    """At a table people hold the tiles, so that none is dealt by the program."""
    return {**rules, "hands": "table", "virtual": 0} if game == "dominoes" else rules


def simulate_through_camera(
    game: str,
    players: tuple[int, ...],
    sessions: int,
    seed: int,
    rules: dict[str, Any],
    workers: int,
    progress: Callable[[int], None] = lambda done: None,
) -> tuple[Tally, dict[str, Any]]:
    """Play `sessions` sessions on `workers` processes, numbers of players in turn.

    Returns what the game counts and the camera's own figures; `misread_seeds` are the seeds of the sessions
    in which a wrong value was accepted, if any.
    """
    jobs = ((game, players[one % len(players)], seed * 1_000_003 + one, rules) for one in range(sessions))
    counts: Counter[str] = Counter()
    answers = 0
    misread: list[int] = []
    tally = new_tally(game)
    for done, played in enumerate(on_cores(_one, jobs, workers), start=1):
        counts.update(played.counts)
        answers += played.answers
        tally.add(played.tally)
        if played.counts.get("silent_misreads"):
            misread.append(played.seed)
        progress(done)
    throws = counts["read"] + counts["asked"]
    return tally, {
        "answers": answers,
        "throws": throws,
        "read": counts["read"],
        "asked": counts["asked"],
        "shown": counts["shown"],
        "presses": counts["presses"],
        "put_right": counts["put_right"],
        "refused": counts["refused"],
        "silent_misreads": counts["silent_misreads"],
        "misread_seeds": misread,
    }


def _one(job: tuple[str, int, int, dict[str, Any]]) -> CameraSession:
    import cv2

    if parent_process() is not None:
        # Each process has a core of its own; OpenCV's threads would only get in each other's way.
        cv2.setNumThreads(1)
    return play_through_camera(*job)
