"""The story of a turn: what has been thrown, where it led, which card was turned, and what was said of it.

Everything in it has the moment from which it can be seen, so that nobody reads of a party before the token
has come to the saloon.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from companion.kiosk.theme import Motion
from companion.kiosk.views.goldrush.track import Track
from companion.kiosk.views.goldrush.walking import Walks, carried, step_by_step, to_party
from companion.table.game import Event
from companion.table.text import Text

#: How long two dice tumble, a card is looked at before it moves anybody, and a fire burns.
TUMBLE_MS = Motion.REVEAL + 2 * Motion.REVEAL_GAP
CARD_MS = 1500
FIRE_MS = 2600
#: A turn's last words that are kept.
_MOST_SAID = 8

#: Events whose sentence is not told again, since the board, the card or the debts show it.
_SILENT = frozenset(
    {"throw", "start_throw", "moves", "owes", "begin", "strategies", "set_up", "auction", "end"}
)


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence, from the moment at which it can be read."""

    at: int
    text: Text


@dataclass(frozen=True, slots=True)
class Blaze:
    """Burning spaces, from one moment to another."""

    spaces: tuple[int, ...]
    begins: int
    ends: int


@dataclass(slots=True)
class Story:
    """One turn, from its throw on.  `place` is the space it has led to, `card` the last card turned in it."""

    seat: str = ""
    dice: tuple[int, ...] = ()
    dice_at: int = 0
    place: int | None = None
    place_at: int = 0
    card: dict[str, Any] | None = None
    card_at: int = 0
    said: list[Said] = field(default_factory=list)

    def at(self, now: int) -> list[Text]:
        """Return what can be read at a moment, the newest last."""
        return [said.text for said in self.said if said.at <= now]

    def moments(self) -> list[int]:
        """Return when something comes to be seen."""
        return [self.dice_at, self.place_at, self.card_at, *(said.at for said in self.said)]

    def hurry(self) -> None:
        """Let everything be seen at once."""
        self.dice_at = self.place_at = self.card_at = 0
        self.said = [Said(0, said.text) for said in self.said]


class Teller:
    """Makes the story out of the events of each commit, and sets tokens and fires going with it."""

    def __init__(self) -> None:
        self.story = Story()
        self.walks = Walks()
        self.blaze: Blaze | None = None
        self._track: Track | None = None

    def tell(
        self,
        events: tuple[Event, ...],
        last_card: dict[str, Any] | None,
        index: Callable[[str], int],
        track: Track,
        now: int,
    ) -> int:
        """Take the events of a commit; returns when the last of it has been seen.

        `index` gives a space's place on the board by its id, `last_card` is the snapshot's.
        """
        self._track, at = track, now
        for event in events:
            at = self._tell(event, last_card, index, at)
            if event.what not in _SILENT:
                self.story.said.append(Said(at, event.say))
        del self.story.said[:-_MOST_SAID]
        return max(at, now)

    def _tell(
        self, event: Event, last_card: dict[str, Any] | None, index: Callable[[str], int], at: int
    ) -> int:
        facts, track = event.facts, self._track
        assert track is not None
        match event.what:
            case "throw" | "start_throw":
                self.story = Story(facts["seat"], tuple(facts["dice"]), at)
                return at + TUMBLE_MS
            case "starts":
                # The throws for the start are over, and nobody has moved by them.
                self.story = Story()
            case "gamble":
                # The throw of the turn is gambled with, unless there has been another one for it.
                if tuple(facts["dice"]) != self.story.dice:
                    self.story.dice, self.story.dice_at = tuple(facts["dice"]), at
                    return at + TUMBLE_MS
            case "moves":
                start, to = facts["start"], facts["to"]
                walk = (
                    carried(facts["seat"], start, to, at)
                    if facts["by_card"]
                    else step_by_step(facts["seat"], start, track.onwards(start, to), at)
                )
                at = self.walks.add(walk)
                self.story.place, self.story.place_at = to, at
            case "woodpile":
                at = self.walks.add(carried(facts["seat"], facts["start"], facts["to"], at))
                self.story.place, self.story.place_at = facts["to"], at
            case "party":
                ends = [
                    self.walks.add(
                        to_party(one["seat"], one["start"], track.shortest(one["start"], one["to"]), at)
                    )
                    for one in facts["moved"]
                ]
                return max([at, *ends])
            case "fire":
                burnt = tuple(index(space) for space in facts["burnt"])
                if burnt:
                    self.blaze = Blaze(burnt, at, at + FIRE_MS)
                    return at + FIRE_MS
            case "card":
                self.story.card, self.story.card_at = last_card, at
                return at + CARD_MS
        return at

    def land(self) -> None:
        """Let everything have happened."""
        self.walks.clear()
        self.blaze = None
        self.story.hurry()
