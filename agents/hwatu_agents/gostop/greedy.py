"""The simple bot: the most valuable capture now, and no thought for what comes after."""

import numpy as np
from numpy.typing import NDArray

from hwatu_agents.gostop.reading import Number, Offsets, read_decision, read_hand, read_targets
from hwatu_agents.gostop.stakes import pi_of
from hwatu_agents.policies import CardPolicy
from hwatu_agents.reading import first_legal, read_board, read_number
from hwatu_env.cards.hwatu import (
    ALL_MONTHS,
    ANIMALS,
    BRIGHTS,
    CHEONGDAN,
    CHODAN,
    GODORI,
    HONGDAN,
    NUM_CARDS,
    RIBBONS,
    SAKE_CUP,
    month_cards,
    month_of,
)
from hwatu_env.compiled.bits import lowest_bit, popcount
from hwatu_env.compiled.rule import rule
from hwatu_env.games.gostop import actions as ids
from hwatu_env.games.gostop.state import Decision

_SET_RIBBONS = HONGDAN | CHEONGDAN | CHODAN


@rule
def price(cards: int) -> int:
    """What cards are worth at all times: bright 4, bird or set ribbon 3, picture 2, pi as counted."""
    value = 4 * popcount(cards & BRIGHTS) + 2 * popcount(cards & ANIMALS)
    value += popcount(cards & (GODORI | SAKE_CUP)) + 2 * popcount(cards & RIBBONS)
    return value + popcount(cards & _SET_RIBBONS) + pi_of(cards)


@rule
def dearest(cards: int) -> int:
    """The card with the highest price; the lowest index among equals."""
    best, best_price = -1, -1
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        if price(1 << card) > best_price:
            best, best_price = card, price(1 << card)
    return best


@rule
def play_value(table: int, card: int) -> int:
    """Price of what a hand card takes, or the negative price of a card that takes nothing."""
    there = table & month_cards(month_of(card))
    if there == 0:
        return -price(1 << card)
    if popcount(there) == 2:
        there = 1 << dearest(there)
    return 100 + price(there | 1 << card)


@rule
def play(
    at: Offsets, observation: NDArray[np.uint8], action_mask: NDArray[np.bool_], row: int
) -> int:
    """The action of a turn: a joker, a bomb, the best capture, a flip, or the cheapest card."""
    hand = read_hand(at, observation, row)
    if hand >> NUM_CARDS:
        return ids.BONUS + lowest_bit(hand >> NUM_CARDS)
    for month in range(12):
        if action_mask[row, ids.BOMB + month]:
            return ids.BOMB + month
    table = read_board(observation, row, at.table, NUM_CARDS)
    cards = hand & ALL_MONTHS
    best, best_value = ids.FLIP, -1000
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        value = play_value(table, card)
        if value > best_value:
            best, best_value = ids.PLAY + card, value
    return ids.FLIP if best_value < 0 and action_mask[row, ids.FLIP] else best


@rule
def choose(
    at: Offsets,
    observation: NDArray[np.uint8],
    action_mask: NDArray[np.bool_],
    row: int,
    key: int,
    params: NDArray[np.float64],
) -> int:
    """A legal action: whatever is worth most at once."""
    asked = read_decision(at, observation, row)
    if asked == Decision.PLAY:
        return play(at, observation, action_mask, row)
    if asked == Decision.HAND_TARGET or asked == Decision.FLIP_TARGET:
        return ids.TAKE + dearest(read_targets(action_mask, row))
    if asked == Decision.SHAKE or asked == Decision.DEAL_SHAKE:
        return ids.SHAKE_YES
    if asked == Decision.CUP:
        return ids.CUP_ANIMAL if read_number(observation, row, at.animals) >= 5 else ids.CUP_PI
    if asked == Decision.QUAD:
        return ids.CLAIM if params[Number.QUAD_PRIZE] > 0 else ids.CONTINUE
    if asked == Decision.PUSH:
        return ids.COLLECT
    return first_legal(action_mask, row)


GREEDY = CardPolicy(name="greedy", choose=choose)
