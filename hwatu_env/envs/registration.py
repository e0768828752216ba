"""Registers every game with Gymnasium and PettingZoo, by strings: nothing is built before `make`."""

import gymnasium
import pettingzoo

from hwatu_env.games.game import GAMES, load_game


def gymnasium_id(game: str) -> str:
    """Id of a game, for example "hwatu/GoStop-v0"."""
    words = "".join(letter for letter in load_game(game).title if letter.isalnum())
    return f"hwatu/{words}-v0"


def pettingzoo_id(game: str) -> str:
    """Id of a game, for example "hwatu/gostop_v0"."""
    return f"hwatu/{game}_v0"


def register_envs() -> None:
    """Register all games, those that are registered already excepted."""
    for game in GAMES:
        if gymnasium_id(game) in gymnasium.registry:
            continue
        gymnasium.register(  # pyright: ignore[reportUnknownMemberType]
            id=gymnasium_id(game),
            entry_point="hwatu_env.envs.single:HwatuEnv",
            vector_entry_point="hwatu_env.envs.vector:HwatuVectorEnv",
            kwargs={"game": game},
        )
        if hasattr(pettingzoo, "register"):  # from PettingZoo 1.27 on
            _register_agents(game)


def _register_agents(game: str) -> None:
    for kind in ("aec", "parallel"):
        pettingzoo.register(
            kind,
            pettingzoo_id(game),
            entry_point=f"hwatu_env.envs.{kind}:{kind}_env",
            kwargs={"game": game},
        )
