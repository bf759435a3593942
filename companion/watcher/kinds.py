"""What a prompt is looked for as: thrown dice, a card by its code, a tile by its pips, or nothing."""

from __future__ import annotations

import re
from typing import Literal

from companion.table.prompts import Prompt, Reveal, Throw

Kind = Literal["", "dice", "card", "tile"]

_PLAYING_CARD = re.compile("[A23456789TJQK][CDHS]")
_TILE = re.compile("[0-6]-[0-6]")


def kind_of(prompt: Prompt | None) -> Kind:
    """Return what the camera looks for where `prompt` is open; nothing for what no camera can answer."""
    if isinstance(prompt, Throw):
        return "dice"
    if not isinstance(prompt, Reveal):
        return ""
    some = next(iter(prompt.known or tuple(prompt.because)), "")
    return "tile" if _TILE.fullmatch(some) else "card"


def value_of_item(item: str, prompt: Reveal) -> str:
    """Return the name that `prompt` has for an item of the kit: a playing card goes by its rank and suit."""
    card = item[1:]
    asked = card in prompt.known or card in prompt.because
    return card if item[:1] == "P" and asked and _PLAYING_CARD.fullmatch(card) else item


def asks_playing_card(prompt: Prompt | None) -> bool:
    """Tell whether a prompt waits for one of the cards of an ordinary deck."""
    if not isinstance(prompt, Reveal):
        return False
    some = next(iter(prompt.known or tuple(prompt.because)), "")
    return _PLAYING_CARD.fullmatch(some) is not None


def card_of_value(value: str) -> str:
    """Return what prompts call a card that the reader calls, say, 10H."""
    return f"T{value[2:]}" if value.startswith("10") else value
