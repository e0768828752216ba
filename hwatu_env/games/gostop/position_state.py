"""Positions as records of a deal, and back."""

import numpy as np

from hwatu_env.cards.hwatu import (
    CARD_NAMES,
    NUM_CARDS,
    NUM_MONTHS,
    SAKE_CUP,
    board,
    card_index,
    month_cards,
    names,
)
from hwatu_env.compiled.record import state_dtype, to_plain
from hwatu_env.compiled.rng import stream
from hwatu_env.games.fishing import HandKind, Log, months_with
from hwatu_env.games.gostop import actions as ids
from hwatu_env.games.gostop.deal import clear_deal
from hwatu_env.games.gostop.decks import deck_cards
from hwatu_env.games.gostop.position_fields import Position, Stack, Turn
from hwatu_env.games.gostop.rules import Rules, Shake
from hwatu_env.games.gostop.state import (
    DECISION_NAMES,
    OUTCOME_NAMES,
    CupSide,
    Decision,
    Event,
    Stage,
    State,
)
from hwatu_env.games.gostop.turn import is_exempt

CUP_SIDES = (None, *(name.lower() for name in CupSide._fields[1:]))
HAND_KINDS = tuple(name.lower() for name in HandKind._fields)
EVENTS = {name.lower(): getattr(Event, name) for name in Event._fields}

CUP_EVENTS = Event.JJOK | Event.TTADAK | Event.SWEEP | Event.BOMB
ASKS_MONTH = (Decision.QUAD, Decision.DEAL_SHAKE, Decision.PUSH)
"""Decisions about a month; a push may follow from a quad that was claimed."""
_TARGETS = (Decision.HAND_TARGET, Decision.FLIP_TARGET)
_IN_TURN = (Decision.PLAY, Decision.SHAKE, *_TARGETS, Decision.CUP, Decision.GO_STOP)
"""Decisions of a turn that is under way, and that `turns_taken` of the mover therefore counts."""


def blank_state(seats: int) -> State:
    """A plain state in which nothing has happened and no card lies anywhere."""
    g: State = to_plain(State, np.zeros(1, state_dtype(State, seats)))[0]
    g.carry = 1
    g.push = 1
    clear_deal(g)
    g.stage = Stage.WAIT
    return g


# ---- from a position to a state


def to_state(position: Position, game: int = 0) -> State:
    """The state of a checked position.

    Args:
        position: A position that `position_checks.check` accepts.
        game: Index of the game, which chooses the random stream of the deals that follow.
    """
    g = blank_state(len(position.hands))
    g.game = game
    g.key = stream(0, game, 0)
    g.decision = DECISION_NAMES.index(position.decision)
    g.to_move = -1 if position.to_move is None else position.to_move
    _place_stakes(g, position)
    _place_cards(g, position)
    _place_counts(g, position)
    if g.to_move >= 0:
        _place_question(g, position)
    return g


def _place_stakes(g: State, position: Position) -> None:
    g.dealer = position.dealer
    g.carry = position.carry
    g.push = position.push
    g.ledger = list(position.ledger)
    g.score = list(position.match_score)
    g.winner = -1 if position.winner is None else position.winner
    g.outcome = OUTCOME_NAMES.index(position.outcome)
    g.prize = position.prize
    g.episode_deals = position.more_deals + 1
    if g.to_move < 0:
        g.deals = 1
        g.result = list(position.ledger)


def _place_cards(g: State, position: Position) -> None:
    rules = position.rules
    g.hand = [board(cards) for cards in position.hands]
    g.pile = [board(cards) for cards in position.piles]
    g.shown = [board(cards) for cards in position.shown]
    g.table = board(position.table)
    for stack in position.stacks:
        cards = board(stack["cards"])
        month = (cards.bit_length() - 1) // 4
        g.table |= cards
        g.stack_owner[month] = 0 if stack["owner"] is None else stack["owner"] + 1
        g.stack_jokers[month] = board(stack["jokers"]) >> NUM_CARDS
    stock = [card_index(card) for card in position.stock]
    others = [card for card in deck_cards(rules) if card not in stock]
    g.deck = [*others, *stock] + [0] * (len(CARD_NAMES) - rules.deck_size)
    g.stock_top = len(others)
    g.first_top = -1
    listed = g.table
    for cards in (*g.hand, *g.pile):
        listed |= cards
    for stack in position.stacks:
        listed |= board(stack["jokers"])
    if position.turn is not None and g.decision in _TARGETS:
        listed |= cards_in_play(position.turn)
    g.absent = sum(1 << card for card in others) & ~listed


def cards_in_play(turn: Turn) -> int:
    """Board of the cards that a choice of target is about, and that lie nowhere else."""
    flipped = [] if turn.flipped is None else [turn.flipped]
    return board([*turn.lifted, *flipped, *turn.pending, *turn.taken])


def _place_counts(g: State, position: Position) -> None:
    g.turns_taken = list(position.turns_taken)
    g.ppeok_count = list(position.ppeok_counts)
    g.go_count = list(position.go_counts)
    g.last_go_score = list(position.last_go_scores)
    g.shakes = list(position.shakes)
    g.bombs = list(position.bombs)
    g.flip_credits = list(position.flip_credits)
    g.go_calls = len(position.go_order)
    for call, seat in enumerate(position.go_order):
        g.go_order[call] = seat
    for seat, months in enumerate(position.no_shake):
        g.no_shake[seat] = sum(month_cards(month - 1) for month in months)
    for side in position.cups:
        if side is not None:
            g.cup = CUP_SIDES.index(side)


