"""Why dice are in doubt: each die, and the reading as a whole."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from hardware.vision.agreement import Agreed, Die
from hardware.vision.die_turns import turn_of
from hardware.vision.pictures import Image
from hardware.vision.reading import Doubt, Piece

#: A die in doubt has less support than this; a die too many has more support than that.
_WEAK, _STRAY = 0.3, 0.45
#: With the nets a die is in doubt that is not read as surely as this (`Die.sure`).
LEAST_SURE = 0.25
#: Where more than this share of a face is burnt a lamp may hide pips of it.  It is in doubt, too, unless two
#: readers are as sure as the second number, or where looks do not see the value and the third reader sees
#: another one with a chance above the third number.
_BURNT, _SURE_IF_BURNT, _HINT = 0.33, 0.4, 0.015
#: From the first lead on the closest look is sure of a value, whatever a lamp may hide; below the second one
#: it sees something else.  Where the third reader leads by more than the third number, too, that is enough.
_CLEAR, _DENIED, _BOTH_NEAR = 0.85, -0.5, 0.7
#: What is read less surely than the first number needs a lead of the closest look above the second.
_UNBACKED = (0.6, 0.2)
#: Two spots are soon found by chance, so without the net a one or a two needs this much support.
_FEW_PIPS = 0.6
#: Pips this much wider than high are seen from so low that side faces look like top faces.
_FLAT = 0.08
_DARK, _GLARE = 28.0, 252
#: What is as bright as this share of the picture's brightest counts as burnt, but nothing darker than that.
_BRIGHT, _LEAST_BRIGHT = 0.96, 200.0
#: The net's score for a cocked die, and for one that cannot be read, that is believed; and the least score
#: of a value that speaks against it.
_COCKED, _UNREADABLE = 0.35, 0.3
#: Dice whose edges' logarithms are no further off are of one size.
_ONE_SIZE = 0.25
#: What a face has outside its outermost pips, in edges: of half an edge they and their radii take the rest.
_OUTSIDE_PIPS = 0.12
#: A face is judged for sharpness at this edge in pixels; the steepest slopes of a sharp one rise by this
#: share of its contrast within a pixel, whichever way they run.
_JUDGED, _STEEP = 32, 0.11


def doubt_of(
    die: Die, picture: Image, looks: int, by_net: bool, leans: bool, lead: float | None = None
) -> Doubt | None:
    """Return why a die is in doubt, None when it is not.

    `leans` says that it is cocked, `lead` by how much the closest look is for its value, from -1 to 1.
    """
    if _is_cut(die, picture):
        return Doubt.CUT
    odd, unreadable = die.odd
    if leans or odd > max(_COCKED, die.net):
        return Doubt.COCKED
    clear = lead is not None and lead > _CLEAR
    spoilt = unreadable > max(_UNREADABLE, die.net, die.face) and not clear
    if not by_net:
        weak = die.support < _WEAK or die.votes < looks / 2
    else:
        both_near = clear and die.face - die.face_rival > _BOTH_NEAR
        weak = (die.sure < LEAST_SURE and not both_near) or (_may_hide_pips(die, picture) and not clear)
    if lead is not None and lead < (_UNBACKED[1] if die.sure < _UNBACKED[0] else _DENIED):
        weak = True
    if not spoilt and not weak:
        return None
    if _has_glare(die, picture):
        return Doubt.GLARE
    if _is_blurred(die, picture):
        return Doubt.BLURRED
    return Doubt.HIDDEN if spoilt else Doubt.UNSURE


def edges(dice: Sequence[Die]) -> list[float]:
    """Return the dice's edges, half way to what is usual where they are of about one size: each of them is
    known to a twentieth only."""
    own = np.log([die.edge for die in dice])
    off = own - np.median(own)
    return [float(edge) for edge in np.exp(np.where(np.abs(off) < _ONE_SIZE, own - off / 2, own))]


def piece(die: Die, picture: Image, looks: int, doubt: Doubt | None) -> Piece:
    """Return a die as a piece of a reading, its outline as large as all readers have it: looks hardly know
    how large the face about a single pip is."""
    confidence = max(0.0, min(die.support, 1.0 - die.rival / max(die.support, 1e-6)))
    corners, middle = np.array(die.corners), np.array(die.middle)
    if not die.turned:
        turn = turn_of(picture, die.middle, die.edge)
        c, s = np.cos(turn), np.sin(turn)
        corners = middle + (corners - middle) @ np.array([[c, s], [-s, c]])
    own = float(np.hypot(*(corners[0] - corners[2]))) / np.sqrt(2)
    outline = tuple((float(x), float(y)) for x, y in middle + (corners - middle) * die.edge / max(own, 1e-6))
    return Piece(str(die.value), die.middle, outline, confidence, None if doubt is Doubt.MOVING else doubt)


def doubt(
    agreed: Agreed, doubts: Sequence[Doubt | None], picture: Image, expect: int | None, sure: bool
) -> Doubt | None:
    """Return why a reading is not accepted, None when it is; `doubts` are those of its dice."""
    said = [one for one in doubts if one is not None]
    telling = next(
        (one for one in (Doubt.COCKED, Doubt.BLURRED, Doubt.GLARE, Doubt.HIDDEN) if one in said), None
    )
    if not agreed.dice or all(die.support < _WEAK for die in agreed.dice):
        return Doubt.DARK if float(picture.mean()) < _DARK else telling or Doubt.NOTHING
    if expect is not None and len(agreed.dice) < expect:
        return Doubt.TOO_FEW
    if expect is not None and agreed.spare > _STRAY:
        return Doubt.TOO_MANY
    if Doubt.CUT in said:
        return Doubt.CUT
    if telling is not None:
        return telling
    if not agreed.asked and (
        agreed.flattened > _FLAT or any(die.value <= 2 and die.support < _FEW_PIPS for die in agreed.dice)
    ):
        return Doubt.UNSURE
    if said:
        return said[0]
    if sure:
        return None
    if agreed.odd_spare > _UNREADABLE:
        return Doubt.HIDDEN
    return Doubt.DISAGREE if agreed.disagree else Doubt.UNSURE


def _is_cut(die: Die, picture: Image) -> bool:
    """Say whether the frame cuts a die's face so far in that a pip of it could be missing."""
    height, width = picture.shape[:2]
    reach = _OUTSIDE_PIPS * die.edge
    return any(
        x < -reach or y < -reach or x > width - 1 + reach or y > height - 1 + reach for x, y in die.corners
    )


