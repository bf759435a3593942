"""Seats: who plays.  A press of one's own button sits down; a press of the same button gets up again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pygame

from companion.games import house_rules, seat_limits
from companion.kiosk.acts import Push, Typed
from companion.kiosk.bot_seats import BOT_GAMES, BotSeats
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.frame import Bar, body_rect, choice_hints, draw_cap, draw_header
from companion.kiosk.layer import Scene
from companion.kiosk.layout import grid, inner
from companion.kiosk.naming import NamingLayer
from companion.kiosk.shapes import EMPTY, shape
from companion.kiosk.stage import Stage
from companion.kiosk.theme import SEAT_INKS, Ink
from companion.kiosk.wall_clock import clock_sprite, clock_width
from companion.table.faults import Fault
from companion.table.house_rules import HouseRule, check_rules
from companion.table.refusals import Refused
from companion.table.seats import LOOKS, MOST_SEATS, Seat, clean_name, seat_id

#: Where the focus can be, after the eight places.
RULES, START = MOST_SEATS, MOST_SEATS + 1


def seats_from_names(names: Mapping[int, str]) -> tuple[Seat, ...]:
    """Return the seats of the named places, clockwise; raises `Refused` for names that cannot be used."""
    seats: list[Seat] = []
    for place in sorted(names):
        tidy = clean_name(names[place], [seat.name for seat in seats])
        seats.append(Seat(seat_id(tidy, place, [seat.id for seat in seats]), tidy, place))
    return tuple(seats)


class SeatsScene(Scene):
    """Eight places around the table, the way to the house rules, and the start."""

    def __init__(
        self,
        stage: Stage,
        game: str,
        names: Mapping[int, str] | None = None,
        rules: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(stage)
        self.game = game
        self.names: dict[int, str] = dict(names or {})
        #: The places that a bot plays.
        self.bots: set[int] = {place for place, name in self.names.items() if self._is_bot(name)}
        #: What can be agreed on, as it was when the edition was last looked at.
        self.agreed: tuple[HouseRule, ...] = house_rules(game)
        self.rules: dict[str, Any] = check_rules(self.agreed, {})
        self._take_rules(rules or {})
        self._least, self._most = seat_limits(game)
        self._focus = START

    def _is_bot(self, name: str) -> bool:
        return self.game in BOT_GAMES and self.stage.bots is not None and name in self.stage.bots

    def agree(self, id: str, value: Any) -> None:
        """Set a house rule; raises `Fault` where that cannot be, and leaves the rules as they are.

        Another edition brings its own usual rules; what was changed from the usual stays changed.
        """
        usual = {rule.id: rule.default for rule in self.agreed}
        changed = {name: set_to for name, set_to in self.rules.items() if set_to != usual.get(name)}
        given = {**changed, id: value}
        agreed = house_rules(self.game, given)
        self.rules, self.agreed = check_rules(agreed, given), agreed

    def _take_rules(self, given: Mapping[str, Any]) -> None:
        """Begin with rules agreed on before; the usual ones stay where they cannot be had any more."""
        try:
            agreed = house_rules(self.game, given)
            self.rules, self.agreed = check_rules(agreed, given), agreed
        except (Fault, Refused) as no:
            self.stage.notice(self.stage.say(no.say), "bad", 8000)

    @property
    def ready(self) -> bool:
        return self._least <= len(self.names) <= self._most

    def bar(self) -> Bar:
        line, count = self.stage.line, len(self.names)
        if self.ready:
            ready = "kiosk.seats.ready" if self._focus == START else "kiosk.seats.ready.elsewhere"
            sentence, below = line(ready, count=count), line("kiosk.seats.ready.below")
        else:
            sentence, below = (
                line("kiosk.seats.ask"),
                line("kiosk.seats.ask.below", least=self._least, most=self._most),
            )
        if self._focus < MOST_SEATS:
            ok = line("kiosk.hint.name" if self._focus in self.names else "kiosk.hint.join")
        else:
            ok = line("kiosk.hint.rules" if self._focus == RULES else "kiosk.hint.start")
        hints = choice_hints(ok, line("kiosk.hint.home"))
        return Bar(sentence, below, hints=hints)

    # what people do ----------------------------------------------------------------------------------

    def push(self, push: Push) -> None:
        self.stale = True
        place = push.place
        if place is not None:
            self._toggle(place)
        elif push.button in ("up", "down"):
            self._focus = (self._focus + (-1 if push.button == "up" else 1)) % (START + 1)
        elif push.button == "ok":
            self._press_focus()
        elif push.button == "back":
            self._home()

    def typed(self, typed: Typed) -> None:
        self.stale = True
        if typed.key == "escape":
            self._home()
        elif typed.key in ("left", "right", "tab"):
            self._focus = (self._focus + (-1 if typed.key == "left" else 1)) % (START + 1)
        elif typed.text:
            place = self._first_free()
            if place is not None:
                self._ask_name(place, typed.text)

    def _press_focus(self) -> None:
        if self._focus == START:
            self._start()
        elif self._focus == RULES:
            self._to_rules()
        elif self._focus in self.names:
            self._ask_name(self._focus)
        else:
            self._toggle(self._focus)

    def _touch(self, place: int) -> None:
        self._focus = place
        self.stale = True
        if place in self.names:
            self._ask_name(place)
        else:
            self._toggle(place)

    def _toggle(self, place: int) -> None:
        if place in self.names:
            self._free(place)
        elif len(self.names) >= self._most:
            self.stage.notice(self.stage.line("kiosk.seats.full", most=self._most), "bad")
        else:
            self.names[place] = self._usual(place)

    def _free(self, place: int) -> None:
        self.names.pop(place, None)
        self.bots.discard(place)
        self.stale = True

    def _usual(self, place: int) -> str:
        usual = self.stage.line("kiosk.seats.usual", number=place + 1)
        taken = {name.casefold() for name in self.names.values()}
        return usual if usual.casefold() not in taken else f"{usual}+"

    def _first_free(self) -> int | None:
        return next((place for place in range(MOST_SEATS) if place not in self.names), None)

    def _ask_name(self, place: int, begun: str | None = None) -> None:
        current = self.names.get(place)
        taken = [name for other, name in self.names.items() if other != place]

        def named(name: str) -> None:
            self.names[place] = name
            if self._is_bot(name):
                self.bots.add(place)
            self.stale = True

        def bot() -> None:
            (self.bots.discard if place in self.bots else self.bots.add)(place)
            self.stale = True

        start = begun if begun is not None else current or ""
        seated = current is not None
        self.open(
            NamingLayer(
                self.stage,
                place,
                start,
                taken,
                named,
                (lambda: self._free(place)) if seated else None,
                (bot, place in self.bots) if seated and self.game in BOT_GAMES else None,
            )
        )

    def _to_rules(self) -> None:
        from companion.kiosk.scenes.rules import RulesScene

        # Once they are chosen there is nothing left but to start.
        self._focus = START
        self.stage.go(RulesScene(self.stage, self))

    def _home(self) -> None:
        from companion.kiosk.scenes.home import HomeScene

        self.stage.go(HomeScene(self.stage))

    def _start(self) -> None:
        if not self.ready:
            self.stage.notice(
                self.stage.line("kiosk.seats.ask.below", least=self._least, most=self._most), "bad"
            )
            return
        try:
            seats = seats_from_names(self.names)
        except Refused as no:
            self.stage.notice(self.stage.say(no.say), "bad")
            return
        from companion.kiosk.scenes.opening import OpeningScene

        bots = tuple(self.names[place].strip() for place in sorted(self.bots))
        self.stage.bots = BotSeats(bots) if bots else None
        self.stage.go(OpeningScene(self.stage, self.stage.keeper.start(self.game, seats, self.rules)))

    # picture -----------------------------------------------------------------------------------------

    def live(self, now: int) -> Sequence[Sprite]:
        return clock_sprite(self.stage)

    def paint(self, canvas: Canvas) -> None:
        theme, line = self.stage.theme, self.stage.line
        draw_header(
            canvas, line(f"kiosk.game.{self.game}"), line("kiosk.seats.about"), clock_width(self.stage)
        )
        body = body_rect(theme)
        foot = theme.px(84)
        places = pygame.Rect(body.x, body.y + theme.px(4), body.width, body.height - foot - theme.gap)
        for place, cell in enumerate(grid(places, 4, 2, theme.gap)):
            self._paint_place(canvas, place, cell)
        low = pygame.Rect(body.x, body.bottom - foot, body.width, foot)
        cells = grid(low, 2, 1, theme.gap)
        self._paint_choice(
            canvas, RULES, cells[0], line("kiosk.seats.rules"), self._rules_about(), self._to_rules
        )
        about = line("kiosk.seats.start.about", count=len(self.names))
        self._paint_choice(
            canvas, START, cells[1], line("kiosk.seats.start"), about, self._start, faint=not self.ready
        )

    def _paint_place(self, canvas: Canvas, place: int, cell: pygame.Rect) -> None:
        theme, joined, lit = self.stage.theme, place in self.names, self._focus == place
        if joined:
            ink = SEAT_INKS[LOOKS[place][0]]
            tint = (
                (Ink.PANEL[0] * 4 + ink[0]) // 5,
                (Ink.PANEL[1] * 4 + ink[1]) // 5,
                (Ink.PANEL[2] * 4 + ink[2]) // 5,
            )
            canvas.panel(cell, top=tint, low=Ink.PANEL_LOW, edge=ink, lit=False)
        else:
            canvas.panel(cell, top=Ink.NIGHT, low=Ink.DEEP, edge=EMPTY, shadow=False)
        if lit:
            ring = canvas.box.ring(cell.size, theme.radius, max(2, theme.px(4)), Ink.LAMP)
            canvas.blit(ring, cell.topleft)
        cap = theme.px(34)
        draw_cap(
            canvas, f"seat{place + 1}", pygame.Rect(cell.x + theme.px(12), cell.y + theme.px(12), cap, cap)
        )
        name_high = max(canvas.type.height("strong"), theme.px(40))
        side = min(theme.px(96), cell.height - name_high - theme.px(36))
        centre = (cell.centerx, cell.y + (cell.height - name_high) // 2 + theme.px(2))
        colour = None if joined else EMPTY
        canvas.centred(shape(canvas.box, place, side, colour), centre)
        words = self.names.get(place) or self.stage.line("kiosk.seats.press", number=place + 1)
        if place in self.bots:
            tag = pygame.Rect(cell.right - theme.px(112), cell.y + theme.px(12), theme.px(100), cap)
            canvas.text(self.stage.line("kiosk.seats.bot"), "small_strong", Ink.LAMP, tag, "right")
        label = pygame.Rect(cell.x, cell.bottom - name_high - theme.px(8), cell.width, name_high)
        canvas.text(
            words,
            "strong" if joined else "small",
            Ink.PAPER if joined else Ink.MUTED,
            inner(label, theme.px(12), 0),
            "middle",
        )
        canvas.hot(f"place {place}", cell, lambda: self._touch(place))

    def _paint_choice(
        self,
        canvas: Canvas,
        focus: int,
        cell: pygame.Rect,
        title: str,
        about: str,
        act: Any,
        faint: bool = False,
    ) -> None:
        theme = self.stage.theme
        canvas.panel(cell, lit=self._focus == focus)
        inside = inner(cell, theme.px(24), theme.px(8))
        high = inside.height // 2
        ink = Ink.MUTED if faint else Ink.PAPER
        canvas.text(title, "strong", ink, pygame.Rect(inside.x, inside.y, inside.width, high))
        canvas.text(about, "small", Ink.MUTED, pygame.Rect(inside.x, inside.y + high, inside.width, high))

        def touched() -> None:
            self._focus = focus
            self.stale = True
            act()

        canvas.hot("rules" if focus == RULES else "start", cell, touched)

    def _rules_about(self) -> str:
        changed = [rule for rule in self.agreed if self.rules[rule.id] != rule.default]
        if not changed:
            return self.stage.line("kiosk.seats.rules.usual")
        names = ", ".join(self.stage.say(rule.say) for rule in changed[:3])
        return self.stage.line("kiosk.seats.rules.changed", count=len(changed), names=names)
