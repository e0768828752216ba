"""One learner against agents, in N games at once: the core of every learner's environment.

The learner holds one seat, or with `whole_team` all seats of a team.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hwatu_env.agent import Agent, RandomAgent, load_agent
from hwatu_env.batch import Compiled, GameBatch
from hwatu_env.envs.setups import Setup, deal
from hwatu_env.errors import IllegalActionError

Opponents: TypeAlias = "Agent | str | Mapping[str, float] | Sequence[tuple[Agent | str, float]]"
"""An agent or its name; names with weights; or pairs of an agent or name and its weight."""
LearnerSeat: TypeAlias = int | Literal["rotate"]
"""The learner's seat; "rotate" moves it to the next seat with every episode."""

_KEY = 0x0770
"""Key of the opponents' random choices; mixed with the game, its episode and ply."""


@dataclass(frozen=True)
class Finals:
    """What there is to know of R episodes that ended, in the order of their rows."""

    rows: NDArray[np.intp]
    """(R,) rows."""
    observation: NDArray[np.uint8]
    """(R, D) what their learners saw at the end."""
    returns: NDArray[np.float64]
    """(R,) sums of the learners' rewards."""
    lengths: NDArray[np.int64]
    """(R,) decisions of the learners."""

    @classmethod
    def none(cls, size: int) -> Self:
        """Of no episode, with observations of so many bytes."""
        rows = np.zeros(0, np.int64)
        return cls(rows, np.zeros((0, size), np.uint8), np.zeros(0), rows)


