"""Worlds against the full list of them: every arrangement of the unknown cards, tried by the oracle.

On reduced decks few enough cards are unknown for all their arrangements to be dealt to the oracle,
which plays the deal again as the observer saw it. Those in which that can have happened are the
deals that agree with what it saw. `determinize` must draw all of them, no others, and each equally
often.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import pytest

from hwatu_env.games.gostop import Rules
from tests.games import arranging
from tests.games.arranging import Interest, World, check_moments, world
from tests.oracles import gostop_oracle as oracle
from tests.oracles.gostop_oracle_options import month, quad_months

SIZES = range(6, 901)
"""How many arrangements are tried."""
POSITIONS = 2
"""Positions that are tried under each rule set."""

Word = tuple[int, str]
"""Who answered, and what."""

SECRET = ("shake", "deal_shake", "quad")
"""Questions of which other seats do not learn (§4)."""


class Moment(arranging.Moment):
    """In Go-Stop a seat that plays a joker draws a card, which nobody else sees."""

    game = "gostop"
    oracle = oracle

    @cached_property
    def drawn(self) -> dict[int, int]:
        """Places of the cards drawn for jokers -> who drew them."""
        d = self.start()
        drawers: dict[int, int] = {}
        for word in self.words:
            seat, top = d.to_move, len(self.deck) - len(d.stock)
            if word.startswith("bonus") and d.stock:
                assert seat is not None
                drawers[top] = seat
            d.step(word)
        return drawers

    @property
    def drawn_by_others(self) -> list[int]:
        """Not even when such a card is played later is it told which one it was."""
        return [place for place, seat in self.drawn.items() if seat != self.observer]


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


def all_worlds(moment: Moment) -> tuple[Counter[World], int]:
    """How many deals lead to each world, and how many do not agree with what was seen."""
    words, views = tell(moment)
    worlds: Counter[World] = Counter()
    refuted = 0
    for deck in moment.arrangements():
        if agrees(moment, deck, words, views):
            worlds[world_of_deck(moment, deck)] += 1
        else:
            refuted += 1
    return worlds, refuted


def world_of_deck(moment: Moment, deck: Sequence[str]) -> World:
    """The hands and the stock to which a deck has led by now."""
    d = moment.now
    held: list[set[str]] = []
    size = moment.rules.cards_per_hand
    for seat in range(moment.rules.num_players):
        had = set(deck[seat * size : (seat + 1) * size])
        had |= {deck[place] for place, drawer in moment.drawn.items() if drawer == seat}
        held.append(had - gone(moment, d))
    stock = deck[len(deck) - len(d.stock) :] if d.stock else []
    return world(held, stock)


def gone(moment: Moment, d: oracle.Deal) -> set[str]:
    """Cards that are in no hand any more."""
    stacked = [card for stack in d.stacks for card in [*stack["cards"], *stack["jokers"]]]
    piles = [card for pile in d.piles for card in pile]
    return {*d.table, *d.in_play, *stacked, *piles}


# ---- positions


def moments(text: str, interest: Interest, seed: str) -> Iterator[Moment]:
    return Moment.all_of(Rules.parse(text), interest, oracle.random_deck, seed, SIZES)


def anything(moment: Moment) -> bool:
    return True


def a_quad_can_be_hidden(moment: Moment) -> bool:
    """Four of a month are among the unknown cards."""
    return max(month_counts(moment)) == 4


def a_triple_can_be_hidden(moment: Moment) -> bool:
    return max(month_counts(moment)) >= 3


def month_counts(moment: Moment) -> list[int]:
    cards = moment.unknown_cards
    return [sum(month(card) == one for card in cards) for one in range(1, 13)]


def another_has_shown(moment: Moment) -> bool:
    shakes = moment.now.shakes
    return sum(shakes) > shakes[moment.observer]


def another_has_drawn(moment: Moment) -> bool:
    return a_quad_can_be_hidden(moment) and bool(moment.drawn_by_others)


def one_of_a_hidden_quad_was_played(moment: Moment) -> bool:
    """A card was played by who has drawn one, and its three partners can be in that hand."""
    if not moment.drawn_by_others:
        return False
    d = moment.now
    held = {card for seat, hand in enumerate(d.hands) if seat != moment.observer for card in hand}
    hidden = [*held, *d.stock]
    played = {month(card) for card in moment.unknown_cards if card not in hidden} - {0}
    return any(sum(month(card) == one for card in hidden) == 3 for one in played)


def another_is_asked(moment: Moment) -> bool:
    return is_secret(moment.now, moment.observer)


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
        lambda moment: bool(moment.drawn_by_others),
    ),
    "jokers draw cards and no quad was dealt": (
        f"seed({DECK}, hand_quad=redeal, shake=off, jokers=[2, 2, 3])",
        another_has_drawn,
    ),
    "triples were shown and a joker drew a card": (
        "seed(months=4, hand_size=5, table_size=5, min_points=1, table_quad=dead, hand_quad=play, "
        "shake=deal, jokers=[2, 3])",
        lambda moment: another_has_shown(moment) and bool(moment.drawn_by_others),
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
    check_moments(moments(rules, interest, rules), lambda moment: all_worlds(moment)[0], POSITIONS)


def test_all_arrangements_are_tried():
    moment = next(moments(RULES["all alike"][0], anything, "some"))

    worlds, refuted = all_worlds(moment)

    assert sum(worlds.values()) + refuted == moment.num_arrangements
