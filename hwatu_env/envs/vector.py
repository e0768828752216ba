"""The Gymnasium vector environment: one seat or team learns in each of N games."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from hwatu_env.arguments import check_choice
from hwatu_env.batch import Compiled
from hwatu_env.envs.learner import LearnerGames, LearnerSeat, Opponents
from hwatu_env.envs.setups import Setup
from hwatu_env.envs.views import MaskPlace, Observation, Views
from hwatu_env.errors import UnknownNameError
from hwatu_env.record.transcript import Transcript, transcript_of
from hwatu_env.render.ansi import render_view

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


class HwatuVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """N games in which one seat or team learns; see `single.HwatuEnv` for what is not said here.

    Row i with seed s plays the games of `GameBatch(seed=s, first_game=i)`. Gymnasium's own vector
    environments seed row i with s + i instead. Masks are in the infos of reset and step, as
    `infos["action_mask"]` (N, A) int8.

    Args:
        num_envs: N.
        game: Name of the game.
        autoreset_mode: SAME_STEP: the step that ends an episode returns the next one's first
            observation, and the last one in `infos["final_obs"]`. NEXT_STEP: the step after that
            ignores its action and returns it, with reward 0; the mask of an ended row is all zero.
            DISABLED: `reset(options={"reset_mask": …})` starts rows again.
        first_game: Index of row 0 among all games of the seed.

    Raises:
        UnknownNameError: If the game, a setting or an agent is unknown.
        RulesError: If the rules are.
        ValueError: If a number is out of range.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium declares it so
        "render_modes": ["ansi"],
        "render_fps": 1,
    }

    def __init__(
        self,
        num_envs: int = 1,
        *,
        game: str,
        rules: Any = None,  # noqa: ANN401
        num_players: int | None = None,
        opponents: Opponents = "random",
        learner_seat: LearnerSeat = "rotate",
        whole_team: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        render_mode: str | None = None,
        mask_in: MaskPlace = "info",
        scale: bool = False,
        first_game: int = 0,
        episode: str = "deal",
        reward: str = "points",
        illegal: str = "void",
        compiled: Compiled = True,
    ) -> None:
        check_choice("render_mode", render_mode, (None, "ansi"))
        self.render_mode = render_mode
        self.autoreset_mode = _autoreset_mode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self.games = LearnerGames(
            game,
            num_envs,
            rules=rules,
            num_players=num_players,
            opponents=opponents,
            learner_seat=learner_seat,
            whole_team=whole_team,
            first_game=first_game,
            episode=episode,
            reward=reward,
            illegal=illegal,
            compiled=compiled,
        )
        self.num_envs = num_envs
        self.views = Views(self.games.spec, mask_in=mask_in, scale=scale)
        self.single_observation_space = self.views.observation_space
        self.single_action_space = self.views.action_space
        self.observation_space = batch_space(self.views.observation_space, num_envs)
        self.action_space = batch_space(self.views.action_space, num_envs)
        self._seeded = False
        self._ended = np.ones(num_envs, np.bool_)
        """(N,) rows that wait for a reset."""

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start the next episodes, and play up to each learner's first decision.

        Args:
            seed: A new seed, from which episodes count from 0; None goes on to the next ones.
            options: `reset_mask` (N,) bool names the rows to start again, all without it; `deck`,
                `position` and `dealer` say how all of them start; others are ignored.

        Raises:
            DeckError, PositionError, ValueError: If one of them is wrong; nothing has changed then.
        """
        where = self._reset_mask(options)
        setup = Setup.of(options)
        super().reset(seed=seed)
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(2**62))
        setups = dict.fromkeys(np.flatnonzero(where).tolist(), setup)
        self.games.reset(seed=seed, where=where, setups=setups)
        self._seeded = True
        self._ended = self._ended & ~where
        return self._seen()

    def step(self, actions: ArrayLike) -> tuple[Observation, Floats, Flags, Flags, dict[str, Any]]:
        """Take each learner's action, and play on to its next decision.

        Raises:
            ResetNeeded: Before the first reset; with DISABLED also if a row is over.
            ValueError: If the shape or type of `actions` is wrong.
            IllegalActionError: With `illegal="raise"`, if one is illegal; nothing has changed then.
        """
        mode = self.autoreset_mode
        if not self._seeded or (mode is AutoresetMode.DISABLED and self._ended.any()):
            waiting = np.flatnonzero(self._ended).tolist()
            raise ResetNeeded(f"call reset() before step(): rows {waiting} wait for it")
        games = self.games
        games.step(actions, autoreset=mode is AutoresetMode.SAME_STEP)
        rewards, ended = games.rewards.astype(np.float64), games.ended
        infos: dict[str, Any] = {}
        if mode is AutoresetMode.NEXT_STEP:
            if self._ended.any():
                games.reset(where=self._ended)
            self._ended = ended.copy()
        elif mode is AutoresetMode.DISABLED:
            self._ended = ended.copy()
        elif ended.any():
            infos = self._final(ended)
        observation, masks = self._seen()
        return observation, rewards, ended, np.zeros_like(ended), {**masks, **infos}

    def action_masks(self) -> Flags:
        """(N, A) legal actions of the learners; none where an episode is over."""
        return self.games.batch.action_mask.copy()

    def position(self, row: int = 0) -> Any:  # noqa: ANN401 - each game has its own position type
        """The position of a game, hidden cards included."""
        return self.games.batch.position(row)

    def transcript(self, row: int = 0) -> Transcript:
        """The deal so far, or all of it, as a transcript that replays.

        Raises:
            TranscriptError: If it began from a position, or if the episode is longer than a deal.
        """
        return transcript_of(self.games.batch, row)

    def render(self) -> tuple[str, ...]:
        """What each learner sees, as texts."""
        if self.render_mode is None:
            raise ValueError("nothing to render: make it with render_mode='ansi'")
        games = self.games
        masks, seats = games.batch.action_mask, games.seats.tolist()
        return tuple(
            render_view(observation, games.spec, mask, seat=seat)
            for observation, mask, seat in zip(games.observations(), masks, seats, strict=True)
        )

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        masks = self.games.batch.action_mask
        info = self.views.info(masks)
        infos = info | {f"_{name}": np.ones(self.num_envs, np.bool_) for name in info}
        return self.views.observation(self.games.observations(), masks), infos

    def _final(self, ended: Flags) -> dict[str, Any]:
        """Infos of the rows that ended, in the form of Gymnasium's own vector environments."""
        finals = self.games.finals
        final_obs = np.full(self.num_envs, None, object)
        last = self.views.last_observations(finals.observation)
        for row, one in zip(finals.rows.tolist(), last, strict=True):
            final_obs[row] = one
        final_info = self.views.final_info(self.num_envs)
        final_info |= {f"_{name}": ended.copy() for name in final_info}
        return {
            "final_obs": final_obs,
            "_final_obs": ended.copy(),
            "final_info": final_info,
            "_final_info": ended.copy(),
        }

    def _reset_mask(self, options: Mapping[str, Any] | None) -> Flags:
        mask = (options or {}).get("reset_mask")
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        array = np.asarray(mask)
        if array.shape != (self.num_envs,) or array.dtype != np.bool_ or not array.any():
            raise ValueError(
                f"reset_mask must be {self.num_envs} booleans, one of them True, got {mask!r}"
            )
        return array


def _autoreset_mode(mode: AutoresetMode | str) -> AutoresetMode:
    """The mode of its member, value ("SameStep") or name ("SAME_STEP")."""
    for member in AutoresetMode:
        if mode in (member, member.value, member.name):
            return member
    names = ", ".join(member.name for member in AutoresetMode)
    raise UnknownNameError(f"autoreset_mode must be one of {names}, got {mode!r}")
