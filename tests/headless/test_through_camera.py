"""Sessions through the camera: rendered frames, the real reader, the journal; one seed, one journal."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import house_rules, rules_in_words
from companion.headless.through_camera import CameraSession, play_through_camera, simulate_through_camera
from companion.table.house_rules import check_rules


def test_the_same_seed_leaves_the_same_journal() -> None:
    rules = check_rules(house_rules("dice"), {})
    whole = play_through_camera("dice", 2, 3000009, rules)
    begun = play_through_camera("dice", 2, 3000009, rules, most_answers=3)
    assert whole.finished and not begun.finished
    assert begun.entries == whole.entries[: len(begun.entries)]
    assert whole.counts.get("silent_misreads", 0) == 0
    assert whole.counts.get("read", 0) + whole.counts.get("asked", 0) >= 4


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_many_sessions_through_the_camera_are_never_silently_misread() -> None:
    rules = check_rules(house_rules("dice"), {"limit": 3, "comparison": "b"})
    _, seen = simulate_through_camera("dice", (2, 3, 4), 60, 5, rules, workers=2)
    assert seen["silent_misreads"] == 0, seen["misread_seeds"]
    assert seen["read"] > seen["asked"]


def twice(game: str, players: int, seed: int, words: list[str], **more: Any) -> CameraSession:
    """Play a session two times, compare every row of the two journals, and return it."""
    rules = rules_in_words(game, words)
    one, other = (play_through_camera(game, players, seed, rules, **more) for _ in range(2))
    assert one.entries == other.entries and one.chain == other.chain
    assert one.counts == other.counts
    return one


def of_kind(session: CameraSession, begins: str) -> list[Any]:
    return [entry.value for entry in session.entries if (entry.key or "").startswith(begins)]


def test_a_board_game_is_thrown_shown_and_pressed_for_and_its_seed_gives_its_journal_again() -> None:
    """Dice, a card by its code, and presses, up to the first card."""
    session = twice("goldrush", 2, 7, ["starter=lot"], mishaps=0, most_answers=5)
    assert session.counts["read"] >= 1 and session.counts["presses"] >= 1
    assert session.counts.get("silent_misreads", 0) == 0
    assert of_kind(session, "throw/")


def test_a_tile_is_shown_and_laid_and_its_seed_gives_its_journal_again() -> None:
    session = twice("dominoes", 2, 1, [], mishaps=0, most_answers=3)
    assert session.counts["shown"] == session.counts["read"] == 1
    assert session.counts["presses"] >= 2 and session.counts.get("silent_misreads", 0) == 0
    laid = ["-".join(sorted(place.partition("@")[0].split("-"))) for place in of_kind(session, "place/")]
    assert of_kind(session, "tile/") == laid


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_a_whole_four_player_board_game_through_the_camera_to_the_ghost_town() -> None:
    session = twice("goldrush", 4, 1, [])
    assert session.finished
    cards = of_kind(session, "card/")
    assert len(cards) == len(set(cards)) == 36
    assert session.counts["read"] > 20 * session.counts["asked"]


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_a_whole_two_player_domino_session_from_rendered_tiles() -> None:
    session = twice("dominoes", 2, 1, [])
    assert session.finished
    assert session.counts["shown"] >= 90
    assert session.counts.get("silent_misreads", 0) == 0
    assert session.counts["read"] > 8 * session.counts.get("asked", 0)
