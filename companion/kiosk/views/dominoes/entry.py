"""Entering a tile by hand: only tiles that are not on the layout, drawn as they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from typing import Any

import pygame

from companion.kiosk.canvas import Canvas
from companion.kiosk.frame import Hint
from companion.kiosk.layout import inner
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink
from companion.kiosk.views.dominoes.beside import ends_of
from companion.kiosk.views.dominoes.tiles import corner, tile
from companion.table.prompts import Reveal

#: So many ends there are on a tile's half, blank included.
_ENDS = 7


class TileEntry:
    """Tiles to choose from: UP and DOWN go through them, two digits choose one, a touch takes one.

    A digit is a seat's button: 1 to 6 for as many pips, 7 for a blank.  Tiles that fit nowhere just now stand
    dim among the others and say why when they are taken.
    """

    def __init__(
        self,
        stage: Stage,
        prompt: Reveal,
        done: Callable[[str], None],
        changed: Callable[[], None],
        held: frozenset[str] | None = None,
    ) -> None:
        self._stage = stage
        self._prompt = prompt
        self._done = done
        self._changed = changed
        fitting = set(prompt.known)
        refused = {
            id for id, why in prompt.because.items() if id not in fitting and why.id.endswith("nowhere")
        }
        offered = fitting | refused
        if held is not None:
            offered &= held
        self.tiles = sorted(offered)
        self.at = next((index for index, id in enumerate(self.tiles) if id in fitting), 0)
        self._digit: int | None = None

    def begin_at(self, seen: Sequence[str]) -> None:
        """Choose the first of some tiles that can be chosen: what the camera was not sure of."""
        self.at = next((self.tiles.index(id) for id in seen if id in self.tiles), self.at)

    # what people do --------------------------------------------------------------------------------

    def push(self, button: str) -> bool:
        if button == "back":
            return False
        if button in ("up", "down") and self.tiles:
            self.at = (self.at + (-1 if button == "up" else 1)) % len(self.tiles)
            self._digit = None
        elif button == "ok" and self.tiles:
            self._take(self.at)
        elif button.startswith("seat"):
            self._type(int(button.removeprefix("seat")) % _ENDS)
        return True

    def _type(self, end: int) -> None:
        """The first digit goes to the first tile with that end, the second to the one tile with both."""
        if self._digit is None:
            self._digit = end
            wanted = next((i for i, id in enumerate(self.tiles) if end in ends_of(id)), None)
        else:
            both, self._digit = sorted((self._digit, end)), None
            id = f"{both[0]}-{both[1]}"
            wanted = self.tiles.index(id) if id in self.tiles else None
            if wanted is None:
                why = self._prompt.because.get(id)
                words = (
                    self._stage.say(why) if why else self._stage.line("kiosk.dominoes.entry.none", tile=id)
                )
                self._stage.notice(words, "bad", 6000)
        if wanted is not None:
            self.at = wanted

    def _take(self, index: int) -> None:
        self.at, id = index, self.tiles[index]
        self._changed()
        why = self._prompt.because.get(id)
        if why is not None and id not in self._prompt.known:
            self._stage.notice(self._stage.say(why), "bad", 6000)
        else:
            self._done(id)

    def hints(self) -> tuple[Hint, ...]:
        line = self._stage.line
        return (
            Hint("ok", line("kiosk.hint.choose")),
            Hint("up", ""),
            Hint("down", ""),
            Hint("back", line("kiosk.hint.before")),
        )

    # picture ---------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        theme, line = canvas.theme, self._stage.line
        canvas.panel(rect, edge=Ink.BRASS)
        inside = inner(rect, theme.px(18), theme.px(12))
        high = canvas.type.height("label")
        canvas.text(
            line("kiosk.dominoes.entry").upper(),
            "label",
            Ink.BRASS,
            pygame.Rect(inside.x, inside.y, inside.width, high),
        )
        low = canvas.type.height("small")
        foot = pygame.Rect(inside.x, inside.bottom - low, inside.width, low)
        canvas.text(line("kiosk.dominoes.entry.digits"), "small", Ink.MUTED, foot)
        top = inside.y + high + theme.px(8)
        room = pygame.Rect(inside.x, top, inside.width, foot.y - theme.px(6) - top)
        self._paint_tiles(canvas, room)

    def _paint_tiles(self, canvas: Canvas, room: pygame.Rect) -> None:
        if not self.tiles:
            return
        across, long = best_grid(len(self.tiles), room)
        rows = -(-len(self.tiles) // across)
        pitch_x, pitch_y = room.width / across, min(room.height / rows, long * 1.3)
        top = room.y + (room.height - pitch_y * rows) / 2
        for index, id in enumerate(self.tiles):
            row, column = divmod(index, across)
            cell = pygame.Rect(0, 0, int(pitch_x), int(pitch_y))
            cell.center = (
                round(room.x + (column + 0.5) * pitch_x),
                round(top + (row + 0.5) * pitch_y),
            )
            self._paint_one(canvas, cell, index, id, long)

    def _paint_one(self, canvas: Canvas, cell: pygame.Rect, index: int, id: str, long: int) -> None:
        spot = pygame.Rect(0, 0, long // 2, long)
        spot.center = cell.center
        if index == self.at:
            blur = max(4, long // 6)
            glow = canvas.box.glow(spot.size, corner(long), blur, Ink.LAMP, 230)
            canvas.blit(glow, (spot.x - blur, spot.y - blur))
        fits = id in self._prompt.known
        canvas.blit(tile(canvas.box, ends_of(id), long, False, "plain" if fits else "dim"), spot.topleft)
        if index == self.at:
            width = max(2, long // 28)
            grown = spot.inflate(2 * width + 2, 2 * width + 2)
            canvas.blit(canvas.box.ring(grown.size, corner(long) + width, width, Ink.LAMP), grown.topleft)
        canvas.hot(f"tile {id}", cell, lambda: self._take(index))


def best_grid(count: int, room: pygame.Rect) -> tuple[int, int]:
    """Return how many upright tiles stand in a row, and how long they are, as large as can be."""
    best = (1, 0)
    for across in range(1, count + 1):
        rows = -(-count // across)
        long = int(min(room.height / rows * 0.86, room.width / across * 0.78 * 2)) // 2 * 2
        if long > best[1]:
            best = (across, long)
    return best[0], min(best[1], 200)


class HandEntry:
    """The seat's own hand, where the companion has dealt it: covered until the seat says that it looks alone.

    `ask` asks the session for what the seat alone may see; `look` takes what has come of that.
    """

    def __init__(
        self,
        stage: Stage,
        prompt: Reveal,
        done: Callable[[str], None],
        changed: Callable[[], None],
        ask: Callable[[], Future[Any]],
        name: str,
    ) -> None:
        self._stage = stage
        self._prompt = prompt
        self._done = done
        self._changed = changed
        self._ask = ask
        self._name = name
        self._asked: Future[Any] | None = None
        self.entry: TileEntry | None = None

    @property
    def covered(self) -> bool:
        """Whether nobody has asked to see the hand yet."""
        return self.entry is None and self._asked is None

    def push(self, button: str) -> bool:
        if self.entry is not None:
            return self.entry.push(button)
        if button == "ok":
            self._uncover()
        return button != "back"

    def _uncover(self) -> None:
        if self._asked is None:
            self._asked = self._ask()

    def look(self) -> bool:
        """Take the hand once the session has told it; return whether it has just come."""
        if self.entry is not None or self._asked is None or not self._asked.done():
            return False
        seen, self._asked = self._asked.result(timeout=0), None
        hand = next((one["hand"] for one in seen["seats"] if one["seat"] in self._prompt.seats), None)
        self.entry = TileEntry(
            self._stage, self._prompt, self._done, self._changed, None if hand is None else frozenset(hand)
        )
        return True

    def hints(self) -> tuple[Hint, ...]:
        if self.entry is not None:
            return self.entry.hints()
        line = self._stage.line
        return Hint("ok", line("kiosk.hint.uncover")), Hint("back", line("kiosk.hint.before"))

    def paint(self, canvas: Canvas, rect: pygame.Rect) -> None:
        if self.entry is not None:
            self.entry.paint(canvas, rect)
            return
        theme = canvas.theme
        canvas.panel(rect, top=Ink.DEEP, low=Ink.NIGHT, edge=Ink.BRASS)
        words = rect.inflate(-theme.px(80), -theme.px(60))
        line = self._stage.line("kiosk.dominoes.hand.covered", name=self._name)
        canvas.paragraph(line, "lead", Ink.TEXT, words, "middle", True)
        canvas.hot("uncover", rect, self._uncover)
