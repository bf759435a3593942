"""Board-game sessions that bots have played, driven into a real kiosk up to a situation."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.games import build_game
from companion.kiosk.scenes.seats import seats_from_names
from companion.kiosk.scenes.table import TableScene
from companion.simulate.line_up import bots_at
from companion.table.answers import Answer
from companion.table.game import Event
from companion.table.prompts import Prompt
from companion.table.runner import Runner
from tests.kiosk.people import Player

NAMES = dict(enumerate(["Ana", "Bo", "Cy", "Di", "Eve", "Flo"]))
#: The longest names that fit.
LONG = dict(
    enumerate(
        ["Maximilian-Ott", "Wilhelmina-May", "Bartholomäus-W", "Konstantin-Wm", "Ștefan-Răzvan!",
         "Hallgerd-Mømme"]
    )
)  # fmt: skip
#: No situation lies deeper than this many sessions.
MOST_SEEDS = 400


@dataclass(frozen=True)
class Step:
    """One answer of a session that bots have played, what it brought, and what is open after it."""

    answer: Answer
    events: tuple[Event, ...]
    open: tuple[Prompt, ...]
    snapshot: Callable[[], dict[str, Any]]

    @property
    def told(self) -> frozenset[str]:
        return frozenset(event.what for event in self.events)

    def event(self, what: str) -> Event | None:
        return next((event for event in self.events if event.what == what), None)

    def asks(self, start: str) -> bool:
        """Whether a prompt whose key begins so waits for an answer."""
        return any(prompt.key.startswith(start) and prompt.waits for prompt in self.open)


def steps(seed: int, names: Mapping[int, str], rules: dict[str, Any] | None = None) -> Iterator[Step]:
    """Play one session with bots, step by step."""
    game = build_game("goldrush", seats_from_names(names), dict(rules or {}))
    bots = bots_at(game, random.Random(seed), ("builder", "mixed"))
    runner = Runner(game, digests=False)
    while runner.outcome is None:
        answer = bots.answer(runner.open, runner.seated)
        events = tuple(runner.send(answer).events)
        yield Step(answer, events, runner.open, game.snapshot)


Wanted = Callable[[Step], bool]


def find(
    wanted: Wanted, names: Mapping[int, str], rules: dict[str, Any] | None = None, seed: int = 0
) -> list[Answer]:
    """Return the answers of a session that leads to a step that is `wanted`, that step's included.

    The session of `seed` is looked at first, as it is known to lead there; then all others.
    """
    for other in (seed, *range(MOST_SEEDS)):
        answers = []
        for step in steps(other, names, rules):
            answers.append(step.answer)
            if wanted(step):
                return answers
    raise AssertionError("no session leads there")


def sit_down(
    player: Player, names: Mapping[int, str], answers: Sequence[Answer], rules: dict[str, Any] | None = None
) -> None:
    """Begin a session at the kiosk and give it `answers`; the table comes on the screen only after them."""
    stage = player.stage
    desk = stage.keeper.start("goldrush", seats_from_names(names), dict(rules or {})).result(timeout=30)
    for answer in answers:
        give(desk.view.open, answer, lambda given: desk.ask("answer", given).result(timeout=30))
    desk.poll()
    stage.go(TableScene(stage, desk))
    player.settle()
    while player.scene.layers:
        # The cards are shuffled and dealt by hand.
        player.push("ok")


def give(open_: Sequence[Prompt], answer: Answer, tell: Callable[[Answer], None]) -> None:
    """Give a recorded answer to the prompt of the same key."""
    prompt = next(prompt for prompt in open_ if prompt.key == answer.prompt.key)
    tell(
        Answer(
            prompt=prompt, value=answer.value, seat=answer.seat, second=answer.second, source=answer.source
        )
    )


def go_on(player: Player, answer: Answer) -> None:
    """Give the next answer at the table that is on the screen."""
    desk = player.table.desk
    give(player.view.open, answer, lambda given: desk.tell("answer", given))
    player.settle()
