"""Uniform draws of hidden cards by exact counting, as compiled rules.

Hidden cards lie in slots: the other hands, cards that lie face down, the buried card, the widow. A
slot holds a number of cards, and may be known to hold none of some cards. Cards that the same slots
may hold form a class; there are at most `MAX_CLASSES`, since what is known is about plain suits,
trumps, and three single cards. So a placement is drawn one card at a time, by class:

* most slots may hold whatever the others leave, and are filled at the end in any way;
* for the places of the other slots, one after the other, a table holds in how many ways the places
  from there on can be filled, by how many cards of each class are gone already.

The ways are counted backwards, and the classes are drawn forwards in proportion to them. Numbers
are doubles: they are exact up to 2**53, and then right to 15 digits, as every term is positive.

The table has (places + 1) times the product of (cards + 1) over all classes but the largest: none at
all before the first Meri trick, some thousand entries later, seldom more than a million.
"""

import numpy as np
from numpy.typing import NDArray

from hwatu_env.cards.unsun import high_bit, holds, low_bit
from hwatu_env.compiled.bits import lowest_bit, popcount
from hwatu_env.compiled.rng import below
from hwatu_env.compiled.rule import rule

BURIED, WIDOW = 16, 17
"""Slots; before them come the eight hands, and from `FACE_DOWN` the eight cards in the trick."""
FACE_DOWN = 8
NUM_SLOTS = 18
MAX_CLASSES = 8

ROOM, MAY_LOW, MAY_HIGH, MAY, GOT_LOW, GOT_HIGH = range(6)
"""Rows of a slot: cards that it takes, those that it may hold, their classes, those it was given."""
KIND_SLOTS, KIND_LOW, KIND_HIGH, KIND_COUNT, KIND_GONE, KIND_STRIDE = range(6, 12)
"""Rows of a class: its slots, its cards that are left, their number at first, the number of those
gone, and the class's stride in the table."""
NUM_ROWS = 12

Sheet = NDArray[np.int64]
"""(NUM_ROWS, NUM_SLOTS) numbers of slots and classes."""
Ways = NDArray[np.float64]
"""(places + 1, states) ways to fill the places from each one on."""

_HALF = 26
_UNIT = 2.0**-52


@rule
def new_sheet() -> Sheet:
    """A sheet of empty slots."""
    return np.zeros((NUM_ROWS, NUM_SLOTS), np.int64)


@rule
def read(sheet: Sheet, row: int, column: int) -> int:
    """One number of a sheet, as an integer that plain Python shifts as compiled code does."""
    return int(sheet[row, column])


# ---- classes


@rule
def find_classes(sheet: Sheet, low: int, high: int) -> int:
    """Sort hidden cards into classes by the slots that may hold them; the number of classes."""
    for column in range(NUM_SLOTS):
        sheet[MAY, column] = 0
        sheet[GOT_LOW, column] = 0
        sheet[GOT_HIGH, column] = 0
        sheet[KIND_LOW, column] = 0
        sheet[KIND_HIGH, column] = 0
        sheet[KIND_COUNT, column] = 0
        sheet[KIND_GONE, column] = 0
    classes = 0
    while low | high:
        card = lowest_bit(low) if low else 60 + lowest_bit(high)
        low &= ~low_bit(card)
        high &= ~high_bit(card)
        slots = slots_of(sheet, card)
        kind = 0
        while kind < classes and read(sheet, KIND_SLOTS, kind) != slots:
            kind += 1
        if kind == classes:
            classes += 1
            sheet[KIND_SLOTS, kind] = slots
        sheet[KIND_LOW, kind] = read(sheet, KIND_LOW, kind) | low_bit(card)
        sheet[KIND_HIGH, kind] = read(sheet, KIND_HIGH, kind) | high_bit(card)
        sheet[KIND_COUNT, kind] = read(sheet, KIND_COUNT, kind) + 1
    for kind in range(classes):
        for slot in range(NUM_SLOTS):
            bit = (read(sheet, KIND_SLOTS, kind) >> slot) & 1
            sheet[MAY, slot] = read(sheet, MAY, slot) | (bit << kind)
    return classes


