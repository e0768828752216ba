"""Reads an observation of Hachi-Nin Meri: where its pieces lie, and the house rules as parameters.

Seats are counted from the observer, as in the observation: team-mates are 2, 4 and 6 away.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hwatu_agents.reading import Observation, columns, read_choice, read_number
from hwatu_env.cards.unsun import NUM_CARDS, NUM_SUITS
from hwatu_env.compiled.rule import rule
from hwatu_env.games.hachinin_meri.rules import (
    HiddenBonus,
    MeriRepeat,
    Monchi,
    Robai,
    Rules,
    YakuValue,
)
from hwatu_env.games.hachinin_meri.state import NUM_VOIDS, SEATS, TRICKS
from hwatu_env.layout import Layout
from hwatu_env.spec import GameSpec


class Offsets(NamedTuple):
    """Columns of an observation at which its pieces start."""

    hand: int
    unseen: int
    played: int
    current: int
    face_down: int
    leader: int
    trump: int
    void: int
    dealer: int
    declarer: int
    dragon: int
    meri: int
    decision: int
    trick: int
    games_left: int
    set_margin: int


class _Numbers(NamedTuple):
    """Places of house rules in a policy's parameters; its own settings follow from `END` on."""

    TOP: int = 0  # 1 where Un stands above Sun
    R2: int = 1
    CHASE: int = 2
    CHASE_LEAD_COUNTS: int = 3
    TENKA_IS_DRAGON: int = 4
    YAKU: int = 5  # what a yaku adds to the point of its trick
    HIGH_YAKU: int = 6  # the same in trick 9, or with a hidden dragon
    HIDDEN_BONUS: int = 7
    MERI_FIRST_TRICK: int = 8
    MERI_ONCE: int = 9
    MONCHI: int = 10  # 1 where a plain lead obliges after Meri
    MAY_HIDE: int = 11  # 1 where silence about the dragon may raise a yaku's value
    END: int = 12


Number = _Numbers()
_TRICK, _YAKU, _HIGH_YAKU = 1, 2, 5
_MIDDLE = 1 << 15
"""What `set_margin` adds to a margin."""


def offsets(layout: Layout) -> Offsets:
    """Where the pieces of an observation lie."""
    return Offsets(**columns(layout, Offsets._fields))


def rule_numbers(spec: GameSpec) -> NDArray[np.float64]:
    """The house rules as the first parameters of a policy."""
    rules = Rules.parse(spec.rules)
    spent = _TRICK if rules.yaku_value is YakuValue.INSTEAD else 0
    values = np.zeros(Number.END, np.float64)
    values[Number.TOP] = rules.top
    values[Number.R2] = rules.r2
    values[Number.CHASE] = rules.chase
    values[Number.CHASE_LEAD_COUNTS] = rules.chase_lead_counts
    values[Number.TENKA_IS_DRAGON] = rules.tenka_is_dragon
    values[Number.YAKU] = _YAKU - spent
    values[Number.HIGH_YAKU] = _HIGH_YAKU - spent
    values[Number.HIDDEN_BONUS] = rules.hidden_bonus
    values[Number.MERI_FIRST_TRICK] = rules.meri_first_trick
    values[Number.MERI_ONCE] = rules.meri_repeat is MeriRepeat.ONCE
    values[Number.MONCHI] = rules.monchi is not Monchi.OFF
    can_hide = rules.robai is Robai.OPTIONAL and rules.hidden_bonus is not HiddenBonus.OFF
    values[Number.MAY_HIDE] = can_hide
    return values


@rule
def read_decision(at: Offsets, observation: Observation, row: int) -> int:
    """What is asked, a `Decision`; 0 if nothing is."""
    return read_choice(observation, row, at.decision, 4)


@rule
def read_trump(at: Offsets, observation: Observation, row: int) -> int:
    """The trump suit; -1 while the Open Trump is not turned."""
    return read_choice(observation, row, at.trump, NUM_SUITS) - 1


@rule
def read_tricks_left(at: Offsets, observation: Observation, row: int) -> int:
    """Tricks that are not finished, this one among them."""
    return TRICKS + 1 - read_choice(observation, row, at.trick, TRICKS)


@rule
def read_place(at: Offsets, observation: Observation, row: int) -> int:
    """My place in the trick, 0 for the lead."""
    leader = read_choice(observation, row, at.leader, SEATS) - 1
    return (SEATS - leader) % SEATS


@rule
def read_card(at: Offsets, observation: Observation, row: int, away: int) -> int:
    """The card of a seat that lies open in this trick; -1 for none."""
    return read_choice(observation, row, at.current + NUM_CARDS * away, NUM_CARDS) - 1


@rule
def lies_face_down(at: Offsets, observation: Observation, row: int, away: int) -> bool:
    """Whether a seat's trump lies face down."""
    return read_number(observation, row, at.face_down + away) == 1


@rule
def lacks(at: Offsets, observation: Observation, row: int, away: int, which: int) -> bool:
    """Whether a seat was seen to lack something: plain cards of a suit, trumps (5), their Sun (6)."""
    return read_number(observation, row, at.void + NUM_VOIDS * away + which) == 1


@rule
def is_mine(away: int) -> bool:
    """Whether a seat is of my team."""
    return away % 2 == 0


@rule
def read_set_margin(at: Offsets, observation: Observation, row: int) -> int:
    """My team's margin in the finished games of the set."""
    high = read_number(observation, row, at.set_margin)
    return 256 * high + read_number(observation, row, at.set_margin + 1) - _MIDDLE
