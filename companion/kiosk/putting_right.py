"""Putting right what was read or typed wrong: "it was a five, not a six", with a second seat's agreement."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pygame

from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas
from companion.kiosk.correcting import CorrectLayer, can_correct
from companion.kiosk.frame import Bar, bar_rect
from companion.kiosk.layer import Layer, Scene
from companion.kiosk.listing import Entry
from companion.kiosk.menu import MenuLayer, ask_agreement
from companion.kiosk.panels.entering import CardEntry
from companion.kiosk.stage import Stage
from companion.kiosk.views import Look
from companion.table.prompts import Amount, Choose, Prompt, Reveal, Throw
from companion.table.session import HistoryEntry

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene

#: What the camera reads: of these the last one is what is most likely wrong.
_READ = ("throw", "reveal")


def fits_correcting(prompt: Prompt | None) -> bool:
    """Whether there is anything else that a prompt could have been answered with."""
    match prompt:
        case Throw() | Amount():
            return True
        case Choose():
            return len(prompt.options) > 1
        case Reveal():
            return not prompt.private and len(prompt.known) > 1
    return False


def correct_last(table: TableScene, asks: str | None = None) -> None:
    """Let the last reading be put right; `asks` is the seat that has asked for it, if it is known."""

    def take(history: Sequence[HistoryEntry]) -> None:
        known = [one for one in history if can_correct(one)]
        read = [one for one in known if one.asked in _READ] or known
        if not read:
            table.stage.notice(table.stage.line("kiosk.correct.nothing"))
            return
        table.desk.tell(
            "asked_at", read[-1].number, then=lambda prompt: correct(table, table, read[-1], prompt, asks)
        )

    table.desk.tell("history", then=take)


def correct(
    scene: Scene,
    table: TableScene,
    one: HistoryEntry,
    prompt: Prompt | None,
    asks: str | None = None,
    done: Callable[[], None] = lambda: None,
) -> None:
    """Ask over `scene` what the answer `one` to `prompt` should have been, then a second seat (H5, B35)."""
    stage = table.stage
    if prompt is None or not fits_correcting(prompt):
        stage.notice(stage.line("kiosk.correct.nothing"))
        return

    def put_right(seat: str | None, second: str | None, value: object) -> None:
        def corrected(_: object) -> None:
            stage.notice(stage.line("kiosk.back.corrected"), "good")
            done()

        table.desk.tell("correct", one.number, value, seat, second, then=corrected)

    def entered(value: object) -> None:
        say = stage.line("kiosk.agree.correct")
        seats = table.view.seats
        agreed = lambda seat, second: put_right(seat, second, value)  # noqa: E731
        layer = ask_agreement(stage, seats, say, agreed, asks)
        if layer is not None:
            scene.open(layer)

    match prompt:
        case Choose():
            entries = []
            for option in prompt.options:
                look = table.game.option(table.view, prompt, option)
                act = lambda id=option.id: entered(id)  # noqa: E731
                entries.append(Entry(option.id, look.title, act, look.about, look.value, look.icon))
            below = stage.line("kiosk.correct.ask")
            scene.open(MenuLayer(stage, stage.say(prompt.say), entries, below))
        case Reveal():
            cards = table.game.cards(table.view, prompt)
            scene.open(_CardLayer(stage, stage.say(prompt.say), cards, entered))
        case _:
            scene.open(CorrectLayer(stage, one, entered, prompt if isinstance(prompt, Amount) else None))


class _CardLayer(Layer):
    """Asks which card or tile it was."""

    def __init__(
        self, stage: Stage, say: str, cards: Sequence[tuple[str, Look]], entered: Callable[[object], None]
    ) -> None:
        super().__init__(stage)
        self._say = say

        def done(id: str) -> None:
            self.close()
            entered(id)

        self._entry = CardEntry(stage, cards, done, self._changed)

    def _changed(self) -> None:
        self.stale = True

    def bar(self) -> Bar:
        return Bar(self.stage.line("kiosk.correct.ask"), self._say, hints=self._entry.hints())

    def push(self, push: Push) -> None:
        self.stale = True
        if not self._entry.push(push.button) and push.button == "back":
            self.close()

    def typed(self, typed: Typed) -> None:
        if typed.key == "escape":
            self.close()

    def paint(self, canvas: Canvas) -> None:
        theme = self.stage.theme
        room = pygame.Rect(theme.margin, theme.px(24), theme.width - 2 * theme.margin, 0)
        room.height = bar_rect(theme).top - theme.px(48)
        self._entry.paint(canvas, room)


def correct_entry(
    table: TableScene, asks: str | None = None, done: Callable[[], None] = lambda: None
) -> Entry:
    """Return the entry of the menu, or of the sheet of the seat that `asks`; `done` takes that away.

    Whoever presses his own button in the menu means the same.
    """
    line = table.stage.line

    def begin() -> None:
        done()
        correct_last(table, asks)

    return Entry("correct", line("kiosk.menu.correct"), begin, line("kiosk.menu.correct.about"))
