"""Who scores next after a call of go, estimated from what is unseen."""

from typing import NamedTuple

import numpy as np

from hwatu_agents.gostop.reading import (
    Number,
    Offsets,
    read_cards,
    read_hand,
    read_pile,
    read_points,
    turns_left,
)
from hwatu_agents.gostop.stakes import loser_factor, pi_of, win_points
from hwatu_agents.reading import Observation, Params, read_number
from hwatu_env.cards.hwatu import (
    ANIMALS,
    BRIGHTS,
    CHEONGDAN,
    CHODAN,
    DOUBLE_PI,
    GODORI,
    HONGDAN,
    JOKERS_2,
    JOKERS_3,
    NUM_MONTHS,
    RIBBONS,
    SINGLE_PI,
    month_cards,
)
from hwatu_env.compiled.bits import popcount
from hwatu_env.compiled.rule import rule
from hwatu_env.games.gostop.rules import Gobak

FEATURES = 12
GROWTH = 5
MODEL_SIZE: int = 2 * FEATURES + GROWTH + 1


class Race(NamedTuple):
    """How near everybody is to the next point, each number about 0 to 1."""

    one: float
    turns: float
    """My turns left."""
    outs: float
    """Cards within reach that bring me a point."""
    at_hand: float
    """Those that I can take from the table, or take with from my hand, on my next turn."""
    deficit: float
    """Points that the nearest other seat lacks."""
    inverse: float
    """One by its deficit."""
    their_outs: float
    """Cards that bring it a point."""
    their_finish: float
    """Cards that bring it to its mark at once."""
    their_table: float
    """Those of its outs that lie on the table."""
    turns_outs: float
    turns_deficit: float
    turns_finish: float


@rule
def missing(pile: int, cards: int) -> int:
    """The card that a pile lacks of a set of three, 0 if it lacks more or none."""
    return cards & ~pile if popcount(pile & cards) == 2 else 0


@rule
def next_of_kind(pile: int) -> int:
    """Cards that add a point to an animal, ribbon or bright line."""
    cards = 0
    if popcount(pile & ANIMALS) >= 4:
        cards |= ANIMALS
    if popcount(pile & RIBBONS) >= 4:
        cards |= RIBBONS
    return cards | BRIGHTS if popcount(pile & BRIGHTS) >= 3 else cards


@rule
def next_pi(pile: int, points: int) -> int:
    """Pi cards that bring at least `points`."""
    over = pi_of(pile) - 9
    cards = 0
    if min(1, over + 1) >= points:
        cards |= SINGLE_PI
    if min(2, over + 2) >= points:
        cards |= DOUBLE_PI | JOKERS_2
    return cards | JOKERS_3 if min(3, over + 3) >= points else cards


@rule
def scoring_cards(pile: int, points: int) -> int:
    """Cards each of which would bring a pile at least `points`, 1 or more, by itself."""
    cards = next_pi(pile, points)
    if points <= 1:
        cards |= next_of_kind(pile)
    if points <= 3:
        cards |= missing(pile, HONGDAN) | missing(pile, CHEONGDAN) | missing(pile, CHODAN)
        if popcount(pile & BRIGHTS) == 2:
            cards |= BRIGHTS
    if points <= 5:
        cards |= missing(pile, GODORI)
    return cards & ~pile


@rule
def deficit(at: Offsets, observation: Observation, row: int, params: Params, away: int) -> int:
    """Points that a seat lacks before it may win, at least 1 (rules §5.2)."""
    mark = int(params[Number.MIN_POINTS])
    if observation[row, at.go_counts + away] > 0:
        mark = max(mark, read_number(observation, row, at.last_go_scores + away) + 1)
    return max(1, mark - read_points(at, observation, row, away))


@rule
def nearest(at: Offsets, observation: Observation, row: int, params: Params) -> int:
    """The other seat that lacks the fewest points."""
    best = 1
    for away in range(2, at.seats):
        if deficit(at, observation, row, params, away) < deficit(
            at, observation, row, params, best
        ):
            best = away
    return best


@rule
def race(at: Offsets, observation: Observation, row: int, params: Params) -> Race:
    """What the estimate rests on."""
    hand = read_hand(at, observation, row)
    table = read_cards(observation, row, at.table, -1)
    unseen = read_cards(observation, row, at.unseen, at.unseen_jokers)
    within = hand | table | unseen
    outs = scoring_cards(read_pile(at, observation, row, 0), 1) & within
    at_hand = 0
    for month in range(NUM_MONTHS):
        where = month_cards(month)
        if hand & where and table & where:
            at_hand += popcount(outs & where & (hand | table))
    other = nearest(at, observation, row, params)
    lacks = deficit(at, observation, row, params, other)
    theirs = read_pile(at, observation, row, other)
    their_outs = scoring_cards(theirs, 1) & (table | unseen)
    finish = scoring_cards(theirs, lacks) & (table | unseen)
    turns = turns_left(at, observation, row, 0) / 10.0
    their_finish = min(1.0, popcount(finish) / 10.0)
    return Race(
        1.0,
        turns,
        popcount(outs) / 20.0,
        min(1.0, at_hand / 4.0),
        lacks / 7.0,
        1.0 / lacks,
        popcount(their_outs) / 20.0,
        their_finish,
        popcount(their_outs & table) / 4.0,
        turns * popcount(outs) / 20.0,
        turns * lacks / 7.0,
        turns * their_finish,
    )


