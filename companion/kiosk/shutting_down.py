"""Shutting the machine down: asked once, done by the system; where it may not be done, that is said."""

from __future__ import annotations

from concurrent.futures import Future

from companion.kiosk.frame import Bar
from companion.kiosk.layer import Layer, Scene
from companion.kiosk.listing import Entry
from companion.kiosk.menu import MenuLayer
from companion.table.processes import Finished, Processes

_COMMAND = ("systemctl", "poweroff", "--no-ask-password")


def shut_down_entry(scene: Scene, processes: Processes | None = None) -> Entry:
    """Return the entry that shuts the machine down, for a menu of the house."""
    line = scene.stage.line
    return Entry(
        "shut down",
        line("kiosk.power.off"),
        lambda: ask_shut_down(scene, processes),
        line("kiosk.power.off.about"),
    )


def ask_shut_down(scene: Scene, processes: Processes | None = None) -> None:
    """Ask once whether the machine shall be shut down; what was accepted is on the disk already."""
    line = scene.stage.line
    entries = [
        Entry("stay", line("kiosk.power.stay"), lambda: None),
        Entry(
            "off",
            line("kiosk.power.yes"),
            lambda: scene.open(_PowerLayer(scene, processes or scene.stage.processes)),
            line("kiosk.power.yes.about"),
        ),
    ]
    scene.open(MenuLayer(scene.stage, line("kiosk.power.ask"), entries))


class _PowerLayer(Layer):
    """Waits for what the system makes of the wish."""

    def __init__(self, scene: Scene, processes: Processes) -> None:
        super().__init__(scene.stage)
        self._asked: Future[Finished] = self.stage.keeper.work(lambda: processes.run(_COMMAND, seconds=20.0))

    def bar(self) -> Bar:
        return Bar(self.stage.line("kiosk.power.wait"))

    def tick(self, now: int) -> None:
        if not self._asked.done():
            return
        done = self.stage.keeper.taken(self._asked, self.stage)
        if done is None or done.status != 0:
            self.close()
            self.stage.notice(self.stage.line("kiosk.power.not_allowed"), "bad", 12_000)
        # Otherwise the system ends this program, too; until then the screen says that it is on its way.
