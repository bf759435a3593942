"""What is said of a position beside the layout: the last tile and what it did, what a deal has brought."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from companion.games.dominoes.layout import SPACE_BY_ID
from companion.games.dominoes.tiles import end_name, read_placement
from companion.kiosk.views.base import SeatLine, Tone
from companion.table.game import Event
from companion.table.seats import Seat
from companion.table.text import text
from companion.table.view import TableView

if TYPE_CHECKING:
    from companion.kiosk.stage import Stage

Snapshot: TypeAlias = Mapping[str, Any]

#: How a sentence stands: ``lead`` is the first one.
Said: TypeAlias = Literal["lead", "plain", "good", "bad"]

_TONES: dict[str, Tone] = {
    "passes": "plain",
    "blocked": "bad",
    "taken_back": "plain",
    "extra_deal": "good",
    "leaves": "plain",
    "adjusted": "plain",
    "not_in_hand": "bad",
    "scan_again": "bad",
    "scanned": "good",
}
#: In which order sentences stand.
_RANK: dict[Said, int] = {"good": 0, "bad": 1, "lead": 2, "plain": 3}


@dataclass(frozen=True, slots=True)
class LastTile:
    """The last tile laid in a deal: where, its ends as they lie against the chips, whose, and what it did."""

    space: str
    ends: tuple[int, int]
    seat: str
    order: int
    said: tuple[tuple[str, Said], ...] = ()


def tone_of(event: Event) -> Tone | None:
    """Return how an event is shown as a notice; the others stand beside the layout."""
    return _TONES.get(event.what)


def last_tile(snap: Snapshot) -> LastTile | None:
    """Return the last tile of the layout that is shown."""
    lying = [one for one in snap["spaces"] if one["order"]]
    if not lying:
        return None
    one = max(lying, key=lambda lies: lies["order"])
    return LastTile(one["space"], (one["ends"][0], one["ends"][1]), one["seat"], one["order"])


def said_of(stage: Stage, view: TableView, last: LastTile) -> tuple[tuple[str, Said], ...]:
    """Return what is said of the last tile, the most important first: where it lies, and what it did."""
    line = stage.line
    where = line("kiosk.dominoes.lies", tile=tile_name(last.ends), space=SPACE_BY_ID[last.space].say)
    said: tuple[tuple[str, Said], ...] = ((where, "lead"), *said_since(stage, view))
    return tuple(sorted(said, key=lambda one: _RANK[one[1]]))


def said_since(stage: Stage, view: TableView) -> tuple[tuple[str, Said], ...]:
    """Return what a view's events say of chips: won, spoiled, numbered."""
    said: list[tuple[str, Said]] = []
    for event in view.events:
        match event.what:
            case "won":
                name, count = view.seat(event.facts["seat"]).name, event.facts["amount"]
                said.append((stage.line("kiosk.dominoes.said.won", name=name, count=count), "good"))
            case "spoiled":
                names = tuple(text("dominoes.chip", chip=chip) for chip in event.facts["chips"])
                said.append((stage.line("kiosk.dominoes.said.spoiled", chips=names), "bad"))
            case "numbered":
                said.append((stage.say(event.say), "plain"))
            case "draws":
                name = view.seat(event.facts["seat"]).name
                said.append((stage.line("kiosk.dominoes.said.draws", name=name), "plain"))
            case _:
                continue
    return tuple(sorted(said, key=lambda one: _RANK[one[1]]))


def tile_name(ends: tuple[int, int]) -> str:
    """Return the text form of a tile, the lower end first."""
    return f"{min(ends)}-{max(ends)}"


def way_words(stage: Stage, placement: str) -> str:
    """Return where a tile comes to lie and which way round: "between chips 1 and 2, the four at chip 1"."""
    space, way = read_placement(placement)
    first, second = divmod(way, 7)
    where = stage.say(space.say)
    if first == second:
        return where
    return stage.line("kiosk.dominoes.way", space=where, end=end_name(first), chip=space.chips[0])


def title_of(stage: Stage, view: TableView) -> tuple[str, str]:
    """Return the title of the table, and how far the session is."""
    line, snap = stage.line, view.snapshot
    parts = []
    if snap["deal"]:
        parts.append(line("kiosk.dominoes.deal", deal=snap["deal"], deals=snap["deals"]))
        if snap["starter"]:
            parts.append(line("kiosk.dominoes.starter", name=view.seat(snap["starter"]).name))
    elif snap["lying_deal"]:
        parts.append(line("kiosk.dominoes.deal_over", deal=snap["lying_deal"], deals=snap["deals"]))
    return line("kiosk.game.dominoes"), " · ".join(parts)


def seat_line_of(stage: Stage, view: TableView, seat: Seat) -> SeatLine:
    """Return what the list of seats says of a seat: chips, tiles, passes, who plays it, what it won."""
    line, snap = stage.line, view.snapshot
    mine = next((one for one in snap["seats"] if one["seat"] == seat.id), None)
    if mine is None:
        return SeatLine("")
    parts = [line("kiosk.dominoes.seat.virtual")] if mine["virtual"] else []
    if snap["deal"]:
        parts.append(line("kiosk.dominoes.seat.tiles", count=mine["tiles"]))
    elif snap["lying_deal"]:
        parts.append(line("kiosk.dominoes.seat.laid", count=mine["laid"]))
    if mine["passes"]:
        parts.append(line("kiosk.dominoes.seat.passes", count=mine["passes"]))
    return SeatLine(str(mine["chips"]), " · ".join(parts), mine["delta"])


def hands_shown(snap: Snapshot) -> Sequence[Mapping[str, Any]]:
    """Return the seats whose hands everybody may see."""
    return [seat for seat in snap["seats"] if seat["hand"] is not None]
