"""Agents by object, by name, or by the checkpoint that holds them."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from hwatu_env import Agent, load_agent

AgentLike = Agent | str
"""An agent, its name such as "gostop/heuristic", or the path of a checkpoint or run folder."""


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


def name_agents(
    agents: Mapping[str, AgentLike] | Sequence[AgentLike], game: str
) -> dict[str, Agent]:
    """Agents under names of their own; the second of the same name becomes `name#2`.

    Raises:
        UnknownNameError: If an agent's name is unknown.
        CheckpointError: If a checkpoint cannot be read.
    """
    if isinstance(agents, Mapping):
        return {name: find_agent(agent, game) for name, agent in agents.items()}
    named: dict[str, Agent] = {}
    for agent in agents:
        base = agent if isinstance(agent, str) else type(agent).__name__
        name, copies = base, 1
        while name in named:
            copies += 1
            name = f"{base}#{copies}"
        named[name] = find_agent(agent, game)
    return named
