"""Who a learner trains against: agents by weight, and its own earlier selves."""

from collections import deque

from hwatu_env import Agent, list_agents
from hwatu_experiments.players import find_agent

SELF = "self"
"""Stands for the learner's own snapshots among the opponents."""

WeightedAgents = list[tuple[Agent, float]]


def parse_opponents(text: str) -> dict[str, float]:
    """Weights by name from a text such as "random=0.2, gostop/greedy=0.5, self=0.3".

    A name without a weight counts 1.

    Raises:
        ValueError: If the text is empty, or a weight is no number above zero.
    """
    weights: dict[str, float] = {}
    for part in _split(text):
        name, weight = _name_and_weight(part)
        if not name or not weight > 0 or weight == float("inf"):
            raise ValueError(
                "opponents are names with weights above 0, like "
                f"'random=0.2, gostop/greedy=0.5, self=0.3', got {part!r} in {text!r}"
            )
        weights[name] = weights.get(name, 0.0) + weight
    return weights


def default_opponents(game: str) -> str:
    """A tenth random play, half the game's own players if it has any, and the rest itself."""
    players = [name for name in list_agents(game) if name.startswith(f"{game}/")]
    own = 0.5 if players else 0.0
    weights = {"random": 0.1, **dict.fromkeys(players, own / max(1, len(players)))}
    weights[SELF] = 0.9 - own
    return ", ".join(f"{name}={weight:.3g}" for name, weight in weights.items())


def _split(text: str) -> list[str]:
    """Parts between the commas that stand in no brackets: an agent's name may have arguments."""
    parts, depth, start = list[str](), 0, 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append(text[start:place])
            start = place + 1
    return [part.strip() for part in [*parts, text[start:]]]


def _name_and_weight(part: str) -> tuple[str, float]:
    name, equals, weight = part.rpartition("=")
    if not equals or ")" in weight:
        return part, 1.0
    try:
        return name.strip(), float(weight)
    except ValueError:
        return "", 0.0


class Pool:
    """Opponents by weight, with the newest snapshots of the learner in the place of "self".

    Args:
        weights: Weights by agent name; "self" for the snapshots.
        game: Name of the game.
        size: Snapshots that are kept, newest first.

    Raises:
        UnknownNameError: If an agent is unknown.
        ValueError: If `size` is less than 1.
    """

    def __init__(self, weights: dict[str, float], game: str, *, size: int) -> None:
        if size < 1:
            raise ValueError(f"the pool must hold at least 1 snapshot, got {size}")
        self._fixed: WeightedAgents = [
            (find_agent(name, game), weight) for name, weight in weights.items() if name != SELF
        ]
        self._self_weight = weights.get(SELF, 0.0)
        self._snapshots: deque[Agent] = deque(maxlen=size)

    @property
    def wants_snapshots(self) -> bool:
        """Whether the learner plays against itself at all."""
        return self._self_weight > 0

    def __len__(self) -> int:
        """Number of snapshots."""
        return len(self._snapshots)

    def add(self, snapshot: Agent) -> None:
        """Take a snapshot in; the oldest leaves when the pool is full."""
        self._snapshots.append(snapshot)

    def opponents(self) -> WeightedAgents:
        """Every opponent with its weight; the snapshots share theirs equally.

        Raises:
            ValueError: If there is nobody yet, because only snapshots were asked for.
        """
        share = self._self_weight / max(1, len(self._snapshots))
        found = [*self._fixed, *((snapshot, share) for snapshot in self._snapshots)]
        if not found:
            raise ValueError("the pool is empty: add the learner's first snapshot")
        return found
