"""What cards are worth to a seat: what they bring to its pile, by the sets it can still make."""

from typing import NamedTuple

from hwatu_agents.gostop.heuristic.weights import Weight
from hwatu_agents.gostop.policies import CARD_SETTINGS
from hwatu_agents.gostop.race import deficit
from hwatu_agents.gostop.reading import Number, Offsets, turns_left
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
    RAIN_BRIGHT,
    RIBBONS,
    SAKE_CUP,
    SINGLE_PI,
)
from hwatu_env.compiled.bits import popcount
from hwatu_env.compiled.rule import rule

_OTHER_ANIMALS = ANIMALS & ~(GODORI | SAKE_CUP)
_RAIN_RIBBON = RIBBONS & ~(HONGDAN | CHEONGDAN | CHODAN)
_DRY_BRIGHTS = BRIGHTS & ~RAIN_BRIGHT


class Worth(NamedTuple):
    """Points that one card of each sort is worth."""

    bright: float
    rain_bright: float
    godori: float
    animal: float
    cup: float
    hongdan: float
    cheongdan: float
    chodan: float
    rain_ribbon: float
    pi: float
    double_pi: float
    triple_pi: float


@rule
def total(worth: Worth, cards: int) -> float:
    """Worth of a set of cards, each as if it came alone."""
    value = worth.bright * popcount(cards & _DRY_BRIGHTS)
    value += worth.rain_bright * popcount(cards & RAIN_BRIGHT)
    value += worth.godori * popcount(cards & GODORI)
    value += worth.animal * popcount(cards & _OTHER_ANIMALS)
    value += worth.cup * popcount(cards & SAKE_CUP)
    value += worth.hongdan * popcount(cards & HONGDAN)
    value += worth.cheongdan * popcount(cards & CHEONGDAN)
    value += worth.chodan * popcount(cards & CHODAN)
    value += worth.rain_ribbon * popcount(cards & _RAIN_RIBBON)
    value += worth.pi * popcount(cards & SINGLE_PI)
    value += worth.double_pi * popcount(cards & (DOUBLE_PI | JOKERS_2))
    return value + worth.triple_pi * popcount(cards & JOKERS_3)


@rule
def scaled_sum(first: Worth, factor: float, second: Worth) -> Worth:
    """`first` and `factor` times `second`."""
    return Worth(
        first.bright + factor * second.bright,
        first.rain_bright + factor * second.rain_bright,
        first.godori + factor * second.godori,
        first.animal + factor * second.animal,
        first.cup + factor * second.cup,
        first.hongdan + factor * second.hongdan,
        first.cheongdan + factor * second.cheongdan,
        first.chodan + factor * second.chodan,
        first.rain_ribbon + factor * second.rain_ribbon,
        first.pi + factor * second.pi,
        first.double_pi + factor * second.double_pi,
        first.triple_pi + factor * second.triple_pi,
    )


@rule
def nothing() -> Worth:
    """Cards that are worth nothing."""
    return Worth(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@rule
def weight(params: Params, place: int) -> float:
    """A weight of the heuristic."""
    return params[CARD_SETTINGS + place]


@rule
def bright_worth(pile: int, lost: int, soon: float, params: Params) -> float:
    """One more bright; `lost` are the cards of other seats."""
    count = popcount(pile & BRIGHTS)
    value = 0.0
    if 5 - popcount(lost & BRIGHTS) >= 3 and count < 5:
        value = weight(params, Weight.BRIGHT + count)
        if count < 2:
            value *= soon
    if count == 0 and params[Number.GWANGBAK] != 0:
        value += weight(params, Weight.GWANGBAK)
    return value


@rule
def set_worth(cards: int, points: int, pile: int, lost: int, soon: float, params: Params) -> float:
    """One more card of a three-card set; nothing once another seat holds one of it."""
    if lost & cards:
        return 0.0
    count = popcount(pile & cards)
    if count >= 3:
        return 0.0
    value = points * weight(params, Weight.SET + count)
    return value if count == 2 else value * soon


@rule
def count_worth(first: int, count: int, soon: float, params: Params) -> float:
    """One more animal or ribbon; `first` is the weight of the first one."""
    if count >= 4:
        return weight(params, first + 4)
    return weight(params, first + count) * soon


@rule
def pi_worth(value: int, soon: float, danger: float, params: Params) -> float:
    """One more pi with `value` in the pile; `danger` is how near others are to pi-bak."""
    if value >= 9:
        worth = weight(params, Weight.PI + 3)
    else:
        step = value // 3
        part = (value - 3 * step) / 3.0
        worth = weight(params, Weight.PI + step) * (1.0 - part)
        worth += weight(params, Weight.PI + step + 1) * part
        worth *= soon
    if value <= params[Number.PIBAK_MAX]:
        worth += danger * weight(params, Weight.PIBAK)
    return worth


@rule
def urgency(at: Offsets, observation: Observation, row: int, params: Params, away: int) -> float:
    """How much a point of a seat counts: more as it comes near its mark."""
    lacks = deficit(at, observation, row, params, away)
    near = max(0.0, 1.0 - (lacks - 1) / params[Number.MIN_POINTS])
    closeness = weight(params, Weight.CLOSE_OTHER if away else Weight.CLOSE_ME)
    return 1.0 + closeness * near


@rule
def seat_worth(
    at: Offsets,
    observation: Observation,
    row: int,
    params: Params,
    away: int,
    pile: int,
    lost: int,
) -> Worth:
    """What cards are worth to the seat `away` places after me.

    Args:
        at: Where the pieces lie.
        observation: (N, D) observations.
        row: The observation to read.
        params: Numbers of the rules, and weights.
        away: The seat, counted from me.
        pile: Its captured cards.
        lost: Captured cards of all other seats.
    """
    turns = turns_left(at, observation, row, away)
    soon = 1.0 - weight(params, Weight.LATE) * (1.0 - min(turns, 10) / 10.0)
    near = urgency(at, observation, row, params, away)
    animals = read_number(observation, row, at.animals + away)
    value = read_number(observation, row, at.pi + away)
    others_pi = 0
    for other in range(at.seats):
        if other != away:
            others_pi = max(others_pi, read_number(observation, row, at.pi + other))
    danger = min(others_pi, 10) / 10.0
    bright = near * bright_worth(pile, lost, soon, params)
    animal = near * count_worth(Weight.ANIMAL, animals, soon, params)
    ribbon = near * count_worth(Weight.RIBBON, popcount(pile & RIBBONS), soon, params)
    pi = near * pi_worth(value, soon, danger, params)
    second_pi = near * pi_worth(value + 1, soon, danger, params)
    third_pi = near * pi_worth(value + 2, soon, danger, params)
    return Worth(
        bright,
        bright * weight(params, Weight.RAIN_BRIGHT),
        animal + near * set_worth(GODORI, 5, pile, lost, soon, params),
        animal,
        max(animal, pi + second_pi),
        ribbon + near * set_worth(HONGDAN, 3, pile, lost, soon, params),
        ribbon + near * set_worth(CHEONGDAN, 3, pile, lost, soon, params),
        ribbon + near * set_worth(CHODAN, 3, pile, lost, soon, params),
        ribbon,
        pi,
        pi + second_pi,
        pi + second_pi + third_pi,
    )
