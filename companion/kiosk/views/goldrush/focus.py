"""The middle of the table: the dice, where they led, the card or deed it is about, what is owed for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.shapes import seat_shape
from companion.kiosk.stage import Stage
from companion.kiosk.theme import LEAST_TYPE, Ink
from companion.kiosk.tokens import die, die_slot
from companion.kiosk.views.goldrush.cards import paint_card, paint_deed
from companion.kiosk.views.goldrush.debts import debts_of, paint_debts, rows_for
from companion.kiosk.views.goldrush.fitting import fits, title_in
from companion.kiosk.views.goldrush.story import TUMBLE_MS, Story
from companion.table.seats import Seat
from companion.table.view import TableView

#: A headline that would have to be smaller than this share of its size is another one.
_SHRINK = 0.55


@dataclass(frozen=True, slots=True)
class Focus:
    """What the middle is drawn from."""

    stage: Stage
    view: TableView
    story: Story
    seats: Mapping[str, Seat]
    now: int

    @property
    def arrived(self) -> bool:
        """Whether the token has come to where the throw or card led it."""
        return self.story.place is not None and self.now >= self.story.place_at

    @property
    def tumbling(self) -> bool:
        return bool(self.story.dice) and self.now < self.story.dice_at + TUMBLE_MS


def paint_focus(canvas: Canvas, rect: pygame.Rect, focus: Focus) -> list[pygame.Rect]:
    """Draw the middle into `rect`; returns where the dice lie, for while they tumble."""
    theme = canvas.theme
    canvas.panel(rect, top=Ink.DEEP, low=Ink.DEEP, edge=Ink.BRASS, radius=theme.px(12), shadow=False)
    inside = rect.inflate(-2 * theme.px(10), -2 * theme.px(9))
    if inside.height >= theme.px(110) and (
        wide := min(max(round(inside.height * 0.84), theme.px(158)), inside.width // 3)
    ):
        card = pygame.Rect(inside.x, inside.y, wide, inside.height)
        if _paint_paper(canvas, card, focus):
            taken = wide + theme.px(14)
            inside = pygame.Rect(inside.x + taken, inside.y, inside.width - taken, inside.height)
    return _paint_words(canvas, inside, focus)


def _paint_paper(canvas: Canvas, rect: pygame.Rect, focus: Focus) -> bool:
    """Draw the card that was turned, or the card of the space that was landed on."""
    story, view = focus.story, focus.view
    if story.card is not None and focus.now >= story.card_at:
        last = story.place is None or not focus.arrived or story.place_at <= story.card_at
        if last or view.snapshot["board"][story.place]["price"] is None:
            paint_card(focus.stage, canvas, rect, view, story.card)
            return True
    if story.place is not None and focus.arrived:
        space = view.snapshot["board"][story.place]
        owner = focus.seats.get(view.snapshot["deeds"].get(space["id"], ""))
        paint_deed(focus.stage, canvas, rect, view, space, owner)
        return True
    if not story.seat and view.snapshot["last_card"] is not None:
        paint_card(focus.stage, canvas, rect, view, view.snapshot["last_card"])
        return True
    return False


def _paint_words(canvas: Canvas, inside: pygame.Rect, focus: Focus) -> list[pygame.Rect]:
    theme = canvas.theme
    side = min(theme.px(48), inside.height)
    head = pygame.Rect(inside.x, inside.y, inside.width, side)
    dice = _paint_head(canvas, head, focus)
    room = pygame.Rect(inside.x, head.bottom + theme.px(4), inside.width, 0)
    room.height = inside.bottom - room.y
    if room.height < canvas.type.height("small") or focus.tumbling:
        return dice
    pitch = canvas.type.height("small") + theme.px(1)
    owed = debts_of(focus.view) if focus.arrived or not focus.story.seat else []
    # What was said last has at least a third of the room.
    rows = rows_for(round(room.height * 0.68), pitch, len(owed))
    debts = pygame.Rect(room.x, room.bottom - rows * pitch, room.width, rows * pitch)
    paint_debts(focus.stage, canvas, debts, focus.view, focus.seats, rows)
    said = focus.story.at(focus.now)
    words = pygame.Rect(room.x, room.y, room.width, debts.y - room.y)
    for count in (2, 1):
        sentences = " ".join(focus.stage.say(text) for text in said[-count:])
        if sentences and _has_room(canvas, sentences, words):
            role = "body" if words.height >= 2 * canvas.type.height("body") else "small"
            canvas.paragraph(sentences, role, Ink.TEXT, words, middle=rows == 0)
            break
    return dice


def _has_room(canvas: Canvas, sentences: str, room: pygame.Rect) -> bool:
    """Whether sentences can be read in a room, be it in the smallest size."""
    lines = canvas.type.wrap(sentences, "small", room.width, LEAST_TYPE)
    return len(lines) * canvas.type.height("small", LEAST_TYPE) <= room.height


def _paint_head(canvas: Canvas, head: pygame.Rect, focus: Focus) -> list[pygame.Rect]:
    """Whose throw it was, the dice, and where they led."""
    theme, story = canvas.theme, focus.story
    x = head.x
    seat = focus.seats.get(story.seat)
    if seat is not None:
        side = round(head.height * 0.72)
        canvas.blit(seat_shape(canvas.box, seat, side), (x, head.centery - side // 2))
        x += side + theme.px(10)
    rects = []
    for face in story.dice:
        spot = pygame.Rect(x, head.y + 1, head.height - 2, head.height - 2)
        rects.append(spot)
        canvas.blit(
            die_slot(canvas.box, spot.width) if focus.tumbling else die(canvas.box, face, spot.width),
            spot.topleft,
        )
        x += head.height + theme.px(4)
    words = pygame.Rect(x + theme.px(6), head.y, head.right - x - theme.px(6), head.height)
    title, role = _headline(focus), title_in(canvas, head.height + theme.px(6))
    if story.dice and not fits(canvas, title, role, words.width, _SHRINK):
        # The name stands on the card of the space, too.
        title = _total(focus)
    if title:
        canvas.text(title, role, Ink.PAPER, words)
    return rects


def _headline(focus: Focus) -> str:
    stage, story, board = focus.stage, focus.story, focus.view.snapshot["board"]
    if not story.seat:
        return stage.line("kiosk.goldrush.gold")
    if focus.arrived and story.place is not None:
        return str(board[story.place]["name"])
    if focus.tumbling or not story.dice:
        return ""
    return _total(focus)


def _total(focus: Focus) -> str:
    return focus.stage.line("kiosk.goldrush.total", total=sum(focus.story.dice))