@rule
def slots_of(sheet: Sheet, card: int) -> int:
    """Bits of the slots with room that may hold a card."""
    slots = 0
    for slot in range(NUM_SLOTS):
        if read(sheet, ROOM, slot) > 0:
            may = holds(read(sheet, MAY_LOW, slot), read(sheet, MAY_HIGH, slot), card)
            slots |= (1 if may else 0) << slot
    return slots


@rule
def common_classes(sheet: Sheet) -> int:
    """Classes that may lie in most places: slots that may hold just these are filled last."""
    best = 0
    most = -1
    for slot in range(NUM_SLOTS):
        may = read(sheet, MAY, slot)
        places = 0
        for other in range(NUM_SLOTS):
            if read(sheet, MAY, other) == may:
                places += read(sheet, ROOM, other)
        if places > most and read(sheet, ROOM, slot) > 0:
            most = places
            best = may
    return best


@rule
def set_strides(sheet: Sheet, classes: int) -> int:
    """Strides of the classes in the table, 0 for the largest; the number of states."""
    largest = 0
    for kind in range(1, classes):
        if read(sheet, KIND_COUNT, kind) > read(sheet, KIND_COUNT, largest):
            largest = kind
    states = 1
    for kind in range(classes):
        sheet[KIND_STRIDE, kind] = 0
        if kind != largest:
            sheet[KIND_STRIDE, kind] = states
            states *= read(sheet, KIND_COUNT, kind) + 1
    return states


# ---- counting


@rule
def narrow_places(sheet: Sheet, common: int) -> int:
    """How many places there are in slots that may not hold all the common classes, or others."""
    places = 0
    for slot in range(NUM_SLOTS):
        if read(sheet, MAY, slot) != common:
            places += read(sheet, ROOM, slot)
    return places


@rule
def slot_of_place(sheet: Sheet, common: int, place: int) -> int:
    """The slot of a place, among the slots that are not filled last."""
    slot = 0
    while True:
        if read(sheet, MAY, slot) != common:
            if place < read(sheet, ROOM, slot):
                return slot
            place -= read(sheet, ROOM, slot)
        slot += 1


@rule
def new_ways(sheet: Sheet, classes: int, common: int) -> Ways:
    """An empty table of ways."""
    return np.zeros((narrow_places(sheet, common) + 1, set_strides(sheet, classes)))


@rule
def count_ways(sheet: Sheet, classes: int, common: int, ways: Ways) -> float:
    """Fill the table of ways, from the last place to the first; the ways to fill all places."""
    places = ways.shape[0] - 1
    for place in range(places, -1, -1):
        may = common
        if place < places:
            may = read(sheet, MAY, slot_of_place(sheet, common, place))
        for kind in range(classes):
            sheet[KIND_GONE, kind] = 0
        for state in range(ways.shape[1]):
            if settle_largest(sheet, classes, place):
                if place == places:
                    ways[place, state] = 1.0 if only_left(sheet, classes, common) else 0.0
                else:
                    ways[place, state] = ways_from(sheet, classes, may, ways, place, state)
            next_state(sheet, classes)
    return ways[0, 0]


@rule
def next_state(sheet: Sheet, classes: int) -> None:
    """Go on to the next combination of cards gone, in the order of the table."""
    for kind in range(classes):
        if read(sheet, KIND_STRIDE, kind) == 0:
            continue
        gone = read(sheet, KIND_GONE, kind) + 1
        if gone <= read(sheet, KIND_COUNT, kind):
            sheet[KIND_GONE, kind] = gone
            return
        sheet[KIND_GONE, kind] = 0


@rule
def settle_largest(sheet: Sheet, classes: int, place: int) -> bool:
    """Work out how many of the largest class are gone; False if that cannot be at this place."""
    gone = place
    largest = 0
    for kind in range(classes):
        if read(sheet, KIND_STRIDE, kind) == 0:
            largest = kind
        else:
            gone -= read(sheet, KIND_GONE, kind)
    sheet[KIND_GONE, largest] = gone
    return 0 <= gone <= read(sheet, KIND_COUNT, largest)


