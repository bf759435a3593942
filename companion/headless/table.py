"""The headless table: one session, played answer by answer through the camera and narrated."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from companion.headless.aide import Aide
from companion.headless.eyes import Eyes
from companion.headless.looking import Looking, said_of
from companion.headless.narrator import Narrator
from companion.headless.people import Person
from companion.headless.typed import Wish
from companion.simulate.virtual_seats import virtual_answer
from companion.table.answers import Answer
from companion.table.prompts import Prompt, Reveal, Throw
from companion.table.refusals import Refused
from companion.table.session import Session
from companion.table.view import TableView
from companion.watcher import WatchState


class NobodyAnswers(Exception):
    """A prompt that has to be answered, and nobody who does; the session can be gone on with."""

    def __init__(self, prompt: Prompt) -> None:
        super().__init__(prompt.key)
        self.prompt = prompt


class HeadlessTable:
    """Plays `session` to its end.

    `eyes` are where throws, cards and tiles are seen; `person` answers what the camera cannot.  `counts`
    tells how much was ``read``, ``asked`` for, ``put_right`` before it could be read, how many cards and
    tiles were ``shown`` and ``refused``, and, at a simulated table, how many ``silent_misreads`` there were:
    values accepted that were not the table truth.
    """

    def __init__(self, session: Session, eyes: Eyes, person: Person, narrator: Narrator) -> None:
        self._session = session
        self._eyes = eyes
        self._person = person
        self._narrator = narrator
        self._looking = Looking(eyes, narrator)
        self._aide = Aide(session)
        self._picture = ""
        self.counts: Counter[str] = Counter()

    def play(self, most_answers: int | None = None) -> TableView:
        """Play until there is an outcome, or so many answers; raises `NobodyAnswers` when somebody must."""
        view = self._session.view
        self._narrator.events(view)
        answers = 0
        try:
            while view.outcome is None and (most_answers is None or answers < most_answers):
                before, view = view, self._settle(view)
                answers += 1
                if view is not before:
                    self._narrator.events(view)
        finally:
            self._looking.close()
            self._aide.close()
        self._narrator.standings(view)
        return view

    def _settle(self, view: TableView) -> TableView:
        """Bring about one answer and return the view after it."""
        self._picture = ""
        waiting = tuple(prompt for prompt in view.open if prompt.waits)
        answer = self._companion(view) or self._person.unasked(view)
        if answer is None and isinstance(waiting[0], (Throw, Reveal)):
            answer = self._seen(waiting[0], view)
        while True:
            if answer is None:
                wanted = self._asked(waiting, view)
                if wanted is Wish.TAKE_BACK:
                    try:
                        return self._session.take_back(None)
                    except Refused as refusal:
                        self._narrator.say(refusal.say)
                        continue
                if isinstance(wanted, Wish):
                    self._use()
                    return view
                # A picture that was asked about is used up like one that was read.
                answer = replace(wanted, evidence=self._picture if wanted.prompt == waiting[0] else "")
            try:
                after = self._session.answer(answer)
            except Refused as refusal:
                self._narrator.say(refusal.say)
                answer = None
                continue
            if isinstance(answer.prompt, (Throw, Reveal)):
                self._use()
            return after

    def _companion(self, view: TableView) -> Answer | None:
        """What nobody at the table has to answer: for virtual seats, and what is for the solver to say."""
        return virtual_answer(view, self._session.private) or self._aide.answer(view)

    def _use(self) -> None:
        if self._eyes.camera is not None:
            self._eyes.camera.used()

    def _asked(self, waiting: tuple[Prompt, ...], view: TableView) -> Answer | Wish:
        self._narrator.ask(waiting, view)
        helped = self._aide.next_move(view)
        if helped is not None:
            self._narrator.say(helped)
        wanted = self._person.answer(waiting, view)
        if wanted is None:
            raise NobodyAnswers(waiting[0])
        return wanted

    def _seen(self, prompt: Throw | Reveal, view: TableView) -> Answer | None:
        """Let the camera read what is waited for; None when it has to be asked for."""
        hands = self._eyes.hands
        if self._eyes.camera is None:
            return None
        if hands is not None:
            hands.act(prompt, view)
        self.counts["shown"] += isinstance(prompt, Reveal)
        state = self._looking.look(prompt)
        if state.phase != "read" and hands is not None and hands.put_right():
            self._refuse(state)
            self._narrator.say(self._looking.doubt(state))
            self._narrator.line("headless.put_right")
            self.counts["put_right"] += 1
            state = self._looking.go_on()
        self._looking.rest()
        self._picture = state.name
        if state.phase != "read" or state.proposal is None:
            self._refuse(state)
            self.counts["asked"] += 1
            self._narrator.say(self._looking.doubt(state))
            return None
        self.counts["read"] += 1
        if hands is not None and _differs(state, hands.truth(prompt)):
            self.counts["silent_misreads"] += 1
        return state.proposal

    def _refuse(self, state: WatchState) -> None:
        """Say of everything in view that cannot be the answer why it cannot."""
        self.counts["refused"] += len(state.named)
        for say in said_of(state):
            self._narrator.once(say) if say == state.notice else self._narrator.say(say)


def _differs(state: WatchState, truth: object) -> bool:
    assert state.proposal is not None
    value = state.proposal.value
    if isinstance(value, list) and isinstance(truth, list):
        return sorted(value) != sorted(truth)
    return bool(value != truth)
