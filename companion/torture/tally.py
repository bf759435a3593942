"""What a run of evenings has counted, and what it has found."""

from __future__ import annotations

from collections import Counter
from typing import Any

from msgspec import Struct, field

from companion.torture.checks import What


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
    """Counts of evenings; `faults` by kind, `trace` is a hash over everything that was committed."""

    evenings: int = 0
    sessions: int = 0
    finished: int = 0
    answers: int = 0
    refused: int = 0
    presses: int = 0
    cuts: int = 0
    camera_losses: int = 0
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
            "games": dict(sorted(self.games.items())),
            "faults_by_kind": dict(sorted(self.faults.items())),
            "failures": [
                {"seed": one.seed, "what": one.what, "words": one.words, "again": one.again}
                for one in self.failures
            ],
        }


_SUMS = (
    "evenings", "sessions", "finished", "answers", "refused", "presses", "cuts", "camera_losses"
)  # fmt: skip
