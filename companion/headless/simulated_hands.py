"""The hands at the simulated table: they throw, have mishaps, put things right, and know the table truth."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from companion.games import build_game
from companion.kit.codes import KitKey
from companion.memory import give_back_now
from companion.simulate.bots import Bots
from companion.simulate.line_up import bots_at
from companion.table.answers import Answer, Source, Value
from companion.table.clock import ManualClock
from companion.table.game import Game
from companion.table.prompts import Prompt, Reveal, Throw
from companion.table.seats import Seat
from companion.table.view import TableView
from hardware.direct_camera import DirectCamera
from hardware.simulated import SimulatedCamera, SimulatedTable
from hardware.simulated.look import Level
from hardware.simulated.mishaps import Mishap

#: Mishaps that void a throw (H7), and mishaps that can be put right with the dice as they lie.
_VOIDS: tuple[Mishap, ...] = ("cocked", "off_tray", "stacked")
_PASSING: tuple[Mishap, ...] = ("hand_in_view", "lamp_off", "blurred", "glare")
#: Nobody watches these frames; no more are drawn than are read.
_FPS = 10.0
#: Of a hundred throws so many have a mishap.
MISHAPS = 5


class SimulatedHands:
    """Everybody at a simulated table, on a simulated clock: the same seed throws the same dice.

    `table` is where they throw, `camera` what looks at it, `level` how hard it is to see.  `kits` are those
    whose cards they have; `presses` counts what they pressed.
    """

    kits: tuple[KitKey, ...] = ()
    #: Frames a second of the camera.
    fps: float = _FPS
    #: Whether whatever goes wrong with what is shown can be put right, not only what passes by itself.
    shows_again = False

    def __init__(
        self, seed: int, level: Level = "usual", *, mishaps: int = MISHAPS, mat: str | None = None
    ) -> None:
        # Thousands of pictures came and went in the session before, if there was one.
        give_back_now()
        self.clock = ManualClock()
        self.table = SimulatedTable(seed, level, self.clock.monotonic_ms, mat=mat)
        self.camera = DirectCamera(
            SimulatedCamera(self.table, sleep=lambda s: self.clock.pass_ms(round(s * 1000)), fps=self.fps)
        )
        self.seed = seed
        self.presses = 0
        self._random = random.Random(f"hands {seed}")
        self._bots = Bots(random.Random(f"bots {seed}"))
        self._mishaps = mishaps

    def build(self, name: str, seats: tuple[Seat, ...], rules: dict[str, Any]) -> Game:
        """Build the game that is played here, as `build_game` does; the bots here are those of the game."""
        game = build_game(name, seats, rules)
        # At a domino table the hands hold tiles that the game knows nothing of.
        if name != "dominoes":
            self._bots = bots_at(game, random.Random(f"bots {self.seed}"), (), helped=True)
        return game

    def act(self, prompt: Throw | Reveal, view: TableView) -> None:
        """Do what is waited for: take up the dice and throw them; now and then something goes wrong."""
        assert isinstance(prompt, Throw)
        if self._random.randrange(100) >= self._mishaps:
            self.table.throw(prompt.dice)
        else:
            self.table.throw_fault(self._random.choice(_VOIDS + _PASSING), prompt.dice)

    def put_right(self) -> bool:
        """Take the hand away, wipe the lens, turn the lamp, or show something properly.

        False where nothing of that kind is wrong.
        """
        mishap = self.table.mishap
        if mishap is None or not (self.shows_again or mishap in _PASSING):
            return False
        self.table.put_right()
        return True

    def truth(self, prompt: Throw | Reveal) -> Value:
        """What the true answer is: the faces that count, or that the throw is void (H7)."""
        return "void" if self.table.mishap in _VOIDS else list(self.table.values)

    def unasked(self, view: TableView) -> Answer | None:
        """Answer what no camera is needed for."""
        prompt = next(prompt for prompt in view.open if prompt.waits)
        return None if isinstance(prompt, Throw) else self._decide(view.open, view)

    def answer(self, asked: Sequence[Prompt], view: TableView) -> Answer | None:
        """Answer as the player who is asked would: by what really lies there, the rest as a bot."""
        prompt = asked[0]
        if isinstance(prompt, (Throw, Reveal)):
            seat = prompt.seats[0] if prompt.seats else None
            return Answer(prompt=prompt, value=self.truth(prompt), seat=seat, source=Source.HAND)
        return self._decide(view.open, view)

    def _decide(self, open: Sequence[Prompt], view: TableView) -> Answer:
        return self._bots.answer(open, [seat.id for seat in view.seats])
