"""The headless table: one session, played answer by answer through the camera and narrated."""

from __future__ import annotations

from collections import Counter

from companion.headless.narrator import Narrator
from companion.headless.people import Person
from companion.table.answers import Answer
from companion.table.faults import Fault
from companion.table.prompts import Prompt, Throw
from companion.table.refusals import Refused
from companion.table.session import Session
from companion.table.text import Text
from companion.table.view import TableView
from companion.watcher import Eye, WatchState
from hardware.camera import CameraState
from hardware.direct_camera import DirectCamera
from hardware.simulated import SimulatedTable

#: A look that has not come to rest after this many frames is given up: people say what lies there.
MOST_FRAMES = 300


class HeadlessTable:
    """Plays `session` to its end.

    `camera` is where throws are seen (None: all are typed); `person` answers what the camera cannot;
    `simulated` is the made-up table behind the camera, if there is one, which then throws the dice itself.
    `counts` tells how many throws were read, asked, void, and silently misread against the table truth.
    """

    def __init__(
        self,
        session: Session,
        person: Person,
        narrator: Narrator,
        camera: DirectCamera | None = None,
        simulated: SimulatedTable | None = None,
    ) -> None:
        self._session = session
        self._person = person
        self._narrator = narrator
        self._camera = camera
        self._simulated = simulated
        self._eye = Eye() if camera is not None else None
        self.counts: Counter[str] = Counter()

    def play(self) -> TableView:
        """Play until there is an outcome; raises `Fault` when somebody must answer and nobody does."""
        view = self._session.view
        self._narrator.events(view)
        while view.outcome is None:
            prompt = next(prompt for prompt in view.open if prompt.waits)
            view = self._settle(prompt, view)
            self._narrator.events(view)
        self._narrator.standings(view)
        return view

    def _settle(self, prompt: Prompt, view: TableView) -> TableView:
        answer = self._seen(prompt) if isinstance(prompt, Throw) else None
        while True:
            if answer is None:
                answer = self._asked(prompt, view)
            try:
                after = self._session.answer(answer)
            except Refused as refusal:
                self._narrator.say(refusal.say)
                answer = None
                continue
            if isinstance(prompt, Throw) and self._camera is not None:
                self._camera.used()
            return after

    def _asked(self, prompt: Prompt, view: TableView) -> Answer:
        answer = self._person.answer(prompt, view)
        if answer is None:
            raise Fault("headless.nobody_answers", asked=prompt.say, session=view.session)
        return answer

    def _seen(self, prompt: Throw) -> Answer | None:
        """Let the camera read a throw; None when it has to be asked for."""
        if self._eye is None or self._camera is None:
            return None
        if self._simulated is not None:
            self._simulated.act(prompt.dice)
        self._eye.arm(prompt)
        state = self._watch(self._eye, self._camera)
        self._eye.arm(None)
        if state.phase == "read" and state.proposal is not None:
            self.counts["read"] += 1
            self._compare(state.proposal)
            return state.proposal
        self.counts["asked"] += 1
        self._narrator.say(self._doubt(state))
        return None

    @staticmethod
    def _watch(eye: Eye, camera: DirectCamera) -> WatchState:
        state = WatchState(phase="waiting")
        for _ in range(MOST_FRAMES):
            frame = camera.latest()
            if frame is None and camera.state in (CameraState.LOST, CameraState.ENDED):
                return WatchState(phase="blind", camera=camera.state)
            if frame is None:
                continue
            state = eye.look(frame)
            if state.phase in ("read", "doubt"):
                return state
        return state

    def _doubt(self, state: WatchState) -> Text:
        name = state.name
        if state.phase == "doubt" and state.reading is not None:
            seen = " ".join(state.reading.values) or "–"
            doubt = Text(f"doubt.{state.reading.doubt or 'unsure'}")
            if name:
                return Text("headless.doubts_picture", {"name": name, "seen": seen, "doubt": doubt})
            return Text("headless.doubts", {"seen": seen, "doubt": doubt})
        if self._camera is not None and self._camera.fault:
            return Text("headless.camera_fault", {"fault": self._camera.fault})
        return Text("headless.not_at_rest")

    def _compare(self, proposal: Answer) -> None:
        if self._simulated is None:
            return
        truth = self._simulated.faces
        if truth is None or sorted(proposal.value) != sorted(truth):
            self.counts["silent_misreads"] += 1
