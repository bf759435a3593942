"""Focus and exposure: the numbers fall and rise as they should, and the words say what to do."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.simulated.made_up_pictures import picture
from hardware.vision.mat_layout import LAYOUTS
from hardware.vision.picture_quality import Exposure, Focus, picture_quality
from tests.vision.laid_out import View, lay, mat_page, softened, table


@pytest.fixture(scope="module")
def tray() -> NDArray[np.uint8]:
    """A made-up tray with dice."""
    return picture(2, "plain", (5, 5))[0]


@pytest.fixture(scope="module")
def mat() -> NDArray[np.uint8]:
    scene = table()
    lay(scene, mat_page(LAYOUTS["a4"], 6.0), View(20, 5))
    return scene


@pytest.mark.parametrize("scene", ["tray", "mat"])
def test_the_number_falls_with_every_step_out_of_focus(scene: str, request: pytest.FixtureRequest) -> None:
    image = request.getfixturevalue(scene)
    scores = [picture_quality(softened(image, blur)).focus for blur in (0.0, 1.0, 1.5, 2.0, 3.0)]
    assert scores == sorted(scores, reverse=True) and scores[0] > 4 * scores[-1]


def test_the_words_for_focus(tray: NDArray[np.uint8]) -> None:
    words = [picture_quality(softened(tray, blur)).focus_word for blur in (0.0, 1.2, 4.0)]
    assert words == [Focus.SHARP, Focus.SOFT, Focus.BLURRED]


@pytest.mark.parametrize("light", [0.4, 0.7, 1.3])
def test_the_light_changes_little_about_the_focus(tray: NDArray[np.uint8], light: float) -> None:
    usual = picture_quality(tray).focus
    other = picture_quality(cv2.convertScaleAbs(tray, alpha=light)).focus
    assert other == pytest.approx(usual, rel=0.35)


def test_noise_is_not_taken_for_sharpness(tray: NDArray[np.uint8]) -> None:
    assert picture_quality(softened(tray, 4.0, noise=8.0)).focus_word is Focus.BLURRED


def test_an_empty_cloth_shows_nothing_to_judge() -> None:
    quality = picture_quality(table())
    assert quality.focus_word is Focus.NOTHING_TO_SEE and quality.focus == 0.0


def test_the_shares_that_are_clipped_are_exact() -> None:
    image = np.full((200, 300, 3), 120, np.uint8)
    image[:20] = 255
    image[20:50] = 0
    quality = picture_quality(image)
    assert (quality.burnt, quality.black) == (0.1, 0.15)


@pytest.mark.parametrize(
    ("levels", "word"),
    [
        ([(120, 1.0)], Exposure.GOOD),
        ([(120, 0.97), (255, 0.03)], Exposure.GOOD),
        ([(120, 0.9), (255, 0.1)], Exposure.TOO_BRIGHT),
        ([(40, 0.97), (200, 0.03)], Exposure.TOO_DARK),
        ([(0, 0.6), (255, 0.4)], Exposure.TOO_HARD),
    ],
)
def test_the_words_for_exposure(levels: list[tuple[int, float]], word: Exposure) -> None:
    rows = [np.full((round(200 * share), 200, 3), level, np.uint8) for level, share in levels]
    assert picture_quality(np.concatenate(rows)).exposure_word is word


@pytest.mark.parametrize("shape", [(1, 1), (47, 47, 3), (10, 20000, 3)])
def test_small_and_long_pictures_have_no_focus(shape: tuple[int, ...]) -> None:
    assert picture_quality(np.full(shape, 120, np.uint8)).focus_word is Focus.NOTHING_TO_SEE
