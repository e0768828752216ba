"""Checks that anybody can run on a game of this package, its rules given by name.

`check_game("gostop", "standard-2p")` plays random games and raises AssertionError at the first
thing that a learner could stumble over: a card in two places, payoffs that do not add up, a
legal set that is empty, a row that depends on its neighbours, a view that tells what is hidden.
The checks know games through `GameBatch` alone, so they hold for every game alike.

N games, P seats, A actions, D bytes of an observation.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hwatu_env.batch import Compiled, GameBatch
from hwatu_env.games.game import Game, load_game

IntArray = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Setup:
    """What is checked, and on how many games."""

    game: str
    """Name of the game."""
    rules: Any = None
    """Text of its rules, a `Rules` object, or None for the first preset."""
    num_players: int | None = None
    """Seats, where the rules leave them open."""
    num_games: int = 8
    """Games that each check plays, at least 2."""
    seed: int = 0
    """Seed of the games and of the random players."""
    compiled: Compiled = True
    """Which build of the rules is checked."""

    def batch(self, num_games: int | None = None, **options: Any) -> GameBatch:  # noqa: ANN401
        """A batch of these games; `autoreset` is off unless given."""
        settings: dict[str, Any] = {"autoreset": False, "seed": self.seed, **options}
        return GameBatch(
            self.game,
            self.num_games if num_games is None else num_games,
            rules=self.rules,
            num_players=self.num_players,
            compiled=self.compiled,
            **settings,
        )

    @property
    def provider(self) -> Game:
        """The package of the game."""
        return load_game(self.game)


def check_game(
    game: str,
    rules: Any = None,  # noqa: ANN401 - a text, or the game's Rules
    *,
    num_players: int | None = None,
    num_games: int = 8,
    seed: int = 0,
    compiled: Compiled = True,
) -> None:
    """Run every check of this module on a game.

    Args:
        game: Name of the game.
        rules: Text of the rules, a `Rules` object, or None for the game's first preset.
        num_players: Seats, where the rules leave them open.
        num_games: Games that each check plays, at least 2.
        seed: Seed of the games and of the random players.
        compiled: Which build of the rules is checked, as in `GameBatch`.

    Raises:
        AssertionError: At the first check that fails; the message says what is wrong, and where.
        UnknownNameError: If the game is unknown.
        RulesError: If the rules are.
        ValueError: If there are fewer than two games.
    """
    if num_games < 2:
        raise ValueError(f"num_games must be at least 2, got {num_games}")
    setup = Setup(
        game=game,
        rules=rules,
        num_players=num_players,
        num_games=num_games,
        seed=seed,
        compiled=compiled,
    )
    for check in CHECKS:
        check(setup)


# ---- playing


def check_play(setup: Setup) -> None:
    """Random games of every kind of episode keep to the rules of `GameBatch` up to their end.

    Each card is in one place, rewards add up to zero and to the score, actions are legal exactly
    while a game goes on, and it ends within `spec.max_steps` a deal.

    Raises:
        AssertionError: If they do not.
    """
    for episode, deals in setup.provider.episodes.items():
        longer = deals(setup.batch(1).rules) > 1
        batch = setup.batch(2 if longer else None, episode=episode)
        total = np.zeros_like(batch.rewards, np.float64)
        for step in play(batch, key=setup.seed):
            total += batch.rewards
            where = f"{_name(batch)}, {episode}, after step {step}"
            played = int(batch.state["deals"].max()) + 1 if deals(batch.rules) == 0 else 0
            longest = batch.spec.max_steps * (played or deals(batch.rules))
            _require(step <= longest, f"{where}: a game is longer than {longest} steps")
            _check_outputs(batch, where)
            _check_sums(batch, total, where)


def play(batch: GameBatch, *, key: int) -> Iterator[int]:
    """Play a batch without autoreset to its end with random actions.

    Args:
        batch: The games; they are changed.
        key: Random key.

    Yields:
        The number of steps so far: first 0, before any action.
    """
    steps = 0
    yield steps
    while (batch.to_move >= 0).any():
        batch.step(batch.sample_actions(key))
        steps += 1
        yield steps


def _check_outputs(batch: GameBatch, where: str) -> None:
    problems = batch.audit()
    _require(not problems, f"{where}: {'; '.join(problems[:3])}")
    over = batch.to_move < 0
    _require(
        np.array_equal(batch.action_mask.any(axis=1), ~over),
        f"{where}: actions are legal exactly while a game goes on, but not in rows "
        f"{np.flatnonzero(batch.action_mask.any(axis=1) == over).tolist()}",
    )
    _require(
        not batch.action_mask[:, batch.spec.noop].any(),
        f"{where}: noop is legal, which is for waiting seats of the parallel environment",
    )
    _require(np.array_equal(batch.terminated, over), f"{where}: terminated is not to_move < 0")
    _require(not batch.observation[over].any(), f"{where}: a finished game is observed")
    for seat in range(batch.spec.num_players):
        seen = batch.observe(seat)
        _check_bytes(batch, seen, where)
        mine = batch.to_move == seat
        _require(
            np.array_equal(seen[mine], batch.observation[mine]),
            f"{where}: observe({seat}) differs from the observation of the seat to move",
        )
    _check_log(batch, where)


def _check_bytes(batch: GameBatch, seen: NDArray[np.uint8], where: str) -> None:
    too_high = np.argwhere(seen > batch.spec.observation.high)
    if too_high.size == 0:
        return
    row, column = too_high[0].tolist()
    piece = next(
        piece.name
        for piece in batch.spec.observation.pieces
        if column < batch.spec.observation.slice(piece.name).stop
    )
    raise AssertionError(
        f"{where}: row {row} shows {seen[row, column]} in {piece}, whose bytes end at "
        f"{batch.spec.observation.high[column]}"
    )


def _check_log(batch: GameBatch, where: str) -> None:
    state = batch.state
    if "log_length" not in (state.dtype.names or ()):
        return
    longest, room = int(state["log_length"].max()), state["log"].shape[1]
    _require(
        longest < room, f"{where}: the event log holds {room} bytes and {longest} were written"
    )


def _check_sums(batch: GameBatch, total: NDArray[np.float64], where: str) -> None:
    if batch.spec.zero_sum:
        sums = batch.rewards.sum(axis=1)
        _require(np.allclose(sums, 0, atol=1e-3), f"{where}: rewards add up to {sums.tolist()}")
    over = batch.to_move < 0
    earned = batch.state["score"] / batch.rules.reward_unit
    _require(
        np.allclose(total[over], earned[over], rtol=1e-4, atol=1e-3),
        f"{where}: rewards so far {total[over].tolist()} are not the scores "
        f"{earned[over].tolist()} of the games that are over",
    )


# ---- rows and seats


def check_rows(setup: Setup) -> None:
    """A row is the same game alone, in company, and in a shard that starts at its index.

    Games follow each other until every row is past its first.

    Raises:
        AssertionError: If it is not.
    """
    company = setup.batch(autoreset=True)
    half = setup.num_games // 2
    parts = [setup.batch(1, autoreset=True)]
    parts.append(setup.batch(setup.num_games - half, first_game=half, autoreset=True))
    rows = [slice(0, 1), slice(half, setup.num_games)]
    for step in range(company.spec.max_steps):
        if company.state["episode"].min() > 0:
            break
        for part, chosen in zip(parts, rows, strict=True):
            where = f"{_name(company)}, after step {step}"
            _require_equal(part, company, chosen, f"{where}: rows depend on their neighbours")
        actions = company.sample_actions(setup.seed)
        company.step(actions)
        for part, chosen in zip(parts, rows, strict=True):
            part.step(actions[chosen])


def _require_equal(part: GameBatch, whole: GameBatch, rows: slice, message: str) -> None:
    for output in ("observation", "action_mask", "to_move", "rewards", "terminated"):
        same = np.array_equal(getattr(part, output), getattr(whole, output)[rows])
        _require(same, f"{message}: {output} differs in rows {rows.start} to {rows.stop - 1}")
    for field in part.state.dtype.names or ():
        same = np.array_equal(part.state[field], whole.state[field][rows])
        _require(same, f"{message}: {field} differs in rows {rows.start} to {rows.stop - 1}")


def check_rotation(setup: Setup) -> None:
    """Seats are alike: the same deal, handed out one seat on, is the same game one seat on.

    The rules say how many cards a hand and the deck have: `cards_per_hand` and `deck_size`.

    Raises:
        AssertionError: If they are not.
    """
    batch = setup.batch()
    seats, dealers = batch.spec.num_players, batch.state["dealer"].copy()
    decks = batch.state["deck"][:, : batch.rules.deck_size].astype(np.int64)
    held = batch.rules.cards_per_hand * seats
    moved = decks.copy()
    moved[:, :held] = np.roll(decks[:, :held], batch.rules.cards_per_hand, axis=1)
    batch.reset(decks=decks.tolist(), dealer=dealers)
    other = setup.batch()
    other.reset(decks=moved.tolist(), dealer=(dealers + 1) % seats)
    for step in play(batch, key=setup.seed):
        if step:
            other.step(other.sample_actions(setup.seed))
        where = f"{_name(batch)}, after step {step}"
        going = batch.to_move >= 0
        expected = np.where(going, (batch.to_move + 1) % seats, -1)
        _require(
            np.array_equal(other.to_move, expected)
            and np.array_equal(other.observation, batch.observation)
            and np.array_equal(other.action_mask, batch.action_mask),
            f"{where}: seats are not alike, a seat on the game looks different",
        )
        _require(
            np.array_equal(other.rewards, np.roll(batch.rewards, 1, axis=1)),
            f"{where}: seats are not alike, a seat on they are paid {other.rewards.tolist()} "
            f"instead of {batch.rewards.tolist()}",
        )


# ---- what seats know


def check_secrets(setup: Setup) -> None:
    """No seat sees what it may not: in worlds that differ in it alone, it sees the same.

    Raises:
        AssertionError: If `observe`, `history` or the legal actions of a seat change when all that
            it does not know is drawn again.
    """
    batch = setup.batch()
    for step in play(batch, key=setup.seed):
        going = np.flatnonzero(batch.to_move >= 0)
        for seat in range(batch.spec.num_players if going.size else 0):
            worlds = batch.determinize(going, seat, key=step)
            # while another seat is asked in secret, in some worlds it is the observer's turn
            alike = (worlds.to_move == seat) == (batch.to_move[going] == seat)
            where = f"{_name(batch)}, after step {step}"
            _check_same_view(batch, worlds.take(alike), going[alike], seat, where)


def _check_same_view(
    batch: GameBatch, worlds: GameBatch, rows: IntArray, seat: int, where: str
) -> None:
    differs = np.argwhere(worlds.observe(seat) != batch.observe(seat)[rows])
    if differs.size:
        row, column = differs[0].tolist()
        layout = batch.spec.observation
        piece = next(p.name for p in layout.pieces if column < layout.slice(p.name).stop)
        raise AssertionError(
            f"{where}: the view of seat {seat} in row {rows[row]} tells what is hidden, in {piece}"
        )
    for world, row in enumerate(rows.tolist()):
        _require(
            np.array_equal(worlds.history(world, seat), batch.history(row, seat)),
            f"{where}: the history of seat {seat} in row {row} tells what is hidden",
        )
    mine = batch.to_move[rows] == seat
    _require(
        np.array_equal(worlds.to_move[mine], batch.to_move[rows][mine])
        and np.array_equal(worlds.action_mask[mine], batch.action_mask[rows][mine]),
        f"{where}: what seat {seat} may do depends on what it does not know",
    )


def check_worlds(setup: Setup) -> None:
    """Worlds that a seat cannot tell apart are sound games that can be played to their end.

    Raises:
        AssertionError: If one is not.
    """
    batch = setup.batch()
    chooser = np.random.default_rng(setup.seed)
    for step in play(batch, key=setup.seed):
        going = np.flatnonzero(batch.to_move >= 0)
        if going.size == 0 or step % 4:
            continue
        seats = chooser.integers(0, batch.spec.num_players, going.size)
        worlds = batch.determinize(going, seats, key=setup.seed, copies=2)
        where = f"{_name(batch)}, after step {step}"
        _check_outputs(worlds, f"{where}, in a world")
        for later in play(worlds, key=setup.seed):
            _require(later <= batch.spec.max_steps, f"{where}: a world does not end")
        _check_outputs(worlds, f"{where}, at the end of a world")


# ---- words


def check_words(setup: Setup) -> None:
    """Rules, actions and observations can be written and read back.

    Raises:
        AssertionError: If a text does not come back as it was.
    """
    batch = setup.batch()
    spec, actions = batch.spec, batch.spec.actions
    again = setup.provider.rules_type.parse(str(batch.rules))
    _require(again == batch.rules, f"{_name(batch)}: the rules {batch.rules} read as {again}")
    for action, word in enumerate(actions.words):
        _require(actions.id(word) == action, f"{_name(batch)}: {word!r} is not action {action}")
        _require(actions.text(action) == word, f"{_name(batch)}: {action} is not {word!r}")
    _require(actions.words[spec.noop] == "noop", f"{_name(batch)}: the last action is not noop")
    _require(len(spec.teams) == spec.num_players, f"{_name(batch)}: a seat is in no team")
    pieces = [spec.observation.read(batch.observation, p.name) for p in spec.observation.pieces]
    flat = np.concatenate([piece.reshape(len(batch), -1) for piece in pieces], axis=1)
    _require(
        np.array_equal(flat, batch.observation),
        f"{_name(batch)}: the pieces of an observation do not add up to it",
    )


CHECKS: tuple[Callable[[Setup], None], ...] = (
    check_words,
    check_play,
    check_rows,
    check_rotation,
    check_secrets,
    check_worlds,
)
"""The checks that `check_game` runs, in their order."""


def perft(batch: GameBatch, depth: int) -> int:
    """Number of action sequences of exactly `depth` decisions from the games of a batch.

    One integer that changes with every wrong legal action. A line that ends earlier counts once.

    Args:
        batch: The games, which stay as they are; with autoreset off.
        depth: Decisions, at least 0.

    Raises:
        ValueError: If autoreset is on: games would go on behind their end.
    """
    if batch.autoreset:
        raise ValueError("perft counts to the end of a game: make the batch with autoreset=False")
    finished = 0
    for _ in range(depth):
        rows, actions = np.nonzero(batch.action_mask)
        finished += int((batch.to_move < 0).sum())
        if rows.size == 0:
            return finished
        batch = batch.take(rows)
        batch.step(actions)
    return finished + len(batch)


def _name(batch: GameBatch) -> str:
    return f"{batch.spec.game} {batch.spec.rules}, {batch.spec.num_players} seats"


def _require(holds: bool | np.bool_, message: str) -> None:
    if not holds:
        raise AssertionError(message)
