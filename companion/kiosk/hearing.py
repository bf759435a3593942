"""What is heard of a table: the sounds of what happens, and in words what was thrown and paid and is asked.

Nothing is said that only one player may know, and nobody is reminded of money that he must ask for (B6).
"""

from __future__ import annotations

from companion.kiosk.panels import Panel
from companion.kiosk.stage import Stage
from companion.kiosk.views import GameView
from companion.table.prompts import Claim
from companion.table.view import TableView


class Hearing:
    """Lets one table be heard; what was asked last is not asked twice."""

    def __init__(self, stage: Stage, game: GameView) -> None:
        self._stage = stage
        self._game = game
        self._asked: tuple[str, ...] = ()

    def take(self, view: TableView, paid: bool) -> None:
        """Let a committed view be heard; `paid` says that money has moved with it."""
        stage, game = self._stage, self._game
        sounds = [game.heard[event.what] for event in view.events if event.what in game.heard]
        for sound in dict.fromkeys([*sounds, *(["coins"] if paid else [])]):
            stage.sound(sound)
        for event in view.events:
            if event.what in game.told:
                stage.tell_aloud(stage.say(event.say))
        if view.outcome is not None:
            stage.sound("win")
            stage.tell_aloud(stage.say(view.outcome.say))

    def ask(self, view: TableView, panel: Panel) -> None:
        """Say what is waited for, when that is something new."""
        waiting = [prompt for prompt in view.open if prompt.waits and not isinstance(prompt, Claim)]
        keys = tuple(prompt.key for prompt in waiting)
        if view.held or keys == self._asked:
            return
        # Somebody who has answered is no news to the others who are still asked.
        fewer = bool(keys) and set(keys) < set(self._asked)
        self._asked = keys
        if not waiting or fewer:
            return
        claims = any(isinstance(prompt, Claim) and prompt.waits for prompt in view.open)
        if len(waiting) == 1 or panel.hides or claims:
            said = self._game.ask(view, waiting[0])
            if said:
                self._stage.ask_aloud(said)
        else:
            self._stage.ask_aloud(panel.bar().sentence)
