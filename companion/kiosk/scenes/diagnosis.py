"""The diagnosis: what the doctor finds, line by line as it is found, and what to do about it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future

import pygame

from companion.doctor import Check, State
from companion.kiosk.acts import Push
from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Bar, body_rect, choice_hints, draw_header
from companion.kiosk.layer import Scene
from companion.kiosk.layout import inner, split
from companion.kiosk.listing import Entry, Icon, Listing
from companion.kiosk.scenes.listed import ListScene
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Colour, Ink
from companion.kiosk.wall_clock import clock_width

_INKS: dict[State, Colour] = {State.FINE: Ink.GOOD, State.NOTE: Ink.DOUBT, State.BROKEN: Ink.BAD}
#: The signs beside the colours: nobody must tell green from red.
_SIGNS = {State.NOTE: "i", State.BROKEN: "!"}

Doctor = Callable[[], Iterable[Check]]


class DiagnosisScene(ListScene):
    """A list of what was looked at, what is broken first in focus; OK looks at everything anew."""

    def __init__(self, stage: Stage, doctor: Doctor | None = None) -> None:
        super().__init__(stage)
        self._doctor = doctor or stage.doctor or _unattended
        self._found: deque[Check] = deque()
        self._checks: list[Check] = []
        self._list = Listing([])
        self._moved = False
        self._looking: Future[None] | None = None
        self._look()

    def again(self) -> Scene:
        return DiagnosisScene(self.stage, self._doctor)

    def _look(self) -> None:
        if self._looking is not None:
            return
        self._checks, self._list, self._moved = [], Listing([]), False
        self._found, doctor = deque(), self._doctor
        found = self._found

        def look() -> None:
            # One by one: the screen shows each as soon as it is there.
            for check in doctor():
                found.append(check)

        self._looking = self.stage.keeper.work(look)
        self.stale = True

    def tick(self, now: int) -> None:
        before = len(self._checks)
        while self._found:
            self._checks.append(self._found.popleft())
        if len(self._checks) != before:
            self._list.renew([self._entry(number, check) for number, check in enumerate(self._checks)])
            self.stale = True
        if self._looking is not None and self._looking.done() and not self._found:
            looking, self._looking = self._looking, None
            self.stage.keeper.taken(looking, self.stage)
            if not self._moved:
                states = [check.state for check in self._checks]
                worst = next((s for s in (State.BROKEN, State.NOTE) if s in states), None)
                self._list.focus = states.index(worst) if worst is not None else 0
            self.stale = True

    def _entry(self, number: int, check: Check) -> Entry:
        return Entry(
            str(number),
            self.stage.say(check.say),
            self._look,
            icon=_sign(check.state),
            faint=check.state is State.FINE,
        )

    def bar(self) -> Bar:
        line = self.stage.line
        hints = choice_hints(line("kiosk.hint.look_again"), line("kiosk.hint.home"))
        if self._looking is not None:
            return Bar(line("kiosk.diagnosis.looking"), hints=hints[1:2])
        broken = sum(check.state is State.BROKEN for check in self._checks)
        words = line("kiosk.diagnosis.broken", count=broken) if broken else line("kiosk.diagnosis.fine")
        return Bar(words, line("kiosk.diagnosis.below"), hints=hints)

    def push(self, push: Push) -> None:
        self.stale = True
        if push.button == "back":
            self._back()
        elif push.button == "ok":
            self._look()
        else:
            self._moved = True
            self._list.push(push.button)

    def _focus(self, index: int) -> None:
        self._moved, self._list.focus, self.stale = True, index, True

    def paint(self, canvas: Canvas) -> None:
        theme, line = self.stage.theme, self.stage.line
        about = line("kiosk.diagnosis.about")
        draw_header(canvas, line("kiosk.diagnosis.title"), about, clock_width(self.stage))
        left, right = split(body_rect(theme), round(body_rect(theme).width * 0.58), theme.px(24))
        self._list.paint(canvas, left, theme.px(72), theme.px(8), touched=self._focus)
        if not self._checks:
            return
        check = self._checks[self._list.focus]
        canvas.panel(right)
        inside = inner(right, theme.px(26), theme.px(22))
        ink = _INKS[check.state]
        state = line(f"kiosk.diagnosis.state.{check.state.value}")
        head = pygame.Rect(inside.x, inside.y, inside.width, theme.px(44))
        canvas.text(state, "title", ink, head)
        top = head.bottom + theme.px(12)
        rest = inside.bottom - top
        share = rest if check.remedy is None else rest // 2
        said = pygame.Rect(inside.x, top, inside.width, share - theme.px(12))
        canvas.paragraph(self.stage.say(check.say), "body", Ink.TEXT, said)
        if check.remedy is not None:
            remedy = pygame.Rect(inside.x, top + share, inside.width, rest - share)
            canvas.paragraph(self.stage.say(check.remedy), "body", Ink.LAMP, remedy)


def _sign(state: State) -> Icon:
    def draw(canvas: Canvas, rect: pygame.Rect) -> None:
        size = min(rect.width, rect.height)
        canvas.centred(canvas.box.disc(size, _INKS[state]), rect.center)
        if state is State.FINE:
            points = [(0.28, 0.52), (0.44, 0.68), (0.74, 0.34)]
            places = [(rect.x + round(x * size), rect.y + round(y * size)) for x, y in points]
            pygame.draw.lines(canvas.surface, Ink.DARK_TEXT, False, places, max(2, size // 9))
            return
        sign = canvas.type.line(_SIGNS[state], "strong", Ink.DARK_TEXT).surface
        canvas.centred(sign, rect.center)

    return draw


def _unattended() -> Iterable[Check]:
    """Without a machine around the kiosk there is nothing to look at."""
    return ()
