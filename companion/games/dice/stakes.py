"""What the bettors may stake (D6), and how stakes are cut to what the bank can pay (D7)."""

from __future__ import annotations

from collections.abc import Mapping


def cut_stakes(wishes: Mapping[str, int], bank_chips: int) -> dict[str, int]:
    """Return the stakes cut so that their total is at most `bank_chips` (D7).

    `wishes` are whole numbers of chips in throwing order.  The largest stake loses one chip at a time;
    of equal ones the one that throws later.  A stake may be cut to nothing: that bettor sits out.
    Every bet pays even money whatever it is on (D13), so the total of the stakes is
    the most that the bank can lose in the round.
    """
    if bank_chips < 0 or any(wish < 0 for wish in wishes.values()):
        raise ValueError("stakes and the bank's chips cannot be below nought")
    stakes = dict(wishes)
    spare = sum(stakes.values()) - bank_chips
    while spare > 0:
        largest = max(stakes.values())
        level = [seat for seat, stake in stakes.items() if stake == largest]
        beneath = max((stake for stake in stakes.values() if stake < largest), default=0)
        whole_rounds = min(spare // len(level), largest - beneath)
        if whole_rounds:
            # One chip from each of the equal ones, over and over, comes to this.
            for seat in level:
                stakes[seat] -= whole_rounds
            spare -= whole_rounds * len(level)
            continue
        for seat in reversed(level):
            if spare == 0:
                break
            stakes[seat] -= 1
            spare -= 1
    return stakes


def most_stake(limit: int, chips: int, points: bool) -> int:
    """Return the most a seat may stake: the limit (D6) and, unless points are played, its chips (D14)."""
    return limit if points else min(limit, chips)
