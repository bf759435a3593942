"""`companion simulate`: whole sessions played by bots, and what was counted beside the exact odds."""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.language import Language

HELP = "play whole sessions with bots and show the statistics"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="the game: dice, dominoes, goldrush or patience")
    parser.add_argument("--players", default="4", metavar="N|A..B", help="how many players: 4, or 2..8")
    parser.add_argument("--sessions", default="1000", metavar="N", help="how many sessions in all")
    parser.add_argument("--seed", default="1", metavar="S", help="the same number gives the same figures")
    parser.add_argument("--rules", nargs="+", default=[], metavar="K=V", help="house rules, such as limit=5")
    parser.add_argument("--bots", metavar="A,B", help="how the bots play, such as greedy,searching")
    parser.add_argument("--cores", default=None, metavar="N", help="use so many cores instead of all")
    parser.add_argument("--dask", metavar="HOST:PORT", help="let a Dask cluster do it, with the same result")
    parser.add_argument("--through-camera", action="store_true", help="play through rendered camera frames")
    parser.add_argument("--plots", type=Path, metavar="DIR", help="draw pictures into this folder")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Play, count and print; raises `Fault` or `Refused` for what cannot be asked for."""
    from companion.games import rules_in_words
    from companion.simulate.line_up import check_strengths
    from companion.simulate.on_cores import cores
    from companion.simulate.tallies import new_tally
    from companion.table.faults import Fault

    new_tally(args.game)
    players = _players(args.game, args.players)
    sessions = whole_option("sessions", args.sessions, least=1)
    seed = whole_option("seed", args.seed)
    workers = cores() if args.cores is None else whole_option("cores", args.cores, least=1)
    rules = rules_in_words(args.game, args.rules)
    head: dict[str, Any] = {
        "game": args.game,
        "sessions": sessions,
        "seed": seed,
        "players": players[0] if len(players) == 1 else list(players),
    }
    for other, given in (("--through-camera", args.through_camera), ("--cores", args.cores is not None)):
        if args.dask is not None and given:
            raise Fault("simulate.dask.alone", status=2, option=other)
    if args.through_camera:
        return _through_camera(args, head, players, rules, workers)
    strengths = check_strengths(args.game, args.bots)
    if strengths:
        head["bots"] = list(strengths)
    return _rules_only(args, head, players, rules, workers, strengths)


def _rules_only(
    args: argparse.Namespace,
    head: dict[str, Any],
    players: tuple[int, ...],
    rules: dict[str, Any],
    workers: int,
    strengths: tuple[str, ...],
) -> int:
    from companion.language import Language
    from companion.simulate.sessions import simulate

    words = Language.load(args.language or "en")
    if args.plots is not None:
        from companion.simulate.drawing import require_plots

        require_plots(args.plots)
    began = time.monotonic()
    with _progress(words, head["sessions"]) as progress:
        tally = simulate(
            args.game,
            players,
            head["sessions"],
            head["seed"],
            rules,
            strengths=strengths,
            workers=workers,
            cluster=args.dask,
            progress=progress,
        )
    seconds = time.monotonic() - began
    figures = tally.figures(rules)
    head |= {"seconds": round(seconds, 3), "rounds_per_second": round(figures["rounds"] / seconds)}
    head["sessions_per_second"] = round(head["sessions"] / seconds, 1)
    if args.json:
        _print_json({**head, "rules": rules, **figures})
    else:
        from companion.cli.simulate_report import print_report

        print_report(head, tally, rules, words)
    if args.plots is not None:
        _plot(args, tally, rules, words)
    return 0


def _plot(args: argparse.Namespace, tally: Any, rules: Mapping[str, Any], words: Language) -> None:
    import sys

    if args.game == "goldrush":
        from companion.simulate.gold_rush_plots import draw_gold_rush_plots

        paths = draw_gold_rush_plots(tally, args.plots, words)
    elif args.game == "dominoes":
        from companion.simulate.domino_plots import draw_domino_plots

        paths = draw_domino_plots(tally, args.plots, words)
    elif args.game == "patience":
        from companion.simulate.patience_plots import draw_patience_plots

        paths = draw_patience_plots(tally, args.plots, words)
    else:
        from companion.games.dice.hands import Comparison
        from companion.simulate.plots import draw_plots

        paths = draw_plots(tally, Comparison(rules["comparison"]), args.plots, words)
    for path in paths:
        print(path, file=sys.stderr if args.json else sys.stdout)


def _through_camera(
    args: argparse.Namespace,
    head: dict[str, Any],
    players: tuple[int, ...],
    rules: dict[str, Any],
    workers: int,
) -> int:
    from companion.headless.through_camera import simulate_through_camera
    from companion.language import Language

    words = Language.load(args.language or "en")
    began = time.monotonic()
    with _progress(words, head["sessions"]) as progress:
        tally, seen = simulate_through_camera(
            args.game, players, head["sessions"], head["seed"], rules, workers, progress
        )
    seconds = time.monotonic() - began
    figures = tally.figures(rules)
    head |= {"seconds": round(seconds, 3), "rounds_per_second": round(figures["rounds"] / seconds, 2)}
    if args.json:
        _print_json({**head, "rules": rules, **figures, "camera": seen})
    else:
        from companion.cli.simulate_report import print_figures, print_report

        print_report(head, tally, rules, words)
        print_figures(seen, words)
    return 0


@contextmanager
def _progress(words: Language, sessions: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr; yields what is to be told the number of sessions done."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(words.line("simulate.progress"), total=sessions)
        yield lambda done: bar.update(task, completed=done)


def _print_json(figures: dict[str, Any]) -> None:
    import msgspec

    print(msgspec.json.format(msgspec.json.encode(figures), indent=2).decode())


def _players(game: str, word: str) -> tuple[int, ...]:
    """Return the numbers of players that ``4`` or ``2..8`` means; raises `Fault`."""
    from companion.games import seat_limits
    from companion.table.faults import Fault

    least, most = seat_limits(game)
    found = re.fullmatch(r"(\d{1,3})(?:\.\.(\d{1,3}))?", word.strip())
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not found or not least <= first <= last <= most:
        raise Fault("simulate.players", status=2, given=word[:24], least=least, most=most)
    return tuple(range(first, last + 1))


def whole_option(name: str, word: str, least: int | None = None) -> int:
    """Return the whole number of an option; raises `Fault`."""
    from companion.table.faults import Fault

    if not re.fullmatch(r"-?\d{1,18}", word.strip()) or (least is not None and int(word) < least):
        id = "simulate.whole" if least is None else "simulate.whole_from"
        raise Fault(id, status=2, option=f"--{name}", given=word[:24], least=least or 0)
    return int(word)
