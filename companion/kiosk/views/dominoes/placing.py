"""Laying a tile that was shown: the legal spaces light up, and one of them holds it, one way or the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from companion.games.dominoes.layout import SPACES, Space
from companion.games.dominoes.tiles import read_placement
from companion.kiosk.acts import Push
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.frame import Bar, Hint
from companion.kiosk.panels import Panel
from companion.kiosk.theme import Ink
from companion.kiosk.views.dominoes.beside import head, paint_large, parts_of
from companion.kiosk.views.dominoes.ground import Ground, ground_in, lies_across, seen_ends
from companion.kiosk.views.dominoes.moving import pulse
from companion.kiosk.views.dominoes.tiles import corner, tile
from companion.kiosk.views.dominoes.told import way_words
from companion.table.prompts import Choose, Place
from companion.table.view import TableView
from hardware.lamps import Lamp

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene


class PlacingPanel(Panel):
    """All legal placements in reading order, one of them chosen: UP and DOWN go through them, OK lays it.

    A touch chooses a space, a second one turns the tile round; where that is not legal it is said why (T8).
    BACK shows another tile.
    """

    def __init__(self, table: TableScene, prompt: Place) -> None:
        super().__init__(table)
        self.prompt = prompt
        self._ways = _in_order(prompt.legal, self._ground(table.areas(self.stage.theme)[0]))
        self._at = 0

    @property
    def about(self) -> Place:
        return self.prompt

    @property
    def chosen(self) -> str:
        """The placement that OK lays."""
        return self._ways[self._at] if self._ways else ""

    def fits(self, view: TableView) -> bool:
        return self.prompt in view.open

    def _ground(self, rect: pygame.Rect) -> Ground:
        theme = self.stage.theme
        return ground_in(parts_of(rect, theme).layout, theme.px(10))

    @property
    def _seat(self) -> str | None:
        return self.prompt.seats[0] if self.prompt.seats else None

    def lamps(self) -> dict[str, Lamp]:
        return dict.fromkeys(self.prompt.seats, Lamp.SLOW)

    def options(self) -> tuple[str, ...]:
        return self.prompt.legal

    def focus(self) -> str:
        return self.chosen

    # what people do --------------------------------------------------------------------------------

    def push(self, push: Push) -> bool:
        seat = self.table.seat_at(push.place) if push.place is not None else None
        if push.button in ("up", "down"):
            self._at = (self._at + (-1 if push.button == "up" else 1)) % len(self._ways)
            return True
        if push.button == "ok" or (seat is not None and seat.id in self.prompt.seats):
            self.table.desk.answer(self.prompt, self.chosen, self._seat)
            return True
        if push.button == "back":
            return self._other()
        return False

    def _other(self) -> bool:
        for prompt in self.table.view.open:
            if isinstance(prompt, Choose) and prompt.key.startswith("other/"):
                self.table.desk.answer(prompt, "other", self._seat)
                return True
        return False

    def touch(self, space: Space) -> None:
        """Choose a space, or turn the tile that is in it already; say why where that is not legal."""
        self.table.refresh()
        here = [index for index, legal in enumerate(self._ways) if legal.endswith(f"@{space.id}")]
        if not here:
            self._say_why(space, self._ends())
        elif self._at not in here:
            self._at = here[0]
        elif len(here) > 1:
            self._at = here[(here.index(self._at) + 1) % len(here)]
        else:
            first, second = self._ends()
            if first != second:
                self._say_why(space, (second, first))

    def _ends(self) -> tuple[int, int]:
        first, second = divmod(read_placement(self.chosen)[1], 7)
        return first, second

    def _say_why(self, space: Space, ends: tuple[int, int]) -> None:
        for first, second in (ends, ends[::-1]):
            why = self.prompt.because.get(f"{first}-{second}@{space.id}")
            if why is not None:
                self.stage.notice(self.stage.say(why), "bad", 6000)
                return

    # picture ---------------------------------------------------------------------------------------

    def bar(self) -> Bar:
        line, view = self.stage.line, self.table.view
        hints = [Hint("ok", line("kiosk.dominoes.hint.lay"))]
        if len(self._ways) > 1:
            hints += [Hint("up", ""), Hint("down", "")]
        hints.append(Hint("back", line("kiosk.dominoes.hint.other")))
        places = tuple(view.seat(id).place for id in self.prompt.seats)
        return Bar(self.stage.say(self.prompt.say), way_words(self.stage, self.chosen), places, tuple(hints))

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        theme = canvas.theme
        ground = self._ground(rect)
        space, way = read_placement(self.chosen)
        ends = divmod(way, 7)
        self._paint_ghost(canvas, ground, space, (ends[0], ends[1]))
        for one in SPACES:
            canvas.hot(
                f"space {one.id}",
                ground.touch_rect(one, max(theme.touch, 42)),
                lambda one=one: self.touch(one),  # type: ignore[misc]
            )
        card = parts_of(rect, theme).card
        canvas.forget(card)
        spaces = len({legal.partition("@")[2] for legal in self._ways})
        room = head(canvas, card, self.stage.line("kiosk.dominoes.fits", count=spaces))
        rest = paint_large(canvas, room, space.id, (ends[0], ends[1]), -1)
        canvas.paragraph(way_words(self.stage, self.chosen), "small", Ink.PAPER, rest)

    def _paint_ghost(self, canvas: Canvas, ground: Ground, space: Space, ends: tuple[int, int]) -> None:
        """The tile as it would lie, held a little over its space."""
        rect = ground.space_rect(space)
        blur = max(4, ground.long // 7)
        glow = canvas.box.glow(rect.size, corner(ground.long), blur, Ink.LAMP, 230)
        canvas.blit(glow, (rect.x - blur, rect.y - blur))
        surface = tile(canvas.box, seen_ends(space, ends), ground.long, lies_across(space), "ghost")
        canvas.blit(surface, rect.topleft)

    def live(self, now: int) -> Sequence[Sprite]:
        ground = self._ground(self.table.areas(self.stage.theme)[0])
        here = read_placement(self.chosen)[0].id
        lit = {legal.partition("@")[2] for legal in self._ways} - {here}
        return [
            pulse(self.stage.box, ground.space_rect(space), ground.long, now)
            for space in SPACES
            if space.id in lit
        ]


def _in_order(legal: Sequence[str], ground: Ground) -> list[str]:
    """Return placements as one reads: from the top, each row from the left."""
    rects = ground.spaces()

    def place(placement: str) -> tuple[int, int, str]:
        rect = rects[placement.partition("@")[2]]
        return rect.centery, rect.centerx, placement

    return sorted(legal, key=place)