class LearnerGames:
    """N games; in each one seat or team learns, and agents play the other seats.

    After `reset` and `step` every game waits for its learner, or is over. What the learner wins and
    loses from one of its decisions to the next, and up to the end after its last one, is the reward
    of the earlier decision; what happens before its first decision counts to that one. A deal that
    ends before the learner could do anything is dealt again.

    With `whole_team` the learner decides for all seats of its team, one after the other, each time
    from what the seat to move knows alone; its reward is that of one seat, the same for the team.

    Args:
        game: Name of the game.
        num_games: N.
        rules: As in `GameBatch`, like the arguments that are not named here.
        opponents: Who plays the other seats, partners included; with several, each seat draws by
            weight in every episode.
        learner_seat: A seat, or "rotate": row i of episode e learns in seat (i + e) mod P.
        whole_team: Whether the learner plays the seats of its partners, too.

    Raises:
        UnknownNameError: If the game, a setting or an agent is unknown.
        RulesError: If the rules are.
        ValueError: If a seat or weight is out of range.
    """

    def __init__(
        self,
        game: str,
        num_games: int = 1,
        *,
        rules: Any = None,  # noqa: ANN401
        num_players: int | None = None,
        opponents: Opponents = "random",
        learner_seat: LearnerSeat = "rotate",
        whole_team: bool = False,
        seed: int = 0,
        first_game: int = 0,
        episode: str = "deal",
        reward: str = "points",
        illegal: str = "void",
        compiled: Compiled = True,
    ) -> None:
        self.batch = GameBatch(
            game,
            num_games,
            rules=rules,
            num_players=num_players,
            seed=seed,
            first_game=first_game,
            autoreset=False,
            episode=episode,
            reward=reward,
            illegal=illegal,
            compiled=compiled,
        )
        self.spec = self.batch.spec
        self.learner_seat = _checked_seat(learner_seat, self.spec.num_players)
        self.seats = np.zeros(num_games, np.int64)
        """(N,) the learner's seat; of a team the seat that decides now, or decided last."""
        self.rewards = np.zeros(num_games, np.float32)
        """(N,) what the learner got for its last action; a new array with every step."""
        self.ended = np.zeros(num_games, np.bool_)
        """(N,) episodes that ended in the last step; a new array with every step."""
        self.lengths = np.zeros(num_games, np.int64)
        """(N,) decisions of the learner in the episode."""
        self.returns = np.zeros(num_games, np.float64)
        """(N,) sum of its rewards in the episode."""
        self.finals = Finals.none(self.spec.observation_size)
        """The episodes that ended in the last step, if that began new ones."""
        self._owed = np.zeros(num_games, np.float32)
        self._places = np.zeros(num_games, np.int64)  # of the learner in the flattened rewards
        self._game_numbers: NDArray[np.int64] = self.batch.state["game"].copy()
        self._nobody = np.full(num_games, -1, np.int64)
        self._rows = np.arange(num_games)
        self._seats_with = _seats_together(self.spec.teams, whole_team)
        turns = np.arange(self.spec.num_players) if learner_seat == "rotate" else learner_seat
        self._passed_in_turn = np.broadcast_to(
            ~self._seats_with[turns], (self.spec.num_players, self.spec.num_players)
        )
        """(P, P) seats of the others, by (game + episode) mod P."""
        self._own = np.zeros((num_games, self.spec.num_players), np.bool_)
        self._cast = np.zeros(self._own.shape, np.int64)
        self._random_seats = np.zeros(self._cast.shape, np.bool_)
        self._agents: list[Agent] = []
        self._is_random = np.zeros(0, np.bool_)
        self._is_all_random = False
        self._first_new = 0
        self._bounds = np.ones(1)
        self._draws: list[np.random.Generator] = []
        self.set_opponents(opponents)

    # ---- who plays

    def set_opponents(self, opponents: Opponents) -> None:
        """Change who plays the other seats, from the next episode of each game on.

        Raises:
            UnknownNameError: If an agent is unknown.
            TypeError: If an object is no agent.
            ValueError: If weights are negative, not finite, or all zero.
        """
        agents, weights = read_opponents(opponents, self.spec.game)
        # games that are under way keep those they began with
        kept, places = np.unique(self._cast, return_inverse=True)
        self._cast = places.reshape(self._cast.shape)
        staying: list[Agent] = [self._agents[k] for k in kept.tolist()] if self._agents else []
        self._agents = [*staying, *agents]
        self._is_random = np.array([isinstance(agent, RandomAgent) for agent in self._agents])
        self._is_all_random = False  # not before episodes with other players are over
        self._first_new = len(staying)
        self._bounds = np.cumsum(weights) / weights.sum()
        if len(self._bounds) > 1 and not self._draws:
            self._seed_draws()

    def _seed_draws(self) -> None:
        """One stream of draws for each game, so that rows do not depend on their neighbours."""
        self._draws = [
            np.random.Generator(np.random.Philox(key=[self.batch.seed, game]))
            for game in self._game_numbers.tolist()
        ]

    def _seat_players(self, rows: NDArray[np.intp]) -> None:
        """Give every seat of new episodes its player."""
        if self.learner_seat == "rotate":
            episodes = self.batch.state["episode"][rows]
            self.seats[rows] = (self._game_numbers[rows] + episodes) % self.spec.num_players
        else:
            self.seats[rows] = self.learner_seat
        learners = self.seats[rows]
        self._places[rows] = rows * self.spec.num_players + learners
        self._own[rows] = own = self._seats_with[learners]
        if self._is_all_random:  # the same players as before
            self._random_seats[rows] = ~own
            return
        if len(self._bounds) == 1:
            self._cast[rows] = self._first_new
            self._random_seats[rows] = self._is_random[self._first_new] & ~own
            return
        seats = self.spec.num_players
        for row in map(int, rows):
            drawn = np.searchsorted(self._bounds, self._draws[row].random(seats), side="right")
            self._cast[row] = self._first_new + drawn
        self._random_seats[rows] = self._is_random[self._cast[rows]] & ~own

    def _all_play_at_random(self) -> bool:
        """Whether all others do, in these episodes and in the next ones."""
        if not self._is_all_random and len(self._bounds) == 1 and self._is_random[self._first_new]:
            self._is_all_random = bool((self._random_seats | self._own).all())
        return self._is_all_random

    # ---- playing

    def reset(
        self,
        *,
        seed: int | None = None,
        where: NDArray[np.bool_] | None = None,
        setups: Mapping[int, Setup] | None = None,
    ) -> None:
        """Start episodes and play up to the learner's first decision.

        Args:
            seed: A new seed, from which episodes count from 0; None goes on to the next episode.
            where: (N,) rows to start again; None for all.
            setups: How rows start that do not start at random.

        Raises:
            DeckError, PositionError, ValueError: As `setups.deal` does; nothing has changed then.
        """
        fresh = np.ones(len(self.batch), np.bool_) if where is None else where.copy()
        deal(self.batch, setups or {}, seed=seed, where=fresh)
        if seed is not None and self._draws:
            self._seed_draws()
        self.ended = np.zeros(len(self.batch), np.bool_)
        self._begin(np.flatnonzero(fresh))
        np.copyto(self.seats, self.batch.to_move, where=self.batch.to_move >= 0)

    def _begin(self, rows: NDArray[np.intp]) -> None:
        """Play new episodes up to the learner's first decision; deal again where there is none."""
        self.lengths[rows] = 0
        self.returns[rows] = 0.0
        while rows.size:
            self._owed[rows] = 0.0
            self._seat_players(rows)
            self._move(self._nobody)
            self._play_others()
            rows = rows[self.batch.to_move[rows] < 0]
            self._deal_again(rows)

    def _deal_again(self, rows: NDArray[np.intp]) -> None:
        if rows.size:
            where = np.zeros(len(self.batch), np.bool_)
            where[rows] = True
            self.batch.reset(where=where)

    def step(self, actions: ArrayLike, *, autoreset: bool = False) -> None:
        """Take the learner's action in every game and play on to its next decision.

        Args:
            actions: (N,) action ids. Games that are over stay as they are, with reward 0.
            autoreset: Whether the next episode of a game that ends begins at once; `finals` holds
                what there is to know of the one that ended.

        Raises:
            ValueError: If the shape or type of `actions` is wrong.
            IllegalActionError: With `illegal="raise"`, if one is illegal; nothing has changed then.
                Also if an opponent plays an illegal action, which is a fault of that agent.
        """
        chosen = self._action_array(actions)
        playing = self.batch.to_move >= 0
        together = autoreset and self._all_play_at_random()
        self._move(chosen, self._passed_in_turn if together else None)
        if not together:
            self._play_others()
        self.rewards, self._owed = self._owed, np.zeros_like(self._owed)
        self.ended = playing & self.batch.terminated
        self.lengths += playing
        self.returns += self.rewards
        if autoreset:
            self._go_on(np.flatnonzero(self.ended), begun=together)
        np.copyto(self.seats, self.batch.to_move, where=self.batch.to_move >= 0)

    def _go_on(self, rows: NDArray[np.intp], *, begun: bool) -> None:
        """Keep what there is to know of episodes that ended, and begin the next ones.

        Args:
            rows: Where they ended.
            begun: Whether the batch has begun the next ones.
        """
        seats = self.seats[rows]
        last = self.batch.last_observations(seats) if begun else self.batch.observe(seats, rows)
        self.finals = Finals(rows, last, self.returns[rows], self.lengths[rows])
        if not rows.size:
            return
        if not begun:
            self._deal_again(rows)
            self._begin(rows)
            return
        self.lengths[rows] = 0
        self.returns[rows] = 0.0
        self._seat_players(rows)
        self._owed[rows] = self.batch.opening_rewards.take(self._places[rows])

    def observations(self) -> NDArray[np.uint8]:
        """(N, D) what each learner sees, also where its game is over.

        The array may be the batch's own, which the next step overwrites: copy what you keep.
        """
        over = np.flatnonzero(self.batch.to_move < 0)
        if not over.size:
            return self.batch.observation
        observation = self.batch.observation.copy()
        observation[over] = self.batch.observe(self.seats[over], over)
        return observation

    def _move(
        self, actions: NDArray[np.int64], passed_next: NDArray[np.bool_] | None = None
    ) -> None:
        # random opponents move inside the same compiled loop, without any observation
        self.batch.step_past(actions, self._random_seats, key=_KEY, passed_next=passed_next)
        self._owed += self.batch.rewards.take(self._places)

    def _play_others(self) -> None:
        """Let the agents act until every game waits for its learner or is over."""
        to_move = self.batch.to_move
        while True:
            playing = to_move >= 0
            learns = self._own[self._rows, to_move]  # some seat where a game is over
            waiting = np.flatnonzero(playing & ~learns)
            if not waiting.size:
                break
            self._move(self._agents_actions(waiting))

    def _agents_actions(self, rows: NDArray[np.intp]) -> NDArray[np.int64]:
        actions = np.full(len(self.batch), -1, np.int64)
        if len(self._agents) == 1:
            actions[rows] = self._ask(self._agents[0], rows)
            return actions
        players = self._cast[rows, self.batch.to_move[rows]]
        for k in map(int, np.unique(players)):
            chosen = rows[players == k]
            actions[chosen] = self._ask(self._agents[k], chosen)
        return actions

    def _ask(self, agent: Agent, rows: NDArray[np.intp]) -> NDArray[np.int64]:
        decision = self.batch.decisions(rows, key=_KEY)
        actions = np.asarray(agent.act(decision))
        _check_answer(agent, actions, decision.action_mask)
        return actions

    def _action_array(self, actions: ArrayLike) -> NDArray[np.int64]:
        array = np.asarray(actions)
        if array.shape != (len(self.batch),) or array.dtype.kind not in "iu":
            raise ValueError(
                f"actions must be {len(self.batch)} integers, got shape {array.shape} of "
                f"{array.dtype}"
            )
        array = array.astype(np.int64)
        # to a batch -1 means "leave this row alone", but a learner that says so plays illegally
        array[array < 0] = self.spec.num_actions
        return array


