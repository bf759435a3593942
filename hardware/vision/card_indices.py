"""The first reader of playing cards: a small net that knows nothing but the index in a card's corner.

It was taught with made-up corners alone (`hardware.training.card_lessons`), in many fonts and suits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.nets import Net, net_path

FILE = "cards.onnx"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = "CDHS"
#: What the net is shown of a card, in its widths (left, right) and heights (top, bottom) from its corner.
LEFT, TOP, RIGHT, BOTTOM = -0.03, -0.02, 0.27, 0.337
#: Height and width of the net's picture.
SHAPE = (80, 48)
_ANSWERS = len(RANKS) + 1 + len(SUITS) + 1
_MOST_FINE = 3
#: What varies less than this, in levels, is plain paper or a plain table.
_BLANK = 5.0

Floats = NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """What one corner shows: the chance of each rank and none (14), and of each suit and none (5)."""

    ranks: Floats
    suits: Floats

    @property
    def there(self) -> float:
        """From 0 to 1 how surely there is an index at all."""
        return float((1 - self.ranks[-1]) * (1 - self.suits[-1]))

    @property
    def value(self) -> str:
        """The likeliest value, if there is an index at all."""
        return RANKS[int(self.ranks[:-1].argmax())] + SUITS[int(self.suits[:-1].argmax())]

    @property
    def sure(self) -> float:
        """From 0 to 1 how surely it is that value."""
        return float(self.ranks[:-1].max() * self.suits[:-1].max())


_NOTHING = Index(np.eye(len(RANKS) + 1)[-1], np.eye(len(SUITS) + 1)[-1])


class IndexNet:
    """Reads corners of cards; raises `NetFault` when the net is missing or cannot be run."""

    def __init__(self) -> None:
        self._net = Net(net_path(FILE), SHAPE, (_ANSWERS, 1, 1))

    def read(self, picture: Floats, corners: Floats, *, zooms: tuple[float, ...] = (1.0,)) -> Index:
        """Return what the corner at the first of a card's four corners shows.

        `corners` (4 x 2, picture pixels) go clockwise, the first side a short one.  Each zoom is a look of
        its own; the looks count alike.
        """
        shown = [cut(picture, corners, zoom) for zoom in zooms]
        if max(float(one.std()) for one in shown) < _BLANK:
            return _NOTHING
        said = [self._net.run(one).ravel() for one in shown]
        split = len(RANKS) + 1
        ranks = np.mean([_chances(one[:split]) for one in said], axis=0)
        suits = np.mean([_chances(one[split:]) for one in said], axis=0)
        return Index(ranks, suits)


def cut(picture: Floats, corners: Floats, zoom: float = 1.0) -> Floats:
    """Return the net's picture (80 x 48 x 3, uint8) of the first corner of a card."""
    rows, columns = SHAPE
    frame = np.array([(LEFT, TOP), (RIGHT, TOP), (RIGHT, BOTTOM), (LEFT, BOTTOM)])
    middle = frame.mean(axis=0)
    frame = (middle + (frame - middle) * zoom).astype(np.float32)
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    to_card = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    places = cv2.perspectiveTransform(frame[None], to_card)[0]
    # Where the picture is finer than the net's, it is averaged and not sampled.
    wide = float(np.hypot(*(places[1] - places[0]))) / columns
    fine = int(min(max(round(wide), 1), _MOST_FINE))
    ends = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float32) * fine - 0.5
    warp = cv2.getPerspectiveTransform(places.astype(np.float32), ends.astype(np.float32))
    flat = cv2.warpPerspective(
        picture, warp, (columns * fine, rows * fine), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    if fine > 1:
        flat = cv2.resize(flat, (columns, rows), interpolation=cv2.INTER_AREA)
    return np.asarray(flat)


def _chances(said: Floats) -> Floats:
    raised = np.exp(said - said.max())
    return np.asarray(raised / raised.sum())
