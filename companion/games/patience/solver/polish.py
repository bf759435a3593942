"""Makes a winning line shorter, counted as the table counts: every tap of the stock is an action (S9).

A line of the search is a list of moves, each its class times 64 plus a bit number.  Any one of them may be
made earlier or later, and a card may stay where it is instead of going and coming back, as long as the line
still wins.  Like `search`, this is written for whole numbers in flat lists.
"""

from __future__ import annotations

from companion.games.patience.solver.masks import (
    ALL,
    DEAL_DRAW,
    DEAL_PLACE,
    FOUND,
    FRAME,
    KEY,
    KINGS,
    PLACED,
    REACH,
    STOCK,
    TOPS,
    TWINS,
    WASTE,
    Ints,
    cards_at,
    count_places,
    swap_pairs,
)
from companion.games.patience.solver.search import COLUMN_UP, REVEAL, STOCK_DOWN, STOCK_UP, moved, put

#: What a frame of a line holds beside the position: how many places are turned, and the actions so far.
TURNED, ACTIONS = 10, 11
#: More actions than any line has.
NEVER = 1 << 30


def may_move(kind: int, card: int, tops: int, placed: int, found: int, reach: int) -> bool:
    """Whether a move is legal, nothing left out."""
    faced = tops | placed
    free = (faced & TWINS) + ((faced >> 1) & TWINS)
    free -= (((placed & TWINS) + ((placed >> 1) & TWINS)) << 4) & ALL
    ends = (free | (free >> 1)) & TWINS
    ends |= ends << 1
    following = (swap_pairs(found << 4) | 0xF) & ~found & ALL
    columns = tops | (placed & KINGS)
    for _ in range(6):
        columns &= columns - 1
    room = ends >> 4 | (KINGS if columns == 0 else 0)
    if kind == COLUMN_UP:
        legal = faced & ends & following
    elif kind == STOCK_UP:
        legal = reach & following
    elif kind == REVEAL:
        legal = tops & room
    elif kind == STOCK_DOWN:
        legal = reach & room
    else:
        legal = found & ~(swap_pairs(found) >> 4) & room
    return (legal >> card) & 1 == 1


def taps(fixed: Ints, deal: Ints, stock: int, turned: int, place: int) -> int:
    """How many taps bring the card at a place to the top of the waste (S7, S8), `NEVER` when none do.

    The cards at places below `turned` are in the waste.
    """
    draw = deal[DEAL_DRAW]
    up_to = (1 << (place + 1)) - 1
    waste = stock & ((1 << turned) - 1)
    behind = stock ^ waste
    if waste & ~up_to == 0 and (waste >> place) & 1:
        return 0
    ahead = count_places(fixed, behind & up_to)
    if (behind >> place) & 1 and (ahead % draw == 0 or behind & ~up_to == 0):
        return (ahead + draw - 1) // draw
    rest = (count_places(fixed, behind) + draw - 1) // draw
    ahead = count_places(fixed, stock & up_to)
    if ahead % draw == 0 or stock & ~up_to == 0:
        return rest + 1 + (ahead + draw - 1) // draw
    return NEVER


def play_line(fixed: Ints, deal: Ints, stack: Ints, line: Ints, first: int, last: int, most: int) -> int:
    """Play the moves `first` to `last` of a line from the frame numbered `first`; returns all actions.

    `NEVER` when a move is not legal, or when the actions will be more than `most`.
    """
    for i in range(first, last):
        frame = i * FRAME
        kind, card = line[i] >> 6, line[i] & 63
        tops, placed, found = stack[frame + TOPS], stack[frame + PLACED], stack[frame + FOUND]
        stock, reach, turned = stack[frame + STOCK], stack[frame + REACH], stack[frame + TURNED]
        actions = stack[frame + ACTIONS] + 1
        if kind in (STOCK_UP, STOCK_DOWN):
            place = deal[DEAL_PLACE + card]
            # What can be reached is counted here, from the cards that are really turned.
            reach = cards_at(deal, stock)
            actions += taps(fixed, deal, stock, turned, place)
            turned = place
        if actions + last - i - 1 > most or not may_move(kind, card, tops, placed, found, reach):
            return NEVER
        key, tops, placed, found, stock, reach, waste, _ = moved(
            fixed,
            deal,
            kind,
            card,
            stack[frame + KEY],
            tops,
            placed,
            found,
            stock,
            reach,
            stack[frame + WASTE],
        )
        frame += FRAME
        put(stack, frame, key, tops, placed, found, stock, reach, waste)
        stack[frame + TURNED] = turned
        stack[frame + ACTIONS] = actions
    return stack[last * FRAME + ACTIONS]


def shifted(line: Ints, other: Ints, count: int, at: int, to: int) -> int:
    """Write the line with one move made at another time into `other`; returns its length."""
    step = 1 if at < to else -1
    for k in range(count):
        other[k] = line[k]
    for k in range(at, to, step):
        other[k] = line[k + step]
    other[to] = line[at]
    return count


def shortcut(line: Ints, other: Ints, count: int, at: int) -> int:
    """Write the line without the way there and back of one card into `other`; returns its length, or 0.

    The card goes straight from the stock to its foundation, or stays in its column until it goes up, or stays
    on its foundation, or comes to it only once.
    """
    kind, card = line[at] >> 6, line[at] & 63
    again = at + 1
    while again < count and line[again] & 63 != card:
        again += 1
    if again == count:
        return 0
    later = line[again] >> 6
    straight = -1
    if later == COLUMN_UP and kind in (STOCK_DOWN, REVEAL):
        straight = STOCK_UP if kind == STOCK_DOWN else COLUMN_UP
    size = 0
    for k in range(count):
        if k == again and straight >= 0:
            other[size] = straight << 6 | card
            size += 1
        elif k != at and k != again:
            other[size] = line[k]
            size += 1
    return size


def polish(
    fixed: Ints, deal: Ints, stack: Ints, trial: Ints, line: Ints, other: Ints, count: int, rounds: int
) -> int:
    """Shorten a line of `count` moves in place, in at most so many rounds; returns its new length.

    The first frame of `stack` holds the position, with `TURNED` set and no `ACTIONS`; `stack` and `trial`
    have room for all frames, `other` for all moves.
    """
    best = play_line(fixed, deal, stack, line, 0, count, NEVER)
    for _ in range(rounds):
        before = best
        at = 0
        while at < count:
            # Every other time for this move, and then the line without it.
            for to in range(count + 1):
                if to == at:
                    continue
                size = shifted(line, other, count, at, to) if to < count else shortcut(line, other, count, at)
                first = min(at, to)
                for k in range(FRAME):
                    trial[first * FRAME + k] = stack[first * FRAME + k]
                if size == 0 or play_line(fixed, deal, trial, other, first, size, best - 1) == NEVER:
                    continue
                if trial[size * FRAME + FOUND] != ALL:
                    continue
                count = size
                for k in range(count):
                    line[k] = other[k]
                best = play_line(fixed, deal, stack, line, first, count, NEVER)
                if at >= count:
                    break
            at += 1
        if best == before:
            break
    return count
