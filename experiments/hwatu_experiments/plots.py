"""Pictures of results, drawn without a window."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

if TYPE_CHECKING:
    from hwatu_experiments.result import Result

_Figure: TypeAlias = Any  # matplotlib's types leave its options unknown


def new_figure(width: float, height: float) -> _Figure:
    """A figure that knows how to draw itself without a display."""
    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    return figure


def plot_result(result: "Result", path: str | Path) -> None:
    """Write a PNG: points per deal of the first agent of each pair, with 95 % intervals."""
    rows = [
        (f"{a}\nagainst {b}", meeting.scores[a].points)
        for meeting in result.meetings
        for a, b in meeting.differences
    ]
    figure = new_figure(7.5, 1.4 + 0.6 * len(rows))
    axes = figure.subplots()
    for place, (_, points) in enumerate(rows):
        reach = [[points.mean - points.low], [points.high - points.mean]]
        axes.errorbar(points.mean, place, xerr=reach, fmt="o", capsize=4, color="#1f4e79")
    axes.set_yticks(range(len(rows)), [label for label, _ in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.axvline(0, color="grey", linewidth=0.8)
    axes.set_xlabel("points per deal, 95 % interval")
    axes.set_title(f"{result.game} {result.rules}: {result.deals:,} duplicate deals", fontsize=10)
    figure.savefig(path, dpi=150)


def plot_learning_curve(metrics: Sequence[Mapping[str, float]], path: str | Path) -> None:
    """Write a PNG of what a learner earned in training and in its evaluations.

    Args:
        metrics: Lines of a run's `metrics.jsonl`.
        path: Where the picture goes.
    """
    figure = new_figure(8, 6)
    above, below = figure.subplots(2, 1, sharex=True)
    curve = [(row["step"], row["rollout/ep_rew_mean"]) for row in metrics if _has_reward(row)]
    above.plot(*_columns(curve), color="#1f4e79")
    above.set_ylabel("reward per deal\nin training")
    names = {
        key.removeprefix("eval/").removesuffix("/mean")
        for row in metrics
        for key in row
        if key.startswith("eval/") and key.endswith("/mean")
    }
    for name in sorted(names):
        points = [row for row in metrics if f"eval/{name}/mean" in row]
        steps = [row["step"] for row in points]
        mean, low, high = (
            [row[f"eval/{name}/{key}"] for row in points] for key in ("mean", "low", "high")
        )
        below.plot(steps, mean, marker="o", markersize=3, label=f"against {name}")
        below.fill_between(steps, low, high, alpha=0.2)
    below.axhline(0, color="grey", linewidth=0.8)
    below.set_xlabel("decisions of the learner")
    below.set_ylabel("points per deal,\n95 % interval")
    if names:
        below.legend()
    figure.savefig(path, dpi=150)


def _has_reward(row: Mapping[str, float]) -> bool:
    return row.get("rollout/ep_rew_mean") is not None


def _columns(pairs: list[tuple[float, float]]) -> tuple[list[float], list[float]]:
    return [x for x, _ in pairs], [y for _, y in pairs]
