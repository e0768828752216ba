"""What a player is made of: a policy for cards, and one that declares the dragon or hides it."""

from collections.abc import Callable
from dataclasses import dataclass

from hwatu_agents import policies
from hwatu_agents.hachinin_meri.reading import Number, Offsets, rule_numbers
from hwatu_agents.policies import CardPolicy
from hwatu_agents.reading import Params, Policy
from hwatu_env.compiled.rule import rule
from hwatu_env.games.hachinin_meri.actions import DECLARE, HIDE
from hwatu_env.games.hachinin_meri.state import Decision
from hwatu_env.spec import GameSpec

MAX_DECLARATION_SETTINGS = 16
DECLARATION_SETTINGS: int = Number.END
"""Place of a declaration policy's first setting in the parameters."""
CARD_SETTINGS: int = DECLARATION_SETTINGS + MAX_DECLARATION_SETTINGS
"""Place of a card policy's first setting in the parameters."""
_ASKED_DECLARE = Decision.DECLARE - 1


@dataclass(frozen=True, kw_only=True)
class DeclarationPolicy:
    """Says whether to declare the Dragon of Trumps."""

    name: str
    declares: Callable[..., bool]
    """Rule (at, observation, row, params) -> whether to declare rather than hide."""
    settings: tuple[float, ...] = ()


def join(choose: Callable[..., int], declares: Callable[..., bool], at: Offsets) -> Policy:
    """The policy of a player for observations whose pieces lie at `at`.

    Args:
        choose: `CardPolicy.choose`.
        declares: `DeclarationPolicy.declares`.
        at: Where the pieces lie.
    """
    return policies.join(
        choose, declares, at, asked=at.decision + _ASKED_DECLARE, yes=DECLARE, no=HIDE
    )


def parameters(spec: GameSpec, cards: CardPolicy, declaration: DeclarationPolicy) -> Params:
    """The parameters of a player under given rules; read-only."""
    room = MAX_DECLARATION_SETTINGS
    return policies.lay_out(rule_numbers(spec), declaration.settings, room, cards.settings)


@rule
def setting(params: Params, place: int) -> float:
    """A setting of the declaration policy."""
    return params[DECLARATION_SETTINGS + place]
