"""What the track encloses, cut into what is drawn there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from companion.kiosk.theme import Theme
from companion.kiosk.views.goldrush.track import Track
from companion.table.prompts import Bid, Choose, Confirm, Prompt


@dataclass(frozen=True, slots=True)
class Middle:
    """`lane` is how wide the owners' marks along the track are, `whole` all that is left inside them.

    `creeks`, `focus`, `deeds` and `bank` lie in it from top to bottom.
    """

    lane: int
    whole: pygame.Rect
    creeks: pygame.Rect
    focus: pygame.Rect
    deeds: pygame.Rect
    bank: pygame.Rect

    def above(self, room: pygame.Rect) -> pygame.Rect:
        """Return what is left of the middle above a panel."""
        gap = self.creeks.y - self.whole.y + self.lane // 3
        return pygame.Rect(self.whole.x, self.whole.y, self.whole.width, max(0, room.y - self.whole.y - gap))


def cut(theme: Theme, track: Track) -> Middle:
    """Return how the middle of a track is shared out."""
    lane = max(10, theme.px(19))
    whole = track.middle.inflate(-2 * lane - theme.px(4), -2 * lane - theme.px(4))
    gap = theme.px(8)
    row = max(16, min(theme.px(30), round(whole.height * 0.1)))
    creeks = min(theme.px(150), round((whole.height - row - 2 * gap) * 0.37))
    bank = pygame.Rect(whole.right - row, whole.bottom - row, row, row)
    focus = pygame.Rect(whole.x, whole.y + creeks + gap, whole.width, whole.height - creeks - row - 2 * gap)
    return Middle(
        lane,
        whole,
        pygame.Rect(whole.x, whole.y, whole.width, creeks),
        focus,
        pygame.Rect(whole.x, whole.bottom - row, whole.width - row - 2 * gap, row),
        bank,
    )


def room_for(theme: Theme, middle: Middle, prompt: Prompt, open_: Sequence[Prompt]) -> pygame.Rect:
    """Return where in the middle a panel may lie: as low as it can be, below what it is about.

    `open_` is all that is asked; payments to the bank stand in one list.
    """
    whole = pygame.Rect(
        middle.whole.x, middle.whole.y, middle.whole.width, middle.deeds.y - theme.px(6) - middle.whole.y
    )
    row = max(theme.touch, theme.px(60)) + theme.px(10)
    if isinstance(prompt, Bid):
        count = len(prompt.seats)
        rows = -(-count // 2) if count > 2 else count
        wanted = theme.px(72) + rows * row
    elif isinstance(prompt, Choose):
        count = len(prompt.options)
        wanted = theme.px(26) + row * min(4, count)
    elif isinstance(prompt, Confirm):
        count = sum(isinstance(one, Confirm) for one in open_)
        wanted = theme.px(44) + row * (-(-count // 2) if count > 2 else count)
    else:
        wanted = round(whole.height * 0.72)
    high = min(wanted, whole.height)
    return pygame.Rect(whole.x, whole.bottom - high, whole.width, high)