def read_opponents(opponents: Opponents, game: str) -> tuple[list[Agent], NDArray[np.float64]]:
    """The agents and their weights.

    Raises:
        UnknownNameError: If an agent is unknown.
        TypeError: If an object is no agent.
        ValueError: If there is none, or weights are negative, not finite, or all zero.
    """
    if isinstance(opponents, Mapping):
        pairs: list[tuple[Agent | str, float]] = list(opponents.items())
    elif isinstance(opponents, Sequence) and not isinstance(opponents, str):
        pairs = [_pair(item) for item in opponents]
    else:
        pairs = [(opponents, 1.0)]
    weights = np.array([weight for _, weight in pairs], np.float64)
    if not (np.isfinite(weights).all() and (weights >= 0).all() and weights.sum() > 0):
        raise ValueError(f"opponents need weights of at least 0, one above, got {opponents!r}")
    return [load_agent(agent, game) for agent, _ in pairs], weights


def _pair(item: Any) -> tuple[Agent | str, float]:  # noqa: ANN401 - a user's list may hold anything
    if not (isinstance(item, tuple) and len(item) == 2):  # pyright: ignore[reportUnknownArgumentType]
        raise TypeError(f"a list of opponents holds pairs (agent or name, weight), got {item!r}")
    return item  # pyright: ignore[reportUnknownVariableType]


