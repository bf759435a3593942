"""The headless table: one session, played answer by answer through the camera and narrated."""

from __future__ import annotations

import time
from collections import Counter

from msgspec.structs import replace

from companion.headless.eyes import Eyes, SeeingCamera
from companion.headless.narrator import Narrator
from companion.headless.people import Person
from companion.simulate.virtual_seats import virtual_answer
from companion.table.answers import Answer
from companion.table.prompts import Prompt, Throw
from companion.table.refusals import Refused
from companion.table.session import Session
from companion.table.text import Fact, Text
from companion.table.view import TableView
from companion.watcher import Eye, WatchState
from hardware.camera import CameraState
from hardware.direct_camera import DirectCamera

#: A throw that has not come to rest after this many frames is given up: people say what lies there.
MOST_FRAMES = 300


class NobodyAnswers(Exception):
    """A prompt that has to be answered, and nobody who does; the session can be gone on with."""

    def __init__(self, prompt: Prompt) -> None:
        super().__init__(prompt.key)
        self.prompt = prompt


class HeadlessTable:
    """Plays `session` to its end.

    `eyes` are where throws are seen; `person` answers what the camera cannot.  `counts` tells how many throws
    were ``read``, ``asked`` for, ``put_right`` before they could be read, and, at a simulated table, how
    many ``silent_misreads`` there were: values accepted that were not the table truth.
    """

    def __init__(self, session: Session, eyes: Eyes, person: Person, narrator: Narrator) -> None:
        self._session = session
        self._eyes = eyes
        self._person = person
        self._narrator = narrator
        self._eye = Eye()
        self._picture = ""
        self.counts: Counter[str] = Counter()

    def play(self) -> TableView:
        """Play until there is an outcome; raises `NobodyAnswers` when somebody must."""
        view = self._session.view
        self._narrator.events(view)
        while view.outcome is None:
            prompt = next(prompt for prompt in view.open if prompt.waits)
            view = self._settle(prompt, view)
            self._narrator.events(view)
        self._narrator.standings(view)
        return view

    def _settle(self, prompt: Prompt, view: TableView) -> TableView:
        self._picture = ""
        if isinstance(prompt, Throw):
            answer = self._seen(prompt)
        else:
            answer = virtual_answer(view, self._session.private)
        while True:
            if answer is None:
                # A picture that was asked about is used up like one that was read.
                answer = replace(self._asked(prompt, view), evidence=self._picture)
            try:
                after = self._session.answer(answer)
            except Refused as refusal:
                self._narrator.say(refusal.say)
                answer = None
                continue
            if isinstance(prompt, Throw) and self._eyes.camera is not None:
                self._eyes.camera.used()
            return after

    def _asked(self, prompt: Prompt, view: TableView) -> Answer:
        self._narrator.say(prompt.say)
        answer = self._person.answer(prompt, view)
        if answer is None:
            raise NobodyAnswers(prompt)
        return answer

    def _seen(self, prompt: Throw) -> Answer | None:
        """Let the camera read a throw; None when it has to be asked for."""
        camera, hands = self._eyes.camera, self._eyes.hands
        if camera is None:
            return None
        if hands is not None:
            hands.throw(prompt.dice)
        self._eye.arm(prompt)
        state = self._watch(camera)
        if state.phase != "read" and hands is not None and hands.put_right():
            self._narrator.say(self._doubt(state))
            self._narrator.line("headless.put_right")
            self.counts["put_right"] += 1
            state = self._watch(camera)
        self._eye.arm(None)
        self._picture = state.name
        if state.phase != "read" or state.proposal is None:
            self.counts["asked"] += 1
            self._narrator.say(self._doubt(state))
            return None
        self.counts["read"] += 1
        if hands is not None and (hands.faces is None or sorted(state.proposal.value) != sorted(hands.faces)):
            self.counts["silent_misreads"] += 1
        return state.proposal

    def _watch(self, camera: SeeingCamera) -> WatchState:
        state = WatchState(phase="waiting")
        looked = seen = 0
        while looked < MOST_FRAMES or not isinstance(camera, DirectCamera):
            frame = camera.latest()
            for fault in camera.skipped():
                self._narrator.plain(fault.say)
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
            before, state = state, self._eye.look(frame)
            # A doubt that stood before something was put right is not a new one.
            if state.phase in ("read", "doubt") and state.reading is not before.reading:
                return state
        return state

    def _doubt(self, state: WatchState) -> Text:
        if state.phase == "doubt" and state.reading is not None:
            facts: dict[str, Fact] = {
                "seen": " ".join(piece.value for piece in state.reading.pieces) or "–",
                "doubt": Text(f"doubt.{state.reading.doubt or 'unsure'}"),
            }
            if state.name:
                return Text("headless.doubts_picture", {"name": state.name, **facts})
            return Text("headless.doubts", facts)
        camera = self._eyes.camera
        if state.phase == "blind" and camera is not None and camera.fault:
            return Text("headless.camera_fault", {"fault": camera.fault})
        return Text("headless.not_at_rest")
