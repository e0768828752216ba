"""Positions as records of a deal, and back."""

from collections.abc import Sequence

import numpy as np

from hwatu_env.cards.hwatu import CARD_NAMES, NUM_CARDS, NUM_MONTHS, board, card_index, names
from hwatu_env.cards.hwatu import month_cards as cards_of
from hwatu_env.compiled.record import state_dtype, to_plain
from hwatu_env.compiled.rng import stream
from hwatu_env.games.fishing import HandKind, Log, months_with, on_table
from hwatu_env.games.minhwatu.deal import clear_deal
from hwatu_env.games.minhwatu.position_fields import Position
from hwatu_env.games.minhwatu.rules import Rules
from hwatu_env.games.minhwatu.scoring import gain, settle
from hwatu_env.games.minhwatu.state import (
    DECISION_NAMES,
    OUTCOME_NAMES,
    Decision,
    Outcome,
    Stage,
    State,
)


def blank_state(seats: int) -> State:
    """A plain state in which nothing has happened and no card lies anywhere."""
    g: State = to_plain(State, np.zeros(1, state_dtype(State, seats)))[0]
    clear_deal(g)
    g.stage = Stage.WAIT
    return g


def settled(
    piles: Sequence[Sequence[str]], quads: Sequence[int], dealer: int, rules: Rules
) -> State:
    """A plain state whose deal has just been scored (§5).

    Args:
        piles: Captured cards of each seat.
        quads: Hand quads that each seat has laid out.
        dealer: The dealer, whom `par=dealer` gives a bonus.
        rules: House rules.
    """
    g = blank_state(len(piles))
    _fill_piles(g, piles, rules)
    g.quads = list(quads)
    g.dealer = dealer
    settle(g, rules)
    return g


def _fill_piles(g: State, piles: Sequence[Sequence[str]], rules: Rules) -> None:
    for seat, cards in enumerate(piles):
        gain(g, rules.plain[0], seat, board(cards))


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
    _place_cards(g, position)
    _place_match(g, position)
    if g.to_move >= 0:
        g.log[0] = Log.SEAT + g.to_move
        g.log_length = 1
    _place_turn(g, position)
    return g


def _place_cards(g: State, position: Position) -> None:
    rules = position.rules
    g.hand = [board(cards) for cards in position.hands]
    _fill_piles(g, position.piles, rules)
    g.table = board(position.table)
    g.quads = list(position.quads)
    for pile, quads in zip(g.pile, g.quads, strict=True):
        g.laid |= _lowest_months(months_with(pile, 4), quads)
    stock = [card_index(card) for card in position.stock]
    others = [card for card in range(rules.deck_size) if card not in stock]
    g.deck = [*others, *stock] + [0] * (NUM_CARDS - rules.deck_size)
    g.stock_top = len(others)
    g.first_top = -1
    lying = g.table | sum(g.hand) | sum(g.pile) | board(position.stock) | _in_turn(position)
    g.absent = ((1 << rules.deck_size) - 1) & ~lying


def _lowest_months(cards: int, count: int) -> int:
    """The first `count` months of a board: a position does not say which quads were laid out."""
    months = [cards_of(month) for month in range(NUM_MONTHS) if cards & cards_of(month)]
    return sum(months[:count])


def _in_turn(position: Position) -> int:
    cards = [card for card in (position.played, position.flipped) if card is not None]
    return board([*cards, *position.set_aside])


def _place_match(g: State, position: Position) -> None:
    seats = len(g.hand)
    g.dealer = position.dealer
    g.outcome = OUTCOME_NAMES.index(position.outcome)
    g.episode_deals = 0 if position.match else 1
    g.deals = position.deals_played
    g.total = list(position.totals)
    illegal = g.outcome == Outcome.ILLEGAL_ACTION
    scored = [0] * seats if illegal else list(position.points)
    before = [total - points for total, points in zip(g.total, position.points, strict=True)]
    g.points = scored
    g.result = _margins(scored)
    if illegal:  # nobody gains
        g.result = [points * (seats - 1) for points in position.points]
    g.score = [old + new for old, new in zip(_margins(before), g.result, strict=True)]


def _margins(points: list[int]) -> list[int]:
    """Sums of the margins over all other seats (§5)."""
    return [len(points) * own - sum(points) for own in points]


def _place_turn(g: State, position: Position) -> None:
    if g.decision == Decision.HAND_TARGET and position.played is not None:
        g.card = card_index(position.played)
        g.lifted = 1 << g.card
        mates = on_table(g.table, g.card // 4)
        g.hand_kind = HandKind.PAIR1 if mates.bit_count() == 1 else HandKind.PAIR2
    if g.decision == Decision.FLIP_TARGET and position.flipped is not None:
        g.flipped = card_index(position.flipped)
        if len(position.set_aside) == 2:
            g.lifted = board(position.set_aside)
        else:
            g.taken = board(position.set_aside)


# ---- from a state to a position


def from_state(g: State, rules: Rules) -> Position:
    """The position of a state.

    Args:
        g: A plain state.
        rules: Its house rules.
    """
    over = g.to_move < 0
    illegal = g.outcome == Outcome.ILLEGAL_ACTION
    penalty = tuple(result // (len(g.hand) - 1) for result in g.result)
    return Position(
        rules=rules,
        hands=[names(cards) for cards in g.hand],
        table=names(g.table),
        stock=[CARD_NAMES[card] for card in g.deck[g.stock_top : rules.deck_size]],
        piles=[names(cards) for cards in g.pile],
        to_move=None if over else g.to_move,
        decision=DECISION_NAMES[g.decision],
        quads=tuple(g.quads),
        dealer=g.dealer,
        match=g.episode_deals == 0,
        deals_played=g.deals,
        totals=tuple(g.total),
        played=CARD_NAMES[g.card] if g.decision == Decision.HAND_TARGET else None,
        set_aside=names(g.lifted | g.taken) if g.decision == Decision.FLIP_TARGET else [],
        flipped=CARD_NAMES[g.flipped] if g.decision == Decision.FLIP_TARGET else None,
        outcome=OUTCOME_NAMES[g.outcome],
        points=penalty if illegal else tuple(g.points),
    )
