"""The dice game on the screen: the throw to beat above, the last throw below, and what they are worth."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING

import pygame

from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.layout import inner
from companion.kiosk.motion import ease_out
from companion.kiosk.shapes import shape
from companion.kiosk.theme import Colour, Ink, Motion
from companion.kiosk.tokens import chip_stack, die, die_slot, tilted_die
from companion.kiosk.views.base import Asking, GameView, SeatLine, Tone
from companion.kiosk.views.dice_reading import Box, hand_words, lower_box, upper_box
from companion.table.game import Event
from companion.table.prompts import Prompt, Throw
from companion.table.seats import Seat
from companion.table.text import Text
from companion.table.view import TableView

if TYPE_CHECKING:
    from companion.kiosk.stage import Stage

_TONES: dict[str, tuple[Colour, Colour]] = {
    "good": (Ink.GOOD, (10, 34, 20)),
    "bad": ((214, 98, 86), (44, 8, 6)),
    "plain": (Ink.BRASS, Ink.DARK_TEXT),
}


#: After the last chip of a throw has landed the throw is left in view for so long.
_LOOK_MS = 2500

#: Events whose sentence is shown as a notice: neither the seats' lines nor the boxes show them.
_SAID = frozenset(
    {"cut", "sits_out", "passes", "void", "rebuy", "joins", "leaves", "tie", "pot", "early", "adjusted"}
)


class DiceView(GameView):
    """Draws a position of the dice game; a new throw tumbles in before its hand is named."""

    told = _SAID | {"throw", "won", "lost", "bank"}
    heard: Mapping[str, str] = {"throw": "dice", "lot": "lot", "stakes": "coin"}

    asks_each = True

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._boxes: tuple[Box, Box] = (Box(""), Box(""))
        self._revealed_at: dict[int, int] = {}
        self._spots: dict[str, tuple[int, int]] = {}
        self._dice_rects: dict[int, list[pygame.Rect]] = {}

    # the position -------------------------------------------------------------------------------------

    def take(self, view: TableView, now: int) -> int:
        boxes = (upper_box(self.stage, view), lower_box(self.stage, view))
        thrown = any(event.what == "throw" for event in view.events)
        ends = now
        for index, (old, new) in enumerate(zip(self._boxes, boxes, strict=True)):
            fresh = thrown and new.dice and new.key != old.key
            if fresh and not self._only_moved_up(index, new, view):
                until = now + Motion.REVEAL + Motion.REVEAL_GAP * len(new.dice)
                self._revealed_at[index] = until
                ends = max(ends, until)
            else:
                self._revealed_at.pop(index, None)
        self._boxes = boxes
        return ends

    @staticmethod
    def _only_moved_up(index: int, new: Box, view: TableView) -> bool:
        # The best throw of a pot has just tumbled in below; it is not thrown a second time above.
        return index == 0 and new.key.startswith("best/")

    def looked_at(self, view: TableView) -> int:
        return _LOOK_MS if any(event.what == "throw" for event in view.events) else 0

    def ask(self, view: TableView, prompt: Prompt) -> str:
        if not isinstance(prompt, Throw) or len(prompt.seats) != 1:
            return super().ask(view, prompt)
        name, number = view.seat(prompt.seats[0]).name, self.stage.number(prompt.dice)
        return self.stage.line("kiosk.throw.ask", name=name, number=number)

    def tone(self, event: Event) -> Tone | None:
        if event.what not in _SAID:
            return None
        return "good" if event.what in ("pot", "joins") else "plain"

    def title(self, view: TableView) -> tuple[str, str]:
        line, snap = self.stage.line, view.snapshot
        parts = []
        if snap["round"]:
            parts.append(line("kiosk.dice.round", round=snap["round"], rounds=snap["rounds"]))
        parts.append(line(f"kiosk.dice.variant.{snap['variant']}"))
        return line("kiosk.game.dice"), " · ".join(parts)

    def seat_line(self, view: TableView, seat: Seat) -> SeatLine:
        stage, snap = self.stage, view.snapshot
        mine = next((one for one in snap["seats"] if one["seat"] == seat.id), None)
        if mine is None:
            return SeatLine("")
        delta = mine["delta"] if mine["result"] is not None or mine["role"] == "bank" else 0
        about = self._about(view, mine)
        if self._waits_for_reveal(seat.id):
            about, delta = stage.line("kiosk.dice.seat.threw"), 0
        return SeatLine(str(mine["chips"]), about, delta)

    def _about(self, view: TableView, mine: dict[str, object]) -> str:
        stage, snap = self.stage, view.snapshot
        if mine["sits_out"]:
            return stage.line("kiosk.dice.seat.out")
        if mine["role"] == "bank":
            return stage.line("kiosk.dice.seat.bank")
        if mine["result"] is not None:
            throw = mine["throw"]
            assert isinstance(throw, dict)
            hand = stage.say(Text(f"dice.category.{throw['category']}"))
            return stage.line("kiosk.dice.seat.won" if mine["paid"] else "kiosk.dice.seat.lost", hand=hand)
        if snap["thrower"] == mine["seat"]:
            return stage.line("kiosk.dice.seat.throws")
        if mine["throw"]:
            return hand_words(stage, mine["throw"])[0]  # type: ignore[arg-type]
        if mine["stake"]:
            return stage.line("kiosk.dice.seat.stake", count=mine["stake"])  # type: ignore[arg-type]
        return ""

    def _waits_for_reveal(self, seat: str) -> bool:
        return any(
            self._boxes[index].seat == seat and until > self.stage.now
            for index, until in self._revealed_at.items()
        )

    # picture ------------------------------------------------------------------------------------------

    def spot(self, account: str) -> tuple[int, int] | None:
        return self._spots.get(account)

    def stale(self, now: int) -> bool:
        over = [index for index, until in self._revealed_at.items() if now >= until]
        for index in over:
            del self._revealed_at[index]
        return bool(over)

    def paint(self, canvas: Canvas, rect: pygame.Rect, view: TableView, now: int, asking: Asking) -> None:
        gap = canvas.theme.gap
        high = (rect.height - gap) // 2
        self._spots.clear()
        upper = pygame.Rect(rect.x, rect.y, rect.width, high)
        lower = pygame.Rect(rect.x, rect.bottom - high, rect.width, high)
        self._spots["bank"] = (rect.centerx, rect.y - canvas.theme.px(20))
        self._spots["pot"] = upper.center
        for index, area in enumerate((upper, lower)):
            self._paint_box(canvas, area, self._boxes[index], index, index in self._revealed_at)

    def _paint_box(self, canvas: Canvas, area: pygame.Rect, box: Box, index: int, hidden: bool) -> None:
        theme = canvas.theme
        canvas.panel(area)
        inside = inner(area, theme.px(24), theme.px(16))
        head = pygame.Rect(inside.x, inside.y, inside.width, theme.px(34))
        self._paint_head(canvas, head, box)
        foot = theme.px(46)
        die_room = inside.height - head.height - foot - theme.px(16)
        wide = round(inside.width * 0.68)
        side = min(theme.px(104), die_room, (wide - 4 * theme.px(14)) // 5)
        gap = min(theme.px(18), (wide - 5 * side) // 4)
        y = head.bottom + theme.px(6) + (die_room - side) // 2
        rects = [pygame.Rect(inside.x + n * (side + gap), y, side, side) for n in range(5)]
        self._dice_rects[index] = rects
        for number, spot in enumerate(rects):
            self._paint_die(canvas, spot, box, number, hidden)
        x = rects[-1].right + theme.px(28)
        words = pygame.Rect(
            x, head.bottom - theme.px(4), inside.right - x, inside.bottom - head.bottom + theme.px(4)
        )
        if not hidden:
            self._paint_hand(canvas, words, box)
        low = pygame.Rect(inside.x, inside.bottom - foot, rects[-1].right - inside.x, foot)
        self._paint_stake(canvas, low, box, hidden)

    def _paint_head(self, canvas: Canvas, head: pygame.Rect, box: Box) -> None:
        theme = canvas.theme
        label = canvas.text(
            box.label.upper(), "label", Ink.BRASS, pygame.Rect(head.x, head.y, head.width // 2, head.height)
        )
        if box.place >= 0:
            side = theme.px(24)
            x = label.right + theme.px(16)
            canvas.blit(shape(canvas.box, box.place, side), (x, head.centery - side // 2))
            name = pygame.Rect(
                x + side + theme.px(10), head.y, head.right - x - side - theme.px(10), head.height
            )
            canvas.text(box.name, "body", Ink.TEXT, name)

    def _paint_die(self, canvas: Canvas, spot: pygame.Rect, box: Box, number: int, hidden: bool) -> None:
        theme = canvas.theme
        if hidden or number >= len(box.dice):
            canvas.blit(die_slot(canvas.box, spot.width), spot.topleft)
            return
        lit = number in box.members
        if lit:
            blur = theme.px(10)
            glow = canvas.box.glow(spot.size, spot.width // 5, blur, Ink.LAMP, 150)
            canvas.blit(glow, (spot.x - blur, spot.y - blur))
        else:
            blur = theme.px(6)
            canvas.blit(
                canvas.box.shadow(spot.size, spot.width // 5, blur),
                (spot.x - blur, spot.y - blur + theme.px(3)),
            )
        canvas.blit(die(canvas.box, box.dice[number], spot.width, number in box.members), spot.topleft)
        if lit:
            ring = canvas.box.ring(spot.size, round(spot.width * 0.2), max(2, theme.px(4)), Ink.LAMP)
            canvas.blit(ring, spot.topleft)

    def _paint_hand(self, canvas: Canvas, words: pygame.Rect, box: Box) -> None:
        if not box.title:
            return
        theme = canvas.theme
        title_high = canvas.type.height("hand")
        title = pygame.Rect(words.x, words.y, words.width, title_high)
        canvas.text(box.title, "hand", Ink.PAPER, title)
        below = pygame.Rect(words.x, title.bottom - theme.px(4), words.width, canvas.type.height("lead"))
        canvas.text(box.below, "lead", Ink.LAMP, below)
        rest = pygame.Rect(
            words.x, below.bottom + theme.px(6), words.width, words.bottom - below.bottom - theme.px(6)
        )
        if box.pill:
            self._paint_pill(canvas, rest, box)
        elif box.note:
            canvas.paragraph(box.note, "small", Ink.MUTED, rest)

    @staticmethod
    def _paint_pill(canvas: Canvas, rest: pygame.Rect, box: Box) -> None:
        theme, (fill, ink) = canvas.theme, _TONES[box.tone]
        high = min(rest.height, theme.px(46))
        wide = min(rest.width, canvas.width(box.pill, "strong") + theme.px(40))
        spot = pygame.Rect(rest.x, rest.y + theme.px(8), wide, high)
        canvas.panel(spot, top=fill, low=fill, edge=None, radius=high // 2, shadow=False)
        canvas.text(box.pill, "strong", ink, spot.inflate(-theme.px(28), 0), "middle")

    def _paint_stake(self, canvas: Canvas, low: pygame.Rect, box: Box, hidden: bool) -> None:
        theme = canvas.theme
        wide = theme.px(52)
        x = low.x
        if box.stake > 0:
            stack = chip_stack(canvas.box, box.stake, wide, low.height + theme.px(4))
            canvas.blit(stack, (x, low.bottom - stack.get_height()))
        if box.account:
            self._spots[box.account] = (x + wide // 2, low.bottom - theme.px(14))
        if not box.stake_words and not box.paid_words:
            return
        if box.stake > 0:
            x += wide + theme.px(14)
        room = pygame.Rect(x, low.y, low.right - x, low.height)
        if box.stake_words:
            drawn = canvas.text(box.stake_words, "body", Ink.MUTED, room)
            room = pygame.Rect(
                drawn.right + theme.px(24), low.y, low.right - drawn.right - theme.px(24), low.height
            )
        if box.paid_words and not hidden and room.width > theme.px(40):
            canvas.text(box.paid_words, "body", Ink.TEXT, room)

    # movement -----------------------------------------------------------------------------------------

    def land(self) -> None:
        self._revealed_at = dict.fromkeys(self._revealed_at, 0)

    def live(self, now: int) -> list[Sprite]:
        sprites = []
        for index, until in self._revealed_at.items():
            begun = until - Motion.REVEAL - Motion.REVEAL_GAP * 5
            box = self._boxes[index]
            for number, spot in enumerate(self._dice_rects.get(index, ())):
                if number < len(box.dice):
                    sprites.append(
                        self._tumbling(box, number, spot, now - begun - Motion.REVEAL_GAP * number)
                    )
        return sprites

    def _tumbling(self, box: Box, number: int, spot: pygame.Rect, passed: int) -> Sprite:
        """A die on its way: it falls in turning, shows other faces, and comes to rest on its own."""
        share = ease_out(passed / Motion.REVEAL)
        if share >= 1.0:
            return Sprite(die(self.stage.box, box.dice[number], spot.width), spot.topleft)
        step = max(0, passed // 70)
        face = box.dice[number] if share > 0.8 else random.Random(f"{box.key}{number}{step}").randint(1, 6)
        turn = round((1.0 - share) * (240 if number % 2 else -240) / 12) * 12
        surface = tilted_die(self.stage.box, face, spot.width, turn)
        drop = round((1.0 - share) * self.stage.theme.px(90))
        at = surface.get_rect(center=(spot.centerx, spot.centery - drop))
        return Sprite(surface, at.topleft)
