"""Type that fits, paint that is kept, shapes that can be told apart."""

from __future__ import annotations

import sys
from itertools import combinations

import numpy as np
import pygame
import pytest

from companion.kiosk.offscreen import unseen_screen
from companion.kiosk.paint import PaintBox
from companion.kiosk.shapes import shape
from companion.kiosk.theme import FACES, LEAST_TYPE, SEAT_INKS, Ink, Theme
from companion.kiosk.tokens import PIPS, chip_stack, die
from companion.kiosk.typesetter import Typesetter, fonts_present
from companion.table.seats import LOOKS
from tests.kiosk.people import SIZES


@pytest.fixture
def type() -> Typesetter:
    unseen_screen((800, 480))
    return Typesetter(Theme(800, 480))


@pytest.fixture
def box() -> PaintBox:
    unseen_screen((800, 480))
    return PaintBox()


def test_a_line_that_fits_keeps_its_size(type: Typesetter) -> None:
    line = type.line("Ana", "prompt", Ink.TEXT, 400)
    assert not line.cut and line.size == type.theme.type_size("prompt")


@pytest.mark.parametrize("words", ["CAMERA", "THE BANK", "BOOK", "WAVA"])
def test_letters_set_apart_are_whole_to_the_last(type: Typesetter, words: str) -> None:
    drawn = type.line(words, "label", Ink.TEXT)
    letter = type.font("label", drawn.size).render(words[-1], True, Ink.TEXT).get_bounding_rect()
    end = drawn.surface.subsurface(
        (drawn.surface.get_width() - letter.right, 0, letter.right, drawn.surface.get_height())
    )
    assert end.get_bounding_rect().right == letter.right
    assert end.subsurface(letter).get_bounding_rect().width == letter.width


@pytest.mark.parametrize("size", SIZES)
def test_words_set_apart_in_letters_stay_words(size: tuple[int, int]) -> None:
    """The gap between two words is wider than one between letters, and as wide as a letter or nearly so."""
    unseen_screen(size)
    type = Typesetter(Theme(*size))
    word, letter = type.width("A A", "label"), type.width("AA", "label")
    assert letter >= 2 * type.width("A", "label")
    assert word - letter >= type.font("label").size("n")[0] * 0.7


@pytest.mark.parametrize(
    ("words", "share", "lines"),
    [
        ("Maximilian-Ott wins with 28 chips.", 0.9, ["Maximilian-Ott", "wins with 28 chips."]),
        ("between chip 7 and 8", 0.8, ["between", "chip 7 and 8"]),
        ("Bo pays 50.000\u00a0$ to the bank", 0.7, ["Bo pays 50.000 $", "to the bank"]),
        ("Where does it go, and which way round?", 0.95, ["Where does it go,", "and which way round?"]),
        ("one two three four five six", 0.4, None),
    ],
)
def test_two_lines_are_alike_and_numbers_stay_with_what_they_count(
    type: Typesetter, words: str, share: float, lines: list[str] | None
) -> None:
    most = round(type.width(words, "body") * share)
    broken = type.wrap(words, "body", most)
    assert all(type.width(line, "body") <= most for line in broken)
    assert broken == lines if lines else len(broken) > 2


