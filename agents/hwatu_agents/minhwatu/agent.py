"""The Min-Hwatu players "minhwatu/greedy" and "minhwatu/heuristic"."""

from collections.abc import Callable
from functools import cache

from hwatu_agents.minhwatu.greedy import GREEDY
from hwatu_agents.minhwatu.heuristic.player import HEURISTIC
from hwatu_agents.minhwatu.reading import Offsets, offsets, parameters
from hwatu_agents.policies import CardPolicy, load_card_policy
from hwatu_agents.reading import Mask, Observation, Params, Policy
from hwatu_agents.rule_agent import RuleAgent
from hwatu_env.compiled.rule import rule
from hwatu_env.layout import Layout
from hwatu_env.spec import GameSpec


class MinHwatuAgent(RuleAgent):
    """Plays Min-Hwatu under any rules, for any number of seats, from observations alone.

    Args:
        card: Who takes the decisions: "greedy", "heuristic", or a `CardPolicy`.
        compiled: False runs the same policies as plain Python.

    Raises:
        UnknownNameError: If there is no policy of that name.
    """

    def __init__(self, card: str | CardPolicy = "heuristic", *, compiled: bool = True) -> None:
        super().__init__("minhwatu", compiled=compiled)
        self.card = load_card_policy(card, GREEDY, HEURISTIC)

    def policy(self, spec: GameSpec) -> Policy:
        """The player as a rule that `GameBatch.playout` takes, with `params(spec)`."""
        return _policy(self.card.choose, _places(spec.observation, spec.num_players))

    def params(self, spec: GameSpec) -> Params:
        """(K,) parameters of the policy under given rules."""
        return _parameters(self.card, spec)

    def file_name(self, spec: GameSpec) -> str:
        """What tells the compiled policy from others of the game."""
        return f"{self.card.name}-{spec.num_players}"

    def __repr__(self) -> str:
        """The call that makes this player."""
        return f"MinHwatuAgent(card={self.card.name!r})"


@cache
def _places(layout: Layout, seats: int) -> Offsets:
    return offsets(layout, seats)


@cache
def _policy(choose: Callable[..., int], at: Offsets) -> Policy:
    @rule
    def policy(
        observation: Observation, action_mask: Mask, row: int, key: int, params: Params
    ) -> int:
        return choose(at, observation, action_mask, row, key, params)

    return policy


@cache
def _parameters(card: CardPolicy, spec: GameSpec) -> Params:
    return parameters(spec, card.settings)


def greedy() -> MinHwatuAgent:
    """The agent "minhwatu/greedy"."""
    return MinHwatuAgent("greedy")


def heuristic() -> MinHwatuAgent:
    """The agent "minhwatu/heuristic"."""
    return MinHwatuAgent("heuristic")
