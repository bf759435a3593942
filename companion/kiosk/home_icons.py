"""The little pictures of the home screen."""

from __future__ import annotations

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.shapes import shape
from companion.kiosk.theme import Ink
from companion.kiosk.tokens import PIPS, chip_stack, die


def _middle(canvas: Canvas, surface: pygame.Surface, rect: pygame.Rect) -> None:
    canvas.centred(surface, rect.center)


def dice(canvas: Canvas, rect: pygame.Rect) -> None:
    side = round(rect.width * 0.6)
    canvas.blit(die(canvas.box, 5, side), (rect.right - side, rect.y))
    canvas.blit(die(canvas.box, 1, side), (rect.x, rect.bottom - side))


def lantern(canvas: Canvas, rect: pygame.Rect) -> None:
    _middle(canvas, chip_stack(canvas.box, 6, round(rect.width * 0.86), rect.height), rect)


def pile(canvas: Canvas, rect: pygame.Rect) -> None:
    side = round(rect.width * 0.44)
    for index, place in enumerate((0, 1, 2, 3)):
        spot = (rect.x + index % 2 * (side + 4), rect.y + index // 2 * (side + 4))
        canvas.blit(shape(canvas.box, place, side), spot)


def book(canvas: Canvas, rect: pygame.Rect) -> None:
    page = pygame.Rect(rect.x, rect.y, round(rect.width * 0.8), rect.height)
    page.centerx = rect.centerx
    canvas.blit(canvas.box.panel(page.size, page.width // 10, Ink.PAPER, Ink.PAPER_LOW), page.topleft)
    for row in range(4):
        wide = round(page.width * (0.7, 0.56, 0.64, 0.4)[row])
        line = canvas.box.rounded((wide, max(2, page.height // 16)), 2, Ink.BRASS_DARK)
        canvas.blit(line, (page.x + page.width // 7, page.y + round(page.height * (0.2 + 0.18 * row))))


def door(canvas: Canvas, rect: pygame.Rect) -> None:
    frame = pygame.Rect(0, 0, round(rect.width * 0.62), rect.height)
    frame.center = rect.center
    canvas.blit(
        canvas.box.panel(frame.size, frame.width // 8, (96, 70, 40), (66, 48, 28), Ink.BRASS_DARK, 2),
        frame.topleft,
    )
    knob = canvas.box.disc(max(4, frame.width // 6), Ink.LAMP)
    canvas.blit(knob, (frame.right - frame.width // 3, frame.centery))


def sliders(canvas: Canvas, rect: pygame.Rect) -> None:
    """Three sliders, as on an old mixing desk."""
    for row, share in enumerate((0.7, 0.3, 0.55)):
        y = rect.y + round(rect.height * (0.22 + 0.28 * row))
        high = max(3, rect.height // 14)
        canvas.blit(canvas.box.rounded((rect.width, high), high // 2, Ink.EDGE), (rect.x, y - high // 2))
        lit = max(high, round(rect.width * share))
        canvas.blit(canvas.box.rounded((lit, high), high // 2, Ink.BRASS), (rect.x, y - high // 2))
        canvas.centred(canvas.box.disc(rect.height // 5, Ink.LAMP), (rect.x + lit, y))


def creek(canvas: Canvas, rect: pygame.Rect) -> None:
    """Nuggets of gold in a stream."""
    water = pygame.Rect(rect.x, rect.y, rect.width, rect.height)
    canvas.blit(
        canvas.box.panel(water.size, rect.width // 5, (40, 96, 140), (22, 58, 96), Ink.EDGE), water.topleft
    )
    for x, y, size in ((0.3, 0.58, 0.36), (0.66, 0.68, 0.28), (0.55, 0.32, 0.22)):
        side = max(4, round(rect.width * size))
        spot = (rect.x + round(rect.width * x) - side // 2, rect.y + round(rect.height * y) - side // 2)
        low = round(side * 0.8)
        canvas.blit(canvas.box.panel((side, low), low // 2, Ink.LAMP, Ink.BRASS, Ink.BRASS_DARK), spot)


def domino(canvas: Canvas, rect: pygame.Rect) -> None:
    wide = round(rect.width * 0.46)
    tile = pygame.Rect(0, 0, wide, 2 * wide)
    tile.center = rect.center
    canvas.blit(
        canvas.box.panel(tile.size, wide // 6, Ink.PAPER, Ink.PAPER_LOW, Ink.BRASS_DARK), tile.topleft
    )
    for half, face in enumerate((3, 4)):
        pip = max(3, round(wide * 0.2))
        for x, y in PIPS[face]:
            spot = (tile.x + round(x * wide) - pip // 2, tile.y + half * wide + round(y * wide) - pip // 2)
            canvas.blit(canvas.box.disc(pip, (28, 30, 38)), spot)
    canvas.surface.fill(
        Ink.BRASS_DARK, (tile.x + wide // 8, tile.centery, wide - wide // 4, max(1, wide // 20))
    )


def ace(canvas: Canvas, rect: pygame.Rect) -> None:
    """The ace of spades before a card that lies face down."""
    # The patience's own drawings are loaded only where they are shown.
    from companion.kiosk.views.patience.faces import back, card_size
    from companion.kiosk.views.patience.suits import suit_sign

    width = round(rect.width * 0.56)
    size = card_size(width)
    canvas.blit(back(canvas.box, width), (rect.x + round(rect.width * 0.06), rect.centery - size[1] // 2))
    front = pygame.Rect(rect.right - width - round(rect.width * 0.06), 0, *size)
    front.centery = rect.centery
    radius = max(3, width // 9)
    canvas.blit(canvas.box.panel(size, radius, Ink.PAPER, Ink.PAPER_LOW, Ink.BRASS_DARK), front.topleft)
    canvas.centred(suit_sign(canvas.box, "S", round(width * 0.66)), front.center)


#: The picture of each game.
GAME_ICONS = {"dice": dice, "goldrush": creek, "dominoes": domino, "patience": ace}


def sheet(canvas: Canvas, rect: pygame.Rect) -> None:
    """A sheet of paper with cards to be cut out."""
    page = pygame.Rect(0, 0, round(rect.width * 0.78), rect.height)
    page.center = rect.center
    radius = max(2, page.width // 12)
    canvas.blit(canvas.box.panel(page.size, radius, Ink.PAPER, Ink.PAPER_LOW, Ink.BRASS_DARK), page.topleft)
    wide, high = round(page.width * 0.3), round(page.height * 0.28)
    for column in range(2):
        for row in range(2):
            card = canvas.box.rounded(
                (wide, high), max(1, wide // 6), (Ink.BRASS, Ink.EDGE)[(row + column) % 2]
            )
            at = (
                page.x + round(page.width * (0.14 + 0.42 * column)),
                page.y + round(page.height * (0.16 + 0.4 * row)),
            )
            canvas.blit(card, at)


def pulse(canvas: Canvas, rect: pygame.Rect) -> None:
    """A heart that beats."""
    high = max(2, rect.height // 10)
    points = [(0.0, 0.55), (0.26, 0.55), (0.4, 0.16), (0.58, 0.88), (0.72, 0.55), (1.0, 0.55)]
    places = [(rect.x + round(x * rect.width), rect.y + round(y * rect.height)) for x, y in points]
    pygame.draw.lines(canvas.surface, Ink.GOOD, False, places, high)
    for place in places[1:-1]:
        canvas.centred(canvas.box.disc(high, Ink.GOOD), place)
