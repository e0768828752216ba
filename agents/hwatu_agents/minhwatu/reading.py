"""Reads an observation of Min-Hwatu: where its pieces lie, and the house rules as parameters."""

from typing import NamedTuple

import numpy as np

from hwatu_agents.reading import Mask, Observation, Params, columns, read_board, read_choice
from hwatu_env.cards.hwatu import NUM_CARDS
from hwatu_env.compiled.rule import rule
from hwatu_env.games.minhwatu.actions import TAKE
from hwatu_env.games.minhwatu.hands import NUM_HANDS
from hwatu_env.games.minhwatu.rules import HandWeight, Rules, SulsaTwo
from hwatu_env.layout import Layout
from hwatu_env.spec import GameSpec


class Offsets(NamedTuple):
    """Columns of an observation at which its pieces start."""

    seats: int
    """Number of seats P, no column."""
    hand: int
    table: int
    unseen: int
    piles: int
    decision: int
    hand_sizes: int
    special_held: int
    stock: int


class _Numbers(NamedTuple):
    """Places of house rules in a policy's parameters; its own settings follow from `END` on."""

    SULSA: int = 0
    SULSA_OF_TWO: int = 1  # whether two loose cards go back, too
    HAND_WEIGHT: int = 2  # how many times a special hand counts for its owner
    HAND_POINTS: int = 3  # and the places after it: points of each special hand
    END: int = 3 + NUM_HANDS


Number = _Numbers()


def offsets(layout: Layout, seats: int) -> Offsets:
    """Where the pieces of an observation lie."""
    names = [name for name in Offsets._fields if name != "seats"]
    return Offsets(seats=seats, **columns(layout, names))


def parameters(spec: GameSpec, settings: tuple[float, ...]) -> Params:
    """The house rules, then a policy's own settings; read-only."""
    rules = Rules.parse(spec.rules)
    params = np.zeros(Number.END + len(settings), np.float64)
    params[Number.SULSA] = rules.sulsa
    params[Number.SULSA_OF_TWO] = rules.sulsa and rules.sulsa_two is SulsaTwo.LITERAL_RETURN
    transfer = rules.hand_weight is HandWeight.TRANSFER
    params[Number.HAND_WEIGHT] = spec.num_players - 1 if transfer else 1
    params[Number.HAND_POINTS : Number.END] = rules.hand_points
    params[Number.END :] = settings
    params.flags.writeable = False
    return params


@rule
def read_decision(at: Offsets, observation: Observation, row: int) -> int:
    """What is asked, a `Decision`; 0 if nothing is."""
    return read_choice(observation, row, at.decision, 4)


@rule
def read_targets(action_mask: Mask, row: int) -> int:
    """The table cards that may be taken."""
    return read_board(action_mask, row, TAKE, NUM_CARDS)
