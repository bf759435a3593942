"""`companion torture`: whole evenings by seeds, with everything that can go wrong."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.language import Language
    from companion.torture.tally import Tally

HELP = "simulated evenings with every kind of fault"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--evenings", default="20", metavar="N", help="how many evenings")
    parser.add_argument("--seed", default="1", metavar="S", help="the first evening's seed; the next follow")
    parser.add_argument("--cores", default=None, metavar="N", help="use so many cores instead of all")
    parser.add_argument("--through-camera", action="store_true", help="play through rendered camera frames")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Play the evenings and tell what was found; returns 1 where anything was."""
    from companion.cli.simulate import whole_option
    from companion.language import Language
    from companion.simulate.on_cores import cores
    from companion.table.faults import Fault
    from companion.torture.run import torture
    from companion.torture.sqlite_calls import Unreachable, try_out

    words = Language.load(args.language or "en")
    evenings = whole_option("evenings", args.evenings, least=1)
    seed = whole_option("seed", args.seed, least=0)
    workers = cores() if args.cores is None else whole_option("cores", args.cores, least=1)
    try:
        try_out()
    except Unreachable as problem:
        raise Fault("torture.unreachable", reason=str(problem)) from problem
    with _progress(words, evenings) as progress:
        tally = torture(
            seed, evenings, through_camera=args.through_camera, workers=workers, progress=progress
        )
    if args.json:
        import msgspec

        print(msgspec.json.format(msgspec.json.encode(tally.figures(seed)), indent=2).decode())
    else:
        _report(tally, seed, words)
    return 1 if tally.failures else 0


def _report(tally: Tally, seed: int, words: Language) -> None:
    figures: dict[str, Any] = tally.figures(seed)
    names = [
        "evenings", "sessions", "finished", "answers", "refused", "presses", "faults", "cuts",
        "camera_losses", "lost", "diverged", "exceptions",
    ]  # fmt: skip
    width = max(len(words.line(f"torture.count.{name}")) for name in names)
    for name in names:
        print(f"{words.line(f'torture.count.{name}'):<{width}}  {words.number(figures[name]):>10}")
    for failure in tally.failures:
        print(f"{failure.again}    {failure.what}: {failure.words}")


@contextmanager
def _progress(words: Language, evenings: int) -> Iterator[Callable[[Tally], None]]:
    """A progress bar on stderr; a seed that fails is told at once."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    told = 0

    def progress(tally: Tally) -> None:
        nonlocal told
        for failure in tally.failures[told:]:
            console.print(f"{failure.again}    {failure.what}: {failure.words}", markup=False)
        told = len(tally.failures)
        bar.update(task, completed=tally.evenings)

    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(words.line("torture.progress"), total=evenings)
        yield progress
