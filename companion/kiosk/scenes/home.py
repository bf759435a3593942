"""Home: what is there to play, and what waits to be gone on with."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future

import pygame

from companion.games import GAMES
from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.frame import Bar, Hint, body_rect, header_rect
from companion.kiosk.keeper import Kept
from companion.kiosk.layer import Scene
from companion.kiosk.listing import Entry, Listing
from companion.kiosk.shapes import shape
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink
from companion.kiosk.tokens import PIPS, chip_stack, die, tilted_die
from companion.kiosk.views import VIEWS
from companion.kiosk.wall_clock import clock_sprite


class HomeScene(Scene):
    """The first screen."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._kept: Sequence[Kept] = ()
        self._asked: Future[tuple[Kept, ...]] | None = stage.keeper.list()
        self._moved = False
        self._list = Listing(self._entries())

    def again(self) -> Scene:
        return HomeScene(self.stage)

    def enter(self) -> None:
        if self.stage.sight is not None:
            self.stage.sight.rest()
        for said in self.stage.keeper.notices():
            self.stage.notice(self.stage.say(said), "bad", 9000)

    def bar(self) -> Bar:
        line = self.stage.line
        hints = (Hint("ok", line("kiosk.hint.choose")), Hint("up", ""), Hint("down", ""))
        return Bar(line("kiosk.home.ask"), line("kiosk.home.below"), hints=hints)

    def tick(self, now: int) -> None:
        if self._asked is None or not self._asked.done():
            return
        asked, self._asked = self._asked, None
        kept = self.stage.keeper.taken(asked, self.stage)
        self._kept = kept if kept is not None else ()
        # Whoever has not looked around yet finds the unfinished session in focus.
        if self._moved:
            self._list.renew(self._entries())
        else:
            self._list = Listing(self._entries())
        self.stale = True

    def push(self, push: Push) -> None:
        self._moved = True
        if self._list.push(push.button):
            self.stale = True

    def typed(self, typed: Typed) -> None:
        if typed.key == "escape":
            self.stage.quit()

    def live(self, now: int) -> Sequence[Sprite]:
        return clock_sprite(self.stage)

    # entries ---------------------------------------------------------------------------------------

    def _entries(self) -> list[Entry]:
        line = self.stage.line
        waiting = [kept for kept in self._kept if not kept.finished and kept.game in VIEWS]
        entries = []
        if waiting:
            latest = waiting[0]
            entries.append(
                Entry(
                    "go on",
                    line("kiosk.home.go_on"),
                    lambda: self._go_on(latest),
                    latest.about(self.stage),
                    icon=_lantern,
                )
            )
        for game in (game for game in GAMES if game in VIEWS):
            entries.append(
                Entry(
                    game,
                    line(f"kiosk.game.{game}"),
                    lambda game=game: self._play(game),  # type: ignore[misc]
                    line(f"kiosk.game.{game}.about"),
                    icon=_ICONS.get(game),
                )
            )
        if len(waiting) > 1:
            words = line("kiosk.home.waiting.about", count=len(waiting))
            entries.append(
                Entry("waiting", line("kiosk.home.waiting"), lambda: self._sessions(False), words, icon=_pile)
            )
        entries.append(
            Entry(
                "evenings",
                line("kiosk.home.history"),
                lambda: self._sessions(True),
                line("kiosk.home.history.about"),
                icon=_book,
            )
        )
        entries.append(
            Entry(
                "settings",
                line("kiosk.home.settings"),
                self._settings,
                line("kiosk.home.settings.about"),
                icon=_wheel,
            )
        )
        entries.append(
            Entry("quit", line("kiosk.home.quit"), self.stage.quit, line("kiosk.home.quit.about"), icon=_door)
        )
        return entries

    def _play(self, game: str) -> None:
        from companion.kiosk.scenes.seats import SeatsScene

        self.stage.go(SeatsScene(self.stage, game))

    def _go_on(self, kept: Kept) -> None:
        from companion.kiosk.scenes.opening import OpeningScene

        self.stage.go(OpeningScene(self.stage, self.stage.keeper.resume(kept.session)))

    def _sessions(self, finished: bool) -> None:
        from companion.kiosk.scenes.sessions import SessionsScene

        self.stage.go(SessionsScene(self.stage, finished))

    def _settings(self) -> None:
        from companion.kiosk.scenes.settings import SettingsScene

        self.stage.go(SettingsScene(self.stage, self))

    # picture ---------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        theme, line = self.stage.theme, self.stage.line
        body = body_rect(theme)
        left = pygame.Rect(
            body.x, header_rect(theme).y, round(body.width * 0.4), body.bottom - header_rect(theme).y
        )
        self._paint_sign(
            canvas, left, line("kiosk.home.name"), line("kiosk.home.kind"), line("kiosk.home.motto")
        )
        x = left.right + theme.px(40)
        room = pygame.Rect(x, body.y, body.right - x, body.height)
        high = theme.px(96)
        gap = theme.px(14)
        count = len(self._list.entries)
        whole = min(room.height, count * (high + gap) - gap)
        room = pygame.Rect(room.x, room.y + (room.height - whole) // 2, room.width, whole)
        self._list.paint(canvas, room, high, gap)

    def _paint_sign(self, canvas: Canvas, area: pygame.Rect, name: str, kind: str, motto: str) -> None:
        theme = self.stage.theme
        middle = area.centery
        high = canvas.type.height("huge")
        top = middle - high - theme.px(20)
        canvas.text(name, "huge", Ink.BRASS, pygame.Rect(area.x, top, area.width, high))
        second = canvas.type.height("display")
        at = pygame.Rect(area.x, top + round(high * 0.84), area.width, second)
        drawn = canvas.text(kind, "display", Ink.PAPER, at)
        canvas.surface.fill(Ink.BRASS, (area.x, drawn.bottom + theme.px(8), theme.px(72), theme.px(3)))
        below = pygame.Rect(area.x, drawn.bottom + theme.px(22), area.width, theme.px(92))
        canvas.paragraph(motto, "body", Ink.MUTED, below)
        size = theme.px(74)
        y = top - size - theme.px(28)
        for index, face in enumerate((1, 1, 5, 5, 3)):
            tilted = tilted_die(canvas.box, face, size, (8, -6, 11, -9, 5)[index], face != 3)
            rise = theme.px((0, 12, -4, 8, 0)[index])
            canvas.centred(
                tilted, (area.x + size // 2 + index * round(size * 1.16) + theme.px(6), y + size // 2 + rise)
            )


def _centre(canvas: Canvas, surface: pygame.Surface, rect: pygame.Rect) -> None:
    canvas.centred(surface, rect.center)


def _dice(canvas: Canvas, rect: pygame.Rect) -> None:
    side = round(rect.width * 0.6)
    canvas.blit(die(canvas.box, 5, side), (rect.right - side, rect.y))
    canvas.blit(die(canvas.box, 1, side), (rect.x, rect.bottom - side))


def _lantern(canvas: Canvas, rect: pygame.Rect) -> None:
    _centre(canvas, chip_stack(canvas.box, 6, round(rect.width * 0.86), rect.height), rect)


def _pile(canvas: Canvas, rect: pygame.Rect) -> None:
    side = round(rect.width * 0.44)
    for index, place in enumerate((0, 1, 2, 3)):
        spot = (rect.x + index % 2 * (side + 4), rect.y + index // 2 * (side + 4))
        canvas.blit(shape(canvas.box, place, side), spot)


def _book(canvas: Canvas, rect: pygame.Rect) -> None:
    page = pygame.Rect(rect.x, rect.y, round(rect.width * 0.8), rect.height)
    page.centerx = rect.centerx
    canvas.blit(canvas.box.panel(page.size, page.width // 10, Ink.PAPER, Ink.PAPER_LOW), page.topleft)
    for row in range(4):
        wide = round(page.width * (0.7, 0.56, 0.64, 0.4)[row])
        line = canvas.box.rounded((wide, max(2, page.height // 16)), 2, Ink.BRASS_DARK)
        canvas.blit(line, (page.x + page.width // 7, page.y + round(page.height * (0.2 + 0.18 * row))))


def _door(canvas: Canvas, rect: pygame.Rect) -> None:
    frame = pygame.Rect(0, 0, round(rect.width * 0.62), rect.height)
    frame.center = rect.center
    canvas.blit(
        canvas.box.panel(frame.size, frame.width // 8, (96, 70, 40), (66, 48, 28), Ink.BRASS_DARK, 2),
        frame.topleft,
    )
    knob = canvas.box.disc(max(4, frame.width // 6), Ink.LAMP)
    canvas.blit(knob, (frame.right - frame.width // 3, frame.centery))


def _wheel(canvas: Canvas, rect: pygame.Rect) -> None:
    """Three sliders, as on an old mixing desk."""
    for row, share in enumerate((0.7, 0.3, 0.55)):
        y = rect.y + round(rect.height * (0.22 + 0.28 * row))
        high = max(3, rect.height // 14)
        canvas.blit(canvas.box.rounded((rect.width, high), high // 2, Ink.EDGE), (rect.x, y - high // 2))
        lit = max(high, round(rect.width * share))
        canvas.blit(canvas.box.rounded((lit, high), high // 2, Ink.BRASS), (rect.x, y - high // 2))
        canvas.centred(canvas.box.disc(rect.height // 5, Ink.LAMP), (rect.x + lit, y))


def _creek(canvas: Canvas, rect: pygame.Rect) -> None:
    """Nuggets of gold in a stream."""
    water = pygame.Rect(rect.x, rect.y, rect.width, rect.height)
    canvas.blit(
        canvas.box.panel(water.size, rect.width // 5, (40, 96, 140), (22, 58, 96), Ink.EDGE), water.topleft
    )
    for x, y, size in ((0.3, 0.58, 0.36), (0.66, 0.68, 0.28), (0.55, 0.32, 0.22)):
        side = max(4, round(rect.width * size))
        spot = (rect.x + round(rect.width * x) - side // 2, rect.y + round(rect.height * y) - side // 2)
        low = round(side * 0.8)
        canvas.blit(canvas.box.panel((side, low), low // 2, Ink.LAMP, Ink.BRASS, Ink.BRASS_DARK), spot)


def _domino(canvas: Canvas, rect: pygame.Rect) -> None:
    wide = round(rect.width * 0.46)
    tile = pygame.Rect(0, 0, wide, 2 * wide)
    tile.center = rect.center
    canvas.blit(
        canvas.box.panel(tile.size, wide // 6, Ink.PAPER, Ink.PAPER_LOW, Ink.BRASS_DARK), tile.topleft
    )
    for half, face in enumerate((3, 4)):
        pip = max(3, round(wide * 0.2))
        for x, y in PIPS[face]:
            spot = (tile.x + round(x * wide) - pip // 2, tile.y + half * wide + round(y * wide) - pip // 2)
            canvas.blit(canvas.box.disc(pip, (28, 30, 38)), spot)
    canvas.surface.fill(
        Ink.BRASS_DARK, (tile.x + wide // 8, tile.centery, wide - wide // 4, max(1, wide // 20))
    )


def _ace(canvas: Canvas, rect: pygame.Rect) -> None:
    """The ace of spades before a card that lies face down."""
    # The patience's own drawings are loaded only where they are shown.
    from companion.kiosk.views.patience.faces import back, card_size
    from companion.kiosk.views.patience.suits import suit_sign

    width = round(rect.width * 0.56)
    size = card_size(width)
    canvas.blit(back(canvas.box, width), (rect.x + round(rect.width * 0.06), rect.centery - size[1] // 2))
    front = pygame.Rect(rect.right - width - round(rect.width * 0.06), 0, *size)
    front.centery = rect.centery
    radius = max(3, width // 9)
    canvas.blit(canvas.box.panel(size, radius, Ink.PAPER, Ink.PAPER_LOW, Ink.BRASS_DARK), front.topleft)
    canvas.centred(suit_sign(canvas.box, "S", round(width * 0.66)), front.center)


_ICONS = {"dice": _dice, "goldrush": _creek, "dominoes": _domino, "patience": _ace}
