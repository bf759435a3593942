"""The second reader of playing cards: it counts the pips in a card's middle and looks at their shapes.

It knows nothing of indices: corners are painted out.  Ace to ten are told by where pips stand and where none
do; of a court it says only that it is one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]

#: Width and height of the card as it is looked at.
WIDE, HIGH = 160, 224
#: Where pips stand: the outer columns' distance from the middle, and the rows, as shares of width and height.
_COLUMN = 0.2
_ENDS, _STEP3, _STEP4 = 0.16, 0.34, 0.2267
#: The middle column's rows: the middle, between the first two of three or four rows, and the ends.
_PLACES: dict[str, tuple[tuple[float, float], ...]] = {}
#: The corners with the indices (share of width, share of height) that are painted out.
_CORNER = (0.205, 0.30)
#: How far from its place a pip's middle may be, as a share of the card's width.
_NEAR = 0.075
_LEAST_PIP, _MOST_PIP = 0.004, 0.05
#: A court fills more of the middle than this; so do a code and a picture.
_BUSY = 0.32
_SIDE = 32
_RIM = 6
#: No pip of any ace is as large a share of the card as this.
_MOST_INK = 0.16
#: However elaborate, an ace takes up no more of the card's width and height.
_MOST_ACE = (0.56, 0.5)
#: The breadths that part hearts from diamonds and clubs from spades.
_BROAD, _ROUND, _WAIST = 0.5, 0.31, 0.13


@dataclass(frozen=True, slots=True)
class Body:
    """What a card's middle shows.

    `rank` is that of a pip card, "court" for anything dense, or empty where it cannot be told; `suit` is
    empty where the pips' shapes do not tell it; `red` says of what colour they are (None: cannot be told).
    `sure` is 0 to 1.
    """

    rank: str
    suit: str
    red: bool | None
    sure: float


NOTHING = Body("", "", None, 0.0)


def _pips(rank: str) -> tuple[tuple[float, float], ...]:
    """Return where the pips of a rank stand (share of width, share of height)."""
    left, right, middle = 0.5 - _COLUMN, 0.5 + _COLUMN, 0.5
    top, half, bottom = _ENDS, 0.5, 1 - _ENDS
    pairs3 = [(x, y) for y in (top, half, bottom) for x in (left, right)]
    pairs4 = [(x, top + _STEP4 * row) for row in range(4) for x in (left, right)]
    between3, between4 = top + _STEP3 / 2, top + _STEP4 / 2
    layouts: dict[str, list[tuple[float, float]]] = {
        "A": [(middle, half)],
        "2": [(middle, top), (middle, bottom)],
        "3": [(middle, top), (middle, half), (middle, bottom)],
        "4": [(x, y) for y in (top, bottom) for x in (left, right)],
        "5": [*((x, y) for y in (top, bottom) for x in (left, right)), (middle, half)],
        "6": pairs3,
        "7": [*pairs3, (middle, between3)],
        "8": [*pairs3, (middle, between3), (middle, 1 - between3)],
        "9": [*pairs4, (middle, half)],
        "10": [*pairs4, (middle, between4), (middle, 1 - between4)],
    }
    return tuple(layouts[rank])


_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")


def look_at_body(picture: Floats, corners: Floats) -> Body:
    """Return what the middle of a card shows; its corners (4 x 2) go clockwise, a short side first."""
    ink, red = _ink(flattened(picture, corners))
    middle = float(ink[HIGH // 8 : -HIGH // 8, WIDE // 4 : -WIDE // 4].mean())
    across, down = round(_CORNER[0] * WIDE), round(_CORNER[1] * HIGH)
    for rows in (slice(None, down), slice(-down, None)):
        ink[rows, :across] = 0
        ink[rows, -across:] = 0
    ink[:_RIM], ink[-_RIM:], ink[:, :_RIM], ink[:, -_RIM:] = 0, 0, 0, 0
    # Pips that touch come apart when a little is taken off each.
    for less in (0, 3, 5):
        thin = cv2.erode(ink, np.ones((less, less), np.uint8)) if less else ink
        body = _pip_card(thin, red)
        if body.rank:
            return body
    return Body("court", "", None, min(1.0, middle / _BUSY - 0.5)) if middle > _BUSY else NOTHING


def _pip_card(ink: Floats, red: Floats) -> Body:
    """Return what pips make of a card; nothing where these are none."""
    count, labels, stats, middles = cv2.connectedComponentsWithStats(ink, connectivity=8)
    area = stats[1:, cv2.CC_STAT_AREA] / (WIDE * HIGH)
    if area.max(initial=0) > _MOST_INK:
        return NOTHING
    ace = _ace(stats, middles, area, labels, red)
    if ace is not None:
        return ace
    found = [
        number + 1
        for number in range(count - 1)
        if _LEAST_PIP < area[number] < _MOST_PIP and 0.4 < stats[number + 1, 2] / stats[number + 1, 3] < 2.2
    ]
    if not found:
        return NOTHING
    sizes = np.array([area[number - 1] for number in found])
    usual = float(np.median(sizes))
    pips = [number for number, size in zip(found, sizes, strict=True) if 0.5 < size / usual < 2.0]
    rank, fit = _layout(np.array([middles[number] for number in pips]) / (WIDE, HIGH))
    left_over = float(area.sum() - sum(area[number - 1] for number in pips)) / usual
    if not rank or left_over > 1.0:
        return NOTHING
    colour = _common([bool(red[labels == number].mean() > 0.5) for number in pips])
    profiles = [
        _profile(labels == number, stats[number], inverted=middles[number][1] > HIGH * 0.52)
        for number in pips
    ]
    suit, clear = _suit(profiles, colour)
    return Body(rank, suit, colour, float(fit * (1 - min(left_over, 1.0)) * (clear if suit else 1.0)))


def flattened(picture: Floats, corners: Floats) -> Floats:
    """Return a card as seen from straight above (224 x 160 x 3, uint8)."""
    wide = float(np.hypot(*(corners[1] - corners[0])))
    fine = 2 if wide > 1.5 * WIDE else 1
    ends = np.array([(0, 0), (WIDE, 0), (WIDE, HIGH), (0, HIGH)], np.float32) * fine - 0.5
    warp = cv2.getPerspectiveTransform(corners.astype(np.float32), ends.astype(np.float32))
    flat = cv2.warpPerspective(
        picture, warp, (WIDE * fine, HIGH * fine), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(flat if fine == 1 else cv2.resize(flat, (WIDE, HIGH), interpolation=cv2.INTER_AREA))


def _ink(flat: Floats) -> tuple[Floats, Floats]:
    """Return where there is ink (uint8, 0 or 1), and where it is red, in whatever light."""
    colour = flat.astype(np.float32)
    small = cv2.resize(colour, (20, 28), interpolation=cv2.INTER_AREA)
    # The paper's own light at each place: ink is never lighter than the paper around it.
    paper = cv2.dilate(small, np.ones((9, 9), np.uint8))
    paper = cv2.resize(cv2.blur(paper, (5, 5)), (WIDE, HIGH), interpolation=cv2.INTER_LINEAR)
    share = np.clip(colour / np.maximum(paper, 8.0), 0.0, 1.2)
    least = np.asarray(share.min(axis=2))
    level, _ = cv2.threshold((np.clip(least, 0, 1) * 255).astype(np.uint8), 0, 255, cv2.THRESH_OTSU)
    ink = (least < min(max(level / 255 + 0.04, 0.4), 0.82)).astype(np.uint8)
    # Blue and green are soaked up by red ink, and red is not.
    reddish = share[:, :, 2] - (share[:, :, 0] + share[:, :, 1]) / 2
    return ink, reddish > 0.45 * (1 - least)


def _ace(stats: Floats, middles: Floats, area: Floats, labels: Floats, red: Floats) -> Body | None:
    """Return the body of an ace: one thing in the middle, however large and elaborate, and nothing else."""
    if not len(area) or area.max() < 0.006:
        return None
    central = [n for n in range(len(area)) if np.hypot(*(middles[n + 1] - (WIDE / 2, HIGH / 2))) < 0.3 * WIDE]
    outside = float(area.sum() - area[central].sum())
    if not central or outside > 0.004 + 0.12 * float(area[central].sum()):
        return None
    boxes = stats[[n + 1 for n in central if area[n] > 0.0005]]
    if len(boxes):
        wide = (boxes[:, 0] + boxes[:, 2]).max() - boxes[:, 0].min()
        high = (boxes[:, 1] + boxes[:, 3]).max() - boxes[:, 1].min()
        if wide > _MOST_ACE[0] * WIDE or high > _MOST_ACE[1] * HIGH:
            return None
    largest = max(central, key=lambda n: area[n])
    at = middles[largest + 1] / (WIDE, HIGH)
    if abs(at[0] - 0.5) > 0.06 or abs(at[1] - 0.5) > 0.07:
        return None
    inside = labels == largest + 1
    colour = bool(red[inside].mean() > 0.5)
    # An ace lies either way round; its broader end tells which, but for a spade's or a club's foot.
    standing = _profile(inside, stats[largest + 1], inverted=False)
    upright = _upright(standing, red=colour)
    suit, agree = _suit([standing if upright else standing[::-1]], colour)
    ample = min(1.0, float(area[largest]) / 0.012)
    return Body("A", suit, colour, ample * (agree if suit else 1.0))


def _upright(profile: Floats, *, red: bool) -> bool:
    """Say whether an ace stands: hearts are broad above, spades and clubs broad below the middle."""
    if red:
        return bool(profile[:6].mean() >= profile[-6:].mean())
    broad = np.flatnonzero(profile > 0.9 * profile.max())
    return bool(broad.mean() > (len(profile) - 1) / 2)


def _layout(spots: Floats) -> tuple[str, float]:
    """Return the rank whose pips stand where these do, and 0 to 1 how well; none where none fits."""
    best, most = "", 0.0
    for rank in _RANKS[1:]:
        places = np.array(_pips(rank))
        if len(places) != len(spots):
            continue
        # Of all pip cards only the seven looks different on its head.
        for lying in (places, 1 - places) if rank == "7" else (places,):
            away = np.hypot(*((spots[:, None] - lying) * (1.0, HIGH / WIDE)).transpose(2, 0, 1))
            off = np.maximum(away.min(axis=1), away.min(axis=0)).max()
            fit = float(np.clip(1.5 - off / (2 * _NEAR), 0.0, 1.0))
            if fit > most:
                best, most = rank, fit
    return best, most


def _common(votes: list[bool]) -> bool | None:
    share = sum(votes) / len(votes)
    return None if 0.25 < share < 0.75 else share > 0.5


def _suit(profiles: list[Floats], red: bool | None) -> tuple[str, float]:
    """Return the suit whose outline the pips have, of their colour, and 0 to 1 how clearly.

    A heart is broad at its upper end and a diamond pointed; a club's upper leaf is rounder than a spade's
    tip, and below it the club narrows where the spade goes on growing.
    """
    if red is None:
        return "", 0.0
    told = np.median(profiles, axis=0)
    if red:
        lead = (float(told[2:6].mean()) - _BROAD) / 0.2
        suit = "H" if lead > 0 else "D"
    else:
        tip = (float(told[2:6].mean()) - _ROUND) / 0.07
        waist = (_WAIST - float(told[8:13].mean() - told[5:9].mean())) / 0.15
        lead = (tip + waist) / 2
        suit = "C" if lead > 0 else "S"
    return (suit, min(1.0, abs(lead) ** 0.5)) if abs(lead) > 0.2 else ("", 0.0)


def _profile(inside: Floats, box: Floats, *, inverted: bool) -> Floats:
    """Return how broad a pip is at 32 heights from its upper end down, by its greatest breadth."""
    x, y, wide, high = box[:4]
    pip = inside[y : y + high, x : x + wide].astype(np.float32)
    pip = np.asarray(cv2.resize(pip, (_SIDE, _SIDE), interpolation=cv2.INTER_AREA), np.float32)
    broad = (pip > 0.5).mean(axis=1)
    return np.asarray(broad[::-1] if inverted else broad)
