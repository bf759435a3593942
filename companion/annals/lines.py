"""What everybody had over an evening, point by point: the lines of its chart."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.games.patience.position import FOUNDATION
from companion.table.entries import Kind
from companion.table.history import HistoryEntry
from companion.table.seats import Seat

#: The event that makes a point in a game's chart; without one, every answer makes one.
ROUND_ENDS = {"dice": "round_end", "goldrush": "throw", "dominoes": "deal_end"}


class Line(Struct, frozen=True):
    """What a seat had at the beginning and after each round; None where it did not sit at the table."""

    seat: Seat
    amounts: tuple[int | None, ...]


def lines_of(history: Sequence[HistoryEntry], seats: Sequence[Seat], game: str) -> tuple[Line, ...]:
    """Return everybody's line over the answers that count; one point a round.

    In the patience the line is that of the cards on the foundations, one point an action.
    """
    counted = [one for one in history if one.kind in (Kind.START, Kind.ANSWER) and not one.undone]
    if not counted:
        return ()
    if game == "patience":
        return (Line(seats[0], tuple(_cards_up(counted))),) if seats else ()
    ends_with = ROUND_ENDS.get(game, "")
    ends = [one for one in counted if any(event.what == ends_with for event in one.events)] or counted[1:]
    if ends and ends[-1] is not counted[-1]:
        ends.append(counted[-1])
    points = [counted[0], *ends]
    return tuple(Line(seat, tuple(_held(one, seat.id) for one in points)) for seat in seats)


def scale_step(span: int, most: int = 6) -> int:
    """Return a round distance between the lines of a scale, so that there are at most `most` of them."""
    unit = 1
    while True:
        for step in (unit, 2 * unit, 5 * unit):
            if span / step <= most:
                return step
        unit *= 10


def bounds(lines: Sequence[Line]) -> tuple[int, int, int] | None:
    """Return the lowest and the highest amount of the scale of some lines, and its step; None without any."""
    known = [amount for line in lines for amount in line.amounts if amount is not None]
    if not known or max(len(line.amounts) for line in lines) < 2:
        return None
    low, high = min(known), max(1, *known)
    # Nought is the floor unless everybody stays far above it; then the differences are what is looked for.
    low = min(0, low) if low < 0.4 * high else low
    high = max(high, low + 1)
    step = scale_step(high - low)
    return low // step * step, -(-high // step) * step, step


def _held(one: HistoryEntry, seat: str) -> int | None:
    """What a seat had after an entry: its chips and its stake on the table."""
    if seat not in one.balances:
        return None
    return one.balances[seat] + one.balances.get(f"stake:{seat}", 0)


def _cards_up(counted: Sequence[HistoryEntry]) -> list[int]:
    """Return how many cards lay on the foundations at the beginning and after each action."""
    up = 0
    points, made, undone = [0], list[int](), list[int]()
    for one in counted:
        for event in one.events:
            match event.what:
                case "moved":
                    target, source = event.facts.get("target"), event.facts.get("source")
                    made.append((target == FOUNDATION) - (source == FOUNDATION))
                    undone.clear()
                    up += made[-1]
                case "undone" if made:
                    undone.append(made.pop())
                    up -= undone[-1]
                case "redone" if undone:
                    made.append(undone.pop())
                    up += made[-1]
                case _:
                    continue
            points.append(up)
    return points
