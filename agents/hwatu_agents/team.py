"""Partners of different kinds: one agent that lets others play the seats of its team."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hwatu_env.agent import Agent, Decision, load_agent


class Team:
    """Agents that share a team: the first plays the team's first seat, and so on in turn.

    Args:
        agents: Agents or their names; with fewer than the team has seats they begin again, so
            that two agents sit alternately. Where there are no teams, the first plays alone.
        game: Game of the names.

    Raises:
        UnknownNameError: If there is no agent of a name.
        TypeError: If an object is no agent.
        ValueError: If there is no agent.
    """

    def __init__(self, agents: Sequence[Agent | str], game: str | None = None) -> None:
        if not agents:
            raise ValueError("a team needs an agent")
        self.agents: list[Agent] = [load_agent(agent, game) for agent in agents]

    def act(self, decision: Decision) -> NDArray[np.int64]:
        """(n,) actions, each of the agent that plays the seat."""
        member = _places(decision.spec.teams)[decision.seat] % len(self.agents)
        actions = np.empty(len(decision), np.int64)
        for k, agent in enumerate(self.agents):
            rows = np.flatnonzero(member == k)
            if rows.size:
                actions[rows] = agent.act(decision.take(rows))
        return actions

    def __repr__(self) -> str:
        """The call that makes this team."""
        return f"Team({self.agents!r})"


def _places(teams: tuple[int, ...]) -> NDArray[np.int64]:
    """(P,) which seat of its team each seat is, from 0."""
    return np.array([teams[:seat].count(team) for seat, team in enumerate(teams)])
