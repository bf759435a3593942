"""The right side of the table: the seats, and below them the camera's picture or the last payments."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from companion.kiosk.book import paint_book
from companion.kiosk.camera_box import CameraBox
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.seat_column import SeatColumn, column_height
from companion.kiosk.stage import Stage
from companion.kiosk.views import GameView
from companion.table.view import TableView
from hardware.camera import CameraState
from hardware.lamps import Lamp


class TableSide:
    """Draws the side, and notices a camera that has come, gone, or come back."""

    def __init__(self, stage: Stage, game: GameView) -> None:
        self._stage = stage
        self._game = game
        self._column = SeatColumn()
        self._camera: CameraBox | None = None
        self._camera_was = CameraState.STARTING
        self._seen = False

    def paint(
        self,
        canvas: Canvas,
        side: pygame.Rect,
        view: TableView,
        lamps: dict[str, Lamp],
        push: Callable[[str], None],
        covered: bool,
    ) -> None:
        """Draw the seats of `view`; `covered` keeps what the camera sees from everybody's eyes."""
        theme = canvas.theme
        lines = {seat.id: self._game.seat_line(view, seat) for seat in view.seats}
        below = theme.px(14)
        room = side.copy()
        if self._camera is not None:
            # A whole picture is as wide as the column, but seats need the room more than it does.
            picture = round(side.width * 0.5625) + theme.px(44) + below
            seats = column_height(theme, len(view.seats), side.height - theme.px(176))
            room.height = max(side.height - picture, seats)
        end = self._column.paint(canvas, room, view.seats, lines, lamps, push) + below // 2
        rest = pygame.Rect(side.x, end, side.width, side.bottom - end)
        # What the camera sees is of interest while something is looked for; the book is at all other times.
        self._seen = self._camera is not None and not covered and self._looks
        if self._camera is not None and self._seen:
            self._camera.paint(canvas, rest)
        elif not self._game.beside(canvas, rest, view) and rest.height >= theme.px(96):
            paint_book(self._stage, canvas, rest, view, self._game)

    def live(self, lamps: dict[str, Lamp], now: int) -> Sequence[Sprite]:
        """Return the lamps that are alight, and what the camera sees."""
        sprites = self._column.lamps(self._stage.box, lamps, now)
        if self._camera is not None and self._seen:
            sprites += self._camera.live()
        return sprites

    def spot(self, account: str) -> tuple[int, int] | None:
        """Return where a seat's money stands."""
        return self._column.spot(account)

    def stale(self) -> bool:
        """Whether the camera's label says something else than what was painted."""
        return self._camera is not None and self._seen and self._camera.stale()

    @property
    def _looks(self) -> bool:
        sight = self._stage.sight
        return sight is not None and sight.wanted is not None

    def look(self) -> bool:
        """Notice what has become of the camera; return whether its picture is new on the screen.

        The session goes on by typing while there is none.
        """
        sight = self._stage.sight
        if sight is None:
            return False
        fresh = self._camera is None
        if fresh:
            self._camera = CameraBox(self._stage, sight)
        state, line = sight.camera, self._stage.line
        if state is not self._camera_was and state is not CameraState.STARTING:
            if state is CameraState.WORKING:
                if self._camera_was is not CameraState.STARTING:
                    self._stage.notice(line("kiosk.camera.back"), "good")
            else:
                remedy = line("kiosk.camera.type_meanwhile")
                self._stage.notice(f"{sight.fault} {remedy}".strip(), "bad", 9000)
            self._camera_was = state
        for said in sight.skipped():
            self._stage.notice(said, "bad")
        return fresh
