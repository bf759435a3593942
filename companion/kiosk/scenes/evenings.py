"""Evenings: all that were played, the latest first; looked for by player, game and month; one is opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.annals.evening import Evening
from companion.annals.search import Wanted, found, months_in, players_in
from companion.annals.words import month_name
from companion.games import GAMES
from companion.kiosk.annals_icons import magnifier
from companion.kiosk.evening_words import about_of, length_of, names_of, paint_seats
from companion.kiosk.layer import Scene
from companion.kiosk.listing import Entry
from companion.kiosk.menu import MenuLayer
from companion.kiosk.scenes.listed import ListedScene
from companion.kiosk.stage import Stage


class EveningsScene(ListedScene):
    """The history of evenings.  `wanted` is what is looked for; `focus` the session that was open before."""

    ask = "kiosk.sessions.ask.finished"
    title = "kiosk.sessions.finished"

    def __init__(self, stage: Stage, wanted: Wanted | None = None, focus: str = "") -> None:
        super().__init__(stage)
        self.wanted = wanted or Wanted()
        self._focus = focus
        self._evenings: tuple[Evening, ...] = ()
        self._marks = stage.keeper.archive.marks
        self._lines: dict[str, Entry] = {}
        self._asked = stage.keeper.work(self._read)
        self._loaded = False

    def nothing(self) -> str:
        return "kiosk.sessions.none" if self._loaded else "kiosk.evenings.reading"

    def again(self) -> Scene:
        focused = self._list.focused
        return EveningsScene(self.stage, self.wanted, focused.name if focused is not None else "")

    def _read(self) -> tuple[tuple[Evening, ...], dict[str, Entry]]:
        """Read all evenings and write their lines, on the annals' thread: they are too many for a frame."""
        evenings = self.stage.keeper.archive.evenings()
        return evenings, {evening.session: self._entry(evening) for evening in evenings}

    def tick(self, now: int) -> None:
        if self._loaded or not self._asked.done():
            return
        self._loaded = True
        self._evenings, self._lines = self.stage.keeper.taken(self._asked, self.stage) or ((), {})
        self._fill()
        names = [entry.name for entry in self._list.entries]
        if self._focus in names:
            self._list.focus = names.index(self._focus)
        elif len(names) > 1:
            self._list.focus = 1

    def _fill(self) -> None:
        shown = found(self._evenings, self.wanted, self._marks)
        lines = [self._lines[evening.session] for evening in shown]
        self._list.renew([self._search_entry(len(shown)), *lines] if self._evenings else [])
        self.stale = True

    def _search_entry(self, count: int) -> Entry:
        line, wanted = self.stage.line, self.wanted
        parts = [
            wanted.player,
            line(f"kiosk.game.{wanted.game}") if wanted.game else "",
            month_name(wanted.month, self.stage.language) if wanted.month else "",
        ]
        about = " · ".join(part for part in parts if part) or line("kiosk.evenings.search.about")
        value = line("kiosk.evenings.count", count=count)
        return Entry("search", line("kiosk.evenings.search"), self._search, about, value, magnifier)

    def _entry(self, evening: Evening) -> Entry:
        return Entry(
            evening.session,
            names_of(self.stage, evening, self._marks),
            lambda: self._open(evening),
            about_of(self.stage, evening, self._marks),
            length_of(self.stage, evening.seconds),
            lambda canvas, rect: paint_seats(canvas, rect, evening),
        )

    def _open(self, evening: Evening) -> None:
        from companion.kiosk.scenes.evening import EveningScene

        self.stage.go(EveningScene(self.stage, evening, self.wanted))

    # searching -----------------------------------------------------------------------------------------

    def _search(self) -> None:
        line, wanted = self.stage.line, self.wanted
        game = line(f"kiosk.game.{wanted.game}") if wanted.game else ""
        month = month_name(wanted.month, self.stage.language) if wanted.month else ""
        entries = [
            Entry("player", line("kiosk.evenings.by_player"), self._by_player, value=wanted.player),
            Entry("game", line("kiosk.evenings.by_game"), self._by_game, value=game),
            Entry("month", line("kiosk.evenings.by_month"), self._by_month, value=month),
        ]
        if not wanted.anything:
            entries.append(Entry("all", line("kiosk.evenings.all"), lambda: self._look_for(Wanted())))
        self.open(MenuLayer(self.stage, line("kiosk.evenings.search"), entries))

    def _by_player(self) -> None:
        names = players_in(self._evenings, self._marks)
        self._choose(
            "kiosk.evenings.by_player",
            [(name, name) for name in names],
            lambda name: Wanted(name, self.wanted.game, self.wanted.month),
        )

    def _by_game(self) -> None:
        played = {evening.game for evening in self._evenings}
        self._choose(
            "kiosk.evenings.by_game",
            [(game, self.stage.line(f"kiosk.game.{game}")) for game in GAMES if game in played],
            lambda game: Wanted(self.wanted.player, game, self.wanted.month),
        )

    def _by_month(self) -> None:
        months = months_in(self._evenings)
        years = sorted({month[:4] for month in months}, reverse=True)
        listed = [*(years if len(years) > 1 else ()), *months]
        self._choose(
            "kiosk.evenings.by_month",
            [(month, month_name(month, self.stage.language)) for month in listed],
            lambda month: Wanted(self.wanted.player, self.wanted.game, month),
        )

    def _choose(
        self, title: str, choices: Sequence[tuple[str, str]], wanted: Callable[[str], Wanted]
    ) -> None:
        line = self.stage.line
        entries = [Entry("any", line("kiosk.evenings.any"), lambda: self._look_for(wanted("")))]
        for id, words in choices:
            entries.append(Entry(id, words, lambda id=id: self._look_for(wanted(id))))  # type: ignore[misc]
        self.open(MenuLayer(self.stage, line(title), entries))

    def _look_for(self, wanted: Wanted) -> None:
        self.wanted = wanted
        self._fill()
        self._list.focus = min(1, max(0, len(self._list.entries) - 1))