def _seats_together(teams: tuple[int, ...], whole_team: bool) -> NDArray[np.bool_]:
    """(P, P) for each seat, the seats that learn with it."""
    if not whole_team:
        return np.eye(len(teams), dtype=np.bool_)
    team = np.array(teams)
    return team[:, None] == team


def _checked_seat(seat: LearnerSeat, num_players: int) -> LearnerSeat:
    if seat == "rotate":
        return seat
    if type(seat) is not int or not 0 <= seat < num_players:
        raise ValueError(f"learner_seat is 'rotate' or 0 to {num_players - 1}, got {seat!r}")
    return seat


def _check_answer(agent: Agent, actions: NDArray[Any], action_mask: NDArray[np.bool_]) -> None:
    count, num_actions = action_mask.shape
    if actions.shape != (count,) or actions.dtype.kind not in "iu":
        raise ValueError(
            f"agent {agent!r} must answer {count} decisions with as many integers, got shape "
            f"{actions.shape} of {actions.dtype}"
        )
    inside = (actions >= 0) & (actions < num_actions)
    legal = inside & action_mask[np.arange(count), np.where(inside, actions, 0)]
    if not legal.all():
        first = int(np.argmin(legal))
        allowed = np.flatnonzero(action_mask[first]).tolist()
        raise IllegalActionError(
            f"agent {agent!r} played {int(actions[first])}; legal actions are {allowed}"
        )
