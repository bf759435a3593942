"""What the net of the indices is taught with: the same seed the same corners, and labels that are true."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.training.card_corners import NO_RANK, NO_SUIT, UNASKED, altered, corner
from hardware.training.card_glyphs import RANKS, SUITS, own_suit, rank_fonts
from hardware.vision.card_indices import SHAPE, IndexNet


@pytest.fixture(scope="module")
def fonts() -> tuple[str, ...]:
    try:
        return rank_fonts()
    except FileNotFoundError as lack:
        pytest.skip(str(lack))


def test_the_same_seed_draws_the_same_corner(fonts: tuple[str, ...]) -> None:
    drawn = [corner(np.random.default_rng(seed)) for seed in (5, 5, 6)]
    shown = [altered(np.random.default_rng(1), one) for one in drawn]
    assert np.array_equal(shown[0], shown[1]) and not np.array_equal(shown[0], shown[2])
    assert all(one.shape == (*SHAPE, 3) and one.dtype == np.float32 for one in shown)


def test_there_is_every_kind_of_corner(fonts: tuple[str, ...]) -> None:
    generator = np.random.default_rng(8)
    drawn = [corner(generator) for _ in range(45)]
    ranks, suits = ({getattr(one, name) for one in drawn} for name in ("rank", "suit"))
    assert len(ranks) > 9 and NO_RANK in ranks and suits >= set(range(NO_SUIT + 1))


def test_the_shipped_net_reads_corners_it_has_never_seen(fonts: tuple[str, ...]) -> None:
    """Faded, blurred and half covered ones among them."""
    generator, net = np.random.default_rng(4711), IndexNet()
    right = asked = 0
    for _ in range(45):
        one = corner(generator)
        if one.rank in (UNASKED, NO_RANK) or one.suit in (UNASKED, NO_SUIT):
            continue
        picture = np.rint(altered(generator, one)).astype(np.uint8)
        asked += 1
        # A corner of the net's own size is cut as it is.
        rows, columns = SHAPE
        wide, high = columns / 0.3, rows / 0.357
        x, y = 0.03 * wide, 0.02 * high
        corners = np.array([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)], np.float32)
        right += net.read(picture, corners).value == RANKS[one.rank] + SUITS[one.suit]
    assert asked > 22 and right >= 0.9 * asked


def test_suits_of_our_own_drawing_differ() -> None:
    generator = np.random.default_rng(3)
    for suit in SUITS:
        first, second = own_suit(generator, suit), own_suit(generator, suit)
        assert first.shape != second.shape or not np.array_equal(first, second)
        assert 0.3 < float(first.mean()) < 0.85
