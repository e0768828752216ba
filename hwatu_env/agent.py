"""Agents: what they get, what they give, and how they are found by name.

An agent is any object with `act(decision) -> actions`. It works on batches, keeps nothing between
calls, and sees only what the seat to move may know. The same object plays a vectorised batch, a
PettingZoo environment one decision at a time, and a match in the terminal.
"""

import ast
import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from hwatu_env.compiled.rng import below_each
from hwatu_env.errors import UnknownNameError
from hwatu_env.spec import GameSpec

ENTRY_POINTS = "hwatu_env.agents"
"""Group of the entry points that give agents their names, for example "gostop/heuristic"."""


@dataclass(frozen=True, kw_only=True)
class Decision:
    """What agents get: n decisions, each of one game's seat to move.

    `decision["hand"]` is a piece of the observation by its name, (n, *shape) uint8.
    """

    observation: NDArray[np.uint8]
    """(n, D) what each seat to move may know."""
    action_mask: NDArray[np.bool_]
    """(n, A) legal actions."""
    seat: NDArray[np.int64]
    """(n,) the seats to move."""
    key: NDArray[np.int64]
    """(n,) random keys, the same whenever the same decision of the same game is asked again."""
    spec: GameSpec
    """Facts about the game and its rules."""
    source: "Source" = field(repr=False)
    """Where the rest comes from when it is asked for."""

    def __len__(self) -> int:
        """Number of decisions n."""
        return len(self.seat)

    def __getitem__(self, name: str) -> NDArray[np.uint8]:
        """(n, *shape) piece of the observations by its name, as a view."""
        return self.spec.observation.read(self.observation, name)

    def take(self, rows: NDArray[np.intp]) -> "Decision":
        """Some of the decisions, by their places."""
        return Decision(
            observation=self.observation[rows],
            action_mask=self.action_mask[rows],
            seat=self.seat[rows],
            key=self.key[rows],
            spec=self.spec,
            source=self.source.take(rows),
        )

    @property
    def game(self) -> str:
        """Name of the game."""
        return self.spec.game

    @property
    def rules(self) -> str:
        """Text of the rules."""
        return self.spec.rules

    @property
    def history(self) -> list[NDArray[np.int64]]:
        """For each decision the events of its deal that the seat saw, (L, 2) seat and event."""
        return self.source.histories()

    def worlds(self, copies: int) -> Any:  # noqa: ANN401 - a GameBatch; agents do not import it
        """A `GameBatch` of `copies` worlds a decision, drawn from what the seat knows alone.

        The worlds of a decision follow each other: decision 0's come first.
        """
        return self.source.worlds(copies)


class Source(Protocol):
    """What a decision is made from; a batch provides it."""

    def take(self, rows: NDArray[np.intp]) -> "Source":
        """The source of some of the decisions."""
        ...

    def histories(self) -> list[NDArray[np.int64]]:
        """Events that each seat saw."""
        ...

    def worlds(self, copies: int) -> Any:  # noqa: ANN401
        """Worlds that each seat cannot tell from its own."""
        ...


class Agent(Protocol):
    """A player. Stateless: whatever it needs is in the decision."""

    def act(self, decision: Decision) -> NDArray[np.int64]:
        """(n,) legal action ids for n decisions."""
        ...


class RandomAgent:
    """Plays uniformly random legal actions, the same ones for the same keys."""

    def act(self, decision: Decision) -> NDArray[np.int64]:
        """(n,) random legal actions."""
        nth = below_each(decision.key, 0, decision.action_mask.sum(axis=1))
        order = np.cumsum(decision.action_mask, axis=1)
        actions: NDArray[np.int64] = (order > nth[:, None]).argmax(axis=1)
        return actions

    def __repr__(self) -> str:
        """The name under which the agent is found."""
        return "random"


@cache
def _named_agents() -> dict[str, Callable[[], Callable[..., Agent]]]:
    """For every name, what loads the function or class that makes the agent."""
    found: dict[str, Callable[[], Callable[..., Agent]]] = {"random": lambda: RandomAgent}
    for point in entry_points(group=ENTRY_POINTS):
        found[point.name] = cast("Callable[[], Callable[..., Agent]]", point.load)
    return found


def list_agents(game: str | None = None) -> list[str]:
    """Names of the agents that are installed, of one game and of every game, or all."""
    names = sorted(_named_agents())
    return [
        name for name in names if game is None or "/" not in name or name.startswith(f"{game}/")
    ]


def parse_call(text: str) -> tuple[str, list[Any], dict[str, Any]]:
    """Name, arguments and options of a text such as `threshold(10)` or `heuristic(go=always_go)`.

    Numbers and quoted texts are values; anything else stays a text, so that options may be such
    texts themselves.

    Raises:
        UnknownNameError: If the text can't be read so.
    """
    name, bracket, rest = text.strip().partition("(")
    if not bracket:
        return name, [], {}
    try:
        call = ast.parse(f"_({rest}", mode="eval").body
    except SyntaxError:
        call = None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        raise UnknownNameError(f"names are written name or name(option=value, ...), got {text!r}")
    options = {word.arg: _value(word.value) for word in call.keywords if word.arg is not None}
    return name.strip(), [_value(each) for each in call.args], options


def _value(node: ast.expr) -> Any:  # noqa: ANN401 - a number or a text
    try:
        return ast.literal_eval(node)
    except ValueError:
        return ast.unparse(node)


@cache
def _agent_of_text(name: str, text: str) -> Agent:
    _, arguments, options = parse_call(text)
    make = _named_agents()[name]()
    try:
        inspect.signature(make).bind(*arguments, **options)
    except TypeError as error:
        allowed = ", ".join(inspect.signature(make).parameters) or "none"
        raise UnknownNameError(f"{text!r}: {error}; options of {name} are {allowed}") from None
    return make(*arguments, **options)


def load_agent(agent: Agent | str, game: str | None = None) -> Agent:
    """The agent itself, or the one that is installed under a name.

    Args:
        agent: An agent, or a name such as "random" or "gostop/heuristic", with options where the
            agent has them: "gostop/heuristic(go=threshold(10))".
        game: With this game's name, "heuristic" is enough.

    Raises:
        UnknownNameError: If there is no agent of this name, or it has no such option; the message
            lists those there are.
        TypeError: If the object is no agent.
    """
    if not isinstance(agent, str):
        if not callable(getattr(agent, "act", None)):
            raise TypeError(f"an agent has a method act(decision), got {agent!r}")
        return agent
    name = parse_call(agent)[0]
    if name not in _named_agents() and game is not None:
        name = f"{game}/{name}"
    if name not in _named_agents():
        raise UnknownNameError(
            f"unknown agent {agent!r}; agents are {', '.join(list_agents(game))}"
        )
    return _agent_of_text(name, agent)
