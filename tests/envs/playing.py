"""What the tests of all doors share: the cases, players, and games to replay. No game is named."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from hwatu_env import GameBatch, list_games, load_game
from hwatu_env.agent import Decision
from hwatu_env.envs.parallel import HwatuParallelEnv


@dataclass(frozen=True)
class Case:
    """A game under some rules, for deals or for matches."""

    game: str
    rules: str
    episode: str

    @property
    def settings(self) -> dict[str, Any]:
        return {"game": self.game, "rules": self.rules, "episode": self.episode}

    def batch(self, num_games: int = 1, **options: Any) -> GameBatch:
        return GameBatch(self.game, num_games, rules=self.rules, episode=self.episode, **options)

    @property
    def num_players(self) -> int:
        return load_game(self.game).rules(self.rules).num_players

    def __str__(self) -> str:
        return f"{self.game}-{self.rules}-{self.episode}"


def _cases() -> list[Case]:
    """Of every game: one preset for each number of seats, and its two shortest kinds of episode."""
    cases: list[Case] = []
    for name in list_games():
        game = load_game(name)
        presets = {game.rules(preset).num_players: preset for preset in game.rules_type.PRESETS}
        cases += [
            Case(name, preset, episode)
            for preset in presets.values()
            for episode in list(game.episodes)[:2]
        ]
    return cases


CASES = _cases()
DEALS = [case for case in CASES if case.episode == "deal"]


class Lowest:
    """Plays the legal action of the lowest id."""

    def act(self, decision: Decision) -> np.ndarray:
        return decision.action_mask.argmax(axis=1)


class Scripted:
    """Plays recorded actions, each seat its own ones in turn; for one game at a time."""

    def __init__(self, script: list[tuple[int, int]]) -> None:
        self._actions = {
            seat: [action for other, action in script if other == seat] for seat, _ in script
        }

    def act(self, decision: Decision) -> np.ndarray:
        return np.array([self._actions[int(seat)].pop(0) for seat in decision.seat])

    def next_of(self, seat: int) -> int:
        return self._actions[seat].pop(0)


@dataclass(frozen=True)
class Played:
    """A game that was played: who did what, and what each seat won."""

    seed: int
    script: list[tuple[int, int]]
    points: np.ndarray  # (P,)


def play(
    case: Case, seed: int, choose: Callable[[GameBatch], np.ndarray], **options: Any
) -> Played:
    """Play episode 0 of game 0 of a seed."""
    batch = case.batch(seed=seed, autoreset=False, **options)
    script: list[tuple[int, int]] = []
    points = np.zeros(batch.spec.num_players)
    while batch.to_move[0] >= 0:
        actions = choose(batch)
        script.append((int(batch.to_move[0]), int(actions[0])))
        batch.step(actions)
        points += batch.rewards[0]
    return Played(seed, script, points)


def partners(case: Case, seat: int) -> list[int]:
    """Seats that win and lose with a seat, itself included."""
    teams = case.batch(compiled=False).spec.teams
    return [other for other, team in enumerate(teams) if team == teams[seat]]


def step_for(env: HwatuParallelEnv, action: int, others: Any = 0) -> tuple[Any, ...]:
    """Step a parallel environment until an action is taken, past rounds that ask nobody."""
    while env.mover is None:
        env.step(dict.fromkeys(env.agents, others))
    return env.step(dict.fromkeys(env.agents, others) | {env.mover: action})


def at_random(batch: GameBatch) -> np.ndarray:
    return batch.sample_actions(1)


def lowest(batch: GameBatch) -> np.ndarray:
    return batch.action_mask.argmax(axis=1)


def game_with_winner(case: Case) -> tuple[Played, int]:
    """A random game whose every seat decided something and one won; and that seat."""
    for seed in range(200):
        played = play(case, seed, at_random)
        if played.points.max() > 0 and {s for s, _ in played.script} == set(
            range(case.num_players)
        ):
            return played, int(played.points.argmax())
    raise AssertionError(f"nobody wins a random game of {case}")


def same(first: Any, second: Any) -> bool:
    """Whether two nested values are equal, arrays, types and keys included."""
    if type(first) is not type(second):
        return False
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same(first[k], second[k]) for k in first)
    if isinstance(first, list | tuple):
        return len(first) == len(second) and all(map(same, first, second))
    if isinstance(first, np.ndarray):
        if first.dtype == object:
            return same(first.tolist(), second.tolist())
        return first.dtype == second.dtype and np.array_equal(first, second)
    return bool(first == second)
