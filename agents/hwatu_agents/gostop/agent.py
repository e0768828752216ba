"""A Go-Stop player: a card policy and a go policy, either of which can be swapped."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from hwatu_agents.go_policy import load_go_policy
from hwatu_agents.gostop.greedy import GREEDY
from hwatu_agents.gostop.heuristic.player import HEURISTIC
from hwatu_agents.gostop.policies import CardPolicy, GoPolicy, Policy, join, parameters
from hwatu_agents.gostop.reading import Offsets, offsets
from hwatu_env.agent import Decision
from hwatu_env.compiled.build import entry
from hwatu_env.compiled.loops import make_act
from hwatu_env.errors import UnknownNameError
from hwatu_env.layout import Layout
from hwatu_env.spec import GameSpec

CARD_POLICIES = {policy.name: policy for policy in (GREEDY, HEURISTIC)}
_SIGNATURE = types.void(
    types.Array(types.uint8, 2, "C", readonly=True),
    types.Array(types.boolean, 2, "C", readonly=True),
    types.Array(types.int64, 1, "C", readonly=True),
    types.Array(types.float64, 1, "C", readonly=True),
    types.int64[::1],
)
_SECONDS = 10
"""How long a player takes to compile."""


class GoStopAgent:
    """Plays Go-Stop under any rules, for any number of seats, from observations alone.

    Args:
        card: Who takes the decisions about cards: "greedy", "heuristic", or a `CardPolicy`.
        go: Who says go or stop: "always_stop", "always_go", "threshold(10)", "risk_aware", or a
            `GoPolicy`.
        compiled: False runs the same policies as plain Python.

    Raises:
        UnknownNameError: If there is no policy of that name.
    """

    def __init__(
        self,
        card: str | CardPolicy = "heuristic",
        go: str | GoPolicy = "risk_aware",
        *,
        compiled: bool = True,
    ) -> None:
        self.card = load_card_policy(card)
        self.go = load_go_policy(go)
        self.compiled = compiled

    def act(self, decision: Decision) -> NDArray[np.int64]:
        """(n,) legal actions."""
        spec = decision.spec
        if spec.game != "gostop":
            raise UnknownNameError(f"{self!r} plays gostop, not {spec.game}")
        actions = np.empty(len(decision), np.int64)
        policy = self.policy(spec)
        loop = _compiled_act(policy, self._file_name(spec)) if self.compiled else make_act(policy)
        loop(
            np.ascontiguousarray(decision.observation),
            np.ascontiguousarray(decision.action_mask),
            np.ascontiguousarray(decision.key),
            self.params(spec),
            actions,
        )
        return actions

    def policy(self, spec: GameSpec) -> Policy:
        """The player as a rule that `GameBatch.playout` takes, with `params(spec)`."""
        places = _places(spec.observation, spec.num_players)
        return _policy(self.card.choose, self.go.goes, places)

    def params(self, spec: GameSpec) -> NDArray[np.float64]:
        """(K,) parameters of the policy under given rules."""
        return _parameters(self.card, self.go, spec)

    def _file_name(self, spec: GameSpec) -> str:
        jokers = "-jokers" if _places(spec.observation, spec.num_players).hand_jokers >= 0 else ""
        return f"{self.card.name}-{self.go.goes.__name__}-{spec.num_players}{jokers}"

    def __repr__(self) -> str:
        """The call that makes this player."""
        return f"GoStopAgent(card={self.card.name!r}, go={self.go.name!r})"


def load_card_policy(card: str | CardPolicy) -> CardPolicy:
    """The card policy itself, or the one of that name.

    Raises:
        UnknownNameError: If there is none.
    """
    if isinstance(card, CardPolicy):
        return card
    if card not in CARD_POLICIES:
        raise UnknownNameError(
            f"unknown card policy {card!r}; card policies are {', '.join(CARD_POLICIES)}"
        )
    return CARD_POLICIES[card]


@cache
def _places(layout: Layout, seats: int) -> Offsets:
    return offsets(layout, seats)


@cache
def _policy(choose: Callable[..., int], goes: Callable[..., bool], at: Offsets) -> Policy:
    return join(choose, goes, at)


@cache
def _parameters(card: CardPolicy, go: GoPolicy, spec: GameSpec) -> NDArray[np.float64]:
    numbers = parameters(spec, card, go)
    numbers.flags.writeable = False
    return numbers


@cache
def _compiled_act(policy: Policy, name: str) -> Callable[..., Any]:
    return entry(make_act(policy), _SIGNATURE, game="gostop", name=f"act-{name}", seconds=_SECONDS)


def greedy(card: str = "greedy", go: str = "cautious") -> GoStopAgent:
    """The agent "gostop/greedy"."""
    return GoStopAgent(card=card, go=go)


def heuristic(card: str = "heuristic", go: str = "risk_aware") -> GoStopAgent:
    """The agent "gostop/heuristic"."""
    return GoStopAgent(card=card, go=go)
