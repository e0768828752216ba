"""A Hachi-Nin Meri player: a card policy and a declaration policy, either of which can be swapped."""

from collections.abc import Callable
from functools import cache

from hwatu_agents.declaration_policy import load_declaration_policy
from hwatu_agents.hachinin_meri.greedy import GREEDY
from hwatu_agents.hachinin_meri.heuristic.player import HEURISTIC
from hwatu_agents.hachinin_meri.policies import DeclarationPolicy, join, parameters
from hwatu_agents.hachinin_meri.reading import Offsets, offsets
from hwatu_agents.policies import CardPolicy, load_card_policy
from hwatu_agents.reading import Params, Policy
from hwatu_agents.rule_agent import RuleAgent
from hwatu_env.layout import Layout
from hwatu_env.spec import GameSpec


class HachininMeriAgent(RuleAgent):
    """Plays Hachi-Nin Meri under any rules, from observations alone.

    Args:
        card: Who takes the decisions about cards: "greedy", "heuristic", or a `CardPolicy`.
        declaration: Who declares the dragon or hides it: "always_declare", "always_hide",
            "by_score", or a `DeclarationPolicy`.
        compiled: False runs the same policies as plain Python.

    Raises:
        UnknownNameError: If there is no policy of that name.
    """

    def __init__(
        self,
        card: str | CardPolicy = "heuristic",
        declaration: str | DeclarationPolicy = "by_score",
        *,
        compiled: bool = True,
    ) -> None:
        super().__init__("hachinin_meri", compiled=compiled)
        self.card = load_card_policy(card, GREEDY, HEURISTIC)
        self.declaration = load_declaration_policy(declaration)

    def policy(self, spec: GameSpec) -> Policy:
        """The player as a rule that `GameBatch.playout` takes, with `params(spec)`."""
        return _policy(self.card.choose, self.declaration.declares, _places(spec.observation))

    def params(self, spec: GameSpec) -> Params:
        """(K,) parameters of the policy under given rules."""
        return _parameters(self.card, self.declaration, spec)

    def file_name(self, spec: GameSpec) -> str:
        """What tells the compiled policy from others of the game."""
        return f"{self.card.name}-{self.declaration.declares.__name__}"

    def __repr__(self) -> str:
        """The call that makes this player."""
        return f"HachininMeriAgent(card={self.card.name!r}, declaration={self.declaration.name!r})"


@cache
def _places(layout: Layout) -> Offsets:
    return offsets(layout)


@cache
def _policy(choose: Callable[..., int], declares: Callable[..., bool], at: Offsets) -> Policy:
    return join(choose, declares, at)


@cache
def _parameters(card: CardPolicy, declaration: DeclarationPolicy, spec: GameSpec) -> Params:
    return parameters(spec, card, declaration)


def greedy(card: str = "greedy", declaration: str = "always_declare") -> HachininMeriAgent:
    """The agent "hachinin_meri/greedy"."""
    return HachininMeriAgent(card=card, declaration=declaration)


def heuristic(card: str = "heuristic", declaration: str = "by_score") -> HachininMeriAgent:
    """The agent "hachinin_meri/heuristic"."""
    return HachininMeriAgent(card=card, declaration=declaration)
