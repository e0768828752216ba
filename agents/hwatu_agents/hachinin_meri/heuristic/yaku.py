"""Pairs that a trump of mine may make, and such as may be made over it."""

from hwatu_agents.hachinin_meri.heuristic.hidden import Sight, is_out, named_chance
from hwatu_agents.hachinin_meri.heuristic.weights import Weight, weight
from hwatu_agents.hachinin_meri.pairs import beaten_by, beats, is_barred, yaku_worth
from hwatu_agents.hachinin_meri.reading import Offsets, is_mine, read_card
from hwatu_agents.reading import Observation, Params
from hwatu_env.compiled.rule import rule
from hwatu_env.games.hachinin_meri.state import SEATS

_LONE = 0.25
"""Chance that a seat must play a trump that it holds to a Meri trick, having no other."""


@rule
def down_chance(sight: Sight) -> float:
    """Chance that an opponent has laid a certain trump, which I do not see, face down."""
    return sight.table.down_theirs / max(1, sight.number)


@rule
def under_mine(
    at: Offsets, observation: Observation, row: int, sight: Sight, lower: int, meri: bool
) -> float:
    """Chance that a trump is an opponent's card of this trick."""
    table = sight.table
    if not is_out(sight, lower):
        for away in range(SEATS - table.place, SEATS):
            if not is_mine(away) and read_card(at, observation, row, away) == lower:
                return 1.0
        return 0.0
    chance = down_chance(sight)
    if meri:
        for away in range(1, SEATS - table.place, 2):
            chance += _LONE * named_chance(at, observation, row, sight, away, lower)
    return chance


@rule
def over_mine(at: Offsets, observation: Observation, row: int, sight: Sight, higher: int) -> float:
    """Chance that an opponent has laid a trump in this trick, or may still lay it."""
    if not is_out(sight, higher):
        return 0.0
    chance = down_chance(sight)
    for away in range(1, SEATS - sight.table.place, 2):
        chance += named_chance(at, observation, row, sight, away, higher)
    return min(1.0, chance)


@rule
def pairs_worth(
    at: Offsets,
    observation: Observation,
    row: int,
    params: Params,
    sight: Sight,
    card: int,
    me: float,
    meri: bool,
) -> float:
    """What pairs bring and cost if I play a trump that wins with chance `me`."""
    worth = 0.0
    table = sight.table
    lower = beaten_by(table, params, card)
    if lower >= 0 and not is_barred(table, params, card, sight.highest):
        chance = me * under_mine(at, observation, row, sight, lower, meri)
        points = yaku_worth(at, observation, row, params, table, card)
        worth += weight(params, Weight.PAIR) * chance * points
    higher = beats(table, card)
    if higher >= 0 and not is_barred(table, params, higher, sight.highest):
        chance = over_mine(at, observation, row, sight, higher)
        points = yaku_worth(at, observation, row, params, table, higher)
        worth -= weight(params, Weight.PAIR_AGAINST) * chance * points
    return worth
