"""The kiosk's own screen: no frame shows what is not on the disk, when disks fail and when the power goes."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from companion.kiosk.acts import Push
from companion.kiosk.keeper import Keeper
from companion.kiosk.scenes.table import TableScene
from companion.simulate.bots import Bots
from companion.table.chance import SeededChance
from companion.table.faulty_disk import DiskFault
from companion.table.journal import Journal
from companion.torture.checks import Checks
from companion.torture.cut_disk import CutDisk
from companion.torture.found import Found
from companion.torture.unsynced import Loss
from hardware.buttons import SEAT_BUTTONS
from tests.kiosk.people import Player, open_player


class Evening:
    """People at a kiosk whose journal lies on a disk that fails and loses its power; all frames looked at."""

    def __init__(self, root: Path, disk: CutDisk, seed: int) -> None:
        self.chance = random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.player: Player = open_player(seed=seed)
        self.player.stage.keeper.close()
        self._disk = disk
        self.journal = Journal.open(root, clock=self.player.clock, disk=disk)
        self.player.stage.keeper = Keeper(self.journal, SeededChance(seed))
        self.checks = Checks(root)
        self.checks.opened(self.journal)
        self._bots = Bots(random.Random(seed))
        self.player.sit_down(rules={"multiple": 9, "payments": "one press"})

    def frames(self, most: int) -> None:
        """Let so many frames pass, or until the power has gone; people play, and press what is not asked."""
        for _ in range(most):
            scene = self.player.scene
            assert isinstance(scene, TableScene)
            waiting = [prompt for prompt in scene.view.open if prompt.waits]
            if waiting and not scene.desk.busy and self.chance.random() < 0.8:
                scene.desk.give(self._bots.answer(scene.view.open, [seat.id for seat in scene.view.seats]))
            elif self.chance.random() < 0.3:
                self.player.kiosk.take(Push(self.chance.choice(SEAT_BUTTONS)))
            self.player.clock.pass_ms(40)
            self.player.kiosk.frame()
            # What this frame has drawn is looked for on the disk, while the session goes on beside it.
            self.checks.shown(self.player.view)
            self.counts["frames"] += 1
            self.counts["shown"] = self.player.view.number
            if self._disk.dead:
                return

    def fail(self, fault: DiskFault) -> None:
        """Let the disk fail for some frames, and be mended again."""
        self._disk.fail(fault)
        self.frames(8)
        self._disk.fail(None)
        self.frames(4)

    def end(self) -> None:
        self.player.stage.keeper.close()
        self.checks.closed()
        self.journal.close()


def play(root: Path, disk: CutDisk, seed: int, rounds: int) -> Counter[str]:
    """Play, let the disk fail in each way and the power go, and look for all that was ever shown."""
    evening = Evening(root, disk, seed)
    try:
        for _ in range(rounds):
            evening.frames(12)
            for fault in DiskFault:
                evening.fail(fault)
        disk.cut_after(evening.chance.randint(0, 40))
        evening.frames(200)
    finally:
        evening.end()
    assert disk.dead
    disk.restart(evening.chance.choice((Loss.DROPS, Loss.TEARS)), evening.chance)
    with Journal.open(root, disk=disk) as journal:
        evening.checks.opened(journal)
        evening.checks.closed()
        assert journal.notices == []
    return evening.counts


def test_no_frame_of_the_kiosk_shows_what_is_not_on_the_disk(root: Path, disk: CutDisk) -> None:
    counts = play(root, disk, 1, 1)
    assert counts["frames"] > 40 and counts["shown"] >= 4


def test_a_frame_that_shows_more_than_the_disk_has_is_found(
    root: Path, disk: CutDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proof that it bites: a journal that keeps every commit back until the next one."""
    kept, waiting = Journal.append_rows, list[object]()

    def late(self: Journal, session: str, rows: tuple[object, ...]) -> None:
        tail = self.tail(session)
        waiting.append((session, rows))
        if len(waiting) > 2:
            self._tails.clear()
            for one in waiting:
                kept(self, *one)  # type: ignore[misc]
            waiting.clear()
        else:
            self._tails[session] = (tail[0] + len(rows), rows[-1].hash)  # type: ignore[attr-defined]

    monkeypatch.setattr(Journal, "append_rows", late)
    with pytest.raises(Found, match="before it is committed"):
        play(root, disk, 1, 1)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(10, 30))
def test_no_frame_of_twenty_evenings_shows_what_is_not_on_the_disk(
    root: Path, disk: CutDisk, seed: int
) -> None:
    counts = play(root, disk, seed, 6)
    assert counts["frames"] > 250 and counts["shown"] > 15
