"""The parts of the board game's picture: tracks of any length, names on tiles, tokens, walks, the story."""

from __future__ import annotations

from itertools import pairwise, product

import pygame
import pytest

from companion.games.goldrush.shelf import edition_of
from companion.kiosk.canvas import Canvas
from companion.kiosk.offscreen import unseen_screen
from companion.kiosk.paint import PaintBox
from companion.kiosk.seat_column import table_areas
from companion.kiosk.theme import LEAST_TYPE, Theme
from companion.kiosk.typesetter import Typesetter, fonts_present
from companion.kiosk.views.goldrush.board import Board, names_on
from companion.kiosk.views.goldrush.icons import KIND_INKS, icon
from companion.kiosk.views.goldrush.standing import fanned, token
from companion.kiosk.views.goldrush.story import CARD_MS, TUMBLE_MS, Teller
from companion.kiosk.views.goldrush.track import Track
from companion.kiosk.views.goldrush.walking import CARRIED_MS, STEP_MS, Walks, carried, step_by_step
from companion.language import LANGUAGES, Language
from companion.table.game import Event
from companion.table.text import Text

#: The areas that the view has on the three screens.
AREAS = ((800, 480, 508, 342), (1280, 720, 824, 514), (1920, 1080, 1236, 771))
LENGTHS = (13, 20, 27, 36, 40, 41, 60)


def spaces(count: int) -> list[dict[str, object]]:
    board = edition_of("gold_rush").board
    return [
        {"index": n, "kind": board[n % 40].kind, "name": board[n % 40].name, "id": str(n)}
        for n in range(count)
    ]


@pytest.mark.parametrize(("area", "count"), list(product(AREAS, LENGTHS)))
def test_a_track_of_any_length_goes_round_once(area: tuple[int, int, int, int], count: int) -> None:
    rect = pygame.Rect(7, 9, area[2], area[3])
    track = Track(rect, count, 3)
    assert len(track.cells) == count
    assert all(rect.contains(cell) and cell.width >= 18 and cell.height >= 18 for cell in track.cells)
    assert not any(
        one.colliderect(other) for n, one in enumerate(track.cells) for other in track.cells[n + 1 :]
    )
    assert not any(cell.colliderect(track.middle) for cell in track.cells)
    # Neighbours touch but for the gap, the last and the first, too.
    for one, other in pairwise([*track.cells, track.cells[0]]):
        assert one.inflate(10, 10).colliderect(other)
    assert track.cells[0].bottom >= rect.bottom - 4 and track.cells[0].right >= rect.right - 4
    assert track.cells[1].right < track.cells[0].left, "play goes clockwise from the bottom right"


@pytest.mark.parametrize(("width", "height"), [area[:2] for area in AREAS])
def test_the_corners_are_the_same_wherever_the_board_is_drawn(width: int, height: int) -> None:
    """A table is rebuilt by where the spaces lie in play, though there is less height for the board then."""
    unseen_screen((width, height))
    type, board = Typesetter(Theme(width, height)), Board()
    play = table_areas(type.theme)[0]

    def corners(rect: pygame.Rect) -> list[int]:
        cells = board.lay_out(type, rect, spaces(40)).cells
        return [n for n, cell in enumerate(cells) if cell.size == cells[0].size]

    lower = pygame.Rect(play.x, play.y, play.width, round(play.height * 0.8))
    assert corners(play) == corners(lower) and len(corners(play)) == 4


@pytest.mark.skipif(not fonts_present(), reason="the packages with the type families are absent")
def test_every_name_of_the_usual_edition_stands_on_its_tile() -> None:
    pygame.font.init()
    for width, height, wide, high in AREAS[1:]:
        type = Typesetter(Theme(width, height))
        names = names_on(type, Track(pygame.Rect(0, 0, wide - 20, high - 20), 40, 4), spaces(40), 4)
        assert len(names) == 40
        assert min(name.size for name in names.values()) >= LEAST_TYPE


@pytest.mark.skipif(not fonts_present(), reason="the packages with the type families are absent")
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_name_stands_on_its_tile_in_play_and_when_rebuilding(code: str) -> None:
    pygame.font.init()
    type, language = Typesetter(Theme(1280, 720)), Language.load(code)
    named = [
        {**one, "name": language.thing(str(one["name"])), "parts": language.thing_in_parts(str(one["name"]))}
        for one in spaces(40)
    ]
    play = table_areas(type.theme)[0]
    lower = pygame.Rect(play.x, play.y + 60, play.width, play.height - 60)
    for rect in (play, lower):
        board = Board()
        board.lay_out(type, rect, named)
        assert len(board._names) == 40


def test_a_name_that_has_no_room_is_left_out_and_nothing_else() -> None:
    pygame.font.init()
    type = Typesetter(Theme(1280, 720))
    track = Track(pygame.Rect(0, 0, 804, 494), 40, 4)
    long = spaces(40)
    long[7]["name"] = "Donaudampfschifffahrtsgesellschaft"
    assert set(range(40)) - set(names_on(type, track, long, 4)) == {7}
    assert names_on(type, Track(pygame.Rect(0, 0, 488, 322), 60, 3), spaces(60), 3) == {}


