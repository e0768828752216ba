"""What a player is made of: a policy for cards, and one that answers a question of its own.

Go or stop, and whether to declare the dragon, are studied by themselves: such an answer is a part of
a player that can be swapped for another, and the policy for cards takes every other decision.

A player as a whole is a rule `(observation, action_mask, row, key, params) -> action` over the
observations alone, which `GameBatch.playout` takes as well. Its parameters are the numbers of the
house rules, then the settings of the answer, then those of the card policy.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from hwatu_agents.reading import Mask, Observation, Params, Policy
from hwatu_env.agent import parse_call
from hwatu_env.compiled.rule import rule
from hwatu_env.errors import UnknownNameError

_Part = TypeVar("_Part")


@dataclass(frozen=True, kw_only=True)
class CardPolicy:
    """Takes every decision, but for the one that an answer policy takes where there is one."""

    name: str
    choose: Callable[..., int]
    """Rule (at, observation, action_mask, row, key, params) -> a legal action."""
    settings: tuple[float, ...] = ()


def join(
    choose: Callable[..., int],
    answers: Callable[..., bool],
    at: Any,  # noqa: ANN401 - the offsets of any game
    *,
    asked: int,
    yes: int,
    no: int,
) -> Policy:
    """The policy of a player.

    Args:
        choose: `CardPolicy.choose`.
        answers: Rule (at, observation, row, params) -> whether to say yes.
        at: Where the pieces of an observation lie.
        asked: Column of an observation that is set where the question is asked.
        yes: Action that says yes.
        no: Action that says no.
    """

    @rule
    def policy(
        observation: Observation, action_mask: Mask, row: int, key: int, params: Params
    ) -> int:
        if observation[row, asked]:
            return yes if answers(at, observation, row, params) else no
        return choose(at, observation, action_mask, row, key, params)

    return policy


def lay_out(
    numbers: NDArray[np.float64],
    answer: tuple[float, ...],
    room: int,
    cards: tuple[float, ...],
) -> Params:
    """The parameters of a player: of the house rules, of its answer, of its card policy.

    Args:
        numbers: (K,) the numbers of the house rules.
        answer: Settings of the answer policy.
        room: Places that are kept for these.
        cards: Settings of the card policy.

    Returns:
        (K + room + len(cards),) read-only.
    """
    first = len(numbers)
    params = np.zeros(first + room + len(cards), np.float64)
    params[:first] = numbers
    params[first : first + len(answer)] = answer
    params[first + room :] = cards
    params.flags.writeable = False
    return params


def load_part(
    given: object, kind: type[_Part], makers: Mapping[str, Callable[..., _Part]], *, what: str
) -> _Part:
    """The policy itself, or the one of a text such as "always_stop" or "threshold(10)".

    Args:
        given: A policy, or a text.
        kind: What a policy is an instance of.
        makers: What makes each policy, by its name.
        what: What such a policy is called, in an error.

    Raises:
        UnknownNameError: If there is none of that name, or it takes no such arguments.
    """
    if isinstance(given, kind):
        return given
    name, arguments, options = parse_call(str(given))
    if name not in makers:
        raise UnknownNameError(
            f"unknown {what} policy {given!r}; {what} policies are {', '.join(makers)}"
        )
    try:
        return makers[name](*arguments, **options)
    except TypeError as error:
        raise UnknownNameError(f"{given!r}: {error}") from None


def load_card_policy(given: object, *policies: CardPolicy) -> CardPolicy:
    """The card policy itself, or the one of that name among some.

    Raises:
        UnknownNameError: If there is none.
    """
    makers = {policy.name: partial(_itself, policy) for policy in policies}
    return load_part(given, CardPolicy, makers, what="card")


def _itself(policy: CardPolicy) -> CardPolicy:
    return policy
