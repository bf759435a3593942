"""The lock against small hands, for fingers: a touch is deaf like the shared buttons, until it rests (H6)."""

from __future__ import annotations

from companion.kiosk.canvas import Grip, Hot
from companion.kiosk.stage import Stage

#: A finger that rests for so long anywhere takes the lock away, as OK held does.
REST_MS = 2000


class _Resting:
    """A finger on a locked screen."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._since = stage.now

    def move(self, at: tuple[int, int]) -> None:
        """A finger that trembles rests all the same."""

    def drop(self, at: tuple[int, int]) -> None:
        if self._stage.locked and self._stage.now - self._since >= REST_MS:
            unlock(self._stage)


def touch_locked(stage: Stage, hot: Hot | None) -> Grip | None:
    """Take a touch while the screen is locked: a seat's own button still works, all else only says so."""
    if hot is not None and hot.name.removeprefix("seat").isdigit():
        hot.act()
        return None
    stage.notice(stage.line("kiosk.lock.on"))
    return _Resting(stage)


def unlock(stage: Stage) -> None:
    """Take the lock away, and say so."""
    stage.locked = False
    stage.notice(stage.line("kiosk.lock.off"))
