"""What a rules package provides, and the list of games."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any

from hwatu_env.errors import UnknownNameError
from hwatu_env.games.options import HouseRules
from hwatu_env.layout import ActionLayout, Layout
from hwatu_env.spec import GameSpec

GAMES = ("gostop", "minhwatu", "hachinin_meri")
"""Names of the games; each is a package of this folder whose `GAME` is a `Game`."""

Rule = Callable[..., Any]


@dataclass(frozen=True)
class Placed:
    """Positions as plain states, all under the same house rules."""

    states: list[Any]
    rules: Any


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game: its data, its rules for the batch loops (`compiled.loops.GameRules`), its texts."""

    name: str
    """Name in code, for example "gostop"."""
    title: str
    """Name for people, for example "Go-Stop"."""
    rules_type: type[HouseRules]
    """The house rules; `rules_type.PRESETS` names the presets."""
    state_type: type
    """The typed field list of a game's record."""
    actions: ActionLayout
    """The action ids and their words."""
    word_bits: int
    """Action ids per word of a set of legal actions."""
    observation: Callable[[Any], Layout]
    """Layout of the observations under given rules."""
    max_steps: Callable[[Any], int]
    """No deal under given rules takes more steps."""
    episodes: dict[str, Callable[[Any], int]]
    """Kinds of episode, each with its number of deals; 0 where the rules decide when it ends."""
    reward_modes: dict[str, int]
    """Names of the reward modes, each a mode of `compiled.loops`."""
    teams: Callable[[Any], tuple[int, ...]]
    """Team of each seat under given rules; without teams, the seat itself."""
    begin: Rule
    legal: Rule
    step: Rule
    void: Rule
    outcome: Rule
    write_observation: Rule
    determinize: Rule
    audit: Callable[[Any, Any], list[str]]
    """(plain state, rules) -> one sentence per broken invariant."""
    read_deck: Callable[[Any, Any], list[int]]
    """(cards as texts or indices, rules) -> indices in the same order, or DeckError."""
    read_position: Callable[[Any, Any], Any]
    """(plain state, rules) -> the game's position, hidden cards included."""
    place_positions: Callable[[Any], "Placed"]
    """Positions, or their texts -> plain states, or PositionError."""
    card_text: Callable[[int], str]
    """A card index -> its text."""
    voided: Callable[[Any], bool]
    """plain state -> whether an illegal action ended it."""
    played: Callable[[Any], list[int]]
    """plain state -> action ids of its deal so far."""
    history: Callable[[Any, int], Any]
    """(plain state, seat) -> (L, 2) events that the seat saw."""
    event_text: Callable[[int], str]
    """An event in words."""
    sheet: Callable[[Any, Any], Any]
    """(plain state of a finished deal, rules) -> how it was scored."""
    take_back: Callable[[Any], bool] | None = None
    """Put a state back to before a question that no seat had to be asked, and say whether it was:
    for doors in which every seat sees every step, where that must not show. None in games in which
    being asked tells nothing."""

    @property
    def num_actions(self) -> int:
        """Number of action ids."""
        return len(self.actions)

    def rules(self, rules: Any, num_players: int | None = None) -> Any:  # noqa: ANN401
        """House rules from an object, a text, or None for the first preset.

        Raises:
            RulesError: If the text names something unknown, or the players do not fit.
        """
        if rules is None:
            rules = next(iter(self.rules_type.PRESETS))
        parsed = self.rules_type.parse(rules) if isinstance(rules, str) else rules
        if not isinstance(parsed, self.rules_type):
            raise TypeError(f"rules of {self.name} are a text or Rules, got {rules!r}")
        return parsed if num_players is None else parsed.with_players(num_players)

    def spec(self, rules: Any) -> GameSpec:  # noqa: ANN401
        """Facts about the game under given rules."""
        return GameSpec(
            game=self.name,
            rules=str(rules),
            num_players=rules.num_players,
            actions=self.actions,
            observation=self.observation(rules),
            max_steps=self.max_steps(rules),
            teams=self.teams(rules),
        )


@cache
def load_game(name: str) -> Game:
    """The game called `name`.

    Raises:
        UnknownNameError: If there is none; the message lists the games.
    """
    if name not in GAMES:
        raise UnknownNameError(f"unknown game {name!r}; games are {', '.join(GAMES)}")
    game: Game = import_module(f"hwatu_env.games.{name}").GAME
    return game
