"""Worth of the cards of one month: four numbers, and sets of its cards as four bits, slot 1 first."""

from typing import NamedTuple

from hwatu_env.compiled.bits import popcount
from hwatu_env.compiled.rule import rule


class Slots(NamedTuple):
    """Worth of each of the four cards of a month."""

    first: float
    second: float
    third: float
    fourth: float


@rule
def value(slots: Slots, cards: int) -> float:
    """Worth of some cards of a month."""
    points = 0.0
    if cards & 1:
        points += slots.first
    if cards & 2:
        points += slots.second
    if cards & 4:
        points += slots.third
    if cards & 8:
        points += slots.fourth
    return points


@rule
def mean(slots: Slots, cards: int) -> float:
    """Mean worth of some cards, 0 of none."""
    return value(slots, cards) / popcount(cards) if cards else 0.0


@rule
def dearest(slots: Slots, cards: int) -> int:
    """The best of some cards, the lowest among equals."""
    best = cards & -cards
    cards ^= best
    while cards:
        card = cards & -cards
        cards ^= card
        if value(slots, card) > value(slots, best):
            best = card
    return best
