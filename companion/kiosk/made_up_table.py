"""The simulated table behind a kiosk without a camera: it throws and shows things when asked to."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

from companion.kit.codes import KEY_BYTES, KitKey, make_code
from companion.table.prompts import Prompt, Reveal, Throw
from companion.watcher.kinds import asks_playing_card

if TYPE_CHECKING:
    from hardware.simulated import CardSheet, SimulatedTable

_TILE = re.compile("[0-6]-[0-6]")


class MadeUpTable:
    """Does what a prompt waits for; which card or tile is shown is drawn by the seed.

    Its cards are of a kit of its own, which exists on no paper.
    """

    def __init__(self, table: SimulatedTable, seed: int) -> None:
        self._table = table
        self._seed = seed
        self._chance = random.Random(f"made up {seed}")
        self._kit = KitKey("S1M", self._chance.randbytes(KEY_BYTES))

    def kits(self) -> tuple[KitKey, ...]:
        """Return the kit that the table's cards are of."""
        return (self._kit,)

    def act(self, prompt: Prompt) -> None:
        """Throw the dice that are waited for, or show one of the cards or tiles that can be there."""
        if isinstance(prompt, Throw):
            self._table.throw(prompt.dice)
        elif isinstance(prompt, Reveal) and prompt.known:
            shown = self._chance.choice(prompt.known)
            if _TILE.fullmatch(shown):
                self._table.show_tile(shown)
            elif asks_playing_card(prompt):
                self._table.show_card(self._playing_card(shown))
            else:
                self._table.show_card(make_code(self._kit, shown))

    def _playing_card(self, card: str) -> CardSheet:
        """Return a card of the kit's deck, or at every other seed of an ordinary one."""
        if self._seed % 2:
            from hardware.simulated.playing_cards import playing_card

            return playing_card(f"10{card[1]}" if card[0] == "T" else card, self._seed)
        from companion.kit.face_pictures import playing_card_picture
        from hardware.simulated import CardSheet

        item = f"P{card}"
        return CardSheet(card, playing_card_picture(item, make_code(self._kit, item)))
