"""Simulated dice sessions: counted right, near the exact odds, the same on any number of cores."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from companion.cli import run
from companion.games import house_rules
from companion.simulate.dice_tally import DiceTally
from companion.simulate.runner import play_session, seat_bots
from companion.simulate.sessions import CHUNK, simulate
from companion.simulate.tallies import new_tally
from companion.table.faults import Fault
from companion.table.game import Event
from companion.table.house_rules import check_rules
from companion.table.refusals import Refused

DEFAULTS = check_rules(house_rules("dice"), {})


def counted(**given: Any) -> tuple[DiceTally, list[Event]]:
    """One session with its tally and all its events."""
    tally, events = DiceTally(), []

    def watch(event: Event) -> None:
        events.append(event)
        tally.take(event)

    tally.begin(4)
    tally.end(*play_session("dice", seat_bots("dice", 4), {"multiple": 3, **given}, "7", watch))
    return tally, events


def test_a_session_is_counted_from_its_events() -> None:
    tally, events = counted(limit=5)
    table = tally.tables[4]
    facts = [event.facts for event in events if event.what in ("won", "lost")]
    assert table.comparisons == len(facts) > 0
    for result in ("win", "tie", "lose"):
        assert table.results[result] == sum(fact["result"] == result for fact in facts)
    gain = sum(
        e.facts["stake"] * (1 if e.what == "lost" else -1) for e in events if e.what in ("won", "lost")
    )
    assert table.bank_gain == gain
    assert table.staked == sum(fact["stake"] for fact in facts)
    assert table.throws == sum(event.what == "throw" for event in events) == sum(table.hands.values())
    assert table.rounds == sum(event.what == "round_end" for event in events)
    assert sum(table.chips_by_turn.values()) == 80


def test_the_same_seed_gives_the_same_session_and_another_one_another() -> None:
    def throws(seed: str) -> list[Any]:
        seen: list[Any] = []
        play_session(
            "dice", seat_bots("dice", 3), {}, seed, lambda event: seen.append(event.facts.get("dice"))
        )
        return seen

    assert throws("1/0") == throws("1/0")
    assert throws("1/0") != throws("1/1")


def test_figures_do_not_depend_on_the_number_of_cores() -> None:
    sessions = 2 * CHUNK + 3
    alone = simulate("dice", (2, 3, 4), sessions, 11, DEFAULTS, workers=1)
    done: list[int] = []
    two = simulate("dice", (2, 3, 4), sessions, 11, DEFAULTS, workers=2, progress=done.append)
    assert alone.figures(DEFAULTS) == two.figures(DEFAULTS)
    assert done[-1] == sessions
    assert done == sorted(done)
    other = simulate("dice", (2, 3, 4), sessions, 12, DEFAULTS, workers=1)
    assert other.figures(DEFAULTS) != alone.figures(DEFAULTS)


def test_sessions_are_shared_out_over_the_numbers_of_players() -> None:
    figures = simulate("dice", (2, 3, 4), 8, 1, DEFAULTS, workers=1).figures(DEFAULTS)
    assert [(table["players"], table["sessions"]) for table in figures["by_players"]] == [
        (2, 3),
        (3, 3),
        (4, 2),
    ]
    assert figures["rounds"] == 3 * 2 + 3 * 3 + 2 * 4


@pytest.mark.parametrize("given", [{}, {"comparison": "c"}, {"limit": 6, "chips": 8, "bets": True}])
def test_measured_shares_are_near_the_exact_odds(given: dict[str, Any]) -> None:
    rules = check_rules(house_rules("dice"), {"multiple": 2, **given})
    figures = simulate("dice", (4,), 150, 3, rules, workers=1).figures(rules)
    # A fixed seed: four standard errors are far more than chance needs, and far less than a wrong rule gives.
    assert all(abs(off) < 4 for off in figures["standard_errors_off"].values())
    assert figures["comparisons"]["of"] > 2000


def test_pots_are_thrown_again_about_as_often_as_they_must() -> None:
    rules = check_rules(house_rules("dice"), {"variant": "pot", "multiple": 5})
    (table,) = simulate("dice", (4,), 100, 3, rules, workers=1).figures(rules)["by_players"]
    share, exact, pots = table["pots_rethrown"] / table["pots"], table["exact_rethrow_share"], table["pots"]
    assert abs(share - exact) < 4 * math.sqrt(exact * (1 - exact) / pots)


def test_a_standard_error_needs_two_sessions_at_least() -> None:
    tally, _ = counted()
    assert tally.total().standard_error("win") is None
    assert tally.figures(DEFAULTS)["standard_errors_off"] == {"win": None, "tie": None, "lose": None}


def test_other_numbers_of_players_are_refused() -> None:
    for players in (1, 9):
        with pytest.raises(Refused):
            seat_bots("dice", players)


def test_a_game_without_statistics_is_a_fault() -> None:
    with pytest.raises(Fault):
        new_tally("poker")


# The command.


def test_json_has_the_keys_that_other_programs_rely_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "dice", "--players", "2..3", "--sessions", "20", "--seed", "9", "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert {"game": "dice", "sessions": 20, "seed": 9, "players": [2, 3]}.items() <= figures.items()
    assert figures["seconds"] >= 0
    assert figures["exact"] == {"win": 28734510, "tie": 2997156, "lose": 28734510, "of": 60466176}
    assert figures["comparisons"]["of"] == sum(figures["comparisons"][r] for r in ("win", "tie", "lose"))
    assert sum(table["sessions"] for table in figures["by_players"]) == 20


def test_the_report_shows_measured_and_exact_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    rules = ["--rules", "bets=yes", "limit=3"]
    assert run(["simulate", "dice", "--players", "4", "--sessions", "10", *rules]) == 0
    out = capsys.readouterr().out
    assert "47.522 %" in out
    assert "4.957 %" in out
    assert "beat two aces" in out
    assert run(["simulate", "dice", "--players", "4", "--sessions", "10", "--rules", "variant=pot"]) == 0
    assert "5.260 %" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["dice", "--players", "1"], "2..8"),
        (["dice", "--players", "9"], "2..8"),
        (["dice", "--players", "5..3"], "2..8"),
        (["dice", "--players", "x"], "2..8"),
        (["dice", "--players", "2..9"], "2..8"),
        (["dice", "--sessions", "0"], "--sessions"),
        (["dice", "--sessions", "many"], "--sessions"),
        (["dice", "--seed", "abc"], "--seed"),
        (["dice", "--cores", "0"], "--cores"),
        (["dice", "--rules", "limit=0"], "from 1 to 100"),
        (["dice", "--rules", "speed=1"], "comparison"),
        (["poker"], "dice"),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(
    capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
) -> None:
    assert run(["simulate", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.strip().splitlines()) == 1
    assert sentence in captured.err


def test_pictures_or_one_clear_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from importlib.util import find_spec

    words = ["simulate", "dice", "--players", "3..4", "--sessions", "6", "--plots", str(tmp_path / "a" / "b")]
    if find_spec("matplotlib") is None:
        assert run(words) == 1
        assert "matplotlib" in capsys.readouterr().err
        return
    assert run(words) == 0
    for name in ("odds", "hands", "chips"):
        assert (tmp_path / "a" / "b" / f"{name}.png").read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def test_without_matplotlib_nothing_is_simulated(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import importlib.util

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert run(["simulate", "dice", "--sessions", "6", "--plots", str(tmp_path)]) == 1
    captured = capsys.readouterr()
    assert "matplotlib" in captured.err
    assert captured.out == ""


def test_a_folder_that_cannot_be_made_is_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "file").write_text("")
    assert run(["simulate", "dice", "--sessions", "6", "--plots", str(tmp_path / "file")]) == 1
    assert "--plots" in capsys.readouterr().err
