"""Reads an observation of Go-Stop: where its pieces lie, and the house rules as parameters."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hwatu_agents.reading import columns, read_board, read_choice
from hwatu_env.cards.hwatu import NUM_CARDS
from hwatu_env.compiled.rule import rule
from hwatu_env.games.gostop.actions import TAKE
from hwatu_env.games.gostop.rules import Rules
from hwatu_env.layout import Layout
from hwatu_env.spec import GameSpec


class Offsets(NamedTuple):
    """Columns of an observation at which its pieces start; -1 for one that the layout lacks."""

    seats: int
    """Number of seats P, no column."""
    hand: int
    table: int
    unseen: int
    piles: int
    shown: int
    stacks: int
    hand_sizes: int
    turns: int
    go_counts: int
    last_go_scores: int
    shakes: int
    bombs: int
    flip_credits: int
    ppeok_counts: int
    cup: int
    animals: int
    brights: int
    pi: int
    points: int
    decision: int
    hand_jokers: int
    unseen_jokers: int
    pile_jokers: int
    stack_jokers: int


class _Numbers(NamedTuple):
    """Places of house rules in a policy's parameters; its own settings follow from `END` on."""

    MIN_POINTS: int = 0
    STEAL_STACK: int = 1
    STEAL_OWN_STACK: int = 2
    STEAL_JJOK: int = 3
    STEAL_TTADAK: int = 4
    STEAL_SWEEP: int = 5
    STEAL_BOMB: int = 6
    JOKER_STEAL: int = 7
    LAST_SCOPE: int = 8
    SHAKE: int = 9
    BOMB_DOUBLES: int = 10
    GO_ADD: int = 11
    GO_MULT: int = 12
    AFTER_GO: int = 13
    GOBAK: int = 14
    PIBAK_MAX: int = 15
    PIBAK_ZERO_EXEMPT: int = 16
    GWANGBAK: int = 17
    MEONG: int = 18
    FIVE_BRIGHT: int = 19
    THREE_PPEOK_POINTS: int = 20
    SIDE_PAYMENTS: int = 21
    FIRST_TTADAK: int = 22
    FIRST_JJOK: int = 23
    FIRST_BOMB: int = 24
    QUAD_PRIZE: int = 25
    PPEOK_PAY: int = 26  # and the two after it: for ppeoks on the first one, two, three turns
    BOMB_ALLOWED: int = 29
    END: int = 30


Number = _Numbers()


def offsets(layout: Layout, seats: int) -> Offsets:
    """Where the pieces of an observation lie."""
    names = [name for name in Offsets._fields if name != "seats"]
    return Offsets(seats=seats, **columns(layout, names))


def rule_numbers(spec: GameSpec) -> NDArray[np.float64]:
    """The house rules as the first parameters of a policy."""
    rules = Rules.parse(spec.rules)
    values = np.zeros(Number.END, np.float64)
    for name, place in Number._asdict().items():
        value: Any = getattr(rules, name.lower(), None)
        if value is not None:
            values[place] = float(value)
    values[Number.PPEOK_PAY : Number.PPEOK_PAY + 3] = rules.first_ppeok
    values[Number.BOMB_ALLOWED] = rules.bomb
    return values


@rule
def read_cards(observation: NDArray[np.uint8], row: int, at: int, jokers_at: int) -> int:
    """Board of a piece with 48 cards, and of its piece of jokers where there is one."""
    cards = read_board(observation, row, at, NUM_CARDS)
    if jokers_at >= 0:
        cards |= read_board(observation, row, jokers_at, 6) << NUM_CARDS
    return cards


@rule
def read_hand(at: Offsets, observation: NDArray[np.uint8], row: int) -> int:
    """Cards that I hold, jokers included."""
    return read_cards(observation, row, at.hand, at.hand_jokers)


@rule
def read_pile(at: Offsets, observation: NDArray[np.uint8], row: int, away: int) -> int:
    """Captured cards of the seat `away` places after me, jokers included."""
    jokers_at = at.pile_jokers + 6 * away if at.pile_jokers >= 0 else -1
    return read_cards(observation, row, at.piles + NUM_CARDS * away, jokers_at)


@rule
def read_targets(action_mask: NDArray[np.bool_], row: int) -> int:
    """The table cards that may be taken."""
    return read_board(action_mask, row, TAKE, NUM_CARDS)


@rule
def read_decision(at: Offsets, observation: NDArray[np.uint8], row: int) -> int:
    """What is asked, a `Decision`; 0 if nothing is."""
    return read_choice(observation, row, at.decision, 10)


@rule
def read_points(at: Offsets, observation: NDArray[np.uint8], row: int, away: int) -> int:
    """Base points of a seat."""
    total = 0
    for line in range(4):
        total += int(observation[row, at.points + 4 * away + line])
    return total


@rule
def turns_left(at: Offsets, observation: NDArray[np.uint8], row: int, away: int) -> int:
    """Turns that a seat still has: its hand cards and flip credits."""
    hand = int(observation[row, at.hand_sizes + away])
    return hand + int(observation[row, at.flip_credits + away])
