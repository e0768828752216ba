"""The PettingZoo parallel environment: all agents act at once, and only one action counts."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.utils import EzPickle
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from hwatu_env.batch import Compiled, GameBatch
from hwatu_env.envs.seated import RENDER_MODES, SeatedGame, StateView, environment_name
from hwatu_env.envs.views import MaskPlace, Observation
from hwatu_env.games.game import load_game


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
    state_view: StateView = "all",
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
        state_view=state_view,
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
        self._take_back = load_game(game).take_back
        self._waiting = self._no_mask()
        self._waiting[self.spec_of_game.noop] = True
        self._before: GameBatch | None = None
        """The game as it stood in a round in which nobody is asked; None outside such a round."""

    @property
    def mover(self) -> str | None:
        """The agent that is asked in this round; None if nobody is, or when the game is over."""
        seat = int(self._shown().to_move[0])
        return None if seat < 0 else self.possible_agents[seat]

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
        self._before = self._silent_round()
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
        if self._before is not None:
            self._before = None
            rewards = dict.fromkeys(self.agents, 0.0)
        else:
            self._move(actions)
            rewards = dict(zip(self.agents, self.batch.rewards[0].tolist(), strict=True))
            self._before = self._silent_round()
        over = bool(self.batch.to_move[0] < 0)
        observations, infos = self._observations(), self._infos()
        terminations = dict.fromkeys(self.agents, over)
        truncations = dict.fromkeys(self.agents, False)
        if over:
            self.agents = []
        self._show()
        return observations, rewards, terminations, truncations, infos

    def _move(self, actions: Mapping[str, Any]) -> None:
        mover = self.mover
        if mover is None or mover not in actions:
            raise KeyError(f"{mover} is to move, but actions are of {sorted(actions)}")
        self.batch.step(np.array([self._action_id(actions[mover])]))

    def _silent_round(self) -> GameBatch | None:
        """The game before a question that the rules put to nobody, if they went past one just now."""
        if self._take_back is None:
            return None
        states = self.batch.state.copy()
        if not self._take_back(states[0]):
            return None
        before = self.batch.copy()
        before.load(states)
        return before

    def _shown(self) -> GameBatch:
        return self.batch if self._before is None else self._before

    def _mask(self, seat: int) -> NDArray[np.bool_]:
        shown = self._shown()
        return shown.action_mask[0] if seat == shown.to_move[0] else self._waiting

    def _observations(self) -> dict[str, Observation]:
        return {
            agent: self._observation(seat, self._mask(seat)) for agent, seat in self.seat_of.items()
        }

    def _infos(self) -> dict[str, dict[str, Any]]:
        return {agent: self.views.info(self._mask(seat)) for agent, seat in self.seat_of.items()}
