"""Curiosities of an evening, drawn one below the other: what it is called, and the sentence."""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from companion.annals.fame import Record, label
from companion.kiosk.canvas import Canvas
from companion.kiosk.shapes import shape
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink


def paint_feats(
    stage: Stage, canvas: Canvas, room: pygame.Rect, records: Sequence[Record], empty: str = ""
) -> None:
    """Draw as many as there is room for; `empty` where nothing was remarkable."""
    theme = canvas.theme
    if not records:
        canvas.text(empty, "body", Ink.MUTED, room, "middle")
        return
    label_high, small_high = canvas.type.height("label"), canvas.type.height("small")
    side = min(theme.px(40), label_high + small_high)
    wide = room.width - side - theme.px(16)
    rows = []
    for record in records:
        words = stage.say(record.say)
        # A sentence too long for one line is written smaller, and in two lines if it must be.
        two = canvas.width(words, "body") > wide
        lines = len(canvas.type.wrap(words, "small", wide)) if two else 1
        high = min(lines, 2) * small_high if two else canvas.type.height("body")
        rows.append((record, words, two, label_high + high))
    least = theme.px(6)
    while len(rows) > 1 and sum(high + least for *_, high in rows) - least > room.height:
        rows.pop()
    spare = (room.height - sum(high for *_, high in rows)) // len(rows)
    gap, y = max(least, min(theme.px(30), spare)), room.y
    for record, words, two, high in rows:
        seat = record.evening.seat(record.feat.seat)
        if seat is not None:
            canvas.blit(shape(canvas.box, seat.place, side), (room.x, y + (high - side) // 2))
        x = room.right - wide
        head = pygame.Rect(x, y, wide, label_high)
        canvas.text(stage.say(label(record.feat)).upper(), "label", Ink.BRASS, head)
        below = pygame.Rect(x, head.bottom, wide, high - label_high)
        if two:
            canvas.paragraph(words, "small", Ink.TEXT, below)
        else:
            canvas.text(words, "body", Ink.TEXT, below)
        y += high + gap
