"""What every door shows of a game: spaces, and where the action mask goes."""

from typing import Any, Literal, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from hwatu_env.arguments import check_choice
from hwatu_env.spec import GameSpec

MaskPlace: TypeAlias = Literal["obs", "info"]
"""Where masks go: into a Dict observation, or into the info beside a Box observation."""

Observation: TypeAlias = Any
"""An array, or with `mask_in="obs"` a dict of the arrays `observation` and `action_mask`."""


class Views:
    """Spaces of a game, and its observations and masks in the form of those spaces.

    Args:
        spec: Facts about the game.
        mask_in: "obs" for a Dict of `observation` and `action_mask`; "info" for a Box.
        scale: False for the bytes themselves; True for float32 between 0 and 1, each byte divided
            by the largest value that it takes, as networks like it.

    Raises:
        UnknownNameError: If `mask_in` is neither.
    """

    def __init__(self, spec: GameSpec, *, mask_in: MaskPlace, scale: bool = False) -> None:
        check_choice("mask_in", mask_in, ("obs", "info"))
        self.in_observation = mask_in == "obs"
        self._factors = spec.observation.scale if scale else None
        self.action_space = spaces.Discrete(spec.num_actions)
        self.box = _box(spec, scale)
        mask_space = spaces.Box(0, 1, (spec.num_actions,), np.int8)
        self.observation_space: spaces.Space[Any] = (
            spaces.Dict({"observation": self.box, "action_mask": mask_space})
            if self.in_observation
            else self.box
        )

    def observation(
        self, observation: NDArray[np.uint8], action_mask: NDArray[np.bool_]
    ) -> Observation:
        """A new observation of one game (D,) or of N (N, D), with the mask if it belongs there."""
        shown = observation.copy() if self._factors is None else observation * self._factors
        if not self.in_observation:
            return shown
        return {"observation": shown, "action_mask": _integers(action_mask)}

    def info(self, action_mask: NDArray[np.bool_]) -> dict[str, Any]:
        """A new info of one game (A,) or of N (N, A), with the mask if it belongs there."""
        return {} if self.in_observation else {"action_mask": _integers(action_mask)}

    def last_observations(self, observation: NDArray[np.uint8]) -> list[Observation]:
        """Observations (R, D) of R games that are over, one by one; the array is given away."""
        shown = observation if self._factors is None else observation * self._factors
        if not self.in_observation:
            return list(shown)
        masks = np.zeros((len(shown), int(self.action_space.n)), np.int8)
        pairs = zip(shown, masks, strict=True)
        return [{"observation": one, "action_mask": mask} for one, mask in pairs]

    def final_info(self, count: int) -> dict[str, Any]:
        """A new info of so many games, in which nothing is legal any more."""
        if self.in_observation:
            return {}
        return {"action_mask": np.zeros((count, int(self.action_space.n)), np.int8)}


def _integers(action_mask: NDArray[np.bool_]) -> NDArray[np.int8]:
    """A new array with the mask as Gymnasium's spaces want it."""
    return action_mask.view(np.int8).copy()


def _box(spec: GameSpec, scale: bool) -> spaces.Box:
    if scale:
        return spaces.Box(0.0, 1.0, (spec.observation_size,), np.float32)
    high = spec.observation.high
    return spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
