"""Agents by object, by name, or by the checkpoint that holds them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from hwatu_agents.team import Team
from hwatu_env import Agent, GameSpec, load_agent

AgentLike = Agent | str
"""An agent, its name such as "gostop/heuristic", or the path of a checkpoint or run folder."""
Side = AgentLike | tuple[AgentLike, ...]
"""Who plays a seat or a whole team: an agent, or several that play the seats of a team in turn."""


def find_agent(agent: AgentLike, game: str) -> Agent:
    """The agent itself, the one of a name, or the one of a checkpoint.

    Args:
        agent: An agent; a name; the path of a checkpoint (.zip); or the path of a run folder,
            whose last checkpoint is taken.
        game: Name of the game.

    Raises:
        UnknownNameError: If there is no agent of this name.
        CheckpointError: If the checkpoint cannot be read.
    """
    if isinstance(agent, str) and _is_path(agent):
        from hwatu_agents.learned import LearnedAgent  # late: it imports torch

        return LearnedAgent.load(agent)
    return load_agent(agent, game)


def _is_path(name: str) -> bool:
    return name.endswith(".zip") or (Path(name) / "checkpoints").is_dir()


def name_agents(agents: Mapping[str, Side] | Sequence[Side], game: str) -> dict[str, Agent]:
    """Agents under names of their own; the second of the same name becomes `name#2`.

    Raises:
        UnknownNameError: If an agent's name is unknown.
        CheckpointError: If a checkpoint cannot be read.
    """
    if isinstance(agents, Mapping):
        return {name: _find_side(side, game) for name, side in agents.items()}
    named: dict[str, Agent] = {}
    for side in agents:
        base = "+".join(map(_name, side)) if isinstance(side, tuple) else _name(side)
        name, copies = base, 1
        while name in named:
            copies += 1
            name = f"{base}#{copies}"
        named[name] = _find_side(side, game)
    return named


def check_teams(agents: Mapping[str, Side] | Sequence[Side], spec: GameSpec) -> None:
    """Check that the agents of every team share its seats evenly.

    Raises:
        ValueError: If they do not.
    """
    seats = spec.teams.count(spec.teams[0])
    for side in agents.values() if isinstance(agents, Mapping) else agents:
        if isinstance(side, tuple) and (not side or seats % len(side)):
            raise ValueError(
                f"{len(side)} agents cannot share the {seats} seats of a team of {spec.game} evenly"
            )


def _name(agent: AgentLike) -> str:
    return agent if isinstance(agent, str) else type(agent).__name__


def _find_side(side: Side, game: str) -> Agent:
    if not isinstance(side, tuple):
        return find_agent(side, game)
    return Team([find_agent(agent, game) for agent in side])
