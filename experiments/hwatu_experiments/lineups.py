"""Who sits where: the line-ups in which a deal is played again and again.

A *side* is a seat, or a team in games with teams. A base line-up gives every side to an agent, and
is played in all its rotations, so that each agent holds every side of every deal equally often.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from hwatu_env.spec import GameSpec

Seating = Literal["pairs", "table"]
SEATINGS: tuple[Seating, ...] = ("pairs", "table")


@dataclass(frozen=True)
class Contest:
    """Agents that meet, and the line-ups in which they do."""

    agents: tuple[int, ...]
    """Indices of the agents."""
    lineups: tuple[tuple[int, ...], ...]
    """For each line-up the agent of every seat, (P,)."""


def contests(seating: Seating, num_agents: int, spec: GameSpec) -> list[Contest]:
    """The contests of an evaluation.

    "pairs" lets every two agents A and B meet: with two sides in the rotations of A B; with more
    in the rotations of A B … B and of B A … A, one against many both ways round, so that a pair
    is treated alike and its points add up to zero. "table" seats all agents together, in the
    rotations of the order in which they are given.

    Raises:
        ValueError: If there are too few agents, or for "table" not one for each side.
    """
    sides = len(set(spec.teams))
    if num_agents < 2:
        raise ValueError(
            f"an evaluation needs two agents or more, got {num_agents}; to test an agent against "
            "itself name it twice"
        )
    if seating == "table":
        if num_agents != sides:
            raise ValueError(
                f"a table of {spec.game} has {sides} sides, got {num_agents} agents; "
                "use seating='pairs'"
            )
        everybody = tuple(range(num_agents))
        return [Contest(everybody, _seated(_rotations(everybody), spec))]
    return [
        Contest(pair, _seated(_pair_lineups(pair, sides), spec))
        for pair in combinations(range(num_agents), 2)
    ]


def _pair_lineups(pair: tuple[int, int], sides: int) -> list[tuple[int, ...]]:
    one, other = pair
    lineups = [
        *_rotations((one, *[other] * (sides - 1))),
        *_rotations((other, *[one] * (sides - 1))),
    ]
    return list(dict.fromkeys(lineups))  # with two sides both are the same


def _rotations(base: Sequence[int]) -> list[tuple[int, ...]]:
    return [(*base[turn:], *base[:turn]) for turn in range(len(base))]


def _seated(lineups: list[tuple[int, ...]], spec: GameSpec) -> tuple[tuple[int, ...], ...]:
    """Line-ups of seats from line-ups of sides."""
    sides = sorted(set(spec.teams))
    return tuple(tuple(lineup[sides.index(team)] for team in spec.teams) for lineup in lineups)
