"""Tiles under a mirrored lamp: read where their ground is evened, asked about where pips are washed out."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.vision import domino_evened, dominoes
from hardware.vision.domino_evened import evened, is_lit
from hardware.vision.domino_views import PATCH
from hardware.vision.dominoes import DominoReader
from hardware.vision.reading import Doubt
from tests.vision.drawn_tiles import Image, table, tile

GREEN, WHITE = (60, 150, 30), (245, 245, 245)


def lit(low: int, high: int) -> Image:
    """Return a green tile with white pips, its lower half in a lamp's mirror image: there the ground is
    lighter than the pips."""
    face = tile(low, high, body=GREEN, ink=WHITE)
    pips = face.min(axis=2, keepdims=True) > 200
    shine = np.clip((np.arange(len(face)) / len(face) - 0.2) / 0.3, 0, 1)[:, None, None]
    bright = np.where(pips, 205.0, 255.0)
    return np.asarray(face * (1 - shine) + bright * shine).astype(np.uint8)


def test_what_differs_from_its_ground_is_dark_whichever_way_it_does() -> None:
    picture = np.full((80, 160, 3), 240, np.uint8)
    picture[:, :80] = 60
    picture[35:43, 35:43], picture[35:43, 115:123] = 110, 190
    shown = evened(picture, 60.0, 25.0)
    assert shown.shape == picture.shape and shown.dtype == np.uint8
    assert shown[39, 39].max() < 10 and shown[39, 119].max() < 10
    assert shown[10, 10].min() > 245 and shown[10, 150].min() > 245


def test_a_tile_half_in_a_lamp_is_read_on_evened_ground(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = table((lit(1, 1), 640, 360, 25, 0.7))
    reading = DominoReader().read(picture)
    assert (reading.values, reading.accepted) == (("1-1",), True)
    monkeypatch.setattr(dominoes, "read_evened", lambda nets, seen, judged: {})
    assert not DominoReader().read(picture).accepted


def test_nothing_is_read_there_where_two_looks_say_different_values(monkeypatch: pytest.MonkeyPatch) -> None:
    there = domino_evened._look_there
    first = domino_evened._LOOKS[0]

    def otherwise(nets, picture, body, wider, darkest):  # type: ignore[no-untyped-def]
        seen = there(nets, picture, body, wider, darkest)
        other = domino_evened._Said([2, 2], 0.9, 0.9)
        return [*seen, other] if (wider, darkest) == first else seen

    monkeypatch.setattr(domino_evened, "_look_there", otherwise)
    assert not DominoReader().read(table((lit(1, 1), 640, 360, 25, 0.7))).accepted


def test_more_pips_on_evened_ground_are_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    picture = table((tile(3, 5), 640, 360, 25, 0.7))
    plain = DominoReader().read(picture)
    assert (plain.values, plain.accepted) == (("3-5",), True)
    monkeypatch.setattr(domino_evened, "is_lit", lambda patch: True)
    assert DominoReader().read(picture).accepted
    there = domino_evened._look_there

    def more(*args):  # type: ignore[no-untyped-def]
        seen = there(*args)
        return [domino_evened._Said([6, 5], one.sure, one.whole, one.lies, one.trust) for one in seen]

    monkeypatch.setattr(domino_evened, "_look_there", more)
    asked = DominoReader().read(picture)
    assert (asked.accepted, asked.doubt) == (False, Doubt.GLARE)


def test_a_lamp_is_seen_by_uneven_or_white_ground() -> None:
    patch = np.full((*PATCH, 3), 120, np.uint8)
    assert not is_lit(patch)
    patch[36:] = 180
    assert is_lit(patch)
    assert is_lit(np.full((*PATCH, 3), 255, np.uint8))
