"""The heuristic player: it weighs every action by what it brings, risks and leaves behind."""

import numpy as np
from numpy.typing import NDArray

from hwatu_agents.gostop.heuristic.months import Month, Outlook, slots_of, standing, untouched
from hwatu_agents.gostop.heuristic.outlook import outlook, pile_worth
from hwatu_agents.gostop.heuristic.plays import bomb_worth, card_worth, sweep_chance
from hwatu_agents.gostop.heuristic.weights import HEURISTIC_WEIGHTS, Weight
from hwatu_agents.gostop.heuristic.worth import weight
from hwatu_agents.gostop.reading import Number, Offsets, read_decision, read_hand, read_targets
from hwatu_agents.policies import CardPolicy
from hwatu_agents.reading import Observation, Params, first_legal, read_board
from hwatu_agents.slots import value
from hwatu_env.cards.hwatu import ALL_MONTHS, NUM_CARDS, month_cards, month_of
from hwatu_env.compiled.bits import lowest_bit
from hwatu_env.compiled.rule import rule
from hwatu_env.games.gostop import actions as ids
from hwatu_env.games.gostop.state import Decision


@rule
def read_shown(at: Offsets, observation: Observation, row: int) -> int:
    """Cards that other hands have shown."""
    shown = 0
    for away in range(1, at.seats):
        shown |= read_board(observation, row, at.shown + NUM_CARDS * away, NUM_CARDS)
    return shown


@rule
def month_at(
    look: Outlook, month: int, table: int, hand: int, unseen: int, shown: int, told: int, own: bool
) -> Month:
    """One month out of the boards of all cards."""
    shift = 4 * month
    return Month(
        slots_of(look.mine, month),
        slots_of(look.theirs, month),
        (table >> shift) & 15,
        (hand >> shift) & 15,
        (unseen >> shift) & 15,
        (shown >> shift) & 15,
        (told >> shift) & 15,
        own,
    )


@rule
def play(
    at: Offsets, observation: Observation, action_mask: NDArray[np.bool_], row: int, params: Params
) -> int:
    """The best action of a turn; jokers first, since they cost nothing and bring a card."""
    held = read_hand(at, observation, row)
    if held >> NUM_CARDS:
        return ids.BONUS + lowest_bit(held >> NUM_CARDS)
    look = outlook(at, observation, row, params, held)
    table = read_board(observation, row, at.table, NUM_CARDS)
    unseen = read_board(observation, row, at.unseen, NUM_CARDS)
    shown = read_shown(at, observation, row)
    told = read_board(observation, row, at.shown, NUM_CARDS)
    sweep = 0.0 if look.exempt else params[Number.STEAL_SWEEP] * look.unit
    best, best_worth = -1, 0.0
    if action_mask[row, ids.FLIP]:
        best, best_worth = ids.FLIP, weight(params, Weight.FLIP)
    cards = held & ALL_MONTHS
    while cards:
        which = month_of(lowest_bit(cards))
        where = month_cards(which)
        cards &= ~where
        own = observation[row, at.stacks + which] == 2
        month = month_at(look, which, table, held, unseen, shown, told, own)
        left = untouched(look, params, month)
        if action_mask[row, ids.BOMB + which]:
            worth = bomb_worth(look, params, month) - left
            if best < 0 or worth > best_worth:
                best, best_worth = ids.BOMB + which, worth
        swept = sweep * sweep_chance(table, table & where, where, unseen, look.flips)
        rest = month.hand
        while rest:
            card = rest & -rest
            rest ^= card
            worth = card_worth(look, params, month, card) - left + swept
            if best < 0 or worth > best_worth:
                best, best_worth = ids.PLAY + 4 * which + lowest_bit(card), worth
    return best


@rule
def take(
    at: Offsets, observation: Observation, action_mask: NDArray[np.bool_], row: int, params: Params
) -> int:
    """The better of two table cards, by what it brings and by what the other leaves behind."""
    held = read_hand(at, observation, row)
    look = outlook(at, observation, row, params, held)
    targets = read_targets(action_mask, row)
    unseen = read_board(observation, row, at.unseen, NUM_CARDS)
    which = month_of(lowest_bit(targets))
    shown = read_shown(at, observation, row)
    month = month_at(look, which, targets, held, unseen, shown, 0, False)
    best, best_worth = -1, 0.0
    rest = month.table
    while rest:
        card = rest & -rest
        rest ^= card
        left = month.table & ~card
        worth = value(month.mine, card)
        worth += standing(look, params, month, left, month.hand, month.unseen, False)
        if best < 0 or worth > best_worth:
            best, best_worth = ids.TAKE + 4 * which + lowest_bit(card), worth
    return best


@rule
def cup(at: Offsets, observation: Observation, row: int, params: Params) -> int:
    """The side of the sake cup that I have just taken."""
    worth = pile_worth(at, observation, row, params, 0)
    return ids.CUP_ANIMAL if worth.animal > worth.double_pi else ids.CUP_PI


@rule
def choose(
    at: Offsets,
    observation: Observation,
    action_mask: NDArray[np.bool_],
    row: int,
    key: int,
    params: Params,
) -> int:
    """A legal action, whichever decision is asked."""
    asked = read_decision(at, observation, row)
    if asked == Decision.PLAY:
        return play(at, observation, action_mask, row, params)
    if asked == Decision.HAND_TARGET or asked == Decision.FLIP_TARGET:
        return take(at, observation, action_mask, row, params)
    if asked == Decision.SHAKE or asked == Decision.DEAL_SHAKE:
        return ids.SHAKE_YES
    if asked == Decision.CUP:
        return cup(at, observation, row, params)
    if asked == Decision.QUAD:
        return ids.CLAIM if params[Number.QUAD_PRIZE] > 0 else ids.CONTINUE
    if asked == Decision.PUSH:
        return ids.COLLECT
    return first_legal(action_mask, row)


HEURISTIC = CardPolicy(name="heuristic", choose=choose, settings=HEURISTIC_WEIGHTS)
