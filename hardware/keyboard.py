"""The keyboard in place of the buttons: which key is which, and presses and holds made of keys."""

from __future__ import annotations

from hardware.buttons import SEAT_BUTTONS, PressQueue
from hardware.press_detection import PressDetector, Timing

#: Keys by their pygame names; a button may have several.
KEYS: dict[str, str] = {
    **{str(number): button for number, button in enumerate(SEAT_BUTTONS, start=1)},
    **{f"[{number}]": button for number, button in enumerate(SEAT_BUTTONS, start=1)},
    "return": "ok",
    "enter": "ok",
    "backspace": "back",
    "up": "up",
    "down": "down",
}

#: Keys do not bounce, and both edges of a quick tap may carry the time of the same frame.
KEY_TIMING = Timing(stable_ms=0)


class KeyboardButtons:
    """A `Buttons` backend that whoever owns the window feeds with keys, from one thread."""

    def __init__(self, queue: PressQueue, timing: Timing = KEY_TIMING) -> None:
        self._queue = queue
        self._detector = PressDetector(timing=timing)
        self._down: dict[str, set[str]] = {}
        self._closed = False

    @property
    def say(self) -> str:
        return "Buttons: the keyboard (1 to 8 seats, Enter OK, Backspace BACK, arrows UP and DOWN)."

    def key(self, name: str, down: bool, ms: int) -> bool:
        """Take a key by its pygame name; return whether it is a button.

        Repetitions of a key that is down are nothing; a button with two keys is down while either is.
        """
        button = KEYS.get(name)
        if button is None:
            return False
        keys = self._down.setdefault(button, set())
        (keys.add if down else keys.discard)(name)
        self._detector.edge(button, bool(keys), ms)
        self.tick(ms)
        return True

    def tick(self, ms: int) -> None:
        """Put the presses and holds that are known by now into the queue."""
        presses = self._detector.tick(ms)
        if not self._closed:
            for press in presses:
                self._queue.put(press)

    def let_go(self, ms: int) -> None:
        """Take all keys as let go without a press, as when the window has lost the keyboard."""
        self._down.clear()
        self._detector.forget(ms)

    def close(self) -> None:
        self._closed = True
