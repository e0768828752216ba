"""The heuristic player: it weighs every card by what it brings, risks and leaves behind."""

from hwatu_agents.minhwatu.heuristic.months import (
    Month,
    Outlook,
    play_worth,
    standing,
    untouched,
)
from hwatu_agents.minhwatu.heuristic.weights import HEURISTIC_WEIGHTS
from hwatu_agents.minhwatu.heuristic.worth import slots_of
from hwatu_agents.minhwatu.reading import Offsets, read_decision, read_targets
from hwatu_agents.policies import CardPolicy
from hwatu_agents.reading import Mask, Observation, Params, first_legal, read_board, read_number
from hwatu_agents.slots import value
from hwatu_env.cards.hwatu import NUM_CARDS, month_cards, month_of
from hwatu_env.compiled.bits import lowest_bit, popcount
from hwatu_env.compiled.rule import rule
from hwatu_env.games.minhwatu import actions as ids
from hwatu_env.games.minhwatu.state import Decision


@rule
def outlook(at: Offsets, observation: Observation, row: int, unseen: int) -> Outlook:
    """What all months of a decision share."""
    others = 0
    for away in range(1, at.seats):
        others += read_number(observation, row, at.hand_sizes + away)
    cards = max(1, popcount(unseen))
    return Outlook(
        float(cards),
        1.0 if read_number(observation, row, at.stock) > 0 else 0.0,
        min(1.0, others / cards),
        1.0 if read_number(observation, row, at.hand_sizes) > 1 else 0.0,
        1.0 / (at.seats - 1),
    )


@rule
def play(at: Offsets, observation: Observation, row: int, params: Params) -> int:
    """The best hand card."""
    hand = read_board(observation, row, at.hand, NUM_CARDS)
    table = read_board(observation, row, at.table, NUM_CARDS)
    unseen = read_board(observation, row, at.unseen, NUM_CARDS)
    look = outlook(at, observation, row, unseen)
    best, best_worth = -1, 0.0
    cards = hand
    while cards:
        which = month_of(lowest_bit(cards))
        shift = 4 * which
        cards &= ~month_cards(which)
        worths = slots_of(at, observation, row, params, which)
        month = Month(worths, (table >> shift) & 15, (hand >> shift) & 15, (unseen >> shift) & 15)
        left = untouched(look, params, month)
        rest = month.hand
        while rest:
            card = rest & -rest
            rest ^= card
            worth = play_worth(look, params, month, card) - left
            if best < 0 or worth > best_worth:
                best, best_worth = shift + lowest_bit(card), worth
    return ids.PLAY + best


@rule
def take(at: Offsets, observation: Observation, action_mask: Mask, row: int, params: Params) -> int:
    """The better of two table cards, by what it brings and by what the other leaves behind."""
    targets = read_targets(action_mask, row)
    hand = read_board(observation, row, at.hand, NUM_CARDS)
    unseen = read_board(observation, row, at.unseen, NUM_CARDS)
    look = outlook(at, observation, row, unseen)
    which = month_of(lowest_bit(targets))
    shift = 4 * which
    worths = slots_of(at, observation, row, params, which)
    table = (targets >> shift) & 15
    best, best_worth = -1, 0.0
    rest = table
    while rest:
        card = rest & -rest
        rest ^= card
        worth = value(worths, card) + standing(
            look, params, worths, table ^ card, (hand >> shift) & 15, (unseen >> shift) & 15
        )
        if best < 0 or worth > best_worth:
            best, best_worth = shift + lowest_bit(card), worth
    return ids.TAKE + best


@rule
def choose(
    at: Offsets,
    observation: Observation,
    action_mask: Mask,
    row: int,
    key: int,
    params: Params,
) -> int:
    """A legal action: the one that is worth most; a capture is never declined."""
    asked = read_decision(at, observation, row)
    if asked == Decision.PLAY:
        return play(at, observation, row, params)
    if asked == Decision.HAND_TARGET or asked == Decision.FLIP_TARGET:
        return take(at, observation, action_mask, row, params)
    return first_legal(action_mask, row)


HEURISTIC = CardPolicy(name="heuristic", choose=choose, settings=HEURISTIC_WEIGHTS)
