"""The simple bot: the trick and the yaku that are in sight, and no thought for what comes after."""

from hwatu_agents.hachinin_meri.pairs import beaten_by, highest_gone, is_barred, yaku_worth
from hwatu_agents.hachinin_meri.reading import (
    Offsets,
    is_mine,
    read_card,
    read_decision,
    read_trump,
)
from hwatu_agents.hachinin_meri.table import Table, makes_chase, power, read_table
from hwatu_agents.policies import CardPolicy
from hwatu_agents.reading import Mask, Observation, Params, first_legal
from hwatu_env.cards.unsun import NUM_CARDS, is_trump, strength
from hwatu_env.compiled.rule import rule
from hwatu_env.games.hachinin_meri import actions as ids
from hwatu_env.games.hachinin_meri.state import SEATS, Decision


@rule
def wins_in_sight(table: Table, card: int) -> bool:
    """Whether a card wins the trick as it lies, a trump those that lie face down included."""
    if table.down_mine + table.down_theirs and not is_trump(card, table.trump):
        return False
    return power(table, card) > power(table, table.best)


@rule
def is_ours(table: Table) -> bool:
    """Whether my team seems to win the trick: the last trump face down is taken for the best."""
    if table.down_mine + table.down_theirs:
        return table.last_down_mine == 1
    return table.best >= 0 and table.best_mine == 1


@rule
def lies_before_them(
    at: Offsets, observation: Observation, row: int, table: Table, card: int
) -> bool:
    """Whether an opponent's card of this trick is the given one, as far as I see."""
    for away in range(SEATS - table.place, SEATS):
        if not is_mine(away) and read_card(at, observation, row, away) == card:
            return True
    return False


@rule
def points_in_sight(
    at: Offsets, observation: Observation, row: int, params: Params, table: Table, card: int
) -> float:
    """What a card wins if nothing higher comes: the trick where it is not ours yet, and yaku."""
    if not wins_in_sight(table, card):
        return 0.0
    points = 0.0 if is_ours(table) else 1.0
    if not is_trump(card, table.trump):
        return points
    if makes_chase(table, params, table.run + 1):
        points += yaku_worth(at, observation, row, params, table, -1)
    lower = beaten_by(table, params, card)
    if lower >= 0 and lies_before_them(at, observation, row, table, lower):
        highest = highest_gone(at, observation, row, table)
        if not is_barred(table, params, card, highest):
            points += yaku_worth(at, observation, row, params, table, card)
    return points


@rule
def follow(
    at: Offsets, observation: Observation, action_mask: Mask, row: int, params: Params, table: Table
) -> int:
    """The most points in sight; by the weakest card, or over trumps face down by the strongest."""
    best, best_points, best_strength = -1, -1.0, 0
    down = table.down_mine + table.down_theirs
    for card in range(NUM_CARDS):
        if not action_mask[row, ids.PLAY + card]:
            continue
        points = points_in_sight(at, observation, row, params, table, card)
        strong = strength(card, table.trump, table.top)
        if down and points > 0:
            strong = 0 - strong
        if points > best_points or (points == best_points and strong < best_strength):
            best, best_points, best_strength = card, points, strong
    return ids.PLAY + best


@rule
def extreme(action_mask: Mask, row: int, first: int, trump: int, top: int, strong: bool) -> int:
    """The strongest or the weakest plain card that is legal; the weakest trump without one.

    Args:
        action_mask: Legal actions.
        row: Row of the decision.
        first: The action of card 0.
        trump: The trump suit.
        top: 1 where Un stands above Sun.
        strong: Whether the strongest plain card is asked for.
    """
    best, best_rank = -1, 0
    for card in range(NUM_CARDS):
        if not action_mask[row, first + card]:
            continue
        rank = strength(card, trump, top)
        if strong and not is_trump(card, trump):
            rank = 0 - rank
        if best < 0 or rank < best_rank:
            best, best_rank = card, rank
    return first + best


@rule
def choose(
    at: Offsets,
    observation: Observation,
    action_mask: Mask,
    row: int,
    key: int,
    params: Params,
) -> int:
    """A legal action: the points in sight, or else the weakest card."""
    asked = read_decision(at, observation, row)
    if asked == Decision.BURY:
        trump = read_trump(at, observation, row)
        return extreme(action_mask, row, ids.BURY, trump, 0, False)
    if asked != Decision.PLAY:
        return first_legal(action_mask, row)
    table = read_table(at, observation, row, params)
    if table.place == 0:
        return extreme(action_mask, row, ids.PLAY, table.trump, table.top, True)
    return follow(at, observation, action_mask, row, params, table)


GREEDY = CardPolicy(name="greedy", choose=choose)
