"""What is kept: the data folder, the journal's integrity and speed, room on the disk."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import suppress

from companion.doctor.check import Check, State, broken, fine, note
from companion.doctor.world import World
from companion.table.data_folder import ready_data_folder
from companion.table.faults import Fault
from companion.table.journal import DATABASE, LOW_SPACE, Journal
from companion.table.text import Text

#: One commit waits for the disk; people notice a pause from here on.
SLOW_MS = 250
COMMITS = 8
#: So much room is left at ease.
EASY_SPACE = 200 * 1024 * 1024


def _folder(world: World) -> Iterator[Check]:
    try:
        ready_data_folder(world.data, world.disk)
    except Fault as fault:
        yield Check("folder", State.BROKEN, fault.say, Text("doctor.folder.do", {"path": str(world.data)}))
        return
    yield fine("folder", path=str(world.data))
    yield _journal(world)
    yield _speed(world)
    yield _room(world)


def _journal(world: World) -> Check:
    path = world.data / DATABASE
    if world.disk.size(path) is None:
        return fine("journal", "new")
    try:
        with Journal.read(world.data, disk=world.disk) as journal:
            sessions = len(journal.session_ids())
        connection = world.disk.connect(path, read_only=True)
        try:
            verdict = str(connection.execute("PRAGMA quick_check(1)").fetchone()[0])
        finally:
            connection.close()
    except Fault as fault:
        return Check("journal", State.BROKEN, fault.say, Text("doctor.journal.damaged.do"))
    except (sqlite3.Error, OSError) as problem:
        return broken("journal", "damaged", reason=str(problem))
    if verdict != "ok":
        return broken("journal", "damaged", reason=verdict)
    return fine("journal", count=sessions)


def _speed(world: World) -> Check:
    """Commit as the journal does, into a file of its own that is gone afterwards."""
    trial = world.data / f".trial-{os.getpid()}.db"
    slowest = 0
    try:
        connection = world.disk.connect(trial)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("CREATE TABLE trial (number INTEGER, body TEXT)")
            for number in range(COMMITS):
                began = world.clock_ms()
                connection.execute("INSERT INTO trial VALUES (?, ?)", (number, "x" * 400))
                slowest = max(slowest, world.clock_ms() - began)
        finally:
            connection.close()
    except (sqlite3.Error, OSError) as problem:
        return broken("speed", "failed", reason=str(problem))
    finally:
        for ending in ("", "-wal", "-shm", "-journal"):
            with suppress(OSError):
                trial.with_name(trial.name + ending).unlink()
    return note("speed", "slow", ms=slowest) if slowest > SLOW_MS else fine("speed", ms=slowest)


def _room(world: World) -> Check:
    free = world.disk.free_bytes(world.data)
    megabytes = free // (1024 * 1024)
    if free < LOW_SPACE:
        return broken("room", "none", megabytes=megabytes)
    if free < EASY_SPACE:
        return note("room", "little", megabytes=megabytes)
    return fine("room", megabytes=megabytes)


LOOKS = {"folder": _folder}
