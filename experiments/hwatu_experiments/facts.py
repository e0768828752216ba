"""What finished deals tell beyond the points: who won, whether it was a draw, who called go.

N games, P seats. Every game has the fields `score` and `ply`; a game that records more about how
its deals end adds a reader to `_READERS`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hwatu_env import GameBatch
from hwatu_env.games.gostop.state import Outcome


@dataclass(frozen=True, kw_only=True)
class Facts:
    """How N deals ended."""

    points: NDArray[np.float64]
    """(N, P) points won and lost."""
    won: NDArray[np.bool_]
    """(N, P) seats that won the deal."""
    drawn: NDArray[np.bool_]
    """(N,) deals that nobody won."""
    called_go: NDArray[np.bool_]
    """(N, P) seats that called go at least once; none in games without such a call."""
    length: NDArray[np.int64]
    """(N,) decisions that the deal took."""


def read_facts(batch: GameBatch) -> Facts:
    """Facts about the finished games of a batch that does not reset itself."""
    states: Any = batch.state
    points: NDArray[np.float64] = states["score"] / batch.rules.reward_unit
    won, drawn, called_go = _READERS.get(batch.spec.game, _by_points)(states, points)
    length: NDArray[np.int64] = states["ply"].copy()
    return Facts(points=points, won=won, drawn=drawn, called_go=called_go, length=length)


_Read = tuple[NDArray[np.bool_], NDArray[np.bool_], NDArray[np.bool_]]


def _by_points(states: Any, points: NDArray[np.float64]) -> _Read:  # noqa: ANN401
    """Seats with the most points have won, unless all have the same."""
    won = points == points.max(axis=1, keepdims=True)
    drawn = won.all(axis=1)
    return won & ~drawn[:, None], drawn, np.zeros_like(won)


def _gostop(states: Any, points: NDArray[np.float64]) -> _Read:  # noqa: ANN401
    """Go-Stop names its winner, and side payments do not make one (rules/gostop.md §5.6)."""
    winner: NDArray[np.int64] = states["winner"]
    won = np.equal(winner[:, None], np.arange(points.shape[1], dtype=np.int64))
    drawn: NDArray[np.bool_] = states["outcome"] == Outcome.NAGARI
    called_go: NDArray[np.bool_] = states["go_count"] > 0
    return won, drawn, called_go


_READERS: dict[str, Callable[[Any, NDArray[np.float64]], _Read]] = {"gostop": _gostop}
