"""What a player is made of: a policy for cards and one for go or stop, and how they are joined.

A policy is a rule `(observation, action_mask, row, key, params) -> action` over the observations
alone, which `GameBatch.playout` takes as well. Its parameters are the numbers of the house rules,
then the settings of the go policy, then those of the card policy.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hwatu_agents.gostop.reading import Number, Offsets, rule_numbers
from hwatu_agents.reading import Policy
from hwatu_env.compiled.rule import rule
from hwatu_env.games.gostop.actions import GO, STOP
from hwatu_env.games.gostop.state import Decision
from hwatu_env.spec import GameSpec

MAX_GO_SETTINGS = 64
GO_SETTINGS: int = Number.END
"""Place of a go policy's first setting in the parameters."""
CARD_SETTINGS: int = GO_SETTINGS + MAX_GO_SETTINGS
"""Place of a card policy's first setting in the parameters."""
_ASKED_GO_STOP = Decision.GO_STOP - 1


@dataclass(frozen=True, kw_only=True)
class CardPolicy:
    """Takes every decision but go or stop."""

    name: str
    choose: Callable[..., int]
    """Rule (at, observation, action_mask, row, key, params) -> a legal action."""
    settings: tuple[float, ...] = ()


@dataclass(frozen=True, kw_only=True)
class GoPolicy:
    """Says whether to go."""

    name: str
    goes: Callable[..., bool]
    """Rule (at, observation, row, params) -> whether to go rather than stop."""
    settings: tuple[float, ...] = ()


def join(choose: Callable[..., int], goes: Callable[..., bool], at: Offsets) -> Policy:
    """The policy of a player for observations whose pieces lie at `at`.

    Args:
        choose: `CardPolicy.choose`.
        goes: `GoPolicy.goes`.
        at: Where the pieces lie.
    """

    @rule
    def policy(
        observation: NDArray[np.uint8],
        action_mask: NDArray[np.bool_],
        row: int,
        key: int,
        params: NDArray[np.float64],
    ) -> int:
        if observation[row, at.decision + _ASKED_GO_STOP]:
            return GO if goes(at, observation, row, params) else STOP
        return choose(at, observation, action_mask, row, key, params)

    return policy


def parameters(spec: GameSpec, cards: CardPolicy, go: GoPolicy) -> NDArray[np.float64]:
    """The parameters of a player under given rules."""
    settings: NDArray[np.float64] = np.zeros(CARD_SETTINGS + len(cards.settings), np.float64)
    settings[:GO_SETTINGS] = rule_numbers(spec)
    settings[GO_SETTINGS : GO_SETTINGS + len(go.settings)] = go.settings
    settings[CARD_SETTINGS:] = cards.settings
    return settings
