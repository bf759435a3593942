"""Every situation of the board game at a real kiosk: sessions that bots have played, up to the moment itself.

    python -m tests.kiosk.gold_rush_screens DIR [WIDTHxHEIGHT ...]

writes one PNG a situation and size into DIR.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pygame

from companion.kiosk.offscreen import render
from companion.table.answers import Answer
from companion.table.prompts import Bid
from companion.wishes import window_size
from tests.kiosk.gold_rush_evenings import LONG, NAMES, Step, Wanted, find, go_on, sit_down
from tests.kiosk.people import SIZES, Player, open_player


@dataclass(frozen=True)
class Situation:
    """A moment of a session: what leads there, and how many milliseconds after it the picture is taken."""

    name: str
    wanted: Wanted
    after_ms: int = 9000
    players: int = 4
    rules: dict[str, Any] = field(default_factory=dict)
    then: tuple[str, ...] = ()


def _card(**facts: Any) -> Wanted:
    def wanted(step: Step) -> bool:
        card = step.event("card")
        return card is not None and all(card.facts[name] == value for name, value in facts.items())

    return wanted


def _party(step: Step) -> bool:
    party = step.event("party")
    return party is not None and len(party.facts["moved"]) >= 3


def _party_far(step: Step) -> bool:
    party, moves = step.event("party"), step.event("moves")
    return (
        party is not None
        and moves is not None
        and len(party.facts["moved"]) >= 2
        and moves.facts["steps"] == 5
    )


def _visit(step: Step) -> bool:
    owes = step.event("owes")
    return owes is not None and owes.facts["debtor"] != "bank" and "party" not in step.told


def _long_way(step: Step) -> bool:
    moves = step.event("moves")
    return moves is not None and moves.facts["steps"] == 9 and moves.facts["start"] > 10


def _fire(step: Step) -> bool:
    fire = step.event("fire")
    return fire is not None and len(fire.facts["burnt"]) >= 2


def _led_auction(what: str) -> Wanted:
    def wanted(step: Step) -> bool:
        sale = step.snapshot()["auction"]
        return sale is not None and sale["what"] == what and sale["leader"] is not None

    return wanted


def _told(what: str) -> Wanted:
    return lambda step: what in step.told


def _asks(start: str, told: str = "") -> Wanted:
    return lambda step: step.asks(start) and (not told or told in step.told)


def _many_deeds(step: Step) -> bool:
    return "throw" in step.told and max(len(one["deeds"]) for one in step.snapshot()["seats"]) >= 6


def _two_held(step: Step) -> bool:
    snap = step.snapshot()
    return "held" in step.told and sum(one["host"] is not None for one in snap["seats"]) >= 2


def _two_monopolies(step: Step) -> bool:
    return "monopoly" in step.told and len(step.snapshot()["monopolies"]) >= 2


SITUATIONS = (
    Situation("start-throws", lambda step: step.answer.prompt.key.startswith("start/cy"), players=6),
    Situation("walking", _long_way, after_ms=1400),
    Situation("creek", lambda step: step.asks("creek/") and step.snapshot()["cards_left"] < 24),
    Situation("card-tumbles", _card(discovery=True), after_ms=900),
    Situation("discovery", _card(discovery=True)),
    Situation("mother-lode", _card(lode=True, factor=1, kind="gold")),
    Situation("hazard-pay", _card(kind="pay")),
    Situation("hazard-go", _card(kind="go"), after_ms=1900),
    Situation("buy", _asks("buy/")),
    Situation("buy-confirm", _asks("pay/price")),
    Situation("debt", _visit),
    Situation("chilkoot", _asks("pay/chilkoot"), players=6),
    Situation("party-walking", _party_far, after_ms=2000, players=6),
    Situation("party", _party, players=6),
    Situation("fire-burning", _fire, after_ms=3600, players=6),
    Situation("fire", _fire, players=6),
    Situation("held", _two_held, players=6),
    Situation("woodpile", _told("woodpile")),
    Situation("church", _asks("donate/")),
    Situation("gamble", _asks("gamble/")),
    Situation("auction-claim", _led_auction("claim"), players=6),
    Situation("auction-deed", _asks("short/"), then=("ok", "bid")),
    Situation("hammer", _asks("hammer/")),
    Situation("short", _asks("short/")),
    Situation("monopoly", _two_monopolies),
    Situation("money", _told("paid"), after_ms=450),
    Situation("sheet", _many_deeds, then=("seat",)),
    Situation("close", _asks("close"), players=6),
    Situation("ghost-town", _told("ghost_town"), after_ms=600, players=6),
)  # fmt: skip


def names_for(situation: Situation, long: bool) -> dict[int, str]:
    """Return who sits at the table of a situation."""
    names = LONG if long else NAMES
    return {place: names[place] for place in range(situation.players)}


def reach(player: Player, situation: Situation, *, long: bool = False) -> None:
    """Bring a player's kiosk to a situation; the turn it belongs to is played on the screen."""
    names = names_for(situation, long)
    answers = find(situation.wanted, dict(list(NAMES.items())[: situation.players]), situation.rules)
    begins = max(
        (n for n, answer in enumerate(answers[:-1]) if _begins_turn(answer)), default=max(0, len(answers) - 1)
    )
    sit_down(player, names, renamed(answers[:begins], names), situation.rules)
    player.pass_ms(6000, 500)
    for answer in renamed(answers[begins:-1], names):
        go_on(player, answer)
        player.pass_ms(1000 if step_in_auction(player) else 8000, 500)
    go_on(player, renamed(answers[-1:], names)[0])
    player.pass_ms(situation.after_ms, 50)
    for what in situation.then:
        player.push(_button(player, what))
        player.pass_ms(1000, 200)


def step_in_auction(player: Player) -> bool:
    """Whether the clock of an auction is running."""
    return any(isinstance(prompt, Bid) for prompt in player.view.open)


def _button(player: Player, what: str) -> str:
    """Return the button of the seat with most deeds, of the first who may bid, or the one that is named."""
    view = player.view
    if what == "seat":
        most = max(view.snapshot["seats"], key=lambda one: len(one["deeds"]))
        return f"seat{most['place'] + 1}"
    if what == "bid":
        bid = next(prompt for prompt in view.open if isinstance(prompt, Bid))
        return f"seat{view.seat(bid.seats[0]).place + 1}"
    return what


def renamed(answers: list[Answer], names: dict[int, str]) -> list[Answer]:
    """Return the answers as they are; other names have other ids, and are played anew."""
    return answers


def _begins_turn(answer: Answer) -> bool:
    return answer.prompt.key.startswith(("throw/", "start/"))


def screens(size: tuple[int, int], long: bool = False) -> Iterator[tuple[str, Player]]:
    """Yield each situation's name and a player whose kiosk shows it."""
    for situation in SITUATIONS:
        player = open_player(size)
        reach(player, situation, long=long)
        yield situation.name, player
        player.stage.keeper.close()


def save_all(folder: Path, size: tuple[int, int], wanted: Callable[[str], bool] = lambda name: True) -> None:
    """Write a picture of each situation into a folder."""
    for situation in SITUATIONS:
        if not wanted(situation.name):
            continue
        player = open_player(size)
        reach(player, situation)
        path = folder / f"{size[0]}x{size[1]}-goldrush-{situation.name}.png"
        pygame.image.save(render(player.scene).surface, path)
        player.stage.keeper.close()


def main(words: list[str]) -> int:
    folder = Path(words[0] if words else "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    for size in [window_size(word) for word in words[1:]] or list(SIZES):
        save_all(folder, size)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
