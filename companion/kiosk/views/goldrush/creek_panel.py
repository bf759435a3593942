"""Which creek is prospected on: the creeks themselves are what is chosen from."""

from __future__ import annotations

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.panels import Lies
from companion.kiosk.panels.choose import ChoosePanel

#: The option of selling the claim instead (B17).
SELL = "sell"


class CreekPanel(ChoosePanel):
    """Leaves the whole picture to the view, which lights the creeks and lets them be touched."""

    def lies(self) -> Lies:
        return "over"

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        """The view has drawn what can be chosen."""
