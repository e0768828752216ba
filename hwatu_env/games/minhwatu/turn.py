"""Legal actions and one step of Min-Hwatu (rules/minhwatu.md §3), as compiled rules."""

from hwatu_env.cards.hwatu import month_of
from hwatu_env.compiled.bits import popcount
from hwatu_env.compiled.rule import rule
from hwatu_env.games.fishing import (
    HandKind,
    Log,
    flip_partners,
    hand_targets,
    lay,
    note,
    take_by_hand,
    take_with_flip,
)
from hwatu_env.games.minhwatu import actions as ids
from hwatu_env.games.minhwatu.deal import begin_episode, clear_turn, deal, end_deal
from hwatu_env.games.minhwatu.rules import Rules, SulsaTwo
from hwatu_env.games.minhwatu.scoring import gain
from hwatu_env.games.minhwatu.state import Decision, Outcome, Stage, State

_WORD = ids.WORD_BITS
_PENALTY = 240
"""What an illegal action costs, in points: as much as all cards of a deal."""


@rule
def legal(g: State, rules: Rules) -> tuple[int, int, int]:
    """The legal actions: cards to play, table cards to take, and bits of all other ids."""
    decision = g.decision
    if decision == Decision.PLAY:
        return g.hand[g.to_move], 0, 0
    if decision == Decision.HAND_TARGET:
        leave = 1 << (ids.LEAVE - 2 * _WORD) if rules.optional_capture else 0
        return 0, hand_targets(g), leave
    if decision == Decision.FLIP_TARGET:
        return 0, flip_partners(g), 0
    if decision == Decision.FORCED:
        return 0, 0, 1 << (ids.CONTINUE - 2 * _WORD)
    return 0, 0, 0


@rule
def begin(g: State, rules: Rules, deals: int, dealer: int, stacked: bool) -> None:
    """Start an episode and play on to its first decision."""
    begin_episode(g, deals, dealer, stacked)
    advance(g, rules)


@rule
def void(g: State, rules: Rules) -> None:
    """End the episode for an illegal action: the offender loses 240 points, nobody gains."""
    for seat in range(len(g.hand)):
        g.result[seat] = 0
    g.result[g.to_move] = -_PENALTY * rules.reward_unit
    g.score[g.to_move] += g.result[g.to_move]
    g.total[g.to_move] -= _PENALTY
    g.outcome = Outcome.ILLEGAL_ACTION
    g.deals += 1
    g.to_move = -1
    g.decision = Decision.NOTHING


@rule
def step(g: State, rules: Rules, action: int) -> None:
    """Take a legal action and play on until the next decision."""
    note(g, action)
    g.ply += 1
    decision = g.decision
    g.decision = Decision.NOTHING
    if decision == Decision.PLAY:
        g.card = action - ids.PLAY
        g.stage = Stage.LAY
    elif decision == Decision.HAND_TARGET:
        choose_hand_target(g, action)
        g.stage = Stage.FLIP
    elif decision == Decision.FLIP_TARGET:
        take_with_flip(g, 1 << (action - ids.TAKE))
        g.stage = Stage.COLLECT
    else:
        g.stage = Stage.TURN
    advance(g, rules)


@rule
def advance(g: State, rules: Rules) -> None:
    """Play on until somebody must decide or the episode is over; seats without cards only flip."""
    while g.decision == Decision.NOTHING and g.to_move >= 0:
        play_stages(g, rules)


@rule
def play_stages(g: State, rules: Rules) -> None:
    """Go through the stages from the one reached on."""
    if g.stage == Stage.LAY:
        lay_card(g, rules)
    if g.stage == Stage.FLIP:
        flip(g, rules)
    if g.stage == Stage.MATCH:
        match_flip(g, rules)
    if g.stage == Stage.COLLECT:
        collect(g, rules)
    if g.stage == Stage.DEAL_END:
        end_deal(g, rules)
    if g.stage == Stage.DEAL or g.stage == Stage.STACKED_DEAL:
        deal(g, rules)
    if g.stage == Stage.TURN:
        begin_turn(g)


@rule
def ask(g: State, decision: int) -> None:
    """Wait for the seat to move to decide."""
    g.decision = decision
    g.stage = Stage.WAIT


@rule
def begin_turn(g: State) -> None:
    """The seat to move plays a card; without one it only flips (§3)."""
    clear_turn(g)
    note(g, Log.SEAT + g.to_move)
    if g.hand[g.to_move]:
        ask(g, Decision.PLAY)
    else:
        g.stage = Stage.FLIP


@rule
def lay_card(g: State, rules: Rules) -> None:
    """The hand card reaches the table (§3)."""
    lay(g)
    g.stage = Stage.FLIP
    if g.hand_kind == HandKind.PAIR2:
        ask(g, Decision.HAND_TARGET)
    elif g.hand_kind == HandKind.PAIR1 and rules.optional_capture:
        mate = g.lifted & ~(1 << g.card)  # it stays where it is until it is taken
        g.lifted ^= mate
        g.table |= mate
        ask(g, Decision.HAND_TARGET)


@rule
def choose_hand_target(g: State, action: int) -> None:
    """The played card takes one of its mates, or is left next to them (§3)."""
    if action == ids.LEAVE:
        g.table |= g.lifted
        g.lifted = 0
        g.hand_kind = HandKind.PLACED
    else:
        take_by_hand(g, action - ids.TAKE)


@rule
def flip(g: State, rules: Rules) -> None:
    """Turn up the next stock card (§3)."""
    g.stage = Stage.COLLECT
    if g.stock_top >= rules.deck_size:
        return
    g.flipped = int(g.deck[g.stock_top])
    g.stock_top += 1
    note(g, Log.TURN_UP)
    g.stage = Stage.MATCH


@rule
def match_flip(g: State, rules: Rules) -> None:
    """Decide what the flipped card takes (§3)."""
    g.stage = Stage.COLLECT
    if g.lifted and month_of(g.flipped) == month_of(g.card):
        match_own_pair(g, rules)
        return
    there = flip_partners(g)
    if there == 0:
        g.table |= 1 << g.flipped
    elif popcount(there) == 2:
        ask(g, Decision.FLIP_TARGET)
    else:
        take_with_flip(g, there)


@rule
def match_own_pair(g: State, rules: Rules) -> None:
    """The flip is of the month of the captured pair: sul-sa, or all four (§3)."""
    returned = rules.sulsa
    if g.hand_kind == HandKind.PAIR2:
        returned = returned and rules.sulsa_two == SulsaTwo.LITERAL_RETURN
    if returned:
        g.table |= g.lifted | (1 << g.flipped)
        g.lifted = 0
    elif g.hand_kind == HandKind.PAIR1:
        g.table |= 1 << g.flipped
    else:
        take_with_flip(g, flip_partners(g))


@rule
def collect(g: State, rules: Rules) -> None:
    """Move everything taken to the pile; the next seat that can do anything is to move (§3)."""
    gain(g, rules, g.to_move, g.lifted | g.taken)
    g.lifted = 0
    g.taken = 0
    g.stage = Stage.DEAL_END
    stock = g.stock_top < rules.deck_size
    for away in range(1, len(g.hand) + 1):
        seat = (g.to_move + away) % len(g.hand)
        if g.hand[seat] or stock:
            g.to_move = seat
            g.stage = Stage.TURN
            return
