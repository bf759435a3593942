"""`companion solve`: whether patience deals can be won, and how, from any position (S11)."""

from __future__ import annotations

import argparse
import re
import statistics
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.cli.solve_work import Solved
    from companion.games.patience.position import Position
    from companion.games.patience.solver.chance import Judgement
    from companion.language import Language

HELP = "say whether patience deals can be won, and how"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "deals",
        metavar="DEAL",
        nargs="*",
        help="a deal's number, a deck of 104 characters, a saved position, or a file of them",
    )
    parser.add_argument("--draw", default="1", metavar="1|3", help="how many cards a tap turns (default 1)")
    parser.add_argument(
        "--truth", type=Path, metavar="CSV", help="check the verdicts against this file (its deals, if none)"
    )
    parser.add_argument("--seconds", default="10", metavar="S", help="processor time for a deal (default 10)")
    parser.add_argument("--cores", default=None, metavar="N", help="use so many cores instead of all")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Solve and print; 1 when a verdict contradicts the truth.  Raises `Fault` for what is no deal."""
    from companion.cli.solve_given import given_deals, load_truth
    from companion.cli.solve_work import solve_all
    from companion.language import Language
    from companion.simulate.on_cores import cores
    from companion.table.faults import Fault

    draw, seconds = _draw(args.draw), _seconds(args.seconds)
    workers = cores() if args.cores is None else _whole("cores", args.cores)
    truth = {} if args.truth is None else load_truth(args.truth)
    words = args.deals or ([] if args.truth is None else [str(args.truth)])
    if not words:
        raise Fault("solve.none", status=2)
    deals = given_deals(words, draw)
    language = Language.load(args.language or "en")
    with _progress(language, len(deals)) as progress:
        solved = solve_all(deals, seconds, workers, progress)
    report = summary(solved, truth)
    if args.json:
        import msgspec

        print(msgspec.json.format(msgspec.json.encode(report), indent=2).decode())
    else:
        for given, item in zip(deals, solved, strict=True):
            _print_item(item, given.position, language)
            if len(deals) == 1:
                for line in said_moves(given.position, item.moves, language):
                    print(line)
        _print_report(report, solved, truth, language)
    return 1 if report["contradictions"] else 0


def summary(solved: Sequence[Solved], truth: Mapping[tuple[str, int], str]) -> dict[str, Any]:
    """Return the figures of all deals, and the deals; only those with a truth can contradict it."""
    counts = {verdict: sum(item.verdict == verdict for item in solved) for verdict in _VERDICTS}
    seconds = max(sum(item.ms for item in solved) / 1000, 1e-9)
    return {
        "deals": len(solved),
        "solved": counts["winnable"],
        "lost": counts["lost"],
        "unknown": counts["unknown"],
        "contradictions": sum(_contradicts(item, truth) for item in solved),
        "median_ms": round(statistics.median(item.ms for item in solved), 4),
        "most_ms": round(max(item.ms for item in solved), 3),
        "nodes_per_second": round(sum(item.nodes for item in solved) / seconds),
        "new_per_second": round(sum(item.met for item in solved) / seconds),
        "items": [_item(item, truth) for item in solved],
    }


def _item(item: Solved, truth: Mapping[tuple[str, int], str]) -> dict[str, Any]:
    figures: dict[str, Any] = {
        "deal": item.deal,
        "draw": item.draw,
        "verdict": item.verdict.value,
        "truth": truth.get((item.deal, item.draw)),
        "moves": list(item.moves),
        "nodes": item.nodes,
        "new": item.met,
        "ms": round(item.ms, 4),
    }
    if (judged := item.judgement) is not None:
        figures["chance"], figures["chance_error"] = round(judged.chance, 4), round(judged.error, 4)
        if (advice := judged.advice) is not None:
            figures |= {
                "next": advice.move,
                "lead": round(advice.lead, 4),
                "lead_error": round(advice.error, 4),
            }
    return figures


_VERDICTS = ("winnable", "lost", "unknown")


def _contradicts(item: Solved, truth: Mapping[tuple[str, int], str]) -> bool:
    known = truth.get((item.deal, item.draw))
    return known is not None and item.verdict.value not in ("unknown", known)


def said_moves(position: Position, moves: Sequence[str], words: Language) -> Iterator[str]:
    """Yield the lines that tell a win, numbered; taps that follow one another are one line."""
    from companion.games.patience.cards import card_name
    from companion.games.patience.position import TURN
    from companion.games.patience.wording import move_said

    taps = 0
    for number, move in enumerate(moves, start=1):
        sentence = words.say(move_said(position, move))
        position = position.after(move)
        if move == TURN:
            taps += 1
            if moves[number : number + 1] == (TURN,):
                continue
            sentence = words.line("solve.taps", count=taps, card=card_name(position.waste[-1]))
        first = number - taps + 1 if taps else number
        taps = 0
        yield f"{first if first == number else f'{first}-{number}':>8}  {sentence}"


def _print_item(item: Solved, position: Position, words: Language) -> None:
    if item.judgement is not None:
        _print_chance(item, item.judgement, position, words)
        return
    facts: dict[str, Any] = {
        "deal": item.deal,
        "draw": item.draw,
        "verdict": words.line(f"solve.verdict.{item.verdict.value}"),
        "nodes": words.number(item.nodes),
        "ms": words.number(item.ms, 2),
    }
    if item.moves:
        print(words.line("solve.item.wins", count=len(item.moves), **facts))
    else:
        print(words.line("solve.item", **facts))


def _print_chance(item: Solved, judged: Judgement, position: Position, words: Language) -> None:
    from companion.games.patience.wording import move_said

    facts: dict[str, Any] = {"deal": item.deal, "draw": item.draw, "samples": judged.samples}
    chance, error = words.number(round(100 * judged.chance)), words.number(round(100 * judged.error))
    print(words.line("solve.chance", chance=chance, error=error, ms=words.number(round(item.ms)), **facts))
    if (advice := judged.advice) is None:
        return
    move = words.say(move_said(position, advice.move))
    if advice.lead <= advice.error:
        print(words.line("solve.advice.any", move=move))
    else:
        lead, error = words.number(100 * advice.lead, 1), words.number(100 * advice.error, 1)
        print(words.line("solve.advice", move=move, lead=lead, error=error))


def _print_report(
    report: dict[str, Any],
    solved: Sequence[Solved],
    truth: Mapping[tuple[str, int], str],
    words: Language,
) -> None:
    for item in solved:
        if _contradicts(item, truth):
            verdict = words.line(f"solve.verdict.{item.verdict.value}")
            print(words.line("solve.contradiction", deal=item.deal, draw=item.draw, verdict=verdict))
    if len(solved) > 1:
        median, rate = words.number(report["median_ms"], 3), words.number(report["nodes_per_second"])
        counts = {name: report[name] for name in ("deals", "solved", "lost", "unknown")}
        print(words.line("solve.summary", median=median, rate=rate, **counts))
    if truth:
        print(words.line("solve.truth", count=report["contradictions"]))


@contextmanager
def _progress(words: Language, deals: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr for more than a few deals; yields what is told the number done."""
    from rich.console import Console
    from rich.progress import MofNCompleteColumn, Progress, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (*Progress.get_default_columns()[:2], MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns, console=console, transient=True, disable=deals == 1 or not console.is_terminal
    ) as bar:
        task = bar.add_task(words.line("solve.progress"), total=deals)
        yield lambda done: bar.update(task, completed=done)


def _draw(word: str) -> int:
    from companion.table.faults import Fault

    if word not in ("1", "3"):
        raise Fault("solve.draw", status=2, given=word[:24])
    return int(word)


def _seconds(word: str) -> float:
    from companion.table.faults import Fault

    if not re.fullmatch(r"\d{1,6}(\.\d{1,6})?", word) or float(word) <= 0:
        raise Fault("solve.seconds", status=2, given=word[:24])
    return float(word)


def _whole(option: str, word: str) -> int:
    from companion.table.faults import Fault

    if not re.fullmatch(r"\d{1,4}", word) or int(word) < 1:
        raise Fault("solve.whole", status=2, option=option, given=word[:24])
    return int(word)