def test_a_long_line_shrinks_before_it_is_cut(type: Typesetter) -> None:
    whole = type.width("Wilhelmina-May", "prompt")
    shrunk = type.line("Wilhelmina-May", "prompt", Ink.TEXT, whole * 3 // 4)
    assert not shrunk.cut and shrunk.size < type.theme.type_size("prompt")
    assert shrunk.surface.get_width() <= whole * 3 // 4
    cut = type.line("Wilhelmina-May", "prompt", Ink.TEXT, whole // 4)
    assert cut.cut and cut.surface.get_width() <= whole // 4


@pytest.mark.parametrize("most", [1, 7, 30])
def test_hardly_any_room_is_no_fault(type: Typesetter, most: int) -> None:
    assert type.line("something", "huge", Ink.TEXT, most).cut


@pytest.mark.parametrize(
    "words", ["", " ", "\x00\x07", "a\nb", "\u202eabc", "😀 中文", "Ștefan Îți", "\ud800"]
)
def test_whatever_people_write_can_be_rendered(type: Typesetter, words: str) -> None:
    for role in FACES:
        assert type.line(words, role, Ink.TEXT, 200).surface.get_height() > 0


def test_wrapped_lines_fit_and_lose_no_word(type: Typesetter) -> None:
    words = "The throw does not count, and all of the dice are thrown again by the same seat"
    lines = type.wrap(words, "body", 190)
    assert " ".join(lines) == words
    assert all(type.width(line, "body") <= 190 for line in lines)


def test_rendered_lines_are_kept_but_not_without_end(type: Typesetter) -> None:
    assert type.line("Ana", "body", Ink.TEXT).surface is type.line("Ana", "body", Ink.TEXT).surface
    for number in range(2000):
        type.line(str(number), "small", Ink.TEXT)
    assert len(type._lines) <= 600


@pytest.mark.parametrize("size", SIZES)
def test_no_type_is_too_small_on_any_screen(size: tuple[int, int]) -> None:
    theme = Theme(*size)
    assert all(theme.type_size(role) >= LEAST_TYPE for role in FACES)


def test_without_the_font_packages_there_is_still_type(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("font_source_sans_pro", "font_source_serif_pro"):
        monkeypatch.setitem(sys.modules, name, None)
    unseen_screen((800, 480))
    assert not fonts_present()
    line = Typesetter(Theme(800, 480)).line("Ana, throw five dice", "prompt", Ink.TEXT, 300)
    assert line.surface.get_width() > 100


def test_paint_is_kept_and_bounded(box: PaintBox) -> None:
    assert box.rounded((40, 20), 8, Ink.PANEL) is box.rounded((40, 20), 8, Ink.PANEL)
    small = PaintBox(most=200_000)
    for number in range(100):
        small.rounded((50 + number, 50), 8, Ink.PANEL)
    assert len(small) < 30


def test_a_shadow_ends_softly_at_its_edge(box: PaintBox) -> None:
    alpha = pygame.surfarray.array_alpha(box.shadow((200, 100), 12, 16, 120))
    rim = np.concatenate([alpha[0], alpha[-1], alpha[:, 0], alpha[:, -1]])
    assert rim.max() <= 2
    assert alpha[116, 66] > 100


def test_corners_are_round_and_smooth(box: PaintBox) -> None:
    alpha = pygame.surfarray.array_alpha(box.rounded((80, 60), 16, Ink.PANEL))
    assert alpha[0, 0] == 0 and alpha[40, 0] == 255 and alpha[40, 30] == 255
    assert len(np.unique(alpha[:16, :16])) > 8
    assert (alpha == alpha[::-1, :]).all() and (alpha == alpha[:, ::-1]).all()


@pytest.mark.parametrize("one, other", list(combinations(range(8), 2)))
def test_any_two_seats_can_be_told_apart_without_colours(box: PaintBox, one: int, other: int) -> None:
    outlines = [pygame.surfarray.array_alpha(shape(box, place, 64)) > 127 for place in (one, other)]
    assert (outlines[0] ^ outlines[1]).mean() > 0.06, (LOOKS[one], LOOKS[other])


def test_every_seat_stands_out_from_the_table() -> None:
    """The contrast of WCAG for graphics: at least 3 to 1 against a panel."""

    def light(ink: tuple[int, int, int]) -> float:
        parts = [c / 255 / 12.92 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in ink]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    for ink in SEAT_INKS.values():
        assert (light(ink) + 0.05) / (light(Ink.PANEL) + 0.05) >= 3
    for ink in (Ink.TEXT, Ink.PAPER, Ink.LAMP, Ink.MUTED, Ink.GOOD, Ink.BAD):
        assert (light(ink) + 0.05) / (light(Ink.PANEL) + 0.05) >= 4.5 - 0.5 * (ink == Ink.BAD)


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_shows_as_many_pips_as_its_face(box: PaintBox, face: int) -> None:
    assert len(PIPS[face]) == face
    dark = pygame.surfarray.array3d(die(box, face, 120)).max(axis=2) < 90
    labels = _count_blobs(dark[12:-12, 12:-12])
    assert labels == face


def _count_blobs(mask: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> int:
    seen, count = np.zeros_like(mask), 0
    for start in zip(*np.nonzero(mask), strict=True):
        if seen[start]:
            continue
        count, todo = count + 1, [start]
        while todo:
            x, y = todo.pop()
            if 0 <= x < mask.shape[0] and 0 <= y < mask.shape[1] and mask[x, y] and not seen[x, y]:
                seen[x, y] = True
                todo += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return count


def test_a_stack_of_chips_keeps_to_its_height(box: PaintBox) -> None:
    heights = [chip_stack(box, count, 60, 80).get_height() for count in (1, 3, 8, 500)]
    assert heights == sorted(heights) and heights[0] < heights[1] and heights[-1] <= 80


def test_an_amount_is_not_broken_between_its_thousands(type: Typesetter) -> None:
    words = "Bo hadde budt $50\u00a0000 i dag"
    for most in range(20, 300, 7):
        assert any("$50 000" in line for line in type.wrap(words, "body", most))


def test_one_number_of_so_many_is_one_thing(type: Typesetter) -> None:
    for words in ("show tile 1 of 9 now", "Stapel 1 bis 12.", "jetoanele 1 și 4"):
        first = words.index("1")
        whole = words[first:].removesuffix(" now")
        for most in range(type.width(whole, "body") + 60, 400, 15):
            assert any(whole in line for line in type.wrap(words, "body", most)), (words, most)


def test_the_last_of_several_lines_is_no_word_alone(type: Typesetter) -> None:
    words = "Throw real dice on a real table. The bank, the score and the rules are kept here."
    for most in (240, 260, 280):
        # Broken as late as can be, a single word stands in the last line.
        before = type._greedy(words.split(), "body", most, type.theme.type_size("body"))
        assert type.width(before[-1], "body") < 0.3 * most
        lines = type.wrap(words, "body", most)
        assert len(lines) == len(before) and " ".join(lines) == words
        assert type.width(lines[-1], "body") > 0.4 * most
