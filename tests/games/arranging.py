"""What the full lists of worlds have in common: unknown cards in every order, and uniform draws.

A `Moment` and what leads there belong to the fishing games; `check_uniform` to every game.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from math import factorial
from typing import Any, ClassVar, Self

import numpy as np
from scipy.stats import chisquare

from hwatu_env import GameBatch
from hwatu_env.cards import hwatu
from tests.games.fishing import stock_of

DRAWS = 20_000
LEAST_EXPECTED = 5
LEAST_CHANCE = 1e-4
"""A sound sampler has a smaller p-value in one of 10,000 tests; keys and seeds are fixed."""

World = tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]
"""The hands by seats, each by card ids, and the stock, next card first."""
Interest = Callable[[Any], bool]
Shuffled = Callable[[dict[str, Any], random.Random], list[str]]
"""Options of the oracle and a source of chance -> a deck."""


@dataclass(frozen=True)
class Moment:
    """A deal of an oracle at a decision, as one observer is about to be asked what it knows."""

    game: ClassVar[str]
    oracle: ClassVar[Any]
    rules: Any
    deck: list[str]
    dealer: int
    words: list[str]
    observer: int

    def start(self, deck: Sequence[str] | None = None) -> Any:
        return self.oracle.Deal(self._options, deck or self.deck, dealer=self.dealer)

    @cached_property
    def _options(self) -> dict[str, Any]:
        return self.rules.to_dict()

    @cached_property
    def now(self) -> Any:
        """The deal after these words; only to be looked at."""
        d = self.start()
        for word in self.words:
            d.step(word)
        return d

    def batch(self) -> GameBatch:
        batch = GameBatch(self.game, 1, rules=self.rules, autoreset=False)
        batch.reset(decks=[self.deck], dealer=self.dealer)
        for word in self.words:
            batch.step(word)
        return batch

    # ---- what is unknown

    @property
    def others(self) -> int:
        """Number of the other seats."""
        return self.rules.num_players - 1

    @cached_property
    def unknown_places(self) -> list[int]:
        """Places in the deck whose card the observer was never shown there.

        Which place of a dealt hand a card came from is never told, not even when it is played
        later.
        """
        size = self.rules.cards_per_hand
        mine = range(self.observer * size, (self.observer + 1) * size)
        places = [place for place in range(size * (self.others + 1)) if place not in mine]
        places += range(len(self.deck) - len(self.now.stock), len(self.deck))
        return places + self.drawn_by_others

    @property
    def drawn_by_others(self) -> list[int]:
        """Places of the cards that other seats drew unseen, in games where seats draw."""
        return []

    @property
    def unknown_cards(self) -> list[str]:
        return [self.deck[place] for place in self.unknown_places]

    @property
    def num_arrangements(self) -> int:
        hands = factorial(self.rules.cards_per_hand) ** self.others
        return factorial(len(self.unknown_places)) // hands

    def arrangements(self) -> Iterator[list[str]]:
        """All decks with the unknown cards elsewhere; the order of a dealt hand is no difference."""
        orders = hands_and_rest(self.unknown_cards, self.rules.cards_per_hand, self.others)
        for order in orders:
            deck = list(self.deck)
            for place, card in zip(self.unknown_places, order, strict=True):
                deck[place] = card
            yield deck

    @classmethod
    def all_of(
        cls, rules: Any, interest: Interest, shuffled: Shuffled, seed: str, sizes: range
    ) -> Iterator[Self]:
        """Moments of random deals at which little is unknown to somebody, at most one of each deal.

        Args:
            rules: House rules.
            interest: Which moments are wanted.
            shuffled: How decks are shuffled.
            seed: Of the decks and of what is played.
            sizes: How many arrangements there may be.
        """
        rng = random.Random(seed)
        while True:
            deck = shuffled(rules.to_dict(), rng)
            dealer = rng.randrange(rules.num_players)
            d = cls.oracle.Deal(rules.to_dict(), deck, dealer=dealer)
            words: list[str] = []
            while not d.over and not d.redeal:
                moment = cls(rules, deck, dealer, list(words), rng.randrange(rules.num_players))
                if moment.num_arrangements in sizes and interest(moment):
                    yield moment
                    break
                words.append(rng.choice(d.legal()))
                d.step(words[-1])


def hands_and_rest(cards: list[str], size: int, hands: int) -> Iterator[list[str]]:
    """All ways to lay cards out as hands and a stock; the order of a hand is no difference."""
    if hands == 0:
        yield from map(list, permutations(cards))
        return
    for hand in combinations(cards, size):
        left = [card for card in cards if card not in hand]
        for rest in hands_and_rest(left, size, hands - 1):
            yield [*hand, *rest]


# ---- worlds


def world(hands: Sequence[Any], stock: Sequence[str]) -> World:
    by_id = [tuple(sorted(hand, key=hwatu.card_index)) for hand in hands]
    return tuple(by_id), tuple(stock)


def drawn_worlds(moment: Moment, draws: int) -> Counter[World]:
    """Worlds as `determinize` draws them."""
    batch = moment.batch().determinize([0], moment.observer, key=17, copies=draws)
    assert batch.take(range(20)).audit() == []
    return Counter(
        world([hwatu.names(int(cards)) for cards in g.hand], stock_of(g, moment.rules))
        for g in batch.state
    )


def check_moments(
    chosen: Iterator[Moment], all_worlds: Callable[[Any], Counter[World]], count: int
) -> None:
    """Check that worlds are drawn uniformly from all there are, at moments with more than one."""
    listed = ((moment, all_worlds(moment)) for moment in chosen)
    for moment, worlds in listed:
        assert world(moment.now.hands, moment.now.stock) in worlds
        if len(worlds) > 1:
            draws = max(DRAWS, LEAST_EXPECTED * sum(worlds.values()) // min(worlds.values()))
            check_uniform(drawn_worlds(moment, draws), worlds, moment)
            count -= 1
        if count == 0:
            return


def check_uniform(drawn: Counter[Any], worlds: Counter[Any], moment: object) -> None:
    """Check that all worlds and no others were drawn, each as often as deals lead to it."""
    assert set(drawn) <= set(worlds), f"drawn, but not possible: {set(drawn) - set(worlds)}"
    order = sorted(worlds)
    expected = np.array([worlds[one] for one in order]) / worlds.total() * drawn.total()
    observed = np.array([drawn[one] for one in order])
    missing = [one for one, often in zip(order, observed, strict=True) if often == 0]
    assert expected.min() < 15 or not missing, f"possible, but never drawn: {missing}"
    if len(order) > 1:
        assert chisquare(observed, expected).pvalue > LEAST_CHANCE, f"not uniform: {moment}"
