"""The power goes while a damaged journal is being saved, and while an older one is brought up to date."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest
from digging import factory
from table_play import dig_on, start

from companion.table.faults import Fault
from companion.table.journal import DATABASE, Journal
from companion.table.journal_schema import MIGRATIONS, make_ready, schema_version
from companion.table.verify import verify
from companion.torture.cut_disk import CutDisk
from companion.torture.damage import DAMAGES
from companion.torture.unsynced import Loss

KEPT = Path(__file__).parent.parent / "sessions" / "schema-1-goldrush.db.gz"


def zeroed(database: Path) -> None:
    data = database.read_bytes()
    database.write_bytes(data[:4096] + bytes(len(data) - 4096))


@pytest.mark.parametrize("loss", tuple(Loss))
def test_power_cuts_while_a_damaged_journal_is_saved_lose_nothing(
    root: Path, disk: CutDisk, loss: Loss
) -> None:
    chance = random.Random(f"{loss}")
    with Journal.open(root, disk=disk) as journal:
        session = start(journal, rounds=30)
        told = dig_on(session, 25)
    zeroed(root / DATABASE)
    disk.unsynced.take_as_it_is()
    steps = 0
    while True:
        disk.cut_after(steps)
        try:
            with Journal.open(root, disk=disk) as journal:
                if not disk.dead:
                    stored = journal.load(told.session)
                    break
        except (Fault, OSError):
            assert disk.dead
        disk.restart(loss, chance)
        steps += 3
    assert (stored.entries[-1].number, stored.entries[-1].digest) == (told.number, told.digest)
    verify(stored, factory)
    assert steps > 20
    # However often it was begun anew, what was damaged first is still there.
    spoilt = [path for path in root.glob("*.damaged-*") if path.stat().st_size > 4096]
    assert any(not any(path.read_bytes()[4096:]) for path in spoilt)


@pytest.mark.parametrize("loss", tuple(Loss))
def test_power_cuts_while_a_schema_is_brought_up_to_date_leave_the_old_one_or_the_new(
    root: Path, disk: CutDisk, loss: Loss
) -> None:
    chance = random.Random(f"{loss}")
    newer = (*MIGRATIONS, ("ALTER TABLE sessions ADD COLUMN place TEXT NOT NULL DEFAULT ''",))
    root.mkdir()
    whole = gzip.decompress(KEPT.read_bytes())
    seen = set()
    for steps in range(16):
        for path in root.iterdir():
            path.unlink()
        (root / DATABASE).write_bytes(whole)
        disk.unsynced.take_as_it_is()
        disk.cut_after(steps)
        try:
            connection = disk.connect(root / DATABASE)
            try:
                make_ready(connection, "kept", migrations=newer)
            finally:
                connection.close()
        except Exception:
            assert disk.dead
        disk.restart(loss, chance)
        connection = disk.connect(root / DATABASE)
        version = schema_version(connection, "kept", known=len(newer))
        columns = [row[1] for row in connection.execute("PRAGMA table_info(sessions)")]
        assert (version, len(columns)) in ((1, 1), (2, 2))
        assert connection.execute("SELECT count(*) FROM entries").fetchone()[0] == 48
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.close()
        seen.add(version)
    assert seen == {1, 2}


def test_every_damage_of_the_list_is_one_of_the_database_or_of_its_mirror() -> None:
    assert len(DAMAGES) == len(set(DAMAGES)) == 16
