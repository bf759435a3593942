"""Dice: what the top faces in a frame show, and whether that is sure enough to act on."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np

from hardware.vision.agreement import Agreed, Die, agree
from hardware.vision.bodies import unread_body
from hardware.vision.looks import Tone, look
from hardware.vision.pictures import Image, as_picture
from hardware.vision.reading import Doubt, Piece, Reading

MOST_DICE = 18
#: The first look is quick and follows every frame; the next ones confirm a throw that has come to rest,
#: and the last ones are taken only when those do not all agree.
_FIRST = ((512, Tone.LIGHTNESS),)
_CONFIRM = ((832, Tone.LIGHTNESS), (640, Tone.BRIGHTEST), (640, Tone.DARKEST))
_ONCE_MORE = ((640, Tone.NO_GLARE), (448, Tone.LIGHTNESS))
#: Sureness needed where every look reads the same, and where one of all six does not.
_ALL_AGREE, _ONE_DIFFERS = 0.3, 0.4
#: Two spots are soon found by chance, so a one or a two needs this much support.
_FEW_PIPS = 0.6
#: A die in doubt has less support than this; a die too many has more support than that.
_WEAK, _STRAY = 0.3, 0.45
#: Pips this much wider than high are seen from so low that side faces look like top faces.
_FLAT = 0.08
_DARK, _GLARE = 28.0, 252


class DiceReader:
    """Reads any number of dice of any colour, told or not told how many there are."""

    def read(self, image: Image, expect: int | None = None, *, confirm: bool = True) -> Reading:
        """Return the reading of a BGR picture (height x width x 3, uint8).

        `expect` is how many dice there should be.  Without `confirm` only the first, quick look is taken;
        such a reading is never accepted.  Raises `ValueError` with one sentence for anything that is not
        such a picture, or for a number of dice below 1 or above 18.
        """
        picture = as_picture(image)
        if expect is not None and not 1 <= expect <= MOST_DICE:
            raise ValueError(f"Between 1 and {MOST_DICE} dice can be expected, not {expect}.")
        sights = [look(picture, longest, tone, expect) for longest, tone in _FIRST]
        agreed = agree(sights, expect)
        for more in (_CONFIRM, _ONCE_MORE) if confirm else ():
            sights += [look(picture, longest, tone, expect) for longest, tone in more]
            agreed = agree(sights, expect)
            if agreed.unanimous == len(sights) and agreed.confidence >= _ALL_AGREE:
                break
        size = (picture.shape[1], picture.shape[0])
        pieces = sorted((_piece(die, picture, len(sights)) for die in agreed.dice), key=lambda p: p.centre)
        doubt = _doubt(agreed, pieces, expect, len(sights)) if confirm else Doubt.MOVING
        if doubt is None and expect is None and unread_body(picture, agreed.dice):
            doubt = Doubt.HIDDEN
        if doubt is Doubt.NOTHING and float(picture.mean()) < _DARK:
            doubt = Doubt.DARK
        return Reading("dice", tuple(pieces), agreed.confidence, doubt is None, doubt, size)


def _doubt(agreed: Agreed, pieces: Iterable[Piece], expect: int | None, looks: int) -> Doubt | None:
    """Return why a reading is not accepted, None when it is."""
    if not agreed.dice or all(die.support < _WEAK for die in agreed.dice):
        return Doubt.NOTHING
    if expect is not None and len(agreed.dice) < expect:
        return Doubt.TOO_FEW
    if expect is not None and agreed.spare > _STRAY:
        return Doubt.TOO_MANY
    in_doubt = [piece.doubt for piece in pieces if piece.doubt is not None]
    if Doubt.CUT in in_doubt:
        return Doubt.CUT
    if agreed.flattened > _FLAT or any(die.value <= 2 and die.support < _FEW_PIPS for die in agreed.dice):
        return Doubt.UNSURE
    if agreed.unanimous == looks and agreed.confidence >= _ALL_AGREE:
        return None
    if agreed.unanimous == looks - 1 and agreed.confidence >= _ONE_DIFFERS:
        return None
    if in_doubt:
        return in_doubt[0]
    return Doubt.DISAGREE if agreed.unanimous < looks else Doubt.UNSURE


def _piece(die: Die, picture: Image, looks: int) -> Piece:
    confidence = max(0.0, min(die.support, 1.0 - die.rival / max(die.support, 1e-6)))
    doubt: Doubt | None = None
    if _is_cut(die, picture):
        doubt = Doubt.CUT
    elif die.support < _WEAK or die.votes < looks / 2:
        doubt = Doubt.GLARE if _has_glare(die, picture) else Doubt.UNSURE
    return Piece(str(die.value), die.middle, die.corners, confidence, doubt)


def _is_cut(die: Die, picture: Image) -> bool:
    height, width = picture.shape[:2]
    reach = 0.06 * die.edge
    return any(
        x < -reach or y < -reach or x > width - 1 + reach or y > height - 1 + reach for x, y in die.corners
    )


def _has_glare(die: Die, picture: Image) -> bool:
    """Say whether a good part of a die's face is as bright as the camera can tell."""
    corners = np.array(die.corners)
    left, top = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int).tolist()
    right, bottom = np.ceil(corners.max(axis=0)).astype(int).tolist()
    patch = picture[top : bottom + 1, left : right + 1]
    if patch.size == 0:
        return False
    return float((cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY) >= _GLARE).mean()) > 0.08
