"""Pictures of the kit's cards as they come out of the printer, for a table that a simulated camera sees.

Each is height x width x 3, uint8, BGR, `px_per_mm` pixels to a millimetre, of a card `CARD_MM` large.  A code
may be any text: that of another kit, a forgery or a web address.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.games.goldrush.edition import Edition
from companion.kit.drawing import Drawing
from companion.kit.gold_faces import (
    CARD_MM,
    card_face,
    deed_spaces,
    draw_deed,
    draw_gold_back,
    draw_gold_card,
    draw_plain_card,
)
from companion.kit.pixels import Picture, Pixels
from companion.kit.playing_faces import draw_playing_back, draw_playing_card
from companion.language import Language

PX_PER_MM = 8.0


def gold_card_picture(
    edition: Edition, item: str, code: str, px_per_mm: float = PX_PER_MM, language: Language | None = None
) -> Picture:
    """Return the face of a prospecting card (``G07``); raises `KeyError` for one the edition has not."""
    face = card_face(edition, edition.deck[item], language or Language.load("en"))
    return _drawn(px_per_mm, lambda drawing: draw_gold_card(drawing, face, code))


def deed_picture(
    edition: Edition, item: str, code: str, px_per_mm: float = PX_PER_MM, language: Language | None = None
) -> Picture:
    """Return the face of a deed (``D03``); raises `KeyError` for one the edition has not."""
    space = deed_spaces(edition)[item]
    words = language or Language.load("en")
    return _drawn(px_per_mm, lambda drawing: draw_deed(drawing, edition, space, code, words))


def gold_back_picture(px_per_mm: float = PX_PER_MM, language: Language | None = None) -> Picture:
    """Return the back of the prospecting cards."""
    label = (language or Language.load("en")).line("kit.gold.back")
    return _drawn(px_per_mm, lambda drawing: draw_gold_back(drawing, label))


def playing_card_picture(item: str, code: str, px_per_mm: float = PX_PER_MM) -> Picture:
    """Return the face of a playing card (``PAS``); raises `ValueError` for what is none."""
    return _drawn(px_per_mm, lambda drawing: draw_playing_card(drawing, item, code))


def playing_back_picture(code: str, px_per_mm: float = PX_PER_MM) -> Picture:
    """Return the back of a playing card with its opaque code."""
    return _drawn(px_per_mm, lambda drawing: draw_playing_back(drawing, code))


def plain_card_picture(code: str, title: str, words: str = "", px_per_mm: float = PX_PER_MM) -> Picture:
    """Return a card that belongs to no kit."""
    return _drawn(px_per_mm, lambda drawing: draw_plain_card(drawing, title, words, code))


def _drawn(px_per_mm: float, draw: Callable[[Drawing], None]) -> Picture:
    pixels = Pixels(*CARD_MM, px_per_mm)
    draw(pixels)
    return pixels.picture()
