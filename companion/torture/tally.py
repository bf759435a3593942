"""What a run of evenings has counted, and what it has found."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import Struct, field

from companion.torture.damage import DAMAGES
from companion.torture.found import What

#: What can go wrong at a table, each kind with the names by which evenings count it.
KINDS: dict[str, tuple[str, ...]] = {
    "bounce": ("bounce",),
    "stuck": ("stuck button",),
    "phantom": ("phantom press",),
    "two_seats": ("two seats at once",),
    "late_press": ("late press", "a button mashed"),
    "dropped_frame": ("dropped frame",),
    "repeated_frame": ("repeated frame",),
    "late_frame": ("late frame",),
    "torn_frame": ("torn frame",),
    "unplugged": ("camera unplugged",),
    "misprinted_code": ("misprinted code", "before the camera: misprinted"),
    "foreign_code": ("foreign code", "before the camera: foreign"),
    "hostile_code": ("hostile code", "hostile line", "hostile file"),
    "wrong_tile": ("wrong tile", "wrong card"),
    "taken_back": ("taken back",),
    "rewind": ("rewind", "put away and opened again"),
    "correction": ("correction", "left over"),
    "language": ("language",),
    "clock": ("clock jump",),
    "full_disk": ("full disk",),
    "broken_disk": ("I/O errors",),
    "read_only_disk": ("read-only disk",),
    "power_cut": (
        "power cut, unsynced pages dropped", "power cut, unsynced pages torn", "power cut while opening"
    ),
    "kill": ("kill -9",),
    "restart": ("restart",),
    "older_rules": ("an older journal under newer rules",),
    "damaged_file": DAMAGES,
}  # fmt: skip


class Failure(Struct, frozen=True):
    """An evening in which something was found: `seed` plays it again."""

    seed: int
    what: What
    words: str
    through_camera: bool = False

    @property
    def again(self) -> str:
        """The command that plays that evening again."""
        return f"companion torture --seed {self.seed} --evenings 1" + (
            " --through-camera" if self.through_camera else ""
        )


class Tally(Struct):
    """Counts of evenings; `faults` by kind, `trace` is a hash over everything that was committed.

    `looks` is how often a throw, a card or a tile was shown to the camera, `read` how often its answer was
    taken without a question.
    """

    evenings: int = 0
    camera_evenings: int = 0
    sessions: int = 0
    finished: int = 0
    answers: int = 0
    refused: int = 0
    presses: int = 0
    cuts: int = 0
    camera_losses: int = 0
    looks: int = 0
    read: int = 0
    silent_misreads: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    games: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)
    trace: str = ""

    def add(self, other: Tally) -> None:
        for name in _SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.faults.update(other.faults)
        self.games.update(other.games)
        self.failures += other.failures

    def figures(self, seed: int) -> dict[str, Any]:
        """Return what ``--json`` prints."""
        found = Counter(failure.what for failure in self.failures)
        return {
            "evenings": self.evenings,
            "answers": self.answers,
            "faults": self.faults.total(),
            "lost": found["lost"],
            "diverged": found["diverged"],
            "exceptions": found["exceptions"],
            "seed": seed,
            **{name: getattr(self, name) for name in _SUMS if name not in ("evenings", "answers")},
            "kinds": {kind: sum(self.faults[name] for name in names) for kind, names in KINDS.items()},
            "games": dict(sorted(self.games.items())),
            "faults_by_kind": dict(sorted(self.faults.items())),
            "failures": [
                {"seed": one.seed, "what": one.what, "words": one.words, "again": one.again}
                for one in self.failures
            ],
        }


_SUMS = (
    "evenings", "camera_evenings", "sessions", "finished", "answers", "refused", "presses", "cuts",
    "camera_losses", "looks", "read", "silent_misreads",
)  # fmt: skip
