"""Cards that a finger or the mouse takes along: lifted after a short way, dropped where they fit, or back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import pygame

from companion.kiosk.canvas import Sprite
from companion.kiosk.views.patience.faces import corner, face

if TYPE_CHECKING:
    from companion.kiosk.views.patience.ground import Lying
    from companion.kiosk.views.patience.view import PatienceView

#: A finger that goes less far than this has only touched, in pixels of the design.
LIFTS_AT = 14


class Drag:
    """One card held by a finger, with all that lie on it, from the touch to the drop.

    Until it has gone far enough it is a touch, and ends as one.  `rects` are the cards where they are now.
    """

    def __init__(
        self, view: PatienceView, place: str, run: Sequence[str], lying: Lying, at: tuple[int, int]
    ) -> None:
        self._view = view
        self._at = at
        self._starts = {card: lying.cards[card].copy() for card in run}
        self.lying = lying
        self.place = place
        self.run = tuple(run)
        self.rects: Mapping[str, pygame.Rect] = self._starts
        self.lifted = False
        self.dropped = False

    def move(self, at: tuple[int, int]) -> None:
        """Go along with the finger."""
        if self.dropped:
            return
        by = (at[0] - self._at[0], at[1] - self._at[1])
        if not self.lifted:
            least = self._view.stage.theme.px(LIFTS_AT)
            if max(abs(by[0]), abs(by[1])) < least or not self._view.lift(self):
                return
            self.lifted = True
        self.rects = {card: rect.move(by) for card, rect in self._starts.items()}

    def drop(self, at: tuple[int, int]) -> None:
        """Let go: on the place that fits, or back; a card that was not lifted has been touched."""
        if self.dropped:
            return
        self.move(at)
        self.dropped = True
        if self.lifted:
            self._view.drop(self)
        else:
            self._view.touch(self.place, self.run[0])

    def sprites(self) -> list[Sprite]:
        """Return the cards on their way, with the shadow of what is held above the table."""
        stage, sprites = self._view.stage, []
        for rect in self.rects.values():
            blur = max(4, rect.width // 7)
            shadow = stage.box.shadow(rect.size, corner(rect.width), blur, 110)
            sprites.append(Sprite(shadow, (rect.x - blur, rect.y - blur + blur // 2)))
        for card, rect in self.rects.items():
            sprites.append(Sprite(face(stage.box, stage.type, card, rect.width), rect.topleft))
        return sprites


def place_under(
    lying: Lying, rects: Mapping[str, pygame.Rect], legal: Sequence[str], here: str
) -> str | None:
    """Return where dropped cards are meant to go: ``F`` or a column's number, or None for nowhere.

    Of several places that they lie over, one that is legal; else the one that they cover most of.
    """
    card, held = next(iter(rects.items()))
    spots = [(str(number), fan) for number, fan in enumerate(lying.fans, start=1) if str(number) != here]
    spots += [("F", place) for place in lying.foundations if here != "F"]
    covered: dict[str, int] = {}
    for target, spot in spots:
        part = held.clip(spot)
        covered[target] = max(covered.get(target, 0), part.width * part.height)
    over = [target for target, area in covered.items() if area > 0]
    fitting = [target for target in over if f"{card}-{target}" in legal]
    least = held.width * held.height // 8
    return max(
        fitting or [target for target in over if covered[target] >= least],
        key=covered.__getitem__,
        default=None,
    )
