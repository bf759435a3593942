"""A sentence that is not yet in any language: a message id and its facts.

Rules, prompts and refusals never hold words.  They hold a `Text`, and whoever
shows it (screen, voice, narration) looks the id up in the session's language.
"""

from __future__ import annotations

from typing import TypeAlias, Union

from msgspec import Struct

Fact: TypeAlias = Union[int, str, "Text", tuple["Text", ...]]


class Text(Struct, frozen=True):
    """A message id such as ``dice.said.throw`` with the facts its placeholders need.

    A fact may itself be a `Text` (a hand's name inside a sentence), or a tuple of
    them, which the reader of the text joins as a list in its own language.
    """

    id: str
    facts: dict[str, Fact] = {}


def text(id: str, **facts: Fact) -> Text:
    """Return the `Text` of a message id; short for use in rules modules."""
    return Text(id, facts)
