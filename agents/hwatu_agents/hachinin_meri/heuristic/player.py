"""The heuristic player: it weighs every card by what it may win now and is worth later."""

from hwatu_agents.hachinin_meri.heuristic.hidden import Sight, read_sight
from hwatu_agents.hachinin_meri.heuristic.keeping import (
    bury_worth,
    keep_worth,
    lead_worth,
    packet_worth,
)
from hwatu_agents.hachinin_meri.heuristic.rest import Rest, play_out, total
from hwatu_agents.hachinin_meri.heuristic.standing import after_mine
from hwatu_agents.hachinin_meri.heuristic.weights import HEURISTIC_WEIGHTS, Weight, weight
from hwatu_agents.hachinin_meri.heuristic.yaku import pairs_worth
from hwatu_agents.hachinin_meri.pairs import yaku_worth
from hwatu_agents.hachinin_meri.reading import Number, Offsets, read_decision
from hwatu_agents.policies import CardPolicy
from hwatu_agents.reading import Mask, Observation, Params, first_legal
from hwatu_env.cards.unsun import NUM_CARDS, is_trump
from hwatu_env.compiled.rule import rule
from hwatu_env.games.hachinin_meri import actions as ids
from hwatu_env.games.hachinin_meri.state import SEATS, TRICKS, Decision


@rule
def is_meri(params: Params, sight: Sight, card: int) -> bool:
    """Whether the trick is Meri, or becomes it by my lead (§5.7)."""
    table = sight.table
    if table.place > 0:
        return table.meri == 1
    if not is_trump(card, table.trump):
        return False
    if table.tricks_left == TRICKS and params[Number.MERI_FIRST_TRICK] == 0:
        return False
    return sight.meri_seen == 0 or params[Number.MERI_ONCE] == 0


@rule
def myself_worth(params: Params, sight: Sight, card: int, meri: bool) -> float:
    """What it is worth to win the trick myself: who trumps first makes the others spend more."""
    later = (SEATS - 1 - sight.table.place) / (SEATS - 1.0)
    if sight.table.place == 0:
        trumps = is_trump(card, sight.table.trump)
        return 0.0 if trumps else later * weight(params, Weight.MYSELF_LEADING)
    return 0.0 if meri or sight.meri_seen else later * weight(params, Weight.MYSELF)


@rule
def outcome_worth(params: Params, rest: Rest, myself: float, chase: float) -> float:
    """What may become of the trick.

    Args:
        params: Numbers of the rules, and weights.
        rest: The chances.
        myself: What it is worth to win it myself, besides.
        chase: What a chase adds.
    """
    worth = total(rest.ours) + myself * rest.me
    worth += chase * weight(params, Weight.CHASE) * rest.ours.chase
    return worth - chase * weight(params, Weight.CHASE_AGAINST) * rest.theirs.chase


@rule
def card_worth(
    at: Offsets, observation: Observation, row: int, params: Params, sight: Sight, card: int
) -> float:
    """What playing a card is worth: what it may win now, less what it were worth later."""
    meri = is_meri(params, sight, card)
    led = card if sight.table.led < 0 else sight.table.led
    rest = after_mine(at, observation, row, params, sight, card, meri)
    rest = play_out(at, observation, row, params, sight, rest, led, meri)
    chase = 0.0 if meri else yaku_worth(at, observation, row, params, sight.table, -1)
    myself = myself_worth(params, sight, card, meri)
    worth = outcome_worth(params, rest, myself, chase)
    if is_trump(card, sight.table.trump):
        worth += pairs_worth(at, observation, row, params, sight, card, rest.me, meri)
    worth -= keep_worth(at, observation, row, params, sight, card)
    return worth + (lead_worth(params, sight, card) if sight.table.place == 0 else 0.0)


@rule
def bury_or_play(
    at: Offsets, observation: Observation, action_mask: Mask, row: int, params: Params, asked: int
) -> int:
    """The card to part with that is worth most, or costs least."""
    first = ids.BURY if asked == Decision.BURY else ids.PLAY
    sight = read_sight(at, observation, row, params)
    best, best_worth = -1, 0.0
    for card in range(NUM_CARDS):
        if not action_mask[row, first + card]:
            continue
        if asked == Decision.BURY:
            worth = 0.0 - bury_worth(at, observation, row, params, sight, card)
        else:
            worth = card_worth(at, observation, row, params, sight, card)
        if best < 0 or worth > best_worth:
            best, best_worth = card, worth
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
    """A legal action: the one that is worth most."""
    asked = read_decision(at, observation, row)
    if asked == Decision.PLAY or asked == Decision.BURY:
        return bury_or_play(at, observation, action_mask, row, params, asked)
    if asked == Decision.KEEP:
        return ids.KEEP if packet_worth(at, observation, row, params) >= 0.0 else ids.REDEAL
    return first_legal(action_mask, row)


HEURISTIC = CardPolicy(name="heuristic", choose=choose, settings=HEURISTIC_WEIGHTS)
