"""The patience with real cards through the camera: kit decks by their codes, others by rank and suit."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import rules_in_words
from companion.games.patience.cards import CARDS
from companion.headless.patience_hands import PatienceHands
from companion.headless.through_camera import CameraSession, play_through_camera

#: An even seed has the printed kit's deck, an odd one an ordinary deck.
KIT, MAKER = 2, 3


def twice(seed: int, way: str, **more: Any) -> CameraSession:
    """Play a session two times, compare every row of the two journals, and return it."""
    rules = rules_in_words("patience", [f"way={way}"])
    one, other = (play_through_camera("patience", 1, seed, rules, **more) for _ in range(2))
    assert one.entries == other.entries and one.chain == other.chain
    assert one.counts == other.counts and one.counts.get("silent_misreads", 0) == 0
    return one


def shown(session: CameraSession) -> list[Any]:
    return [entry.value for entry in session.entries if (entry.key or "").startswith(("card/", "deal/"))]


def test_a_card_is_shown_and_the_seed_gives_its_journal_again() -> None:
    session = twice(MAKER, "turned", mishaps=0, most_answers=1)
    assert session.counts["shown"] == session.counts["read"] == 1
    # Dealt or turned, the first is the only card of the first column.
    assert shown(session) == [PatienceHands(MAKER).deck_order[0]]


@pytest.mark.long
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("way", ["dealt", "turned"])
@pytest.mark.parametrize("seed", [KIT, MAKER])
def test_a_whole_patience_with_real_cards_through_the_camera(seed: int, way: str) -> None:
    session = twice(seed, way)
    assert session.finished
    cards = shown(session)
    assert set(cards) <= set(CARDS) and len(set(cards)) >= (52 if way == "dealt" else 20)
    assert session.counts["read"] > 5 * session.counts.get("asked", 0)
