"""Player: what one player has done in each game; what he is called, and whether he is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from companion.annals.players import FIGURES, GameRecord, Player
from companion.annals.search import Wanted
from companion.annals.words import figure_text
from companion.games import GAMES
from companion.kiosk.acts import Push, Typed
from companion.kiosk.canvas import Canvas, Sprite
from companion.kiosk.evening_words import length_of
from companion.kiosk.frame import Bar, body_rect, choice_hints, draw_header
from companion.kiosk.layer import Scene
from companion.kiosk.layout import grid, inner, split
from companion.kiosk.listing import Entry, Listing
from companion.kiosk.menu import MenuLayer
from companion.kiosk.naming import NamingLayer
from companion.kiosk.stage import Stage
from companion.kiosk.theme import Ink
from companion.kiosk.wall_clock import clock_sprite, clock_width
from companion.table.faults import Fault


class PlayerScene(Scene):
    """The games at the left, the figures of the one in focus at the right; OK offers what can be done.

    `others` are the names of the other players, one of whom this one may turn out to be.
    """

    def __init__(self, stage: Stage, player: Player, others: Sequence[str]) -> None:
        super().__init__(stage)
        self._player = player
        self._others = others
        self._records = [player.records[game] for game in GAMES if game in player.records]
        self._list = Listing([self._entry(record) for record in self._records])

    def again(self) -> Scene:
        return PlayerScene(self.stage, self._player, self._others)

    def _entry(self, record: GameRecord) -> Entry:
        line = self.stage.line
        about = line("kiosk.player.games", count=record.games)
        value = line("kiosk.player.wins", count=record.wins)
        return Entry(record.game, line(f"kiosk.game.{record.game}"), self._menu, about, value)

    # what can be done ----------------------------------------------------------------------------------

    def _menu(self) -> None:
        line = self.stage.line
        entries = [
            Entry(
                "evenings", line("kiosk.player.evenings"), self._evenings, line("kiosk.player.evenings.about")
            ),
            Entry("rename", line("kiosk.player.rename"), self._rename, line("kiosk.player.rename.about")),
        ]
        if self._others:
            about = line("kiosk.player.merge.about")
            entries.append(Entry("merge", line("kiosk.player.merge"), self._merge, about))
        about = line("kiosk.player.hide.about")
        entries.append(Entry("hide", line("kiosk.player.hide"), self._hide, about))
        self.open(MenuLayer(self.stage, self._player.name, entries))

    def _evenings(self) -> None:
        from companion.kiosk.scenes.evenings import EveningsScene

        game = self._list.focused.name if self._list.focused is not None else ""
        self.stage.go(EveningsScene(self.stage, Wanted(self._player.name, game)))

    def _rename(self) -> None:
        name = self._player.name

        def named(new: str) -> None:
            self._keep(lambda: self.stage.keeper.archive.book.rename(name, new), new)

        self.open(NamingLayer(self.stage, 0, name, self._others, named))

    def _merge(self) -> None:
        """Ask who this player is as well: from then on both names are one player's."""
        line, name, book = self.stage.line, self._player.name, self.stage.keeper.archive.book
        entries = [
            Entry(other, other, lambda other=other: self._keep(lambda: book.rename(name, other), other))  # type: ignore[misc]
            for other in self._others
        ]
        self.open(MenuLayer(self.stage, line("kiosk.player.merge.ask", seat=name), entries))

    def _hide(self) -> None:
        line, name, book = self.stage.line, self._player.name, self.stage.keeper.archive.book
        entries = [
            Entry("keep", line("kiosk.player.hide.no"), lambda: None),
            Entry("hide", line("kiosk.player.hide.yes"), lambda: self._keep(lambda: book.hide(name), "")),
        ]
        self.open(MenuLayer(self.stage, line("kiosk.player.hide.ask", seat=name), entries))

    def _keep(self, change: Callable[[], None], focus: str) -> None:
        try:
            change()
        except Fault as fault:
            self.stage.notice(self.stage.say(fault.say), "bad", 8000)
            return
        self._back(focus)

    # what people do ------------------------------------------------------------------------------------

    def bar(self) -> Bar:
        line, player = self.stage.line, self._player
        hints = choice_hints(line("kiosk.hint.choose"), line("kiosk.hint.back"))
        other = [name for name in player.names if name != player.name]
        below = line("kiosk.player.also", names=", ".join(other)) if other else ""
        wins = line("kiosk.player.won_of", seat=player.name, wins=player.wins, count=player.games)
        return Bar(wins, below, hints=hints)

    def push(self, push: Push) -> None:
        self.stale = True
        if push.button == "back":
            self._back(self._player.name)
        elif push.button == "ok" and not self._list.entries:
            self._menu()
        else:
            self._list.push(push.button)

    def typed(self, typed: Typed) -> None:
        if typed.key == "escape":
            self._back(self._player.name)

    def _back(self, focus: str) -> None:
        from companion.kiosk.scenes.statistics import StatisticsScene

        self.stage.go(StatisticsScene(self.stage, f"player {focus}"))

    # picture -------------------------------------------------------------------------------------------

    def live(self, now: int) -> Sequence[Sprite]:
        return clock_sprite(self.stage)

    def paint(self, canvas: Canvas) -> None:
        theme, line = self.stage.theme, self.stage.line
        about = length_of(self.stage, self._player.seconds)
        draw_header(canvas, self._player.name, about, clock_width(self.stage))
        body = body_rect(theme)
        if not self._records:
            canvas.text(line("kiosk.player.none"), "lead", Ink.MUTED, body, "middle")
            return
        left, right = split(body, round(body.width * 0.42), theme.px(24))
        self._list.paint(canvas, left, theme.px(110), touched=self._touched)
        canvas.panel(right)
        self._paint_figures(canvas, inner(right, theme.px(24), theme.px(16)), self._records[self._list.focus])

    def _touched(self, index: int) -> None:
        if self._list.focus == index:
            self._menu()
        self._list.focus = index
        self.stale = True

    def _paint_figures(self, canvas: Canvas, room: pygame.Rect, record: GameRecord) -> None:
        """Draw the figures of a game, two columns of labels and numbers."""
        theme, stage = canvas.theme, self.stage
        told = [
            (stage.line("kiosk.player.share"), self._share(record)),
            (stage.line("kiosk.player.row"), stage.language.number(record.row)),
            (stage.line("kiosk.player.time"), length_of(stage, record.seconds)),
        ]
        for figure in FIGURES.get(record.game, ()):
            if figure.name in record.figures:
                value = figure_text(record.game, figure, record.figures[figure.name], record.currency)
                told.append((stage.line(f"annals.figure.{record.game}.{figure.name}"), stage.say(value)))
        cells = grid(room, 2, -(-len(told) // 2), theme.px(10))
        for (label, words), cell in zip(told, cells, strict=False):
            head = pygame.Rect(cell.x, cell.y, cell.width, canvas.type.height("small"))
            canvas.text(label, "small", Ink.MUTED, head)
            below = pygame.Rect(cell.x, head.bottom, cell.width, canvas.type.height("strong"))
            canvas.text(words, "strong", Ink.PAPER, below)

    def _share(self, record: GameRecord) -> str:
        from babel.numbers import format_percent

        share = record.wins / record.games if record.games else 0.0
        return format_percent(share, locale=self.stage.language.code)
