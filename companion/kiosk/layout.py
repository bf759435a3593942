"""Cutting rectangles into rows and columns."""

from __future__ import annotations

from itertools import pairwise

import pygame


def columns(rect: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    """Cut `rect` into `count` equal columns with `gap` pixels between them."""
    edges = [rect.x + round((rect.width + gap) * index / count) for index in range(count + 1)]
    return [pygame.Rect(a, rect.y, b - a - gap, rect.height) for a, b in pairwise(edges)]


def rows(rect: pygame.Rect, count: int, gap: int) -> list[pygame.Rect]:
    """Cut `rect` into `count` equal rows with `gap` pixels between them."""
    edges = [rect.y + round((rect.height + gap) * index / count) for index in range(count + 1)]
    return [pygame.Rect(rect.x, a, rect.width, b - a - gap) for a, b in pairwise(edges)]


def grid(rect: pygame.Rect, across: int, down: int, gap: int) -> list[pygame.Rect]:
    """Cut `rect` into `across` x `down` cells, row by row."""
    return [cell for row in rows(rect, down, gap) for cell in columns(row, across, gap)]


def inner(rect: pygame.Rect, across: int, down: int | None = None) -> pygame.Rect:
    """Return `rect` without `across` pixels at the left and right, and `down` at the top and bottom."""
    down = across if down is None else down
    return pygame.Rect(rect.x + across, rect.y + down, rect.width - 2 * across, rect.height - 2 * down)


def middle(rect: pygame.Rect, width: int, height: int) -> pygame.Rect:
    """Return a rectangle of a size in the middle of `rect`, never larger than it."""
    size = (min(width, rect.width), min(height, rect.height))
    found = pygame.Rect((0, 0), size)
    found.center = rect.center
    return found


def split(rect: pygame.Rect, left: int, gap: int) -> tuple[pygame.Rect, pygame.Rect]:
    """Cut `rect` into a column `left` pixels wide and the rest."""
    rest = pygame.Rect(rect.x + left + gap, rect.y, rect.width - left - gap, rect.height)
    return pygame.Rect(rect.x, rect.y, left, rect.height), rest
