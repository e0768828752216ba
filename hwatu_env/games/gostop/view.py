"""What one seat may know (rules/gostop.md §4, last paragraph): its layout and its writer.

Seats are counted from the observer: 0 is the observer, 1 the next in turn order. Cards of months
that are asked about, and the question itself, are seen by the seat that is asked alone.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from hwatu_env.cards.hwatu import (
    BRIGHTS,
    CHEONGDAN,
    CHODAN,
    GODORI,
    HONGDAN,
    JOKER_NAMES,
    JOKERS_2,
    MAX_JOKERS,
    NUM_CARDS,
    NUM_MONTHS,
    RIBBONS,
    SAKE_CUP,
    month_cards,
    month_of,
)
from hwatu_env.compiled.bits import lowest_bit, popcount
from hwatu_env.compiled.planes import (
    put,
    write_board,
    write_count,
    write_flags,
    write_one_hot,
    write_signed,
)
from hwatu_env.compiled.rule import rule
from hwatu_env.games.fishing import months_with
from hwatu_env.games.gostop.rules import Rules
from hwatu_env.games.gostop.scoring import (
    animal_count,
    animal_line_points,
    bright_points,
    count_points,
    cup_side,
    pi_value,
    ribbon_points,
)
from hwatu_env.games.gostop.state import DECISION_NAMES, CupSide, Decision, State, in_play
from hwatu_env.games.seats import away_from, seat_at
from hwatu_env.layout import Layout, Piece

OBSERVATION_VERSION = 1
_COUNT = 63
"""Where counts and points saturate; only `months`-long hands and six-figure deals reach it."""
_STAKE = 16
_SETS = 4


@cache
def observation_layout(seats: int, jokers: bool) -> Layout:
    """The pieces of an observation of `seats` seats, and of a deck with jokers or without."""
    pieces = [
        Piece(name="hand", shape=(48,), text="cards I hold"),
        Piece(name="table", shape=(48,), text="face-up cards, those of stacks included"),
        Piece(name="unseen", shape=(48,), text="cards in other hands or in the stock"),
        Piece(name="in_play", shape=(48,), text="cards that the pending choice is about"),
        Piece(name="piles", shape=(seats, 48), text="captured cards of each seat"),
        Piece(name="shown", shape=(seats, 48), text="hand cards that a seat has shown"),
        Piece(
            name="stacks",
            shape=(12,),
            high=seats + 1,
            text="stack of the month: 0 none, 1 dealt, 2 made by me, 3 by the next seat, …",
        ),
        Piece(
            name="hand_sizes",
            shape=(seats,),
            high=_COUNT,
            text="hand cards of each seat, jokers in",
        ),
        Piece(
            name="turns",
            shape=(seats,),
            high=_COUNT,
            text="turns begun by each seat; the dealer's first from the deal on",
        ),
        Piece(name="go_counts", shape=(seats,), high=_COUNT, text="calls of go"),
        Piece(name="last_go_scores", shape=(seats,), high=_COUNT, text="base points at last go"),
        Piece(name="shakes", shape=(seats,), high=_COUNT, text="shakes"),
        Piece(name="bombs", shape=(seats,), high=_COUNT, text="bombs"),
        Piece(name="flip_credits", shape=(seats,), high=_COUNT, text="flips without a hand card"),
        Piece(name="ppeok_counts", shape=(seats,), high=3, text="ppeoks made"),
        Piece(
            name="cup",
            shape=(seats,),
            high=3,
            text="sake cup in this pile: 0 no, 1 open, 2 animal, 3 two pi",
        ),
        Piece(name="last_caller", shape=(seats,), text="the seat that called go last"),
        Piece(name="dealer", shape=(seats,), text="the dealer"),
        Piece(name="brights", shape=(seats,), high=5, text="brights captured"),
        Piece(name="brights_possible", shape=(seats,), high=5, text="brights still within reach"),
        Piece(name="animals", shape=(seats,), high=9, text="animals, as the cup counts now"),
        Piece(name="ribbons", shape=(seats,), high=10, text="ribbons captured"),
        Piece(name="pi", shape=(seats,), high=_COUNT, text="pi value, as the cup counts now"),
        Piece(
            name="points",
            shape=(seats, 4),
            high=_COUNT,
            text="base points of brights, animals with godori, ribbons with sets, pi",
        ),
        Piece(
            name="sets",
            shape=(seats, _SETS),
            high=3,
            text="cards held of godori, hongdan, cheongdan, chodan",
        ),
        Piece(
            name="sets_possible",
            shape=(seats, _SETS),
            text="1 while no other seat holds a card of godori, hongdan, cheongdan, chodan",
        ),
        Piece(
            name="decision",
            shape=(len(DECISION_NAMES) - 1,),
            text="what I am asked: " + ", ".join(DECISION_NAMES[1:]),
        ),
        Piece(name="asked_month", shape=(12,), text="month of the quad or triple I am asked about"),
        Piece(name="carry", shape=(), high=_STAKE, text="factor from drawn deals"),
        Piece(name="push", shape=(), high=4, text="factor from pushes"),
        Piece(name="stock", shape=(), high=54, text="cards in the stock"),
        Piece(name="deals_left", shape=(), high=255, text="deals of the match after this one"),
        Piece(
            name="match_score",
            shape=(seats, 2),
            high=255,
            text="points of the episode plus 32768, high byte first",
        ),
    ]
    if jokers:
        pieces += [
            Piece(name="hand_jokers", shape=(6,), text="jokers I hold: " + " ".join(JOKER_NAMES)),
            Piece(name="unseen_jokers", shape=(6,), text="jokers in other hands or the stock"),
            Piece(
                name="in_play_jokers", shape=(6,), text="jokers that the pending choice is about"
            ),
            Piece(name="pile_jokers", shape=(seats, 6), text="captured jokers of each seat"),
            Piece(
                name="stack_jokers", shape=(12,), high=15, text="pi value of jokers in the stack"
            ),
        ]
    return Layout(pieces, version=OBSERVATION_VERSION)


@rule
def write_observation(g: State, rules: Rules, seat: int, out: NDArray[np.uint8], row: int) -> None:
    """Write what `seat` may know into `out[row]`."""
    asked = seat == g.to_move
    open_cards = in_play(g)
    unseen = deck_board(rules) & ~(g.hand[seat] | g.table | open_cards | stacked_jokers(g))
    unseen &= ~g.absent
    for other in range(len(g.hand)):
        unseen &= ~(g.pile[other] | g.shown[other])
    if asked and g.decision == Decision.SHAKE:
        open_cards = 1 << g.card
    at = write_board(out, row, 0, g.hand[seat], 48)
    at = write_board(out, row, at, g.table, 48)
    at = write_board(out, row, at, unseen, 48)
    at = write_board(out, row, at, open_cards, 48)
    at = write_piles(g, seat, out, row, at)
    at = write_stacks(g, seat, out, row, at)
    at = write_counts(g, seat, out, row, at)
    at = write_roles(g, seat, out, row, at)
    at = write_scores(g, rules, seat, out, row, at)
    at = write_sets(g, seat, out, row, at)
    at = write_one_hot(out, row, at, g.decision - 1 if asked else -1, len(DECISION_NAMES) - 1)
    at = write_one_hot(out, row, at, g.asked_month if asked else -1, 12)
    at = write_stakes(g, rules, seat, out, row, at)
    if rules.joker_board:
        write_jokers(g, seat, unseen, open_cards, out, row, at)


@rule
def deck_board(rules: Rules) -> int:
    """Board of all cards of the deck."""
    return ((1 << (4 * rules.months)) - 1) | rules.joker_board


@rule
def stacked_jokers(g: State) -> int:
    """Board of the jokers buried in stacks."""
    jokers = 0
    for month in range(NUM_MONTHS):
        jokers |= int(g.stack_jokers[month])
    return jokers << NUM_CARDS


@rule
def write_piles(g: State, seat: int, out: NDArray[np.uint8], row: int, at: int) -> int:
    """Captured and shown cards of each seat."""
    for away in range(len(g.hand)):
        at = write_board(out, row, at, g.pile[seat_at(seat, away, len(g.hand))], 48)
    for away in range(len(g.hand)):
        at = write_board(out, row, at, g.shown[seat_at(seat, away, len(g.hand))], 48)
    return at


@rule
def write_stacks(g: State, seat: int, out: NDArray[np.uint8], row: int, at: int) -> int:
    """Stacks and who made them."""
    write_flags(out, row, at, 0, NUM_MONTHS)
    stacks = months_with(g.table, 3)
    while stacks:
        month = month_of(lowest_bit(stacks))
        owner = int(g.stack_owner[month])
        put(out, row, at + month, 2 + away_from(seat, owner - 1, len(g.hand)) if owner > 0 else 1)
        stacks &= ~month_cards(month)
    return at + NUM_MONTHS


@rule
def write_counts(g: State, seat: int, out: NDArray[np.uint8], row: int, at: int) -> int:
    """What each seat has done; pieces `hand_sizes` to `ppeok_counts`."""
    seats = len(g.hand)
    for away in range(seats):
        other = seat_at(seat, away, len(g.hand))
        column = at + away
        put(out, row, column, popcount(g.hand[other]))
        turns = g.turns_taken[other]
        if other == g.dealer and turns == 0:
            turns = 1  # whether somebody is being asked before the first turn is a secret
        put(out, row, column + seats, turns)
        put(out, row, column + 2 * seats, g.go_count[other])
        write_count(out, row, column + 3 * seats, g.last_go_score[other], _COUNT)
        put(out, row, column + 4 * seats, g.shakes[other])
        put(out, row, column + 5 * seats, g.bombs[other])
        put(out, row, column + 6 * seats, g.flip_credits[other])
        put(out, row, column + 7 * seats, g.ppeok_count[other])
    return at + 8 * seats


@rule
def write_roles(g: State, seat: int, out: NDArray[np.uint8], row: int, at: int) -> int:
    """Who has the sake cup, who called go last, who deals."""
    seats = len(g.hand)
    for away in range(seats):
        put(out, row, at + away, cup_mark(g, seat_at(seat, away, len(g.hand))))
    at += seats
    caller = -1
    if g.go_calls > 0:
        caller = away_from(seat, int(g.go_order[g.go_calls - 1]), seats)
    at = write_one_hot(out, row, at, caller, seats)
    return write_one_hot(out, row, at, away_from(seat, g.dealer, seats), seats)


@rule
def cup_mark(g: State, seat: int) -> int:
    """What the piece `cup` says of a pile."""
    if not g.pile[seat] & SAKE_CUP:
        return 0
    if g.cup == CupSide.OPEN:
        return 1
    return 3 if g.cup == CupSide.PI else 2


@rule
def write_scores(
    g: State, rules: Rules, seat: int, out: NDArray[np.uint8], row: int, at: int
) -> int:
    """Cards and points of each category; pieces `brights` to `points`."""
    seats = len(g.hand)
    free = BRIGHTS
    for other in range(seats):
        free &= ~g.pile[other]
    within_reach = popcount(free)
    for away in range(seats):
        # all numbers first: a store may overlap the record as far as the compiler knows
        other = seat_at(seat, away, len(g.hand))
        pile = g.pile[other]
        side = cup_side(g, rules, other)
        brights = popcount(pile & BRIGHTS)
        animals = animal_count(pile, side)
        ribbons = popcount(pile & RIBBONS)
        value = pi_value(pile, side)
        from_brights = min(bright_points(pile, rules), _COUNT)
        from_animals = animal_line_points(pile, side)
        from_ribbons = ribbon_points(pile)
        column = at + away
        put(out, row, column, brights)
        put(out, row, column + seats, brights + within_reach)
        put(out, row, column + 2 * seats, animals)
        put(out, row, column + 3 * seats, ribbons)
        put(out, row, column + 4 * seats, value)
        column = at + 5 * seats + 4 * away
        put(out, row, column, from_brights)
        put(out, row, column + 1, from_animals)
        put(out, row, column + 2, from_ribbons)
        put(out, row, column + 3, count_points(value, 10))
    return at + 9 * seats


@rule
def write_sets(g: State, seat: int, out: NDArray[np.uint8], row: int, at: int) -> int:
    """Three-card sets: how many cards each seat holds, and whether it may still complete them."""
    seats = len(g.hand)
    captured = 0
    for other in range(seats):
        captured |= g.pile[other]
    possible = at + _SETS * seats
    for away in range(seats):
        pile = g.pile[seat_at(seat, away, len(g.hand))]
        others = captured & ~pile
        column = _SETS * away
        write_set(out, row, at + column, possible + column, pile & GODORI, others & GODORI)
        column += 1
        write_set(out, row, at + column, possible + column, pile & HONGDAN, others & HONGDAN)
        column += 1
        write_set(out, row, at + column, possible + column, pile & CHEONGDAN, others & CHEONGDAN)
        column += 1
        write_set(out, row, at + column, possible + column, pile & CHODAN, others & CHODAN)
    return at + 2 * _SETS * seats


@rule
def write_set(
    out: NDArray[np.uint8], row: int, held_at: int, possible_at: int, held: int, lost: int
) -> None:
    """One set of one seat: its cards in the pile, and those that other seats hold."""
    put(out, row, held_at, popcount(held))
    put(out, row, possible_at, 1 if lost == 0 else 0)


@rule
def write_stakes(
    g: State, rules: Rules, seat: int, out: NDArray[np.uint8], row: int, at: int
) -> int:
    """Factors, stock, and how the match stands; pieces `carry` to `match_score`."""
    at = write_count(out, row, at, g.carry, _STAKE)
    at = write_count(out, row, at, g.push, 4)
    at = write_count(out, row, at, rules.deck_size - g.stock_top, 54)
    at = write_count(out, row, at, max(0, g.episode_deals - g.deals - 1), 255)
    for away in range(len(g.hand)):
        at = write_signed(out, row, at, g.score[seat_at(seat, away, len(g.hand))])
    return at


@rule
def write_jokers(
    g: State, seat: int, unseen: int, in_play: int, out: NDArray[np.uint8], row: int, at: int
) -> None:
    """The pieces of decks with jokers."""
    at = write_flags(out, row, at, g.hand[seat] >> NUM_CARDS, MAX_JOKERS)
    at = write_flags(out, row, at, unseen >> NUM_CARDS, MAX_JOKERS)
    at = write_flags(out, row, at, in_play >> NUM_CARDS, MAX_JOKERS)
    for away in range(len(g.hand)):
        at = write_flags(
            out, row, at, g.pile[seat_at(seat, away, len(g.hand))] >> NUM_CARDS, MAX_JOKERS
        )
    write_board(out, row, at, 0, NUM_MONTHS)
    stacks = months_with(g.table, 3)
    while stacks:
        month = month_of(lowest_bit(stacks))
        jokers = int(g.stack_jokers[month]) << NUM_CARDS
        put(out, row, at + month, 3 * popcount(jokers) - popcount(jokers & JOKERS_2))
        stacks &= ~month_cards(month)
