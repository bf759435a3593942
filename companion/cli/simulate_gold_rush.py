"""The figures of simulated board games as tables to be read in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from companion.language import Language
from companion.simulate.gold_rush_tally import GoldRushTally, table_figures


def print_gold_rush_report(head: Mapping[str, Any], tally: GoldRushTally, words: Language) -> None:
    """Print length, cash by place, income by source, shortfalls, and how the strategies came off."""
    console = Console(highlight=False, markup=False)
    players = head["players"]
    console.print(
        words.line(
            "simulate.goldrush.head",
            sessions=head["sessions"],
            players=players if isinstance(players, int) else f"{players[0]}..{players[-1]}",
            seed=head["seed"],
            seconds=words.number(head["seconds"], 1),
            speed=words.number(round(head["sessions_per_second"])),
        ),
        soft_wrap=True,
    )
    found = [table_figures(tally.tables[count]) for count in sorted(tally.tables)]
    _print_length(console, found, words)
    _print_income(console, found, words)
    _print_strategies(console, found, words)


def _by_players(title: str, first: str, found: Sequence[Mapping[str, Any]], words: Language) -> Table:
    """Return a table with a column for each number of players."""
    table = Table(title=words.line(f"simulate.goldrush.{title}"), title_justify="left")
    table.add_column(words.line(f"simulate.goldrush.{first}"))
    for one in found:
        table.add_column(words.line("simulate.plot_players", count=one["players"]), justify="right")
    return table


def _percent(share: float, words: Language) -> str:
    return f"{words.number(100 * share, 1)} %"


def _print_length(console: Console, found: Sequence[Mapping[str, Any]], words: Language) -> None:
    table = _by_players("length", "figure", found, words)
    rows: dict[str, list[str]] = {
        "sessions": [words.number(one["sessions"]) for one in found],
        "turns": [f"{one['turns']:.0f} ({one['throws']:.0f})" for one in found],
        "minutes": [words.number(round(one["minutes"])) for one in found],
        "spread": [f"{one['minutes_5']}-{one['minutes_95']}" for one in found],
    }
    for place in range(max(one["players"] for one in found)):
        cash = [one["cash_by_place"][place] if place < one["players"] else None for one in found]
        name = words.line("simulate.goldrush.cash_at", place=place + 1)
        rows[name] = ["" if amount is None else words.number(round(amount / 1000)) for amount in cash]
    rows |= {
        "gold": [_percent(one["gold_share"], words) for one in found],
        "short": [_percent(one["players_ever_short"], words) for one in found],
        "nothing": [_percent(one["time_at_nothing"], words) for one in found],
    }
    for heading, cells in rows.items():
        known = f"simulate.goldrush.{heading}" in words
        table.add_row(words.line(f"simulate.goldrush.{heading}") if known else heading, *cells)
    console.print(table)


def _print_income(console: Console, found: Sequence[Mapping[str, Any]], words: Language) -> None:
    sources = sorted({source for one in found for source in one["income"]})
    table = _by_players("income", "source", found, words)
    sources.sort(key=lambda source: -sum(one["income"].get(source, 0) for one in found))
    for source in sources:
        said = words.line(f"simulate.source.{source.replace(' ', '_')}")
        table.add_row(said, *(_percent(one["income"].get(source, 0), words) for one in found))
    console.print(table)


def _print_strategies(console: Console, found: Sequence[Mapping[str, Any]], words: Language) -> None:
    table = _by_players("strategies", "strategy", found, words)
    names = sorted({name for one in found for name in one["strategies"]})
    for name in names:
        said = words.line(f"simulate.strategy.{name.replace(' ', '_')}")
        table.add_row(said, *(_won(one["strategies"].get(name), words) for one in found))
    table.add_section()
    fair = (_percent(1 / one["players"], words) for one in found)
    table.add_row(words.line("simulate.goldrush.fair"), *fair)
    console.print(table)


def _won(came_off: Mapping[str, Any] | None, words: Language) -> str:
    if not came_off:
        return "-"
    return f"{_percent(came_off['win_rate'], words)} ({words.number(came_off['seats'])})"
