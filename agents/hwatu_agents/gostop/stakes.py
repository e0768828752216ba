"""What a win is worth and what a card adds to a pile, from an observation alone (rules §5)."""

from hwatu_agents.gostop.reading import Number, Offsets, read_points
from hwatu_agents.reading import Observation, Params, read_number
from hwatu_env.cards.hwatu import (
    DOUBLE_PI,
    JOKERS_2,
    JOKERS_3,
    PI,
)
from hwatu_env.compiled.bits import popcount
from hwatu_env.compiled.rule import rule
from hwatu_env.games.gostop.rules import GoAdd, Gobak, GoMult, Meong


@rule
def pi_of(cards: int) -> int:
    """Pi numbers of cards, the sake cup left out."""
    value = popcount(cards & PI) + popcount(cards & DOUBLE_PI)
    return value + 2 * popcount(cards & JOKERS_2) + 3 * popcount(cards & JOKERS_3)


@rule
def go_bonus(params: Params, points: int, goes: int) -> int:
    """Points with what `goes` calls of go add and multiply (rules §5.3)."""
    added = goes
    if (int(params[Number.GO_ADD]) == GoAdd.FIRST_TWO and goes > 2) or (
        int(params[Number.GO_ADD]) == GoAdd.FIRST and goes > 1
    ):
        added = 0
    points += added
    if int(params[Number.GO_MULT]) == GoMult.TIMES_N:
        return points * goes if goes >= 2 else points
    if goes < 3:
        return points
    return points * 2 if int(params[Number.GO_MULT]) == GoMult.FLAT2 else points << (goes - 2)


@rule
def win_points(
    at: Offsets,
    observation: Observation,
    row: int,
    params: Params,
    winner: int,
    more_points: int,
    more_goes: int,
) -> int:
    """What the seat `winner` places after me would be paid by all others, carry and push aside.

    Args:
        at: Where the pieces lie.
        observation: (N, D) observations.
        row: The observation to read.
        params: Numbers of the house rules.
        winner: The seat that wins, counted from me.
        more_points: Base points that it has made by then, besides those it has.
        more_goes: Calls of go that it has made by then, besides those it has.
    """
    base = read_points(at, observation, row, winner) + more_points
    goes = read_number(observation, row, at.go_counts + winner) + more_goes
    points = go_bonus(params, base, goes)
    doublings = read_number(observation, row, at.shakes + winner)
    if params[Number.BOMB_DOUBLES] != 0:
        doublings += read_number(observation, row, at.bombs + winner)
    points <<= doublings
    if int(params[Number.MEONG]) == Meong.SEVEN and observation[row, at.animals + winner] >= 7:
        points *= 2
    total = 0
    for loser in range(at.seats):
        if loser != winner:
            total += points * loser_factor(at, observation, row, params, winner, loser)
    return total


@rule
def loser_factor(
    at: Offsets, observation: Observation, row: int, params: Params, winner: int, loser: int
) -> int:
    """Factor of a loser's own baks (rules §5.4)."""
    factor = 1
    if observation[row, at.points + 4 * winner + 3] > 0:
        value = read_number(observation, row, at.pi + loser)
        exempt = value == 0 and params[Number.PIBAK_ZERO_EXEMPT] != 0
        if value <= params[Number.PIBAK_MAX] and not exempt:
            factor *= 2
    bright_points = observation[row, at.points + 4 * winner]
    if params[Number.GWANGBAK] != 0 and bright_points and not observation[row, at.brights + loser]:
        factor *= 2
    if int(params[Number.GOBAK]) == Gobak.DOUBLE and observation[row, at.go_counts + loser] > 0:
        factor *= 2
    return factor
