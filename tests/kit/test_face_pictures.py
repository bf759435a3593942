"""Cards as a camera sees them: every code on them is read by the table, and belongs to the kit."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.games.goldrush.shelf import edition_of
from companion.kiosk import shapes, theme
from companion.kit.backs import BACK, backs_of, cards_of_backs
from companion.kit.codes import CodeResult, KitKey, make_code
from companion.kit.emblems import seat_outline
from companion.kit.face_pictures import (
    CARD_MM,
    deed_picture,
    gold_back_picture,
    gold_card_picture,
    plain_card_picture,
    playing_back_picture,
    playing_card_picture,
)
from companion.kit.gold_faces import deed_spaces
from companion.kit.inks import KIND_INKS, SEAT_INKS
from companion.kit.items import gold_cards, playing_cards
from companion.kit.pixels import Picture, Pixels
from hardware.vision.tags import TagReader
from tests.kit.printing import BOOK, KEY

EDITION = edition_of("gold_rush")
#: A webcam of 1280 x 720 over an A4 tray gives about so many pixels to a millimetre.
TRAY_PX_PER_MM = 4.0


def seen(picture: Picture, turn: float) -> Picture:
    """Return a card as it lies on a tray, turned and a little out of focus."""
    height, width = picture.shape[:2]
    frame = max(height, width) + 120
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.0)
    matrix[:, 2] += (frame - width) / 2, (frame - height) / 2
    lying = cv2.warpAffine(picture, matrix, (frame, frame), borderValue=(60, 80, 40), flags=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(lying, (0, 0), 0.8), dtype=np.uint8)


def item_on(reader: TagReader, picture: Picture, turn: float) -> str:
    reading = reader.read(seen(picture, turn))
    assert reading.accepted and len(reading.pieces) == 1, (reading.doubt, reading.values)
    code = BOOK.read(reading.pieces[0].value)
    assert code.result is CodeResult.GOOD
    return code.item


def test_cards_of_the_gold_rush_are_read_on_the_tray(reader: TagReader) -> None:
    for number, item in enumerate(gold_cards()[::2]):
        picture = gold_card_picture(EDITION, item, make_code(KEY, item), TRAY_PX_PER_MM)
        assert item_on(reader, picture, 37.0 * number) == item
    for number, item in enumerate(deed_spaces(EDITION)):
        picture = deed_picture(EDITION, item, make_code(KEY, item), TRAY_PX_PER_MM)
        assert item_on(reader, picture, 53.0 * number) == item


def test_playing_cards_are_read_on_both_sides(reader: TagReader) -> None:
    backs = backs_of(KEY)
    for number, card in enumerate(playing_cards()[::3]):
        face = playing_card_picture(card, make_code(KEY, card), TRAY_PX_PER_MM)
        assert item_on(reader, face, 29.0 * number) == card
        if number % 3 == 0:
            back = playing_back_picture(make_code(KEY, backs[card]), TRAY_PX_PER_MM)
            assert cards_of_backs(KEY)[item_on(reader, back, 41.0 * number)] == card


def test_the_backs_of_a_kit_tell_nothing_and_are_all_different() -> None:
    backs = backs_of(KEY)
    assert list(backs) == list(playing_cards()) and len(set(backs.values())) == 52
    assert all(back[0] == BACK and len(back) == 4 for back in backs.values())
    assert cards_of_backs(KEY) == {back: card for card, back in backs.items()}
    other = backs_of(KitKey("7QM", bytes(range(1, 17))))
    assert sum(backs[card] == other[card] for card in backs) < 5
    # Their order is no order of the cards: neighbours in the deck are far apart among the sorted backs.
    places = {back: place for place, back in enumerate(sorted(backs.values()))}
    steps = [
        abs(places[backs[a]] - places[backs[b]]) for a, b in zip(list(backs), list(backs)[1:], strict=False)
    ]
    assert 8 < sum(steps) / len(steps) < 27


def test_a_back_differs_from_another_in_nothing_but_its_code() -> None:
    one, two = (playing_back_picture(make_code(KEY, back), 4.0) for back in list(backs_of(KEY).values())[:2])
    different = np.argwhere((one != two).any(axis=2)) / 4.0
    middle = np.array([CARD_MM[1] / 2, CARD_MM[0] / 2])
    assert len(different) and np.abs(different - middle).max() < 12.6


def test_a_foreign_card_has_its_own_text(reader: TagReader) -> None:
    picture = plain_card_picture("https://example.org/a-long-address", "A ticket", "of the tram", 6.0)
    reading = reader.read(seen(picture, 12))
    assert reading.values == ("https://example.org/a-long-address",)
    assert BOOK.read(reading.values[0]).result is CodeResult.WEB_ADDRESS


@pytest.mark.parametrize("px_per_mm", [2.0, 5.5, 10.0])
def test_a_picture_is_as_large_as_the_card(px_per_mm: float) -> None:
    for picture in (gold_back_picture(px_per_mm), playing_card_picture("PAS", "KL1", px_per_mm)):
        assert picture.shape == (round(CARD_MM[1] * px_per_mm), round(CARD_MM[0] * px_per_mm), 3)
        assert picture.dtype == np.uint8 and picture.std() > 10


def test_what_there_is_no_card_of() -> None:
    for item in ("PXS", "PA", "G01", "P1H", ""):
        with pytest.raises(ValueError, match="no playing card"):
            playing_card_picture(item, "KL1")
    with pytest.raises(KeyError):
        gold_card_picture(EDITION, "G37", "KL1")
    with pytest.raises(ValueError, match="millimetre"):
        Pixels(10, 10, 0.1)


def test_a_drawing_turns_by_quarters() -> None:
    pixels = Pixels(20, 20, 4)
    with pytest.raises(ValueError, match="45"), pixels.at(1, 1, 45):
        pass
    for turn, middle in ((0, (14, 12)), (90, (8, 14)), (180, (6, 8)), (270, (12, 6))):
        pixels = Pixels(20, 20, 4)
        with pixels.at(10, 10, turn):
            pixels.box(2, 1, 4, 2, (0, 0, 0))
        rows, columns = np.nonzero(pixels.picture().min(axis=2) < 128)
        assert (columns.mean() + 0.5) / 4 == pytest.approx(middle[0], abs=0.1)
        assert (rows.mean() + 0.5) / 4 == pytest.approx(middle[1], abs=0.1)


def test_turned_words_stand_where_they_should() -> None:
    for turn in (0, 90, 180, 270):
        pixels = Pixels(60, 60, 4)
        with pixels.at(30, 30, turn):
            pixels.words(0, 0, "HHHH", 20, room=40)
        rows, columns = np.nonzero(pixels.picture().min(axis=2) < 128)
        across, down = columns.mean() / 4 - 30, rows.mean() / 4 - 30
        expected = {0: (9, -2.3), 90: (2.3, 9), 180: (-9, 2.3), 270: (-2.3, -9)}[turn]
        assert (across, down) == pytest.approx(expected, abs=0.9)


def test_seats_look_as_on_the_screen() -> None:
    assert SEAT_INKS == theme.SEAT_INKS
    for name, outline in shapes._POLYGONS.items():
        assert seat_outline(name) == [pytest.approx(point) for point in outline()]


def test_every_kind_of_space_has_a_colour_of_its_own() -> None:
    kinds = {space.kind for space in EDITION.space}
    assert kinds == set(KIND_INKS) and len(set(KIND_INKS.values())) == len(kinds)
