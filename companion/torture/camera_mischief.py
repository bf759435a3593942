"""Hands that put before the camera what does not belong there: hostile codes, foreign cards, wrong tiles."""

from __future__ import annotations

import random
from collections.abc import Callable

from companion.headless.domino_hands import DominoHands
from companion.headless.gold_rush_hands import GoldRushHands, card_sheet, simulated_kit
from companion.headless.patience_hands import PatienceHands, maker_card
from companion.headless.simulated_hands import SimulatedHands
from companion.kit.face_pictures import gold_card_picture
from companion.kit.gold_faces import CARD_MM
from companion.table.answers import Answer, Source
from companion.table.prompts import Reveal, Throw
from companion.table.view import TableView
from hardware.simulated import CardSheet
from hardware.simulated.look import Level

Note = Callable[[str], None]
#: Of a hundred cards and tiles so many are wrong ones at first.
_WRONG = 12
#: What a printer in town makes of a card for anybody who asks; a code holds it in capitals and signs.
_HOSTILE = (
    "HTTPS://EXAMPLE.ORG/FREE-GOLD",
    "WIFI:S:KLONDIKE;T:WPA;P:GOLD;;",
    "'; DROP TABLE ENTRIES; --",
    "{0.__CLASS__}%S%N",
    "../../JOURNAL.DB",
    "$(REBOOT)",
    "KL1:7QM:G07:0000000",
)


def mischievous_hands(
    game: str, seed: int, level: Level, mishaps: int, looks: int, note: Note
) -> MischievousHands:
    """Return the hands that play a game, have mishaps, and show wrong things now and then; `note` is told.

    Of a hundred throws, cards and tiles so many `looks` are left to the camera; the others are said at once.
    """
    match game:
        case "goldrush":
            return _GoldRush(seed, level, mishaps, looks, note)
        case "dominoes":
            return _Dominoes(seed, level, mishaps, looks, note)
        case "patience":
            return _Patience(seed, level, mishaps, looks, note)
        case _:
            return _Dice(seed, level, mishaps, looks, note)


class MischievousHands(SimulatedHands):
    """Shows a wrong thing first, and the right one once it is told to put it right.

    `plug_in` plugs the camera in again where it is not, and tells whether it was.
    """

    def __init__(self, seed: int, level: Level, mishaps: int, looks: int, note: Note) -> None:
        super().__init__(seed, level, mishaps=mishaps)
        self._looks = looks
        self._note = note
        self._whim = random.Random(f"whims {seed}")
        self._meant: tuple[Throw | Reveal, TableView] | None = None
        self.plug_in: Callable[[], bool] = lambda: False

    def act(self, prompt: Throw | Reveal, view: TableView) -> None:
        self._meant = None
        self.plug_in()
        super().act(prompt, view)
        if isinstance(prompt, Reveal) and self._whim.randrange(100) < _WRONG and self._show_wrong(prompt):
            self._meant = prompt, view
        elif self.table.mishap is not None:
            self._note(f"before the camera: {self.table.mishap}")

    def unasked(self, view: TableView) -> Answer | None:
        """Say without the camera what was thrown or turned, where that is how it goes this time."""
        answer = super().unasked(view)
        waiting = next(prompt for prompt in view.open if prompt.waits)
        if answer is not None or not isinstance(waiting, (Throw, Reveal)):
            return answer
        if self._whim.randrange(100) < self._looks:
            return None
        super().act(waiting, view)
        seat = waiting.seats[0] if waiting.seats else None
        return Answer(prompt=waiting, value=self.truth(waiting), seat=seat, source=Source.HAND)

    def put_right(self) -> bool:
        if self.plug_in():
            # Seen to first; a wrong thing that lies there besides is asked about.
            return True
        if self._meant is None:
            return super().put_right()
        meant, self._meant = self._meant, None
        super().act(*meant)
        return True

    def _show_wrong(self, prompt: Reveal) -> bool:
        """Show what cannot be the answer; False where there is no such thing here."""
        return False


class _Dice(MischievousHands):
    pass


class _GoldRush(MischievousHands, GoldRushHands):
    def _show_wrong(self, prompt: Reveal) -> bool:
        assert self._edition is not None
        kind = self._whim.choice(("hostile code", "foreign code", "wrong card"))
        if kind == "hostile code":
            face = gold_card_picture(self._edition, self._top, self._whim.choice(_HOSTILE))
            self.table.show_card(CardSheet(self._top, face, *CARD_MM))
        elif kind == "foreign code":
            self.table.show_card(card_sheet(self._edition, self._top, simulated_kit(self.seed + 1)))
        elif prompt.because:
            item = self._whim.choice(sorted(prompt.because))
            self.table.show_card(card_sheet(self._edition, item, self.kits[0]))
        else:
            return False
        self._note(kind)
        return True


class _Dominoes(MischievousHands, DominoHands):
    def _show_wrong(self, prompt: Reveal) -> bool:
        if not prompt.because:
            return False
        self.table.show_tile(self._whim.choice(sorted(prompt.because)))
        self._note("wrong tile")
        return True


class _Patience(MischievousHands, PatienceHands):
    def _show_wrong(self, prompt: Reveal) -> bool:
        seen = sorted(prompt.because)
        if not seen or self.deck != "maker":
            return False
        self.table.show_card(maker_card(self._whim.choice(seen), self.seed))
        self._note("wrong card")
        return True
