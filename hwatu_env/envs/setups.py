"""How an episode starts when a user says so: the reset options `deck`, `position` and `dealer`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from hwatu_env.batch import GameBatch
from hwatu_env.errors import DeckError, PositionError
from hwatu_env.games.game import load_game

_OF_THE_ROW = ("key", "game", "episode")
"""Fields of a game's record that say which game of its row it is, whatever stands on the table."""


@dataclass(frozen=True, kw_only=True)
class Setup:
    """How one episode starts; None leaves it to chance."""

    deck: Any = None
    """Cards by seats: each hand, then the table, then the stock, as texts or indices."""
    position: Any = None
    """A position of the game, or its text."""
    dealer: int | None = None
    """Seat of the dealer."""

    @classmethod
    def of(cls, options: Mapping[str, Any] | None) -> Self:
        """The setup that reset options ask for; options of other names are not ours.

        Raises:
            PositionError: If a position and a deck or dealer are given together.
        """
        known = {name: (options or {}).get(name) for name in ("deck", "position", "dealer")}
        setup = cls(**known)
        if setup.position is not None and (setup.deck is not None or setup.dealer is not None):
            raise PositionError("a position says all: give it without a deck or a dealer")
        return setup


CHANCE = Setup()
"""A deal that is left to chance."""


def deal(
    batch: GameBatch,
    setups: Mapping[int, Setup],
    *,
    seed: int | None = None,
    where: NDArray[np.bool_] | None = None,
) -> None:
    """Start episodes, some of them from a deck or a position.

    Args:
        batch: The games.
        setups: By rows; those that are not named start at random.
        seed: As in `GameBatch.reset`.
        where: (N,) rows to start again, all if None.

    Raises:
        DeckError: If a deck is wrong.
        PositionError: If a position is impossible, over, or of other rules.
        ValueError: If a seed or dealer is out of range. Nothing has changed in any of these cases.
    """
    if not setups:
        batch.reset(seed=seed, where=where)
        return
    rows = np.ones(len(batch), np.bool_) if where is None else where.copy()
    special = {row: setup for row, setup in setups.items() if setup != CHANCE and rows[row]}
    for setup in special.values():
        _check(batch, setup)
    placed = {
        row: _place(batch, setup.position)
        for row, setup in special.items()
        if setup.position is not None
    }
    stacked = [row for row, setup in special.items() if setup.deck is not None]
    dealers = np.full(len(batch), -1, np.int64)
    for row, setup in special.items():
        dealers[row] = -1 if setup.dealer is None else setup.dealer
    for row in stacked:
        rows[row] = False
    _reset(batch, rows, dealers, seed, None)
    for row in stacked:
        alone = np.zeros(len(batch), np.bool_)
        alone[row] = True
        _reset(batch, alone, dealers, seed, special[row].deck)
    if placed:
        _put(batch, placed)


def _check(batch: GameBatch, setup: Setup) -> None:
    if setup.deck is not None:
        if isinstance(setup.deck, str):
            raise DeckError(f"a deck is a list of cards, got the text {setup.deck!r}")
        load_game(batch.spec.game).read_deck(setup.deck, batch.rules)
    if setup.dealer is not None and not 0 <= setup.dealer < batch.spec.num_players:
        raise ValueError(f"dealer is a seat, 0 to {batch.spec.num_players - 1}, got {setup.dealer}")


def _place(batch: GameBatch, position: Any) -> GameBatch:  # noqa: ANN401
    placed = GameBatch.from_positions(
        batch.spec.game, [position], episode=batch.episode, compiled=batch.compiled
    )
    if placed.rules != batch.rules:
        raise PositionError(
            f"the position is of {placed.rules}, but the environment of {batch.rules}"
        )
    if placed.to_move[0] < 0:
        raise PositionError("the position is over: nobody has anything to decide in it")
    return placed


def _reset(
    batch: GameBatch,
    rows: NDArray[np.bool_],
    dealers: NDArray[np.int64],
    seed: int | None,
    deck: Any,  # noqa: ANN401
) -> None:
    if not rows.any():
        return
    # a row whose dealer is drawn has -1 here, which GameBatch.reset wants as None for all of them
    for dealer in np.unique(dealers[rows]).tolist():
        chosen = rows & (dealers == dealer)
        batch.reset(
            seed=seed,
            where=chosen,
            decks=None if deck is None else [deck],
            dealer=None if dealer < 0 else dealer,
        )


def _put(batch: GameBatch, placed: Mapping[int, GameBatch]) -> None:
    states = batch.state.copy()
    for row, position in placed.items():
        record = position.state.copy()
        for name in _OF_THE_ROW:
            record[name] = states[name][row]
        states[row] = record[0]
    batch.load(states)
