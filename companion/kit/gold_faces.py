"""The faces of the gold rush's cards: what creeks give, what can be owned, and the back they share.

Every function draws from the top left corner of a card of `CARD_MM`; a code may be any text, as a simulated
table also shows forged and foreign ones.
"""

from __future__ import annotations

from msgspec import Struct

from companion.games.goldrush.edition import OWNED, Card, Edition, Space
from companion.kit.codes_drawn import draw_code, panel_side
from companion.kit.drawing import Drawing
from companion.kit.emblems import draw_emblem
from companion.kit.inks import (
    BRASS,
    BRASS_DARK,
    EDGE,
    FELT,
    KIND_INKS,
    LAMP,
    NIGHT,
    PANEL,
    PAPER,
    PAPER_LOW,
    SOFT_TEXT,
    Ink,
    mixed,
)
from companion.kit.items import deeds
from companion.language import Language

#: The size of every card and deed, in millimetres: nine fit on a page.
CARD_MM = (63.0, 88.0)
#: A code's side without its white, and where its middle is.
CODE_MM = 27.0
CODE_AT = (31.5, 64.0)
FRAME_MM = 2.0

_BAND = 20.5
_ROOM = 51.0
_MIDDLE = CARD_MM[0] / 2


class GoldFace(Struct, frozen=True):
    """What stands on a card: the band's emblem, label and figure, the title, and the words below it."""

    emblem: str
    label: str
    figure: str
    title: str
    words: str = ""
    ground: Ink = NIGHT
    ink: Ink = LAMP


def money(edition: Edition, amount: int, language: Language) -> str:
    """Return an amount in an edition's currency and a language's form."""
    return language.line("goldrush.amount", currency=edition.game.currency, amount=amount)


def deed_spaces(edition: Edition) -> dict[str, Space]:
    """Return what can be owned by the items of its deeds: ``D01`` is the first on the way round."""
    owned = [space for space in edition.board if space.kind in OWNED]
    return dict(zip(deeds(len(owned)), owned, strict=True))


def card_face(edition: Edition, card: Card, language: Language) -> GoldFace:
    """Return the face of a prospecting card in a language; names and titles are the edition's own."""
    amount = money(edition, card.amount or 0, language)
    if card.kind == "gold":
        lode = card.mother_lode
        label = language.line("kit.card.mother_lode" if lode else "kit.card.gold")
        words = card.text or (language.line("kit.card.lode_doubles") if lode else "")
        return GoldFace("lode" if lode else "gold", label, amount, card.title, words)
    if card.kind == "receive":
        return GoldFace("coin", language.line("kit.card.receive"), amount, card.title, card.text)
    if card.kind == "pay":
        share = card.percent is not None
        words = card.text or language.line(
            "kit.card.pay_share" if share else "kit.card.pay_bank", percent=card.percent or 0
        )
        figure = f"{card.percent} %" if share else amount
        return GoldFace("coin", language.line("kit.card.pay"), figure, card.title, words, _HAZARD, PAPER)
    target = edition.by_id[card.to or ""]
    ground = mixed(KIND_INKS[target.kind], NIGHT, 0.25)
    return GoldFace(
        target.kind, language.line("kit.card.go"), target.name, card.title, card.text, ground, PAPER
    )


_HAZARD: Ink = (110, 38, 40)


def draw_gold_card(drawing: Drawing, face: GoldFace, code: str) -> None:
    """Draw the face of a prospecting card."""
    _paper(drawing)
    _band(drawing, face.emblem, face.ground, face.ink)
    drawing.words(24, 10.4, face.label.upper(), 7, room=33.6, style="bold", ink=_pale(face.ground))
    _figure(drawing, face.figure, face.ink)
    top = 26.0 if face.words else 28.5
    bottom = top + drawing.paragraph(
        _MIDDLE, top, face.title, 12.5, room=_ROOM, lines=2, style="serif", side="centre"
    )
    if face.words:
        room_down = CODE_AT[1] - panel_side(CODE_MM) / 2 - bottom
        drawing.paragraph(
            _MIDDLE, bottom + 0.8, face.words, 7.5, room=_ROOM, lines=max(1, int(room_down / 3.0)),
            style="italic", ink=SOFT_TEXT, side="centre",
        )  # fmt: skip
    _code(drawing, code)


def draw_deed(drawing: Drawing, edition: Edition, space: Space, code: str, language: Language) -> None:
    """Draw an ownership card; `space` is one that can be owned."""
    ground = KIND_INKS[space.kind]
    _paper(drawing)
    _band(drawing, space.kind, ground, PAPER)
    kind = language.line(f"kit.deed.{space.kind}").upper()
    drawing.words(24, 10.4, kind, 7, room=33.6, style="bold", ink=_pale(ground))
    price = language.line("kit.deed.price", amount=money(edition, space.price or 0, language))
    _figure(drawing, price, PAPER)
    down = 24.6
    down += drawing.paragraph(
        _MIDDLE, down, space.name, 12.5, room=_ROOM, lines=2, style="serif", side="centre"
    )
    earned = money(edition, space.revenue or 0, language)
    revenue = language.line(f"kit.deed.revenue.{space.basis}", amount=earned)
    down += 0.8 + drawing.paragraph(
        _MIDDLE, down + 0.8, revenue, 8.5, room=_ROOM, lines=2, style="bold", side="centre"
    )
    if space.kind in edition.rules.monopoly_kinds:
        count = sum(other.kind == space.kind for other in edition.space)
        doubled = language.line("kit.deed.doubled", count=count, factor=edition.rules.monopoly_factor)
        drawing.paragraph(
            _MIDDLE,
            down + 0.6,
            doubled,
            7.5,
            room=_ROOM,
            lines=1,
            style="italic",
            ink=SOFT_TEXT,
            side="centre",
        )
    _code(drawing, code)


