"""A Go-Stop player: a card policy and a go policy, either of which can be swapped."""

from collections.abc import Callable
from functools import cache

from hwatu_agents.go_policy import load_go_policy
from hwatu_agents.gostop.greedy import GREEDY
from hwatu_agents.gostop.heuristic.player import HEURISTIC
from hwatu_agents.gostop.policies import GoPolicy, join, parameters
from hwatu_agents.gostop.reading import Offsets, offsets
from hwatu_agents.policies import CardPolicy, load_card_policy
from hwatu_agents.reading import Params, Policy
from hwatu_agents.rule_agent import RuleAgent
from hwatu_env.layout import Layout
from hwatu_env.spec import GameSpec


class GoStopAgent(RuleAgent):
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
        super().__init__("gostop", compiled=compiled)
        self.card = load_card_policy(card, GREEDY, HEURISTIC)
        self.go = load_go_policy(go)

    def policy(self, spec: GameSpec) -> Policy:
        """The player as a rule that `GameBatch.playout` takes, with `params(spec)`."""
        places = _places(spec.observation, spec.num_players)
        return _policy(self.card.choose, self.go.goes, places)

    def params(self, spec: GameSpec) -> Params:
        """(K,) parameters of the policy under given rules."""
        return _parameters(self.card, self.go, spec)

    def file_name(self, spec: GameSpec) -> str:
        """What tells the compiled policy from others of the game."""
        jokers = "-jokers" if _places(spec.observation, spec.num_players).hand_jokers >= 0 else ""
        return f"{self.card.name}-{self.go.goes.__name__}-{spec.num_players}{jokers}"

    def __repr__(self) -> str:
        """The call that makes this player."""
        return f"GoStopAgent(card={self.card.name!r}, go={self.go.name!r})"


@cache
def _places(layout: Layout, seats: int) -> Offsets:
    return offsets(layout, seats)


@cache
def _policy(choose: Callable[..., int], goes: Callable[..., bool], at: Offsets) -> Policy:
    return join(choose, goes, at)


@cache
def _parameters(card: CardPolicy, go: GoPolicy, spec: GameSpec) -> Params:
    return parameters(spec, card, go)


def greedy(card: str = "greedy", go: str = "cautious") -> GoStopAgent:
    """The agent "gostop/greedy"."""
    return GoStopAgent(card=card, go=go)


def heuristic(card: str = "heuristic", go: str = "risk_aware") -> GoStopAgent:
    """The agent "gostop/heuristic"."""
    return GoStopAgent(card=card, go=go)
