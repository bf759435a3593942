"""The players of a simulated domino table: tiles are shuffled, held hidden, shown, laid and pressed for."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from companion.games.dominoes.game import DominoGame
from companion.games.dominoes.players import choose
from companion.games.dominoes.seen import seen_in
from companion.headless.pressing_hands import PressingHands
from companion.headless.simulated_hands import MISHAPS
from companion.table.answers import Answer, Source, Value
from companion.table.game import Game
from companion.table.prompts import Choose, Place, Prompt, Reveal, Throw
from companion.table.seats import Seat
from companion.table.view import TableView
from hardware.simulated.look import Level
from hardware.simulated.lying_faults import TileFault

#: What can be wrong with a tile that is shown; all of it can be put right.
_WRONG: tuple[TileFault, ...] = (
    "face_down", "on_edge", "cut", "hand_in_view", "blurred", "glare", "lamp_off"
)  # fmt: skip


class DominoHands(PressingHands):
    """Players who hold the tiles that the seed dealt them; each knows what a person there would.

    Where the companion is to know a hand, its tiles are shown in private, one after the other.  Where the
    program deals, there are no real tiles: what is to be laid is named.
    """

    #: A tile is brought and lies still; drawing the frames of it takes nearly all of the time.
    fps = 4.0
    shows_again = True

    def __init__(self, seed: int, level: Level = "usual", *, mishaps: int = MISHAPS) -> None:
        super().__init__(seed, level, mishaps=mishaps)
        self._deal = 0
        self._hands: dict[str, list[str]] = {}
        self._reserve: list[str] = []
        self._placement = ""
        self._tile = ""
        self._dealt: DominoGame | None = None

    def build(self, name: str, seats: tuple[Seat, ...], rules: dict[str, Any]) -> Game:
        game = super().build(name, seats, rules)
        assert isinstance(game, DominoGame)
        self._dealt = game if rules.get("hands") == "dealt" else None
        return game

    def act(self, prompt: Throw | Reveal, view: TableView) -> None:
        """Show the tile that is to be laid."""
        assert isinstance(prompt, Reveal)
        wrong = self._random.randrange(100) < self._mishaps
        self.table.show_tile(self._tile, self._random.choice(_WRONG) if wrong else None)

    def truth(self, prompt: Throw | Reveal) -> Value:
        return self._tile

    def unasked(self, view: TableView) -> Answer | None:
        """Make up one's mind before a tile is shown; who has none that fits passes."""
        waiting = [prompt for prompt in view.open if prompt.waits]
        if not isinstance(waiting[0], Reveal):
            return super().unasked(view)
        if self._dealt is None:
            self._take_tiles(view)
        what, of, *_, number = waiting[0].key.split("/")[:5]
        if what == "hand":
            self._tile = self._hands[of][int(number) - 1]
            return None
        if what == "draw":
            self._tile = self._reserve[-1]
            return None
        seat = waiting[0].seats[0]
        try:
            self._placement = self._chosen(seat, view)
        except ValueError:
            passing = next(prompt for prompt in waiting if isinstance(prompt, Choose))
            return self._press(_given(passing, "pass"), view)
        self._tile = _tile_of(self._placement)
        return None if self._dealt is None else self._press(_given(waiting[0], self._tile), view)

    def _decide(self, open: Sequence[Prompt], view: TableView) -> Answer:
        waiting = next(prompt for prompt in open if prompt.waits)
        if isinstance(waiting, Place):
            if self._placement in waiting.legal:
                return _given(waiting, self._placement)
            # Another tile was made out than the one that was shown: it is shown again.
            return _given(next(prompt for prompt in open if prompt.key.startswith("other/")), "other")
        return super()._decide((waiting,), view)

    def _chosen(self, seat: str, view: TableView) -> str:
        """Return what a greedy player of this hand lays; raises `ValueError` where nothing can be laid."""
        if self._dealt is not None:
            return choose(self._dealt.seen_by(seat), "greedy", self._random)
        seats = [
            {**one, "hand": self._hands[seat]} if one["seat"] == seat else one
            for one in view.snapshot["seats"]
        ]
        return choose(seen_in({**view.snapshot, "seats": seats}, seat), "greedy", self._random)

    def _take_tiles(self, view: TableView) -> None:
        """Deal where a deal has begun, let go of what was laid, and draw up to what each seat holds now."""
        snapshot = view.snapshot
        unplayed = set(snapshot["unplayed"])
        if snapshot["deal"] != self._deal:
            self._deal = snapshot["deal"]
            tiles = sorted(unplayed)
            random.Random(f"tiles {self.seed} {self._deal}").shuffle(tiles)
            self._hands = {seat["seat"]: [] for seat in snapshot["seats"]}
            self._reserve = tiles
        for seat in snapshot["seats"]:
            hand = [tile for tile in self._hands[seat["seat"]] if tile in unplayed]
            while len(hand) < seat["tiles"]:
                hand.append(self._reserve.pop())
            self._hands[seat["seat"]] = hand


def _given(prompt: Prompt, value: Value) -> Answer:
    return Answer(prompt=prompt, value=value, seat=prompt.seats[0], source=Source.HAND)


def _tile_of(placement: str) -> str:
    low, high = sorted(placement.partition("@")[0].split("-"))
    return f"{low}-{high}"
