"""What cards are worth: their points, and what they do for and against special hands.

A card that I take is one that nobody else takes, so that one number serves for both.
"""

from hwatu_agents.minhwatu.heuristic.weights import Weight, weight
from hwatu_agents.minhwatu.reading import Number, Offsets
from hwatu_agents.reading import Observation, Params
from hwatu_agents.slots import Slots
from hwatu_env.compiled.bits import popcount
from hwatu_env.compiled.rule import rule
from hwatu_env.games.minhwatu.hands import NUM_HANDS, SPECIAL_HANDS
from hwatu_env.games.minhwatu.scoring import card_points

_BOARDS = tuple(SPECIAL_HANDS.values())


@rule
def card_worth(at: Offsets, observation: Observation, row: int, params: Params, card: int) -> float:
    """What it is worth to take a card rather than leave it to another."""
    worth = float(card_points(1 << card))
    for hand in range(NUM_HANDS):
        if (_BOARDS[hand] >> card) & 1 and params[Number.HAND_POINTS + hand] > 0:
            worth += hand_worth(at, observation, row, params, hand)
    return worth


@rule
def hand_worth(at: Offsets, observation: Observation, row: int, params: Params, hand: int) -> float:
    """What a special hand adds to each of its cards that nobody has yet."""
    mine = int(observation[row, at.special_held + hand])
    others, most = 0, 0
    for away in range(1, at.seats):
        held = int(observation[row, at.special_held + NUM_HANDS * away + hand])
        most = max(most, held)
        if held:
            others += 1
    to_come = popcount(_BOARDS[hand]) - 1
    share = 0.0
    if others == 0:
        share = params[Number.HAND_WEIGHT] * weight(params, Weight.OWN + to_come - mine)
    if mine == 0 and others < 2:
        share += weight(params, Weight.BLOCK + to_come - most)
    return share * params[Number.HAND_POINTS + hand]


@rule
def slots_of(at: Offsets, observation: Observation, row: int, params: Params, month: int) -> Slots:
    """Worth of the cards of a month 0..11."""
    first = 4 * month
    return Slots(
        card_worth(at, observation, row, params, first),
        card_worth(at, observation, row, params, first + 1),
        card_worth(at, observation, row, params, first + 2),
        card_worth(at, observation, row, params, first + 3),
    )
