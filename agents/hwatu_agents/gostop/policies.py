"""What a Go-Stop player is made of: a policy for cards and one for go or stop."""

from collections.abc import Callable
from dataclasses import dataclass

from hwatu_agents import policies
from hwatu_agents.gostop.reading import Number, Offsets, rule_numbers
from hwatu_agents.policies import CardPolicy
from hwatu_agents.reading import Params, Policy
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
    return policies.join(choose, goes, at, asked=at.decision + _ASKED_GO_STOP, yes=GO, no=STOP)


def parameters(spec: GameSpec, cards: CardPolicy, go: GoPolicy) -> Params:
    """The parameters of a player under given rules; read-only."""
    return policies.lay_out(rule_numbers(spec), go.settings, MAX_GO_SETTINGS, cards.settings)
