"""The search: depth first over the keys of `masks`, with a set of keys met and an explicit stack.

It is exact.  What it leaves out loses no win:

- A card that is safe on its foundation goes there at once, and never comes back: the cards that could still
  lie on it can go up themselves (both foundations of the other colour reach at least two ranks below it,
  its twin's at least three).
- Some moves only make room: a card back from a foundation, the last card of a column onto another column,
  and with one card at a time a stock card onto a column.  Whatever can do without the room can be done
  before them, so after such a move only moves are tried that need it.  Two things that a move may need come
  one after the other: a card back from a foundation may be followed by other moves that make room, for it may
  have come for the sake of the card below it; and with three cards at a time a stock card onto a column also
  shifts the stock, so there other stock moves may follow it, and all that make room for them.
- A column is only emptied for a king, and only when none is empty.
"""

from __future__ import annotations

from companion.games.patience.solver.masks import (
    ALL,
    BIT_HASH,
    DEAL_BASES,
    DEAL_DRAW,
    DEAL_DROP,
    DEAL_KING,
    DEAL_PLACE,
    DEAL_TOP,
    FIXED_HEIGHT,
    FIXED_INDEX,
    FOUND,
    FRAME,
    KEY,
    KINGS,
    MARK,
    MOVE,
    PENDING,
    PLACED,
    REACH,
    STOCK,
    STOCK_AT,
    TOPS,
    TWINS,
    WASTE,
    WASTE_AT,
    Ints,
    cards_at,
    count_places,
    highest_place,
    prepare,
    pure_waste,
    reachable,
    swap_pairs,
)

#: The five classes of moves.
COLUMN_UP, STOCK_UP, REVEAL, STOCK_DOWN, BACK = range(5)
CLASSES = 5

# What a search runs on, in `state`: where it stands, what it has done, how large its tables are; and how it
# has ended or paused.
DEPTH, NODES, MET, LIMIT, BITS, DEAD_BITS, ALIVE_BITS, DEAD_COUNT, ALIVE_COUNT, CHECKED, GAP = range(11)
STATE_SIZE = 11
PAUSED, WON, EXHAUSTED, TABLE_FULL, STACK_FULL, NOTES_FULL = range(6)

# Where things stand in an `order`: the rank of each class, the class of each rank, which card of
# a class comes first, and whether cards may come back from a foundation (S6).
ORDER_CLASS = 5
ORDER_PICK = 10
ORDER_BACK = 11
ORDER_SIZE = 12
LOW_FIRST, HIGH_FIRST = range(2)

#: Keys are hashed by the top bits of the lower 62 bits of their product with this.
KEY_HASH = 0x1E3779B97F4A7C15
LOWER_62 = (1 << 62) - 1
#: Frames, cards, classes and places are masked where they are read from a list.  That changes nothing, but
#: lets the compiler see that no index is negative, and leave out the counting from a list's end.
FRAMES = (1 << 32) - 1

# Marks on a move: it laid a card bare, and it took the last card of a structure.
FLIPPED = 1
EMPTIED = 2


def lowest_index(fixed: Ints, cards: int) -> int:
    """The index of the lowest bit of a set that is not empty."""
    return fixed[FIXED_INDEX + ((((cards & -cards) * BIT_HASH) >> 58) & 63)] & 63


def highest_index(fixed: Ints, cards: int) -> int:
    """The index of the highest bit of a set that is not empty."""
    cards |= cards >> 1
    cards |= cards >> 2
    cards |= cards >> 4
    cards |= cards >> 8
    cards |= cards >> 16
    cards |= cards >> 32
    return fixed[FIXED_INDEX + ((((cards ^ (cards >> 1)) * BIT_HASH) >> 58) & 63)] & 63


def safe_cards(found: int) -> int:
    """The cards that cannot be missed once they are on their foundations."""
    both = found & (found >> 1) & TWINS
    twins = ((found & TWINS) << 1) | ((found >> 1) & TWINS)
    others_up = (swap_pairs(both | (both << 1)) << 8) | 0xFF
    twin_up = (swap_pairs(twins) << 12) | 0xFFF
    return others_up & twin_up & ALL


