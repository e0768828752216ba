"""What a month is worth as it lies: who may take its table cards next, and what a flip does to it.

The cards of one month are four bits, slot 1 first.
"""

from typing import NamedTuple

from hwatu_agents.gostop.heuristic.weights import Weight
from hwatu_agents.gostop.heuristic.worth import Worth, total, weight
from hwatu_agents.reading import Params
from hwatu_agents.slots import Slots, dearest, mean, value
from hwatu_env.compiled.bits import popcount
from hwatu_env.compiled.rule import rule


class Outlook(NamedTuple):
    """What all months of one decision share."""

    mine: Worth
    """What cards are worth if I take them."""
    theirs: Worth
    """What they cost me if another does."""
    flips: float
    """Number of unseen cards, at least 1: each is as likely to be flipped."""
    held: float
    """Chance that an unseen card is in another hand."""
    hope: float
    """1 while I have another turn after this one, else 0."""
    fear: float
    """1 while another has a turn, else 0."""
    unit: float
    """Worth of a unit that the others give me."""
    unit_lost: float
    """Cost of one that I give."""
    own_units: float
    """Units for a stack that I made."""
    other_units: float
    """Units for any other."""
    ppeok: float
    """What a ppeok itself would win."""
    exempt: bool
    """Whether special captures do not count on this turn."""
    asks_to_shake: bool
    """Whether a card of three is asked about when it is played."""
    bombs: bool
    """Whether three of a month may bomb the fourth."""


class Month(NamedTuple):
    """What lies where of one month, before I play."""

    mine: Slots
    theirs: Slots
    table: int
    hand: int
    unseen: int
    """Cards in other hands or in the stock."""
    shown: int
    """Cards that other hands have shown."""
    told: int
    """Cards that I have shown."""
    own_stack: bool
    """Whether three on the table are a stack that I made."""


@rule
def slots_of(worth: Worth, month: int) -> Slots:
    """Worth of the cards of a month 0..11."""
    first = 1 << (4 * month)
    return Slots(
        total(worth, first),
        total(worth, first << 1),
        total(worth, first << 2),
        total(worth, first << 3),
    )


@rule
def chance_held(look: Outlook, unseen: int, shown: int) -> float:
    """Chance that another hand holds a card of a month."""
    if shown:
        return look.fear
    absent = 1.0
    for _ in range(popcount(unseen)):
        absent *= 1.0 - look.held
    return (1.0 - absent) * look.fear


@rule
def standing(
    look: Outlook,
    params: Params,
    month: Month,
    table: int,
    hand: int,
    unseen: int,
    own_stack: bool,
) -> float:
    """Worth of a month when the turn passes to the next seat.

    Args:
        look: What all months share.
        params: Numbers of the rules, and weights.
        month: The month before my turn.
        table: Its cards on the table now.
        hand: Its cards in my hand now.
        unseen: Its cards in other hands or in the stock now.
        own_stack: Whether three on the table are a stack that I made.
    """
    lying = popcount(table)
    if lying == 0:
        return weight(params, Weight.TRIPLE) * look.hope if popcount(hand) >= 3 else 0.0
    taken = chance_held(look, unseen, month.shown)
    partners = unseen | month.shown
    if lying == 3:
        if hand:
            units = look.own_units if own_stack else look.other_units
            gain = value(month.mine, table | hand) + units * look.unit
            return weight(params, Weight.HOPE_STACK) * look.hope * gain
        cost = value(month.theirs, table | partners) + look.other_units * look.unit_lost
        return -weight(params, Weight.LOSS_STACK) * taken * cost
    cost = value(month.theirs, dearest(month.theirs, table)) + mean(month.theirs, partners)
    worth = -weight(params, Weight.LOSS) * taken * cost
    if hand:
        gain = value(month.mine, dearest(month.mine, table))
        gain += value(month.mine, dearest(month.mine, hand))
        worth += weight(params, Weight.HOPE) * (1.0 - taken) * look.hope * gain
        if look.bombs and lying == 1 and popcount(hand) == 3:
            worth += weight(params, Weight.BOMB_LATER) * look.hope
    return worth


@rule
def after_flip(look: Outlook, params: Params, month: Month) -> float:
    """Worth of a month that I left alone and of which an unseen card is flipped."""
    lying = popcount(month.table)
    flipped = month.unseen & -month.unseen
    rest = month.unseen ^ flipped
    if lying == 0:
        return standing(look, params, month, flipped, month.hand, rest, False)
    gain = mean(month.mine, month.unseen)
    if lying == 1:
        return gain + value(month.mine, month.table)
    if lying == 2:
        target = dearest(month.mine, month.table)
        left = standing(look, params, month, month.table ^ target, month.hand, rest, False)
        return gain + value(month.mine, target) + left
    units = look.own_units if month.own_stack else look.other_units
    return gain + value(month.mine, month.table) + units * look.unit


@rule
def untouched(look: Outlook, params: Params, month: Month) -> float:
    """Worth of a month that I do not play in this turn, before the flip."""
    worth = standing(look, params, month, month.table, month.hand, month.unseen, month.own_stack)
    if month.unseen == 0:
        return worth
    hit = popcount(month.unseen) / look.flips
    return (1.0 - hit) * worth + hit * after_flip(look, params, month)
