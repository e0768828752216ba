"""`GameBatch`: N games of one rule set, stepped together, arrays in and arrays out."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hwatu_env.agent import Decision
from hwatu_env.arguments import (
    IntArray,
    action_array,
    check_choice,
    checked_seed,
    illegal_message,
    passed_seats,
    passed_table,
    read_only,
    row_indices,
    row_mask,
    seat_array,
)
from hwatu_env.compiled import loops
from hwatu_env.compiled.record import Records, take, to_plain
from hwatu_env.errors import DeckError, IllegalActionError, UnknownNameError
from hwatu_env.games.game import load_game
from hwatu_env.games.kernel import Build, load_kernel
from hwatu_env.spec import GameSpec

Compiled = bool | Literal["boundscheck"]

_BUILDS: dict[Compiled, Build] = {True: "compiled", False: "python", "boundscheck": "boundscheck"}


class GameBatch:
    """N games of one rule set.

    The arrays that the properties return are overwritten by the next step and cannot be written
    to: copy what you keep. Row i is the same game whatever the batch size: its cards depend on the
    seed, `first_game + i` and the number of episodes before it alone.

    Args:
        game: Name of the game.
        num_games: N, at least 1.
        rules: Text of the rules, a `Rules` object, or None for the game's first preset.
        num_players: Seats, where the rules leave them open.
        seed: Any non-negative integer.
        first_game: Index of row 0 among all games of the seed.
        autoreset: Whether a game that ends is followed at once by the next of its row.
        episode: "deal" for single deals, or a longer kind that the game has, such as "match".
        reward: A mode of the game, whose page says when it pays. Every game has "points" won and
            lost, "outcome" +1/0/-1 at the end of the episode, and "symlog"
            sign · log2(1 + |points|) at the end of every deal.
        illegal: "raise" IllegalActionError, with nothing changed; or "void": that row ends with a
            penalty for the offender's team alone, whose size stands on the game's page.
        compiled: False runs the same rules as plain Python; "boundscheck" checks every index.

    Raises:
        UnknownNameError: If the game or a setting is unknown.
        RulesError: If the rules are.
        ValueError: If a number is out of range.
    """

    def __init__(
        self,
        game: str,
        num_games: int = 1,
        *,
        rules: Any = None,  # noqa: ANN401 - a text, or the game's Rules
        num_players: int | None = None,
        seed: int = 0,
        first_game: int = 0,
        autoreset: bool = True,
        episode: str = "deal",
        reward: str = "points",
        illegal: str = "raise",
        compiled: Compiled = True,
    ) -> None:
        self._configure(
            game,
            rules,
            num_players,
            seed,
            first_game,
            autoreset,
            episode,
            reward,
            illegal,
            compiled,
        )
        if num_games < 1:
            raise ValueError(f"num_games must be at least 1, got {num_games}")
        self._allocate(self._kernel.blank_states(num_games))
        self.reset(seed=seed)

    def _configure(
        self,
        game: str,
        rules: Any,  # noqa: ANN401
        num_players: int | None,
        seed: int,
        first_game: int,
        autoreset: bool,
        episode: str,
        reward: str,
        illegal: str,
        compiled: Compiled,
    ) -> None:
        self._game = load_game(game)
        self.rules = self._game.rules(rules, num_players)
        self.spec: GameSpec = self._game.spec(self.rules)
        check_choice("episode", episode, self._game.episodes)
        check_choice("reward", reward, self._game.reward_modes)
        check_choice("illegal", illegal, ("raise", "void"))
        check_choice("compiled", compiled, _BUILDS)
        if first_game < 0:
            raise ValueError(f"first_game must not be negative, got {first_game}")
        self.episode, self.reward, self.illegal = episode, reward, illegal
        self.compiled: Compiled = compiled
        self._kernel = load_kernel(game, self.spec.num_players, _BUILDS[compiled])
        self._rules_of = self._kernel.rules_of(self.rules)
        self._settings = np.zeros(loops.NUM_SETTINGS, np.int64)
        self._settings[loops.SEED] = checked_seed(seed)
        self._settings[loops.FIRST_GAME] = first_game
        self._settings[loops.DEALS] = self._game.episodes[episode](self.rules)
        self._settings[loops.REWARD] = self._game.reward_modes[reward]
        self._settings[loops.AUTORESET] = autoreset
        self._settings[loops.CHECKED] = illegal == "raise"

    def _allocate(self, states: Any) -> None:  # noqa: ANN401
        count = len(states)
        self._states = states
        self._finished_states = self._kernel.blank_states(count)
        self._finished_rows = np.zeros(count, np.int64)
        self._num_finished = 0
        self._observation = np.zeros((count, self.spec.observation_size), np.uint8)
        self._action_mask = np.zeros((count, self.spec.num_actions), np.bool_)
        self._to_move = np.zeros(count, np.int64)
        self._rewards = np.zeros((count, self.spec.num_players), np.float32)
        self._opening_rewards = np.zeros_like(self._rewards)
        self._terminated = np.zeros(count, np.bool_)
        self.observation = read_only(self._observation)
        """(N, D) uint8, what the seat to move may know; zeros where the game is over."""
        self.action_mask = read_only(self._action_mask)
        """(N, A) bool, the legal actions; none where the game is over."""
        self.to_move = read_only(self._to_move)
        """(N,) seat to move, -1 where the game is over."""
        self.rewards = read_only(self._rewards)
        """(N, P) float32, rewards of the last step for every seat."""
        self.opening_rewards = read_only(self._opening_rewards)
        """(N, P) float32, what `step_past` paid for the first moves of the rows' last episodes."""
        self.terminated = read_only(self._terminated)
        """(N,) bool, games that ended in the last step, and those that were over before."""

    # ---- facts

    def __len__(self) -> int:
        """Number of games N."""
        return len(self._to_move)

    def __repr__(self) -> str:
        """The call that makes such a batch."""
        return (
            f"GameBatch({self.spec.game!r}, {len(self)}, rules={str(self.rules)!r}, "
            f"seed={self.seed}, episode={self.episode!r})"
        )

    @property
    def seed(self) -> int:
        """Seed of all games."""
        return int(self._settings[loops.SEED])

    @property
    def autoreset(self) -> bool:
        """Whether a game that ends is followed at once by the next of its row."""
        return bool(self._settings[loops.AUTORESET])

    @property
    def state(self) -> Records:
        """(N,) records, hidden cards included; the games themselves where they are compiled."""
        return self._kernel.to_records(self._states)

    # ---- playing

    def step(self, actions: ArrayLike | str) -> None:
        """Take one action in every game; the results are in the properties.

        Args:
            actions: (N,) action ids, or one id or action word for all. -1 leaves a row alone, with
                reward 0; so does any action in a game that is over.

        Raises:
            IllegalActionError: With `illegal="raise"`, if an action is not legal. It names the
                row, the action and the legal ones, and nothing has changed.
            ValueError: If the shape or type of `actions` is wrong.
        """
        chosen = self._checked_actions(actions)
        self._num_finished = self._kernel.step(
            self._states,
            self._rules_of,
            self._settings,
            chosen,
            self._observation,
            self._action_mask,
            self._to_move,
            self._rewards,
            self._terminated,
            self._finished_states,
            self._finished_rows,
        )

    def step_past(
        self,
        actions: ArrayLike | str,
        passed: ArrayLike,
        *,
        key: int = 0,
        passed_next: ArrayLike | None = None,
    ) -> None:
        """Take one action in every game, and random ones until no passed seat is to move.

        The random actions are those of `sample_actions(key)`. Rewards are the sums of all these
        steps. Games that end are in `finished`.

        Args:
            actions: As in `step`; a row that is left alone may still have passed seats.
            passed: (P,) or (N, P) bool, the seats that play at random without being asked.
            key: Random key.
            passed_next: (P, P) bool. The next episode of a game that ends begins at once, and again
                if it ends before a seat moves that is not passed in it. Which are passed says row
                (game + episode) mod P, so that they may change with every episode;
                `opening_rewards` are those of the first moves. None leaves games that end as they
                are.

        Raises:
            IllegalActionError: As in `step`.
            ValueError: If a shape or type is wrong, or with `autoreset`, under which games of
                passed seats alone would never stop.
        """
        chosen = self._checked_actions(actions)
        seats = passed_seats(passed, self._rewards.shape)
        table = (
            np.zeros((1, 1), np.bool_) if passed_next is None else passed_table(passed_next, seats)
        )
        if self.autoreset:
            raise ValueError("step_past needs a batch with autoreset=False")
        self._num_finished = self._kernel.step_past(
            self._states,
            self._rules_of,
            self._settings,
            chosen,
            seats,
            table,
            int(passed_next is not None),
            checked_seed(key),
            self._observation,
            self._action_mask,
            self._to_move,
            self._rewards,
            self._opening_rewards,
            self._terminated,
            self._finished_states,
            self._finished_rows,
        )

    def reset(
        self,
        *,
        seed: int | None = None,
        first_episode: int = 0,
        where: ArrayLike | None = None,
        decks: Sequence[Sequence[Any]] | None = None,
        dealer: ArrayLike | None = None,
    ) -> None:
        """Start new episodes.

        Args:
            seed: A new seed, from which episodes count from 0 again; None goes on to the next
                episode of the present one.
            first_episode: With a seed, the episode to start with.
            where: (N,) bool, the rows to start again; None for all.
            decks: One deck for each of these rows, as card texts or indices: by seats each hand,
                then the table, then the stock, next card first.
            dealer: Seat of the first dealer, one or (N,); None draws it.

        Raises:
            DeckError: If a deck lacks a card, holds one twice, or one that is unknown.
            ValueError: If a shape or number is wrong. Nothing has changed then.
        """
        rows = row_mask(where, len(self))
        dealers = np.full(len(self), -1, np.int64)
        if dealer is not None:
            dealers = seat_array(dealer, len(self), self.spec.num_players)
        orders = None if decks is None else self._check_decks(decks, int(rows.sum()))
        if seed is not None:
            self._settings[loops.SEED] = checked_seed(seed)
        self._settings[loops.EPISODE] = -1 if seed is None else checked_seed(first_episode)
        self._settings[loops.STACKED] = orders is not None
        if orders is not None:
            for row, order in zip(np.flatnonzero(rows), orders, strict=True):
                self._put_deck(int(row), order)
        self._rewards[rows] = 0.0
        self._terminated[rows] = False
        self._num_finished = 0
        self._kernel.reset(
            self._states,
            self._rules_of,
            self._settings,
            rows,
            dealers,
            self._observation,
            self._action_mask,
            self._to_move,
        )

    def sample_actions(self, key: int = 0) -> IntArray:
        """(N,) uniformly random legal actions, -1 where the game is over.

        The key is mixed with seed, game, episode and ply: it may be the same at every step.
        """
        actions = np.empty(len(self), np.int64)
        self._kernel.sample(self._states, self._rules_of, checked_seed(key), actions)
        return actions

    @property
    def finished(self) -> "GameBatch":
        """The games that ended in the last step, in row order, as they were then.

        The batch may be empty; its `rows` are their rows in this one.
        """
        count = self._num_finished
        states = self._finished_states[:count]
        if self._kernel.build != "python":
            states = take(states, np.arange(count))
        batch = self._with(states)
        batch.rows = self._finished_rows[:count].copy()
        return batch

    rows: IntArray
    """(N,) where the games of a `finished` batch come from."""

    def last_observations(self, seat: ArrayLike) -> NDArray[np.uint8]:
        """(R, D) what seats saw at the end of the R games that ended in the last step.

        The same as `finished.observe(seat)`, without making a batch of them.

        Args:
            seat: One seat, or one for each of these games.
        """
        count = self._num_finished
        observation = np.zeros((count, self.spec.observation_size), np.uint8)
        seats = seat_array(seat, count, self.spec.num_players)
        self._kernel.observe(self._finished_states[:count], self._rules_of, seats, observation)
        return observation

    # ---- what seats know

    def observe(self, seat: ArrayLike, rows: ArrayLike | None = None) -> NDArray[np.uint8]:
        """What seats may know; a new array.

        Args:
            seat: One seat, or one for each row.
            rows: The R rows; None for all N.

        Returns:
            (R, D) observations.
        """
        states, count = self._states, len(self)
        if rows is not None:
            chosen = row_indices(rows, len(self))
            states, count = self._take(chosen), len(chosen)
        observation = np.zeros((count, self.spec.observation_size), np.uint8)
        self._kernel.observe(
            states, self._rules_of, seat_array(seat, count, self.spec.num_players), observation
        )
        return observation

    def history(self, row: int, seat: int) -> IntArray:
        """(L, 2) events of a game's deal that a seat saw: seat counted from it, and event."""
        seat_array(seat, 1, self.spec.num_players)
        return self._game.history(self._plain(row), seat)

    def decisions(self, rows: ArrayLike | None = None, *, key: int = 0) -> Decision:
        """What agents get for the seats to move of some rows, or of all that are not over.

        Raises:
            ValueError: If a row's game is over.
        """
        chosen = (
            np.flatnonzero(self._to_move >= 0) if rows is None else row_indices(rows, len(self))
        )
        if (self._to_move[chosen] < 0).any():
            raise ValueError("there is no decision in a game that is over")
        states = self._take(chosen)
        keys = np.empty(len(chosen), np.int64)
        self._kernel.keys(states, checked_seed(key), keys)
        return Decision(
            observation=self._observation[chosen],
            action_mask=self._action_mask[chosen],
            seat=self._to_move[chosen],
            key=keys,
            spec=self.spec,
            source=_Snapshot(lambda: self._with(states), self._to_move[chosen], key),
        )

    def determinize(
        self, rows: ArrayLike, seat: ArrayLike, *, key: int = 0, copies: int = 1
    ) -> "GameBatch":
        """Worlds that a seat cannot tell from the game it plays.

        Args:
            rows: The games, R of them.
            seat: The observer, one or (R,).
            key: Random key.
            copies: Worlds drawn for each game.

        Returns:
            A batch of R * copies games, the worlds of a game next to each other, drawn uniformly
            from all deals that agree with what the seat saw.
        """
        chosen = row_indices(rows, len(self))
        seats = seat_array(seat, len(chosen), self.spec.num_players)
        if copies < 1:
            raise ValueError(f"copies must be at least 1, got {copies}")
        states = self._take(np.repeat(chosen, copies))
        observers = np.repeat(seats, copies)
        self._kernel.determinize(states, self._rules_of, observers, checked_seed(key))
        return self._with(states)

    # ---- playing on by themselves

    def playout(
        self,
        policy: str | Callable[..., int] = "random",
        *,
        key: int = 0,
        params: Sequence[float] = (),
        threads: int = 1,
    ) -> NDArray[np.float32]:
        """Play every game to the end of its deal; this batch stays as it is.

        Args:
            policy: "random", or a `@rule` `(observation, action_mask, row, key, params) -> action`
                which then plays all seats.
            key: Random key; row i draws from its sub-key i.
            params: Numbers handed to the policy.
            threads: Row ranges that run at the same time.

        Returns:
            (N, P) points that each seat wins and loses from here on.

        Raises:
            UnknownNameError: If a policy's name is unknown.
        """
        if isinstance(policy, str) and policy != "random":
            raise UnknownNameError(f"unknown policy {policy!r}; give 'random' or a @rule")
        rewards = np.zeros_like(self._rewards)
        bounds = np.linspace(0, len(self), max(1, threads) + 1).astype(int).tolist()
        ranges = list(pairwise(bounds))

        def play(rows: tuple[int, int]) -> int:
            return self._play_range(policy, checked_seed(key), params, *rows, rewards)

        if len(ranges) == 1:
            self.last_playout_steps = play(ranges[0])
        else:
            with ThreadPoolExecutor(len(ranges)) as pool:
                self.last_playout_steps = sum(pool.map(play, ranges))
        return rewards

    last_playout_steps: int = 0
    """Steps that the last `playout` took, all games together."""

    def _play_range(
        self,
        policy: str | Callable[..., int],
        key: int,
        params: Sequence[float],
        first: int,
        last: int,
        rewards: NDArray[np.float32],
    ) -> int:
        return self._kernel.playout(None if isinstance(policy, str) else policy)(
            self._states,
            self._rules_of,
            key,
            first,
            last,
            self._kernel.blank_states(1),
            rewards,
            np.zeros((1, self.spec.observation_size), np.uint8),
            np.zeros((1, self.spec.num_actions), np.bool_),
            np.array(params, np.float64),
        )

    # ---- states in and out

    def copy(self) -> Self:
        """Another batch with the same games."""
        return self.take(np.arange(len(self)))

    def take(self, rows: ArrayLike) -> Self:
        """Another batch with copies of some games; a row may be named more than once."""
        return self._with(self._take(row_indices(rows, len(self))))

    def load(self, states: Records) -> None:
        """Put (N,) records in the place of the games.

        Raises:
            ValueError: If their number or type differs.
        """
        if states.shape != (len(self),) or states.dtype != self._kernel.dtype:
            raise ValueError(
                f"expected {len(self)} records of {self._kernel.dtype.itemsize} bytes, got shape "
                f"{states.shape} of {states.dtype.itemsize} bytes"
            )
        records = states.view(self._kernel.dtype).copy()
        self._states = self._kernel.to_states(records)
        self._refresh()

    def audit(self) -> list[str]:
        """One sentence per broken invariant, with its row; an empty list means all is sound."""
        return [
            f"row {row}: {problem}"
            for row, state in enumerate(to_plain(self._game.state_type, self.state))
            for problem in self._game.audit(state, self.rules)
        ]

    @classmethod
    def from_positions(cls, game: str, positions: Sequence[Any], **options: Any) -> Self:  # noqa: ANN401
        """A batch whose games stand at the given positions, all of the same rules.

        Args:
            game: Name of the game.
            positions: Positions of the game, or their texts.
            options: Further arguments of `GameBatch`; `autoreset` is off unless given.

        Raises:
            PositionError: If a position is impossible, or if their rules differ.
        """
        placed = load_game(game).place_positions(positions)
        options.setdefault("autoreset", False)
        batch = cls(game, len(placed.states), rules=placed.rules, **options)
        for state, own in zip(placed.states, batch.state, strict=True):
            state.key, state.game = int(own["key"]), int(own["game"])
        batch._states = batch._kernel.from_plain(placed.states)
        batch._refresh()
        return batch

    def position(self, row: int = 0) -> Any:  # noqa: ANN401 - each game has its own position type
        """The position of a game, hidden cards included."""
        return self._game.read_position(self._plain(row), self.rules)

    def sheet(self, row: int = 0) -> Any:  # noqa: ANN401
        """How the last deal of a game was scored."""
        return self._game.sheet(self._plain(row), self.rules)

    # ---- words

    def actions(self, words: Iterable[str]) -> IntArray:
        """Action ids of action words.

        Raises:
            NotationError: If a word is no action of the game.
        """
        return np.array([self.spec.actions.id(word) for word in words], np.int64)

    def action_text(self, action: int) -> str:
        """The word of an action id."""
        return self.spec.actions.text(int(action))

    def legal_actions(self, row: int = 0) -> list[str]:
        """Words of the legal actions of a game."""
        return [self.action_text(int(action)) for action in np.flatnonzero(self._action_mask[row])]

    # ---- inside

    def _with(self, states: Any) -> Self:  # noqa: ANN401
        """A batch of the same kind with other games."""
        batch = object.__new__(type(self))
        batch.__dict__.update(self.__dict__)
        batch._settings = self._settings.copy()
        batch._allocate(states)
        batch._refresh()
        return batch

    def _refresh(self) -> None:
        """Fill the outputs after states came from elsewhere."""
        self._num_finished = 0
        self._kernel.refresh(
            self._states, self._rules_of, self._observation, self._action_mask, self._to_move
        )
        self._rewards[:] = 0.0
        self._terminated[:] = self._to_move < 0

    def _take(self, rows: IntArray) -> Any:  # noqa: ANN401
        if self._kernel.build == "python":
            return self._kernel.to_states(take(self.state, rows))
        return take(self._states, rows)

    def _plain(self, row: int) -> Any:  # noqa: ANN401
        chosen = row_indices([row], len(self))
        return to_plain(self._game.state_type, self._kernel.to_records(self._take(chosen)))[0]

    def _check_decks(self, decks: Sequence[Sequence[Any]], count: int) -> list[list[int]]:
        if len(decks) != count:
            raise DeckError(f"{count} rows are reset, but {len(decks)} decks were given")
        return [self._game.read_deck(deck, self.rules) for deck in decks]

    def _put_deck(self, row: int, order: list[int]) -> None:
        deck = self._states[row].deck
        for place, card in enumerate(order):
            deck[place] = card

    def _checked_actions(self, actions: ArrayLike | str) -> IntArray:
        chosen = action_array(actions, len(self), self.spec.actions)
        if self.illegal == "raise":
            row = self._kernel.find_illegal(self._action_mask, self._to_move, chosen)
            if row >= 0:
                raise IllegalActionError(
                    illegal_message(
                        row, int(chosen[row]), self._action_mask[row], self.spec.actions
                    )
                )
        return chosen


class _Snapshot:
    """The games of a decision as they were when it was asked."""

    def __init__(self, games: Callable[[], GameBatch], seats: IntArray, key: int) -> None:
        self._games = games
        self._seats = seats
        self._key = key

    def take(self, rows: NDArray[np.intp]) -> "_Snapshot":
        """The source of some of the decisions."""
        return _Snapshot(lambda: self._games().take(rows), self._seats[rows], self._key)

    def histories(self) -> list[IntArray]:
        """Events that each seat saw."""
        games = self._games()
        return [games.history(row, int(seat)) for row, seat in enumerate(self._seats)]

    def worlds(self, copies: int) -> GameBatch:
        """Worlds that each seat cannot tell from its own."""
        rows = np.arange(len(self._seats))
        return self._games().determinize(rows, self._seats, key=self._key, copies=copies)
