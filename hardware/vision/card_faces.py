"""Faces of playing cards: what the readers make of each outline together, and which outlines are cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.vision.card_bodies import NOTHING, Body, look_at_body
from hardware.vision.card_indices import BOTTOM, LEFT, RANKS, RIGHT, SUITS, TOP, Index, IndexNet
from hardware.vision.card_outlines import Outline, find_outlines
from hardware.vision.reading import Doubt

Floats = NDArray[Any]

#: Outlines squarer than this may be cards seen obliquely, and either side may be the short one.
_SQUARE = 0.8
#: An index is one from here on, a card is looked at closely from here on, and shown from here on.
_THERE, _SHOWN, _LEAST = 0.5, 0.35, 0.25
#: How sure one index must be beside a body that says the same, and how sure each of two.
_WITH_BODY, _EACH_OF_TWO = 0.6, 0.8
#: From here on the body's word counts against an index.
_BODY_SURE = 0.3
#: Where the body is surer than this, what it does not say is that much less likely.
_BODY_WEIGHS, _BODY_AGAINST, _COURT_AGAINST = 0.5, 0.02, 0.2
#: Jack, queen and king are the last of the ranks.
_COURTS = 3
#: A glance with this rank has read both indices alike; outlines about its place are of the same card.
_READ_WELL, _SAME_PLACE = 2.6, 0.14
#: Without the net a card is shown from here on.
_BODY_ALONE = 0.7
_LOOKS = (1.0, 0.93, 1.07)
#: Two cards whose indices are nearer than this share of a card's size are one.
_ONE_INDEX = 0.16


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A card that was read: `corners` as of an outline, turned so that the first one has the best index."""

    value: str
    corners: Floats
    confidence: float
    doubt: Doubt | None
    size: float
    indices: tuple[Floats, ...]
    rank: float
    whole: bool


def read_faces(net: IndexNet, picture: Floats, *, closely: bool = True) -> list[Face]:
    """Return the cards in a BGR uint8 picture; without a closer look all of them are in doubt."""
    outlines = find_outlines(picture, quick=not closely)
    faces: list[Face] = []
    for some in (outlines.whole, outlines.parts):
        seen: list[Face] = []
        for outline in some:
            if not _explained(outline, seen) and (face := _glance(net, picture, outline)) is not None:
                seen.append(face)
        for glance in sorted(seen, key=lambda face: -face.rank):
            if not any(_one_card(glance, face) for face in faces):
                faces.append(glance)
    if not closely:
        return [_with(face, face.value, 0.5, Doubt.MOVING) for face in faces]
    studied = [_studied(net, picture, face) for face in faces]
    return [face for face in studied if face.confidence > _LEAST]


def read_bodies(picture: Floats) -> list[Face]:
    """Return the pip cards in a picture by the second reader alone; all of them are to be asked about."""
    faces: list[Face] = []
    for outline in find_outlines(picture).whole:
        body = look_at_body(picture, outline.corners)
        if body.rank in RANKS and body.suit and body.sure > _BODY_ALONE:
            value = body.rank + body.suit
            face = Face(value, outline.corners, 0.5 * body.sure, Doubt.UNSURE, outline.size, (), 0.0, True)
            if not any(_one_card(face, other) for other in faces):
                faces.append(face)
    return faces


def _explained(outline: Outline, faces: list[Face]) -> bool:
    """Say whether an outline is that of a card that was read so well that no other look is needed."""
    reach = _SAME_PLACE * outline.size
    return any(
        face.rank > _READ_WELL
        and np.hypot(*(face.corners.mean(axis=0) - outline.middle)) < reach
        and abs(face.size - outline.size) < reach
        for face in faces
    )


def _glance(net: IndexNet, picture: Floats, outline: Outline) -> Face | None:
    """Return what an outline shows at a first look, None where no corner has an index."""
    turns = (0, 1) if outline.aspect > _SQUARE else (0,)
    best: tuple[float, int, list[Index]] | None = None
    for turn in turns:
        ends = [net.read(picture, np.roll(outline.corners, -turn - half, axis=0)) for half in (0, 2)]
        there = sum(index.there * index.sure for index in ends)
        if best is None or there > best[0]:
            best = (there, turn, ends)
    if best is None or max(index.there * index.sure for index in best[2]) < _SHOWN:
        return None
    _, turn, ends = best
    if ends[1].there * ends[1].sure > ends[0].there * ends[0].sure:
        turn, ends = turn + 2, ends[::-1]
    corners = np.roll(outline.corners, -turn, axis=0)
    places = tuple(
        _index_place(np.roll(corners, -half, axis=0))
        for half, index in zip((0, 2), ends, strict=True)
        if index.there > _THERE
    )
    same = len(places) == 2 and ends[0].value == ends[1].value
    rank = best[0] + 0.5 * outline.sure + (0.5 if same else 0.0)
    return Face(ends[0].value, corners, 0.0, None, outline.size, places, rank, outline.whole)


