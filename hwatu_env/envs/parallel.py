"""The PettingZoo parallel environment: all agents act at once, and only one action counts."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from hwatu_env.batch import Compiled
from hwatu_env.envs.seated import RENDER_MODES, SeatedGame, environment_name
from hwatu_env.envs.views import MaskPlace, Observation


def parallel_env(
    game: str,
    *,
    rules: Any = None,  # noqa: ANN401
    num_players: int | None = None,
    render_mode: str | None = None,
    mask_in: MaskPlace = "obs",
    episode: str = "deal",
    reward: str = "points",
    illegal: str = "void",
    compiled: Compiled = True,
) -> "HwatuParallelEnv":
    """A PettingZoo parallel environment of a game; the arguments are those of `aec_env`.

    The action space is the same as there. Agents that wait have NOOP in their mask and nothing
    else, and whatever they send is ignored. All agents end together.

    Raises:
        UnknownNameError: If the game or a setting is unknown.
        RulesError: If the rules are.
    """
    return HwatuParallelEnv(
        game,
        rules=rules,
        num_players=num_players,
        render_mode=render_mode,
        mask_in=mask_in,
        episode=episode,
        reward=reward,
        illegal=illegal,
        compiled=compiled,
    )


class HwatuParallelEnv(SeatedGame, ParallelEnv[str, Observation, Any], EzPickle):
    """See `parallel_env`."""

    def __init__(self, game: str, **options: Any) -> None:  # noqa: ANN401 - as `parallel_env`
        EzPickle.__init__(self, game, **options)
        SeatedGame.__init__(self, game, **options)
        self.metadata = {
            "name": environment_name(game),
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
        }
        self._waiting = self._no_mask()
        self._waiting[self.spec_of_game.noop] = True

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Start the next episode.

        Args:
            seed: A new seed, from which episodes count from 0; None goes on to the next one.
            options: `deck`, `position` and `dealer` say how it starts; others are ignored.

        Raises:
            DeckError, PositionError, ValueError: If one of them is wrong; nothing has changed then.
        """
        self._deal(seed, options)
        self.agents = self.possible_agents[:]
        self._show()
        return self._observations(), self._infos()

    def step(
        self, actions: Mapping[str, Any]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Take the action of the agent that is to move; those of the others are ignored.

        Raises:
            ResetNeeded: If the game is over, or before the first reset.
            KeyError: If the agent that is to move has no action.
            TypeError: If its action is no integer.
            IllegalActionError: With `illegal="raise"`, if it is illegal; nothing has changed then.
        """
        if not self.agents:
            raise ResetNeeded("call reset() before step(): no game is under way")
        mover = self.possible_agents[int(self.batch.to_move[0])]
        if mover not in actions:
            raise KeyError(f"{mover} is to move, but actions are of {sorted(actions)}")
        self.batch.step(np.array([self._action_id(actions[mover])]))
        rewards = dict(zip(self.agents, self.batch.rewards[0].tolist(), strict=True))
        over = bool(self.batch.to_move[0] < 0)
        observations, infos = self._observations(), self._infos()
        terminations = dict.fromkeys(self.agents, over)
        truncations = dict.fromkeys(self.agents, False)
        if over:
            self.agents = []
        self._show()
        return observations, rewards, terminations, truncations, infos

    def _mask(self, seat: int) -> NDArray[np.bool_]:
        return self.batch.action_mask[0] if seat == self.batch.to_move[0] else self._waiting

    def _observations(self) -> dict[str, Observation]:
        return {
            agent: self._observation(seat, self._mask(seat)) for agent, seat in self.seat_of.items()
        }

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: self.views.info(self._mask(seat)) for agent, seat in self.seat_of.items()}
