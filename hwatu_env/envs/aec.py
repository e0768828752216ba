"""The PettingZoo AEC environment: agents act one after the other, each through `last` and `step`."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv

from hwatu_env.batch import Compiled
from hwatu_env.envs.seated import RENDER_MODES, SeatedGame, StateView, environment_name
from hwatu_env.envs.views import MaskPlace, Observation


def aec_env(
    game: str,
    *,
    rules: Any = None,  # noqa: ANN401
    num_players: int | None = None,
    render_mode: str | None = None,
    mask_in: MaskPlace = "obs",
    episode: str = "deal",
    reward: str = "points",
    illegal: str = "void",
    state_view: StateView = "all",
    compiled: Compiled = True,
) -> "HwatuAECEnv":
    """A PettingZoo AEC environment of a game.

    Args:
        game: Name of the game.
        rules: Text of the rules, a `Rules` object, or None for the game's first preset.
        num_players: Seats, where the rules leave them open.
        render_mode: "ansi" for texts, "human" for the terminal, or None.
        mask_in: "obs" for a Dict of `observation` uint8 and `action_mask` int8; "info" for a Box,
            with the mask in the info. Agents that are not to move have an all-zero mask.
        episode: "deal", or a longer kind that the game has.
        reward: "points", "outcome", "symlog" or another mode of the game; see `GameBatch`.
        illegal: "void" ends the game with a penalty for the offender's team alone, which is the
            offender where there are no teams; "raise" raises IllegalActionError.
        state_view: What `state()` holds, for centralised training: "all" for what all seats know,
            "team" for what the team that is to move knows, the mover first.
        compiled: False runs the rules as plain Python.

    Raises:
        UnknownNameError: If the game or a setting is unknown.
        RulesError: If the rules are.
    """
    return HwatuAECEnv(
        game,
        rules=rules,
        num_players=num_players,
        render_mode=render_mode,
        mask_in=mask_in,
        episode=episode,
        reward=reward,
        illegal=illegal,
        state_view=state_view,
        compiled=compiled,
    )


class HwatuAECEnv(SeatedGame, AECEnv[str, Observation, Any], EzPickle):
    """See `aec_env`."""

    def __init__(self, game: str, **options: Any) -> None:  # noqa: ANN401 - those of `aec_env`
        EzPickle.__init__(self, game, **options)
        SeatedGame.__init__(self, game, **options)
        self.metadata = {
            "name": environment_name(game),
            "render_modes": list(RENDER_MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self._action = np.zeros(1, np.int64)
        self._to_move = -1
        self._in_observation = self.views.in_observation
        # what the batch writes at every step, as rows: looking these up anew costs a third of a
        # microsecond each
        self._observation_row = self.batch.observation[0]
        self._mask_row = self.batch.action_mask.view(np.int8)[0]
        self._rewards_row = self.batch.rewards[0]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start the next episode.

        Args:
            seed: A new seed, from which episodes count from 0; None goes on to the next one.
            options: `deck`, `position` and `dealer` say how it starts; others are ignored.

        Raises:
            DeckError, PositionError, ValueError: If one of them is wrong; nothing has changed then.
        """
        self._deal(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection: str | None = None
        self._to_move = int(self.batch.to_move[0])
        self.agent_selection = self.possible_agents[self._to_move]
        self.infos = self._new_infos()
        self._show()

    def observe(self, agent: str) -> Observation:
        """What an agent may know now: a new observation each time."""
        seat = self.seat_of[agent]
        if seat != self._to_move:
            return self._observation(seat, self._no_mask())
        if self._in_observation:
            return {
                "observation": self._observation_row.copy(),
                "action_mask": self._mask_row.copy(),
            }
        return self._observation_row.copy()

    def step(self, action: int | None) -> None:
        """Take the action of `agent_selection`; None from an agent whose game is over.

        Raises:
            ResetNeeded: If no agent is left, or before the first reset.
            TypeError: If the action is no integer.
            IllegalActionError: With `illegal="raise"`, if it is illegal; nothing has changed then.
        """
        if not self.agents:
            raise ResetNeeded("call reset() before step(): no game is under way")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._action[0] = self._action_id(action)
        self.batch.step(self._action)
        self.rewards = rewards = dict(
            zip(self.possible_agents, self._rewards_row.tolist(), strict=True)
        )
        cumulative = self._cumulative_rewards
        cumulative[agent] = 0.0
        for name, reward in rewards.items():
            cumulative[name] += reward
        self._to_move = seat = int(self.batch.to_move[0])
        if seat < 0:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[max(0, seat)]
        self.infos = self._new_infos()
        self._show()

    def _new_infos(self) -> dict[str, dict[str, Any]]:
        if self._in_observation:
            return {agent: {} for agent in self.agents}
        masks = {agent: np.zeros_like(self._mask_row) for agent in self.agents}
        if self._to_move >= 0:
            masks[self.agent_selection] = self._mask_row.copy()
        return {agent: {"action_mask": mask} for agent, mask in masks.items()}
