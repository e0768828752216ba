"""Worlds against the full list of them: every arrangement of the unknown cards, tried by the oracle.

On reduced decks few enough cards are unknown for all their arrangements to be dealt to the oracle,
which plays the deal again as the observer saw it. Those in which that can have happened are the
deals that agree with what it saw. `determinize` must draw all of them, no others, and each equally
often.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, permutations
from math import factorial
from typing import Any

import numpy as np
import pytest
from scipy.stats import chisquare

from hwatu_env import GameBatch
from hwatu_env.cards import hwatu
from hwatu_env.games.gostop import Rules
from tests.oracles import gostop_oracle as oracle
from tests.oracles.gostop_oracle_options import month, quad_months

MOST_ARRANGEMENTS = 900
DRAWS = 20_000
LEAST_EXPECTED = 5
LEAST_CHANCE = 1e-4
"""A sound sampler has a smaller p-value in one of 10,000 tests; keys and seeds are fixed."""
POSITIONS = 2
"""Positions that are tried under each rule set."""

World = tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]
"""The hands by seats, each by card ids, and the stock, next card first."""
Interest = Callable[["Moment"], bool]
Word = tuple[int, str]
"""Who answered, and what."""

SECRET = ("shake", "deal_shake", "quad")
"""Questions of which other seats do not learn (§4)."""


@dataclass(frozen=True)
class Moment:
    """A deal of the oracle at a decision, as one observer is about to be asked what it knows."""

    rules: Rules
    deck: list[str]
    dealer: int
    words: list[str]
    observer: int

    def start(self, deck: Sequence[str] | None = None) -> oracle.Deal:
        return oracle.Deal(self._options, deck or self.deck, dealer=self.dealer)

    @cached_property
    def _options(self) -> dict[str, Any]:
        return self.rules.to_dict()

    @cached_property
    def now(self) -> oracle.Deal:
        """The deal after these words; only to be looked at."""
        d = self.start()
        for word in self.words:
            d.step(word)
        return d

    def batch(self) -> GameBatch:
        batch = GameBatch("gostop", 1, rules=self.rules, autoreset=False)
        batch.reset(decks=[self.deck], dealer=self.dealer)
        for word in self.words:
            batch.step(word)
        return batch


# ---- what an observer sees


def view(d: oracle.Deal, observer: int) -> tuple[Any, ...]:
    """All that the observer sees in one moment."""
    return (
        d.hands[observer],
        [len(hand) for hand in d.hands],
        shown(d),
        sorted([*d.table, *d.in_play]),
        d.stacks,
        d.piles,
        len(d.stock),
        [d.go_counts, d.shakes, d.bombs, d.flip_credits, d.ppeok_counts, d.cups, d.ledger],
        d.outcome,
    )


def shown(d: oracle.Deal) -> list[list[str]]:
    """Cards shown by seats; quads that decide a deal are, which the oracle leaves to the reader."""
    if d.decision != "forced" or quad_months(d.table):
        return d.shown
    return [[c for c in hand if month(c) in quad_months(hand)] for hand in d.hands]


def is_secret(d: oracle.Deal, observer: int) -> bool:
    return d.decision in SECRET and d.to_move != observer


def tell(moment: Moment) -> tuple[list[Word], list[tuple[Any, ...]]]:
    """The words that everybody hears, or the observer alone said, and the views one by one."""
    d = moment.start()
    words: list[Word] = []
    views = [view(d, moment.observer)]
    for word in moment.words:
        if not is_secret(d, moment.observer):
            assert d.to_move is not None
            words.append((d.to_move, word))
        d.step(word)
        views.append(view(d, moment.observer))
    if is_secret(d, moment.observer) and d.decision == "shake":
        words.pop()  # the card is chosen, but nobody has seen it yet
    return words, without_repeats(views)


def without_repeats(views: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """A secret question is a moment in which nothing that others see happens."""
    return [one for k, one in enumerate(views) if k == 0 or one != views[k - 1]]


def agrees(moment: Moment, deck: Sequence[str], words: list[Word], views: list[Any]) -> bool:
    """Whether the deck can have led to what the observer saw, whatever others were asked."""
    untried: list[tuple[str, ...]] = [()]
    while untried:
        answers = untried.pop()
        asked = play_again(moment, deck, words, views, answers)
        if asked is True:
            return True
        if asked is not False:
            untried += [(*answers, answer) for answer in asked]
    return False


def play_again(
    moment: Moment, deck: Sequence[str], words: list[Word], views: list[Any], answers: Sequence[str]
) -> bool | list[str]:
    """Play a deck as the observer saw it, with these answers to secret questions.

    Returns:
        Whether it saw the same, or the answers to the next secret question.
    """
    observer = moment.observer
    d = moment.start(deck)
    if d.redeal:
        return False
    seen = [view(d, observer)]
    heard, given = iter(words), iter(answers)
    now = moment.now
    said = next(heard, None)
    while said is not None or is_secret(d, observer):
        if said is None and now.to_move != observer and without_repeats(seen) == views:
            break  # whatever is asked now, the observer has seen no more
        if d.over:
            return False
        if is_secret(d, observer):
            word = next(given, None)
            if word is None:
                return d.legal()
        else:
            if said is None or said[0] != d.to_move or said[1] not in d.legal():
                return False
            word, said = said[1], next(heard, None)
        d.step(word)
        seen.append(view(d, observer))
    if now.to_move == observer and (d.to_move, d.legal()) != (observer, now.legal()):
        return False
    return without_repeats(seen) == views


# ---- all worlds


def unknown_places(moment: Moment) -> list[int]:
    """Places in the deck whose card the observer was never shown there.

    Which card another seat was dealt, and which it drew for a joker, is never told, not even when
    the card is played later.
    """
    rules, d = moment.rules, moment.now
    hands = rules.cards_per_hand * rules.num_players
    mine = range(
        moment.observer * rules.cards_per_hand, (moment.observer + 1) * rules.cards_per_hand
    )
    places = [place for place in range(hands) if place not in mine]
    places += range(len(moment.deck) - len(d.stock), len(moment.deck))
    return places + drawn_by_others(moment)


def drawn_by_others(moment: Moment) -> list[int]:
    d = moment.start()
    places = []
    for word in moment.words:
        seat, top = d.to_move, len(moment.deck) - len(d.stock)
        drawn = word.startswith("bonus") and bool(d.stock)
        d.step(word)
        if drawn and seat != moment.observer:
            places.append(top)
    return places


def all_worlds(moment: Moment) -> tuple[Counter[World], int]:
    """How many deals lead to each world, and how many do not agree with what was seen."""
    words, views = tell(moment)
    worlds: Counter[World] = Counter()
    refuted = 0
    for deck in arrangements(moment):
        if agrees(moment, deck, words, views):
            worlds[world_of_deck(moment, deck)] += 1
        else:
            refuted += 1
    return worlds, refuted


def arrangements(moment: Moment) -> Iterator[list[str]]:
    """All decks with the unknown cards elsewhere; the order of a dealt hand is no difference."""
    places = unknown_places(moment)
    cards = [moment.deck[place] for place in places]
    size = moment.rules.cards_per_hand
    for order in hands_and_rest(cards, size, moment.rules.num_players - 1):
        deck = list(moment.deck)
        for place, card in zip(places, order, strict=True):
            deck[place] = card
        yield deck


def hands_and_rest(cards: list[str], size: int, hands: int) -> Iterator[list[str]]:
    if hands == 0:
        yield from map(list, permutations(cards))
        return
    for hand in combinations(cards, size):
        left = [card for card in cards if card not in hand]
        for rest in hands_and_rest(left, size, hands - 1):
            yield [*hand, *rest]


def num_arrangements(moment: Moment) -> int:
    others = moment.rules.num_players - 1
    return (
        factorial(len(unknown_places(moment))) // factorial(moment.rules.cards_per_hand) ** others
    )


def world_of_deck(moment: Moment, deck: Sequence[str]) -> World:
    """The hands and the stock to which a deck has led by now."""
    d = moment.now
    held: list[set[str]] = []
    size = moment.rules.cards_per_hand
    drawn = dict(drawers(moment))
    for seat in range(moment.rules.num_players):
        had = set(deck[seat * size : (seat + 1) * size])
        had |= {deck[place] for place, drawer in drawn.items() if drawer == seat}
        held.append(had - gone(moment, d))
    stock = deck[len(deck) - len(d.stock) :] if d.stock else []
    return world(held, stock)


def drawers(moment: Moment) -> Iterator[tuple[int, int]]:
    """Places of the cards drawn for jokers, and who drew them."""
    d = moment.start()
    for word in moment.words:
        seat, top = d.to_move, len(moment.deck) - len(d.stock)
        drawn = word.startswith("bonus") and bool(d.stock)
        d.step(word)
        if drawn:
            assert seat is not None
            yield top, seat


def gone(moment: Moment, d: oracle.Deal) -> set[str]:
    """Cards that are in no hand any more."""
    stacked = [card for stack in d.stacks for card in [*stack["cards"], *stack["jokers"]]]
    piles = [card for pile in d.piles for card in pile]
    return {*d.table, *d.in_play, *stacked, *piles}


def world(hands: Sequence[Any], stock: Sequence[str]) -> World:
    by_id = [tuple(sorted(hand, key=hwatu.card_index)) for hand in hands]
    return tuple(by_id), tuple(stock)


def drawn_worlds(moment: Moment, draws: int) -> Counter[World]:
    """Worlds as `determinize` draws them."""
    batch = moment.batch().determinize([0], moment.observer, key=17, copies=draws)
    assert batch.take(range(20)).audit() == []
    state = batch.state
    deck_size = moment.rules.deck_size
    counts: Counter[World] = Counter()
    for hand, deck, top in zip(state["hand"], state["deck"], state["stock_top"], strict=True):
        stock = [hwatu.card_name(int(card)) for card in deck[int(top) : deck_size]]
        counts[world([hwatu.names(int(cards)) for cards in hand], stock)] += 1
    return counts


# ---- positions


def moments(rules: Rules, interest: Interest, seed: str) -> Iterator[Moment]:
    """Moments of random deals at which little is unknown to somebody, one or none of each deal."""
    rng = random.Random(seed)
    while True:
        deck = oracle.random_deck(rules.to_dict(), rng)
        dealer = rng.randrange(rules.num_players)
        d = oracle.Deal(rules.to_dict(), deck, dealer=dealer)
        words: list[str] = []
        while not d.over and not d.redeal:
            moment = Moment(rules, deck, dealer, list(words), rng.randrange(rules.num_players))
            if 6 <= num_arrangements(moment) <= MOST_ARRANGEMENTS and interest(moment):
                yield moment
                break
            words.append(rng.choice(d.legal()))
            d.step(words[-1])


def anything(moment: Moment) -> bool:
    return True


def a_quad_can_be_hidden(moment: Moment) -> bool:
    """Four of a month are among the unknown cards."""
    return max(month_counts(moment)) == 4


def a_triple_can_be_hidden(moment: Moment) -> bool:
    return max(month_counts(moment)) >= 3


def month_counts(moment: Moment) -> list[int]:
    cards = [moment.deck[place] for place in unknown_places(moment)]
    return [sum(month(card) == one for card in cards) for one in range(1, 13)]


def another_has_shown(moment: Moment) -> bool:
    shakes = moment.now.shakes
    return sum(shakes) > shakes[moment.observer]


def another_has_drawn(moment: Moment) -> bool:
    return a_quad_can_be_hidden(moment) and bool(drawn_by_others(moment))


def one_of_a_hidden_quad_was_played(moment: Moment) -> bool:
    """A card was played by who has drawn one, and its three partners can be in that hand."""
    if not drawn_by_others(moment):
        return False
    d = moment.now
    held = {card for seat, hand in enumerate(d.hands) if seat != moment.observer for card in hand}
    hidden = [*held, *d.stock]
    unknown = [moment.deck[place] for place in unknown_places(moment)]
    played = {month(card) for card in unknown if card not in hidden} - {0}
    return any(sum(month(card) == one for card in hidden) == 3 for one in played)


def another_is_asked(moment: Moment) -> bool:
    return is_secret(moment.now, moment.observer)


def expect_uniform(moment: Moment, worlds: Counter[World]) -> None:
    total = sum(worlds.values())
    draws = max(DRAWS, LEAST_EXPECTED * total // min(worlds.values()))
    drawn = drawn_worlds(moment, draws)
    assert set(drawn) <= set(worlds), f"drawn, but not possible: {set(drawn) - set(worlds)}"
    order = sorted(worlds)
    expected = np.array([worlds[one] for one in order]) / total * draws
    observed = np.array([drawn[one] for one in order])
    missing = [one for one, often in zip(order, observed, strict=True) if often == 0]
    assert expected.min() < 15 or not missing, f"possible, but never drawn: {missing}"
    if len(order) > 1:
        assert chisquare(observed, expected).pvalue > LEAST_CHANCE, f"not uniform: {moment}"


DECK = "months=4, hand_size=4, table_size=5, min_points=1, table_quad=dead"
LONG = "months=4, hand_size=6, table_size=2, min_points=1, table_quad=dead"
RULES: dict[str, tuple[str, Interest]] = {
    "all alike": (f"seed({DECK}, hand_quad=play, shake=off)", anything),
    "no quad was dealt": (f"seed({DECK}, hand_quad=redeal, shake=off)", a_quad_can_be_hidden),
    "a quad would have won": (f"seed({DECK}, hand_quad=win, shake=off)", a_quad_can_be_hidden),
    "two quads would have ended it": (
        f"seed({DECK}, hand_quad=may_claim, shake=off)",
        a_quad_can_be_hidden,
    ),
    "a quad is asked about": (
        f"seed({LONG}, hand_quad=may_claim, shake=off)",
        another_is_asked,
    ),
    "triples may be shown at the deal": (
        f"seed({DECK}, hand_quad=play, shake=deal)",
        a_triple_can_be_hidden,
    ),
    "triples were shown at the deal": (
        f"seed({DECK}, hand_quad=play, shake=deal)",
        another_has_shown,
    ),
    "triples are asked about at the deal": (
        f"seed({DECK}, hand_quad=redeal, shake=deal)",
        another_is_asked,
    ),
    "triples were shown when played": (
        "seed(months=4, hand_size=5, table_size=3, min_points=1, table_quad=dead, hand_quad=play, "
        "shake=play)",
        another_has_shown,
    ),
    "triples are asked about when played": (
        f"seed({DECK}, hand_quad=play, shake=play)",
        another_is_asked,
    ),
    "dealt triples were shown when played": (
        f"seed({DECK}, hand_quad=redeal, shake=on_first_play)",
        another_has_shown,
    ),
    "jokers draw cards": (
        f"seed({DECK}, hand_quad=play, shake=play, jokers=[2, 3])",
        lambda moment: bool(drawn_by_others(moment)),
    ),
    "jokers draw cards and no quad was dealt": (
        f"seed({DECK}, hand_quad=redeal, shake=off, jokers=[2, 2, 3])",
        another_has_drawn,
    ),
    "triples were shown and a joker drew a card": (
        "seed(months=4, hand_size=5, table_size=5, min_points=1, table_quad=dead, hand_quad=play, "
        "shake=deal, jokers=[2, 3])",
        lambda moment: another_has_shown(moment) and bool(drawn_by_others(moment)),
    ),
    "jokers draw cards, one was played, and no quad was dealt": (
        "seed(months=4, hand_size=5, table_size=3, min_points=1, table_quad=dead, "
        "hand_quad=redeal, shake=off, jokers=[2])",
        one_of_a_hidden_quad_was_played,
    ),
    "jokers complete quads": (
        f"seed({DECK}, hand_quad=may_claim, quad_continue=doubles, joker_quad=always, "
        "shake=play, jokers=[2, 3])",
        one_of_a_hidden_quad_was_played,
    ),
    "three seats": (
        "standard-3p(months=3, hand_size=2, table_size=3, table_quad=dead, jokers=[2], "
        "min_points=1, hand_quad=play)",
        anything,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "interest"), RULES.values(), ids=RULES)
def test_worlds_are_drawn_uniformly_from_all_that_are_possible(rules, interest):
    chosen = moments(Rules.parse(rules), interest, rules)
    tried = 0
    while tried < POSITIONS:
        moment = next(chosen)
        worlds, _ = all_worlds(moment)
        true = moment.now
        assert world(true.hands, true.stock) in worlds
        if len(worlds) > 1:
            expect_uniform(moment, worlds)
            tried += 1


def test_all_arrangements_are_tried():
    moment = next(moments(Rules.parse(RULES["all alike"][0]), anything, "some"))

    worlds, refuted = all_worlds(moment)

    assert sum(worlds.values()) + refuted == num_arrangements(moment)
