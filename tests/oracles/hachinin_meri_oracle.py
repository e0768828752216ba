"""Hachi-Nin Meri oracle: a slow, plain engine written from rules/hachinin_meri.md alone.

Here: sets and sessions (§8); the game is in hachinin_meri_game_oracle, the trick in
hachinin_meri_trick_oracle.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from tests.oracles.hachinin_meri_game_oracle import Game
from tests.oracles.hachinin_meri_trick_oracle import (
    CARDS,
    CHOICES,
    PRESETS,
    TENKA,
    Options,
    from_packets,
    is_meri,
    is_trump,
    legal_cards,
    next_seat,
    plain_order,
    preset,
    random_deck,
    random_options,
    trick,
    trump_order,
)

__all__ = [
    "CARDS",
    "CHOICES",
    "PRESETS",
    "TENKA",
    "Game",
    "Options",
    "Session",
    "Set",
    "first_dealer",
    "from_packets",
    "is_meri",
    "is_trump",
    "legal_cards",
    "next_seat",
    "perft",
    "plain_order",
    "preset",
    "random_deck",
    "random_options",
    "trick",
    "trump_order",
]

Decks = Callable[[], Sequence[str]]


def perft(game: Game, depth: int) -> int:
    """Number of action sequences of exactly `depth` decisions; finished lines count once."""
    if depth == 0 or game.over:
        return 1
    count = 0
    for word in game.legal():
        twin = game.copy()
        twin.step(word)
        count += perft(twin, depth - 1)
    return count


def first_dealer(options: Options, rng: random.Random) -> int:
    """§2.3."""
    dealer = options["first_dealer"]
    return rng.randrange(8) if dealer == "random" else dealer


class Set:
    """Eight games; the higher sum of points wins (§8.2, §8.5).

    `decks` gives a deck by seats: one for every deal, then a second one if the redeal custom is
    on (asked for always, used only after `redeal`). A further game after a tie is another entry
    of `deals`; `games` counts the games of which the set has eight. When the set is over, `dealer`
    is the first dealer of the next set.
    """

    def __init__(self, options: Options, decks: Decks, *, dealer: int) -> None:
        self.options = dict(options)
        self._decks = decks
        self.dealer = dealer
        self.games = 0
        self.deals: list[tuple[int, tuple[int, int]]] = []  # dealer, points
        self.points = [0, 0]
        self.over = False
        self.winner: int | None = None
        self._game: Game | None = None

    @property
    def game(self) -> Game | None:
        """The game being played; dealt when it is first asked for."""
        if self._game is None and not self.over:
            deck = self._decks()
            redeal = self.options["redeal"] != "none"
            second = self._decks() if redeal else None
            self._game = Game(self.options, deck, dealer=self.dealer, second_deck=second)
        return self._game

    def step(self, word: str) -> None:
        """An action word in the present game."""
        game = self.game
        if game is None:
            raise ValueError("the set is over")
        game.step(word)
        if game.over:
            self.add(game.points[0], game.points[1])

    def add(self, even: int, odd: int) -> None:
        """The result of the present deal."""
        if self.over:
            raise ValueError("the set is over")
        self._game = None
        self.deals.append((self.dealer, (even, odd)))
        self.points = [self.points[0] + even, self.points[1] + odd]
        if even == odd and self.options["tie_game"] == "extra_game":
            return  # the same dealer deals once more; together they are one game (§9.1)
        self.games += 1
        self.dealer = next_seat(self.dealer, self.options)
        tied = self.points[0] == self.points[1]
        if self.games < 8 or (tied and self.options["tie_set"] == "extra_game"):
            return
        self.over = True
        if not tied:
            self.winner = 0 if self.points[0] > self.points[1] else 1


class Session:
    """Best of three sets (§8.3, §8.5); the deal just goes on from set to set (§8.6)."""

    def __init__(self, options: Options, decks: Decks, *, dealer: int) -> None:
        self.options = dict(options)
        self._decks = decks
        self.set = Set(options, decks, dealer=dealer)
        self.sets: list[Set] = []  # the finished ones
        self.won = [0, 0]
        self.over = False
        self.winner: int | None = None

    @property
    def game(self) -> Game | None:
        """The game being played."""
        return None if self.over else self.set.game

    def step(self, word: str) -> None:
        """An action word in the present game."""
        self.set.step(word)
        self._close_set()

    def add(self, even: int, odd: int) -> None:
        """The result of the present deal."""
        self.set.add(even, odd)
        self._close_set()

    def _close_set(self) -> None:
        if not self.set.over:
            return
        self.sets.append(self.set)
        if self.set.winner is not None:
            self.won[self.set.winner] += 1
        if max(self.won) == 2 or len(self.sets) == 3:
            self.over = True
            if self.won[0] != self.won[1]:
                self.winner = 0 if self.won[0] > self.won[1] else 1
            return
        self.set = Set(self.options, self._decks, dealer=self.set.dealer)
