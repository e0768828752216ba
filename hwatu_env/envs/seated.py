"""What the PettingZoo environments share: one game whose every seat is an agent."""

import sys
from collections.abc import Iterable, Mapping
from operator import index
from secrets import randbits
from typing import Any, Literal, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from hwatu_env.arguments import check_choice
from hwatu_env.batch import Compiled, GameBatch
from hwatu_env.envs.setups import Setup, deal
from hwatu_env.envs.views import MaskPlace, Observation, Views
from hwatu_env.games.game import load_game
from hwatu_env.record.transcript import Transcript, transcript_of
from hwatu_env.render.ansi import render_view

RENDER_MODES = ("ansi", "human")
StateView: TypeAlias = Literal["all", "team"]
"""Whose knowledge `state()` holds: that of all seats, or of the team that is to move."""


class SeatedGame:
    """One game; seat p is the agent `player_p`.

    The arguments are those of `aec_env` and `parallel_env`.
    """

    def __init__(
        self,
        game: str,
        *,
        rules: Any = None,  # noqa: ANN401
        num_players: int | None = None,
        render_mode: str | None = None,
        mask_in: MaskPlace = "obs",
        episode: str = "deal",
        reward: str = "points",
        illegal: str = "void",
        state_view: StateView = "all",
        compiled: Compiled = True,
    ) -> None:
        check_choice("state_view", state_view, ("all", "team"))
        check_choice("render_mode", render_mode, (None, *RENDER_MODES))
        self.batch = GameBatch(
            game,
            rules=rules,
            num_players=num_players,
            autoreset=False,
            episode=episode,
            reward=reward,
            illegal=illegal,
            compiled=compiled,
        )
        self.spec_of_game = self.batch.spec
        self.render_mode = render_mode
        self.views = Views(self.spec_of_game, mask_in=mask_in)
        seats = range(self.spec_of_game.num_players)
        self.possible_agents: list[str] = [f"player_{seat}" for seat in seats]
        self.agents: list[str] = []
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        """Seat of each agent."""
        self.team_of = dict(zip(self.possible_agents, self.spec_of_game.teams, strict=True))
        """Team of each agent; agents of one team win and lose together."""
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.views.observation_space)
        self.action_spaces = {
            agent: spaces.Discrete(self.spec_of_game.num_actions) for agent in self.possible_agents
        }
        self._state_view = state_view
        known = len(seats) if state_view == "all" else len(self._team_mates(0))
        high = np.tile(self.spec_of_game.observation.high, known)
        self.state_space = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
        self._seeded = False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Space of an agent's observations; the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Space of an agent's actions; the same object each time."""
        return self.action_spaces[agent]

    def state(self) -> NDArray[np.uint8]:
        """(S * D,) what several seats know together, for centralised training.

        With `state_view="all"` that of all seats, seat 0's observation first; with "team" that of
        `team_state()`.
        """
        if self._state_view == "team":
            return self.team_state()
        return self._observations_of(range(self.spec_of_game.num_players))

    def team_state(self, agent: str | None = None) -> NDArray[np.uint8]:
        """(S * D,) what a team knows together: an agent's observation, then its partners' in turn.

        Args:
            agent: The agent; None for whoever is to move, or the first one if nobody is.
        """
        seat = self._seat_shown() if agent is None else self.seat_of[agent]
        return self._observations_of(self._team_mates(seat))

    def _team_mates(self, seat: int) -> list[int]:
        """The seats of a seat's team, itself first."""
        teams = self.spec_of_game.teams
        round_table = [*range(seat, len(teams)), *range(seat)]
        return [other for other in round_table if teams[other] == teams[seat]]

    def _observations_of(self, seats: Iterable[int]) -> NDArray[np.uint8]:
        return np.concatenate([self._shown().observe(seat)[0] for seat in seats])

    def position(self) -> Any:  # noqa: ANN401 - each game has its own position type
        """The position of the game, hidden cards included."""
        return self.batch.position(0)

    def transcript(self) -> Transcript:
        """The deal so far, or all of it, as a transcript that replays.

        Raises:
            TranscriptError: If it began from a position, or if the episode is longer than a deal.
        """
        return transcript_of(self.batch)

    def render(self) -> str | None:
        """What the seat to move sees, as text; `render_mode="human"` writes it to the terminal.

        Once the game is over it is what seat 0 sees.
        """
        if self.render_mode is None:
            raise ValueError(f"nothing to render: make it with render_mode= one of {RENDER_MODES}")
        shown = self._shown()
        seat = self._seat_shown()
        text = render_view(
            shown.observe(seat)[0], self.spec_of_game, shown.action_mask[0], seat=seat
        )
        return show_text(text, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def _deal(self, seed: int | None, options: Mapping[str, Any] | None) -> None:
        """Start an episode; the first one without a seed gets a seed by chance."""
        if seed is None and not self._seeded:
            seed = randbits(62)
        deal(self.batch, {0: Setup.of(options)}, seed=seed)
        self._seeded = True

    def _observation(self, seat: int, action_mask: NDArray[np.bool_]) -> Observation:
        return self.views.observation(self._shown().observe(seat)[0], action_mask)

    def _shown(self) -> GameBatch:
        """The game as agents see it now."""
        return self.batch

    def _seat_shown(self) -> int:
        """The seat that is to move, or the first one if nobody is."""
        return max(0, int(self._shown().to_move[0]))

    def _action_id(self, action: Any) -> int:  # noqa: ANN401 - whatever a policy answers
        try:
            chosen = index(action)
        except TypeError:
            raise TypeError(
                f"an action is an integer, 0 to {self.spec_of_game.num_actions - 1}, got {action!r}"
            ) from None
        # to the batch -1 means "leave the game alone", but an agent that says so plays illegally
        return chosen if chosen >= 0 else self.spec_of_game.num_actions

    def _no_mask(self) -> NDArray[np.bool_]:
        return np.zeros(self.spec_of_game.num_actions, np.bool_)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def environment_name(game: str) -> str:
    """Name and version of a game's PettingZoo environments; the version counts rule changes."""
    return f"{load_game(game).name}_v0"


def show_text(text: str, render_mode: str) -> str | None:
    """The text for "ansi"; None for "human", after it was written to the terminal."""
    if render_mode == "ansi":
        return text
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
    return None
