"""The position in the words of a language: what the edition that comes with the program calls its things."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from companion.language import FIRST, SOFT_HYPHEN, Language
from companion.table.view import TableView


def named_in(language: Language, view: TableView) -> TableView:
    """Return the view with spaces, creeks and cards named in the language; names of its own stay.

    The `parts` of a space are its name with soft hyphens, for where there is little room.
    """
    if language.code == FIRST:
        return view
    snap = view.snapshot

    def named(one: Mapping[str, Any], key: str) -> dict[str, Any]:
        return {**one, key: language.thing(one[key])}

    creeks = [
        {**named(creek, "name"), "turned": [named(card, "title") for card in creek["turned"]]}
        for creek in snap["creeks"]
    ]
    board = [{**named(one, "name"), "parts": language.thing_in_parts(one["name"])} for one in snap["board"]]
    words = {
        "board": board,
        "creeks": creeks,
        "deck": {id: named(card, "title") for id, card in snap["deck"].items()},
        "last_card": named(snap["last_card"], "title") if snap["last_card"] else None,
    }
    return replace(view, snapshot={**snap, **words})


def ways_to_break(space: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return a space's name whole, to be broken at its hyphens, and with its long words broken as well."""
    parts = str(space.get("parts", space["name"]))
    whole, joined = parts.replace(SOFT_HYPHEN, ""), parts.replace("-", "- ")
    return whole, joined.replace(SOFT_HYPHEN, ""), joined.replace(SOFT_HYPHEN, "- ")
