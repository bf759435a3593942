"""The figures of a simulation as tables to be read in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

from companion.cli.simulate_dominoes import print_domino_report
from companion.cli.simulate_gold_rush import print_gold_rush_report
from companion.games.dice.hands import Category, Comparison
from companion.games.dice.odds import THROWS, category_counts, exact_odds, rethrow_share
from companion.language import Language
from companion.simulate.dice_tally import RESULTS, DiceTally, TableTally, exact_bet_share
from companion.simulate.domino_tally import DominoTally
from companion.simulate.gold_rush_tally import GoldRushTally
from companion.simulate.tallies import Tally


def print_report(head: Mapping[str, Any], tally: Tally, rules: Mapping[str, Any], words: Language) -> None:
    """Print the measured shares beside the exact odds, and what else was counted."""
    if isinstance(tally, GoldRushTally):
        print_gold_rush_report(head, tally, words)
        return
    if isinstance(tally, DominoTally):
        print_domino_report(head, tally, rules, words)
        return
    if not isinstance(tally, DiceTally):
        print_figures({**head, **tally.figures(rules)}, words)
        return
    console = Console(highlight=False, markup=False)
    comparison = Comparison(rules["comparison"])
    total = tally.total()
    players = head["players"]
    console.print(
        words.line(
            "simulate.head",
            sessions=head["sessions"],
            players=players if isinstance(players, int) else f"{players[0]}..{players[-1]}",
            seed=head["seed"],
            rounds=words.number(total.rounds),
            seconds=words.number(head["seconds"], 1),
            speed=words.number(head["rounds_per_second"]),
        ),
        soft_wrap=True,
    )
    if total.comparisons:
        _print_odds(console, total, comparison, words)
        _print_bets(console, total, comparison, words)
    _print_hands(console, total, words)
    _print_tables(console, tally, comparison, words)


def _table(words: Language, title: str, *headings: str) -> Table:
    table = Table(title=words.line(title), title_justify="left")
    for index, heading in enumerate(headings):
        table.add_column(words.line(heading), justify="right" if index else "left")
    return table


def _percent(count: int, of: int, words: Language) -> str:
    return f"{words.number(100 * count / of, 3)} %" if of else "-"


def _print_odds(console: Console, total: TableTally, comparison: Comparison, words: Language) -> None:
    exact = exact_odds(comparison)
    table = _table(
        words,
        "odds.dice.title",
        "simulate.result",
        "simulate.count",
        "simulate.measured",
        "simulate.exact",
        "simulate.off",
    )
    for result in RESULTS:
        off = DiceTally.off(total, result, comparison)
        table.add_row(
            words.line(f"odds.dice.{result}"),
            words.number(total.results[result]),
            _percent(total.results[result], total.comparisons, words),
            _percent(getattr(exact, result), exact.of, words),
            "-" if off is None else f"{off:+.1f}",
        )
    console.print(table)
    console.print(
        words.line(
            "simulate.comparisons",
            count=total.comparisons,
            comparison=comparison.value,
            edge=_percent(total.bank_gain, total.staked, words),
        ),
        soft_wrap=True,
    )


def _print_bets(console: Console, total: TableTally, comparison: Comparison, words: Language) -> None:
    if set(total.bets) <= {"win"}:
        return
    table = _table(
        words, "simulate.bets", "simulate.bet", "simulate.count", "simulate.measured", "simulate.exact"
    )
    for bet, placed in sorted(total.bets.items()):
        share = f"{words.number(100 * exact_bet_share(bet, comparison), 3)} %"
        paid = _percent(total.bets_paid[bet], placed, words)
        table.add_row(words.line(f"dice.bet.{bet}"), words.number(placed), paid, share)
    console.print(table)


def _print_hands(console: Console, total: TableTally, words: Language) -> None:
    table = _table(
        words, "odds.dice.hands", "odds.dice.hand", "simulate.count", "simulate.measured", "simulate.exact"
    )
    exact = category_counts()
    for category in sorted(Category, reverse=True):
        name = category.name.lower()
        thrown = total.hands.get(name, 0)
        table.add_row(
            words.line(f"dice.category.{name}"),
            words.number(thrown),
            _percent(thrown, total.throws, words),
            _percent(exact[category], THROWS, words),
        )
    console.print(table)


def _print_tables(console: Console, tally: DiceTally, comparison: Comparison, words: Language) -> None:
    pots = any(table.pots for table in tally.tables.values())
    headings = ["sessions", "rounds", "early_ends", "shared_wins"]
    headings += ["rethrown", "rethrown_exact"] if pots else ["passes", "mean_first", "mean_last"]
    columns = [f"simulate.{heading}" for heading in headings]
    table = _table(words, "simulate.tables", "simulate.players_column", *columns)
    for players, counts in sorted(tally.tables.items()):
        row = [players, counts.sessions, counts.rounds, counts.early_ends, counts.shared_wins]
        cells = [words.number(count) for count in row]
        if pots:
            cells.append(_percent(counts.pots_rethrown, counts.pots, words))
            cells.append(f"{words.number(float(100 * rethrow_share(players, comparison)), 3)} %")
        else:
            cells.append(words.number(counts.passes))
            for turn in (0, players - 1):
                cells.append(words.number(counts.chips_by_turn.get(turn, 0) / counts.sessions, 2))
        table.add_row(*cells)
    console.print(table)


def print_figures(figures: Mapping[str, Any], words: Language) -> None:
    """Print plain figures, one a line."""
    console = Console(highlight=False, markup=False)
    table = _table(words, "simulate.figures", "simulate.figure", "simulate.value")
    for name, value in figures.items():
        table.add_row(name.replace("_", " "), _plain(value, words))
    console.print(table)


def _plain(value: object, words: Language) -> str:
    """Return a figure as people write it, with as many decimals as it has; a dash where there is none."""
    match value:
        case None | [] | {}:
            return "-"
        case int() | float():
            return words.number(value, len(str(value).partition(".")[2]))
        case list():
            return ", ".join(_plain(one, words) for one in value)
        case dict():
            return ", ".join(f"{name}: {_plain(one, words)}" for name, one in value.items())
        case _:
            return str(value)
