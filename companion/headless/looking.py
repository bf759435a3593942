"""Looking through the camera of a headless session until something is read, doubted or given up."""

from __future__ import annotations

import time

from companion.camera_words import camera_text
from companion.headless.eyes import Eyes, SeeingCamera
from companion.headless.narrator import Narrator
from companion.table.prompts import Reveal, Throw
from companion.table.text import Fact, Text
from companion.watcher import Eye, WatchState
from hardware.camera import CameraState
from hardware.direct_camera import DirectCamera

#: A throw that has not come to rest after this many frames is given up: people say what lies there.
MOST_FRAMES = 300
#: A card or a tile is brought, lies still for a moment, and can be read or not: so long is waited for it.
MOST_MS_SHOWN = 4500


class Looking:
    """Looks for one prompt after the other."""

    def __init__(self, eyes: Eyes, narrator: Narrator) -> None:
        self._eyes = eyes
        self._narrator = narrator
        self._eye = Eye(eyes.kits)
        self._said: set[str] = set()

    def look(self, prompt: Throw | Reveal) -> WatchState:
        """Look for what `prompt` waits for."""
        self._eye.arm(prompt)
        self._said.clear()
        return self.go_on()

    def rest(self) -> None:
        """Look for nothing more."""
        self._eye.arm(None)

    def close(self) -> None:
        """End what the eye has started."""
        self._eye.close()

    def go_on(self) -> WatchState:
        """Look on until something is read or in doubt; at a simulated table not for ever."""
        camera = self._eyes.camera
        assert camera is not None
        state = WatchState(phase="waiting")
        looked = seen = 0
        begun: int | None = None
        while looked < MOST_FRAMES or not isinstance(camera, DirectCamera):
            frame = camera.latest()
            for fault in camera.skipped():
                self._narrator.say(camera_text(fault))
            if frame is None and camera.state not in (CameraState.STARTING, CameraState.WORKING):
                return WatchState(phase="blind", camera=camera.state)
            if isinstance(camera, DirectCamera):
                looked += 1
            elif frame is None or frame.number == seen:
                # A real camera works on a thread of its own, and people throw when they like.
                time.sleep(0.01)
                continue
            if frame is None:
                continue
            seen = frame.number
            begun = frame.at_ms if begun is None else begun
            before, state = state, self._eye.look(frame)
            # A doubt that stood before something was put right is not a new one.
            if state.phase == "read" or (state.phase == "doubt" and state.reading is not before.reading):
                return state
            shown = isinstance(self._eye.prompt, Reveal)
            if frame.still or (shown and frame.at_ms - begun > MOST_MS_SHOWN and _simulated(camera)):
                return state
            if not isinstance(camera, DirectCamera):
                self._say_once(state)
        return state

    def _say_once(self, state: WatchState) -> None:
        """Say of what is held before a real camera why it cannot be the answer, while people try on."""
        for say in said_of(state):
            if (what := f"{say.id} {say.facts}") not in self._said:
                self._said.add(what)
                self._narrator.say(say)

    def doubt(self, state: WatchState) -> Text:
        """Return in a sentence why nothing was read."""
        dice = not isinstance(state.prompt, Reveal)
        if state.phase == "doubt" and state.reading is not None:
            said = "doubt" if dice else f"doubt.{state.kind}"
            facts: dict[str, Fact] = {
                "seen": " ".join(piece.value for piece in state.reading.pieces) or "–",
                "doubt": Text(f"{said}.{state.reading.doubt or 'unsure'}"),
            }
            if isinstance(state.prompt, Reveal) and (state.prompt.private or state.prompt.face_down):
                # What was made out is for the eyes of one seat, or of nobody.
                return Text("headless.doubts_private", {"doubt": facts["doubt"]})
            if state.name:
                return Text("headless.doubts_picture", {"name": state.name, **facts})
            return Text("headless.doubts", facts)
        camera = self._eyes.camera
        if state.phase == "blind" and camera is not None and camera.why is not None:
            return camera_text(camera.why)
        if dice:
            return Text("headless.not_at_rest")
        if state.name:
            return Text("headless.nothing_in_picture", {"name": state.name})
        return Text("headless.nothing_shown")


def _simulated(camera: SeeingCamera) -> bool:
    """Tell whether the camera goes at its own pace; people before a real one are given all their time."""
    return isinstance(camera, DirectCamera)


def said_of(state: WatchState) -> tuple[Text, ...]:
    """Return what may be said aloud of what is in view; of a private hand nothing."""
    private = isinstance(state.prompt, Reveal) and state.prompt.private
    named = () if private else tuple(one.say for one in state.named)
    return (*named, state.notice) if state.notice is not None else named
