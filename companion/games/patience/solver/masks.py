"""How the search sees a position: sets of cards as bits of whole numbers, and a key of 61 bits.

A card's bit is ``rank * 4 + 2 * (colour xor rank & 1) + twin``: the ranks from the ace up, in each rank two
pairs of twins (cards of one rank and colour).  The cards that may lie on a pair are then the pair four
bits lower.

A column's *structure* is its hidden cards and the one face-up card that lies on them or at the base; that
card is the structure's *top*.  All other face-up cards are *placed*: each lies on one of the two cards that
fit it, or is a king on an empty column.  How the placed cards are arranged is neither stored nor needed: a
pair has as many free places as it has face-up cards, less the placed cards of the pair below.  A king at the
base of a column counts as placed too.

The key holds the foundations' heights (four times 4 bits), the sizes of the seven structures (mixed radix,
16 bits), the cards left in stock and waste (24 bits) and how many of them are waste (5 bits).

Everything here and in `search` is written for whole numbers below 2**62 and flat lists of them, so that it
runs as Python and compiles with numba alike.  Lists are filled in place.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TypeAlias

from companion.games.patience.cards import CARDS, RANKS, SUITS, is_red

Ints: TypeAlias = MutableSequence[int]

ALL = (1 << 52) - 1
KINGS = 0xF << 48
#: The lower twin of every pair, and the lower pair of every rank.
TWINS = 0x5555555555555
PAIRS = 0x3333333333333

# Where things stand in a frame of the search's stack: the position, the move that led to it, then the
# moves still to be tried, class by class in the order of this search.
KEY, TOPS, PLACED, FOUND, STOCK, REACH, WASTE, MOVE, MARK, PENDING = range(10)
FRAME = 16

# The parts of a key.
STRUCTURES_AT = 16
STOCK_AT = 32
WASTE_AT = 56

# Where things stand in the `fixed` table, the same for all deals.
FIXED_INDEX = 0  # 64: the index of a single bit, by its product with `BIT_HASH`
FIXED_HEIGHT = 64  # 64: what one card more on its foundation adds to the key, by card
FIXED_THIRDS = 128  # 3 * 256: every third bit of a byte, when 0, 1, 2 bits have passed already
FIXED_COUNT = 896  # 256: how many bits a byte has
FIXED_SIZE = 1152
BIT_HASH = 0x03F79D71B4CB0A89

# Where things stand in the `deal` table, one for each position to be solved.
DEAL_TOP = 0  # 64: the bit of the card under a structure's top, by top; 0 where it counts as placed
DEAL_KING = 64  # 64: the bit of the king under a top where it lies at the base
DEAL_DROP = 128  # 64: what taking a top away takes from the key
DEAL_PLACE = 192  # 64: a stock card's place, from 0
DEAL_CARDS = 256  # 3 * 256: the cards of a byte of stock places
DEAL_BASES = 1024  # the cards at the base of a column, kings left out
DEAL_DRAW = 1025
DEAL_SIZE = 1026

# Where things stand in a `layout`, which describes a position with its cards as bit numbers.
LAYOUT_DRAW = 0
LAYOUT_STOCK = 1  # how many cards are left in waste and stock, and how many of them are waste
LAYOUT_WASTE = 2
LAYOUT_HEIGHTS = 3  # 4, in the order of SUITS
LAYOUT_COLUMNS = 7  # 7 * 2: size of the structure, number of placed cards
LAYOUT_CARDS = 21  # the waste from its bottom up, the stock as it is drawn, then each column from its base up
LAYOUT_SIZE = 73


def bit_number(card: str) -> int:
    """The number of a card's bit, 0 to 51."""
    rank, red = RANKS.index(card[0]), is_red(card)
    return rank * 4 + 2 * (red ^ (rank & 1)) + (card[1] in "HS")


#: Cards by bit number, and back.
CARD_OF_BIT: tuple[str, ...] = tuple(sorted(CARDS, key=bit_number))
BIT_OF_CARD: dict[str, int] = {card: bit for bit, card in enumerate(CARD_OF_BIT)}


def fill_fixed(fixed: Ints) -> None:
    """Fill the table that is the same for all deals."""
    for bit in range(62):
        fixed[FIXED_INDEX + ((((1 << bit) * BIT_HASH) >> 58) & 63)] = bit
    for card, bit in BIT_OF_CARD.items():
        fixed[FIXED_HEIGHT + bit] = 1 << 4 * SUITS.index(card[1])
    for byte in range(256):
        for passed in range(3):
            chosen, count = 0, passed
            for bit in range(8):
                if byte >> bit & 1:
                    count += 1
                    if count % 3 == 0:
                        chosen |= 1 << bit
            fixed[FIXED_THIRDS + 256 * passed + byte] = chosen
        fixed[FIXED_COUNT + byte] = byte.bit_count()


def swap_pairs(cards: int) -> int:
    """Exchange the two pairs of every rank; a suit's next card is its twin's pair, one rank up."""
    return ((cards & PAIRS) << 2) | ((cards >> 2) & PAIRS)


def highest_place(places: int) -> int:
    """The highest bit of a set of up to 24 stock places, as a set; 0 for none."""
    places |= places >> 1
    places |= places >> 2
    places |= places >> 4
    places |= places >> 8
    places |= places >> 16
    return places ^ (places >> 1)


def every_third(fixed: Ints, places: int) -> int:
    """The third, sixth, ninth ... of a set of stock places, as a set."""
    low, middle, high = places & 255, (places >> 8) & 255, (places >> 16) & 255
    passed = fixed[FIXED_COUNT + low]
    both = passed + fixed[FIXED_COUNT + middle]
    return (
        fixed[FIXED_THIRDS + low]
        | (fixed[FIXED_THIRDS + 256 * (passed % 3) + middle] << 8)
        | (fixed[FIXED_THIRDS + 256 * (both % 3) + high] << 16)
    )


