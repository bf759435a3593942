"""The power goes at any write, unsynced pages are kept, dropped or torn: no acknowledged answer is lost."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from cut_again import CutAgain

from companion.torture.cut_disk import CutDisk
from companion.torture.unsynced import Loss, Unsynced


def cut_at_random(root: Path, disk: CutDisk, seed: int, times: int) -> CutAgain:
    again = CutAgain(root, disk, seed)
    for _ in range(times):
        again.cut(again.chance.randint(0, 200), again.chance.choice(tuple(Loss)))
    again.check()
    return again


def test_no_acknowledged_answer_is_lost_at_forty_power_cuts(root: Path, disk: CutDisk) -> None:
    again = cut_at_random(root, disk, 1, 40)
    assert again.answers > 200
    # A power cut is nothing to speak of: nothing is set aside, nothing has to be recovered.
    assert not again.notices


@pytest.mark.parametrize("loss", tuple(Loss))
def test_the_very_first_steps_of_a_journal_can_be_cut_one_after_the_other(
    root: Path, disk: CutDisk, loss: Loss
) -> None:
    again = CutAgain(root, disk, 2)
    for steps in range(0, 70, 5):
        again.cut(steps, loss)
        disk.unsynced.root.parent.chmod(0o700)
    again.check()
    assert again.answers > 10 and not again.notices


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_no_acknowledged_answer_is_lost_at_two_thousand_power_cuts(root: Path) -> None:
    answers = 0
    for part in range(20):
        # A folder of its own now and then, or looking through all its sessions takes most of the time.
        disk = CutDisk(root / str(part))
        (root / str(part)).parent.mkdir(exist_ok=True)
        again = cut_at_random(root / str(part), disk, 100 + part, 100)
        disk.end()
        assert not again.notices
        answers += again.answers
    print(f"2,000 power cuts, {answers:,} acknowledgements, none lost")
    assert answers > 2000


def test_a_disk_that_only_says_it_has_synced_does_lose_answers(
    root: Path, disk: CutDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proof that these power cuts bite: without syncs the same cuts lose what was acknowledged."""
    for promise in ("synced", "folder_synced"):
        monkeypatch.setattr(Unsynced, promise, lambda *_: None)
    again = CutAgain(root, disk, 1)
    with pytest.raises(AssertionError):
        for _ in range(20):
            again.cut(150, Loss.DROPS)
        again.check()
    assert again.lost


def test_sectors_folders_and_names_are_left_as_a_disk_leaves_them(root: Path, disk: CutDisk) -> None:
    disk.make_folder(root)
    disk.write_whole(root / "whole", b"old" * 400)
    with disk._open_file(root / "torn") as file:
        disk._put(file, root / "torn", 0, b"x" * 2000)
    disk._sync_folder(root)
    with disk._open_file(root / "nameless") as file:
        disk._put(file, root / "nameless", 0, b"y")
        disk._sync(file, root / "nameless")
    before = {path.name: path.read_bytes() for path in root.iterdir()}

    disk.cut_after(0)
    disk.restart(Loss.DROPS, random.Random(1))
    assert {path.name: path.read_bytes() for path in root.iterdir()} == {"whole": b"old" * 400, "torn": b""}
    assert set(before) == {"whole", "torn", "nameless"}
    disk.write_at(root / "torn", 0, b"z" * 2048)
    with disk._open_file(root / "torn") as file:
        disk._put(file, root / "torn", 2048, b"w" * 2048)
    disk.restart(Loss.TEARS, random.Random(3))
    left = (root / "torn").read_bytes()
    assert left[:2048] == b"z" * 2048
    sectors = {left[at : at + 512] for at in range(2048, len(left), 512)}
    assert sectors <= {b"w" * 512, bytes(512)} and len(left) > 2048


def test_what_a_failed_sync_has_dropped_is_not_made_good_by_a_later_one(root: Path, disk: CutDisk) -> None:

    from companion.table.faulty_disk import DiskFault

    disk.make_folder(root)
    disk.write_at(root / "file", 0, b"a" * 10_000)
    disk.fail(DiskFault.BROKEN)
    disk.unsynced.wrote(root / "file", 0, b"b" * 10_000)
    disk.unsynced.failed_to_sync(root / "file")
    disk.fail(None)
    disk.unsynced.wrote(root / "file", 0, b"c")
    disk.unsynced.synced(root / "file")
    disk.restart(Loss.DROPS, random.Random(1))
    left = (root / "file").read_bytes()
    # The page that was written to again is whole; the others went with the failed sync.
    assert left == b"c" + b"b" * 4095 + b"a" * (10_000 - 4096)


def test_people_are_told_what_a_power_cut_does_and_where_to_keep_the_journal() -> None:
    told = " ".join((Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8").split())
    for words in ("After a power cut the session goes on", "partition of its own", "COMPANION_DATA"):
        assert words in told
