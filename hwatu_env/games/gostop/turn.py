"""Legal actions and one step of Go-Stop (rules/gostop.md §3.2), as compiled rules.

`step` takes the answer to the pending decision and `advance` plays on, stage by stage, until
somebody must decide again or the episode is over.
"""

from hwatu_env.cards.hwatu import ALL_MONTHS, NUM_CARDS, SAKE_CUP, month_cards, month_of
from hwatu_env.compiled.bits import lowest_bit, popcount
from hwatu_env.compiled.rule import rule
from hwatu_env.games.fishing import (
    HandKind,
    Log,
    flip_partners,
    hand_targets,
    lay,
    months_with,
    note,
    on_table,
    ordinary,
    single,
    take_by_hand,
    take_with_flip,
)
from hwatu_env.games.gostop import actions as ids
from hwatu_env.games.gostop.deal import begin_episode, clear_turn, deal
from hwatu_env.games.gostop.ending import (
    call_go,
    check_go_stop,
    claim_or_continue,
    end_deal,
    end_without_winner,
    fixed_ends,
    pay_win,
    push_win,
    win,
)
from hwatu_env.games.gostop.prompts import (
    answer_deal_shake,
    answer_quad,
    ask,
    ask_joker_quad,
    ask_quads,
    ask_shakes,
    shake,
)
from hwatu_env.games.gostop.rules import CupMode, LastScope, Rules, Shake, SmallBomb, TargetChoice
from hwatu_env.games.gostop.state import (
    CupSide,
    Decision,
    Event,
    Outcome,
    Stage,
    State,
)
from hwatu_env.games.gostop.stealing import move_pi

_WORD = ids.WORD_BITS


@rule
def legal(g: State, rules: Rules) -> tuple[int, int, int]:
    """The legal actions (§4): cards to play, table cards to take, and bits of all other ids."""
    decision = g.decision
    seat = g.to_move
    if decision == Decision.PLAY:
        hand = g.hand[seat]
        other = (hand >> NUM_CARDS) << (ids.BONUS - 2 * _WORD)
        other |= bombs(g, rules, seat) << (ids.BOMB - 2 * _WORD)
        if g.flip_credits[seat] > 0:
            other |= 1 << (ids.FLIP - 2 * _WORD)
        return ordinary(hand), 0, other
    if decision == Decision.HAND_TARGET:
        return 0, hand_targets(g), 0
    if decision == Decision.FLIP_TARGET:
        return 0, flip_partners(g), 0
    return 0, 0, other_actions(g, decision)


@rule
def other_actions(g: State, decision: int) -> int:
    """Legal actions of the decisions that are not about a card."""
    if decision == Decision.GO_STOP:
        return 3 << (ids.STOP - 2 * _WORD)
    if decision == Decision.SHAKE or decision == Decision.DEAL_SHAKE:
        return 3 << (ids.SHAKE_NO - 2 * _WORD)
    if decision == Decision.CUP:
        return 3 << (ids.CUP_ANIMAL - 2 * _WORD)
    if decision == Decision.QUAD:
        return 3 << (ids.CLAIM - 2 * _WORD)
    if decision == Decision.PUSH:
        return 3 << (ids.PUSH - 2 * _WORD)
    if decision == Decision.FORCED:
        return 1 << ((ids.CLAIM if g.winner >= 0 else ids.CONTINUE) - 2 * _WORD)
    return 0


@rule
def bombs(g: State, rules: Rules, seat: int) -> int:
    """Bits of the months that a seat may bomb (§3.5)."""
    hand = ordinary(g.hand[seat])
    loose = g.table
    cards = 0
    if rules.bomb:
        cards = months_with(hand, 3) & months_with(loose, 1)
    if rules.small_bomb != SmallBomb.OFF:
        cards |= months_with(hand, 2) & months_with(loose, 2)
    months = 0
    while cards:
        month = month_of(lowest_bit(cards))
        months |= 1 << month
        cards &= ~month_cards(month)
    return months


@rule
def step(g: State, rules: Rules, action: int) -> None:
    """Take a legal action and play on until the next decision."""
    note(g, action)
    g.ply += 1
    decision = g.decision
    g.decision = Decision.NOTHING
    if decision == Decision.PLAY:
        act(g, rules, action)
    elif decision == Decision.HAND_TARGET:
        take_by_hand(g, action - ids.TAKE)
        g.stage = Stage.FLIP if rules.target_choice == TargetChoice.AT_PLAY else Stage.MATCH
    elif decision == Decision.FLIP_TARGET:
        take_with_flip(g, 1 << (action - ids.TAKE))
        g.stage = Stage.COLLECT
    elif decision == Decision.GO_STOP:
        if action == ids.GO:
            call_go(g, rules)
        else:
            win(g, rules)
    else:
        answer_seldom(g, rules, decision, action)
    advance(g, rules)


