"""Everything that the gold rush needs to be printed, as one document.

| pages | what |
|---|---|
| 1 | the rule reference |
| 4 + 4 | the 36 prospecting cards and their backs |
| 2 + 2 | the deeds and their backs |
| 1 + 1 | the seats' cards and their backs |
| 1 | tokens and marks |
| 4, or one of A2 | the board |
| 1 | the owner page |
"""

from __future__ import annotations

from functools import partial

from companion.games.goldrush.edition import Edition
from companion.kit.board import board_sheet, board_tiles
from companion.kit.card_pages import Face, card_pages
from companion.kit.codes import KitKey, make_code
from companion.kit.edition_words import in_words_of
from companion.kit.gold_faces import (
    card_face,
    deed_spaces,
    draw_deed,
    draw_deed_back,
    draw_gold_back,
    draw_gold_card,
    money,
)
from companion.kit.owner_page import owner_page
from companion.kit.reference import reference_page
from companion.kit.sheet import Sheet
from companion.kit.tokens import seat_faces, token_page
from companion.language import Language


def gold_rush_kit(edition: Edition, key: KitKey, paper: str, board: str, language: Language) -> Sheet:
    """Return the whole kit of an edition, its board in ``tiles`` or on one ``a2`` sheet.

    Raises `ValueError` for a paper that there is not.
    """
    edition = in_words_of(language, edition)
    title = language.line("kit.gold.title", name=edition.game.name)
    sheet = Sheet(paper, title)
    reference_page(sheet, "goldrush", language, **figures_of(edition, language))
    card_pages(sheet, *_cards(edition, key, language))
    card_pages(sheet, *_deeds(edition, key, language))
    card_pages(sheet, *seat_faces(edition.game.max_players, language))
    token_page(sheet, edition.game.max_players, language)
    if board == "a2":
        board_sheet(sheet, edition, language)
    else:
        board_tiles(sheet, edition, language)
    owner_page(sheet, key, language)
    return sheet


def figures_of(edition: Edition, language: Language) -> dict[str, str | int]:
    """Return the facts that the rule reference names, as an edition has them."""
    rules = edition.rules
    start = edition.by_id[edition.game.start_space].name
    named = {
        "chilkoot": _first(edition, "chilkoot"),
        "woodpile": _first(edition, "woodpile"),
        "trading": _first(edition, "trading"),
        "sawmill": _first(edition, "sawmill"),
    }
    amounts = {
        "grubstake": edition.game.grubstake,
        "pass_fee": rules.chilkoot_each_pays,
        "river_fee": rules.river_fee,
        "trading_fee": rules.trading_company_fee,
        "sawmill_fee": rules.sawmill_fee_per_building,
        "donation": rules.church_donation,
        "unit": edition.game.money_unit,
    }
    written = {name: money(edition, amount, language) for name, amount in amounts.items()}
    counts: dict[str, str | int] = {
        "players": edition.game.max_players,
        "cards": len(edition.deck),
        "each": edition.game.cards_per_creek,
        "start": start,
    }
    return {**named, **written, **counts}


def _first(edition: Edition, kind: str) -> str:
    return next((space.name for space in edition.board if space.kind == kind), "-")


def _cards(edition: Edition, key: KitKey, language: Language) -> tuple[list[Face], list[Face]]:
    faces: list[Face] = [
        partial(draw_gold_card, face=card_face(edition, card, language), code=make_code(key, item))
        for item, card in edition.deck.items()
    ]
    back = partial(draw_gold_back, label=language.line("kit.gold.back"))
    return faces, [back] * len(faces)


def _deeds(edition: Edition, key: KitKey, language: Language) -> tuple[list[Face], list[Face]]:
    spaces = deed_spaces(edition)
    faces: list[Face] = [
        partial(draw_deed, edition=edition, space=space, code=make_code(key, item), language=language)
        for item, space in spaces.items()
    ]
    return faces, [partial(draw_deed_back, space=space) for space in spaces.values()]
