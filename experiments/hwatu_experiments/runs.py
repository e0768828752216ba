"""Run folders: what a training was, and what came of it.

* `config.json`: the `Config`
* `versions.json`: versions of the libraries
* `imitation.json`: whose answers were learned first, if anybody's
* `metrics.jsonl`: one line for every rollout
* `learning_curve.png`
* `checkpoints/`: `step_000001234.zip` and `.json`
* `tensorboard/`
"""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from stable_baselines3.common.logger import KVWriter

from hwatu_agents.learned import list_checkpoints, read_facts, write_purpose
from hwatu_env import GameSpec
from hwatu_env.errors import CheckpointError
from hwatu_experiments.versions import versions


@dataclass(frozen=True)
class Run:
    """A run folder."""

    folder: Path

    @property
    def metrics_file(self) -> Path:
        """One JSON object a line, one line a rollout."""
        return self.folder / "metrics.jsonl"

    @property
    def plot_file(self) -> Path:
        """Picture of the learning curve."""
        return self.folder / "learning_curve.png"

    def create(self, config: Any) -> None:  # noqa: ANN401 - the dataclass of an experiment
        """Make the folder and write what the run is.

        Raises:
            ValueError: If there is such a run already.
        """
        if self.folder.exists() and any(self.folder.iterdir()):
            raise ValueError(f"{self.folder} exists: give another name, or resume it")
        (self.folder / "checkpoints").mkdir(parents=True, exist_ok=True)
        _write_json(self.folder / "config.json", asdict(config))
        _write_json(self.folder / "versions.json", versions())

    def write_imitation(self, **facts: Any) -> None:  # noqa: ANN401
        """Write what was learned by imitation before the first game."""
        _write_json(self.folder / "imitation.json", facts)

    def read_config(self) -> dict[str, Any]:
        """What `config.json` says.

        Raises:
            CheckpointError: If it cannot be read: this is no run folder.
        """
        try:
            config: dict[str, Any] = json.loads((self.folder / "config.json").read_text())
        except (OSError, ValueError) as error:
            raise CheckpointError(f"{self.folder} is no run folder: {error}") from None
        return config

    def checkpoints(self) -> list[Path]:
        """Complete checkpoints, oldest first."""
        return list_checkpoints(self.folder)

    def save(self, model: Any, spec: GameSpec) -> Path:  # noqa: ANN401 - MaskablePPO
        """Write a checkpoint: whoever reads it while it is written sees none."""
        steps = int(model.num_timesteps)
        target = self.folder / "checkpoints" / f"step_{steps:09d}.zip"
        draft = target.with_name(f"draft_{steps:09d}.zip")
        model.save(draft)
        draft.replace(target)
        write_purpose(target, spec, steps=steps)
        return target

    def steps_of(self, checkpoint: Path) -> int:
        """Learner's decisions before a checkpoint.

        Raises:
            CheckpointError: If the checkpoint does not say so.
        """
        steps = read_facts(checkpoint).get("steps")
        if not isinstance(steps, int):
            raise CheckpointError(f"{checkpoint} does not say how many steps it has learned")
        return steps

    def read_metrics(self) -> list[dict[str, float]]:
        """All lines of `metrics.jsonl`; none where there is no such file yet."""
        if not self.metrics_file.exists():
            return []
        return [json.loads(line) for line in self.metrics_file.read_text().splitlines()]


class JsonLines(KVWriter):
    """Appends what Stable-Baselines3 logs to a file, one JSON object a line."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("a")

    def write(
        self,
        key_values: dict[str, Any],
        key_excluded: dict[str, tuple[str, ...]],
        step: int = 0,
    ) -> None:
        """Write a line."""
        numbers = {key: float(value) for key, value in key_values.items() if _is_number(value)}
        self._file.write(json.dumps({"step": step, **numbers}) + "\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def _is_number(value: object) -> bool:
    try:
        float(value)  # pyright: ignore[reportArgumentType]
    except (TypeError, ValueError):
        return False
    return True


def _write_json(path: Path, value: object) -> None:
    path.write_text(json.dumps(value, indent=2, default=str) + "\n")