@rule
def answer_seldom(g: State, rules: Rules, decision: int, action: int) -> None:
    """Take the answer to a decision that few deals ask."""
    if decision == Decision.SHAKE:
        if action == ids.SHAKE_YES:
            shake(g, g.to_move, month_of(g.card))
        else:
            g.no_shake[g.to_move] |= decline_mark(rules, month_of(g.card))
        g.stage = Stage.LAY
    elif decision == Decision.DEAL_SHAKE:
        answer_deal_shake(g, action == ids.SHAKE_YES)
    elif decision == Decision.CUP:
        g.cup = CupSide.PI if action == ids.CUP_PI else CupSide.ANIMAL
        g.stage = Stage.FIXED_ENDS
    elif decision == Decision.QUAD:
        answer_quad(g, rules, action == ids.CLAIM)
    elif decision == Decision.FORCED:
        claim_or_continue(g, rules)
    elif action == ids.PUSH:
        push_win(g)
    else:
        pay_win(g, rules)


@rule
def decline_mark(rules: Rules, month: int) -> int:
    """Cards that a refusal settles: a dealt triple is asked about once (§3.6)."""
    return month_cards(month) if rules.shake == Shake.ON_FIRST_PLAY else 0


@rule
def advance(g: State, rules: Rules) -> None:  # noqa: C901 - a list of stages
    """Play on from the stage reached until somebody must decide or the episode is over."""
    if g.stage == Stage.LAY:
        lay_card(g, rules)
    if g.stage == Stage.FLIP:
        flip(g, rules)
    if g.stage == Stage.MATCH:
        match_flip(g)
    if g.stage == Stage.COLLECT:
        collect(g, rules)
    if g.stage == Stage.FIXED_ENDS:
        fixed_ends(g, rules)
    if g.stage == Stage.GO_STOP:
        check_go_stop(g, rules)
    if g.stage == Stage.NEXT_SEAT:
        next_seat(g)
    if g.stage == Stage.DEAL_END:
        end_deal(g, rules)
    if g.stage == Stage.DEAL or g.stage == Stage.STACKED_DEAL:
        deal(g, rules)
    if g.stage == Stage.QUADS:
        ask_quads(g, rules)
    if g.stage == Stage.SHAKES:
        ask_shakes(g, rules)
    if g.stage == Stage.TURN:
        begin_turn(g)


@rule
def begin(g: State, rules: Rules, deals: int, dealer: int, stacked: bool) -> None:
    """Start an episode and play on to its first decision."""
    begin_episode(g, deals, dealer, stacked)
    advance(g, rules)


@rule
def void(g: State, rules: Rules) -> None:
    """End the episode for an illegal action: the offender loses, nobody gains.

    He loses ten times the minimum, more than nearly every deal costs, so that no learner is better
    off by giving up.
    """
    penalty = 10 * rules.min_points
    for seat in range(len(g.hand)):
        g.result[seat] = -penalty if seat == g.to_move else 0
    g.score[g.to_move] -= penalty
    g.winner = -1
    g.outcome = Outcome.ILLEGAL_ACTION
    g.deals += 1
    g.to_move = -1
    g.decision = Decision.NOTHING


@rule
def begin_turn(g: State) -> None:
    """Turn of the seat to move: it chooses an action (§3.2 A)."""
    clear_turn(g)
    note(g, Log.SEAT + g.to_move)
    g.turns_taken[g.to_move] += 1
    ask(g, Decision.PLAY)


@rule
def act(g: State, rules: Rules, action: int) -> None:
    """Carry out the action of a turn: a card, a joker, a bomb, or a flip (§3.2 A, B)."""
    seat = g.to_move
    if action < ids.TAKE:
        g.card = action - ids.PLAY
        if may_shake(g, rules, seat, g.card):
            ask(g, Decision.SHAKE)
        else:
            g.stage = Stage.LAY
    elif action >= ids.BOMB and action < ids.FLIP:
        bomb(g, rules, seat, action - ids.BOMB)
    elif action == ids.FLIP:
        g.flip_credits[seat] -= 1
        g.stage = Stage.FLIP
    else:
        bonus(g, rules, seat, action - ids.BONUS)


