"""Intake: everything people did since the last frame, as acts, never more than a frame can take."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.kiosk.acts import Act, Lifted, Moved, Push, Tap, Throwing, Typed
from companion.kiosk.touch import Corners, Touch
from hardware.buttons import PressQueue
from hardware.keyboard import KeyboardButtons

#: At most this many acts are taken in one frame; what a flood brings beyond it is nobody's wish.
MOST_ACTS = 64

#: The events the kiosk listens to; all others are kept out of SDL's queue from the start.
LISTENED = (
    pygame.QUIT,
    pygame.KEYDOWN,
    pygame.KEYUP,
    pygame.TEXTINPUT,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEBUTTONUP,
    pygame.MOUSEMOTION,
    pygame.FINGERDOWN,
    pygame.FINGERUP,
    pygame.FINGERMOTION,
    pygame.WINDOWEXPOSED,
    pygame.WINDOWSIZECHANGED,
    pygame.WINDOWRESTORED,
    pygame.WINDOWFOCUSLOST,
    pygame.WINDOWCLOSE,
)

_NAMED = {
    pygame.K_BACKSPACE: "backspace",
    pygame.K_RETURN: "enter",
    pygame.K_KP_ENTER: "enter",
    pygame.K_ESCAPE: "escape",
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
    pygame.K_LEFT: "left",
    pygame.K_RIGHT: "right",
    pygame.K_TAB: "tab",
    pygame.K_DELETE: "delete",
}


class Intake:
    """Turns SDL's events and the buttons' presses into acts.

    `size` is the screen in pixels.  After `gather`, `closed` says that the window was closed, and
    `exposed` that the screen must be shown anew.
    """

    def __init__(self, size: tuple[int, int], presses: PressQueue) -> None:
        self._size = size
        self._presses = presses
        self._touch = Touch(size[1])
        self._corners = Corners(size)
        self._keys = KeyboardButtons(presses)
        self._down: set[int] = set()
        # What holds a touch that counts: the mouse, or a finger of this number; None where nothing does.
        self._holder: tuple[str, int] | None = None
        self.closed = False
        self.exposed = False

    @staticmethod
    def listen() -> None:
        """Keep everything but `LISTENED` out of SDL's queue."""
        pygame.event.set_blocked(None)
        pygame.event.set_allowed(LISTENED)
        pygame.key.set_repeat(400, 70)

    def gather(self, now: int, typing: bool) -> list[Act]:
        """Return what people did, oldest first, at most `MOST_ACTS`; with `typing` the keyboard writes."""
        return self.translate(pygame.event.get(), now, typing)

    def translate(self, events: Sequence[pygame.event.Event], now: int, typing: bool) -> list[Act]:
        """Return the acts of some events and of the buttons; every event is looked at, however many."""
        self.exposed = False
        acts: list[Act] = []
        for event in events:
            act = self._translate(event, now, typing)
            if act is None:
                continue
            if isinstance(act, Moved) and acts and isinstance(acts[-1], Moved):
                # Only where the finger is now matters.
                acts[-1] = act
            elif len(acts) < MOST_ACTS:
                acts.append(act)
        self._keys.tick(now)
        if self._corners.held(now):
            acts.append(Push("up+down", "hold"))
        acts.extend(Push(press.button, press.act) for press in self._presses.drain()[:MOST_ACTS])
        return acts[:MOST_ACTS]

    def _translate(self, event: pygame.event.Event, now: int, typing: bool) -> Act | None:
        kind = event.type
        if kind in (pygame.QUIT, pygame.WINDOWCLOSE):
            self.closed = True
        elif kind in (pygame.WINDOWEXPOSED, pygame.WINDOWSIZECHANGED, pygame.WINDOWRESTORED):
            self.exposed = True
        elif kind == pygame.WINDOWFOCUSLOST:
            self._keys.let_go(now)
            self._down.clear()
        elif kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            return self._pointed(event, kind == pygame.MOUSEBUTTONDOWN, now)
        elif kind == pygame.MOUSEMOTION:
            return self._moved(("mouse", 0), (int(event.pos[0]), int(event.pos[1])))
        elif kind in (pygame.FINGERDOWN, pygame.FINGERUP, pygame.FINGERMOTION):
            at = (round(event.x * self._size[0]), round(event.y * self._size[1]))
            finger = ("finger", int(getattr(event, "finger_id", 0)))
            self._corners.finger(finger[1], None if kind == pygame.FINGERUP else at, now)
            if kind == pygame.FINGERMOTION:
                return self._moved(finger, at)
            return self._at(finger, at, kind == pygame.FINGERDOWN, now)
        elif kind == pygame.TEXTINPUT:
            return self._text(event.text, typing)
        elif kind in (pygame.KEYDOWN, pygame.KEYUP):
            return self._key(event, kind == pygame.KEYDOWN, now, typing)
        return None

    def _pointed(self, event: pygame.event.Event, down: bool, now: int) -> Act | None:
        # The wheel counts as buttons 4 and 5; only the first button points.
        at = (int(event.pos[0]), int(event.pos[1]))
        return self._at(("mouse", 0), at, down, now) if event.button == 1 else None

    def _at(self, holder: tuple[str, int], at: tuple[int, int], down: bool, now: int) -> Act | None:
        if not down:
            self._touch.up(at, now)
            if holder != self._holder:
                return None
            self._holder = None
            return Lifted(at)
        if not self._touch.down(at, now):
            return None
        self._holder = holder
        return Tap(at)

    def _moved(self, holder: tuple[str, int], at: tuple[int, int]) -> Act | None:
        """A twin of what holds the touch moves along with it, and somebody else's finger holds nothing."""
        return Moved(at) if holder == self._holder else None

    @staticmethod
    def _text(text: str, typing: bool) -> Act | None:
        # The digits are the seats' buttons and the space bar throws, unless text is being written.
        if typing or not (text.isdigit() or text.isspace()):
            return Typed(text=text)
        return None

    def _key(self, event: pygame.event.Event, down: bool, now: int, typing: bool) -> Act | None:
        name, again = _NAMED.get(event.key, ""), down and event.key in self._down
        (self._down.add if down else self._down.discard)(event.key)
        if typing and down:
            return Typed(key=name) if name else None
        if self._keys.key(pygame.key.name(event.key), down, now):
            # A held arrow goes on by itself, as people expect of a keyboard.
            return Push(name) if again and name in ("up", "down") else None
        if event.key == pygame.K_SPACE:
            return Throwing() if down and not again else None
        return Typed(key=name) if down and name else None
