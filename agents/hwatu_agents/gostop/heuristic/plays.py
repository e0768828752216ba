"""Worth of each way to play a turn (rules/gostop.md §3.2), the flip averaged over unseen cards."""

from hwatu_agents.gostop.heuristic.months import Month, Outlook, standing
from hwatu_agents.gostop.heuristic.weights import Weight
from hwatu_agents.gostop.heuristic.worth import weight
from hwatu_agents.gostop.reading import Number
from hwatu_agents.reading import Params
from hwatu_agents.slots import dearest, mean, value
from hwatu_env.cards.hwatu import month_cards, month_of
from hwatu_env.compiled.bits import lowest_bit, popcount
from hwatu_env.compiled.rule import rule


@rule
def place_worth(look: Outlook, params: Params, month: Month, card: int) -> float:
    """A card onto a month with nothing on the table: it stays, unless the flip makes a jjok."""
    rest = month.hand & ~card
    worth = standing(look, params, month, card, rest, month.unseen, False)
    if look.asks_to_shake and popcount(month.hand) >= 3 and month.told == 0:
        worth += weight(params, Weight.SHAKE)
    if month.unseen == 0:
        return worth
    hit = popcount(month.unseen) / look.flips
    jjok = value(month.mine, card) + mean(month.mine, month.unseen)
    if not look.exempt:
        jjok += params[Number.STEAL_JJOK] * look.unit
    return (1.0 - hit) * worth + hit * jjok


@rule
def pair_worth(look: Outlook, params: Params, month: Month, card: int) -> float:
    """A card onto a single table card: it takes it, unless the flip makes a ppeok."""
    rest = month.hand & ~card
    gain = value(month.mine, month.table | card)
    kept = gain + standing(look, params, month, 0, rest, month.unseen, False)
    if month.unseen == 0:
        return kept
    hit = popcount(month.unseen) / look.flips
    if look.exempt:
        return kept + hit * mean(month.mine, month.unseen)
    flipped = month.unseen & -month.unseen
    stack = month.table | card | flipped
    ppeok = standing(look, params, month, stack, rest, month.unseen ^ flipped, True)
    return (1.0 - hit) * kept + hit * (ppeok + look.ppeok)


@rule
def choice_worth(look: Outlook, params: Params, month: Month, card: int, target: int) -> float:
    """A card onto one of two table cards; a flip of the month takes all four, a ttadak."""
    left = month.table & ~target
    kept = value(month.mine, target | card)
    kept += standing(look, params, month, left, month.hand & ~card, month.unseen, False)
    if month.unseen == 0:
        return kept
    hit = popcount(month.unseen) / look.flips
    ttadak = value(month.mine, month.table | card | month.unseen)
    if not look.exempt:
        ttadak += params[Number.STEAL_TTADAK] * look.unit
    return (1.0 - hit) * kept + hit * ttadak


@rule
def card_worth(look: Outlook, params: Params, month: Month, card: int) -> float:
    """What a hand card brings, risks and leaves behind in its month."""
    lying = popcount(month.table)
    if lying == 0:
        return place_worth(look, params, month, card)
    if lying == 1:
        return pair_worth(look, params, month, card)
    if lying == 2:
        best = dearest(month.mine, month.table)
        first = choice_worth(look, params, month, card, best)
        return max(first, choice_worth(look, params, month, card, month.table & ~best))
    units = look.own_units if month.own_stack else look.other_units
    return value(month.mine, month.table | card) + units * look.unit


@rule
def bomb_worth(look: Outlook, params: Params, month: Month) -> float:
    """All hand cards of a month on its table cards."""
    gain = value(month.mine, month.table | month.hand)
    return gain + params[Number.STEAL_BOMB] * look.unit + weight(params, Weight.BOMB)


@rule
def sweep_chance(table: int, there: int, where: int, unseen: int, flips: float) -> float:
    """Chance that the flip empties the table, once a card was played on a month.

    Args:
        table: Cards on the table.
        there: Those of the month that is played.
        where: Board of that month.
        unseen: Cards that may be flipped.
        flips: Their number.
    """
    others = table & ~where
    lying = popcount(there)
    if others == 0:
        return popcount(unseen & where) / flips if lying == 0 or lying == 2 else 0.0
    last = month_cards(month_of(lowest_bit(others)))
    if lying == 0 or lying == 2 or others & ~last or popcount(others) == 2:
        return 0.0
    return popcount(unseen & last) / flips
