"""How an evening of the annals stands in a list: who, when, how it ended."""

from __future__ import annotations

from datetime import datetime

import pygame

from companion.annals.evening import Evening, Seated
from companion.annals.marks import Marks
from companion.annals.words import amount_of, length_text
from companion.kiosk.canvas import Canvas
from companion.kiosk.keeper import MOST_NAMES, when
from companion.kiosk.shapes import shape
from companion.kiosk.stage import Stage


def moment(wall: str) -> datetime | None:
    """Return a stored wall time, None where there is none."""
    try:
        return datetime.fromisoformat(wall)
    except ValueError:
        return None


def names_of(stage: Stage, evening: Evening, marks: Marks) -> str:
    """Return who played, of a large table the first ones."""
    names = [marks.called(seat.name) for seat in evening.seats]
    if len(names) <= MOST_NAMES + 1:
        return ", ".join(names)
    shown = ", ".join(names[:MOST_NAMES])
    return stage.line("kiosk.kept.more", names=shown, count=len(names) - MOST_NAMES)


def about_of(stage: Stage, evening: Evening, marks: Marks) -> str:
    """Return the game, the day, and how it stands, in one line."""
    game = stage.line(f"kiosk.game.{evening.game}")
    return " · ".join((game, when(stage, moment(evening.started)), state_of(stage, evening, marks)))


def state_of(stage: Stage, evening: Evening, marks: Marks) -> str:
    """Return who won, or that nobody has yet."""
    if not evening.finished:
        return stage.line("kiosk.evening.put_away" if evening.put_away else "kiosk.evening.unfinished")
    winners = [marks.called(seat.name) for seat in evening.seats if seat.id in evening.winners]
    if evening.game == "patience":
        return stage.line("kiosk.evening.out" if winners else "kiosk.evening.not_out")
    return stage.line("kiosk.evening.won", count=len(winners), names=", ".join(winners))


def result_of(stage: Stage, evening: Evening, seat: Seated) -> str:
    """Return with how much a seat ended, empty where it is in no result."""
    amount = next((one.amount for one in evening.standings if one.seat == seat.id), None)
    return "" if amount is None else stage.say(amount_of(evening, amount))


def length_of(stage: Stage, seconds: int) -> str:
    return stage.say(length_text(seconds))


def paint_seats(canvas: Canvas, rect: pygame.Rect, evening: Evening) -> None:
    """Draw the shapes of those who sat there into a square."""
    across = 2 if len(evening.seats) <= 4 else 3
    side = rect.width // across - 2
    for index, seat in enumerate(evening.seats[: across * across]):
        at = (rect.x + index % across * (side + 2), rect.y + index // across * (side + 2))
        canvas.blit(shape(canvas.box, seat.place, side), at)
