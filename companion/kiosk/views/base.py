"""What a game's view is to the table: it draws committed positions, and says how things of its game look."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import pygame

from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.layout import grid, inner
from companion.kiosk.listing import Entry, Icon
from companion.kiosk.shapes import seat_shape
from companion.kiosk.theme import Ink
from companion.kiosk.tokens import chip, chip_stack
from companion.table.game import Event
from companion.table.prompts import Choose, Option, Prompt, Reveal
from companion.table.seats import Seat
from companion.table.view import TableView

if TYPE_CHECKING:
    from companion.kiosk.panels import Panel
    from companion.kiosk.panels.entering import Entering
    from companion.kiosk.scenes.table import TableScene
    from companion.kiosk.stage import Stage

Tone: TypeAlias = Literal["plain", "good", "bad"]

#: A transfer is shown by at most this many things in the air.
MOST_FLYING = 5


@dataclass(frozen=True, slots=True)
class SeatLine:
    """What the list of seats says of one seat: how much it has, a few words, what has just come in or gone.

    `change` is how `delta` is written where it is no plain number.
    """

    amount: str
    about: str = ""
    delta: int = 0
    change: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """How an option of a `Choose` or a card of a `Reveal` stands in a list.

    Cards of one `group` stand together under its name.
    """

    title: str
    about: str = ""
    value: str = ""
    icon: Icon | None = None
    group: str = ""


@dataclass(frozen=True, slots=True)
class Asking:
    """What is being asked while a view is painted.

    `options` are the ids that can be chosen just now, `focus` the one that OK would choose; a view that
    shows them lights them up and lets a touch `pick` them.  `room` is where the panel lies over the view.
    """

    prompt: Prompt | None = None
    options: tuple[str, ...] = ()
    focus: str = ""
    pick: Callable[[str], None] | None = None
    room: pygame.Rect | None = None


class GameView:
    """One game on the screen.  Only what must differ from a plain table of chips is overridden.

    A view is told of every committed position by `take` before anything is painted; it never waits and
    never asks a session.  All times are the monotonic clock's, in milliseconds.
    """

    #: Whether amounts and choices are asked of several seats at once, a card for each beside the others.
    asks_each = False
    #: The events whose sentences the voice says, and those that are heard, with the name of their sound.
    told: frozenset[str] = frozenset()
    heard: Mapping[str, str] = {}
    #: What is shown to the camera or entered by hand: a ``card`` or a ``tile``.
    shown: Literal["card", "tile"] = "card"

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        #: An evening of the past is watched: nothing can be done, so nothing that could be is drawn.
        self.watched = False

    # the position ----------------------------------------------------------------------------------

    def worded(self, view: TableView) -> TableView:
        """Return a view with the things of the game named in the language that is spoken."""
        return view

    def take(self, view: TableView, now: int) -> int:
        """Take a newly committed view with its events; returns when what it reveals has been seen."""
        return now

    def looked_at(self, view: TableView) -> int:
        """Return for how long a view is looked at, once seen, before a panel may lie over it.

        Bots and virtual seats wait as long; any press cuts it short.
        """
        return 0

    def tick(self, table: TableScene, now: int) -> None:
        """Look at what goes on elsewhere; called on every frame of the table, and never waits."""

    def close(self) -> None:
        """The table goes off the screen, for now or for good; what works beside it is ended."""

    def title(self, view: TableView) -> tuple[str, str]:
        """Return the title of the table, and how far the session is."""
        return self.stage.line(f"kiosk.game.{view.game}"), ""

    def seat_line(self, view: TableView, seat: Seat) -> SeatLine:
        """Return what the list of seats says of a seat."""
        return SeatLine(self.amount(view, view.balances.get(seat.id, 0)))

    # words -----------------------------------------------------------------------------------------

    def amount(self, view: TableView, count: int) -> str:
        """Return how an amount of this game is written, as briefly as can be."""
        return str(count)

    def ask(self, view: TableView, prompt: Prompt) -> str:
        """Return the sentence with which a prompt is asked."""
        return self.stage.say(prompt.say)

    def tone(self, event: Event) -> Tone | None:
        """Return how an event is shown as a notice; None where the view or the seats show it themselves."""
        return None

    def drawn(self, view: TableView, event: Event) -> str | None:
        """Return the seat that an event says was drawn by lot, to be shown as a drawing; None otherwise."""
        return event.facts.get("seat") if event.facts.get("how") == "lot" else None

    def by_hand(self, view: TableView, event: Event) -> bool:
        """Whether people must do something that no camera sees: its sentence waits for an OK."""
        return False

    def option(self, view: TableView, prompt: Choose, option: Option) -> Look:
        """Return how an option stands in a list: the short text of a deed, a creek, a space."""
        return Look(self.stage.say(option.say))

    def cards(self, view: TableView, prompt: Reveal) -> Sequence[tuple[str, Look]]:
        """Return what can be shown, for the entry by hand: an answer each, with how it looks.

        Things that look alike are given once; those of one group stand next to each other.
        """
        return [(id, Look(id)) for id in prompt.known]

    # panels ----------------------------------------------------------------------------------------

    def panel(self, table: TableScene, view: TableView) -> Panel | None:
        """Return a panel of this game's own for what `view` waits for; None for the usual one."""
        return None

    def entering(self, table: TableScene, prompt: Reveal, done: Callable[[str], None]) -> Entering | None:
        """Return this game's own entry by hand; `done` gets what was entered.  None: a list of `cards`."""
        return None

    def menu(self, table: TableScene) -> Sequence[Entry]:
        """Return what the table's menu offers in this game besides the usual."""
        return ()

    def room(self, rect: pygame.Rect, prompt: Prompt) -> pygame.Rect | None:
        """Return where in the view's area a panel for `prompt` may lie without covering what it is about.

        None: the panel is drawn in the view's place.
        """
        return None

    # picture ---------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas, rect: pygame.Rect, view: TableView, now: int, asking: Asking) -> None:
        """Draw the position into `rect`."""

    def beside(self, canvas: Canvas, rect: pygame.Rect, view: TableView) -> bool:
        """Draw what a game has below the list of seats, in place of its payments; return whether it did."""
        return False

    def paint_sheet(self, canvas: Canvas, rect: pygame.Rect, view: TableView, seat: Seat) -> None:
        """Draw into `rect` what a seat has; its name stands above already."""
        theme = canvas.theme
        chips = view.balances.get(seat.id, 0)
        facts = pygame.Rect(rect.x, rect.y, rect.width, min(theme.px(64), rect.height))
        side = theme.px(84)
        stack = chip_stack(canvas.box, chips, side, facts.height)
        canvas.blit(stack, (facts.x, facts.bottom - stack.get_height()))
        x = facts.x + side + theme.px(24)
        words = self.stage.line("kiosk.sheet.has", count=chips)
        canvas.text(words, "lead", Ink.LAMP, pygame.Rect(x, facts.y, facts.right - x, facts.height))
        about = self.seat_line(view, seat).about
        if about:
            below = pygame.Rect(rect.x, facts.bottom + theme.px(8), rect.width, theme.px(36))
            canvas.text(about, "body", Ink.MUTED, below)

    def paint_rebuild(self, canvas: Canvas, rect: pygame.Rect, view: TableView) -> None:
        """Draw into `rect` where everything lies, so that the table can be rebuilt (H4)."""
        theme, count = canvas.theme, len(view.seats)
        cells = grid(rect, 2, 4 if count > 6 else 3 if count > 4 else 2, theme.px(12))
        for seat, cell in zip(view.seats, cells, strict=False):
            canvas.panel(cell)
            inside = inner(cell, theme.px(16), theme.px(6))
            side = min(theme.px(52), inside.height - theme.px(8))
            canvas.blit(seat_shape(canvas.box, seat, side), (inside.x, inside.centery - side // 2))
            chips = view.balances.get(seat.id, 0)
            stake = view.balances.get(f"stake:{seat.id}", 0)
            stack = chip_stack(canvas.box, chips, theme.px(60), inside.height - theme.px(6))
            canvas.blit(stack, (inside.right - theme.px(60), inside.centery - stack.get_height() // 2))
            x = inside.x + side + theme.px(16)
            words = pygame.Rect(x, inside.y, inside.right - theme.px(76) - x, inside.height)
            high = canvas.type.height("strong")
            low = canvas.type.height("small")
            top = words.centery - (high + low) // 2
            canvas.text(seat.name, "strong", Ink.PAPER, pygame.Rect(words.x, top, words.width, high))
            lies = self.stage.line("kiosk.rebuild.lies", count=chips)
            if stake:
                staked = self.stage.line("kiosk.rebuild.stake", count=stake)
                lies = f"{lies} · {staked}"
            canvas.text(lies, "small", Ink.LAMP, pygame.Rect(words.x, top + high, words.width, low))

    # movement --------------------------------------------------------------------------------------

    def spot(self, account: str) -> tuple[int, int] | None:
        """Return where an account's money was last painted on the screen; None where it was not.

        Seats that are not found here are in the list at the right.
        """
        return None

    def coins(self, view: TableView, amount: int) -> Sequence[pygame.Surface]:
        """Return what flies for an amount that is paid, one thing after the other."""
        return [chip(self.stage.box, self.stage.theme.px(46))] * min(amount, MOST_FLYING)

    def live(self, now: int) -> list[Sprite]:
        """Return what moves over the painted position."""
        return []

    def land(self) -> None:
        """Let everything that still moves arrive at once: somebody has pressed a button and goes on."""

    def stale(self, now: int) -> bool:
        """Whether a movement has come to its end, so that the position must be painted anew."""
        return False
