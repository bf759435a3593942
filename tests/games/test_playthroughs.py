"""Golden playthroughs: whole sessions, line by line, to be read in a diff.

Each file in ``tests/playthroughs`` begins with what is needed to play it again: the game, the
players, the house rules, a seed for the bots, how restless they are and, where that matters, how well
they play.  After a wanted change of the rules or the texts ``pytest tests/games --update`` writes them
anew; read the difference before it is kept.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from companion.games import GAMES, build_game, house_rules, seat_limits
from companion.language import Language
from companion.simulate.bots import Bots, Temperament
from companion.simulate.line_up import bots_at
from companion.table.answers import Answer
from companion.table.game import Event
from companion.table.house_rules import rules_from_words
from companion.table.runner import Runner
from companion.table.seats import seat_players

FOLDER = Path(__file__).parent.parent / "playthroughs"
FILES = sorted(FOLDER.glob("*.txt"))


def read_head(path: Path) -> dict[str, str]:
    """The lines ``name: value`` up to the first empty one."""
    head = path.read_text(encoding="utf-8").split("\n\n", 1)[0]
    return dict(line.split(": ", 1) if ": " in line else (line.rstrip(":"), "") for line in head.splitlines())


def perform(head: dict[str, str]) -> str:
    """Play the session and return the whole file."""
    game = head["game"]
    rng = random.Random(head["seed"])
    seats = seat_players(head["players"].split(", "), *seat_limits(game))
    rules = rules_from_words(house_rules(game), head["rules"].split())
    played = build_game(game, seats, rules)
    restless, tempers = float(head["restless"]), list(Temperament)
    if "bots" in head:
        bots = bots_at(played, rng, head["bots"].split(), restless)
    else:
        bots = Bots(rng, {seat.id: tempers[seat.place % 4] for seat in seats}, restless)
    runner = Runner(played)
    lines = [f"{name}: {value}".rstrip() for name, value in head.items()]
    lines += ["", *said(runner.first.events), *state(runner)]
    while runner.outcome is None:
        answer = bots.answer(runner.open, runner.seated)
        lines += ["", written(answer), *said(runner.send(answer).events), *state(runner)]
    lines += ["", "at the end:", json.dumps(runner.game.snapshot(), indent=1, ensure_ascii=False)]
    return "\n".join(lines) + "\n"


def said(events: tuple[Event, ...]) -> list[str]:
    language = Language.load("en")
    lines = []
    for event in events:
        lines.append(f"  {event.what}: {language.say(event.say)}")
        moves: list[dict[str, Any]] = event.facts.get("moves", [])
        lines += [f"    {m['payer']} -> {m['payee']}: {m['amount']} ({m['id']})" for m in moves]
    return lines


def state(runner: Runner) -> list[str]:
    balances = {account: amount for account, amount in runner.game.ledger.balances.items() if amount}
    open = " ".join(prompt.key if prompt.waits else f"({prompt.key})" for prompt in runner.open)
    return [
        "  = " + " ".join(f"{account} {amount}" for account, amount in balances.items()),
        f"  digest {runner.digest}",
        *([f"  open {open}"] if open else []),
    ]


def written(answer: Answer) -> str:
    value = answer.value
    if isinstance(value, (list, tuple)):
        value = " ".join(map(str, value))
    who = f" by {answer.seat}" if answer.seat else ""
    second = f" and {answer.second}" if answer.second else ""
    return f"> {answer.key} [{answer.prompt.say.id}] {value}{who}{second} ({answer.source.value})"


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_playthrough(path: Path, request: pytest.FixtureRequest) -> None:
    performed = perform(read_head(path))
    if request.config.getoption("--update", default=False):
        path.write_text(performed, encoding="utf-8")
    assert path.read_text(encoding="utf-8").splitlines() == performed.splitlines()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_playthrough(game: str) -> None:
    assert game in {read_head(path)["game"] for path in FILES}
