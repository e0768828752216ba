"""Hwatu and karuta card games for reinforcement learning: vectorised kernels and environments."""

from hwatu_env.agent import Agent, Decision, list_agents, load_agent
from hwatu_env.batch import GameBatch
from hwatu_env.envs.aec import aec_env
from hwatu_env.envs.parallel import parallel_env
from hwatu_env.envs.registration import register_envs
from hwatu_env.games.game import GAMES, load_game
from hwatu_env.spec import GameSpec

__all__ = [
    "Agent",
    "Decision",
    "GameBatch",
    "GameSpec",
    "aec_env",
    "list_agents",
    "list_games",
    "load_agent",
    "load_game",
    "load_rules",
    "parallel_env",
]
__version__ = "0.1.0"


def list_games() -> list[str]:
    """Names of the games."""
    return list(GAMES)


def load_rules(game: str, text: str) -> object:
    """House rules of a game from their text, such as "standard-2p(min_points=5)".

    Raises:
        UnknownNameError: If there is no such game.
        RulesError: If the text names an unknown preset, option or setting.
    """
    return load_game(game).rules(text)


register_envs()