def choices(
    tops: int,
    placed: int,
    found: int,
    reach: int,
    last: int,
    move: int,
    mark: int,
    draw: int,
    bases: int,
    may_come_back: int,
) -> tuple[int, int, int, int, int]:
    """The moves to be tried from a position, each class as a set of cards, in the order of the classes.

    `last` is the last card of the stock where taking it changes nothing else that can be reached, else 0;
    `move` and `mark` are the move that led here; the rest is as in a frame and a deal.
    """
    # Free places of each pair, two bits a pair, and the pairs that have any.
    faced = tops | placed
    free = (faced & TWINS) + ((faced >> 1) & TWINS)
    free -= (((placed & TWINS) + ((placed >> 1) & TWINS)) << 4) & ALL
    ends = (free | (free >> 1)) & TWINS
    ends |= ends << 1

    following = (swap_pairs(found << 4) | 0xF) & ~found & ALL
    safe = safe_cards(found)
    column_up = faced & ends & following
    if column_up & safe:
        return column_up & safe & -(column_up & safe), 0, 0, 0, 0
    stock_up = reach & following
    sure = stock_up & safe & (ALL if draw == 1 else last)
    if sure:
        return 0, sure & -sure, 0, 0, 0

    columns = tops | (placed & KINGS)
    for _ in range(6):
        columns &= columns - 1
    room = ends >> 4 | (KINGS if columns == 0 else 0)
    reveal = tops & room
    if columns == 0:
        reveal &= ~bases
    stock_down = reach & room
    if draw == 1:
        stock_down &= ~ends
    back = found & ~(swap_pairs(found) >> 4) & room & ~safe if may_come_back else 0

    if move >= 0:
        kind, card = move >> 6, move & 63
        if kind >= STOCK_DOWN:
            # What needs the room on this card: a card that goes there, or its twin, whose burden goes there.
            pair = 3 << (card & ~1)
            only_room = (free >> (card & ~1)) & 3 == 1
            upper = pair >> 4 if only_room else 0
            reveal &= upper | bases if kind == BACK or draw == 3 else upper
            column_up &= pair ^ (1 << card) if only_room else 0
            if kind == BACK:
                stock_up = 0
            else:
                back &= upper
                if draw == 1:
                    stock_down &= upper
                    stock_up = 0
        elif kind == REVEAL and mark == EMPTIED:
            reveal &= KINGS
            if draw == 1:
                stock_down &= KINGS
            back &= KINGS
            column_up = 0
            stock_up = 0
        elif kind == COLUMN_UP and mark == 0:
            back &= ~(1 << card)
    return column_up, stock_up, reveal, stock_down, back


def expand(deal: Ints, order: Ints, stack: Ints, frame: int) -> None:
    """Write the moves to be tried from the position of a frame into it, in the order of this search."""
    last = 0
    if deal[DEAL_DRAW] == 3 and stack[frame + WASTE] == 0:
        last = cards_at(deal, highest_place(stack[frame + STOCK]))
    column_up, stock_up, reveal, stock_down, back = choices(
        stack[frame + TOPS],
        stack[frame + PLACED],
        stack[frame + FOUND],
        stack[frame + REACH],
        last,
        stack[frame + MOVE],
        stack[frame + MARK],
        deal[DEAL_DRAW],
        deal[DEAL_BASES],
        order[ORDER_BACK],
    )
    stack[frame + PENDING + order[COLUMN_UP]] = column_up
    stack[frame + PENDING + order[STOCK_UP]] = stock_up
    stack[frame + PENDING + order[REVEAL]] = reveal
    stack[frame + PENDING + order[STOCK_DOWN]] = stock_down
    stack[frame + PENDING + order[BACK]] = back


def begin(layout: Ints, fixed: Ints, deal: Ints, order: Ints, stack: Ints) -> None:
    """Make ready to search a layout: fill the `deal` table and the first frame of the stack."""
    prepare(layout, fixed, deal, stack)
    expand(deal, order, stack, 0)


def moved(
    fixed: Ints,
    deal: Ints,
    kind: int,
    card: int,
    key: int,
    tops: int,
    placed: int,
    found: int,
    stock: int,
    reach: int,
    waste: int,
) -> tuple[int, int, int, int, int, int, int, int]:
    """The position after a move, part by part as they stand in a frame, and the move's mark."""
    bit = 1 << card
    mark = 0
    if kind in (COLUMN_UP, REVEAL):
        if tops & bit:
            under = deal[DEAL_TOP + card] | deal[DEAL_KING + card]
            tops = (tops ^ bit) | deal[DEAL_TOP + card]
            placed |= deal[DEAL_KING + card]
            key -= deal[DEAL_DROP + card]
            mark = FLIPPED if under else EMPTIED
        else:
            placed ^= bit
        if kind == REVEAL:
            placed |= bit
        else:
            found |= bit
            key += fixed[FIXED_HEIGHT + card]
    elif kind == BACK:
        found ^= bit
        placed |= bit
        key -= fixed[FIXED_HEIGHT + card]
    else:
        place = deal[DEAL_PLACE + card] & 31
        stock ^= 1 << place
        key ^= 1 << (place + STOCK_AT)
        if deal[DEAL_DRAW] == 1:
            reach ^= bit
        else:
            waste = pure_waste(fixed, deal, stock, place)
            turned = stock & ((1 << waste) - 1)
            key = (key & ((1 << WASTE_AT) - 1)) | (count_places(fixed, turned) << WASTE_AT)
            reach = reachable(fixed, deal, stock, waste)
        if kind == STOCK_UP:
            found |= bit
            key += fixed[FIXED_HEIGHT + card]
        else:
            placed |= bit
    return key, tops, placed, found, stock, reach, waste, mark


