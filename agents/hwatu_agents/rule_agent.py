"""Players that are rules over observations: compiled when they first act, or plain Python."""

from abc import ABC, abstractmethod
from functools import cache
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from hwatu_agents.reading import Params, Policy
from hwatu_env.agent import Decision
from hwatu_env.compiled.build import entry
from hwatu_env.compiled.loops import Loop, make_act
from hwatu_env.errors import UnknownNameError
from hwatu_env.spec import GameSpec

_SIGNATURE: Any = types.void(
    types.Array(types.uint8, 2, "C", readonly=True),
    types.Array(types.boolean, 2, "C", readonly=True),
    types.Array(types.int64, 1, "C", readonly=True),
    types.Array(types.float64, 1, "C", readonly=True),
    types.int64[::1],
)
_SECONDS = 10
"""How long a player takes to compile."""


class RuleAgent(ABC):
    """Plays one game by a policy, under any of its rules.

    Args:
        game: Name of the game.
        compiled: False runs the policy as plain Python.
    """

    def __init__(self, game: str, *, compiled: bool = True) -> None:
        self.game = game
        self.compiled = compiled

    @abstractmethod
    def policy(self, spec: GameSpec) -> Policy:
        """The player as a rule that `GameBatch.playout` takes, with `params(spec)`.

        It is the same object for the same layout, so that it is compiled once.
        """

    @abstractmethod
    def params(self, spec: GameSpec) -> Params:
        """(K,) parameters of the policy under given rules, C-contiguous and read-only."""

    @abstractmethod
    def file_name(self, spec: GameSpec) -> str:
        """What tells the compiled policy from others of the game."""

    def act(self, decision: Decision) -> NDArray[np.int64]:
        """(n,) legal actions.

        Raises:
            UnknownNameError: If the decisions are of another game.
        """
        spec = decision.spec
        if spec.game != self.game:
            raise UnknownNameError(f"{self!r} plays {self.game}, not {spec.game}")
        actions = np.empty(len(decision), np.int64)
        policy = self.policy(spec)
        loop = make_act(policy)
        if self.compiled:
            loop = _compiled_act(policy, self.game, self.file_name(spec))
        loop(
            np.ascontiguousarray(decision.observation),
            np.ascontiguousarray(decision.action_mask),
            np.ascontiguousarray(decision.key),
            self.params(spec),
            actions,
        )
        return actions


@cache
def _compiled_act(policy: Policy, game: str, name: str) -> Loop:
    return entry(make_act(policy), _SIGNATURE, game=game, name=f"act-{name}", seconds=_SECONDS)
