"""The view of the domino game: draws a committed position, and lets a newly laid tile come to its space."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import pygame

from companion.games.dominoes.layout import SPACE_BY_ID
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.layout import inner
from companion.kiosk.shapes import seat_shape
from companion.kiosk.theme import Ink, Theme
from companion.kiosk.views.base import Asking, GameView, Look, SeatLine, Tone
from companion.kiosk.views.dominoes.beside import (
    Parts,
    paint_last,
    paint_low,
    paint_own,
    paint_result,
    paint_strip,
    parts_of,
)
from companion.kiosk.views.dominoes.ground import Ground, ground_in
from companion.kiosk.views.dominoes.lying import paint_layout, tile_in
from companion.kiosk.views.dominoes.moving import LAYING_MS, Laying
from companion.kiosk.views.dominoes.told import (
    LastTile,
    last_tile,
    said_of,
    said_since,
    seat_line_of,
    title_of,
    tone_of,
)
from companion.table.game import Event
from companion.table.prompts import Choose, Claim, Option, Place, Prompt, Reveal
from companion.table.seats import Seat
from companion.table.view import TableView

if TYPE_CHECKING:
    from companion.kiosk.panels import Panel
    from companion.kiosk.panels.entering import Entering
    from companion.kiosk.scenes.table import TableScene
    from companion.kiosk.stage import Stage

#: A tile that nobody has to lay by hand is looked at for so long before the companion lays the next.
_LOOK_MS = 1100
#: A pile that is won is looked at longer.
_LOOK_WON_MS = 1900


#: What may be done beside the answers: an illegal tile stands or is taken back (T17), a seat leaves (H1).
_IN_FULL = frozenset({"stands", "wrong", "leave", "other"})


class DominoView(GameView):
    """Draws a position of the domino game."""

    shown = "tile"

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._last: LastTile | None = None
        self._began = False
        self._laying: Laying | None = None
        self._spots: dict[str, tuple[int, int]] = {}
        self._parts: Parts | None = None
        self._ground: Ground | None = None

    # the position ----------------------------------------------------------------------------------

    def take(self, view: TableView, now: int) -> int:
        last = last_tile(view.snapshot)
        before, fresh = self._last, self._began
        self._began, self._laying = True, None
        if last is None:
            self._last = None
            return now
        if before is not None and (before.space, before.ends, before.order) == (
            last.space, last.ends, last.order
        ):  # fmt: skip
            # A press for chips, a pass, a scan: the sentences about the tile stay, and what it won is added.
            self._last = replace(before, said=(*before.said, *said_since(self.stage, view)))
            return now
        self._last = replace(last, said=said_of(self.stage, view, last))
        laid = any(event.what == "laid" for event in view.events)
        if not (fresh and laid and self._parts is not None and self._ground is not None):
            return now
        until = now + LAYING_MS
        place = view.seat(last.seat).place
        surface = tile_in(self.stage.box, self._ground, last.space, last.ends, place)
        end = self._ground.space_rect(SPACE_BY_ID[last.space]).center
        self._laying = Laying(last.space, surface, self._parts.card.center, end, until)
        return until

    def looked_at(self, view: TableView) -> int:
        if view.snapshot["rules"]["hands"] != "dealt":
            return 0
        what = {event.what for event in view.events}
        if "won" in what or "deal_end" in what:
            return _LOOK_WON_MS
        return _LOOK_MS if "laid" in what else 0

    def title(self, view: TableView) -> tuple[str, str]:
        return title_of(self.stage, view)

    def seat_line(self, view: TableView, seat: Seat) -> SeatLine:
        return seat_line_of(self.stage, view, seat)

    told = frozenset({"lot", "chosen", "deal", "won", "passes", "draws", "deal_end", "leaves", "extra_deal"})
    heard: Mapping[str, str] = {"laid": "tile", "lot": "lot", "deal": "card"}

    def tone(self, event: Event) -> Tone | None:
        return tone_of(event)

    def by_hand(self, view: TableView, event: Event) -> bool:
        """Somebody lays for a seat that nobody sits at, unless there are no real tiles at all."""
        if event.what != "laid" or view.snapshot["rules"]["hands"] == "dealt":
            return False
        seats = {seat["seat"]: seat["virtual"] for seat in view.snapshot["seats"]}
        return bool(seats.get(event.facts.get("seat", "")))

    def option(self, view: TableView, prompt: Choose, option: Option) -> Look:
        """What the table may do of its own accord is said in full: a menu names it without its question."""
        if option.id in _IN_FULL and not prompt.waits:
            return Look(self.stage.line(f"kiosk.dominoes.menu.{option.id}"))
        return super().option(view, prompt, option)

    # panels ----------------------------------------------------------------------------------------

    def panel(self, table: TableScene, view: TableView) -> Panel | None:
        from companion.kiosk.views.dominoes.placing import PlacingPanel
        from companion.kiosk.views.dominoes.ready import PressPanel, ReadyPanel
        from companion.kiosk.views.dominoes.showing import ShowingPanel

        for prompt in view.open:
            match prompt:
                case Claim() if prompt.waits:
                    return PressPanel(table, prompt)
                case Place() if prompt.waits:
                    return PlacingPanel(table, prompt)
                case Reveal() if prompt.waits and not prompt.private:
                    return ShowingPanel(table, prompt)
                case Choose() if prompt.waits and prompt.key.startswith("ready/"):
                    return ReadyPanel(table, prompt)
                case _:
                    continue
        return None

    def entering(self, table: TableScene, prompt: Reveal, done: Callable[[str], None]) -> Entering | None:
        from companion.kiosk.views.dominoes.entry import TileEntry

        return TileEntry(self.stage, prompt, done, table.refresh)

    def room(self, rect: pygame.Rect, prompt: Prompt) -> pygame.Rect | None:
        """A panel lies beside the layout, never over it."""
        parts = parts_of(rect, self.stage.theme)
        return parts.card.union(parts.low)

    def ground(self, rect: pygame.Rect, theme: Theme) -> Ground:
        """Return where things lie when the view is painted into `rect`."""
        return ground_in(parts_of(rect, theme).layout, theme.px(10))

    # picture ---------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas, rect: pygame.Rect, view: TableView, now: int, asking: Asking) -> None:
        theme, snap = canvas.theme, view.snapshot
        parts = parts_of(rect, theme)
        ground = self.ground(rect, theme)
        self._parts, self._ground = parts, ground
        away = (self._laying.space,) if self._laying is not None else ()
        last = self._last
        lit = last.space if last is not None and snap["deal"] else ""
        paint_layout(canvas, ground, snap, away, lit)
        self._spots = {f"chip:{chip['chip']}": ground.centre(chip["chip"]) for chip in snap["chips"]}
        self._spots["bank"] = (parts.layout.centerx, parts.layout.y - theme.px(40))
        paint_strip(self.stage, canvas, parts.strip, snap)
        if asking.room is not None:
            return
        if snap["deal"] or not snap["lying_deal"]:
            place = view.seat(last.seat).place if last is not None else -1
            paint_last(self.stage, canvas, parts.card, last, place)
        else:
            paint_result(self.stage, canvas, parts.card, snap)
        paint_low(self.stage, canvas, parts.low, snap)

    def paint_sheet(self, canvas: Canvas, rect: pygame.Rect, view: TableView, seat: Seat) -> None:
        """A seat's chips, and below them its hand where it is open, else the tiles it has laid."""
        super().paint_sheet(canvas, rect, view, seat)
        top = rect.y + canvas.theme.px(112)
        room = pygame.Rect(rect.x, top, rect.width, rect.bottom - top)
        if room.height >= canvas.theme.px(40):
            paint_own(self.stage, canvas, room, view.snapshot, seat.id)

    def paint_rebuild(self, canvas: Canvas, rect: pygame.Rect, view: TableView) -> None:
        """The layout to be laid again, and how many chips and tiles belong to each seat (H4)."""
        theme, snap = canvas.theme, view.snapshot
        parts = parts_of(rect, theme)
        paint_layout(canvas, self.ground(rect, theme), snap)
        x = parts.strip.x
        room = pygame.Rect(x, rect.y, rect.right - x, rect.height)
        pitch = min(theme.px(110), room.height // max(1, len(view.seats)))
        for row, seat in enumerate(view.seats):
            cell = pygame.Rect(room.x, room.y + row * pitch, room.width, pitch - theme.px(10))
            canvas.panel(cell)
            self._paint_rebuilt(canvas, inner(cell, theme.px(12), theme.px(6)), view, seat)

    def _paint_rebuilt(self, canvas: Canvas, inside: pygame.Rect, view: TableView, seat: Seat) -> None:
        theme, line = canvas.theme, self.stage.line
        mine = next(one for one in view.snapshot["seats"] if one["seat"] == seat.id)
        side = min(theme.px(40), inside.height // 2)
        canvas.blit(seat_shape(canvas.box, seat, side), (inside.x, inside.centery - side // 2))
        x = inside.x + side + theme.px(12)
        half = inside.height // 2
        name = pygame.Rect(x, inside.y, inside.right - x, half)
        canvas.text(seat.name, "small_strong", Ink.PAPER, name)
        words = " · ".join(
            (
                line("kiosk.dominoes.chips", count=mine["chips"]),
                line("kiosk.dominoes.seat.tiles", count=mine["tiles"]),
            )
        )
        below = pygame.Rect(x, inside.y + half, inside.right - x, inside.height - half)
        canvas.text(words, "small", Ink.LAMP, below)

    # movement --------------------------------------------------------------------------------------

    def spot(self, account: str) -> tuple[int, int] | None:
        return self._spots.get(account)

    def live(self, now: int) -> list[Sprite]:
        return self._laying.sprites(self.stage.box, now) if self._laying is not None else []

    def land(self) -> None:
        if self._laying is not None:
            self._laying = replace(self._laying, until=0)

    def stale(self, now: int) -> bool:
        if self._laying is None or now < self._laying.until:
            return False
        self._laying = None
        return True
