"""What each figure of `hwatu bench` is, and what it should reach."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

Figures = Mapping[str, float]


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A figure by its key in the JSON file."""

    name: str
    text: str
    """What was measured."""
    digits: int = 0
    """Digits after the point."""
    unit: str = ""
    goal: Callable[[Figures], float | None] = lambda figures: None
    """What it should reach, given the other figures of the run; None for no goal."""
    more_is_better: bool = False

    def format(self, value: float) -> str:
        """The value with its unit."""
        return f"{value:,.{self.digits}f} {self.unit}".strip()


def _step_goal(figures: Figures) -> float:
    return 80 + _write_goal(figures)


def _write_goal(figures: Figures) -> float:
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
        goal=lambda figures: 80,
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
        goal=lambda figures: 60,
        text="python_step_ns / step_ns",
    ),
    Figure(name="steps_per_s", text="1e9 / step_ns", more_is_better=True),
    Figure(
        name="playout_steps_per_s",
        more_is_better=True,
        goal=lambda figures: 8e6,
        text="fused random playouts, one thread",
    ),
    Figure(name="playout_2_steps_per_s", more_is_better=True, text="the same, two threads"),
    Figure(
        name="playout_threads_ratio",
        unit="x",
        digits=2,
        more_is_better=True,
        goal=lambda figures: 1.6,
        text="two threads / one",
    ),
    Figure(
        name="aec_us",
        unit="µs",
        digits=2,
        goal=lambda figures: min(12.0, figures.get("leduc_us", 12.0)),
        text="last + step of our PettingZoo environment",
    ),
    Figure(
        name="leduc_us",
        unit="µs",
        digits=2,
        text="last + step of PettingZoo's raw leduc_holdem",
    ),
    Figure(
        name="sb3_env_share",
        unit="",
        digits=3,
        goal=lambda figures: 0.15,
        text="env side of MaskablePPO with 256 games and random opponents, share of wall time",
    ),
    Figure(name="sb3_steps_per_s", more_is_better=True, text="learner's decisions in that run"),
    Figure(
        name="import_s",
        unit="s",
        digits=2,
        goal=lambda figures: 0.3,
        text="import hwatu_env, beyond numpy and numba",
    ),
    Figure(
        name="compile_s",
        unit="s",
        digits=1,
        goal=lambda figures: 30,
        text="first step of a batch with an empty cache",
    ),
    Figure(
        name="load_s",
        unit="s",
        digits=2,
        goal=lambda figures: 1.0,
        text="the same with a full one",
    ),
    Figure(name="state_bytes", unit="B", goal=lambda figures: 1024, text="record of one game"),
    Figure(name="observation_bytes", unit="B", text="one observation"),
)
