"""Beside the cards: the moves made, the score, the light on "finish for me" and the other buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.layout import inner
from companion.kiosk.theme import Ink
from companion.kiosk.views.patience.words import chance_words
from companion.table.view import TableView

if TYPE_CHECKING:
    from companion.kiosk.stage import Stage
    from companion.kiosk.views.patience.playing import MovePanel
    from companion.kiosk.views.patience.view import PatienceView


def paint_beside(canvas: Canvas, rect: pygame.Rect, view: TableView, game: PatienceView) -> None:
    """Draw the counter and the buttons into `rect`; buttons can be pressed only where a move is asked."""
    theme, stage = canvas.theme, game.stage
    panel = game.move_panel
    gap = theme.px(10)
    least = theme.touch
    rows = 3
    counter_high = max(theme.px(64), min(theme.px(130), rect.height - rows * (theme.px(84) + gap)))
    counter = pygame.Rect(rect.x, rect.y, rect.width, counter_high)
    _paint_counter(canvas, counter, view, game)
    if game.watched:
        return
    high = max(least, min(theme.px(84), (rect.bottom - counter.bottom - rows * gap) // rows))
    y = counter.bottom + gap
    _paint_finish(canvas, pygame.Rect(rect.x, y, rect.width, high), game, panel)
    half = (rect.width - gap) // 2
    names = (("hint", "give-up"), ("undo", "redo"))
    for row in names:
        y += high + gap
        for index, name in enumerate(row):
            spot = pygame.Rect(rect.x + index * (half + gap), y, half, high)
            _paint_button(canvas, spot, stage, panel, name)


def _paint_counter(canvas: Canvas, rect: pygame.Rect, view: TableView, game: PatienceView) -> None:
    theme, stage, snap = canvas.theme, game.stage, view.snapshot
    canvas.panel(rect, top=Ink.DEEP, low=Ink.DEEP)
    inside = inner(rect, theme.px(16), theme.px(8))
    parts = [(stage.line("kiosk.patience.moves"), str(snap["actions"]))]
    if snap["score"] is not None:
        parts.append((stage.line("kiosk.patience.score"), str(snap["score"])))
    label = canvas.type.height("label")
    advice = game.helper.advice
    chance = chance_words(stage, advice) if advice is not None and snap["way"] == "turned" else ""
    foot = canvas.type.height("small") if chance else 0
    for index, (words, number) in enumerate(parts):
        wide = inside.width // len(parts)
        x = inside.x + index * wide
        canvas.text(words.upper(), "label", Ink.BRASS, pygame.Rect(x, inside.y, wide, label))
        room = pygame.Rect(x, inside.y + label, wide, inside.height - label - foot)
        canvas.text(
            number, "hand" if room.height >= canvas.type.height("hand") else "number", Ink.PAPER, room
        )
    if chance:
        low = pygame.Rect(inside.x, inside.bottom - foot, inside.width, foot)
        canvas.text(chance, "small", Ink.LAMP, low)


def _paint_finish(canvas: Canvas, rect: pygame.Rect, game: PatienceView, panel: MovePanel | None) -> None:
    line = game.stage.line
    finishing = panel is not None and panel.beside("stop") is not None
    name = "stop" if finishing else "finish"
    light = game.helper.light
    lit = light == "lit" or finishing
    focused = panel is not None and panel.cursor.spot == name and not panel.cursor.chosen
    if lit:
        blur = canvas.theme.px(20)
        glow = canvas.box.glow(rect.size, canvas.theme.radius, blur, Ink.LAMP, 120)
        canvas.blit(glow, (rect.x - blur, rect.y - blur))
        canvas.panel(rect, top=(238, 198, 108), low=Ink.BRASS, edge=Ink.LAMP, shadow=False)
    else:
        canvas.panel(rect)
    if focused:
        _ring(canvas, rect)
    inside = inner(rect, canvas.theme.px(14), canvas.theme.px(6))
    ink = Ink.DARK_TEXT if lit else Ink.MUTED
    words = line(f"kiosk.patience.{name}")
    below = (
        line(f"kiosk.patience.stop.{_hands(panel)}") if finishing else line(f"kiosk.patience.finish.{light}")
    )
    share = round(inside.height * 0.56)
    canvas.text(words, "strong", ink, pygame.Rect(inside.x, inside.y, inside.width, share), "middle")
    low = pygame.Rect(inside.x, inside.y + share, inside.width, inside.height - share)
    canvas.text(below, "small", ink, low, "middle")
    if panel is not None:
        canvas.hot(name, rect, lambda: panel.press(name))


def _hands(panel: MovePanel | None) -> str:
    """Whether the companion moves the cards itself or says what to move."""
    return "plays" if panel is None or panel.by_itself else "says"


def _paint_button(
    canvas: Canvas, rect: pygame.Rect, stage: Stage, panel: MovePanel | None, name: str
) -> None:
    usable = panel is not None and (name == "hint" or panel.beside(name) is not None)
    focused = panel is not None and panel.cursor.spot == name and not panel.cursor.chosen
    canvas.panel(
        rect, top=Ink.LIFTED if usable else Ink.PANEL_LOW, low=Ink.PANEL if usable else Ink.PANEL_LOW
    )
    if focused:
        _ring(canvas, rect)
    words = stage.line(f"kiosk.patience.{name.replace('-', '_')}")
    ink = Ink.TEXT if usable else Ink.FAINT
    canvas.text(words, "small_strong", ink, inner(rect, canvas.theme.px(6), 2), "middle")
    if panel is not None and usable:
        canvas.hot(name, rect, lambda: panel.press(name))


def _ring(canvas: Canvas, rect: pygame.Rect) -> None:
    ring = rect.inflate(canvas.theme.px(8), canvas.theme.px(8))
    canvas.blit(
        canvas.box.ring(ring.size, canvas.theme.radius, max(2, canvas.theme.px(4)), Ink.LAMP), ring.topleft
    )
