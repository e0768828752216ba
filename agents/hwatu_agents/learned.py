"""Learned players: a policy network from a checkpoint, asked for many decisions at once.

A checkpoint is two files: `NAME.zip`, as sb3-contrib's MaskablePPO saves it, and `NAME.json`, which
says what it was trained for. The second is read first: a network never sees observations or rules
other than its own.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Self, cast

import numpy as np
import torch
from numpy.typing import NDArray

from hwatu_env import Decision, GameSpec, load_game, load_rules
from hwatu_env.errors import CheckpointError, HwatuError

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MULTIPLIERS = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))


def _tensor(array: NDArray[Any]) -> torch.Tensor:
    return torch.from_numpy(array)  # pyright: ignore[reportUnknownMemberType]


@dataclass(frozen=True, kw_only=True)
class Purpose:
    """What a network was trained for."""

    game: str
    rules: str
    """Text of the rules."""
    rules_digest: str
    """Digest of all their options: a preset that changes is another one."""
    num_players: int
    observation_version: int
    observation_size: int
    num_actions: int

    @classmethod
    def of(cls, spec: GameSpec) -> Self:
        """The purpose of a network that plays under this spec."""
        return cls(
            game=spec.game,
            rules=spec.rules,
            rules_digest=_digest(spec.game, spec.rules),
            num_players=spec.num_players,
            observation_version=spec.observation.version,
            observation_size=spec.observation_size,
            num_actions=spec.num_actions,
        )

    def check(self, spec: GameSpec, name: str = "the checkpoint") -> None:
        """Make sure that the network may play under a spec.

        Args:
            spec: The game that is to be played.
            name: What to call the checkpoint in the message.

        Raises:
            CheckpointError: If game, rules, observation version or sizes differ.
        """
        wanted = Purpose.of(spec)
        if wanted.game != self.game:
            raise CheckpointError(f"{name} plays {self.game}, not {wanted.game}")
        if wanted.rules_digest != self.rules_digest:
            raise CheckpointError(
                f"{name} was trained for the rules {self.rules} ({self.rules_digest}), not for "
                f"{wanted.rules} ({wanted.rules_digest})"
            )
        for field in ("observation_version", "observation_size", "num_actions"):
            own, other = getattr(self, field), getattr(wanted, field)
            if own != other:
                raise CheckpointError(f"{name} has {field} {own}, this version has {other}")


@lru_cache(maxsize=256)
def _digest(game: str, rules: str) -> str:
    parsed: Any = load_rules(game, rules)
    return str(parsed.digest)


class Network:
    """An MLP that gives one logit an action, without the library that trained it.

    Args:
        layers: Weights (out, in) and biases (out,) from first to last; ReLU lies in between.
        scale: (D,) factors that bring observation bytes into 0..1.
    """

    def __init__(
        self, layers: list[tuple[torch.Tensor, torch.Tensor]], scale: NDArray[np.float32]
    ) -> None:
        (first, bias), *rest = [(w.detach().clone(), b.detach().clone()) for w, b in layers]
        # scaling the observation and then multiplying is multiplying by a scaled matrix
        self._layers = [(first * _tensor(scale), bias), *rest]

    def logits(self, observation: NDArray[np.uint8]) -> torch.Tensor:
        """(n, A) logits of observations (n, D)."""
        hidden = _tensor(observation).float()
        for place, (weights, bias) in enumerate(self._layers):
            hidden = torch.addmm(bias, hidden, weights.T)
            if place + 1 < len(self._layers):
                hidden = torch.relu(hidden)
        return hidden


class LearnedAgent:
    """A policy network as a player.

    Args:
        network: The network.
        purpose: What it was trained for.
        greedy: True takes the most likely action; False draws from the policy, the same action
            for the same key.
        name: What messages and tables call it.
    """

    def __init__(
        self, network: Network, purpose: Purpose, *, greedy: bool = True, name: str = "learned"
    ) -> None:
        self.network = network
        self.purpose = purpose
        self.greedy = greedy
        self.name = name

    def __repr__(self) -> str:
        """Name of the checkpoint."""
        return f"LearnedAgent({self.name!r})"

    @classmethod
    def load(cls, path: str | Path, *, spec: GameSpec | None = None, greedy: bool = True) -> Self:
        """The player of a checkpoint.

        Args:
            path: The checkpoint's .zip file, or a run folder, whose last checkpoint is taken.
            spec: The game that is to be played; None leaves the check to the first decision.
            greedy: See the class.

        Raises:
            CheckpointError: If a file is missing or broken, or the checkpoint is of another game,
                other rules or another observation version.
        """
        found = find_checkpoint(path)
        purpose = read_purpose(found)
        if spec is not None:
            purpose.check(spec, found.name)
        return cls(_read_network(found, purpose), purpose, greedy=greedy, name=found.stem)

    @classmethod
    def of_model(cls, model: Any, spec: GameSpec, *, greedy: bool = True) -> Self:  # noqa: ANN401
        """The player of a model in training, with a copy of its weights as they are now.

        Args:
            model: sb3-contrib's MaskablePPO with an "MlpPolicy".
            spec: The game that it learns.
            greedy: See the class.
        """
        network = Network(_layers(model.policy.state_dict()), spec.observation.scale)
        return cls(network, Purpose.of(spec), greedy=greedy)

    def act(self, decision: Decision) -> NDArray[np.int64]:
        """(n,) legal actions of the network.

        Raises:
            CheckpointError: If the network was trained for something else.
        """
        self.purpose.check(decision.spec, self.name)
        with torch.inference_mode():
            logits = self.network.logits(decision.observation)
            logits.masked_fill_(_tensor(~decision.action_mask), -torch.inf)
            if not self.greedy:
                logits += _tensor(_gumbel(decision.key, logits.shape[1]))
            actions: NDArray[np.int64] = logits.argmax(dim=1).numpy()
        return actions


def _gumbel(keys: NDArray[np.int64], width: int) -> NDArray[np.float32]:
    """(n, width) Gumbel noise, a function of the keys: adding it to logits draws from a policy."""
    columns = np.arange(1, width + 1, dtype=np.uint64) * _STEP
    word = keys.astype(np.uint64)[:, None] + columns  # splitmix64, see hwatu_env.compiled.rng
    word = (word ^ (word >> np.uint64(30))) * _MULTIPLIERS[0]
    word = (word ^ (word >> np.uint64(27))) * _MULTIPLIERS[1]
    word ^= word >> np.uint64(31)
    uniform = ((word >> np.uint64(11)).astype(np.float64) + 0.5) * 2.0**-53
    noise: NDArray[np.float32] = -np.log(-np.log(uniform)).astype(np.float32)
    return noise


def find_checkpoint(path: str | Path) -> Path:
    """The .zip file that a path means: itself, or the last checkpoint of a run folder.

    Raises:
        CheckpointError: If there is none.
    """
    path = Path(path)
    if path.suffix == ".zip":
        if not path.is_file():
            raise CheckpointError(f"there is no checkpoint {path}")
        return path
    found = list_checkpoints(path)
    if not found:
        raise CheckpointError(f"there is no checkpoint in {path / 'checkpoints'}")
    return found[-1]


def list_checkpoints(run: str | Path) -> list[Path]:
    """The complete checkpoints of a run folder, oldest first."""
    folder = Path(run) / "checkpoints"
    return sorted(zipped for zipped in folder.glob("step_*.zip") if purpose_file(zipped).exists())


def purpose_file(checkpoint: Path) -> Path:
    """The .json file that belongs to a checkpoint's .zip file."""
    return checkpoint.with_suffix(".json")