@rule
def only_left(sheet: Sheet, classes: int, common: int) -> bool:
    """Whether only cards of the common classes are left."""
    for kind in range(classes):
        left = read(sheet, KIND_COUNT, kind) - read(sheet, KIND_GONE, kind)
        if left > 0 and not (common >> kind) & 1:
            return False
    return True


@rule
def ways_with(sheet: Sheet, kind: int, may: int, ways: Ways, place: int, state: int) -> float:
    """Ways to go on if a card of class `kind` is put at a place."""
    left = read(sheet, KIND_COUNT, kind) - read(sheet, KIND_GONE, kind)
    if left == 0 or not (may >> kind) & 1:
        return 0.0
    return left * ways[place + 1, state + read(sheet, KIND_STRIDE, kind)]


@rule
def ways_from(sheet: Sheet, classes: int, may: int, ways: Ways, place: int, state: int) -> float:
    """Ways to fill all places from one on."""
    total = 0.0
    for kind in range(classes):
        total += ways_with(sheet, kind, may, ways, place, state)
    return total


# ---- drawing


@rule
def fraction(key: int, counter: int) -> float:
    """A uniformly random number in 0..1, of 52 bits; draws `counter` and the next of `key`."""
    high = below(key, counter, 1 << _HALF)
    return ((high << _HALF) | below(key, counter + 1, 1 << _HALF)) * _UNIT


@rule
def draw_all(sheet: Sheet, classes: int, common: int, ways: Ways, key: int) -> None:
    """Draw a placement; the slots' cards go to `GOT_LOW` and `GOT_HIGH`."""
    for kind in range(classes):
        sheet[KIND_GONE, kind] = 0
    draws = 0
    state = 0
    for place in range(ways.shape[0] - 1):
        slot = slot_of_place(sheet, common, place)
        may = read(sheet, MAY, slot)
        target = fraction(key, draws) * ways_from(sheet, classes, may, ways, place, state)
        chosen = 0
        for kind in range(classes):
            share = ways_with(sheet, kind, may, ways, place, state)
            if share > 0:
                chosen = kind
                if target < share:
                    break
                target -= share
        take_card(sheet, chosen, 1 << chosen, classes, slot, key, draws + 2)
        sheet[KIND_GONE, chosen] = read(sheet, KIND_GONE, chosen) + 1
        state += read(sheet, KIND_STRIDE, chosen)
        draws += 3
    for slot in range(NUM_SLOTS):
        if read(sheet, MAY, slot) == common:
            for _ in range(read(sheet, ROOM, slot)):
                take_card(sheet, 0, common, classes, slot, key, draws)
                draws += 1


@rule
def take_card(
    sheet: Sheet, first: int, kinds: int, classes: int, slot: int, key: int, draw: int
) -> None:
    """Move a uniformly random card of some classes, `first` being the lowest, into a slot."""
    total = 0
    for kind in range(first, classes):
        if (kinds >> kind) & 1:
            total += popcount(read(sheet, KIND_LOW, kind)) + popcount(read(sheet, KIND_HIGH, kind))
    nth = below(key, draw, total)
    for kind in range(first, classes):
        low, high = read(sheet, KIND_LOW, kind), read(sheet, KIND_HIGH, kind)
        count = popcount(low) + popcount(high)
        if not (kinds >> kind) & 1:
            continue
        if nth >= count:
            nth -= count
            continue
        card = nth_card(low, high, nth)
        sheet[KIND_LOW, kind] = low & ~low_bit(card)
        sheet[KIND_HIGH, kind] = high & ~high_bit(card)
        sheet[GOT_LOW, slot] = read(sheet, GOT_LOW, slot) | low_bit(card)
        sheet[GOT_HIGH, slot] = read(sheet, GOT_HIGH, slot) | high_bit(card)
        return


@rule
def nth_card(low: int, high: int, nth: int) -> int:
    """Card number `nth` of a set, from 0."""
    for _ in range(nth):
        if low:
            low &= low - 1
        else:
            high &= high - 1
    return lowest_bit(low) if low else 60 + lowest_bit(high)
