"""`companion odds`: the exact odds of a game, computed from all throws (D15)."""

from __future__ import annotations

import argparse
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.language import Language

HELP = "exact odds"

#: The games whose odds can be counted out.
GAMES_WITH_ODDS = ("dice",)


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="the game: dice")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Print the odds; raises `Fault` for a game without any."""
    from companion.table.faults import Fault

    if args.game not in GAMES_WITH_ODDS:
        raise Fault("odds.unknown", status=2, given=args.game[:24], known=", ".join(GAMES_WITH_ODDS))
    if args.json:
        import msgspec

        print(msgspec.json.format(msgspec.json.encode(odds_json()), indent=2).decode())
    else:
        _print_tables(args.language or "en")
    return 0


def odds_json() -> dict[str, dict[str, Any]]:
    """Return one entry a comparison: how many of all pairs of throws a bettor wins, ties and loses."""
    from companion.games.dice.hands import Comparison
    from companion.games.dice.odds import exact_odds

    entries: dict[str, dict[str, Any]] = {}
    for comparison in Comparison:
        odds = exact_odds(comparison)
        entries[comparison.value] = {
            "win": odds.win,
            "tie": odds.tie,
            "lose": odds.lose,
            "of": odds.of,
            "edge": str(odds.edge),
            "edge_percent": float(100 * odds.edge),
        }
    return entries


def percent(share: Fraction, places: int = 5, words: Language | None = None) -> str:
    """Return a share as a percentage, rounded half up from the exact fraction, in a language's form."""
    scaled = int(share * 100 * 10**places + Fraction(1, 2)) / 10**places
    return f"{words.number(scaled, places) if words else f'{scaled:.{places}f}'} %"


def _print_tables(language: str) -> None:
    from rich.console import Console
    from rich.table import Table

    from companion.games.dice.hands import Comparison, category_name
    from companion.games.dice.odds import THROWS, category_counts, exact_odds, rethrow_share, two_aces_odds
    from companion.language import Language

    words = Language.load(language)
    console = Console(highlight=False, markup=False)

    table = Table(title=words.line("odds.dice.title"), title_justify="left")
    table.add_column(words.line("odds.dice.comparison"))
    for heading in ("win", "tie", "lose", "edge"):
        table.add_column(words.line(f"odds.dice.{heading}"), justify="right")
    for comparison in Comparison:
        odds = exact_odds(comparison)
        name = f"({comparison.value}) {words.line(f'dice.rule.comparison.{comparison.value}')}"
        counts = [
            f"{words.number(count)}\n{percent(Fraction(count, odds.of), words=words)}"
            for count in (odds.win, odds.tie, odds.lose)
        ]
        table.add_row(name, *counts, f"{percent(odds.edge, words=words)}\n{odds.edge}")
    console.print(table)
    console.print(words.line("odds.dice.of", count=THROWS**2, throws=THROWS), soft_wrap=True)
    console.print()

    hands = Table(title=words.line("odds.dice.hands"), title_justify="left")
    for heading in ("hand", "throws", "share"):
        hands.add_column(words.line(f"odds.dice.{heading}"), justify="left" if heading == "hand" else "right")
    for category, ways in category_counts().items():
        share = percent(Fraction(ways, THROWS), words=words)
        hands.add_row(words.say(category_name(category)), words.number(ways), share)
    console.print(hands)
    console.print()
    two_aces = two_aces_odds()
    console.print(
        words.line(
            "odds.dice.two_aces",
            win=percent(Fraction(two_aces.win, two_aces.of), words=words),
            edge=percent(two_aces.edge, words=words),
        ),
        soft_wrap=True,
    )
    shares = ", ".join(f"{players}: {percent(rethrow_share(players), 2, words)}" for players in range(2, 9))
    console.print(words.line("odds.dice.rethrows", shares=shares), soft_wrap=True)
