"""Tables with everything that goes wrong at them, through the real eye: never a silent misread.

The long run sees as many frames as COMPANION_TRAY_FRAMES says (10,000 unless it says otherwise).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.simulated.tray_frames import FAULTS, Evening, Kind, Verdict
from tests.simulated.tray_run import Played, evenings, failures, figures, go_on, plan, played

#: What is known to be read, with the fault standing: these make a thing harder to see but no other thing.
READABLE = ("", "bent", "inverted")
LEAST_READ = 0.999


def _verdicts(seed, kind, faults):
    verdicts = list(Evening(seed, kind, "plain").verdicts(faults))
    print("\n".join(verdict.line for verdict in verdicts))
    return verdicts


def test_an_evening_follows_from_its_seed():
    assert _verdicts(5, "card", ("inverted",)) == _verdicts(5, "card", ("inverted",))


@pytest.mark.parametrize(
    ("seed", "kind", "faults"),
    [
        (2, "dice", ("", "off_tray")),
        (7, "card", ("two_cards", "", "hand_in_view", "inverted")),
    ],
)
def test_faults_are_asked_about_and_read_once_they_are_put_right(seed, kind: Kind, faults):
    verdicts = _verdicts(seed, kind, faults)
    assert len(verdicts) == len(faults)
    assert not any(verdict.silent for verdict in verdicts)
    for verdict in verdicts:
        assert verdict.right == "read", verdict.line
        assert (verdict.wrong == "read") == (verdict.fault in READABLE), verdict.line


def _verdict(seed: int, wrong: str, right: str, fault: str = "cocked") -> Verdict:
    return Verdict(seed, "dice", 1, "plain", None, fault, wrong, right, "", 20)


def test_a_report_tells_every_failure_and_is_gone_on_with(tmp_path: Path):
    over = [
        Played(100, "dice", "plain", (_verdict(100, "asked", "read"), _verdict(100, "MISREAD", "read")), {}),
        Played(101, "dice", "usual", (_verdict(101, "waited", "asked", ""),), {"torn": 2}),
    ]
    report = tmp_path / "report.jsonl"
    report.write_text("".join(evening.line() + "\n" for evening in over), encoding="utf-8")
    assert go_on(report, 60, 100, ("dice",), ("plain",), 1) == over, "there is enough, nothing is played"
    assert [played(evening.line()) for evening in over] == over
    said = figures(over)
    assert "2 of     3 tables read after steadying ( 66.67 %), 1 silent,     60 frames" in said
    assert "the cameras: 2 torn" in said
    assert len(failures(verdict for evening in over for verdict in evening.verdicts)) == 2
    assert "seed 100 dice step 1 plain" in said
    assert "seed 101 dice step 1 plain" in said


def test_of_five_evenings_three_are_of_dice_and_levels_take_turns():
    turns = plan(100, ("dice", "card", "tile"), ("plain", "usual"))
    ten = [next(turns) for _ in range(10)]
    assert [seed for seed, _, _ in ten] == list(range(100, 110))
    assert [kind for _, kind, _ in ten].count("dice") == 6
    assert {(kind, level) for _, kind, level in ten} == {
        (kind, level) for kind in FAULTS for level in ("plain", "usual")
    }


@pytest.mark.long
@pytest.mark.timeout(0)
def test_nothing_is_misread_in_silence_over_many_tables():
    over = list(evenings(100_000, int(os.environ.get("COMPANION_TRAY_FRAMES", "10000"))))
    print(figures(over))
    verdicts = [verdict for evening in over for verdict in evening.verdicts]
    assert sum(verdict.silent for verdict in verdicts) == 0
    assert sum(verdict.right == "read" for verdict in verdicts) >= LEAST_READ * len(verdicts)
