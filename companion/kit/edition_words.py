"""An edition in the words of a language, for what is printed of it."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.goldrush.edition import Edition
from companion.language import Language


def in_words_of(language: Language, edition: Edition) -> Edition:
    """Return the edition with what has a name in the language named in it; names of its own stay."""
    thing = language.thing
    return replace(
        edition,
        game=replace(edition.game, name=thing(edition.game.name)),
        creeks=replace(edition.creeks, names=tuple(map(thing, edition.creeks.names))),
        space=tuple(replace(space, name=thing(space.name)) for space in edition.space),
        card=tuple(replace(card, title=thing(card.title)) for card in edition.card),
    )