def count_places(fixed: Ints, places: int) -> int:
    """How many stock places a set has."""
    return (
        fixed[FIXED_COUNT + (places & 255)]
        + fixed[FIXED_COUNT + ((places >> 8) & 255)]
        + fixed[FIXED_COUNT + ((places >> 16) & 255)]
    )


def cards_at(deal: Ints, places: int) -> int:
    """The cards at a set of stock places."""
    return (
        deal[DEAL_CARDS + (places & 255)]
        | deal[DEAL_CARDS + 256 + ((places >> 8) & 255)]
        | deal[DEAL_CARDS + 512 + ((places >> 16) & 255)]
    )


def reachable(fixed: Ints, deal: Ints, stock: int, waste: int) -> int:
    """The stock cards that can be brought to the top of the waste (S7, S8).

    `stock` is the set of places that still have their card; the cards at places below `waste` are turned.
    With one card at a time that is all of them.  With three it is the top of the waste, every third card
    behind it, the last card, and after a recycle every third card from the start.
    """
    if deal[DEAL_DRAW] == 1:
        return cards_at(deal, stock)
    places = every_third(fixed, stock) | highest_place(stock)
    turned = stock & ((1 << waste) - 1)
    if turned:
        places |= every_third(fixed, stock ^ turned) | highest_place(turned)
    return cards_at(deal, places)


def pure_waste(fixed: Ints, deal: Ints, stock: int, waste: int) -> int:
    """`waste`, or 0 where the same cards can be reached as with nothing turned."""
    turned = stock & ((1 << waste) - 1)
    if deal[DEAL_DRAW] == 1 or turned == stock or count_places(fixed, turned) % 3 == 0:
        return 0
    return waste


def prepare(layout: Ints, fixed: Ints, deal: Ints, stack: Ints) -> None:
    """Fill the `deal` table of a layout, and its position into the first frame of the stack."""
    for i in range(DEAL_CARDS):
        deal[i] = 0
    deal[DEAL_BASES] = 0
    deal[DEAL_DRAW] = layout[LAYOUT_DRAW]
    left = layout[LAYOUT_STOCK]
    for place in range(left):
        deal[DEAL_PLACE + layout[LAYOUT_CARDS + place]] = place
    for byte in range(3):
        start = DEAL_CARDS + 256 * byte
        deal[start] = 0
        for bit in range(8):
            place = 8 * byte + bit
            card = 1 << layout[LAYOUT_CARDS + place] if place < left else 0
            for lower in range(1 << bit):
                deal[start + (1 << bit) + lower] = deal[start + lower] | card
    key = 0
    tops = 0
    placed = 0
    radix = 1 << STRUCTURES_AT
    at = LAYOUT_CARDS + left
    for column in range(7):
        size = layout[LAYOUT_COLUMNS + 2 * column]
        king = size > 0 and layout[at] >= 48
        for level in range(size):
            card = layout[at + level]
            deal[DEAL_DROP + card] = radix
            if level > 1 or (level == 1 and not king):
                deal[DEAL_TOP + card] = 1 << layout[at + level - 1]
            elif level == 1:
                # The king that is laid bare counts as placed, and the structure as gone.
                deal[DEAL_KING + card] = 1 << layout[at]
                deal[DEAL_DROP + card] = 2 * radix
        if size > 0 and not king:
            deal[DEAL_BASES] |= 1 << layout[at]
        if size == 1 and king:
            placed |= 1 << layout[at]
        elif size > 0:
            tops |= 1 << layout[at + size - 1]
            key += size * radix
        at += size
        for _ in range(layout[LAYOUT_COLUMNS + 2 * column + 1]):
            placed |= 1 << layout[at]
            at += 1
        radix *= column + 2
    found = 0
    for suit in range(4):
        height = layout[LAYOUT_HEIGHTS + suit]
        key += height << (4 * suit)
        # The ace of clubs is bit 0, of spades 1, of diamonds 2, of hearts 3; see `bit_number`.
        card = 1 << (0 if suit == 0 else 2 if suit == 1 else 3 if suit == 2 else 1)
        for _ in range(height):
            found |= card
            card = swap_pairs(card << 4)
    stock = (1 << left) - 1
    waste = pure_waste(fixed, deal, stock, layout[LAYOUT_WASTE])
    key += (stock << STOCK_AT) + (waste << WASTE_AT)
    stack[KEY] = key
    stack[TOPS] = tops
    stack[PLACED] = placed
    stack[FOUND] = found
    stack[STOCK] = stock
    stack[WASTE] = waste
    stack[REACH] = reachable(fixed, deal, stock, waste)
    stack[MOVE] = -1
    stack[MARK] = 0


def relax(deal: Ints, stack: Ints, frame: int, relaxed: Ints) -> None:
    """Copy the position of a frame into the first frame of another stack, with one card drawn at a time.

    `deal` is the table of that stack's own deal, which differs in the draw alone.  All that can be done with
    three cards at a time can be done with one, so a position that is lost so relaxed is lost.
    """
    for i in range(PENDING):
        relaxed[i] = stack[frame + i]
    relaxed[KEY] &= (1 << WASTE_AT) - 1
    relaxed[WASTE] = 0
    relaxed[REACH] = cards_at(deal, relaxed[STOCK])
    relaxed[MOVE] = -1
    relaxed[MARK] = 0
