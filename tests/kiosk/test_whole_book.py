"""Whose money it is can be seen, and the whole log can be read, however long it is."""

from __future__ import annotations

import numpy as np
import pytest

from companion.kiosk.scenes.history import HistoryScene
from companion.kiosk.shapes import shape
from companion.kiosk.tokens import chip
from companion.table.seats import LOOKS
from tests.kiosk.eyes import EYES
from tests.kiosk.people import Player
from tests.kiosk.test_patterns import light


@pytest.mark.parametrize("eyes", EYES)
def test_the_bank_bears_another_sign_than_any_seat(player: Player, eyes: str) -> None:
    """In the book the bank is a chip; no seat's shape looks like one, by its light alone."""
    box, size = player.stage.box, 19
    bank = light(chip(box, size), eyes)
    for place, look in enumerate(LOOKS):
        seat = light(shape(box, place, size), eyes)[: bank.shape[0], : bank.shape[1]]
        assert (np.abs(seat - bank) > 0.05).mean() > 0.1, look


def test_a_long_log_is_all_there_and_goes_by_pages_of_what_fits(player: Player) -> None:
    player.sit_down()
    for _ in range(8):
        player.throw(1, 1, 5, 5, 3)
    player.push("back", "down", "down", "ok")
    scene = player.scene
    assert isinstance(scene, HistoryScene)
    listing, last = scene._list, player.kiosk.stage.keeper.journal.sessions()[0].entries - 1
    assert len(listing.entries) == last > 8
    assert listing.focus == last - 1 and listing._first > 0, "the latest is in focus, the first ones above"
    player.push(*["up"] * (last - 1))
    assert (listing.focus, listing._first) == (0, 0)
