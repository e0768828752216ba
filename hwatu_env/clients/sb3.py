"""A native vector environment for stable-baselines3 and sb3-contrib."""

from collections.abc import Iterable, Iterator
from time import monotonic
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvObs

from hwatu_env.batch import Compiled
from hwatu_env.envs.learner import LearnerGames, LearnerSeat, Opponents
from hwatu_env.envs.setups import Setup
from hwatu_env.envs.views import MaskPlace, Views
from hwatu_env.record.transcript import Transcript, transcript_of
from hwatu_env.render.ansi import render_view

_ROW_METHODS = ("position", "transcript", "view_text")
"""Methods of one game, which `env_method` calls for each."""


class HwatuVecEnv(VecEnv):
    """N games in which one seat or team learns; agents play the others, in batches, inside the step.

    It resets by itself, records episodes as a `Monitor` does, and gives MaskablePPO its masks
    through `action_masks`. Row i with seed s plays the games of `GameBatch(seed=s, first_game=i)`.

    Args:
        game: Name of the game.
        num_envs: N.
        rules: Text of the rules, a `Rules` object, or None for the game's first preset.
        num_players: Seats, where the rules leave them open.
        opponents: Who plays the other seats, partners included: an agent or its name, names with
            weights, or pairs of an agent or name and its weight. With several, each seat draws one
            in every episode.
        learner_seat: A seat, or "rotate": row i of episode e learns in seat (i + e) mod P.
        whole_team: Whether the learner plays the seats of its partners, too.
        mask_in: "info" for a Box, with the mask in the infos; "obs" for a Dict, which needs a
            MultiInputPolicy.
        scale: Observations as float32 between 0 and 1 instead of bytes; SB3 scales only images.
        seed: Seed of the first reset, unless `seed()` gives another.
        first_game: Index of row 0 among all games of the seed.
        episode: "deal", or a longer kind that the game has.
        reward: "points", "outcome", "symlog" or another mode of the game; see `GameBatch`.
        illegal: "void" ends an episode with a penalty; "raise" raises IllegalActionError.
        compiled: False runs the rules as plain Python.

    Raises:
        UnknownNameError: If the game, a setting or an agent is unknown.
        RulesError: If the rules are.
        ValueError: If a number is out of range.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        rules: Any = None,  # noqa: ANN401
        num_players: int | None = None,
        opponents: Opponents = "random",
        learner_seat: LearnerSeat = "rotate",
        whole_team: bool = False,
        mask_in: MaskPlace = "info",
        scale: bool = False,
        seed: int = 0,
        first_game: int = 0,
        episode: str = "deal",
        reward: str = "points",
        illegal: str = "void",
        compiled: Compiled = True,
    ) -> None:
        self.games = LearnerGames(
            game,
            num_envs,
            rules=rules,
            num_players=num_players,
            opponents=opponents,
            learner_seat=learner_seat,
            whole_team=whole_team,
            seed=seed,
            first_game=first_game,
            episode=episode,
            reward=reward,
            illegal=illegal,
            compiled=compiled,
        )
        self.views = Views(self.games.spec, mask_in=mask_in, scale=scale)
        self.render_mode = None
        super().__init__(  # pyright: ignore[reportUnknownMemberType]
            num_envs, self.views.observation_space, self.views.action_space
        )
        self._first_seed: int | None = seed
        self._actions = np.zeros(num_envs, np.int64)
        self._started = monotonic()

    def set_opponents(self, opponents: Opponents) -> None:
        """Change who plays the other seats, from the next episode of each game on.

        Raises:
            UnknownNameError: If an agent is unknown.
            TypeError: If an object is no agent.
            ValueError: If weights are negative, not finite, or all zero.
        """
        self.games.set_opponents(opponents)

    def reset(self) -> VecEnvObs:
        """First observations of new episodes, from the seed of `seed()` if it was called before.

        The options of `set_options` are `deck`, `position` and `dealer`; others are ignored.

        Raises:
            DeckError, PositionError, ValueError: If one of them is wrong; nothing has changed then.
        """
        setups = {row: Setup.of(options) for row, options in enumerate(self._options)}
        seed = self._first_seed if self._seeds[0] is None else self._seeds[0]
        self.games.reset(seed=seed, setups=setups)
        self._first_seed = None
        self._reset_seeds()
        self._reset_options()
        self.reset_infos = self._infos()
        return self._observation()

    def step_async(self, actions: NDArray[Any]) -> None:
        """Keep the actions for `step_wait`."""
        self._actions = np.array(actions)

    def step_wait(
        self,
    ) -> tuple[VecEnvObs, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """New observations, rewards, ends and infos; ended rows show their next episode.

        Raises:
            ValueError: If the shape or type of the actions is wrong.
            IllegalActionError: With `illegal="raise"`, if one is illegal; nothing has changed then.
        """
        games = self.games
        games.step(self._actions, autoreset=True)
        infos = self._infos()
        for row, final in self._finals():
            infos[row] |= final
        return self._observation(), games.rewards, games.ended, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """(N, A) legal actions of the learners; a new array."""
        return self.games.batch.action_mask.copy()

    def position(self, row: int) -> Any:  # noqa: ANN401 - each game has its own position type
        """The position of a game, hidden cards included."""
        return self.games.batch.position(row)

    def transcript(self, row: int) -> Transcript:
        """The deal so far, or all of it, as a transcript that replays.

        Raises:
            TranscriptError: If it began from a position, or if the episode is longer than a deal.
        """
        return transcript_of(self.games.batch, row)

    def view_text(self, row: int) -> str:
        """What the learner of a game sees, as text."""
        games = self.games
        seat = int(games.seats[row])
        return render_view(
            games.observations()[row], games.spec, games.batch.action_mask[row], seat=seat
        )

    # ---- what stable-baselines3 asks of the environments inside

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """The attribute of the whole environment, once for each index.

        Raises:
            AttributeError: If there is none; MaskablePPO relies on that.
        """
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:  # noqa: ANN401
        """Set an attribute of the whole environment.

        Raises:
            ValueError: If only some rows are named: they are not objects of their own.
        """
        if len(list(self._get_indices(indices))) != self.num_envs:
            raise ValueError(f"{attr_name!r} can only be set for all {self.num_envs} rows at once")
        setattr(self, attr_name, value)

    def env_method(
        self,
        method_name: str,
        *method_args: Any,  # noqa: ANN401
        indices: VecEnvIndices = None,
        **method_kwargs: Any,  # noqa: ANN401
    ) -> list[Any]:
        """What a method of each row returns: `action_masks`, `position`, `transcript` or `view_text`.

        Raises:
            AttributeError: If rows have no such method.
        """
        rows: Iterable[int] = self._get_indices(indices)
        if method_name == "action_masks":
            masks = list(self.action_masks())
            return masks if indices is None else [masks[row] for row in rows]
        if method_name not in _ROW_METHODS:
            listed = ", ".join(("action_masks", *_ROW_METHODS))
            raise AttributeError(f"rows have no method {method_name!r}; they have {listed}")
        method = getattr(self, method_name)
        return [method(row, *method_args, **method_kwargs) for row in rows]

    def env_is_wrapped(
        self,
        wrapper_class: type[gymnasium.Wrapper[Any, Any, Any, Any]],
        indices: VecEnvIndices = None,
    ) -> list[bool]:
        """True for `Monitor` alone, since infos hold episodes as its do."""
        wrapped = issubclass(wrapper_class, Monitor)
        return [wrapped for _ in self._get_indices(indices)]

    def close(self) -> None:
        """Nothing is held open."""

    # ---- inside

    def _observation(self) -> VecEnvObs:
        batch = self.games.batch
        return self.views.observation(batch.observation, batch.action_mask)

    def _infos(self) -> list[dict[str, Any]]:
        """New infos of all rows."""
        masks = self.views.info(self.games.batch.action_mask)
        if not masks:
            return [{"TimeLimit.truncated": False} for _ in range(self.num_envs)]
        rows = masks["action_mask"]
        return [{"TimeLimit.truncated": False, "action_mask": row} for row in rows]

    def _finals(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Rows that ended: the last observation, and the episode as a `Monitor` tells it."""
        finals = self.games.finals
        last = self.views.last_observations(finals.observation)
        seconds = round(monotonic() - self._started, 6)
        facts = (finals.rows.tolist(), finals.returns.tolist(), finals.lengths.tolist())
        for row, won, length, one in zip(*facts, last, strict=True):
            episode = {"r": won, "l": length, "t": seconds}
            yield row, {"terminal_observation": one, "episode": episode}