def write_purpose(checkpoint: Path, spec: GameSpec, **facts: Any) -> None:  # noqa: ANN401
    """Write what a checkpoint is for, and further facts such as the steps it has learned.

    It is written last and at once, so that a checkpoint with this file is complete.
    """
    target = purpose_file(checkpoint)
    draft = target.with_name(target.name + ".tmp")
    draft.write_text(json.dumps({**asdict(Purpose.of(spec)), **facts}, indent=2) + "\n")
    draft.replace(target)


def read_purpose(checkpoint: Path) -> Purpose:
    """What a checkpoint was trained for.

    Raises:
        CheckpointError: If its .json file is missing or broken, or if its rules are unknown here.
    """
    facts = read_facts(checkpoint)
    try:
        purpose = Purpose(**{name: facts[name] for name in Purpose.__dataclass_fields__})
        load_rules(purpose.game, purpose.rules)
    except KeyError as error:
        raise CheckpointError(f"{purpose_file(checkpoint)} lacks {error}") from None
    except HwatuError as error:
        raise CheckpointError(f"{checkpoint} is for unknown rules: {error}") from None
    return purpose


def read_facts(checkpoint: Path) -> dict[str, Any]:
    """Everything that the .json file of a checkpoint says.

    Raises:
        CheckpointError: If it is missing or broken.
    """
    path = purpose_file(checkpoint)
    try:
        facts = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise CheckpointError(f"cannot read {path}, which says what it is for: {error}") from None
    if not isinstance(facts, dict):
        raise CheckpointError(f"{path} must hold an object, got {facts!r}")
    return cast("dict[str, Any]", facts)


def _read_network(checkpoint: Path, purpose: Purpose) -> Network:
    from stable_baselines3.common.save_util import load_from_zip_file

    try:
        _, parameters, _ = load_from_zip_file(checkpoint, load_data=False, device="cpu")
        layers = _layers(cast("Any", parameters)["policy"])
    except Exception as error:  # a broken file may raise anything
        raise CheckpointError(f"cannot read the checkpoint {checkpoint}: {error!r}") from error
    sizes = (layers[0][0].shape[1], layers[-1][0].shape[0])
    if sizes != (purpose.observation_size, purpose.num_actions):
        raise CheckpointError(
            f"{checkpoint} maps {sizes[0]} bytes to {sizes[1]} actions, but its .json says "
            f"{purpose.observation_size} and {purpose.num_actions}"
        )
    rules = load_rules(purpose.game, purpose.rules)
    return Network(layers, load_game(purpose.game).spec(rules).observation.scale)


def _layers(state: Mapping[str, torch.Tensor]) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Weights and biases of the policy side of an SB3 MlpPolicy, first to last."""
    prefix = "mlp_extractor.policy_net."
    places = sorted(
        {int(name.removeprefix(prefix).split(".")[0]) for name in state if name.startswith(prefix)}
    )
    names = [*(f"{prefix}{place}" for place in places), "action_net"]
    return [(state[f"{name}.weight"], state[f"{name}.bias"]) for name in names]