def put(
    stack: Ints, frame: int, key: int, tops: int, placed: int, found: int, stock: int, reach: int, waste: int
) -> None:
    """Write a position into a frame."""
    stack[frame + KEY] = key
    stack[frame + TOPS] = tops
    stack[frame + PLACED] = placed
    stack[frame + FOUND] = found
    stack[frame + STOCK] = stock
    stack[frame + REACH] = reach
    stack[frame + WASTE] = waste


def search(
    fixed: Ints, deal: Ints, order: Ints, stack: Ints, table: Ints, dead: Ints, alive: Ints, state: Ints
) -> int:
    """Go on with a search until it is won, exhausted, or must pause; returns which.

    The search stands at depth ``state[DEPTH]`` of the stack and pauses once it has met ``state[LIMIT]``
    positions.  It also pauses, to be called again with a larger one, when the table or the stack is full.
    ``state[NODES]`` counts every position looked at, ``state[MET]`` the different ones.

    `dead` is a table of positions known to be lost with one card drawn at a time, and so with three; they
    are passed by.  `alive` is a table of positions at which the search counts as won.  Both may be empty.
    """
    depth, nodes, met, limit = state[DEPTH], state[NODES], state[MET], state[LIMIT]
    wrap = len(table) - 1
    shift = 62 - state[BITS]
    dead_wrap = len(dead) - 1
    dead_shift = 62 - state[DEAD_BITS]
    alive_wrap = len(alive) - 1
    alive_shift = 62 - state[ALIVE_BITS]
    most = len(table) - (len(table) >> 3)
    stop = min(limit, most)
    deepest = len(stack) // FRAME - 1
    ended = PAUSED
    while True:
        frame = (depth * FRAME) & FRAMES
        rank = 0
        while rank < CLASSES and stack[frame + PENDING + rank] == 0:
            rank += 1
        if rank == CLASSES:
            depth -= 1
            if depth < 0:
                ended = EXHAUSTED
                break
            continue
        if met >= stop or depth >= deepest:
            ended = PAUSED if met >= limit else TABLE_FULL if met >= most else STACK_FULL
            break

        cards = stack[frame + PENDING + rank]
        card = lowest_index(fixed, cards) if order[ORDER_PICK] == LOW_FIRST else highest_index(fixed, cards)
        stack[frame + PENDING + rank] = cards ^ (1 << card)
        kind = order[ORDER_CLASS + rank] & 7
        key, tops, placed, found, stock, reach, waste, mark = moved(
            fixed,
            deal,
            kind,
            card,
            stack[frame + KEY],
            stack[frame + TOPS],
            stack[frame + PLACED],
            stack[frame + FOUND],
            stack[frame + STOCK],
            stack[frame + REACH],
            stack[frame + WASTE],
        )

        nodes += 1
        # An entry is a key plus one, so that nought is an empty one.
        entry = key + 1
        slot = ((key * KEY_HASH) & LOWER_62) >> shift
        while table[slot] != 0 and table[slot] != entry:
            slot = (slot + 1) & wrap
        if table[slot] == entry:
            continue
        if dead_wrap:
            relaxed = key & ((1 << WASTE_AT) - 1)
            found_at = ((relaxed * KEY_HASH) & LOWER_62) >> dead_shift
            while dead[found_at] != 0 and dead[found_at] != relaxed + 1:
                found_at = (found_at + 1) & dead_wrap
            if dead[found_at] != 0:
                continue
        if alive_wrap:
            found_at = ((key * KEY_HASH) & LOWER_62) >> alive_shift
            while alive[found_at] != 0 and alive[found_at] != entry:
                found_at = (found_at + 1) & alive_wrap
            if alive[found_at] != 0:
                ended = WON
                break
        table[slot] = entry
        met += 1
        depth += 1
        frame += FRAME
        put(stack, frame, key, tops, placed, found, stock, reach, waste)
        stack[frame + MOVE] = (kind << 6) | card
        stack[frame + MARK] = mark
        if found == ALL:
            ended = WON
            break
        expand(deal, order, stack, frame)
    state[DEPTH] = depth
    state[NODES] = nodes
    state[MET] = met
    return ended


def enter_all(entries: Ints, table: Ints, bits: int) -> int:
    """Enter the keys of one table into another of 2**`bits` entries; returns how many are new."""
    wrap = len(table) - 1
    shift = 62 - bits
    new = 0
    for entry in entries:
        if entry != 0:
            slot = (((entry - 1) * KEY_HASH) & LOWER_62) >> shift
            while table[slot] != 0 and table[slot] != entry:
                slot = (slot + 1) & wrap
            if table[slot] == 0:
                table[slot] = entry
                new += 1
    return new
