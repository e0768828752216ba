"""What each figure of `hwatu bench` is, and what it should reach."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

Figures = Mapping[str, float]


@dataclass(frozen=True, kw_only=True)
class Goals:
    """What depends on the game."""

    rules_ns: float = 80
    """Nanoseconds of the rules in a step."""
    aec_us: float = 12
    """Microseconds of a step of the PettingZoo environment."""
    state_bytes: float = 1024


_GOALS = {
    "minhwatu": Goals(rules_ns=60),
    "hachinin_meri": Goals(rules_ns=90, aec_us=15, state_bytes=1536),  # eight seats
}


def goals_of(game: str) -> Goals:
    """The goals of a game."""
    return _GOALS.get(game, Goals())


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A figure by its key in the JSON file."""

    name: str
    text: str
    """What was measured."""
    digits: int = 0
    """Digits after the point."""
    unit: str = ""
    goal: Callable[[Figures, Goals], float | None] = lambda figures, goals: None
    """What it should reach, given the other figures of the run; None for no goal."""
    more_is_better: bool = False

    def format(self, value: float) -> str:
        """The value with its unit."""
        return f"{value:,.{self.digits}f} {self.unit}".strip()


def _step_goal(figures: Figures, goals: Goals) -> float:
    return goals.rules_ns + _write_goal(figures, goals)


def _write_goal(figures: Figures, goals: Goals) -> float:
    return 60 * figures["observation_bytes"] / 1024


FIGURES = (
    Figure(
        name="step_ns",
        unit="ns",
        goal=_step_goal,
        text="one step of one game: rules, reset, observation, mask, rewards; one thread",
    ),
    Figure(
        name="rules_ns",
        unit="ns",
        goal=lambda figures, goals: goals.rules_ns,
        text="of it the rules: step_ns - write_ns",
    ),
    Figure(
        name="write_ns",
        unit="ns",
        goal=_write_goal,
        text="of it writing observation and mask (legal actions included)",
    ),
    Figure(name="copy_ns", unit="ns", text="NumPy's copy of the same output bytes"),
    Figure(name="python_step_ns", unit="ns", text="the same step in plain Python"),
    Figure(
        name="ratio",
        unit="x",
        more_is_better=True,
        goal=lambda figures, goals: 60,
        text="python_step_ns / step_ns",
    ),
    Figure(name="steps_per_s", text="1e9 / step_ns", more_is_better=True),
    Figure(
        name="playout_steps_per_s",
        more_is_better=True,
        goal=lambda figures, goals: 8e6,
        text="fused random playouts, one thread",
    ),
    Figure(name="playout_2_steps_per_s", more_is_better=True, text="the same, two threads"),
    Figure(
        name="playout_threads_ratio",
        unit="x",
        digits=2,
        more_is_better=True,
        goal=lambda figures, goals: 1.6,
        text="two threads / one",
    ),
    Figure(
        name="aec_us",
        unit="µs",
        digits=2,
        goal=lambda figures, goals: min(goals.aec_us, figures.get("leduc_us", goals.aec_us)),
        text="last + step of our PettingZoo environment",
    ),
    Figure(
        name="leduc_us",
        unit="µs",
        digits=2,
        text="last + step of PettingZoo's raw leduc_holdem",
    ),
    Figure(
        name="vector_us",
        unit="µs",
        text="step of the vector environment, 1,024 games against random play",
    ),
    Figure(
        name="vector_moves_us",
        unit="µs",
        text="of it the kernel: the moves of learners and opponents, and new deals",
    ),
    Figure(
        name="vector_ratio",
        unit="x",
        digits=2,
        goal=lambda figures, goals: 1.5,
        text="vector_us / (vector_moves_us + a copy of the outputs)",
    ),
    Figure(
        name="vector_step_ratio",
        unit="x",
        digits=2,
        text="vector_us / (one GameBatch.step, in which nobody answers, + that copy)",
    ),
    Figure(
        name="sb3_steps_per_s",
        more_is_better=True,
        text="MaskablePPO by the script of the README, against random play",
    ),
    Figure(
        name="sb3_free_steps_per_s",
        more_is_better=True,
        text="the same where the environment of these shapes costs nothing",
    ),
    Figure(
        name="sb3_ratio",
        unit="x",
        digits=3,
        more_is_better=True,
        goal=lambda figures, goals: 0.85,
        text="sb3_steps_per_s / sb3_free_steps_per_s",
    ),
    Figure(
        name="import_s",
        unit="s",
        digits=2,
        goal=lambda figures, goals: 0.3,
        text="import hwatu_env, beyond numpy and numba",
    ),
    Figure(
        name="compile_s",
        unit="s",
        digits=1,
        goal=lambda figures, goals: 30,
        text="first step of a batch with an empty cache",
    ),
    Figure(
        name="load_s",
        unit="s",
        digits=2,
        goal=lambda figures, goals: 1.0,
        text="the same with a full one",
    ),
    Figure(
        name="state_bytes",
        unit="B",
        goal=lambda figures, goals: goals.state_bytes,
        text="record of one game",
    ),
    Figure(name="observation_bytes", unit="B", text="one observation"),
)
