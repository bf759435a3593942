"""The seats' patterns: beside colours and shapes, so that nothing is told by a colour alone."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import hypot

import numpy as np
import pygame
import pytest

from companion.annals.dashes import DASHES, dashed
from companion.kiosk.patterns import PATTERNS, mark_ink, marks
from companion.kiosk.shapes import shape
from companion.kiosk.theme import SEAT_INKS, Ink, Theme
from companion.kiosk.tokens import lamp
from companion.kiosk.views.goldrush.standing import token
from companion.table.seats import LOOKS
from tests.kiosk.eyes import EYES, Floats, contrast, linear, luminance
from tests.kiosk.people import Player

PLACES = range(len(LOOKS))
#: The marks of a lamp on the small panel, and of shapes from there to the prompt of a large screen.
SIZES = (Theme(800, 480).px(17), 19, 25, 60)


def light(surface: pygame.Surface, eyes: str) -> Floats:
    """Return how bright a surface on a panel is for some eyes, pixel by pixel."""
    ground = pygame.Surface(surface.get_size())
    ground.fill(Ink.PANEL)
    ground.blit(surface, (0, 0))
    colours = linear(pygame.surfarray.array3d(ground))
    return luminance(np.clip(colours @ EYES[eyes].T, 0, 1))


def test_every_seat_has_a_pattern_of_its_own() -> None:
    assert len(set(PATTERNS)) == len(PATTERNS) == len(LOOKS)
    assert len(set(DASHES)) == len(DASHES) == len(LOOKS)


@pytest.mark.parametrize("eyes", EYES)
def test_marks_stand_out_from_their_colour(eyes: str) -> None:
    for colour, _ in LOOKS:
        ink = SEAT_INKS[colour]
        assert contrast(ink, mark_ink(ink), eyes) >= 3, colour


@pytest.mark.parametrize("size", SIZES)
def test_patterns_are_told_apart_without_any_colour(size: int) -> None:
    pygame.display.init()
    drawn = [pygame.surfarray.array_alpha(marks(place, size, 4, (0, 0, 0))) > 127 for place in PLACES]
    assert not drawn[PATTERNS.index("plain")].any()
    for place in PLACES:
        if PATTERNS[place] != "plain":
            assert 0.04 < drawn[place].mean() < 0.6, PATTERNS[place]
    for one, other in combinations(PLACES, 2):
        union = (drawn[one] | drawn[other]).mean()
        assert (drawn[one] ^ drawn[other]).mean() > 0.4 * union, (PATTERNS[one], PATTERNS[other])


@pytest.mark.parametrize("eyes", EYES)
def test_lamps_and_tokens_differ_for_all_eyes_by_light_alone(player: Player, eyes: str) -> None:
    """Lamps are all round: what tells them apart without colours is the pattern."""
    box, size = player.stage.box, SIZES[0]
    for kind, drawn in (
        ("lamp", [light(lamp(box, size, place, True), eyes) for place in PLACES]),
        ("token", [light(token(box, place, 34), eyes) for place in PLACES]),
        ("shape", [light(shape(box, place, 19), eyes) for place in PLACES]),
    ):
        for one, other in combinations(PLACES, 2):
            away = np.abs(drawn[one] - drawn[other])
            assert (away > 0.05).mean() > 0.025, (kind, LOOKS[one], LOOKS[other])


def test_a_shape_in_another_ink_is_plain_and_a_tiny_one_too(player: Player) -> None:
    box = player.stage.box
    inside = pygame.Rect(0, 0, 20, 20)
    inside.center = (24, 24)
    for place in PLACES:
        plain = shape(box, place, 48, (250, 250, 250)).subsurface(inside)
        assert (
            len({tuple(plain.get_at((x, 10))[:3]) for x in range(20) if plain.get_at((x, 10)).a == 255}) <= 2
        )
    assert (
        np.ptp(light(shape(box, 3, 11), "usual")[4:7, 5])
        < 0.1
        < np.ptp(light(shape(box, 3, 19), "usual")[5:14, 9])
    )


@pytest.mark.parametrize("place", PLACES)
def test_a_line_is_drawn_in_dashes_of_its_length(place: int) -> None:
    points = [(0.0, 0.0), (30.0, 40.0), (30.0, 940.0)]
    pieces = [*dashed(points, place, 2.0)]
    drawn = sum(hypot(b[0] - a[0], b[1] - a[1]) for piece in pieces for a, b in pairwise(piece))
    pattern = DASHES[place]
    share = sum(pattern[::2]) / sum(pattern) if pattern else 1.0
    assert drawn == pytest.approx(950 * share, abs=2.0 * sum(pattern) + 0.01)
    assert pieces[0][0] == points[0]
    assert (len(pieces) == 1) is (pattern == ())
    assert all(len(piece) > 1 for piece in pieces)


def test_a_line_of_one_point_is_none() -> None:
    assert [*dashed([(1.0, 2.0)], 0, 2.0)] == [*dashed([(1.0, 2.0)], 1, 2.0)] == [*dashed([], 3, 2.0)] == []