def draw_gold_back(drawing: Drawing, label: str) -> None:
    """Draw the back of every prospecting card: the same for all, so that it tells nothing."""
    width, height = CARD_MM
    drawing.box(0, 0, width, height, NIGHT)
    drawing.box(4, 4, width - 8, height - 8, FELT, edge=BRASS, line=0.5, round=3)
    drawing.box(5.6, 5.6, width - 11.2, height - 11.2, edge=EDGE, line=0.3, round=2)
    for row in range(9):
        for column in range(6):
            x, y = 9.5 + column * 8.8, 9 + row * 8.75
            drawing.polygon([(x, y - 1.2), (x + 1.2, y), (x, y + 1.2), (x - 1.2, y)], PANEL)
    drawing.disc(_MIDDLE, height / 2, 17.5, NIGHT, edge=BRASS, line=0.6)
    draw_emblem(drawing, "prospect", _MIDDLE - 1, height / 2 - 1.5, 9.5, BRASS, NIGHT)
    for turn in (0, 180):
        with drawing.at(_MIDDLE, height / 2, turn):
            drawing.words(0, -27, label, 15, room=44, style="serif_bold", ink=BRASS, side="centre")
            drawing.path([(-14, -24.5), (14, -24.5)], BRASS_DARK, 0.3)


def draw_deed_back(drawing: Drawing, space: Space) -> None:
    """Draw the back of a deed: what can be owned, and what is known of it."""
    width, height = CARD_MM
    ground = mixed(KIND_INKS[space.kind], NIGHT, 0.35)
    drawing.box(0, 0, width, height, NIGHT)
    drawing.box(4, 4, width - 8, height - 8, ground, edge=BRASS, line=0.5, round=3)
    draw_emblem(drawing, space.kind, _MIDDLE, 27, 14, PAPER, ground)
    down = 47.0
    down += drawing.paragraph(
        _MIDDLE, down, space.name, 14, room=48, lines=2, style="serif_bold", ink=LAMP, side="centre"
    )
    drawing.path([(20, down + 1), (43, down + 1)], BRASS, 0.3)
    drawing.paragraph(
        _MIDDLE,
        down + 3,
        space.fact,
        8,
        room=48,
        lines=int((80 - down) / 3.4),
        style="italic",
        ink=PAPER,
        side="centre",
    )


def draw_plain_card(drawing: Drawing, title: str, words: str, code: str) -> None:
    """Draw a card of nobody's kit: a title, a few words and a code of any text."""
    _paper(drawing)
    drawing.paragraph(_MIDDLE, 8, title, 13, room=_ROOM, lines=2, style="serif", side="centre")
    drawing.paragraph(_MIDDLE, 24, words, 8, room=_ROOM, lines=5, side="centre")
    _code(drawing, code)


def _paper(drawing: Drawing) -> None:
    width, height = CARD_MM
    drawing.box(0, 0, width, height, PAPER)
    edge = FRAME_MM
    drawing.box(edge, edge, width - 2 * edge, height - 2 * edge, edge=BRASS, line=0.5, round=2.5)


def _band(drawing: Drawing, emblem: str, ground: Ink, ink: Ink) -> None:
    drawing.box(3.6, 3.6, CARD_MM[0] - 7.2, _BAND - 1, ground, round=1.6)
    draw_emblem(drawing, emblem, 13.6, 3.6 + (_BAND - 1) / 2, 7.4, ink, ground)


def _figure(drawing: Drawing, words: str, ink: Ink) -> None:
    """Write the band's figure in one large line, or in two smaller ones where it is a long name."""
    if len(words) <= 9:
        drawing.words(24, 18.8, words, 21, room=33.6, style="serif_bold", ink=ink)
    else:
        drawing.paragraph(24, 11.6, words, 12, room=33.6, lines=2, style="serif_bold", ink=ink)


def _pale(ground: Ink) -> Ink:
    return mixed(ground, PAPER_LOW, 0.75)


def _code(drawing: Drawing, code: str) -> None:
    draw_code(drawing, *CODE_AT, CODE_MM, code)
    if code.startswith("KL1:") and code.count(":") == 3:
        _, kit, item, _ = code.split(":")
        with drawing.at(59.2, CODE_AT[1] + 17, 270):
            drawing.words(0, 0, f"{item} · {kit}", 6, room=34, ink=SOFT_TEXT)
