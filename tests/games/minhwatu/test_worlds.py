"""Worlds against the full list of them: every arrangement of the unknown cards, tried by the oracle.

On reduced decks few enough cards are unknown for all their arrangements to be dealt to the oracle,
which plays the deal again. Those that look the same to the observer all the way are the deals that
agree with what it saw. `determinize` must draw all of them, no others, and each equally often.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from math import factorial
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from hwatu_env import GameBatch
from hwatu_env.cards import hwatu
from hwatu_env.games.minhwatu import Rules
from tests.oracles import minhwatu_oracle as oracle

MOST_ARRANGEMENTS = 420
DRAWS = 20_000
LEAST_CHANCE = 1e-4
"""A sound sampler has a smaller p-value in one of 10,000 tests; keys and seeds are fixed."""
POSITIONS = 3
"""Positions that are tried under each rule set."""

World = tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]
"""The hands by seats, each by card ids, and the stock, next card first."""


@dataclass(frozen=True)
class Moment:
    """A deal of the oracle at a decision, as one observer looks at it."""

    rules: Rules
    deck: list[str]
    dealer: int
    words: list[str]
    observer: int

    def play(self, deck: Sequence[str]) -> tuple[oracle.Deal, list[Any]] | None:
        """The deal after these words with another deck, and what the observer saw on the way."""
        d = oracle.Deal(self.rules.to_dict(), deck, dealer=self.dealer)
        if d.redeal:
            return None
        seen = [view(d, self.observer)]
        for word in self.words:
            if d.over or word not in d.legal():
                return None
            d.step(word)
            seen.append(view(d, self.observer))
        return d, seen

    def now(self) -> oracle.Deal:
        played = self.play(self.deck)
        assert played is not None
        return played[0]

    def batch(self) -> GameBatch:
        batch = GameBatch("minhwatu", 1, rules=self.rules, autoreset=False)
        batch.reset(decks=[self.deck], dealer=self.dealer)
        for word in self.words:
            batch.step(word)
        return batch


def view(d: oracle.Deal, observer: int) -> tuple[Any, ...]:
    """All that the observer sees in one moment."""
    mine = d.legal() if d.to_move == observer else []
    hands = [len(hand) for hand in d.hands]
    return (list(d.hands[observer]), hands, list(d.table), list(d.in_play), list(map(list, d.piles)),
            list(d.quads), len(d.stock), d.to_move, d.decision, mine)  # fmt: skip


def unknown_places(moment: Moment) -> list[int]:
    """Places in the deck whose card the observer was never shown there.

    Which place of a dealt hand a card came from is never told, not even when it is played later.
    """
    size, d = moment.rules.cards_per_hand, moment.now()
    others = [seat for seat in range(moment.rules.num_players) if seat != moment.observer]
    hands = [place for seat in others for place in range(seat * size, (seat + 1) * size)]
    return hands + list(range(len(moment.deck) - len(d.stock), len(moment.deck)))


def all_worlds(moment: Moment) -> Counter[World]:
    """How many deals that agree with what the observer saw lead to each world."""
    played = moment.play(moment.deck)
    assert played is not None
    places = unknown_places(moment)
    worlds: Counter[World] = Counter()
    cards = [moment.deck[place] for place in places]
    others = moment.rules.num_players - 1
    for order in hands_and_rest(cards, moment.rules.cards_per_hand, others):
        deck = list(moment.deck)
        for place, card in zip(places, order, strict=True):
            deck[place] = card
        other = moment.play(deck)
        if other is not None and other[1] == played[1]:
            worlds[world(other[0].hands, other[0].stock)] += 1
    return worlds


def hands_and_rest(cards: list[str], size: int, hands: int) -> Iterator[list[str]]:
    """All ways to lay cards out as hands and a stock; the order of a hand is no difference."""
    if hands == 0:
        yield from map(list, permutations(cards))
        return
    for hand in combinations(cards, size):
        left = [card for card in cards if card not in hand]
        for rest in hands_and_rest(left, size, hands - 1):
            yield [*hand, *rest]


def num_arrangements(moment: Moment) -> int:
    size, others = moment.rules.cards_per_hand, moment.rules.num_players - 1
    return factorial(len(unknown_places(moment))) // factorial(size) ** others


def world(hands: Sequence[Sequence[str]], stock: Sequence[str]) -> World:
    by_id = [tuple(sorted(hand, key=hwatu.card_index)) for hand in hands]
    return tuple(by_id), tuple(stock)


def drawn_worlds(moment: Moment, draws: int) -> Counter[World]:
    """Worlds as `determinize` draws them."""
    batch = moment.batch().determinize([0], moment.observer, key=17, copies=draws)
    assert batch.take(range(20)).audit() == []
    counts: Counter[World] = Counter()
    state = batch.state
    for hand, deck, top in zip(state["hand"], state["deck"], state["stock_top"], strict=True):
        stock = [hwatu.card_name(int(card)) for card in deck[int(top) : moment.rules.deck_size]]
        counts[world([hwatu.names(int(cards)) for cards in hand], stock)] += 1
    return counts


def moments(
    rules: Rules, interest: Callable[[Moment], bool], shuffled: Callable[..., list[str]]
) -> Iterator[Moment]:
    """Moments of random deals at which little is unknown to somebody, one or none of each deal."""
    rng = random.Random(str(rules))
    while True:
        deck = shuffled(rules.to_dict(), rng)
        d = oracle.Deal(rules.to_dict(), deck, dealer=rng.randrange(rules.num_players))
        words: list[str] = []
        while not d.over and not d.redeal:
            moment = Moment(rules, deck, d.dealer, list(words), rng.randrange(rules.num_players))
            if 12 <= num_arrangements(moment) <= MOST_ARRANGEMENTS and interest(moment):
                yield moment
                break
            words.append(rng.choice(d.legal()))
            d.step(words[-1])


def anything(moment: Moment) -> bool:
    return True


def another_could_have_held_a_quad(moment: Moment) -> bool:
    """Four of a month are among the cards whose places are unknown, and nobody has laid them out."""
    if any(moment.now().quads):
        return False
    months = Counter(moment.deck[place].split(".")[0] for place in unknown_places(moment))
    return max(months.values()) == 4


def another_has_laid_out_a_quad(moment: Moment) -> bool:
    quads = moment.now().quads
    return sum(quads) > quads[moment.observer]


def a_target_is_asked(moment: Moment) -> bool:
    return moment.now().decision in ("hand_target", "flip_target")


RULES: dict[str, tuple[str, Callable[[Moment], bool], Callable[..., list[str]]]] = {
    "all alike": (
        "standard(months=3, hand_size=2, table_size=4)",
        anything,
        oracle.random_deck,
    ),
    "in the middle of a turn": (
        "seed(months=3, hand_size=2, table_size=5)",
        a_target_is_asked,
        oracle.random_deck,
    ),
    "no quad was laid out": (
        "seed(months=3, hand_size=4, table_size=2)",
        another_could_have_held_a_quad,
        oracle.clumped_deck,
    ),
    "a quad was laid out": (
        "seed(months=4, hand_size=4, table_size=5)",
        another_has_laid_out_a_quad,
        oracle.clumped_deck,
    ),
    "three seats": (
        "seed(num_players=3, months=3, hand_size=2, table_size=4, optional_capture=True)",
        anything,
        oracle.random_deck,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(("text", "interest", "shuffled"), RULES.values(), ids=RULES)
def test_worlds_are_drawn_uniformly_from_all_that_are_possible(text, interest, shuffled):
    chosen = moments(Rules.parse(text), interest, shuffled)
    tried = 0
    while tried < POSITIONS:
        moment = next(chosen)
        worlds = all_worlds(moment)
        true = moment.now()
        assert world(true.hands, true.stock) in worlds
        if len(worlds) > 1:
            expect_uniform(moment, worlds)
            tried += 1


def expect_uniform(moment: Moment, worlds: Counter[World]) -> None:
    drawn = drawn_worlds(moment, DRAWS)
    assert set(drawn) <= set(worlds), f"drawn, but not possible: {set(drawn) - set(worlds)}"
    order = sorted(worlds)
    expected = np.array([worlds[each] for each in order]) / sum(worlds.values()) * DRAWS
    observed = np.array([drawn[each] for each in order])
    assert expected.min() > 3, "too many worlds for the draws"
    assert chisquare(observed, expected).pvalue > LEAST_CHANCE, f"not uniform: {moment}"


def test_quads_that_were_not_laid_out_exclude_worlds():
    """The list of worlds is shorter than that of arrangements: the test above sees the difference."""
    text, interest, shuffled = RULES["no quad was laid out"]
    moment = next(moments(Rules.parse(text), interest, shuffled))

    played_on = Rules.parse(text).replace(hand_quad="play")
    blind = Moment(played_on, moment.deck, moment.dealer, moment.words, moment.observer)

    assert sum(all_worlds(moment).values()) < sum(all_worlds(blind).values())
