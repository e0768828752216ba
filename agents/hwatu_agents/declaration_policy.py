"""To declare the dragon or to hide it: a part of every Hachi-Nin Meri player that can be swapped."""

from collections.abc import Callable

from hwatu_agents.hachinin_meri.policies import DeclarationPolicy, setting
from hwatu_agents.hachinin_meri.reading import (
    Number,
    Offsets,
    read_set_margin,
    read_trump,
)
from hwatu_agents.policies import load_part
from hwatu_agents.reading import Observation, Params, read_number
from hwatu_env.cards.unsun import KIRI, SOTA, card_of
from hwatu_env.compiled.rule import rule

_BIAS, _SOTA, _KIRI, _DEALER, _NEED = range(5)
"""Places of the settings of `by_score`."""
_BY_SCORE = (-1.03, 0.14, 0.19, 0.97, 0.02)
"""Points that hiding wins more than declaring, fitted to self-play: at all, with Sota, with Kiri,
and for the dealer, who leads anyway. Last, for each point a game that the team lacks in its set:
hidden dragons make games vary more, which only a losing team wants."""


@rule
def yes(at: Offsets, observation: Observation, row: int, params: Params) -> bool:
    """Whether to declare: yes."""
    return True


@rule
def no(at: Offsets, observation: Observation, row: int, params: Params) -> bool:
    """Whether to declare: no."""
    return False


@rule
def needed(at: Offsets, observation: Observation, row: int) -> float:
    """Points a game that my team lacks in its set, this game included; negative if it leads."""
    games = 1 + read_number(observation, row, at.games_left)
    return (0.0 - read_set_margin(at, observation, row)) / games


@rule
def hiding_pays(at: Offsets, observation: Observation, row: int, params: Params) -> float:
    """Points that hiding may win more than declaring."""
    if params[Number.MAY_HIDE] == 0:
        return -1.0
    trump = read_trump(at, observation, row)
    points = setting(params, _BIAS)
    if observation[row, at.hand + card_of(trump, SOTA)]:
        points += setting(params, _SOTA)
    if observation[row, at.hand + card_of(trump, KIRI)]:
        points += setting(params, _KIRI)
    if observation[row, at.dealer]:
        points += setting(params, _DEALER)
    return points + setting(params, _NEED) * needed(at, observation, row)


@rule
def unless_hiding_pays(at: Offsets, observation: Observation, row: int, params: Params) -> bool:
    """Whether to declare: if hiding promises no more, by the hand and the score of the set."""
    return hiding_pays(at, observation, row, params) <= 0.0


def always_declare() -> DeclarationPolicy:
    """Shows the dragon and takes the lead."""
    return DeclarationPolicy(name="always_declare", declares=yes)


def always_hide() -> DeclarationPolicy:
    """Says nothing."""
    return DeclarationPolicy(name="always_hide", declares=no)


def by_score() -> DeclarationPolicy:
    """Hides where that promises more points, and sooner the more its team lacks in the set."""
    return DeclarationPolicy(name="by_score", declares=unless_hiding_pays, settings=_BY_SCORE)


DECLARATION_POLICIES: dict[str, Callable[..., DeclarationPolicy]] = {
    "always_declare": always_declare,
    "always_hide": always_hide,
    "by_score": by_score,
}
"""What makes each declaration policy, by its name."""


def load_declaration_policy(declaration: str | DeclarationPolicy) -> DeclarationPolicy:
    """The declaration policy itself, or the one of a text such as "always_hide".

    Raises:
        UnknownNameError: If there is none of that name, or it takes no such arguments.
    """
    return load_part(declaration, DeclarationPolicy, DECLARATION_POLICIES, what="declaration")
