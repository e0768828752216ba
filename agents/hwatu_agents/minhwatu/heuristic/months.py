"""What a month is worth as it lies, and what each way to play it brings and leaves behind.

The cards of one month are four bits, slot 1 first.
"""

from typing import NamedTuple

from hwatu_agents.minhwatu.heuristic.weights import Weight, weight
from hwatu_agents.minhwatu.reading import Number
from hwatu_agents.reading import Params
from hwatu_agents.slots import Slots, dearest, mean, value
from hwatu_env.compiled.bits import popcount
from hwatu_env.compiled.rule import rule


class Outlook(NamedTuple):
    """What all months of one decision share."""

    flips: float
    """Number of unseen cards, at least 1: each is as likely to be flipped."""
    turn_up: float
    """1 while there is a stock to flip from, else 0."""
    held: float
    """Chance that an unseen card is in another hand."""
    hope: float
    """1 while I have another hand card after this one, else 0."""
    share: float
    """What another's gain costs me: less with more seats."""


class Month(NamedTuple):
    """What lies where of one month."""

    worth: Slots
    table: int
    hand: int
    unseen: int
    """Cards in other hands or in the stock."""


@rule
def chance_held(look: Outlook, unseen: int) -> float:
    """Chance that another hand holds a card of a month."""
    absent = 1.0
    for _ in range(popcount(unseen)):
        absent *= 1.0 - look.held
    return 1.0 - absent


@rule
def standing(
    look: Outlook, params: Params, worth: Slots, table: int, hand: int, unseen: int
) -> float:
    """Worth of a month when the turn passes to the next seat.

    Args:
        look: What all months share.
        params: Numbers of the rules, and weights.
        worth: Worth of the cards of the month.
        table: Its cards on the table then.
        hand: Its cards in my hand then.
        unseen: Its cards in other hands or in the stock then.
    """
    lying = popcount(table)
    if lying == 0:
        return weight(params, Weight.PAIR) * look.hope if popcount(hand) >= 2 else 0.0
    taken = chance_held(look, unseen)
    if lying == 3:
        if hand:
            return weight(params, Weight.HOPE_TRIPLE) * look.hope * value(worth, table | hand)
        cost = value(worth, table | unseen) * look.share
        return -weight(params, Weight.LOSS_TRIPLE) * taken * cost
    best = value(worth, dearest(worth, table))
    points = -weight(params, Weight.LOSS) * taken * look.share * (best + mean(worth, unseen))
    if hand:
        gain = best + value(worth, dearest(worth, hand))
        points += weight(params, Weight.HOPE) * (1.0 - taken) * look.hope * gain
    return points


@rule
def hit_chance(look: Outlook, unseen: int) -> float:
    """Chance that the flip is a card of a month."""
    return look.turn_up * popcount(unseen) / look.flips


@rule
def untouched(look: Outlook, params: Params, month: Month) -> float:
    """Worth of a month that I do not play in this turn, before the flip."""
    worth = standing(look, params, month.worth, month.table, month.hand, month.unseen)
    hit = hit_chance(look, month.unseen)
    if hit == 0.0:
        return worth
    return (1.0 - hit) * worth + hit * after_flip(look, params, month)


@rule
def after_flip(look: Outlook, params: Params, month: Month) -> float:
    """Worth of a month that I left alone and of which an unseen card is flipped."""
    lying = popcount(month.table)
    flipped = month.unseen & -month.unseen
    rest = month.unseen ^ flipped
    if lying == 0:
        return standing(look, params, month.worth, flipped, month.hand, rest)
    gain = mean(month.worth, month.unseen)
    if lying != 2:
        return gain + value(month.worth, month.table)
    target = dearest(month.worth, month.table)
    left = standing(look, params, month.worth, month.table ^ target, month.hand, rest)
    return gain + value(month.worth, target) + left


@rule
def play_worth(look: Outlook, params: Params, month: Month, card: int) -> float:
    """What a hand card brings, risks and leaves behind in its month."""
    lying = popcount(month.table)
    if lying == 0:
        return place_worth(look, params, month, card)
    if lying == 1:
        return pair_worth(look, params, month, card)
    if lying == 2:
        best = dearest(month.worth, month.table)
        first = choice_worth(look, params, month, card, best)
        return max(first, choice_worth(look, params, month, card, month.table ^ best))
    return value(month.worth, month.table | card)


@rule
def place_worth(look: Outlook, params: Params, month: Month, card: int) -> float:
    """A card onto a month with nothing on the table: it stays, unless the flip takes it."""
    left = standing(look, params, month.worth, card, month.hand & ~card, month.unseen)
    hit = hit_chance(look, month.unseen)
    both = value(month.worth, card) + mean(month.worth, month.unseen)
    return (1.0 - hit) * left + hit * both


@rule
def pair_worth(look: Outlook, params: Params, month: Month, card: int) -> float:
    """A card onto a single one: the pair is mine, unless the flip is of the month, too."""
    pair = value(month.worth, month.table | card)
    hit = hit_chance(look, month.unseen)
    if hit == 0.0:
        return pair
    flipped = month.unseen & -month.unseen
    hand, unseen = month.hand & ~card, month.unseen ^ flipped
    if params[Number.SULSA] != 0:
        there = month.table | card | flipped
        after = standing(look, params, month.worth, there, hand, unseen)
    else:
        after = pair + standing(look, params, month.worth, flipped, hand, unseen)
    return (1.0 - hit) * pair + hit * after


@rule
def choice_worth(look: Outlook, params: Params, month: Month, card: int, target: int) -> float:
    """A card onto one of two: the other stays, unless the flip is the fourth."""
    hand = month.hand & ~card
    other = month.table ^ target
    worth = value(month.worth, target | card)
    worth += standing(look, params, month.worth, other, hand, month.unseen)
    hit = hit_chance(look, month.unseen)
    fourth = 0.0
    if params[Number.SULSA_OF_TWO] == 0:
        fourth = value(month.worth, month.table | card | month.unseen)
    return (1.0 - hit) * worth + hit * fourth
