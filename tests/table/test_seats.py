"""Seats: names as people type them, ids that never change, looks that nobody confuses."""

from __future__ import annotations

import pytest

from companion.table.refusals import Refused, Why
from companion.table.seats import LOOKS, MOST_SEATS, RESERVED_IDS, clean_name, seat_id, seat_players


def test_names_are_tidied_and_seated_clockwise() -> None:
    seats = seat_players(["  Ana ", "Bjørn\tÅse", "Ștefan"], 2, 8)
    assert [(s.name, s.place) for s in seats] == [("Ana", 0), ("Bjørn Åse", 1), ("Ștefan", 2)]
    assert all(s.id.isascii() and s.id for s in seats)
    assert len({s.id for s in seats}) == 3


@pytest.mark.parametrize(
    ("names", "why"),
    [
        ([], Why.PLAYERS_COUNT),
        (["Ana"], Why.PLAYERS_COUNT),
        (list("ABCDEFGHI"), Why.PLAYERS_COUNT),
        (["Ana", ""], Why.NAME_EMPTY),
        (["Ana", " \n"], Why.NAME_EMPTY),
        (["Ana", "ana"], Why.NAME_TAKEN),
        (["Ana", "a" * 15], Why.NAME_TOO_LONG),
        (["Ana", "\x1b[31m"], Why.NAME_UNREADABLE),
        (["Ana", "---"], Why.NAME_UNREADABLE),
        (["Ana", "\u202eoB"], Why.NAME_UNREADABLE),
    ],
)
def test_names_that_cannot_be_players_are_refused(names: list[str], why: Why) -> None:
    with pytest.raises(Refused) as refused:
        seat_players(names, 2, 8)
    assert refused.value.why is why


@pytest.mark.parametrize("name", ["Bank", "pot", "TABLE", "日本", "♠♠"])
def test_no_seat_gets_an_id_that_means_something_else(name: str) -> None:
    id = seat_id(name, 4)
    assert id == "seat5" and id not in RESERVED_IDS


def test_names_that_look_alike_in_ascii_have_different_ids() -> None:
    seats = seat_players(["Ana", "Ána", "Ană"], 2, 8)
    assert [s.id for s in seats] == ["ana", "ana-2", "ana-3"]


def test_a_name_of_the_longest_length_is_taken_in_any_form_of_its_letters() -> None:
    decomposed = "e\u0301" * 14
    assert clean_name(decomposed) == "é" * 14


def test_every_place_has_a_colour_and_a_shape_of_its_own() -> None:
    assert len(LOOKS) == MOST_SEATS
    assert len({colour for colour, _ in LOOKS}) == len({shape for _, shape in LOOKS}) == MOST_SEATS
    seat = seat_players(list("ABCDEFGH"), 2, 8)[7]
    assert (seat.colour, seat.shape) == LOOKS[7]
