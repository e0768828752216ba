"""Trumps that I do not see: how many there are, and who may hold them.

A set of trumps is a ladder: bit 0 for the weakest trump, in the order of their strength.
"""

from typing import NamedTuple

from hwatu_agents.hachinin_meri.pairs import highest_gone
from hwatu_agents.hachinin_meri.reading import Offsets, lacks
from hwatu_agents.hachinin_meri.table import Table, read_table
from hwatu_agents.reading import Observation, Params, read_number
from hwatu_env.cards.unsun import (
    NUM_CARDS,
    NUM_RANKS,
    ROBAI,
    TENKA,
    TRUMP_STRENGTH,
    card_of,
    strength,
    suit_of,
)
from hwatu_env.compiled.bits import popcount
from hwatu_env.compiled.rule import rule
from hwatu_env.games.hachinin_meri.state import SEATS

_TRUMPS = 5
"""Place of trumps, but for their Sun, among what a seat was seen to lack."""


class Sight(NamedTuple):
    """The trick under way, and what I know of the trumps."""

    table: Table
    mine: int
    """Ladder of my trumps."""
    out: int
    """Ladder of the trumps that I do not see."""
    number: int
    """How many these are."""
    down: int
    """How many of them lie face down in this trick."""
    trump_share: float
    """Chance that a certain one of them is a certain hand card of a seat that may have it."""
    card_share: float
    """The same for a plain card that I do not see."""
    highest: int
    """Strength of the strongest trump of finished tricks."""
    meri_seen: int
    """1 after the first Meri trick."""


@rule
def step_of(table: Table, card: int) -> int:
    """Place of a trump on the ladder."""
    return strength(card, table.trump, table.top) - TRUMP_STRENGTH - 1


@rule
def read_ladder(observation: Observation, row: int, at: int, table: Table) -> int:
    """Ladder of the trumps in a piece of 75 cards."""
    ladder = 0
    for rank in range(NUM_RANKS):
        card = card_of(table.trump, rank)
        if observation[row, at + card]:
            ladder |= 1 << step_of(table, card)
    if observation[row, at + TENKA]:
        ladder |= 1 << step_of(table, TENKA)
    return ladder


@rule
def may_hold_trumps(at: Offsets, observation: Observation, row: int, away: int) -> bool:
    """Whether a seat may hold more trumps than their Sun."""
    return not lacks(at, observation, row, away, _TRUMPS)


@rule
def hand_size(table: Table, away: int) -> int:
    """Hand cards of another seat."""
    return table.tricks_left - (1 if away >= SEATS - table.place else 0)


@rule
def read_sight(at: Offsets, observation: Observation, row: int, params: Params) -> Sight:
    """The trick under way, and what I know of the trumps."""
    table = read_table(at, observation, row, params)
    mine = read_ladder(observation, row, at.hand, table)
    out = read_ladder(observation, row, at.unseen, table)
    places = 0
    for card in range(NUM_CARDS):
        places += read_number(observation, row, at.unseen + card)
    down = table.down_mine + table.down_theirs
    places -= down
    card_share = 1.0 / max(1, places)
    for away in range(1, SEATS):
        if not may_hold_trumps(at, observation, row, away):
            places -= hand_size(table, away)
    number = popcount(out)
    trump_share = (number - down) / (max(1, number) * max(1, places))
    highest = highest_gone(at, observation, row, table)
    seen = read_number(observation, row, at.meri + 1)
    return Sight(table, mine, out, number, down, trump_share, card_share, highest, seen)


@rule
def above(sight: Sight, card: int) -> int:
    """How many trumps that I do not see beat a trump."""
    return popcount(sight.out >> (step_of(sight.table, card) + 1))


@rule
def is_out(sight: Sight, card: int) -> bool:
    """Whether a trump is one that I do not see."""
    return (sight.out >> step_of(sight.table, card)) & 1 == 1


@rule
def above_plain(at: Offsets, observation: Observation, row: int, sight: Sight, card: int) -> int:
    """How many plain cards that I do not see beat a plain card of their suit."""
    count = 0
    suit = suit_of(card)
    mark = strength(card, sight.table.trump, sight.table.top)
    for rank in range(NUM_RANKS):
        other = card_of(suit, rank)
        if other == TENKA or not observation[row, at.unseen + other]:
            continue
        if strength(other, sight.table.trump, sight.table.top) > mark:
            count += 1
    return count


@rule
def trump_chance(at: Offsets, observation: Observation, row: int, sight: Sight, away: int) -> float:
    """Chance that a seat holds a certain trump that I do not see."""
    if not may_hold_trumps(at, observation, row, away):
        return 0.0
    return min(1.0, sight.trump_share * hand_size(sight.table, away))


@rule
def named_chance(
    at: Offsets, observation: Observation, row: int, sight: Sight, away: int, card: int
) -> float:
    """Chance that a seat holds a trump that I do not see; the dragon was perhaps declared."""
    if card == card_of(sight.table.trump, ROBAI):
        for declarer in range(1, SEATS):
            if observation[row, at.declarer + declarer]:
                return 1.0 if declarer == away else 0.0
    return trump_chance(at, observation, row, sight, away)


@rule
def suit_chance(
    at: Offsets, observation: Observation, row: int, sight: Sight, away: int, suit: int
) -> float:
    """Chance that a seat holds a certain plain card of a suit that I do not see."""
    if lacks(at, observation, row, away, suit):
        return 0.0
    return min(1.0, sight.card_share * hand_size(sight.table, away))
