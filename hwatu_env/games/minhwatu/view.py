"""What one seat may know of a game of Min-Hwatu: its layout and its writer.

Seats are counted from the observer: 0 is the observer, 1 the next in turn order.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from hwatu_env.compiled.bits import popcount
from hwatu_env.compiled.planes import (
    put,
    write_board,
    write_count,
    write_nibbles,
    write_one_hot,
    write_signed,
)
from hwatu_env.compiled.rule import rule
from hwatu_env.games.fishing import limbo
from hwatu_env.games.minhwatu.hands import HAND_NAMES, NUM_HANDS
from hwatu_env.games.minhwatu.rules import Rules
from hwatu_env.games.minhwatu.scoring import (
    card_points,
    hands_value,
    nonzero_nibbles,
)
from hwatu_env.games.minhwatu.state import DECISION_NAMES, Decision, State
from hwatu_env.games.seats import away_from, seat_at
from hwatu_env.layout import Layout, Piece

OBSERVATION_VERSION = 1
_NUM_DECISIONS = len(DECISION_NAMES) - 1
_TEN = 10


@cache
def observation_layout(seats: int) -> Layout:
    """The pieces of an observation of `seats` seats."""
    hands = ", ".join(HAND_NAMES)
    pieces = [
        Piece(name="hand", shape=(48,), text="cards I hold"),
        Piece(name="table", shape=(48,), text="face-up cards"),
        Piece(name="unseen", shape=(48,), text="cards in other hands or in the stock"),
        Piece(name="in_play", shape=(48,), text="cards that the pending choice is about"),
        Piece(name="piles", shape=(seats, 48), text="captured cards of each seat"),
        Piece(name="dealer", shape=(seats,), text="the dealer"),
        Piece(
            name="decision",
            shape=(_NUM_DECISIONS,),
            text="what I am asked: " + ", ".join(DECISION_NAMES[1:]),
        ),
        Piece(name="hand_sizes", shape=(seats,), high=48, text="hand cards of each seat"),
        Piece(name="quads", shape=(seats,), high=12, text="quads laid out by each seat"),
        Piece(name="card_points", shape=(seats,), high=240, text="card points captured"),
        Piece(
            name="hand_points",
            shape=(seats,),
            high=255,
            text="points of special hands captured, in tens",
        ),
        Piece(
            name="special_held",
            shape=(seats, NUM_HANDS),
            high=5,
            text=f"cards held of each special hand that counts: {hands}",
        ),
        Piece(
            name="special_possible",
            shape=(seats, NUM_HANDS),
            text=f"1 while the hand counts and no other seat holds a card of it: {hands}",
        ),
        Piece(name="stock", shape=(), high=48, text="cards in the stock"),
        Piece(
            name="deals_left",
            shape=(),
            high=255,
            text="deals of the match after this one, 255 to a target",
        ),
        Piece(
            name="totals",
            shape=(seats, 2),
            high=255,
            text="points of the match plus 32768, high byte first",
        ),
        Piece(
            name="to_target",
            shape=(seats, 2),
            high=255,
            text="points of the match still lacking to the target plus 32768; 0 without a target",
        ),
    ]
    return Layout(pieces, version=OBSERVATION_VERSION)


@rule
def write_observation(g: State, rules: Rules, seat: int, out: NDArray[np.uint8], row: int) -> None:
    """Write what `seat` may know into `out[row]`."""
    seats = len(g.hand)
    asked = seat == g.to_move
    in_play = limbo(g, Decision.HAND_TARGET, Decision.FLIP_TARGET)
    unseen = ((1 << rules.deck_size) - 1) & ~(g.hand[seat] | g.table | in_play | g.absent)
    for other in range(seats):
        unseen &= ~g.pile[other]
    at = write_board(out, row, 0, g.hand[seat], 48)
    at = write_board(out, row, at, g.table, 48)
    at = write_board(out, row, at, unseen, 48)
    at = write_board(out, row, at, in_play, 48)
    for away in range(seats):
        at = write_board(out, row, at, g.pile[seat_at(seat, away, seats)], 48)
    at = write_one_hot(out, row, at, away_from(seat, g.dealer, seats), seats)
    at = write_one_hot(out, row, at, g.decision - 1 if asked else -1, _NUM_DECISIONS)
    at = write_counts(g, seat, out, row, at)
    at = write_special_hands(g, rules, seat, out, row, at)
    write_match(g, rules, seat, out, row, at)


@rule
def write_counts(g: State, seat: int, out: NDArray[np.uint8], row: int, at: int) -> int:
    """What each seat holds and has; pieces `hand_sizes` to `card_points`."""
    seats = len(g.hand)
    for away in range(seats):
        other = seat_at(seat, away, seats)
        column = at + away
        put(out, row, column, popcount(g.hand[other]))
        put(out, row, column + seats, g.quads[other])
        put(out, row, column + 2 * seats, card_points(g.pile[other]))
    return at + 3 * seats


@rule
def write_special_hands(
    g: State, rules: Rules, seat: int, out: NDArray[np.uint8], row: int, at: int
) -> int:
    """Special hands of each seat: their points, their cards, and whether they are within reach."""
    seats = len(g.hand)
    for away in range(seats):
        held = g.held[seat_at(seat, away, seats)]
        write_nibbles(out, row, at + seats + NUM_HANDS * away, held, NUM_HANDS)
        write_count(out, row, at + away, hands_value(held, rules) // _TEN, 255)
    at += seats + NUM_HANDS * seats
    for away in range(seats):
        taken = 0
        for other in range(seats):
            if other != seat_at(seat, away, seats):
                taken |= g.held[other]
        possible = rules.hands_in_use & ~nonzero_nibbles(taken)
        at = write_nibbles(out, row, at, possible, NUM_HANDS)
    return at


@rule
def write_match(
    g: State, rules: Rules, seat: int, out: NDArray[np.uint8], row: int, at: int
) -> int:
    """Stock and how the match stands; pieces `stock` to `to_target`."""
    seats = len(g.hand)
    left = 0
    if g.episode_deals == 0:
        left = rules.deals_of_match - g.deals - 1 if rules.deals_of_match > 0 else 255
    at = write_count(out, row, at, rules.deck_size - g.stock_top, 48)
    at = write_count(out, row, at, max(left, 0), 255)
    for away in range(seats):
        at = write_signed(out, row, at, g.total[seat_at(seat, away, seats)])
    target = rules.target_points if g.episode_deals == 0 else 0
    for away in range(seats):
        lacking = target - g.total[seat_at(seat, away, seats)] if target > 0 else 0
        at = write_signed(out, row, at, lacking)
    return at