@rule
def chance(look: Race, params: Params, first: int) -> float:
    """Logistic estimate whose coefficients start at `first` in the parameters."""
    score = 0.0
    for k in range(FEATURES):
        score += look[k] * params[first + k]
    return 1.0 / (1.0 + np.exp(-score))


@rule
def growth(look: Race, goes: int, params: Params, first: int) -> float:
    """How many times the next stop's worth I win in the end if I score again: I may go once more.

    Args:
        look: What the estimate rests on.
        goes: My calls of go so far.
        params: Numbers of the rules, and settings.
        first: Where its coefficients start in the parameters.
    """
    calls = goes / 3.0
    times = params[first] + params[first + 1] * look.turns + params[first + 2] * calls
    times += params[first + 3] * look.turns * calls + params[first + 4] * look.inverse
    return max(1.0, times)


@rule
def gain(at: Offsets, observation: Observation, row: int, params: Params, first: int) -> float:
    """What a call of go is worth, in the points that stopping pays (carry and push aside).

    Args:
        at: Where the pieces lie.
        observation: (N, D) observations.
        row: The observation to read.
        params: Numbers of the rules, and settings.
        first: Where the settings of the estimate start in the parameters.
    """
    model = first if at.seats == 2 else first + MODEL_SIZE
    look = race(at, observation, row, params)
    again = chance(look, params, model)
    beaten = chance(look, params, model + FEATURES)
    goes = read_number(observation, row, at.go_counts)
    times = growth(look, goes, params, model + 2 * FEATURES)
    won = win_points(at, observation, row, params, 0, 1, 1) * times
    lost = loss(at, observation, row, params) * params[model + 2 * FEATURES + GROWTH]
    return again * won - beaten * lost


@rule
def loss(at: Offsets, observation: Observation, row: int, params: Params) -> float:
    """What I pay if the nearest other seat wins after my call (rules §5.4)."""
    other = nearest(at, observation, row, params)
    lacks = deficit(at, observation, row, params, other)
    total = win_points(at, observation, row, params, other, lacks, 0)
    if int(params[Number.GOBAK]) == Gobak.PAY_ALL:
        return float(total)
    factors = 0
    for loser in range(at.seats):
        if loser != other:
            factors += loser_factor(at, observation, row, params, other, loser)
    mine = loser_factor(at, observation, row, params, other, 0)
    paid = total * mine / max(1, factors)
    if int(params[Number.GOBAK]) == Gobak.DOUBLE and observation[row, at.go_counts] == 0:
        paid *= 2.0
    return paid


_TWO_SEATS: tuple[float, ...] = (
    *(0.137, 0.199, 0.215, 1.28, 2.627, -0.542),
    *(-1.05, -2.121, -1.043, 3.446, -1.132, -0.347),  # chance that I score again
    *(0.023, -0.45, -0.094, -1.241, -3.208, 0.413),
    *(1.216, 2.036, 1.115, -3.577, 2.235, 0.288),  # chance that another wins first
    *(1.371, 5.251, -0.235, 3.433, -3.68),  # `growth`
    1.381,  # factor of what I lose
)
_MORE_SEATS: tuple[float, ...] = (
    *(-0.47, 0.833, 1.33, 1.456, 1.862, -0.447),
    *(-0.253, -1.167, -1.026, 2.373, -0.057, 1.04),  # chance that I score again
    *(0.309, -0.406, -1.282, -1.344, -2.039, 0.485),
    *(0.348, 1.16, 1.092, -2.383, 0.322, -1.146),  # chance that another wins first
    *(0.152, 6.323, 0.051, 4.302, -0.339),  # `growth`
    1.754,  # factor of what I lose
)
RACE_MODEL: tuple[float, ...] = _TWO_SEATS + _MORE_SEATS
"""Coefficients for two seats, then for more. Fitted to 67,000 and 28,000 calls of go in self-play
of the heuristic under `standard-2p`, `standard-2p-lite`, `standard-3p` and `seed`, three in ten of
the calls made whatever the estimate said: logistic regressions of who scored next, and a linear one
of what was won in the end, as a multiple of what stopping at the next point would have paid."""
