"""The watcher: arms the camera for just the thing a prompt waits for, and makes an answer of what is seen.

`Eye` is the whole of the seeing and has no thread: given a frame it says what it makes of it, with one eye
for each kind of thing (thrown dice, a shown card, a shown tile).  `Watcher` runs an `Eye` on a thread of its
own, so that a frame loop can look at its state without waiting.
"""

from companion.watcher.eye import Eye
from companion.watcher.kinds import Kind, kind_of
from companion.watcher.state import SHOWN_WIDTH, Kits, Named, Phase, WatchState
from companion.watcher.thread import Watcher

__all__ = ["SHOWN_WIDTH", "Eye", "Kind", "Kits", "Named", "Phase", "WatchState", "Watcher", "kind_of"]
