"""The simple bot: the most card points now, and no thought for what comes after."""

from hwatu_agents.minhwatu.reading import Offsets, read_decision, read_targets
from hwatu_agents.policies import CardPolicy
from hwatu_agents.reading import Mask, Observation, Params, first_legal, read_board
from hwatu_env.cards.hwatu import NUM_CARDS, month_cards, month_of
from hwatu_env.compiled.bits import lowest_bit, popcount
from hwatu_env.compiled.rule import rule
from hwatu_env.games.minhwatu import actions as ids
from hwatu_env.games.minhwatu.scoring import card_points
from hwatu_env.games.minhwatu.state import Decision


@rule
def dearest(cards: int) -> int:
    """The card with the most points; the lowest index among equals."""
    best, best_points = -1, -1
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        points = card_points(1 << card)
        if points > best_points:
            best, best_points = card, points
    return best


@rule
def play_value(table: int, card: int) -> int:
    """Points of what a hand card takes, or the negative points of a card that takes nothing."""
    there = table & month_cards(month_of(card))
    if there == 0:
        return -1 - card_points(1 << card)
    if popcount(there) == 2:
        there = 1 << dearest(there)
    return card_points(there | 1 << card)


@rule
def choose(
    at: Offsets,
    observation: Observation,
    action_mask: Mask,
    row: int,
    key: int,
    params: Params,
) -> int:
    """A legal action: whatever takes the most card points at once."""
    asked = read_decision(at, observation, row)
    if asked == Decision.HAND_TARGET or asked == Decision.FLIP_TARGET:
        return ids.TAKE + dearest(read_targets(action_mask, row))
    if asked != Decision.PLAY:
        return first_legal(action_mask, row)
    table = read_board(observation, row, at.table, NUM_CARDS)
    cards = read_board(observation, row, at.hand, NUM_CARDS)
    best, best_value = -1, -1000
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        value = play_value(table, card)
        if value > best_value:
            best, best_value = card, value
    return ids.PLAY + best


GREEDY = CardPolicy(name="greedy", choose=choose)