def _studied(net: IndexNet, picture: Floats, face: Face) -> Face:
    """Return a face after a closer look, with its confidence and its doubt."""
    ends = [net.read(picture, np.roll(face.corners, -half, axis=0), zooms=_LOOKS) for half in (0, 2)]
    body = look_at_body(picture, face.corners)
    there = [index for index in ends if index.there > _THERE]
    if not there:
        return _with(face, face.value, 0.1, Doubt.UNSURE)
    ranks = np.prod([index.ranks[:-1] + 1e-3 for index in there], axis=0)
    suits = np.prod([index.suits[:-1] + 1e-3 for index in there], axis=0)
    if face.whole:
        ranks, suits = _weighed(ranks, suits, body)
    rank, suit = RANKS[int(ranks.argmax())], SUITS[int(suits.argmax())]
    value = rank + suit
    sures = [_chance(index, value) for index in there]
    confidence = float(np.mean(sures)) * float(np.mean([index.there for index in there]))
    backed = _backed(body, rank, suit)
    if any(index.value != value for index in there) or _against(body, rank, suit):
        # What the middle says as well is shown, however little the corners look like it.
        return _with(face, value, 0.3 if backed else min(confidence, 0.3), Doubt.DISAGREE)
    if backed and max(sures) > _WITH_BODY:
        return _with(face, value, max(confidence, 0.5 + body.sure / 2 * max(sures)), None)
    if len(there) == 2 and min(sures) > _EACH_OF_TWO:
        return _with(face, value, confidence, None)
    return _with(face, value, confidence * 0.6, Doubt.HIDDEN if len(there) < 2 else Doubt.UNSURE)


def _weighed(ranks: Floats, suits: Floats, body: Body) -> tuple[Floats, Floats]:
    """Return the chances of ranks and suits as the second reader leaves them."""
    ranks, suits = ranks.copy(), suits.copy()
    if body.sure > _BODY_WEIGHS and body.rank in RANKS:
        ranks[[rank != body.rank for rank in RANKS]] *= _BODY_AGAINST
        if body.suit:
            suits[[suit != body.suit for suit in SUITS]] *= _BODY_AGAINST
        elif body.red is not None:
            suits[[(suit in "DH") != body.red for suit in SUITS]] *= _BODY_AGAINST
    elif body.sure > _BODY_WEIGHS and body.rank == "court":
        # A kit's pip cards have their code there, so this is a hint and no more.
        ranks[:-_COURTS] *= _COURT_AGAINST
    return ranks, suits


def _with(face: Face, value: str, confidence: float, doubt: Doubt | None) -> Face:
    return replace(face, value=value, confidence=float(np.clip(confidence, 0, 1)), doubt=doubt)


def _chance(index: Index, value: str) -> float:
    return float(index.ranks[RANKS.index(value[:-1])] * index.suits[SUITS.index(value[-1])])


def _backed(body: Body, rank: str, suit: str) -> bool:
    """Say whether the second reader says the same card; of a court it cannot say which."""
    return body.rank == rank and body.suit == suit and body.sure > _BODY_SURE


def _against(body: Body, rank: str, suit: str) -> bool:
    """Say whether the second reader says that it is another card."""
    if body is NOTHING or body.sure < _BODY_SURE or not body.rank:
        return False
    if body.rank == "court":
        return False
    if body.rank != rank:
        return True
    if body.red is not None and body.red != (suit in "DH"):
        return True
    return body.suit not in ("", suit)


def _index_place(corners: Floats) -> Floats:
    """Return where the index of a card's first corner is in the picture."""
    square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    to_card = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    middle = np.array([[[(LEFT + RIGHT) / 2, (TOP + BOTTOM) / 2]]], np.float32)
    return np.asarray(cv2.perspectiveTransform(middle, to_card)[0, 0])


def _one_card(one: Face, other: Face) -> bool:
    """Say whether two faces are of one card: they share an index, or one lies wholly on the other."""
    reach = _ONE_INDEX * min(one.size, other.size)
    if any(np.hypot(*(a - b)) < reach for a in one.indices for b in other.indices):
        return True
    if not (one.whole and other.whole):
        return False
    a, b = one.corners.astype(np.float32), other.corners.astype(np.float32)
    shared, _ = cv2.intersectConvexConvex(a, b)
    return bool(shared > 0.6 * min(abs(cv2.contourArea(a)), abs(cv2.contourArea(b))))
