"""Lots and shuffles: drawn once, and remembered where a way back undoes them."""

from __future__ import annotations

from collections.abc import Iterable

from companion.table.answers import Answer, Source, Value, check_value
from companion.table.chance import Chance
from companion.table.entries import Entry
from companion.table.prompts import CHANCE, Deal, Lot, Prompt
from companion.table.refusals import Refused
from companion.table.runner import ScriptFault


class Draws:
    """Answers the prompts that chance answers.

    What was drawn stays drawn: after a way back the same prompt gets the same lot again, or taking back
    would be a second try.
    """

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._undone: dict[str, Value] = {}

    def remember(self, undone: Iterable[Entry]) -> None:
        """Keep what was drawn in answers that no longer count."""
        self._undone.update((entry.key, entry.value) for entry in undone if entry.source is Source.LOT)

    def kept(self) -> dict[str, Value]:
        """Return what is remembered, to `restore` it where what follows fails."""
        return dict(self._undone)

    def restore(self, kept: dict[str, Value]) -> None:
        self._undone = dict(kept)

    def answer(self, prompts: Iterable[Prompt]) -> Answer | None:
        """Return the answer to the first prompt that is for chance; ``None`` where there is none.

        Raises `ScriptFault` for a lot among nothing.
        """
        for prompt in prompts:
            if isinstance(prompt, CHANCE):
                return Answer(prompt=prompt, value=self._draw(prompt), source=Source.LOT)
        return None

    def _draw(self, prompt: Lot | Deal) -> Value:
        drawn = self._undone.pop(prompt.key, None)
        if drawn is not None:
            try:
                check_value(prompt, drawn)
            except Refused:
                # Under other rules the lot may be among others; then it is drawn afresh.
                pass
            else:
                return drawn
        if isinstance(prompt, Deal):
            return list(self._chance.shuffle(prompt.cards))
        if not prompt.among:
            raise ScriptFault(f"{prompt.key}: a lot among nothing")
        return self._chance.draw(prompt.among)
