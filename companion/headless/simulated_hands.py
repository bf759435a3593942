"""The hands at the simulated table: they throw, have mishaps, put things right, and know the table truth."""

from __future__ import annotations

import random

from companion.memory import give_pictures_back
from companion.simulate.bots import Bots
from companion.table.answers import Answer, Source
from companion.table.clock import ManualClock
from companion.table.prompts import Prompt, Throw
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
_MISHAPS = 5


class SimulatedHands:
    """Everybody at a simulated table, on a simulated clock: the same seed throws the same dice.

    `table` is where they throw, `camera` what looks at it, `level` how hard it is to see.
    """

    def __init__(self, seed: int, level: Level = "usual", *, mishaps: int = _MISHAPS) -> None:
        # Thousands of pictures come and go in a session, and many sessions in a process.
        give_pictures_back()
        self.clock = ManualClock()
        self.table = SimulatedTable(seed, level, self.clock.monotonic_ms)
        self.camera = DirectCamera(
            SimulatedCamera(self.table, sleep=lambda s: self.clock.pass_ms(round(s * 1000)), fps=_FPS)
        )
        self._random = random.Random(f"hands {seed}")
        self._bots = Bots(random.Random(f"bots {seed}"))
        self._mishaps = mishaps

    def throw(self, dice: int) -> None:
        """Take up the dice and throw them; now and then something goes wrong."""
        if self._random.randrange(100) >= self._mishaps:
            self.table.throw(dice)
        else:
            self.table.throw_fault(self._random.choice(_VOIDS + _PASSING), dice)

    def put_right(self) -> bool:
        """Take the hand away, wipe the lens or turn the lamp; False where nothing of that kind is wrong."""
        if self.table.mishap not in _PASSING:
            return False
        self.table.put_right()
        return True

    @property
    def faces(self) -> tuple[int, ...] | None:
        """The faces that count, or None where the throw is void (H7)."""
        return None if self.table.mishap in _VOIDS else self.table.values

    def answer(self, prompt: Prompt, view: TableView) -> Answer | None:
        """Answer as the player who is asked would: a throw by what really lies there, the rest as a bot."""
        if isinstance(prompt, Throw):
            faces = self.faces
            seat = prompt.seats[0] if prompt.seats else None
            return Answer(
                prompt=prompt, value="void" if faces is None else list(faces), seat=seat, source=Source.HAND
            )
        return self._bots.answer((prompt,), [seat.id for seat in view.seats])
