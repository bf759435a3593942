"""Every screen of the kiosk, one journey after the other, in any size and language.

    python -m tests.kiosk.all_screens LANGUAGE [WIDTHxHEIGHT]

says which texts of a language do not fit their boxes, and on which screens; the small panel is the narrowest.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from functools import partial
from itertools import chain, islice

from companion.kiosk.frame import body_rect
from companion.kiosk.scenes.table import TableScene
from companion.wishes import window_size
from tests.kiosk import domino_journeys as dominoes
from tests.kiosk import gold_journeys as gold
from tests.kiosk.annals_journeys import looking_back
from tests.kiosk.fit import faults
from tests.kiosk.gold_rush_screens import SITUATIONS, Situation, reach
from tests.kiosk.journeys import (
    a_round,
    before_the_game,
    the_house,
    the_settings,
    the_ways_back,
    to_the_end,
)
from tests.kiosk.panel_journeys import a_card_in_doubt, a_private_hand, setting_up
from tests.kiosk.patience_screens import JOURNEYS as PATIENCE
from tests.kiosk.people import EIGHT, FOUR, Player, open_player
from tests.kiosk.said_sight import SaidSight

Journey = Callable[[Player], Iterator[str]]


def dice(player: Player, names: dict[int, str]) -> Iterator[str]:
    yield from chain(before_the_game(player, names), a_round(player, names))
    yield from chain(the_ways_back(player), to_the_end(player))


def one_after_the_other(player: Player, journeys: tuple[Journey, ...]) -> Iterator[str]:
    for journey in journeys:
        yield from journey(player)


def situation(player: Player, one: Situation) -> Iterator[str]:
    reach(player, one)
    yield one.name


#: What begins with a kiosk of its own: a name, and the journey.
JOURNEYS: tuple[tuple[str, Journey], ...] = (
    ("home", the_settings),
    ("house", the_house),
    ("looking-back", looking_back),
    ("dice-4", partial(dice, names=FOUR)),
    ("dice-8", partial(dice, names=EIGHT)),
    (
        "dominoes-deal",
        partial(
            one_after_the_other,
            journeys=(dominoes.a_deal, dominoes.the_table_rebuilt, dominoes.to_the_results),
        ),
    ),
    ("dominoes-absent", dominoes.an_absent_seat),
    ("dominoes-without", dominoes.without_tiles),
    ("dominoes-open", dominoes.open_hands),
    (
        "gold",
        partial(
            one_after_the_other,
            journeys=(
                setting_up,
                gold.the_auction,
                gold.the_debts,
                gold.the_shortfall,
                gold.on_another_day,
            ),
        ),
    ),
    (
        "gold-settlement",
        partial(one_after_the_other, journeys=(gold.the_auction, gold.the_debts, gold.the_settlement)),
    ),
    *((f"goldrush-{one.name}", partial(situation, one=one)) for one in SITUATIONS),
    *((f"patience-{journey.__name__}", journey) for journey in PATIENCE),
)
#: The same for what a camera sees.
SEEN: tuple[tuple[str, Callable[[Player, SaidSight], Iterator[str]]], ...] = (
    ("card-in-doubt", a_card_in_doubt),
    ("private-hand", a_private_hand),
)


def all_screens(size: tuple[int, int], language: str = "en", part: str = "") -> Generator[tuple[str, Player]]:
    """Yield the name of each screen whose journey's name begins with `part`, and the player who sees it."""
    for name, journey in JOURNEYS:
        if name.startswith(part):
            player = open_player(size, language=language)
            yield from _journey(name, journey(player), player)
    for name, seen in SEEN:
        if name.startswith(part):
            sight = SaidSight()
            player = open_player(size, sight, language=language)
            yield from _journey(name, seen(player, sight), player)


def _journey(name: str, screens: Iterator[str], player: Player) -> Iterator[tuple[str, Player]]:
    try:
        for number, screen in enumerate(screens):
            yield f"{name}-{number:02d}-{screen}", player
    finally:
        player.scene.leave()
        player.stage.keeper.close()


def misfits(
    language: str, size: tuple[int, int] = (800, 480), part: str = "", most: int | None = None
) -> Iterator[str]:
    """Yield a sentence for every text that is cut, covered or outside its box, on `most` screens at most."""
    with closing(all_screens(size, language, part)) as screens:
        for screen, player in islice(screens, most):
            yield from (f"{screen}: {fault}" for fault in faults(player.kiosk.shower.canvas))
            yield from (f"{screen}: {fault}" for fault in in_the_way(player))


def in_the_way(player: Player) -> Iterator[str]:
    """Yield what can be touched in the line at the top of a table, where payments are told."""
    if isinstance(player.scene, TableScene) and not player.scene.layers:
        below = body_rect(player.stage.theme).top
        yield from (f"a payment covers {hot.name}" for hot in player.hots if hot.rect.top < below)


def main(words: list[str]) -> int:
    size = window_size(words[1]) if len(words) > 1 else (800, 480)
    seen, count = set[str](), 0
    for misfit in misfits(words[0], size):
        count += 1
        # The same line stands on many screens; once is enough to see what must be shorter.
        said = misfit.partition(": ")[2]
        if said not in seen:
            seen.add(said)
            print(misfit, flush=True)
    print(f"{len(seen)} texts do not fit ({count} times in all)")
    return 1 if count else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