def _patch(die: Die, picture: Image) -> Image:
    """Return the grey upright patch in which a die's face lies."""
    corners = np.array(die.corners)
    left, top = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int).tolist()
    right, bottom = np.ceil(corners.max(axis=0)).astype(int).tolist()
    patch = picture[top : bottom + 1, left : right + 1]
    return patch if patch.size == 0 else np.asarray(cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY))


def _has_glare(die: Die, picture: Image) -> bool:
    """Say whether a good part of a die's face is as bright as the camera can tell."""
    patch = _patch(die, picture)
    return patch.size > 0 and float((patch >= _GLARE).mean()) > 0.08


def _may_hide_pips(die: Die, picture: Image) -> bool:
    """Say whether a lamp that is mirrored on a die may hide some of its pips, and nobody is sure that it does
    not.  No lamp makes pips: a six is one."""
    alone = not die.backed and die.by_two < _SURE_IF_BURNT
    hint = die.looks < die.looks_rival and die.face_other > _HINT
    return die.value < 6 and (alone or hint) and _burnt(die, picture) > _BURNT


def _burnt(die: Die, picture: Image) -> float:
    """Return the share of a die's face that is about as bright as the brightest of the picture."""
    patch = _patch(die, picture)
    brightest = float(np.percentile(cv2.cvtColor(picture[::4, ::4], cv2.COLOR_BGR2GRAY), 99.9))
    white = min(float(_GLARE), max(_BRIGHT * brightest, _LEAST_BRIGHT))
    return float((patch >= white).mean()) if patch.size else 0.0


def _is_blurred(die: Die, picture: Image) -> bool:
    """Say whether a face has no steep slopes, or none that run one way, as when it moved the other way."""
    return 0.0 < steepness(die, picture) < _STEEP


def steepness(die: Die, picture: Image) -> float:
    """Return how steep the slopes of a face are in the direction in which they are least so, as a share of
    its contrast a pixel at an edge of 32 pixels; 0 where there is nothing to judge."""
    patch = _patch(die, picture)
    if min(patch.shape[:2], default=0) < 8:
        return 0.0
    scale = _JUDGED / max(die.edge, 1.0)
    size = (max(8, round(patch.shape[1] * scale)), max(8, round(patch.shape[0] * scale)))
    small = cv2.resize(patch, size, interpolation=cv2.INTER_AREA).astype(np.float32)
    contrast = float(np.percentile(small, 97) - np.percentile(small, 3))
    if contrast < 8:
        return 0.0
    across = cv2.Sobel(small, cv2.CV_32F, 1, 0, scale=1 / 8)
    down = cv2.Sobel(small, cv2.CV_32F, 0, 1, scale=1 / 8)
    half = np.sqrt(0.5)
    ways = (across, down, half * (across + down), half * (across - down))
    return min(float(np.percentile(np.abs(way), 96)) for way in ways) / contrast
