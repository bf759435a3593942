"""A tile is to be shown, to the camera or by hand; or the seat passes (T16)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.kiosk.acts import Push
from companion.kiosk.frame import Bar, Hint
from companion.kiosk.panels import Lies
from companion.kiosk.panels.reveal import RevealPanel
from companion.kiosk.views.dominoes.entry import HandEntry, TileEntry
from companion.table.prompts import Choose, Reveal
from companion.table.view import TableView

if TYPE_CHECKING:
    from companion.kiosk.scenes.table import TableScene


class ShowingPanel(RevealPanel):
    """A `Reveal` with a pass beside it: DOWN asks whether the seat passes, OK says yes."""

    def __init__(self, table: TableScene, prompt: Reveal) -> None:
        super().__init__(table, prompt)
        self.passing = False

    @property
    def pass_prompt(self) -> Choose | None:
        """The pass that is open, where the seat may have no tile that fits."""
        for prompt in self.table.view.open:
            if isinstance(prompt, Choose) and prompt.waits and prompt.key.startswith("pass/"):
                return prompt
        return None

    def fits(self, view: TableView) -> bool:
        self.passing = False
        return super().fits(view)

    def tick(self, now: int) -> None:
        super().tick(now)
        if isinstance(self.entry, HandEntry) and self.entry.look():
            self.table.refresh()

    def push(self, push: Push) -> bool:
        if self.passing:
            return self._push_passing(push)
        asks = push.button == "down" and self.entry is None and self.doubt is None
        if asks and self.pass_prompt is not None:
            self.passing = True
            self.table.refresh()
            return True
        if self.entry is None and push.place is not None:
            seat = self.table.seat_at(push.place)
            if seat is not None and seat.id in self.prompt.seats and self._dealt:
                # Whose hand it is looks at it with the own button.
                self._enter()
                return True
        return super().push(push)

    def _push_passing(self, push: Push) -> bool:
        self.table.refresh()
        prompt = self.pass_prompt
        seat = self.table.seat_at(push.place) if push.place is not None else None
        own = seat is not None and seat.id in self.prompt.seats
        if prompt is not None and (push.button == "ok" or own):
            self.table.desk.answer(prompt, "pass", self._seat)
            return True
        self.passing = False
        return push.button in ("back", "up", "down")

    @property
    def _dealt(self) -> bool:
        """Whether the companion has dealt the hand and only its seat may look at it."""
        rules = self.table.view.snapshot["rules"]
        return rules["hands"] == "dealt" and not rules["open_hands"]

    def _enter(self) -> None:
        if not self._dealt or self._seat is None:
            entry = TileEntry(self.stage, self.prompt, self._entered, self.table.refresh)
            entry.begin_at(self._seen())
            self.entry = entry
            return
        seat, table = self.table.view.seat(self._seat), self.table
        self.entry = HandEntry(
            self.stage, self.prompt, self._entered, table.refresh,
            lambda: table.desk.ask("private", seat.id), seat.name,
        )  # fmt: skip
        table.refresh()

    def _seen(self) -> tuple[str, ...]:
        """What the camera takes the tile for that is in doubt."""
        if self.doubt is None:
            return ()
        reading = self.doubt.reading
        return self.doubt.candidates or (reading.values if reading is not None else ())

    def lies(self) -> Lies:
        return "over" if self.passing else super().lies()

    def bar(self) -> Bar:
        line = self.stage.line
        prompt = self.pass_prompt
        if self.passing and prompt is not None:
            hints = (
                Hint("ok", line("kiosk.dominoes.hint.pass")),
                Hint("back", line("kiosk.dominoes.hint.not_pass")),
            )
            places = tuple(self.table.view.seat(id).place for id in prompt.seats)
            return Bar(self.stage.say(prompt.say), line("kiosk.dominoes.pass.below"), places, hints)
        bar = super().bar()
        if self.entry is not None:
            if isinstance(self.entry, HandEntry) and self.entry.entry is None:
                return Bar(bar.sentence, "", bar.places, bar.hints)
            return bar
        if not self._dealt:
            real = self.table.view.snapshot["rules"]["hands"] != "dealt"
            return bar if real else Bar(bar.sentence, "", bar.places, bar.hints)
        own = Hint("ok", line("kiosk.dominoes.hint.hand"))
        rest = tuple(hint for hint in bar.hints if hint.button not in ("ok", "up"))
        return Bar(bar.sentence, line("kiosk.dominoes.dealt.below"), bar.places, (own, *rest))
