"""What finished episodes tell beyond the points: who won, whether it was a draw, who called what.

N games, P seats. Every game has the fields `score` and `ply`; a game that records more about how
its deals end, or whose calls are worth counting, has an entry in `_FACTS`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hwatu_env import GameBatch
from hwatu_env.games.gostop.state import Outcome

Flags = NDArray[np.bool_]
Points = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Facts:
    """How N episodes ended."""

    points: Points
    """(N, P) points won and lost."""
    won: Flags
    """(N, P) seats that won."""
    drawn: Flags
    """(N,) episodes that nobody won."""
    calls: Mapping[str, Flags]
    """(N, P) seats that called something in the last deal, by the word of the call."""
    length: NDArray[np.int64]
    """(N,) decisions that the episode took."""


@dataclass(frozen=True, kw_only=True)
class _Reader:
    """What a game records."""

    draw: str = "draw"
    """What players call an episode that nobody wins."""
    winners: Callable[[Any, Points], tuple[Flags, Flags]] | None = None
    """(states, points) -> (N, P) seats that won a deal, (N,) drawn deals; None for most points."""
    calls: Mapping[str, Callable[[Any], Flags]] = field(default_factory=dict[str, Any])
    """For each word states -> (N, P) seats that called it."""


def draw_name(game: str) -> str:
    """What players of a game call an episode that nobody wins."""
    return _reader(game).draw


def call_names(game: str) -> tuple[str, ...]:
    """Words of the calls that are counted in a game."""
    return tuple(_reader(game).calls)


def read_facts(batch: GameBatch) -> Facts:
    """Facts about the finished games of a batch that does not reset itself."""
    states: Any = batch.state
    points: Points = states["score"] / batch.rules.reward_unit
    reader = _reader(batch.spec.game)
    winners = reader.winners if reader.winners and batch.episode == "deal" else _by_points
    won, drawn = winners(states, points)
    calls = {word: read(states) for word, read in reader.calls.items()}
    length: NDArray[np.int64] = states["ply"].copy()
    return Facts(points=points, won=won, drawn=drawn, calls=calls, length=length)


def _by_points(states: Any, points: Points) -> tuple[Flags, Flags]:  # noqa: ANN401
    """Seats with the most points have won, unless all have the same."""
    won = points == points.max(axis=1, keepdims=True)
    drawn = won.all(axis=1)
    return won & ~drawn[:, None], drawn


def _gostop_winners(states: Any, points: Points) -> tuple[Flags, Flags]:  # noqa: ANN401
    """Go-Stop names its winner, and side payments do not make one (rules/gostop.md §5.6)."""
    drawn: Flags = states["outcome"] == Outcome.NAGARI
    return _is_seat(states["winner"], points.shape[1]), drawn


def _is_seat(seats: NDArray[np.int64], num_players: int) -> Flags:
    """(N, P) which seat is meant, none by a negative one."""
    return np.equal(seats[:, None], np.arange(num_players, dtype=np.int64))


_FACTS = {
    "gostop": _Reader(
        draw="nagari",
        winners=_gostop_winners,
        calls={"go": lambda states: states["go_count"] > 0},
    ),
    # the dragon: rules/hachinin_meri.md §3.1, §3.2
    "hachinin_meri": _Reader(
        calls={
            "declare": lambda states: _is_seat(states["declarer"], 8),
            "hide": lambda states: _is_seat(states["hidden"] - 1, 8),
        }
    ),
}


def _reader(game: str) -> _Reader:
    return _FACTS.get(game, _Reader())
