"""Opening: the moment between asking for a session and sitting at its table."""

from __future__ import annotations

from concurrent.futures import Future

from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas
from companion.kiosk.desk import Desk
from companion.kiosk.frame import Bar, Hint, body_rect
from companion.kiosk.layer import Scene
from companion.kiosk.listing import Entry
from companion.kiosk.menu import MenuLayer
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink
from companion.table.faults import Diverged


class OpeningScene(Scene):
    """Waits for the session, without ever standing still; a failure leads home with a sentence."""

    def __init__(self, stage: Stage, asked: Future[Desk]) -> None:
        super().__init__(stage)
        self._asked = asked

    def bar(self) -> Bar:
        line = self.stage.line
        return Bar(line("kiosk.opening.sentence"), hints=(Hint("back", line("kiosk.hint.home")),))

    def tick(self, now: int) -> None:
        if not self._asked.done() or self.layers:
            return
        problem = self._asked.exception()
        if isinstance(problem, Diverged):
            self._ask_about(problem)
            return
        desk = self.stage.keeper.taken(self._asked, self.stage)
        if desk is None:
            self._home()
            return
        if desk.view.outcome is not None:
            from companion.kiosk.scenes.results import ResultsScene

            self.stage.go(ResultsScene(self.stage, desk))
            return
        from companion.kiosk.scenes.table import TableScene

        self.stage.go(TableScene(self.stage, desk))

    def _ask_about(self, diverged: Diverged) -> None:
        """A session that no longer leads where it led can be gone on with from where it still did."""
        line, session = self.stage.line, str(diverged.say.facts.get("session", ""))

        def go_on() -> None:
            self._asked = self.stage.keeper.resume(session, from_agreeing=True)

        entries = [
            Entry("home", line("kiosk.diverged.home"), self._home, line("kiosk.diverged.home.about")),
            Entry("agreeing", line("kiosk.diverged.go_on"), go_on, line("kiosk.diverged.go_on.about")),
        ]
        self.open(
            MenuLayer(
                self.stage, line("kiosk.diverged.ask"), entries, self.stage.say(diverged.say), self._home
            )
        )

    def push(self, push: Push) -> None:
        if push.button == "back":
            self._home()

    def typed(self, typed: Typed) -> None:
        if typed.key == "escape":
            self._home()

    def _home(self) -> None:
        from companion.kiosk.scenes.home import HomeScene

        self.stage.go(HomeScene(self.stage))

    def paint(self, canvas: Canvas) -> None:
        canvas.text(
            self.stage.line("kiosk.opening.about"), "lead", Ink.MUTED, body_rect(self.stage.theme), "middle"
        )
