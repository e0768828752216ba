"""The deal and its checks (rules/gostop.md §2), as compiled rules."""

from hwatu_env.cards.hwatu import (
    ALL_MONTHS,
    NUM_MONTHS,
    month_cards,
    month_of,
)
from hwatu_env.compiled.bits import lowest_bit, popcount
from hwatu_env.compiled.rng import below, mix
from hwatu_env.compiled.rule import rule
from hwatu_env.games.fishing import give_out, months_with, shuffle
from hwatu_env.games.gostop.rules import HandQuad, Rules, Shake, TableQuad, TwoQuads
from hwatu_env.games.gostop.state import CupSide, Decision, Outcome, Stage, State

_DEALER_DRAW = 1 << 40
"""Which draws of an episode's stream choose its first dealer; deals count from 0."""


@rule
def begin_episode(g: State, deals: int, dealer: int, stacked: bool) -> None:
    """Start an episode of so many deals; the dealer -1 is drawn at random (§2.3).

    Args:
        g: The game; its key is set.
        deals: Deals of the episode, 1 or those of a match.
        dealer: The first dealer, or -1.
        stacked: Whether `g.deck` holds the first deck.
    """
    seats = len(g.hand)
    g.ply = 0
    g.deals = 0
    g.redeals = 0
    g.carry = 1
    g.push = 1
    g.episode_deals = deals
    g.dealer = dealer if dealer >= 0 else below(mix(g.key, _DEALER_DRAW), 0, seats)
    for seat in range(seats):
        g.score[seat] = 0
        g.result[seat] = 0
    g.stage = Stage.STACKED_DEAL if stacked else Stage.DEAL


@rule
def deal(g: State, rules: Rules) -> None:
    """Deal until a deal stands (§2.2); a stacked deck has been put into `g.deck` before."""
    for seat in range(len(g.hand)):
        g.ledger[seat] = 0
    g.redeals = 0
    if g.stage != Stage.STACKED_DEAL:
        shuffle(g, rules.months, rules.joker_board, mix(mix(g.key, g.deals), g.redeals))
    while not lay_out(g, rules):
        g.redeals += 1
        shuffle(g, rules.months, rules.joker_board, mix(mix(g.key, g.deals), g.redeals))


@rule
def lay_out(g: State, rules: Rules) -> bool:
    """Give out the cards of `g.deck` and check the deal (§2.2); False if it must be dealt again."""
    clear_deal(g)
    give_out(g, rules.cards_per_hand, rules.cards_on_table)
    take_table_jokers(g, rules)
    g.first_top = g.stock_top
    if rules.table_quad != TableQuad.DEAD and holds_quad(g.table):
        return table_quad_stands(g, rules)
    if not hand_quads_stand(g, rules):
        return False
    if rules.shake == Shake.ON_FIRST_PLAY:
        for seat in range(len(g.hand)):
            g.no_shake[seat] = ALL_MONTHS & ~months_with(g.hand[seat], 3)
    return True


@rule
def clear_deal(g: State) -> None:
    """Forget the last deal; the stakes, the dealer and the episode's score stay."""
    for seat in range(len(g.hand)):
        g.hand[seat] = 0
        g.pile[seat] = 0
        g.shown[seat] = 0
        g.turns_taken[seat] = 0
        g.go_count[seat] = 0
        g.last_go_score[seat] = 0
        g.shakes[seat] = 0
        g.bombs[seat] = 0
        g.flip_credits[seat] = 0
        g.ppeok_count[seat] = 0
        g.no_shake[seat] = 0
    for month in range(NUM_MONTHS):
        g.stack_owner[month] = 0
        g.stack_jokers[month] = 0
        g.shaker[month] = 0
    g.table = 0
    g.absent = 0
    g.cup = CupSide.OPEN
    g.go_calls = 0
    g.log_length = 0
    g.to_move = g.dealer
    g.decision = Decision.NOTHING
    g.stage = Stage.QUADS
    g.asked = 0
    g.prize = 0
    g.asked_month = -1
    g.winner = -1
    g.outcome = Outcome.NONE
    clear_turn(g)


