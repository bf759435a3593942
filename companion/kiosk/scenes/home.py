"""Home: the four games, what waits to be gone on with, and the rest of the house."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future

import pygame

from companion.games import GAMES
from companion.kiosk import home_icons as icons
from companion.kiosk.acts import Push, Typed
from companion.kiosk.annals_icons import laurel
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.frame import Bar, Hint, body_rect, header_rect
from companion.kiosk.keeper import Kept
from companion.kiosk.layer import Scene
from companion.kiosk.layout import columns, grid, inner
from companion.kiosk.listing import Entry, Icon, Listing
from companion.kiosk.menu import MenuLayer
from companion.kiosk.stage import Stage
from companion.kiosk.theme import LEAST_TYPE, Ink
from companion.kiosk.tokens import tilted_die
from companion.kiosk.views import VIEWS
from companion.kiosk.wall_clock import clock_sprite

#: What stands in the strip below the games, as far as there is anything to be seen.
_HOUSE = ("waiting", "evenings", "statistics", "settings", "kit", "diagnosis", "quit")


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
            title, about = line("kiosk.home.go_on"), latest.about(self.stage)
            entries.append(Entry("go on", title, lambda: self._go_on(latest), about, icon=icons.lantern))
        for game in (game for game in GAMES if game in VIEWS):
            entries.append(
                Entry(
                    game,
                    line(f"kiosk.game.{game}"),
                    lambda game=game: self._play(game),  # type: ignore[misc]
                    line(f"kiosk.game.{game}.about"),
                    icon=icons.GAME_ICONS.get(game),
                )
            )
        if len(waiting) > 1:
            entries.append(self._house("waiting", icons.pile))
        entries.append(self._house("evenings", icons.book))
        entries.append(self._house("statistics", laurel))
        entries.append(self._house("settings", icons.sliders))
        entries.append(self._house("kit", icons.sheet))
        entries.append(self._house("diagnosis", icons.pulse))
        entries.append(self._house("quit", icons.door))
        return entries

    def _house(self, name: str, icon: Icon) -> Entry:
        return Entry(name, self.stage.line(f"kiosk.home.{name}"), lambda: self._open(name), icon=icon)

    def _play(self, game: str) -> None:
        from companion.kiosk.scenes.seats import SeatsScene

        self.stage.go(SeatsScene(self.stage, game))

    def _go_on(self, kept: Kept) -> None:
        from companion.kiosk.scenes.opening import OpeningScene

        self.stage.go(OpeningScene(self.stage, self.stage.keeper.resume(kept.session)))

    def _open(self, name: str) -> None:
        """Go to a part of the house; each is loaded only when somebody goes there."""
        stage = self.stage
        match name:
            case "waiting":
                from companion.kiosk.scenes.sessions import SessionsScene

                stage.go(SessionsScene(stage))
            case "evenings":
                from companion.kiosk.scenes.evenings import EveningsScene

                stage.go(EveningsScene(stage))
            case "statistics":
                from companion.kiosk.scenes.statistics import StatisticsScene

                stage.go(StatisticsScene(stage))
            case "settings":
                from companion.kiosk.scenes.settings import SettingsScene

                stage.go(SettingsScene(stage, self))
            case "kit":
                from companion.kiosk.scenes.kit import KitScene

                stage.go(KitScene(stage))
            case "diagnosis":
                from companion.kiosk.scenes.diagnosis import DiagnosisScene

                stage.go(DiagnosisScene(stage))
            case _:
                self._leave()

    def _leave(self) -> None:
        from companion.kiosk.shutting_down import shut_down_entry
        from companion.kiosk.stick_export import all_evenings_entry

        line = self.stage.line
        about = line("kiosk.home.quit.about")
        entries = [
            Entry("leave", line("kiosk.home.leave"), self.stage.quit, about),
            shut_down_entry(self),
            all_evenings_entry(self),
        ]
        self.open(MenuLayer(self.stage, line("kiosk.home.quit.ask"), entries))

    # picture ---------------------------------------------------------------------------------------

    def paint(self, canvas: Canvas) -> None:
        theme = self.stage.theme
        body = body_rect(theme)
        strip = pygame.Rect(body.x, body.bottom - theme.px(84), body.width, theme.px(84))
        top = header_rect(theme).y
        left = pygame.Rect(body.x, top, round(body.width * 0.32), strip.top - theme.px(16) - top)
        self._paint_sign(canvas, left)
        x = left.right + theme.px(28)
        room = pygame.Rect(x, body.y, body.right - x, strip.top - theme.px(20) - body.y)
        entries = self._list.entries
        if entries[0].name == "go on":
            high = theme.px(88)
            self._paint_card(canvas, 0, pygame.Rect(room.x, room.y, room.width, high))
            room = pygame.Rect(
                room.x, room.y + high + theme.px(14), room.width, room.height - high - theme.px(14)
            )
        games = [index for index, entry in enumerate(entries) if entry.name in VIEWS]
        for index, cell in zip(games, grid(room, 2, -(-len(games) // 2), theme.px(14)), strict=False):
            self._paint_card(canvas, index, cell)
        house = [index for index, entry in enumerate(entries) if entry.name in _HOUSE]
        for index, cell in zip(house, columns(strip, len(house), theme.px(10)), strict=True):
            self._paint_tile(canvas, index, cell)

    def _paint_sign(self, canvas: Canvas, area: pygame.Rect) -> None:
        theme, line = self.stage.theme, self.stage.line
        size = theme.px(62)
        y = area.y + theme.px(26)
        for index, face in enumerate((1, 1, 5, 5, 3)):
            tilted = tilted_die(canvas.box, face, size, (8, -6, 11, -9, 5)[index], face != 3)
            rise = theme.px((0, 12, -4, 8, 0)[index])
            spot = (area.x + size // 2 + index * round(size * 1.14) + theme.px(6), y + size // 2 + rise)
            canvas.centred(tilted, spot)
        top, high = y + size + theme.px(26), canvas.type.height("huge")
        canvas.text(line("kiosk.home.name"), "huge", Ink.BRASS, pygame.Rect(area.x, top, area.width, high))
        second = canvas.type.height("display")
        at = pygame.Rect(area.x, top + round(high * 0.84), area.width, second)
        drawn = canvas.text(line("kiosk.home.kind"), "display", Ink.PAPER, at)
        canvas.surface.fill(Ink.BRASS, (area.x, drawn.bottom + theme.px(8), theme.px(72), theme.px(3)))
        below = pygame.Rect(area.x, drawn.bottom + theme.px(20), area.width, 0)
        below.height = min(theme.px(120), area.bottom - below.y)
        canvas.paragraph(line("kiosk.home.motto"), "body", Ink.MUTED, below)

    def _paint_card(self, canvas: Canvas, index: int, cell: pygame.Rect) -> None:
        """A game, or the session that waits: a picture, a title, and what it is about."""
        theme, entry, lit = self.stage.theme, self._list.entries[index], index == self._list.focus
        canvas.panel(cell, lit=lit)
        inside = inner(cell, theme.px(18), theme.px(10))
        side = min(inside.height - theme.px(4), theme.px(80))
        if entry.icon is not None:
            entry.icon(canvas, pygame.Rect(inside.x, cell.centery - side // 2, side, side))
        x = inside.x + side + theme.px(18)
        words = pygame.Rect(x, inside.y, inside.right - x, inside.height)
        # All games' names in one size, that of the longest.
        names = [
            other.title for other in self._list.entries if (other.name in VIEWS) == (entry.name in VIEWS)
        ]
        size = min(canvas.type.line(name, "title", Ink.TEXT, words.width).size for name in names)
        small = canvas.type.height("small")
        while size > LEAST_TYPE and canvas.type.height("title", size) + small > words.height:
            size -= 1
        title = canvas.type.height("title", size)
        lines = canvas.type.wrap(entry.about, "small", words.width)
        about = min(max(1, len(lines)) * small, words.height - title)
        top = words.centery - (title + about) // 2
        head = pygame.Rect(x, top, words.width, title)
        canvas.paragraph(entry.title, "title", Ink.PAPER if lit else Ink.TEXT, head, most=size)
        canvas.paragraph(entry.about, "small", Ink.MUTED, pygame.Rect(x, top + title, words.width, about))
        canvas.hot(f"entry {entry.name}", cell, lambda: self._touched(index))

    def _paint_tile(self, canvas: Canvas, index: int, cell: pygame.Rect) -> None:
        """A part of the house: a small picture above a word."""
        theme, entry, lit = self.stage.theme, self._list.entries[index], index == self._list.focus
        canvas.panel(cell, lit=lit, radius=theme.px(12))
        inside = inner(cell, theme.px(8), theme.px(6))
        high = canvas.type.height("small_strong")
        side = max(8, inside.height - high - theme.px(4))
        if entry.icon is not None:
            entry.icon(canvas, pygame.Rect(cell.centerx - side // 2, inside.y, side, side))
        words = pygame.Rect(inside.x, inside.bottom - high, inside.width, high)
        canvas.text(entry.title, "small_strong", Ink.PAPER if lit else Ink.TEXT, words, "middle")
        canvas.hot(f"entry {entry.name}", cell, lambda: self._touched(index))

    def _touched(self, index: int) -> None:
        self._list.focus = index
        self.stale = True
        self._list.act()
