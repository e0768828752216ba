"""What all months of a decision share, read from an observation."""

from hwatu_agents.gostop.heuristic.months import Outlook
from hwatu_agents.gostop.heuristic.weights import Weight
from hwatu_agents.gostop.heuristic.worth import Worth, nothing, scaled_sum, seat_worth, weight
from hwatu_agents.gostop.reading import Number, Offsets, read_pile, turns_left
from hwatu_agents.reading import Observation, Params, read_board, read_number
from hwatu_env.cards.hwatu import DOUBLE_PI, JOKERS, NUM_CARDS, SINGLE_PI
from hwatu_env.compiled.bits import popcount
from hwatu_env.compiled.rule import rule
from hwatu_env.games.gostop.rules import LastScope, Shake

_PI_CARDS = SINGLE_PI | DOUBLE_PI | JOKERS


@rule
def pile_worth(at: Offsets, observation: Observation, row: int, params: Params, away: int) -> Worth:
    """What cards are worth to the seat `away` places after me."""
    lost = 0
    for other in range(at.seats):
        if other != away:
            lost |= read_pile(at, observation, row, other)
    return seat_worth(
        at, observation, row, params, away, read_pile(at, observation, row, away), lost
    )


@rule
def their_worth(at: Offsets, observation: Observation, row: int, params: Params) -> Worth:
    """What cards cost me if another takes them: the mean over the other seats."""
    worth = nothing()
    for away in range(1, at.seats):
        worth = scaled_sum(
            worth, 1.0 / (at.seats - 1), pile_worth(at, observation, row, params, away)
        )
    return worth


@rule
def ppeok_pay(at: Offsets, observation: Observation, row: int, params: Params) -> float:
    """What a ppeok itself would win: side payments, or the deal for the third (rules §5.6)."""
    count = read_number(observation, row, at.ppeok_counts) + 1
    pay = 0.0
    if count == 3:
        pay += params[Number.THREE_PPEOK_POINTS]
    turn = read_number(observation, row, at.turns)
    if params[Number.SIDE_PAYMENTS] != 0 and count == turn and count <= 3:
        pay += params[Number.PPEOK_PAY + count - 1]
    return pay


@rule
def outlook(at: Offsets, observation: Observation, row: int, params: Params, held: int) -> Outlook:
    """What all months of a decision share; `held` are my hand cards."""
    givers, hands, shown, fear = 0, 0, 0, 0.0
    for away in range(1, at.seats):
        if read_pile(at, observation, row, away) & _PI_CARDS:
            givers += 1
        hands += read_number(observation, row, at.hand_sizes + away)
        shown += popcount(read_board(observation, row, at.shown + NUM_CARDS * away, NUM_CARDS))
        if turns_left(at, observation, row, away) > 0:
            fear = 1.0
    mine = pile_worth(at, observation, row, params, 0)
    theirs = their_worth(at, observation, row, params)
    unseen = popcount(read_board(observation, row, at.unseen, NUM_CARDS))
    jokers = 0
    if at.unseen_jokers >= 0:
        jokers = popcount(read_board(observation, row, at.unseen_jokers, 6))
    last = turns_left(at, observation, row, 0) <= 1
    gives = read_pile(at, observation, row, 0) & _PI_CARDS
    when = int(params[Number.SHAKE])
    return Outlook(
        scaled_sum(mine, weight(params, Weight.DENY), theirs),
        theirs,
        float(max(1, unseen)),
        min(1.0, (hands - shown) / max(1, unseen + jokers)),
        0.0 if last else 1.0,
        fear,
        (mine.pi + theirs.pi) * givers,
        mine.pi + theirs.pi if gives else 0.0,
        params[Number.STEAL_OWN_STACK],
        params[Number.STEAL_STACK],
        ppeok_pay(at, observation, row, params),
        last and int(params[Number.LAST_SCOPE]) == LastScope.PLAYER,
        when == Shake.PLAY or when == Shake.ON_FIRST_PLAY,
        params[Number.BOMB_ALLOWED] != 0,
    )
