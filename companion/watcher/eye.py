"""The eye: reads frames for the prompt it is armed with, one eye for each kind of thing."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from companion.kit.codes import KitKey
from companion.table.prompts import Prompt, Reveal, Throw
from companion.watcher.cards import ShownCard
from companion.watcher.kinds import Kind, asks_playing_card, kind_of
from companion.watcher.on_mat import MatWatch
from companion.watcher.playing_cards import ShownPlayingCard
from companion.watcher.state import SHOWN_WIDTH, Kits, WatchState
from companion.watcher.thrown import ThrownDice
from companion.watcher.tiles import ShownTile
from hardware.camera import Frame, Image


def no_kits() -> tuple[KitKey, ...]:
    """The kits of a machine that has printed none."""
    return ()


class Eye:
    """The whole of the seeing, without a thread.  Close it after use.

    What already lay in view when a prompt opened is not taken for its answer where that matters: a throw must
    be new, and what the last answer was made of must be shown again.  While the tray mat is in view,
    everything outside its frame is ignored.
    """

    def __init__(self, kits: Kits = no_kits) -> None:
        self._mat = MatWatch()
        self._dice = ThrownDice()
        self._card = ShownCard(kits)
        self._playing_card = ShownPlayingCard(self._card)
        self._tile = ShownTile()
        self._prompt: Throw | Reveal | None = None

    @property
    def prompt(self) -> Throw | Reveal | None:
        return self._prompt

    @property
    def kind(self) -> Kind:
        """What is looked for."""
        return kind_of(self._prompt)

    def arm(self, prompt: Prompt | None) -> None:
        """Look for what `prompt` waits for; a prompt that no camera can answer disarms."""
        wanted = prompt if isinstance(prompt, (Throw, Reveal)) else None
        if wanted == self._prompt:
            return
        self._prompt = wanted
        self._dice.arm()
        self._card.arm()
        self._playing_card.arm()
        self._tile.arm()

    def again(self) -> None:
        """A card or a tile that lies there from before counts as new."""
        self._card.again()
        self._playing_card.again()
        self._tile.again()

    def look(self, frame: Frame) -> WatchState:
        """Return what one frame shows; bounded work, no waiting."""
        image, scale = _shown(frame.image)
        state = WatchState(prompt=self._prompt, image=image, scale=scale, name=frame.name, kind=self.kind)
        if self._prompt is None:
            return state
        mat = self._mat.find(frame)
        if mat is not None:
            state = replace(state, mat=mat.outline)
        if isinstance(self._prompt, Throw):
            return self._dice.look(self._prompt, frame, mat, state)
        if state.kind == "tile":
            return self._tile.look(self._prompt, frame, mat, state)
        if asks_playing_card(self._prompt):
            return self._playing_card.look(self._prompt, frame, mat, state)
        return self._card.look(self._prompt, frame, mat, state)

    def close(self) -> None:
        """End the decoder's process, if there is one.  May be called twice."""
        self._card.close()


def _shown(image: Image) -> tuple[Image, float]:
    """Return the picture small enough for the corner of the screen, and its scale."""
    width = image.shape[1]
    if width <= SHOWN_WIDTH:
        return image, 1.0
    scale = SHOWN_WIDTH / width
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8), scale