@rule
def may_shake(g: State, rules: Rules, seat: int, card: int) -> bool:
    """Whether playing a card lets its owner show three of the month (§3.6)."""
    if rules.shake != Shake.PLAY and rules.shake != Shake.ON_FIRST_PLAY:
        return False
    if g.no_shake[seat] >> card & 1:
        return False
    month = month_of(card)
    if popcount(g.hand[seat] & month_cards(month)) < 3:
        return False
    return rules.shake == Shake.ON_FIRST_PLAY or on_table(g.table, month) == 0


@rule
def bonus(g: State, rules: Rules, seat: int, joker: int) -> None:
    """Play a joker from the hand and draw its replacement (§3.2 A)."""
    g.hand[seat] ^= 1 << (NUM_CARDS + joker)
    g.pile[seat] |= 1 << (NUM_CARDS + joker)
    if rules.joker_steal:
        move_pi(g, rules, seat, 1)
    g.decision = Decision.PLAY
    if g.stock_top < rules.deck_size:
        drawn = int(g.deck[g.stock_top])
        g.stock_top += 1
        g.hand[seat] |= 1 << drawn
        note(g, Log.DRAW)
        if drawn < NUM_CARDS:
            ask_joker_quad(g, rules, month_of(drawn))
    elif g.hand[seat] == 0 and g.flip_credits[seat] == 0:
        g.decision = Decision.NOTHING  # nothing is left to play: the seat only flips (§2.4)
        g.stage = Stage.FLIP


@rule
def bomb(g: State, rules: Rules, seat: int, month: int) -> None:
    """Take all four of a month with the hand's cards (§3.5)."""
    held = g.hand[seat] & month_cards(month)
    small = popcount(held) == 2
    g.hand[seat] &= ~held
    g.shown[seat] &= ~held
    g.table &= ~month_cards(month)
    g.taken = month_cards(month)
    g.hand_kind = HandKind.BOMB
    g.events |= Event.BOMB
    g.flip_credits[seat] += 1 if small else 2
    if not small or rules.small_bomb == SmallBomb.DOUBLE:
        g.bombs[seat] += 1
    g.stage = Stage.FLIP


@rule
def lay_card(g: State, rules: Rules) -> None:
    """The hand card reaches the table (§3.2 B)."""
    g.shown[g.to_move] &= ~(1 << g.card)
    lay(g)
    g.stage = Stage.FLIP
    if g.hand_kind == HandKind.QUAD:
        g.hand_stack = open_stack(g, month_of(g.card))
    elif g.hand_kind == HandKind.PAIR2 and rules.target_choice == TargetChoice.AT_PLAY:
        ask(g, Decision.HAND_TARGET)
    elif g.hand_kind == HandKind.PAIR2:
        reserved = hand_targets(g)  # both stay reserved until the flip is seen
        g.table &= ~reserved
        g.lifted |= reserved


@rule
def open_stack(g: State, month: int) -> int:
    """A stack has been taken, with its buried jokers; returns its owner + 1, 0 if dealt."""
    owner = int(g.stack_owner[month])
    g.taken |= int(g.stack_jokers[month]) << NUM_CARDS
    g.stack_owner[month] = 0
    g.stack_jokers[month] = 0
    return owner


@rule
def flip(g: State, rules: Rules) -> None:
    """Turn up the next stock card, through jokers, whose fate it decides (§3.2 C)."""
    seat = g.to_move
    g.last = 1 if g.hand[seat] == 0 and g.flip_credits[seat] == 0 else 0
    g.exempt = 1 if is_exempt(g, rules) else 0
    g.flipped = -1
    while g.stock_top < rules.deck_size and g.flipped < 0:
        card = int(g.deck[g.stock_top])
        g.stock_top += 1
        note(g, Log.TURN_UP)
        if card < NUM_CARDS:
            g.flipped = card
        else:
            g.pending |= 1 << card
    g.stage = Stage.MATCH
    if g.hand_kind == HandKind.PAIR2 and rules.target_choice == TargetChoice.AFTER_FLIP:
        if g.flipped < 0 or month_of(g.flipped) != month_of(g.card):
            ask(g, Decision.HAND_TARGET)


