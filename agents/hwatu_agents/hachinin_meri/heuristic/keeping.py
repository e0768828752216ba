"""What cards are worth in the tricks to come: which one to bury, and whether to keep a deal."""

from hwatu_agents.hachinin_meri.heuristic.hidden import Sight, above, above_plain
from hwatu_agents.hachinin_meri.heuristic.weights import Weight, weight
from hwatu_agents.hachinin_meri.reading import Offsets
from hwatu_agents.reading import Observation, Params, read_number
from hwatu_env.cards.unsun import (
    NUM_CARDS,
    NUM_RANKS,
    SOTA,
    TENKA,
    UN,
    card_of,
    is_trump,
    rank_of,
    suit_of,
)
from hwatu_env.compiled.rule import rule


@rule
def step_class(count: int) -> int:
    """Class of a trump by how many that I do not see beat it: 0, 1, 2, to 4, to 7, more."""
    if count <= 2:
        return count
    if count <= 4:
        return 3
    return 4 if count <= 7 else 5


@rule
def suit_length(at: Offsets, observation: Observation, row: int, suit: int) -> int:
    """Plain cards of a suit in my hand."""
    count = 0
    for rank in range(NUM_RANKS):
        card = card_of(suit, rank)
        if card != TENKA:
            count += read_number(observation, row, at.hand + card)
    return count


@rule
def trump_worth(params: Params, sight: Sight, card: int) -> float:
    """What a trump is worth in the tricks to come."""
    return weight(params, Weight.TRUMPS + step_class(above(sight, card)))


@rule
def plain_worth(
    at: Offsets, observation: Observation, row: int, params: Params, sight: Sight, card: int
) -> float:
    """What a plain card is worth in the tricks to come."""
    higher = above_plain(at, observation, row, sight, card)
    if higher == 0:
        return weight(params, Weight.TOP_CARD)
    return weight(params, Weight.HIGH_CARD) if higher <= 2 else 0.0


@rule
def keep_worth(
    at: Offsets, observation: Observation, row: int, params: Params, sight: Sight, card: int
) -> float:
    """What parting with a card costs in the tricks to come."""
    if sight.table.tricks_left == 1:
        return 0.0
    if is_trump(card, sight.table.trump):
        return trump_worth(params, sight, card)
    return plain_worth(at, observation, row, params, sight, card)


@rule
def lead_worth(params: Params, sight: Sight, card: int) -> float:
    """What it is worth to lead a trump, besides: all must play theirs, and Monchi follows."""
    if sight.table.tricks_left == 1 or not is_trump(card, sight.table.trump):
        return 0.0
    return weight(params, Weight.MERI)


@rule
def bury_worth(
    at: Offsets, observation: Observation, row: int, params: Params, sight: Sight, card: int
) -> float:
    """What burying a card costs: high cards are kept, and voids made."""
    if is_trump(card, sight.table.trump):
        return trump_worth(params, sight, card)
    higher = above_plain(at, observation, row, sight, card)
    worth = weight(params, Weight.BURY_HIGH) / (1.0 + higher)
    length = suit_length(at, observation, row, suit_of(card))
    if length <= 2:
        worth -= weight(params, Weight.BURY_SINGLE + length - 1)
    return worth


@rule
def packet_worth(at: Offsets, observation: Observation, row: int, params: Params) -> float:
    """What the three cards that I have seen are worth more than any three."""
    worth = weight(params, Weight.PACKET)
    for card in range(NUM_CARDS):
        if not observation[row, at.hand + card]:
            continue
        if card == TENKA:
            worth += weight(params, Weight.PACKET_TENKA)
        elif rank_of(card) >= UN:
            worth += weight(params, Weight.PACKET_TOP)
        elif rank_of(card) >= SOTA:
            worth += weight(params, Weight.PACKET_COURT)
    return worth
