"""Tables with everything that goes wrong at them, through the real eye: never a silent misread.

The long run is as long as COMPANION_TRAY_TABLES says (10,000 tables unless it says otherwise).
"""

from __future__ import annotations

import os

import pytest

from tests.simulated.tray_frames import KINDS, Evening, Kind, figures, tables

#: What is known to be read, with the fault standing: these make a thing harder to see but no other thing.
READABLE = ("", "bent", "inverted")


def _verdicts(seed, kind, faults):
    verdicts = list(Evening(seed, kind, "plain").verdicts(faults))
    print(figures(verdicts))
    return verdicts


def test_an_evening_follows_from_its_seed():
    assert _verdicts(5, "card", ("inverted", "")) == _verdicts(5, "card", ("inverted", ""))


@pytest.mark.parametrize(
    ("seed", "kind", "faults"),
    [
        (2, "dice", ("", "off_tray")),
        (7, "card", ("two_cards", "misprinted", "", "foreign", "hand_in_view", "inverted")),
    ],
)
def test_faults_are_asked_about_and_read_once_they_are_put_right(seed, kind: Kind, faults):
    verdicts = _verdicts(seed, kind, faults)
    assert len(verdicts) == len(faults)
    assert not any(verdict.silent for verdict in verdicts)
    for verdict in verdicts:
        assert verdict.right == "read", verdict.line
        assert (verdict.wrong == "read") == (verdict.fault in READABLE), verdict.line


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_misread_in_silence_over_many_tables(kind: Kind):
    count = int(os.environ.get("COMPANION_TRAY_TABLES", "10000")) // len(KINDS)
    verdicts = list(tables(100_000, count, (kind,), ("plain", "usual")))
    print(figures(verdicts))
    assert sum(verdict.silent for verdict in verdicts) == 0
    assert sum(verdict.right == "read" for verdict in verdicts) >= 0.999 * len(verdicts)
