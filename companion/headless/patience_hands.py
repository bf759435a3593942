"""The player of a patience with real cards: deals and turns them before the camera, and moves by the buttons.

Every other seed has the printed kit's deck, whose codes are read on faces and on backs; the others have an
ordinary deck of some maker.  Cards dealt face down are shown by their backs where these have codes, so that
the companion knows them and nobody else; ordinary ones have to be shown by their faces.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any, Literal

from companion.games.patience.cards import CARDS
from companion.games.patience.dealing import dealing_places
from companion.games.patience.game import PatienceGame
from companion.games.patience.position import WASTE, Position
from companion.headless.gold_rush_hands import simulated_kit
from companion.headless.pressing_hands import PressingHands
from companion.headless.simulated_hands import MISHAPS
from companion.kit.backs import backs_of
from companion.kit.codes import KitKey, make_code
from companion.kit.face_pictures import playing_back_picture, playing_card_picture
from companion.kit.gold_faces import CARD_MM
from companion.table.answers import Value
from companion.table.game import Game
from companion.table.prompts import Reveal, Throw
from companion.table.seats import Seat
from companion.table.view import TableView
from hardware.simulated import CardSheet
from hardware.simulated.look import Level
from hardware.simulated.lying_faults import CardFault
from hardware.simulated.playing_cards import playing_card

Deck = Literal["kit", "maker"]

#: What can be wrong with a card that is shown; all of it can be put right.
_WRONG: tuple[CardFault, ...] = (
    "cut", "hand_in_view", "bent", "crumpled", "blurred", "glare", "face_down", "lamp_off"
)  # fmt: skip
#: A card is shown once, or twice after a mishap; a picture of one takes more than a megabyte.
_KEPT = 4
_WRONG_CODE: tuple[CardFault, ...] = ("misprinted", "foreign", "inverted")


@lru_cache(maxsize=_KEPT)
def kit_card(card: str, kit: KitKey, *, down: bool) -> CardSheet:
    """Return a card of the kit's deck as it lies on the table: its face, or (`down`) its back."""
    item = f"P{card}"
    if down:
        return CardSheet(card, playing_back_picture(make_code(kit, backs_of(kit)[item])), *CARD_MM)
    return CardSheet(card, playing_card_picture(item, make_code(kit, item)), *CARD_MM)


@lru_cache(maxsize=_KEPT)
def maker_card(card: str, number: int) -> CardSheet:
    """Return a card of an ordinary deck, by its name in the game."""
    return playing_card(f"10{card[1]}" if card[0] == "T" else card, number)


class PatienceHands(PressingHands):
    """A player with a deck that the seed shuffled; `deck` says which, and is the seed's unless given."""

    shows_again = True

    def __init__(
        self, seed: int, level: Level = "plain", *, mishaps: int = MISHAPS, deck: Deck | None = None
    ) -> None:
        super().__init__(seed, level, mishaps=mishaps)
        self.deck: Deck = deck or ("maker" if seed % 2 else "kit")
        self.kits = (simulated_kit(seed),) if self.deck == "kit" else ()
        self._cards = list(CARDS)
        random.Random(f"deck {seed}").shuffle(self._cards)
        self._places = dealing_places()
        self._game: PatienceGame | None = None
        self._card = ""

    @property
    def deck_order(self) -> tuple[str, ...]:
        """The deck as it was shuffled, the card that is dealt first in front."""
        return tuple(self._cards)

    def build(self, name: str, seats: tuple[Seat, ...], rules: dict[str, Any]) -> Game:
        """Build the game, and keep what everybody at the table sees of it."""
        game = super().build(name, seats, rules)
        assert isinstance(game, PatienceGame)
        self._game = game
        return game

    def act(self, prompt: Throw | Reveal, view: TableView) -> None:
        """Show the card that is dealt or has been laid bare."""
        assert isinstance(prompt, Reveal)
        self._card, down = self._asked(prompt)
        hidden = down and self.deck == "kit"
        if self.deck == "kit":
            sheet = kit_card(self._card, self.kits[0], down=hidden)
        else:
            sheet = maker_card(self._card, self.seed)
        wrong = self._random.randrange(100) < self._mishaps
        faults = _WRONG if self.deck == "maker" or hidden else _WRONG + _WRONG_CODE
        self.table.show_card(sheet, self._random.choice(faults) if wrong else None)

    def truth(self, prompt: Throw | Reveal) -> Value:
        return self._card

    def _asked(self, prompt: Reveal) -> tuple[str, bool]:
        """Return the card that really lies where one is asked for, and whether it lies face down."""
        assert self._game is not None
        if self._game.play is None:
            number = len(CARDS) - len(prompt.known)
            return self._cards[number], not self._places[number][1]
        position = self._game.play.position
        return self._lies(position, position.awaits or ""), False

    def _lies(self, position: Position, place: str) -> str:
        """Return the card at a place where nobody has seen it yet: the deck lies as it was shuffled."""
        there: dict[int, list[str]] = {}
        for card, (column, _) in zip(self._cards, self._places, strict=True):
            there.setdefault(column, []).append(card)
        if place != WASTE:
            return there[int(place)][len(position.columns[int(place) - 1].down) - 1]
        # Stock and waste keep their order; what was played from them is known and lies elsewhere.
        elsewhere = {card for column in position.columns for card in (*column.down, *column.up)}
        elsewhere |= {card for card in position.cards() if card not in (*position.stock, *position.waste)}
        left = [card for card in there[0] if card not in elsewhere]
        return left[len(position.waste) - 1]
