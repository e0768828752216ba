"""What the fishing games share: months, the table and its stacks, as compiled rules.

A table is one board. One or two loose cards of a month are simply there, three are a stack, four
are dead (rules/gostop.md §3.1).
"""

from hwatu_env.cards.hwatu import ALL_MONTHS, NUM_MONTHS, month_cards, month_of
from hwatu_env.compiled.bits import popcount
from hwatu_env.compiled.rule import rule

_FIRST_OF_MONTH = sum(1 << (4 * month) for month in range(NUM_MONTHS))


@rule
def on_table(table: int, month: int) -> int:
    """Board of the table cards of a month."""
    return table & month_cards(month)


@rule
def single(cards: int) -> bool:
    """Whether a board holds exactly one card."""
    return cards != 0 and cards & (cards - 1) == 0


@rule
def months_with(cards: int, count: int) -> int:
    """Board of the months, all four cards of each, of which `cards` holds exactly `count`."""
    low = cards & _FIRST_OF_MONTH
    second = (cards >> 1) & _FIRST_OF_MONTH
    third = (cards >> 2) & _FIRST_OF_MONTH
    high = (cards >> 3) & _FIRST_OF_MONTH
    ones = low ^ second ^ third ^ high
    pairs = (low & second) | (third & high) | ((low | second) & (third | high))
    fours = low & second & third & high
    if count == 1:
        return (ones & ~pairs) * 15
    if count == 2:
        return (pairs & ~ones & ~fours) * 15
    if count == 3:
        return (ones & pairs) * 15
    return fours * 15


@rule
def partners(table: int, card: int) -> int:
    """Number of table cards of a card's month."""
    return popcount(on_table(table, month_of(card)))


@rule
def ordinary(cards: int) -> int:
    """The cards that are no jokers."""
    return cards & ALL_MONTHS