def test_the_board_is_painted_once_for_a_size() -> None:
    unseen_screen((800, 480))
    theme = Theme(800, 480)
    canvas = Canvas(pygame.Surface((800, 480)), theme, PaintBox(), Typesetter(theme))
    board, rect = Board(), pygame.Rect(20, 40, 508, 342)
    board.paint(canvas, rect, spaces(20))
    still = board._still
    board.paint(canvas, rect, spaces(20))
    assert board._still is still
    board.paint(canvas, rect, spaces(21))
    assert board._still is not still
    assert all(rect.contains(placed.rect) for placed in canvas.placed)


def test_every_kind_of_space_has_a_picture_of_its_own() -> None:
    pygame.display.init()
    box = PaintBox()
    pictures = {kind: pygame.image.tobytes(icon(box, kind, 40), "RGBA") for kind in KIND_INKS}
    assert {space.kind for space in edition_of("gold_rush").space} == set(pictures)
    assert len(set(pictures.values())) == len(pictures)


@pytest.mark.parametrize("count", range(1, 7))
@pytest.mark.parametrize("size", [(37, 33), (62, 33), (57, 24), (85, 82)])
def test_tokens_on_one_space_stay_on_it_and_apart(count: int, size: tuple[int, int]) -> None:
    room = pygame.Rect((100, 50), size)
    wide, centres = fanned(room, count, 34)
    assert len(set(centres)) == count
    for x, y in centres:
        assert room.inflate(2, 2).contains(pygame.Rect(x - wide // 2, y - wide // 2, wide, wide))
    # Enough of each can be seen to know its shape.
    for one, other in pairwise(centres):
        assert abs(one[0] - other[0]) + abs(one[1] - other[1]) >= wide * 0.5
    assert wide >= 11


def test_a_held_token_is_marked() -> None:
    pygame.display.init()
    box = PaintBox()
    free, held = (pygame.image.tobytes(token(box, 0, 30, held), "RGBA") for held in (False, True))
    assert free != held


def test_a_token_walks_from_space_to_space_and_can_be_hurried() -> None:
    walks, track = Walks(), Track(pygame.Rect(0, 0, 800, 500), 40, 2)
    ends = walks.add(step_by_step("ana", 38, track.onwards(38, 3), 1000))
    assert ends == 1000 + 5 * STEP_MS
    then = walks.add(carried("ana", 3, 20, ends))
    assert then == ends + CARRIED_MS

    def at(now: int) -> tuple[float, float]:
        walk = walks.current("ana", now)
        assert walk is not None
        return walk.at(now, lambda index: track.cells[index].center, 10)

    assert at(0) == track.cells[38].center
    passed = [at(1000 + STEP_MS * step) for step in range(6)]
    assert passed == [track.cells[index].center for index in (38, 39, 0, 1, 2, 3)]
    assert at(then) == track.cells[20].center
    assert not walks.over(then - 1) and walks.seats == {"ana"}
    assert walks.over(then) and not walks
    walks.add(step_by_step("bo", 0, (1, 2), 0))
    walks.clear()
    assert walks.current("bo", 0) is None


def told(teller: Teller, now: int, *events: Event) -> int:
    track = Track(pygame.Rect(0, 0, 800, 500), 40, 2)
    card = {"id": "G01", "kind": "gold"}
    return teller.tell(events, card, lambda id: int(id), track, now)


def event(what: str, **facts: object) -> Event:
    return Event(what=what, say=Text(f"said.{what}"), facts=dict(facts))


def test_the_story_is_told_in_its_order_and_no_sooner() -> None:
    teller = Teller()
    ends = told(
        teller, 5000,
        event("throw", seat="ana", dice=[2, 3]),
        event("moves", seat="ana", start=0, to=5, by_card=False),
        event("party", seat="ana", moved=[{"seat": "bo", "start": 9, "to": 5}]),
    )  # fmt: skip
    landed = 5000 + TUMBLE_MS + 5 * STEP_MS
    assert teller.story.place_at == landed < ends
    assert teller.story.at(landed) == []
    assert [text.id for text in teller.story.at(ends)] == ["said.party"]
    assert teller.walks.seats == {"ana", "bo"}
    teller.land()
    assert [text.id for text in teller.story.at(0)] == ["said.party"] and not teller.walks


def test_a_card_is_looked_at_before_it_sends_anybody_and_fire_burns_after_the_walk() -> None:
    teller = Teller()
    ends = told(
        teller, 0,
        event("card", seat="ana"),
        event("moves", seat="ana", start=3, to=34, by_card=True),
        event("fire", seat="ana", burnt={"21": "bo", "31": "cy"}),
    )  # fmt: skip
    assert teller.story.place_at == CARD_MS + CARRIED_MS
    assert teller.blaze is not None
    assert (teller.blaze.begins, teller.blaze.ends) == (CARD_MS + CARRIED_MS, ends)
    assert teller.blaze.spaces == (21, 31)
