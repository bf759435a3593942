"""The domino table's drawing: where things lie, and tiles that show their pips both ways round."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
import pygame
import pytest

from companion.games.dominoes.layout import CHIPS, SPACE_BY_ID, SPACES, around
from companion.games.dominoes.tiles import WAY_ENDS
from companion.kiosk.paint import PaintBox
from companion.kiosk.scenes.table import TableScene
from companion.kiosk.theme import Theme
from companion.kiosk.views.dominoes.beside import parts_of
from companion.kiosk.views.dominoes.entry import best_grid
from companion.kiosk.views.dominoes.ground import Ground, ground_in, lies_across, seen_ends, side_of
from companion.kiosk.views.dominoes.tiles import tile
from tests.kiosk.fit import FINGER
from tests.kiosk.people import SIZES


def ground_on(size: tuple[int, int]) -> Ground:
    theme = Theme(*size)
    return ground_in(parts_of(TableScene.areas(theme)[0], theme).layout, theme.px(10))


@pytest.mark.parametrize("size", SIZES)
def test_t1_everything_has_its_own_place(size: tuple[int, int]) -> None:
    ground = ground_on(size)
    things = [ground.space_rect(space) for space in SPACES] + [ground.chip_rect(chip) for chip in CHIPS]
    assert len(things) == 33
    assert all(ground.area.contains(thing) for thing in things)
    assert not [pair for pair in combinations(things, 2) if pair[0].colliderect(pair[1])]


@pytest.mark.parametrize("size", SIZES)
def test_every_space_can_be_touched(size: tuple[int, int]) -> None:
    ground = ground_on(size)
    for space in SPACES:
        touched = ground.touch_rect(space, 42)
        assert min(touched.size) >= FINGER and ground.area.contains(touched)
        others = [ground.space_rect(other) for other in SPACES if other is not space]
        assert touched.collidelist(others) < 0


def test_t1_a_tile_lies_with_a_short_end_against_each_of_its_chips() -> None:
    ground = ground_on((1280, 720))
    for chip in CHIPS:
        x, y = ground.centre(chip)
        sides = {side_of(space, chip): ground.space_rect(space) for space in around(chip)}
        assert set(sides) == set("nesw")
        assert sides["n"].centerx == sides["s"].centerx == x
        assert sides["e"].centery == sides["w"].centery == y
        assert sides["n"].bottom < y < sides["s"].top
        assert sides["w"].right < x < sides["e"].left
        for side, rect in sides.items():
            assert rect.size == ((ground.long, ground.short) if side in "ew" else (ground.short, ground.long))


def test_the_end_against_a_chip_is_drawn_at_that_chip() -> None:
    ground = ground_on((1280, 720))
    for space in SPACES:
        rect = ground.space_rect(space)
        first, _ = seen_ends(space, (1, 2))
        near = pygame.Vector2(ground.centre(space.chips[0]))
        low, high = (rect.midleft, rect.midright) if lies_across(space) else (rect.midtop, rect.midbottom)
        nearer_is_first = near.distance_to(low) < near.distance_to(high)
        assert (first == 1) == nearer_is_first, space.id
    assert SPACE_BY_ID["1n"].side == "n" and seen_ends(SPACE_BY_ID["1n"], (4, 3)) == (3, 4)


def pips(surface: pygame.Surface) -> int:
    """Count the pips of a half: dark spots that are about as wide as high."""
    array = pygame.surfarray.array3d(surface).max(axis=2)
    dark = (array < 110).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(dark)
    least = surface.get_width() * surface.get_height() / 400
    return sum(
        1
        for box in stats[1:count]
        if box[cv2.CC_STAT_AREA] > least and 0.6 < box[cv2.CC_STAT_WIDTH] / box[cv2.CC_STAT_HEIGHT] < 1.67
    )


@pytest.mark.parametrize("across", [True, False], ids=["across", "upright"])
@pytest.mark.parametrize("long", [76, 160])
def test_a_tile_shows_as_many_pips_as_its_ends_say(long: int, across: bool) -> None:
    pygame.font.init()
    box = PaintBox()
    for ends in WAY_ENDS:
        drawn = tile(box, ends, long, across)
        surface = pygame.Surface(drawn.get_size())
        surface.fill((255, 255, 255))
        surface.blit(drawn, (0, 0))
        width, height = surface.get_size()
        assert (width, height) == ((long, long // 2) if across else (long // 2, long))
        # The groove and its pin in the middle are neither one's pips.
        half = long // 2 - long // 20
        size = (half, height) if across else (width, half)
        far = (width - half, 0) if across else (0, height - half)
        halves = (pygame.Rect((0, 0), size), pygame.Rect(far, size))
        assert tuple(pips(surface.subsurface(half)) for half in halves) == ends


def test_the_tiles_to_choose_from_are_as_large_as_there_is_room() -> None:
    for size in SIZES:
        room = TableScene.areas(Theme(*size))[0].inflate(-40, -90)
        for count in range(1, 29):
            across, long = best_grid(count, room)
            rows = -(-count // across)
            assert rows * long <= room.height and across * long // 2 <= room.width
            assert long >= 40
