"""Simulated domino sessions: counted right, the same on any number of cores, and on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.cli import run
from companion.games import house_rules
from companion.simulate.domino_tally import DominoTally
from companion.simulate.line_up import check_strengths, simulated_rules
from companion.simulate.runner import play_session, seat_bots
from companion.simulate.sessions import CHUNK, simulate
from companion.table.faults import Fault
from companion.table.game import Event
from companion.table.house_rules import check_rules

DEFAULTS = check_rules(house_rules("dominoes"), {})


def counted(players: int = 3, **given: Any) -> tuple[DominoTally, list[Event]]:
    """One session with its tally and all its events."""
    tally, events = DominoTally(), []

    def watch(event: Event) -> None:
        events.append(event)
        tally.take(event)

    tally.begin(players)
    strengths = ("greedy", "random")
    tally.end(
        *play_session("dominoes", seat_bots("dominoes", players), given, "7", watch, strengths=strengths)
    )
    return tally, events


def test_a_domino_session_is_counted_from_its_events() -> None:
    tally, events = counted()
    table = tally.tables[3]
    count = {what: sum(event.what == what for event in events) for what in ("laid", "won", "passes", "deal")}
    assert (table.tiles, table.piles, table.passes, table.deals) == tuple(count.values())
    assert table.deals == 6 and table.tiles == 144
    assert sum(table.stages.values()) == 144 and set(table.stages) <= {1, 2, 3}
    assert sum(table.chips_by_turn.values()) + table.left == 55
    assert {name: own.seats for name, own in table.strengths.items()} == {"greedy": 2, "random": 1}


def test_fall_backs_are_about_seven_of_24_and_passes_shift_the_turns() -> None:
    """The rulings' own measurements with lightly greedy play (T8, T18)."""
    figures = simulate("dominoes", (2, 3, 4), 45, 5, DEFAULTS, strengths=("greedy",), workers=1)
    for table in figures.figures(DEFAULTS)["by_players"]:
        assert table["tiles_a_deal"] == 24
        assert table["blocked"] == 0
        assert 6 < table["fallbacks_a_deal"] < 9
        assert 0.2 < table["passes_a_deal"] < 2.0


def test_t3_the_german_deal_is_blocked_in_about_half_of_the_deals() -> None:
    rules = {**DEFAULTS, "three_deal": "nine"}
    (table,) = simulate("dominoes", (3,), 25, 5, rules, workers=1).figures(rules)["by_players"]
    assert 0.4 < table["blocked"] / table["deals"] < 0.7


def test_figures_do_not_depend_on_the_number_of_cores() -> None:
    strengths, sessions = ("greedy", "random"), CHUNK + 2
    alone = simulate("dominoes", (2, 3), sessions, 11, DEFAULTS, strengths=strengths, workers=1)
    two = simulate("dominoes", (2, 3), sessions, 11, DEFAULTS, strengths=strengths, workers=2)
    assert alone.figures(DEFAULTS) == two.figures(DEFAULTS)
    other = simulate("dominoes", (2, 3), sessions, 12, DEFAULTS, strengths=strengths, workers=1)
    assert other.figures(DEFAULTS) != alone.figures(DEFAULTS)


def test_the_strengths_change_sides() -> None:
    tally = simulate("dominoes", (2,), 4, 1, DEFAULTS, strengths=("greedy", "random"), workers=1)
    assert isinstance(tally, DominoTally)
    assert {name: own.seats for name, own in tally.tables[2].strengths.items()} == {"greedy": 4, "random": 4}


def test_simulated_tiles_are_dealt_by_the_program_whatever_the_table_agreed() -> None:
    rules = check_rules(house_rules("dominoes"), {"hands": "scanned", "virtual": 4})
    assert simulated_rules("dominoes", rules)["hands"] == "dealt"
    assert simulate("dominoes", (2,), 1, 1, rules, workers=1).figures(rules)["deals"] == 4
    assert simulated_rules("dice", {"limit": 3}) == {"limit": 3}


@pytest.mark.parametrize(
    ("game", "words"),
    [("dominoes", "clever"), ("dominoes", "greedy,,"), ("dominoes", ""), ("dice", "greedy")],
)
def test_strengths_that_there_are_not(game: str, words: str) -> None:
    with pytest.raises(Fault) as fault:
        check_strengths(game, words)
    assert fault.value.status == 2


def test_strengths_that_there_are() -> None:
    assert check_strengths("dominoes", None) == ("greedy",)
    assert check_strengths("dominoes", "Greedy, random") == ("greedy", "random")
    assert check_strengths("dice", None) == ()


def test_dominoes_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    words = "simulate dominoes --players 2..4 --sessions 6 --seed 4 --cores 1 --bots greedy,random"
    assert run([*words.split(), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["game"], told["sessions"], told["seed"], told["players"]) == ("dominoes", 6, 4, [2, 3, 4])
    assert told["bots"] == ["greedy", "random"]
    assert told["deals"] == 2 * (4 + 6 + 8)
    assert set(told["strengths"]) == {"greedy", "random"}
    assert run(words.split()) == 0
    out = capsys.readouterr().out
    assert "Sessions: 6, seed: 4." in out
    assert "greedy" in out and "anything legal" in out and "passes a deal" in out


def test_a_wrong_strength_on_the_command_line_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "dominoes", "--players", "2", "--bots", "clever"]) == 2
    err = capsys.readouterr().err
    assert "clever" in err and "greedy" in err and "Traceback" not in err


def test_pictures_of_dominoes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    words = "simulate dominoes --players 2..3 --sessions 4 --cores 1 --bots greedy,random --json --plots"
    assert run([*words.split(), str(tmp_path / "plots")]) == 0
    drawn = sorted(path.name for path in (tmp_path / "plots").iterdir())
    assert drawn == ["chips.png", "strengths.png", "turns.png"]
    json.loads(capsys.readouterr().out)
