"""Hall of fame: what nobody has bettered yet, game by game; the evening it belongs to is opened."""

from __future__ import annotations

from collections.abc import Sequence

from companion.annals.evening import Evening
from companion.annals.fame import Record, hall_of_fame, label
from companion.kiosk.annals_icons import laurel
from companion.kiosk.evening_words import moment
from companion.kiosk.keeper import when
from companion.kiosk.layer import Scene
from companion.kiosk.listing import Entry
from companion.kiosk.scenes.listed import ListedScene
from companion.kiosk.stage import Stage


class FameScene(ListedScene):
    """A list of records of all evenings, the last first."""

    ask = "kiosk.fame.ask"
    title = "kiosk.fame.title"
    about = "kiosk.fame.about"
    back_to = "kiosk.hint.back"

    def __init__(self, stage: Stage, evenings: Sequence[Evening]) -> None:
        super().__init__(stage)
        self._evenings = evenings
        records = hall_of_fame(evenings, stage.keeper.archive.marks)
        self._list.renew([self._entry(record) for record in records])

    def nothing(self) -> str:
        return "kiosk.fame.none"

    def again(self) -> Scene:
        return FameScene(self.stage, self._evenings)

    def _entry(self, record: Record) -> Entry:
        stage, evening = self.stage, record.evening
        game = stage.line(f"kiosk.game.{evening.game}")
        about = " · ".join((stage.say(label(record.feat)), game, when(stage, moment(evening.started))))
        name = f"{record.feat.kind} {evening.currency}"
        return Entry(name, stage.say(record.say), lambda: self._open(evening), about, icon=laurel)

    def _open(self, evening: Evening) -> None:
        from companion.kiosk.scenes.evening import EveningScene

        self.stage.go(EveningScene(self.stage, evening))

    def _back(self) -> None:
        from companion.kiosk.scenes.statistics import StatisticsScene

        self.stage.go(StatisticsScene(self.stage))
