"""Simulated board games: counted right, near the known balance, strategies apart, the same on any cores."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import run
from companion.games import house_rules
from companion.simulate.gold_rush_bots import NAMES, Strategy
from companion.simulate.gold_rush_tally import GoldRushTally, table_figures
from companion.simulate.line_up import check_strengths
from companion.simulate.runner import play_session, seat_bots
from companion.simulate.sessions import simulate
from companion.table.faults import Fault
from companion.table.game import Event
from companion.table.house_rules import check_rules

DEFAULTS = check_rules(house_rules("goldrush"), {})


def counted(players: int, sessions: int, *bots: str, **given: Any) -> dict[str, Any]:
    """The figures of some sessions."""
    rules = {**DEFAULTS, **given}
    tally = simulate("goldrush", (players,), sessions, 11, rules, strengths=bots, workers=1)
    assert isinstance(tally, GoldRushTally)
    return table_figures(tally.tables[players])


def test_a_session_is_counted_from_its_events() -> None:
    tally, events = GoldRushTally(), []

    def watch(event: Event) -> None:
        events.append(event)
        tally.take(event)

    tally.begin(4)
    seats, outcome = play_session(
        "goldrush", seat_bots("goldrush", 4), DEFAULTS, "7", watch, strengths=["builder"]
    )
    tally.end(seats, outcome)
    figures = table_figures(tally.tables[4])
    throws = sum(event.what == "throw" for event in events)
    missed = sum(event.what == "missed" for event in events)
    assert (figures["throws"], figures["missed"], figures["turns"]) == (throws, missed, throws + missed)
    assert figures["minutes"] == round((throws * 45 + missed * 10) / 60, 1)
    gold = sum(
        e.facts["moves"][0]["amount"] for e in events if e.what == "paid" and e.facts["source"] == "gold"
    )
    assert tally.tables[4].income["gold"] == gold
    assert figures["cash_by_place"] == [standing.amount for standing in outcome.standings]
    assert sum(table.seat_turns for table in tally.tables.values()) == 4 * (throws + missed)


def test_followed_cash_is_the_real_cash() -> None:
    tally = GoldRushTally()
    tally.begin(5)
    _, outcome = play_session(
        "goldrush", seat_bots("goldrush", 5), DEFAULTS, "3", tally.take, strengths=["bidder", "buys all"]
    )
    followed = {id: amount for id, amount in tally._cash.items() if amount}
    assert followed == {s.seat: s.amount for s in outcome.standings if s.amount}


def test_the_balance_of_the_default_board() -> None:
    """Near the figures it was tuned by; the bands are wide enough for 60 sessions of one seed."""
    figures = counted(4, 60, "builder")
    assert 95 <= figures["turns"] <= 115
    assert figures["minutes_5"] + 3 >= 60 and figures["minutes_95"] <= 96
    assert 0.60 <= figures["gold_share"] <= 0.80
    assert sorted(figures["cash_by_place"], reverse=True) == figures["cash_by_place"]
    assert 0.03 < figures["players_ever_short"] < 0.45


def test_never_buying_loses() -> None:
    figures = counted(4, 80, "never buys", "builder", "builder", "builder")
    assert figures["strategies"]["never buys"]["win_rate"] < 0.22
    assert figures["strategies"]["builder"]["win_rate"] > 0.25


def test_only_bidders_offer_claims() -> None:
    assert counted(3, 10, "builder")["claims_sold"] == 0
    assert counted(3, 10, "bidder")["claims_sold"] > 0


@pytest.mark.parametrize("strategy", list(Strategy))
def test_every_strategy_plays_to_the_end_under_other_rules(strategy: Strategy) -> None:
    given = {"collect": "auto", "payments": "both", "cards": "screen", "church_loans": False}
    figures = counted(2, 2, strategy.value, **given)
    assert figures["strategies"] == {strategy.value: figures["strategies"][strategy.value]}


def test_the_same_seed_gives_the_same_figures_on_any_number_of_cores() -> None:
    one = simulate("goldrush", (2, 4), 30, 5, DEFAULTS, strengths=("mixed",), workers=1)
    two = simulate("goldrush", (2, 4), 30, 5, DEFAULTS, strengths=("mixed",), workers=2)
    assert one.figures({}) == two.figures({})


def test_strategies_are_named() -> None:
    assert check_strengths("goldrush", None) == ("mixed",)
    assert check_strengths("goldrush", "never buys,builder") == ("never buys", "builder")
    assert set(NAMES) == {"mixed", *Strategy}
    with pytest.raises(Fault):
        check_strengths("goldrush", "cheat")


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["simulate", "goldrush", "--players", "2..3", "--sessions", "6", "--seed", "2", "--cores", "1"]
    assert run([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["sessions"], told["players"]) == ("goldrush", 6, [2, 3])
    assert [one["sessions"] for one in told["by_players"]] == [3, 3]
    assert told["rules"]["edition"] == "gold_rush"
    assert run(words) == 0
    assert "gold's share" in capsys.readouterr().out


def test_the_command_with_an_own_edition(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "Rich.toml"
    assert run(["edition", "new", str(path)]) == 0
    source = path.read_text(encoding="utf-8").replace('collect = "ask"', 'collect = "auto"')
    path.write_text(source.replace("grubstake = 50000", "grubstake = 900000"), encoding="utf-8")
    capsys.readouterr()
    words = [
        "simulate",
        "goldrush",
        "--sessions",
        "2",
        "--cores",
        "1",
        "--json",
        "--rules",
        f"edition={path}",
    ]
    assert run(words) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["rules"]["collect"] == "auto", "its own rules are the defaults"
    assert min(told["by_players"][0]["cash_by_place"]) > 500_000


def test_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    words = ["simulate", "goldrush", "--players", "2..3", "--sessions", "4", "--cores", "1"]
    assert run([*words, "--plots", str(tmp_path)]) == 0
    assert {path.name for path in tmp_path.iterdir()} == {"minutes.png", "cash.png", "income.png"}
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in tmp_path.iterdir())


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_the_balance_in_two_thousand_sessions() -> None:
    figures = counted(4, 2000, "builder")
    assert 103 <= figures["turns"] <= 108
    assert 73 <= figures["minutes"] <= 78
    assert 0.66 <= figures["gold_share"] <= 0.73