@rule
def clear_turn(g: State) -> None:
    """Forget the last turn."""
    g.card = -1
    g.hand_kind = 0
    g.lifted = 0
    g.flipped = -1
    g.pending = 0
    g.taken = 0
    g.events = 0
    g.hand_stack = -1
    g.flip_stack = -1
    g.last = 0
    g.exempt = 0


@rule
def take_table_jokers(g: State, rules: Rules) -> None:
    """The dealer captures jokers on the table; the stock replaces them (§2.2 no. 1)."""
    jokers = g.table & ~ALL_MONTHS
    while jokers:
        g.pile[g.dealer] |= jokers
        g.table &= ALL_MONTHS
        for _ in range(popcount(jokers)):
            if g.stock_top < rules.deck_size:
                g.table |= 1 << int(g.deck[g.stock_top])
                g.stock_top += 1
        jokers = g.table & ~ALL_MONTHS


@rule
def holds_quad(cards: int) -> bool:
    """Whether the cards hold four of a month."""
    return months_with(cards, 4) != 0


@rule
def highest_quad(cards: int) -> int:
    """The highest month 0..11 of which the cards hold all four, or -1."""
    quads = months_with(cards, 4)
    month = -1
    while quads:
        month = month_of(lowest_bit(quads))
        quads &= ~month_cards(month)
    return month


@rule
def table_quad_stands(g: State, rules: Rules) -> bool:
    """Handle four of a month on the table (§2.2 no. 2); False if the deal must be dealt again."""
    if rules.table_quad == TableQuad.REDEAL:
        return False
    if rules.table_quad == TableQuad.NAGARI:
        force_nagari(g)
    else:
        force_win(g, g.dealer, rules.quad_prize)
    return True


@rule
def hand_quads_stand(g: State, rules: Rules) -> bool:
    """Handle quads in dealt hands (§2.2 no. 4); False if the deal must be dealt again."""
    if rules.hand_quad == HandQuad.PLAY:
        return True
    holders = 0
    for seat in range(len(g.hand)):
        if holds_quad(g.hand[seat]):
            holders += 1
    if holders == 0:
        return True
    if rules.hand_quad == HandQuad.REDEAL:
        return False
    if holders > 1 or rules.hand_quad == HandQuad.WIN:
        show_quads(g)
        decide_by_quads(g, rules, holders)
    return True


@rule
def decide_by_quads(g: State, rules: Rules, holders: int) -> None:
    """One quad wins; of several, `two_quads` says which one, if any (§2.2 no. 4)."""
    nearest = -1
    highest = -1
    for away in range(len(g.hand)):
        seat = (g.dealer + away) % len(g.hand)
        quad = highest_quad(g.hand[seat])
        if quad < 0:
            continue
        if nearest < 0:
            nearest = seat
        if highest < 0 or quad > highest_quad(g.hand[highest]):
            highest = seat
    if holders == 1 or rules.two_quads == TwoQuads.DEALER_WINS:
        force_win(g, nearest, rules.quad_prize)
    elif rules.two_quads == TwoQuads.NAGARI or holders == len(g.hand):
        force_nagari(g)
    else:
        force_win(g, highest, rules.quad_prize)


@rule
def show_quads(g: State) -> None:
    """Quads that decide a deal are shown to everybody."""
    for seat in range(len(g.hand)):
        for month in range(NUM_MONTHS):
            if g.hand[seat] & month_cards(month) == month_cards(month):
                g.shown[seat] |= month_cards(month)


@rule
def force_win(g: State, seat: int, points: int) -> None:
    """The deal is decided: its winner can only claim (§2.2)."""
    g.to_move = seat
    g.winner = seat
    g.prize = points
    g.decision = Decision.FORCED
    g.stage = Stage.WAIT


@rule
def force_nagari(g: State) -> None:
    """The deal is void: the dealer can only continue (§2.2)."""
    g.to_move = g.dealer
    g.decision = Decision.FORCED
    g.stage = Stage.WAIT
