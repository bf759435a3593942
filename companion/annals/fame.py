"""The hall of fame: the greatest of each kind of feat, over all evenings."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.annals.evening import Evening, Feat
from companion.annals.marks import Marks
from companion.annals.players import people_in
from companion.table.text import Text

#: The kinds of feats by game, in the order in which they are told.
KINDS: dict[str, tuple[str, ...]] = {
    "goldrush": (
        "goldrush.prospector", "goldrush.nugget", "goldrush.party", "goldrush.theatre", "goldrush.payment",
        "goldrush.fire", "goldrush.hammer_claim", "goldrush.hammer_deed",
    ),
    "dice": ("dice.best_hand", "dice.row", "dice.bank", "dice.biggest_win", "dice.pot"),
    "dominoes": (
        "dominoes.row", "dominoes.two_piles", "dominoes.tile", "dominoes.deal", "dominoes.spoiled",
    ),
    "patience": ("patience.fewest", "patience.straight", "patience.turned", "patience.cards"),
}  # fmt: skip
_ORDER = {kind: number for number, kind in enumerate(kind for kinds in KINDS.values() for kind in kinds)}


class Record(Struct, frozen=True):
    """A feat that nobody has bettered, and the evening it belongs to."""

    feat: Feat
    name: str
    evening: Evening

    @property
    def say(self) -> Text:
        return said(self.feat, self.name)


def said(feat: Feat, name: str) -> Text:
    """Return the sentence of a feat of the player who is called `name`."""
    return Text(f"annals.feat.{feat.kind}", {**feat.facts, "seat": name})


def label(feat: Feat) -> Text:
    """Return what a feat is called, in a word or two."""
    return Text(f"annals.label.{feat.kind}")


def curiosities(evening: Evening, marks: Marks | None = None) -> tuple[Record, ...]:
    """Return what was remarkable about one evening, in the order in which it is told."""
    marks = marks or Marks()
    found = []
    for feat in sorted(evening.feats, key=lambda feat: _ORDER.get(feat.kind, len(_ORDER))):
        seat = evening.seat(feat.seat)
        if seat is not None:
            found.append(Record(feat, marks.called(seat.name), evening))
    return tuple(found)


def hall_of_fame(evenings: Sequence[Evening], marks: Marks) -> tuple[Record, ...]:
    """Return the records of all finished evenings (the last first); of equal feats the older one stands.

    What seats that the companion played have done is no record.
    """
    best: dict[tuple[str, str], Record] = {}
    for evening in reversed(evenings):
        if not evening.finished:
            continue
        people = {seat.id: seat for seat in people_in(evening, marks)}
        for feat in evening.feats:
            if feat.seat not in people or feat.kind not in _ORDER:
                continue
            # Amounts of two currencies do not compare.
            known = best.get((feat.kind, evening.currency))
            if known is None or feat.score > known.feat.score:
                name = marks.called(people[feat.seat].name)
                best[feat.kind, evening.currency] = Record(feat, name, evening)
    return tuple(sorted(best.values(), key=lambda record: _ORDER[record.feat.kind]))
