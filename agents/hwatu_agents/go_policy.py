"""Go or stop: a part of every Go-Stop player that can be swapped for another."""

from collections.abc import Callable

from hwatu_agents.gostop.policies import GO_SETTINGS, GoPolicy
from hwatu_agents.gostop.race import RACE_MODEL, deficit, gain, nearest
from hwatu_agents.gostop.reading import Offsets, read_points, turns_left
from hwatu_agents.gostop.stakes import win_points
from hwatu_agents.policies import load_part
from hwatu_agents.reading import Observation, Params
from hwatu_env.compiled.rule import rule
from hwatu_env.errors import UnknownNameError


@rule
def never(at: Offsets, observation: Observation, row: int, params: Params) -> bool:
    """Whether to go: no."""
    return False


@rule
def always(at: Offsets, observation: Observation, row: int, params: Params) -> bool:
    """Whether to go: yes."""
    return True


@rule
def below_threshold(at: Offsets, observation: Observation, row: int, params: Params) -> bool:
    """Whether to go: as long as the base points are fewer than the threshold."""
    return read_points(at, observation, row, 0) < params[GO_SETTINGS]


@rule
def weighs_risk(at: Offsets, observation: Observation, row: int, params: Params) -> bool:
    """Whether to go: if what going on wins is more than what stopping does."""
    now = win_points(at, observation, row, params, 0, 0, 0)
    return gain(at, observation, row, params, GO_SETTINGS) > now


@rule
def others_are_far(at: Offsets, observation: Observation, row: int, params: Params) -> bool:
    """Whether to go: while every other seat lacks the set number of points, and I have a turn."""
    if turns_left(at, observation, row, 0) == 0:
        return False
    other = nearest(at, observation, row, params)
    return deficit(at, observation, row, params, other) >= params[GO_SETTINGS]


def always_stop() -> GoPolicy:
    """Stops at once."""
    return GoPolicy(name="always_stop", goes=never)


def always_go() -> GoPolicy:
    """Goes whenever it may."""
    return GoPolicy(name="always_go", goes=always)


def threshold(points: float = 10) -> GoPolicy:
    """Stops with that many base points or more, and goes with fewer.

    Raises:
        UnknownNameError: If `points` is no number.
    """
    settings = (_number("threshold", points),)
    return GoPolicy(name=f"threshold({points:g})", goes=below_threshold, settings=settings)


def cautious(points: float = 3) -> GoPolicy:
    """Goes while every other seat lacks at least that many points to its mark, and stops else.

    Raises:
        UnknownNameError: If `points` is no number.
    """
    settings = (_number("cautious", points),)
    return GoPolicy(name=f"cautious({points:g})", goes=others_are_far, settings=settings)


def risk_aware() -> GoPolicy:
    """Estimates who scores next from what is unseen, and weighs what each may win."""
    return GoPolicy(name="risk_aware", goes=weighs_risk, settings=RACE_MODEL)


def _number(name: str, points: object) -> float:
    if isinstance(points, bool) or not isinstance(points, int | float):
        raise UnknownNameError(f"{name} takes a number of points, got {points!r}")
    return float(points)


GO_POLICIES: dict[str, Callable[..., GoPolicy]] = {
    "always_stop": always_stop,
    "always_go": always_go,
    "threshold": threshold,
    "cautious": cautious,
    "risk_aware": risk_aware,
}
"""What makes each go policy, by its name."""


def load_go_policy(go: str | GoPolicy) -> GoPolicy:
    """The go policy itself, or the one of a text such as "always_stop" or "threshold(10)".

    Raises:
        UnknownNameError: If there is none of that name, or it takes no such arguments.
    """
    return load_part(go, GoPolicy, GO_POLICIES, what="go")
