"""Statistics: the hall of fame, and everybody who has played, who has won most first."""

from __future__ import annotations

from companion.annals.evening import Evening
from companion.annals.players import Player, players_of
from companion.kiosk.annals_icons import laurel
from companion.kiosk.evening_words import length_of
from companion.kiosk.layer import Scene
from companion.kiosk.listing import Entry
from companion.kiosk.scenes.listed import ListedScene
from companion.kiosk.stage import Stage


class StatisticsScene(ListedScene):
    """A list of players; one is opened.  `focus` is who was open before."""

    ask = "kiosk.statistics.ask"
    title = "kiosk.statistics.title"
    about = "kiosk.statistics.about"

    def __init__(self, stage: Stage, focus: str = "") -> None:
        super().__init__(stage)
        self._focus = focus
        self._evenings: tuple[Evening, ...] = ()
        archive = stage.keeper.archive

        def read() -> tuple[tuple[Evening, ...], tuple[Player, ...]]:
            evenings = archive.evenings()
            return evenings, players_of(evenings, archive.marks)

        self._asked = stage.keeper.work(read)
        self._loaded = False

    def nothing(self) -> str:
        return "kiosk.statistics.none" if self._loaded else "kiosk.evenings.reading"

    def again(self) -> Scene:
        focused = self._list.focused
        return StatisticsScene(self.stage, focused.name if focused is not None else "")

    def tick(self, now: int) -> None:
        if self._loaded or not self._asked.done():
            return
        self._loaded = True
        self._evenings, players = self.stage.keeper.taken(self._asked, self.stage) or ((), ())
        if players:
            self._list.renew([self._fame_entry(), *map(self._entry, players)])
            names = [entry.name for entry in self._list.entries]
            self._list.focus = names.index(self._focus) if self._focus in names else 0
        self.stale = True

    def _fame_entry(self) -> Entry:
        line = self.stage.line
        return Entry("fame", line("kiosk.fame.title"), self._fame, line("kiosk.fame.about"), icon=laurel)

    def _entry(self, player: Player) -> Entry:
        line = self.stage.line
        games = line("kiosk.player.games", count=player.games)
        about = " · ".join((games, length_of(self.stage, player.seconds))) if player.games else games
        value = line("kiosk.player.wins", count=player.wins)
        return Entry(f"player {player.name}", player.name, lambda: self._open(player), about, value)

    def _fame(self) -> None:
        from companion.kiosk.scenes.fame import FameScene

        self.stage.go(FameScene(self.stage, self._evenings))

    def _open(self, player: Player) -> None:
        from companion.kiosk.scenes.player import PlayerScene

        others = [entry.title for entry in self._list.entries[1:] if entry.title != player.name]
        self.stage.go(PlayerScene(self.stage, player, others))
