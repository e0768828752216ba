"""The deal, and how one follows the other (rules/minhwatu.md §2, §5), as compiled rules."""

from hwatu_env.cards.hwatu import month_cards, month_of
from hwatu_env.compiled.bits import lowest_bit
from hwatu_env.compiled.rng import below, mix
from hwatu_env.compiled.rule import rule
from hwatu_env.games.fishing import give_out, months_with, shuffle
from hwatu_env.games.minhwatu.rules import HandQuad, NextDealer, Rules, TableQuad
from hwatu_env.games.minhwatu.scoring import gain, settle, top_seat
from hwatu_env.games.minhwatu.state import Decision, Outcome, Stage, State

_DEALER_DRAW = 1 << 40
"""Which draws of an episode's stream choose its first dealer; deals count from 0."""


@rule
def begin_episode(g: State, deals: int, dealer: int, stacked: bool) -> None:
    """Start a single deal (1) or a match (0); the dealer -1 is drawn at random (§2)."""
    g.ply = 0
    g.deals = 0
    g.episode_deals = deals
    g.dealer = dealer if dealer >= 0 else below(mix(g.key, _DEALER_DRAW), 0, len(g.hand))
    g.to_move = g.dealer
    g.decision = Decision.NOTHING
    for seat in range(len(g.hand)):
        g.score[seat] = 0
        g.result[seat] = 0
        g.total[seat] = 0
    g.stage = Stage.STACKED_DEAL if stacked else Stage.DEAL


@rule
def deal(g: State, rules: Rules) -> None:
    """Deal until a deal stands (§2); a stacked deck has been put into `g.deck` before."""
    g.redeals = 0
    if g.stage != Stage.STACKED_DEAL:
        shuffle(g, rules.months, 0, mix(mix(g.key, g.deals), g.redeals))
    while not lay_out(g, rules):
        g.redeals += 1
        shuffle(g, rules.months, 0, mix(mix(g.key, g.deals), g.redeals))


@rule
def lay_out(g: State, rules: Rules) -> bool:
    """Give out the cards of `g.deck`, quads first (§2); False if it must be dealt again."""
    clear_deal(g)
    give_out(g, rules.cards_per_hand, rules.cards_on_table)
    g.first_top = g.stock_top
    quads = months_with(g.table, 4)
    if quads:
        if rules.table_quad == TableQuad.REDEAL:
            return False
        gain(g, rules, g.dealer, quads)
        g.table &= ~quads
    if rules.hand_quad == HandQuad.CAPTURE:
        for seat in range(len(g.hand)):
            lay_out_quads(g, rules, seat)
    if everybody_empty(g):
        g.decision = Decision.FORCED
        g.stage = Stage.WAIT
    return True


@rule
def clear_deal(g: State) -> None:
    """Forget the last deal; the dealer and the totals stay."""
    for seat in range(len(g.hand)):
        g.hand[seat] = 0
        g.pile[seat] = 0
        g.held[seat] = 0
        g.quads[seat] = 0
        g.points[seat] = 0
    g.table = 0
    g.absent = 0
    g.laid = 0
    g.log_length = 0
    g.outcome = Outcome.NONE
    g.to_move = g.dealer
    g.decision = Decision.NOTHING
    g.stage = Stage.TURN
    clear_turn(g)


@rule
def clear_turn(g: State) -> None:
    """Forget the last turn."""
    g.card = -1
    g.hand_kind = 0
    g.lifted = 0
    g.flipped = -1
    g.taken = 0


@rule
def lay_out_quads(g: State, rules: Rules, seat: int) -> None:
    """Quads of a hand are laid face up in front of their holder (§2)."""
    quads = months_with(g.hand[seat], 4)
    g.hand[seat] &= ~quads
    gain(g, rules, seat, quads)
    g.laid |= quads
    while quads:
        g.quads[seat] += 1
        quads &= ~month_cards(month_of(lowest_bit(quads)))


@rule
def everybody_empty(g: State) -> bool:
    """Whether nobody holds a card."""
    for seat in range(len(g.hand)):
        if g.hand[seat]:
            return False
    return True


@rule
def end_deal(g: State, rules: Rules) -> None:
    """Score the deal; go on with the next one, or end the episode (§5)."""
    settle(g, rules)
    g.deals += 1
    if episode_over(g, rules):
        g.to_move = -1
        g.stage = Stage.WAIT
        return
    g.dealer = next_dealer(g, rules)
    g.stage = Stage.DEAL


@rule
def next_dealer(g: State, rules: Rules) -> int:
    """Who deals after this deal; after a tie the same (§2)."""
    if rules.next_dealer == NextDealer.ROTATE:
        return g.dealer if g.outcome == Outcome.VOID else (g.dealer + 1) % len(g.hand)
    top = top_seat(g.points)
    return top if top >= 0 else g.dealer


@rule
def episode_over(g: State, rules: Rules) -> bool:
    """Whether the single deal, or the match, is decided (§5)."""
    if g.episode_deals > 0:
        return g.deals >= g.episode_deals
    if rules.deals_of_match > 0:
        return g.deals >= rules.deals_of_match
    top = top_seat(g.total)
    return top >= 0 and g.total[top] >= rules.target_points


@rule
def outcome(g: State, rules: Rules, seat: int) -> int:
    """1 for the highest total of the episode, 0 if it is shared by all who have it, else -1."""
    best = -(1 << 40)
    for other in range(len(g.hand)):
        if other != seat:
            best = max(best, g.total[other])
    if g.total[seat] == best:
        return 0
    return 1 if g.total[seat] > best else -1
