"""The loops of one game for one number of seats: compiled when first needed, or plain Python."""

import re
from collections.abc import Callable
from functools import cache, cached_property
from typing import Any, Literal

import numba
import numpy as np
from numba import types

from hwatu_env.compiled import loops
from hwatu_env.compiled.build import entry
from hwatu_env.compiled.record import Records, state_dtype, to_plain, to_records
from hwatu_env.games.game import Game, load_game

Build = Literal["compiled", "boundscheck", "python"]
"""How the loops run: compiled; compiled with checked indices; or as plain Python."""

_SECONDS = 25
"""How long the loops of a game take to compile, as `hwatu bench` measures (`compile_s`)."""


class Kernel:
    """The batch loops of a game, each compiled or loaded when it is first asked for.

    Args:
        game: The game.
        seats: Number of seats, which sizes its records.
        build: How the loops run.
    """

    def __init__(self, game: Game, seats: int, build: Build) -> None:
        self.game = game
        self.seats = seats
        self.build: Build = build
        self.dtype = state_dtype(game.state_type, seats)

    @cached_property
    def reset(self) -> loops.Loop:
        """See `loops.make_reset`."""
        return self._entry(loops.make_reset(self.game), "SRiBiomv", "void")

    @cached_property
    def refresh(self) -> loops.Loop:
        """See `loops.make_refresh`."""
        return self._entry(loops.make_refresh(self.game), "SRomv", "void")

    @cached_property
    def step(self) -> loops.Loop:
        """See `loops.make_step`."""
        return self._entry(loops.make_step(self.game), "SRiiomvfBSi", "int")

    @cached_property
    def step_past(self) -> loops.Loop:
        """See `loops.make_step_past`."""
        return self._entry(loops.make_step_past(self.game), "SRiimmnnomvffBSi", "int")

    @cached_property
    def find_illegal(self) -> loops.Loop:
        """See `loops.find_illegal`."""
        return self._entry(loops.find_illegal, "mvi", "int")

    @cached_property
    def observe(self) -> loops.Loop:
        """See `loops.make_observe`."""
        return self._entry(loops.make_observe(self.game), "SRio", "void")

    @cached_property
    def keys(self) -> loops.Loop:
        """See `loops.write_keys`."""
        return self._entry(loops.write_keys, "Sni", "void")

    @cached_property
    def sample(self) -> loops.Loop:
        """See `loops.make_sample`."""
        return self._entry(loops.make_sample(self.game), "SRni", "void")

    @cached_property
    def determinize(self) -> loops.Loop:
        """See `loops.make_determinize`."""
        return self._entry(loops.make_determinize(self.game), "SRin", "void")

    def playout(self, policy: Callable[..., int] | None) -> loops.Loop:
        """See `loops.make_playout`; one loop for each policy, None for random play."""
        if policy not in self._playouts:
            if policy is None:
                name, choose = "random", loops.make_random_choice(self.game)
            else:
                name, choose = policy.__name__, loops.make_policy_choice(self.game, policy)
            loop = loops.make_playout(self.game, choose)
            name = "playout-" + re.sub(r"\W", "", name)
            self._playouts[policy] = self._entry(loop, "SRnnnSfomp", "int", name=name)
        return self._playouts[policy]

    @cached_property
    def _playouts(self) -> dict[Callable[..., int] | None, loops.Loop]:
        return {}

    def blank_states(self, count: int) -> Any:  # noqa: ANN401 - records, or a list of plain states
        """Room for `count` games."""
        records = np.zeros(count, self.dtype)
        return to_plain(self.game.state_type, records) if self.build == "python" else records

    def from_plain(self, states: list[Any]) -> Any:  # noqa: ANN401
        """Plain states in the form that the loops take."""
        return states if self.build == "python" else to_records(states, self.dtype)

    def to_states(self, records: Records) -> Any:  # noqa: ANN401
        """(N,) records in the form that the loops take."""
        return to_plain(self.game.state_type, records) if self.build == "python" else records

    def to_records(self, states: Any) -> Records:  # noqa: ANN401
        """(N,) records of what the loops take; the same memory where that is compiled."""
        return to_records(states, self.dtype) if self.build == "python" else states

    def rules_of(self, rules: Any) -> Any:  # noqa: ANN401
        """House rules in the form that the loops take."""
        return rules.plain if self.build == "python" else rules.record

    def _entry(
        self, loop: loops.Loop, arguments: str, result: str, *, name: str | None = None
    ) -> loops.Loop:
        if self.build == "python":
            return loop
        rules = self.game.rules(None).record
        kinds = {
            "S": types.Array(numba.from_dtype(self.dtype), 1, "C"),  # states
            "R": types.Array(numba.from_dtype(rules.dtype), 1, "C"),  # rules
            "i": types.int64[::1],  # one integer a row
            "v": types.int64[::1],  # seats to move
            "B": types.boolean[::1],  # one flag a row
            "o": types.uint8[:, ::1],  # observations
            "m": types.boolean[:, ::1],  # masks
            "f": types.float32[:, ::1],  # rewards
            "p": types.float64[::1],  # parameters
            "n": types.int64,
        }
        results = {"void": types.void, "int": types.int64}
        return entry(
            loop,
            results[result](*(kinds[letter] for letter in arguments)),
            game=f"{self.game.name}-{self.seats}",
            name=name,
            boundscheck=self.build == "boundscheck",
            seconds=_SECONDS,
        )


@cache
def load_kernel(game: str, seats: int, build: Build) -> Kernel:
    """The loops of a game for a number of seats; the same object each time."""
    return Kernel(load_game(game), seats, build)
