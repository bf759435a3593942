"""Entering a throw by hand: with UP, DOWN and OK, with digits, with the seats' buttons, or with a finger."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.layout import inner
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink
from companion.kiosk.tokens import arrow, die, die_slot

Done = Callable[[list[int]], None]


class DiceEntry:
    """The faces of `count` dice and a cursor; the place behind the last die means "all right".

    `doubtful` are the indices that are marked as in doubt.
    """

    def __init__(
        self,
        stage: Stage,
        count: int,
        done: Done,
        faces: Sequence[int | None] = (),
        doubtful: Sequence[int] = (),
    ) -> None:
        self._stage = stage
        self._done = done
        self.faces: list[int | None] = [*faces[:count], *([None] * (count - len(faces)))]
        self.doubtful = set(doubtful)
        self.cursor = count if self.complete else self._first_open()
        self.touched = False

    @property
    def complete(self) -> bool:
        return all(face is not None for face in self.faces)

    @property
    def at_end(self) -> bool:
        """Whether the cursor stands on "all right"."""
        return self.cursor >= len(self.faces)

    def _first_open(self) -> int:
        return next((index for index, face in enumerate(self.faces) if face is None), len(self.faces))

    def _to_change(self) -> int:
        """Which die is changed first when all are known: the first in doubt."""
        return min(self.doubtful, default=0)

    # what people do -----------------------------------------------------------------------------------

    def turn(self, by: int) -> None:
        """Turn the die at the cursor to another face."""
        self.touched = True
        if self.at_end:
            self.cursor = self._to_change()
        face = self.faces[self.cursor]
        self.faces[self.cursor] = (1 if by > 0 else 6) if face is None else (face - 1 + by) % 6 + 1
        self.doubtful.discard(self.cursor)

    def digit(self, face: int) -> None:
        """Set the die at the cursor, and go to the next."""
        if not 1 <= face <= 6:
            return
        self.touched = True
        if self.at_end:
            self.cursor = self._to_change()
        self.faces[self.cursor] = face
        self.doubtful.discard(self.cursor)
        self.cursor += 1

    def ok(self) -> None:
        """Go to the next die; behind the last one the throw is done."""
        self.touched = True
        if not self.at_end:
            if self.faces[self.cursor] is None:
                self.faces[self.cursor] = 1
            self.doubtful.discard(self.cursor)
            self.cursor += 1
        elif self.complete:
            self._done([face for face in self.faces if face is not None])
        else:
            self.cursor = self._first_open()

    def back(self) -> bool:
        """Go to the die before; returns False where there is none."""
        if self.cursor == 0:
            return False
        self.cursor -= 1
        return True

    def choose(self, index: int) -> None:
        """Put the cursor on a die."""
        self.touched = True
        self.cursor = index

    # picture ------------------------------------------------------------------------------------------

    def paint(
        self,
        canvas: Canvas,
        rect: pygame.Rect,
        label: str,
        void: Callable[[], None] | None,
        changed: Callable[[], None],
    ) -> None:
        """Draw the dice, the six faces to touch and the two buttons into `rect`."""
        theme, line = self._stage.theme, self._stage.line
        canvas.panel(rect, edge=Ink.BRASS)
        inside = inner(rect, theme.px(24), theme.px(14))
        buttons = pygame.Rect(0, inside.y, min(theme.px(232), round(inside.width * 0.3)), inside.height)
        buttons.right = inside.right
        left = pygame.Rect(inside.x, inside.y, buttons.left - theme.px(20) - inside.x, inside.height)
        head = pygame.Rect(left.x, left.y, left.width, theme.px(28))
        canvas.text(label, "label", Ink.BRASS, head)
        gap = theme.px(10)
        low_side = min(max(theme.touch, theme.px(60)), (left.width - 5 * gap) // 6)
        low = pygame.Rect(left.x, left.bottom - low_side, left.width, low_side)
        room = low.top - head.bottom - theme.px(20)
        side = min(room, theme.px(100), (left.width - 4 * (gap + theme.px(4))) // max(5, len(self.faces)))
        for index in range(len(self.faces)):
            spot = pygame.Rect(
                left.x + index * (side + gap + theme.px(4)),
                head.bottom + theme.px(8) + (room - side) // 2,
                side,
                side,
            )
            self._paint_die(canvas, spot, index, changed)
        for face in range(1, 7):
            spot = pygame.Rect(left.x + (face - 1) * (low_side + gap), low.y, low_side, low_side)
            self._paint_face(canvas, spot, face, changed)
        high = (buttons.height - gap) // 2
        done = pygame.Rect(buttons.x, buttons.y, buttons.width, high if void else buttons.height)
        canvas.panel(done, lit=self.at_end and self.complete, top=Ink.LIFTED, low=Ink.PANEL, shadow=False)
        ink = Ink.PAPER if self.complete else Ink.MUTED
        canvas.paragraph(
            line("kiosk.entry.done"), "strong", ink, inner(done, theme.px(12), theme.px(4)), "middle", True
        )

        def press_done() -> None:
            self.cursor = len(self.faces)
            self.ok()
            changed()

        canvas.hot("entry done", done, press_done)
        if void is not None:
            spot = pygame.Rect(buttons.x, done.bottom + gap, buttons.width, high)
            canvas.panel(spot, top=Ink.PANEL, low=Ink.PANEL_LOW, shadow=False)
            canvas.paragraph(
                line("kiosk.entry.void"),
                "small_strong",
                Ink.TEXT,
                inner(spot, theme.px(12), theme.px(4)),
                "middle",
                True,
            )
            canvas.hot("entry void", spot, void)

    def _paint_die(self, canvas: Canvas, spot: pygame.Rect, index: int, changed: Callable[[], None]) -> None:
        theme, face = self._stage.theme, self.faces[index]
        here = index == self.cursor
        if here:
            blur = theme.px(12)
            canvas.blit(
                canvas.box.glow(spot.size, spot.width // 5, blur, Ink.LAMP, 170),
                (spot.x - blur, spot.y - blur),
            )
        canvas.blit(
            die(canvas.box, face, spot.width) if face else die_slot(canvas.box, spot.width), spot.topleft
        )
        if index in self.doubtful:
            ring = canvas.box.ring(spot.size, spot.width // 5, max(3, theme.px(6)), Ink.DOUBT)
            canvas.blit(ring, spot.topleft)
            tag = pygame.Rect(0, 0, theme.px(26), theme.px(26))
            tag.center = (spot.right - theme.px(6), spot.y + theme.px(6))
            canvas.blit(canvas.box.disc(tag.width, Ink.DOUBT), tag.topleft)
            canvas.centred(
                canvas.type.sized("?", "small_strong", Ink.DARK_TEXT, max(13, theme.px(20))), tag.center
            )
        if here:
            ring = canvas.box.ring(spot.size, spot.width // 5, max(2, theme.px(4)), Ink.LAMP)
            canvas.blit(ring, spot.topleft)
            size = theme.px(16)
            canvas.centred(arrow(canvas.box, size, "up", Ink.LAMP), (spot.centerx, spot.y - size // 2 - 1))
            canvas.centred(
                arrow(canvas.box, size, "down", Ink.LAMP), (spot.centerx, spot.bottom + size // 2 + 1)
            )

        def touched() -> None:
            self.choose(index)
            changed()

        canvas.hot(f"die {index}", spot, touched)

    def _paint_face(self, canvas: Canvas, spot: pygame.Rect, face: int, changed: Callable[[], None]) -> None:
        canvas.panel(spot, radius=spot.width // 5, shadow=False, top=Ink.LIFTED, low=Ink.PANEL)
        side = round(spot.width * 0.72)
        canvas.centred(die(canvas.box, face, side), spot.center)

        def touched() -> None:
            self.digit(face)
            changed()

        canvas.hot(f"face {face}", spot, touched)
