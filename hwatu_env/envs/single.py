"""The Gymnasium environment: one seat or team learns, agents play the others."""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from hwatu_env.arguments import check_choice
from hwatu_env.batch import Compiled
from hwatu_env.envs.learner import LearnerGames, LearnerSeat, Opponents
from hwatu_env.envs.seated import RENDER_MODES, show_text
from hwatu_env.envs.setups import Setup
from hwatu_env.envs.views import MaskPlace, Observation, Views
from hwatu_env.record.transcript import Transcript, transcript_of
from hwatu_env.render.ansi import render_view


class HwatuEnv(gymnasium.Env[Observation, np.int64]):
    """A game in which one seat learns, or one team.

    The reward of an action is what the learner wins and loses up to its next decision, or to the
    end. An illegal action ends the episode with the penalty of the rules. A deal that ends before
    the learner could do anything is dealt again.

    Args:
        game: Name of the game.
        rules: Text of the rules, a `Rules` object, or None for the game's first preset.
        num_players: Seats, where the rules leave them open.
        opponents: Who plays the other seats, partners included: an agent or its name, names with
            weights, or pairs of an agent or name and its weight. With several, each seat draws one
            in every episode.
        learner_seat: A seat, or "rotate" for the next one in every episode.
        whole_team: Whether the learner plays the seats of its partners, too: every step is then a
            decision of whichever of them is to move, from what that seat knows.
        render_mode: "ansi" for texts, "human" for the terminal, or None.
        mask_in: "info" for a Box, with the mask in the info; "obs" for a Dict.
        scale: Observations as float32 between 0 and 1 instead of bytes.
        episode: "deal", or a longer kind that the game has.
        reward: "points", "outcome", "symlog" or another mode of the game; see `GameBatch`.
        illegal: "void", or "raise" for IllegalActionError.
        compiled: False runs the rules as plain Python.

    Raises:
        UnknownNameError: If the game, a setting or an agent is unknown.
        RulesError: If the rules are.
        ValueError: If a seat or weight is out of range.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - Gymnasium declares it so
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        *,
        rules: Any = None,  # noqa: ANN401
        num_players: int | None = None,
        opponents: Opponents = "random",
        learner_seat: LearnerSeat = "rotate",
        whole_team: bool = False,
        render_mode: str | None = None,
        mask_in: MaskPlace = "info",
        scale: bool = False,
        episode: str = "deal",
        reward: str = "points",
        illegal: str = "void",
        compiled: Compiled = True,
    ) -> None:
        check_choice("render_mode", render_mode, (None, *RENDER_MODES))
        self.render_mode = render_mode
        self.games = LearnerGames(
            game,
            rules=rules,
            num_players=num_players,
            opponents=opponents,
            learner_seat=learner_seat,
            whole_team=whole_team,
            episode=episode,
            reward=reward,
            illegal=illegal,
            compiled=compiled,
        )
        self.views = Views(self.games.spec, mask_in=mask_in, scale=scale)
        self.observation_space = self.views.observation_space
        self.action_space = self.views.action_space
        self._seeded = False
        self._playing = False

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start the next episode, and play up to the learner's first decision.

        Args:
            seed: A new seed, from which episodes count from 0; None goes on to the next one.
            options: `deck`, `position` and `dealer` say how it starts; others are ignored.

        Raises:
            DeckError, PositionError, ValueError: If one of them is wrong; nothing has changed then.
        """
        setup = Setup.of(options)
        super().reset(seed=seed)
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(2**62))
        self.games.reset(seed=seed, setups={0: setup})
        self._seeded = self._playing = True
        return self._seen()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:  # noqa: ANN401
        """Take the learner's action, and play on to its next decision.

        Raises:
            ResetNeeded: If the episode is over, or before the first reset.
            ValueError: If the action is no integer.
            IllegalActionError: With `illegal="raise"`, if it is illegal; nothing has changed then.
        """
        if not self._playing:
            raise ResetNeeded("call reset() before step(): no episode is under way")
        self.games.step(np.asarray(action).reshape(1))
        self._playing = not bool(self.games.ended[0])
        observation, info = self._seen()
        return observation, float(self.games.rewards[0]), not self._playing, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """(A,) legal actions of the learner; none when the episode is over."""
        return self.games.batch.action_mask[0].copy()

    @property
    def learner_seat(self) -> int:
        """The learner's seat in this episode; of a team the one that decides now, or did last."""
        return int(self.games.seats[0])

    def position(self) -> Any:  # noqa: ANN401 - each game has its own position type
        """The position of the game, hidden cards included."""
        return self.games.batch.position(0)

    def transcript(self) -> Transcript:
        """The deal so far, or all of it, as a transcript that replays.

        Raises:
            TranscriptError: If it began from a position, or if the episode is longer than a deal.
        """
        return transcript_of(self.games.batch)

    def render(self) -> str | None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """What the learner sees, as text; `render_mode="human"` writes it to the terminal."""
        if self.render_mode is None:
            raise ValueError(f"nothing to render: make it with render_mode= one of {RENDER_MODES}")
        batch = self.games.batch
        text = render_view(
            self.games.observations()[0],
            self.games.spec,
            batch.action_mask[0],
            seat=self.learner_seat,
        )
        return show_text(text, self.render_mode)

    def _seen(self) -> tuple[Observation, dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        action_mask = self.games.batch.action_mask[0]
        observation = self.games.observations()[0]
        return self.views.observation(observation, action_mask), self.views.info(action_mask)
