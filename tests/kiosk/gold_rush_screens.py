"""Every situation of the board game at a real kiosk: sessions that bots have played, up to the moment itself.

    python -m tests.kiosk.gold_rush_screens DIR [WIDTHxHEIGHT ...]

writes one PNG a situation and size into DIR.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pygame

from companion.kiosk.offscreen import render
from companion.kiosk.scenes.home import HomeScene
from companion.kiosk.scenes.opening import OpeningScene
from companion.table.prompts import Bid
from companion.wishes import window_size
from tests.kiosk.gold_people import menu_entry
from tests.kiosk.gold_rush_evenings import NAMES, Step, Wanted, find, go_on, sit_down
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
    seed: int = 0


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
    Situation("start-throws", lambda step: len(step.snapshot()["start_throws"]) == 3, players=6),
    Situation("walking", _long_way, after_ms=1400, seed=18),
    Situation("creek", lambda step: step.asks("creek/") and step.snapshot()["cards_left"] < 24, seed=21),
    Situation("card-tumbles", _card(discovery=True), after_ms=900),
    Situation("discovery", _card(discovery=True)),
    Situation("mother-lode", _card(lode=True, factor=1, kind="gold"), seed=55),
    Situation("hazard-pay", _card(kind="pay"), seed=10),
    Situation("hazard-go", _card(kind="go"), after_ms=1900, seed=2),
    Situation("buy", _asks("buy/"), seed=5),
    Situation("buy-confirm", _asks("pay/price"), seed=5),
    Situation("debt", _visit, seed=47),
    Situation("chilkoot", _asks("pay/chilkoot"), players=6, seed=50),
    Situation("party-walking", _party_far, after_ms=2000, players=6, seed=53),
    Situation("party", _party, players=6, seed=46),
    Situation("fire-burning", _fire, after_ms=3600, players=6, seed=40),
    Situation("fire", _fire, players=6, seed=40),
    Situation("held", _two_held, players=6, seed=10),
    Situation("woodpile", _told("woodpile"), seed=18),
    Situation("church", _asks("donate/"), seed=7),
    Situation("gamble", _asks("gamble/"), seed=56),
    Situation("auction-claim", _led_auction("claim"), players=6, seed=19),
    Situation("auction-deed", _asks("short/"), then=("ok", "bid"), seed=4),
    Situation("hammer", _asks("hammer/"), seed=19),
    Situation("short", _asks("short/"), seed=4),
    Situation("monopoly", _two_monopolies, seed=101),
    Situation("rich-gold", _card(kind="gold", factor=2, discovery=False)),
    Situation("rebuild", _two_monopolies, seed=101, then=("rebuild",)),
    Situation("money", _told("paid"), after_ms=450, seed=7),
    Situation("sheet", _many_deeds, then=("sheet",), seed=17),
    Situation("spaces", _two_monopolies, seed=101, then=("back", "spaces")),
    Situation("close", _asks("close"), players=6, seed=1),
    Situation("ghost-town", _told("ghost_town"), after_ms=600, players=6, seed=1),
)  # fmt: skip


def reach(player: Player, situation: Situation, names: Mapping[int, str] = NAMES) -> None:
    """Bring a player's kiosk to a situation; the turn it belongs to is played on the screen."""
    seated = {place: names[place] for place in range(situation.players)}
    answers = find(situation.wanted, seated, situation.rules, situation.seed)
    begins = max(
        (n for n, answer in enumerate(answers[:-1]) if answer.prompt.key.startswith(("throw/", "start/"))),
        default=0,
    )
    sit_down(player, seated, answers[:begins], situation.rules)
    player.pass_ms(3000, 500)
    for answer in answers[begins:-1]:
        go_on(player, answer)
        # The clock of an auction is not to run out.
        bidding = any(isinstance(prompt, Bid) for prompt in player.view.open)
        player.pass_ms(1000 if bidding else 6000, 500)
    go_on(player, answers[-1])
    player.pass_ms(situation.after_ms, 100)
    for what in situation.then:
        _do(player, what)


def _do(player: Player, what: str) -> None:
    """Press the button of the seat with most deeds, of the first who may bid, or the one that is named.

    ``rebuild`` is the next day, when the session is taken up again.
    """
    view = player.view
    if what == "rebuild":
        player.stage.go(HomeScene(player.stage))
        player.settle()
        player.stage.go(OpeningScene(player.stage, player.stage.keeper.resume(view.session)))
    elif what == "sheet":
        most = max(view.snapshot["seats"], key=lambda one: len(one["deeds"]))
        player.push(f"seat{most['place'] + 1}")
    elif what == "spaces":
        menu_entry(player, what)
    elif what == "bid":
        bid = next(prompt for prompt in view.open if isinstance(prompt, Bid))
        player.push(f"seat{view.seat(bid.seats[0]).place + 1}")
    else:
        player.push(what)
    player.settle()
    player.pass_ms(1000, 200)


def main(words: list[str]) -> int:
    folder = Path(words[0] if words else "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    for size in [window_size(word) for word in words[1:]] or list(SIZES):
        save_all(folder, size)
    return 0


def save_all(folder: Path, size: tuple[int, int]) -> None:
    """Write a picture of each situation on a screen of a size into a folder."""
    for situation in SITUATIONS:
        player = open_player(size)
        reach(player, situation)
        path = folder / f"{size[0]}x{size[1]}-goldrush-{situation.name}.png"
        pygame.image.save(render(player.scene).surface, path)
        player.stage.keeper.close()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