@rule
def is_exempt(g: State, rules: Rules) -> bool:
    """Whether this action falls under `last_scope` (§3.4)."""
    if not g.last or rules.last_scope == LastScope.NONE:
        return False
    if rules.last_scope == LastScope.PLAYER:
        return True
    return not anybody_can_act(g)


@rule
def anybody_can_act(g: State) -> bool:
    """Whether any seat has cards or flip credits left."""
    for seat in range(len(g.hand)):
        if g.hand[seat] or g.flip_credits[seat]:
            return True
    return False


@rule
def match_flip(g: State) -> None:
    """Decide what the flipped card takes (§3.2 D)."""
    g.stage = Stage.COLLECT
    if g.flipped < 0:
        return
    card = 1 << g.flipped
    month = month_of(g.flipped)
    if g.card >= 0 and month == month_of(g.card):
        match_own_card(g, card, month)
        return
    there = flip_partners(g)
    if there == 0:
        g.table |= card
    elif popcount(there) == 2:
        ask(g, Decision.FLIP_TARGET)
    else:
        take_with_flip(g, there)
        if not single(there):
            g.flip_stack = open_stack(g, month)


@rule
def match_own_card(g: State, card: int, month: int) -> None:
    """The flip is of the played card's month: jjok, ppeok or ttadak (§3.2 D)."""
    if g.hand_kind == HandKind.PLACED:
        g.events |= Event.JJOK
        take_with_flip(g, 1 << g.card)
    elif g.hand_kind == HandKind.PAIR1 and not g.exempt:
        g.events |= Event.PPEOK
        g.table |= g.lifted | card
        g.lifted = 0
        g.stack_owner[month] = g.to_move + 1
        g.stack_jokers[month] = g.pending >> NUM_CARDS
        g.pending = 0
    elif g.hand_kind == HandKind.PAIR1:
        g.taken |= card
    else:
        g.events |= Event.TTADAK
        take_with_flip(g, month_cards(month))


@rule
def collect(g: State, rules: Rules) -> None:
    """Move everything taken to the pile, then the pi that it demands (§3.2 E, F)."""
    seat = g.to_move
    taken = g.taken | g.lifted | g.pending
    g.lifted = 0
    g.pending = 0
    g.taken = taken
    g.stage = Stage.FIXED_ENDS
    if taken == 0:
        return
    g.pile[seat] |= taken
    if ordinary(taken) and g.table == 0:
        g.events |= Event.SWEEP
    if g.exempt:
        g.events &= ~(Event.JJOK | Event.TTADAK | Event.SWEEP)
    demand_pi(g, rules, seat)
    if taken & SAKE_CUP and rules.cup_mode == CupMode.DECIDE:
        ask(g, Decision.CUP)


@rule
def demand_pi(g: State, rules: Rules, seat: int) -> None:
    """Each event of the turn demands its units, in the order of §3.2 F."""
    if g.events == 0 and g.hand_stack < 0 and g.flip_stack < 0 and not rules.joker_steal:
        return
    if g.events & Event.BOMB:
        move_pi(g, rules, seat, rules.steal_bomb)
    if rules.joker_steal:
        for _ in range(popcount(g.taken & ~ALL_MONTHS)):
            move_pi(g, rules, seat, 1)
    if rules.last_turn_stack_steal or not g.last:
        move_pi(g, rules, seat, stack_units(rules, seat, g.hand_stack))
        move_pi(g, rules, seat, stack_units(rules, seat, g.flip_stack))
    if g.events & Event.TTADAK:
        move_pi(g, rules, seat, rules.steal_ttadak)
    if g.events & Event.JJOK:
        move_pi(g, rules, seat, rules.steal_jjok)
    if g.events & Event.SWEEP:
        move_pi(g, rules, seat, rules.steal_sweep)


@rule
def stack_units(rules: Rules, seat: int, owner: int) -> int:
    """Units for a stack taken from `owner` - 1; 0 is a dealt stack, -1 none (§3.3)."""
    if owner < 0:
        return 0
    return rules.steal_own_stack if owner == seat + 1 else rules.steal_stack


@rule
def next_seat(g: State) -> None:
    """Turn to the next seat that can act; if there is none, nobody has won (§3.2 J)."""
    for away in range(1, len(g.hand) + 1):
        seat = (g.to_move + away) % len(g.hand)
        if g.hand[seat] or g.flip_credits[seat]:
            g.to_move = seat
            g.stage = Stage.TURN
            return
    end_without_winner(g)
