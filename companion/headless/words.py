"""The words of typed answers: dice in any spacing, amounts, cards by number or title, tiles, placements."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from companion.table.answers import Value, check_value
from companion.table.prompts import Amount, Bid, Choose, Claim, Confirm, Move, Place, Prompt, Reveal, Throw
from companion.table.refusals import Refused, Why

#: Words that void a throw (H7), in the languages of the texts.
VOID_WORDS = frozenset({"void", "cocked", "skjev", "schief", "anulat"})
#: Words that confirm a payment.
YES_WORDS = frozenset({"yes", "y", "ok", "ja", "da"})

_TILE = re.compile(r"([0-6])\s*[-:/|, ]?\s*([0-6])")
_CARD_MOVE = re.compile(r"((?:10|[2-9AKQJTakqjt])[CDHScdhs])\s*[- ]\s*([1-7Ff])")
_MONEY = re.compile(r"-?\$?[0-9]{1,3}(,[0-9]{3})+|-?\$?[0-9]{1,9}")


def parse_typed(prompt: Prompt, line: str, snapshot: Mapping[str, Any], seat: str | None = None) -> Value:
    """Return the value that a typed line gives for `prompt`; raises `Refused` when it gives none.

    `snapshot` is what everybody sees of the game: a card may be called by its title.
    """
    words = line.strip()
    match prompt:
        case Throw():
            value: Value = "void" if words.casefold() in VOID_WORDS else _faces(words)
        case Amount() | Bid():
            value = _amount(words)
        case Confirm() | Claim():
            value = words.casefold() in YES_WORDS
        case Choose():
            value = _option(prompt, words)
        case Reveal():
            value = _revealed(prompt, words, snapshot)
        case Place():
            value = _placement(prompt, words)
        case Move():
            value = _move(words)
        case _:
            value = words
    check_value(prompt, value, seat or (prompt.seats[0] if len(prompt.seats) == 1 else None))
    return value


def _faces(words: str) -> list[int]:
    packed = re.sub(r"[\s,;]+", "", words)
    if not re.fullmatch(r"[0-9]{1,40}", packed):
        raise Refused(Why.NOT_A_FACE, given=words[:12])
    return [int(face) for face in packed]


def _amount(words: str) -> Value:
    return int(re.sub(r"[$,]", "", words)) if _MONEY.fullmatch(words) else words.casefold()


def _option(prompt: Choose, words: str) -> str:
    """Return the option that is called so, has that number in the list, or alone begins so."""
    ids = [option.id for option in prompt.options]
    folded = {id.casefold(): id for id in ids}
    if words.casefold() in folded:
        return folded[words.casefold()]
    if words.isdecimal() and 1 <= int(words[:6]) <= len(ids) and not any(id.isdecimal() for id in ids):
        return ids[int(words) - 1]
    begun = [id for id in ids if words and id.casefold().startswith(words.casefold())]
    return begun[0] if len(begun) == 1 else words


def _revealed(prompt: Reveal, words: str, snapshot: Mapping[str, Any]) -> str:
    """Return a tile in its usual form, or a card by its number or its title; else the words as they are."""
    all_there = (*prompt.known, *prompt.because)
    tile = _TILE.fullmatch(words)
    if tile is not None and any("-" in one for one in all_there[:1]):
        return "-".join(sorted(tile.groups()))
    if words.upper().replace("10", "T") in all_there:
        return words.upper().replace("10", "T")
    number = re.fullmatch(r"[gG]?0?([0-9]{1,2})", words)
    if number is not None and f"G{int(number[1]):02}" in all_there:
        return f"G{int(number[1]):02}"
    deck: Mapping[str, Any] = snapshot.get("deck", {})
    titles = {item: deck[item].get("title", "").casefold() for item in all_there if item in deck}
    return next((item for item, title in titles.items() if title and title == words.casefold()), words)


def _move(words: str) -> str:
    """Return a move of the patience in its usual form: ``9h 5`` and ``10H-F`` are such moves, too."""
    found = _CARD_MOVE.fullmatch(words)
    if found is None:
        return words.casefold()
    return f"{found[1].upper().replace('10', 'T')}-{found[2].upper()}"


def _placement(prompt: Place, words: str) -> str:
    """Return a placement in its usual form; a space alone says it where the tile fits one way only."""
    packed = re.sub(r"\s+", "", words.casefold())
    there = [legal for legal in prompt.legal if legal.partition("@")[2] == packed.removeprefix("@")]
    return there[0] if len(there) == 1 else packed
