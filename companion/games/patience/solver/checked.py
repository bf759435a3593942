"""The search with three cards drawn, helped at every step by the far smaller one with one card drawn.

Whatever can be done with three cards at a time can be done with one.  So a position that is lost with one is
lost with three, and most positions in which a search with three gets stuck are.  Each new position is
therefore first searched briefly with one card drawn.  What that finds is kept: everything that can be reached
from a lost position is lost (`dead`), and everything on the way to a win is not (`alive`), so that the next
brief searches are briefer still.
"""

from __future__ import annotations

from companion.games.patience.solver.masks import FRAME, KEY, WASTE_AT, Ints, relax
from companion.games.patience.solver.search import (
    ALIVE_BITS,
    ALIVE_COUNT,
    BITS,
    CHECKED,
    DEAD_BITS,
    DEAD_COUNT,
    DEPTH,
    EXHAUSTED,
    GAP,
    KEY_HASH,
    LIMIT,
    LOWER_62,
    MET,
    NODES,
    NOTES_FULL,
    PAUSED,
    WON,
    enter_all,
    expand,
    search,
)

#: The brief searches' tables have 2**8 entries, and 2**14 where those are not enough.
SMALL_BITS = 8
LARGE_BITS = 14
#: At most so many new positions are passed by between two that are checked.
WIDEST_GAP = 31


def is_noted(key: int, table: Ints, bits: int) -> bool:
    """Whether a table of 2**`bits` entries has a key."""
    wrap = len(table) - 1
    slot = ((key * KEY_HASH) & LOWER_62) >> (62 - bits)
    while table[slot] != 0 and table[slot] != key + 1:
        slot = (slot + 1) & wrap
    return table[slot] != 0


def note(key: int, table: Ints, bits: int) -> int:
    """Enter a key into a table of 2**`bits` entries; returns 1 when it is new, else 0."""
    wrap = len(table) - 1
    slot = ((key * KEY_HASH) & LOWER_62) >> (62 - bits)
    while table[slot] != 0 and table[slot] != key + 1:
        slot = (slot + 1) & wrap
    new = table[slot] == 0
    table[slot] = key + 1
    return 1 if new else 0


def go_on(
    fixed: Ints,
    deal: Ints,
    order: Ints,
    stack: Ints,
    table: Ints,
    state: Ints,
    one_deal: Ints,
    one_order: Ints,
    one_stack: Ints,
    one_small: Ints,
    one_large: Ints,
    one_state: Ints,
    dead: Ints,
    alive: Ints,
    nothing: Ints,
) -> int:
    """Go on with a search as `search` does, but leave every position that is lost with one card drawn.

    With empty tables for the brief searches it is `search` and nothing else.

    What begins with `one` is for the brief searches, which take the small table and, where that is not
    enough, the large one; `nothing` is an empty table.  ``state[CHECKED]`` counts the different positions
    that they meet, and ``state[NODES]`` theirs as well.  It returns `NOTES_FULL` when `dead` or `alive` must
    be larger.
    """
    if len(one_large) == 1:
        return search(fixed, deal, order, stack, table, nothing, nothing, state)
    limit = state[LIMIT]
    most = len(one_large) - (len(one_large) >> 2)
    while True:
        crowded_dead = 2 * (state[DEAD_COUNT] + most + 1) > len(dead)
        if crowded_dead or 2 * (state[ALIVE_COUNT] + len(one_stack) // FRAME) > len(alive):
            ended = NOTES_FULL
            break
        state[LIMIT] = min(limit, state[MET] + 1 + state[GAP])
        before = state[MET]
        ended = search(fixed, deal, order, stack, table, dead, nothing, state)
        if ended != PAUSED or state[MET] == before:
            break
        frame = state[DEPTH] * FRAME
        key = stack[frame + KEY] & ((1 << WASTE_AT) - 1)
        # Where nothing is lost with one card drawn, checking is done ever more rarely.
        state[GAP] = min(state[GAP] + 1, WIDEST_GAP)
        if is_noted(key, alive, state[ALIVE_BITS]):
            continue

        result = PAUSED
        one_table = one_small
        for attempt in range(2):
            if attempt == 1:
                one_table = one_large
            relax(one_deal, stack, frame, one_stack)
            expand(one_deal, one_order, one_stack, 0)
            for i in range(len(one_table)):
                one_table[i] = 0
            one_state[DEPTH] = 0
            one_state[NODES] = 0
            one_state[MET] = 0
            one_state[LIMIT] = len(one_table) - (len(one_table) >> 2)
            one_state[BITS] = LARGE_BITS if attempt == 1 else SMALL_BITS
            one_state[DEAD_BITS] = state[DEAD_BITS]
            one_state[ALIVE_BITS] = state[ALIVE_BITS]
            result = search(fixed, one_deal, one_order, one_stack, one_table, dead, alive, one_state)
            state[NODES] += one_state[NODES]
            state[CHECKED] += one_state[MET]
            if result != PAUSED:
                break
        if result == EXHAUSTED:
            state[DEAD_COUNT] += enter_all(one_table, dead, state[DEAD_BITS])
            state[DEAD_COUNT] += note(key, dead, state[DEAD_BITS])
            state[DEPTH] -= 1
            state[GAP] = 0
        elif result == WON:
            for level in range(one_state[DEPTH] + 1):
                state[ALIVE_COUNT] += note(one_stack[level * FRAME + KEY], alive, state[ALIVE_BITS])
        else:
            # Not known: it is looked through with three cards, and not checked again.
            state[ALIVE_COUNT] += note(key, alive, state[ALIVE_BITS])
    state[LIMIT] = limit
    return ended