def _place_question(g: State, position: Position) -> None:
    """Set what the pending decision needs, and a log of which the mover's turn has begun."""
    g.log[0] = Log.SEAT + g.to_move
    g.log_length = 1
    if g.decision in _IN_TURN or (g.decision == Decision.QUAD and position.turn is not None):
        g.turns_taken[g.to_move] += 1
    if position.asked_month is not None:
        g.asked_month = position.asked_month - 1
        away = (g.to_move - g.dealer) % len(g.hand)
        g.asked = away + 1
        if g.decision == Decision.DEAL_SHAKE:
            g.asked = away * 16 + g.asked_month + 1
    if position.turn is not None:
        _place_turn(g, position.turn)
    if g.decision in (*_TARGETS, Decision.CUP, Decision.GO_STOP):
        _place_last_action(g, position.rules)


def _place_turn(g: State, turn: Turn) -> None:
    if turn.played is not None:
        g.card = card_index(turn.played)
    if g.decision == Decision.SHAKE:
        g.log[1] = ids.PLAY + g.card
        g.log_length = 2
    g.hand_kind = HAND_KINDS.index(turn.kind)
    g.lifted = board(turn.lifted)
    g.flipped = -1 if turn.flipped is None else card_index(turn.flipped)
    g.pending = board(turn.pending)
    g.taken = board(turn.taken)
    if g.hand_kind == HandKind.QUAD:
        g.hand_stack = 0 if turn.stack_owner is None else turn.stack_owner + 1
    g.events = sum(EVENTS[event] for event in turn.events)
    if g.hand_kind == HandKind.BOMB:
        g.events |= Event.BOMB


def _place_last_action(g: State, rules: Rules) -> None:
    """Whether the turn under way is the mover's last action, and exempt (§3.4)."""
    seat = g.to_move
    g.last = 1 if g.hand[seat] == 0 and g.flip_credits[seat] == 0 else 0
    g.exempt = 1 if is_exempt(g, rules) else 0


# ---- from a state to a position


def from_state(g: State, rules: Rules) -> Position:
    """The position of a state.

    Args:
        g: A plain state.
        rules: Its house rules.
    """
    over = g.to_move < 0
    stacked = months_with(g.table, 3)
    asks_month = g.decision in ASKS_MONTH and g.asked_month >= 0
    return Position(
        rules=rules,
        hands=[names(cards) for cards in g.hand],
        table=names(g.table & ~stacked),
        stock=[CARD_NAMES[card] for card in g.deck[g.stock_top : rules.deck_size]],
        piles=[names(cards) for cards in g.pile],
        stacks=_read_stacks(g),
        to_move=None if over else g.to_move,
        decision=DECISION_NAMES[g.decision],
        turns_taken=_finished_turns(g),
        ppeok_counts=tuple(g.ppeok_count),
        go_counts=tuple(g.go_count),
        last_go_scores=tuple(g.last_go_score),
        go_order=tuple(g.go_order[: g.go_calls]),
        shakes=tuple(g.shakes),
        shown=[names(cards) for cards in g.shown],
        no_shake=[_months(cards, rules) for cards in g.no_shake],
        bombs=tuple(g.bombs),
        flip_credits=tuple(g.flip_credits),
        cups=tuple(CUP_SIDES[g.cup] if pile & SAKE_CUP else None for pile in g.pile),
        carry=g.carry,
        push=g.push,
        dealer=g.dealer,
        ledger=tuple(g.result if over else g.ledger),
        match_score=tuple(g.score),
        more_deals=max(0, g.episode_deals - g.deals - (0 if over else 1)),
        asked_month=g.asked_month + 1 if asks_month else None,
        turn=_read_turn(g),
        outcome=OUTCOME_NAMES[g.outcome],
        winner=g.winner if g.winner >= 0 else None,
        prize=g.prize,
    )


def _finished_turns(g: State) -> tuple[int, ...]:
    turns = list(g.turns_taken)
    in_turn = g.decision in _IN_TURN or g.decision == Decision.QUAD
    if in_turn and turns[g.to_move] > 0:
        turns[g.to_move] -= 1
    return tuple(turns)


def _read_stacks(g: State) -> list[Stack]:
    stacks: list[Stack] = []
    for month in range(NUM_MONTHS):
        cards = g.table & month_cards(month)
        if cards.bit_count() != 3:
            continue
        owner = int(g.stack_owner[month])
        jokers = int(g.stack_jokers[month]) << NUM_CARDS
        stacks.append(
            Stack(cards=names(cards), owner=owner - 1 if owner else None, jokers=names(jokers))
        )
    return stacks


def _months(cards: int, rules: Rules) -> list[int]:
    """Months of the deck of which a board holds all cards, where they matter for a shake."""
    if rules.shake not in (Shake.PLAY, Shake.ON_FIRST_PLAY):
        return []
    return [m + 1 for m in range(rules.months) if cards & month_cards(m) == month_cards(m)]


def _read_turn(g: State) -> Turn | None:
    """What is open in the turn under way."""
    if g.decision == Decision.SHAKE:
        return Turn(played=CARD_NAMES[g.card])
    if g.decision == Decision.QUAD:
        return Turn() if g.turns_taken[g.to_move] > 0 else None
    if g.decision == Decision.CUP and g.events & CUP_EVENTS:
        return Turn(events=[name for name, bit in EVENTS.items() if g.events & bit])
    if g.decision not in _TARGETS:
        return None
    took_stack = g.hand_kind == HandKind.QUAD and g.hand_stack > 0
    return Turn(
        played=CARD_NAMES[g.card] if g.card >= 0 else None,
        kind=HAND_KINDS[g.hand_kind],
        lifted=names(g.lifted),
        flipped=CARD_NAMES[g.flipped] if g.flipped >= 0 else None,
        pending=names(g.pending),
        taken=names(g.taken),
        stack_owner=g.hand_stack - 1 if took_stack else None,
    )
