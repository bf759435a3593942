"""The prospectors at a simulated table: they throw, turn the cards of a shuffled deck, and press buttons."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2s
from typing import Any

from companion.games.goldrush.edition import Edition
from companion.games.goldrush.game import GoldRush
from companion.headless.pressing_hands import PressingHands
from companion.headless.simulated_hands import MISHAPS
from companion.kit.codes import KEY_BYTES, KitKey, make_code, written_kit
from companion.kit.face_pictures import gold_card_picture
from companion.kit.gold_faces import CARD_MM
from companion.kit.items import gold_cards
from companion.table.answers import Value
from companion.table.game import Game
from companion.table.prompts import Reveal, Throw
from companion.table.seats import Seat
from companion.table.view import TableView
from hardware.simulated import CardSheet
from hardware.simulated.look import Level
from hardware.simulated.lying_faults import CardFault

#: What can be wrong with a card that is shown; all of it can be put right.
_WRONG: tuple[CardFault, ...] = (
    "misprinted", "foreign", "inverted", "cut", "hand_in_view", "bent", "crumpled", "blurred", "glare",
    "face_down", "lamp_off",
)  # fmt: skip


def simulated_kit(seed: int) -> KitKey:
    """Return the kit that was printed for the simulated table of a seed."""
    key = blake2s(f"simulated kit {seed}".encode("ascii"), digest_size=KEY_BYTES).digest()
    return KitKey(written_kit(seed % 32**3), key)


@lru_cache(maxsize=8)
def card_sheet(edition: Edition, item: str, kit: KitKey) -> CardSheet:
    """Return a prospecting card as it comes out of the printer, for the simulated table."""
    return CardSheet(item, gold_card_picture(edition, item, make_code(kit, item)), *CARD_MM)


class GoldRushHands(PressingHands):
    """Bots with real cards: shuffled by the seed, nine to a creek, turned from the top."""

    def __init__(self, seed: int, level: Level = "usual", *, mishaps: int = MISHAPS) -> None:
        super().__init__(seed, level, mishaps=mishaps)
        self.kits = (simulated_kit(seed),)
        self._edition: Edition | None = None
        self._deck = list(gold_cards())
        random.Random(f"cards {seed}").shuffle(self._deck)
        self._top = ""

    def build(self, name: str, seats: tuple[Seat, ...], rules: dict[str, Any]) -> Game:
        """Build a game, and keep its edition for the cards that are turned."""
        game = super().build(name, seats, rules)
        assert isinstance(game, GoldRush)
        self._edition = game.edition
        return game

    def act(self, prompt: Throw | Reveal, view: TableView) -> None:
        """Throw, or turn the top card of the creek that was chosen and show it."""
        if isinstance(prompt, Throw):
            super().act(prompt, view)
            return
        assert self._edition is not None
        creeks: Sequence[dict[str, Any]] = view.snapshot["creeks"]
        at = next(n for n, creek in enumerate(creeks) if creek["id"] == prompt.key.split("/")[2])
        stack = [item for item in self._deck[at :: len(creeks)] if item in prompt.known]
        self._top = stack[0] if stack else prompt.known[0]
        wrong = self._random.randrange(100) < self._mishaps
        fault = self._random.choice(_WRONG) if wrong else None
        self.table.show_card(card_sheet(self._edition, self._top, self.kits[0]), fault)

    def put_right(self) -> bool:
        """Put right what can be; a card can always be shown properly."""
        if self._top and self.table.shown == self._top and self.table.mishap is not None:
            self.table.put_right()
            return True
        return super().put_right()

    def truth(self, prompt: Throw | Reveal) -> Value:
        return self._top if isinstance(prompt, Reveal) else super().truth(prompt)
