"""An environment that costs nothing, for comparison: what a learning library takes by itself."""

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnvIndices, VecEnvObs

from hwatu_env.clients.sb3 import HwatuVecEnv


class Motionless(VecEnv):
    """Always shows what another environment showed first: the same arrays, masks and infos.

    Args:
        env: What it looks like.
    """

    def __init__(self, env: HwatuVecEnv) -> None:
        self.render_mode = None
        looks: Any = env  # SB3 types spaces partly
        super().__init__(  # pyright: ignore[reportUnknownMemberType]
            env.num_envs, looks.observation_space, looks.action_space
        )
        self._shown = env.reset()
        self._masks = env.action_masks()
        self._rewards = np.zeros(env.num_envs, np.float32)
        self._dones = np.zeros(env.num_envs, np.bool_)
        self._infos: list[dict[str, Any]] = [{} for _ in range(env.num_envs)]

    def reset(self) -> VecEnvObs:
        """What is always shown."""
        return self._shown

    def step_async(self, actions: NDArray[Any]) -> None:
        """Nothing comes of actions."""

    def step_wait(
        self,
    ) -> tuple[VecEnvObs, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """What is always shown, with reward 0."""
        return self._shown, self._rewards, self._dones, self._infos

    def action_masks(self) -> NDArray[np.bool_]:
        """(N, A) what was legal first."""
        return self._masks

    def env_method(
        self,
        method_name: str,
        *method_args: Any,  # noqa: ANN401
        indices: VecEnvIndices = None,
        **method_kwargs: Any,  # noqa: ANN401
    ) -> list[Any]:
        """The masks of all rows: nothing else is asked for."""
        return list(self._masks)

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """The attribute of the whole environment, once for each index."""
        value = getattr(self, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:  # noqa: ANN401
        """Set an attribute of the whole environment."""
        setattr(self, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type[Any], indices: VecEnvIndices = None) -> list[bool]:
        """True, so that no monitor is put around it."""
        rows: Iterable[int] = self._get_indices(indices)
        return [True for _ in rows]

    def close(self) -> None:
        """Nothing is held open."""
