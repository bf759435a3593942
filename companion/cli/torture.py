"""`companion torture`: whole evenings by seeds, with everything that can go wrong."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.language import Language
    from companion.torture.tally import Tally

#: So many lines tell of the progress where there is no terminal for a bar.
_LINES = 25

HELP = "simulated evenings with every kind of fault"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--evenings", default="20", metavar="N", help="how many evenings")
    parser.add_argument("--seed", default="1", metavar="S", help="the first evening's seed; the next follow")
    parser.add_argument("--cores", default=None, metavar="N", help="use so many cores instead of all")
    parser.add_argument(
        "--camera-evenings",
        default="0",
        metavar="N",
        help="play so many of them through rendered camera frames",
    )
    parser.add_argument("--through-camera", action="store_true", help="play all of them so")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(args: argparse.Namespace) -> int:
    """Play the evenings and tell what was found; returns 1 where anything was."""
    from companion.cli.simulate import whole_option
    from companion.language import Language
    from companion.simulate.on_cores import cores
    from companion.table.faults import Fault
    from companion.torture.run import torture
    from companion.torture.sqlite_calls import Unreachable, try_out
    from companion.torture.tally import Tally

    words = Language.load(args.language or "en")
    evenings = whole_option("evenings", args.evenings, least=1)
    seed = whole_option("seed", args.seed, least=0)
    seen = evenings if args.through_camera else whole_option("camera-evenings", args.camera_evenings, least=0)
    workers = cores() if args.cores is None else whole_option("cores", args.cores, least=1)
    try:
        try_out()
    except Unreachable as problem:
        raise Fault("torture.unreachable", reason=str(problem)) from problem
    told = Tally()

    def tell(tally: Tally) -> None:
        nonlocal told
        told = tally
        progress(tally)

    try:
        with _progress(words, evenings) as progress:
            tally = torture(
                seed, evenings, camera_evenings=min(seen, evenings), workers=workers, progress=tell
            )
    except KeyboardInterrupt:
        facts = {"evenings": words.number(told.evenings), "of": words.number(evenings)}
        print(words.line("torture.stopped", **facts, found=len(told.failures)), file=sys.stderr)
        raise
    if args.json:
        import msgspec

        print(msgspec.json.format(msgspec.json.encode(tally.figures(seed)), indent=2).decode())
    else:
        _report(tally, seed, words)
    return 1 if tally.failures else 0


def _report(tally: Tally, seed: int, words: Language) -> None:
    figures: dict[str, Any] = tally.figures(seed)
    names = [
        "evenings", "camera_evenings", "sessions", "finished", "answers", "refused", "presses", "faults",
        "cuts", "camera_losses", "looks", "read", "silent_misreads", "lost", "diverged", "exceptions",
    ]  # fmt: skip
    rows = [(words.line(f"torture.count.{name}"), figures[name]) for name in names]
    kinds = [(words.line(f"torture.kind.{kind}"), count) for kind, count in figures["kinds"].items()]
    width = max(len(name) for name, _ in rows + kinds)
    for name, count in rows:
        print(f"{name:<{width}}  {words.number(count):>10}")
    print(f"\n{words.line('torture.kinds')}")
    for name, count in kinds:
        print(f"{name:<{width}}  {words.number(count):>10}")
    for failure in tally.failures:
        print(f"{failure.again}    {failure.what}: {failure.words}")


@contextmanager
def _progress(words: Language, evenings: int) -> Iterator[Callable[[Tally], None]]:
    """A progress bar on stderr, or lines where that is no terminal; a seed that fails is told at once."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    told = said = 0

    def progress(tally: Tally) -> None:
        nonlocal told, said
        for failure in tally.failures[told:]:
            console.print(f"{failure.again}    {failure.what}: {failure.words}", markup=False)
        told = len(tally.failures)
        bar.update(task, completed=tally.evenings)
        if not console.is_terminal and tally.evenings * _LINES // evenings > said:
            said = tally.evenings * _LINES // evenings
            facts = {name: words.number(getattr(tally, name)) for name in ("evenings", "presses", "cuts")}
            losses, all = words.number(tally.camera_losses), words.number(evenings)
            line = words.line("torture.so_far", **facts, camera_losses=losses, of=all, found=told)
            print(line, file=sys.stderr, flush=True)

    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(words.line("torture.progress"), total=evenings)
        yield progress
