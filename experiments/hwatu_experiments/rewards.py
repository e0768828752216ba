"""Rewards of a size that networks learn well."""

from typing import Any, cast

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv, VecEnvWrapper
from stable_baselines3.common.vec_env.base_vec_env import VecEnvObs, VecEnvStepReturn


class ScaledRewards(VecEnvWrapper):
    """Divides rewards by a number, and cuts what is then larger than a limit.

    What the infos say of an episode stays in points.

    Args:
        venv: The games.
        scale: What rewards are divided by.
        clip: Largest reward after that, and largest loss.

    Raises:
        ValueError: If a number is not above zero.
    """

    def __init__(self, venv: VecEnv, *, scale: float, clip: float) -> None:
        if not (scale > 0 and clip > 0):
            raise ValueError(f"points_scale and points_clip must be above 0, got {scale}, {clip}")
        super().__init__(venv)  # pyright: ignore[reportUnknownMemberType] - SB3 types spaces partly
        self._scale = scale
        self._clip = clip

    def reset(self) -> VecEnvObs:
        """First observations."""
        return self.venv.reset()

    def step_wait(self) -> VecEnvStepReturn:  # pyright: ignore[reportUnknownParameterType]
        """The same step, with its rewards scaled."""
        observation, rewards, dones, infos = cast("Any", self.venv).step_wait()
        return observation, self.scaled(rewards), dones, infos

    def scaled(self, rewards: NDArray[np.float32]) -> NDArray[np.float32]:
        """Rewards in the size in which they are learned."""
        return np.clip(rewards / self._scale, -self._clip, self._clip).astype(np.float32)
