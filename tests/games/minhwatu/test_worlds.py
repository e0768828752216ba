"""Worlds against the full list of them: every arrangement of the unknown cards, tried by the oracle.

On reduced decks few enough cards are unknown for all their arrangements to be dealt to the oracle,
which plays the deal again. Those that look the same to the observer all the way are the deals that
agree with what it saw. `determinize` must draw all of them, no others, and each equally often.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from hwatu_env.games.minhwatu import Rules
from tests.games import arranging
from tests.games.arranging import Interest, Shuffled, World, check_moments, world
from tests.oracles import minhwatu_oracle as oracle

SIZES = range(12, 421)
"""How many arrangements are tried."""
POSITIONS = 3
"""Positions that are tried under each rule set."""


class Moment(arranging.Moment):
    """In Min-Hwatu nothing but the deal is hidden."""

    game = "minhwatu"
    oracle = oracle

    def play(self, deck: Sequence[str]) -> tuple[oracle.Deal, list[Any]] | None:
        """The deal after these words with another deck, and what the observer saw on the way."""
        d = self.start(deck)
        if d.redeal:
            return None
        seen = [view(d, self.observer)]
        for word in self.words:
            if d.over or word not in d.legal():
                return None
            d.step(word)
            seen.append(view(d, self.observer))
        return d, seen


def view(d: oracle.Deal, observer: int) -> tuple[Any, ...]:
    """All that the observer sees in one moment."""
    mine = d.legal() if d.to_move == observer else []
    hands = [len(hand) for hand in d.hands]
    return (list(d.hands[observer]), hands, list(d.table), list(d.in_play), list(map(list, d.piles)),
            list(d.quads), len(d.stock), d.to_move, d.decision, mine)  # fmt: skip


def all_worlds(moment: Moment) -> Counter[World]:
    """How many deals that agree with what the observer saw lead to each world."""
    played = moment.play(moment.deck)
    assert played is not None
    worlds: Counter[World] = Counter()
    for deck in moment.arrangements():
        other = moment.play(deck)
        if other is not None and other[1] == played[1]:
            worlds[world(other[0].hands, other[0].stock)] += 1
    return worlds


def moments(text: str, interest: Interest, shuffled: Shuffled) -> Iterator[Moment]:
    return Moment.all_of(Rules.parse(text), interest, shuffled, text, SIZES)


def anything(moment: Moment) -> bool:
    return True


def another_could_have_held_a_quad(moment: Moment) -> bool:
    """Four of a month are among the cards whose places are unknown, and nobody has laid them out."""
    if any(moment.now.quads):
        return False
    months = Counter(card.split(".")[0] for card in moment.unknown_cards)
    return max(months.values()) == 4


def another_has_laid_out_a_quad(moment: Moment) -> bool:
    quads = moment.now.quads
    return sum(quads) > quads[moment.observer]


def a_target_is_asked(moment: Moment) -> bool:
    return moment.now.decision in ("hand_target", "flip_target")


RULES: dict[str, tuple[str, Interest, Shuffled]] = {
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
    check_moments(moments(text, interest, shuffled), all_worlds, POSITIONS)


def test_quads_that_were_not_laid_out_exclude_worlds():
    """The list of worlds is shorter than that of arrangements: the test above sees the difference."""
    text, interest, shuffled = RULES["no quad was laid out"]
    moment = next(moments(text, interest, shuffled))

    played_on = Rules.parse(text).replace(hand_quad="play")
    blind = Moment(played_on, moment.deck, moment.dealer, moment.words, moment.observer)

    assert sum(all_worlds(moment).values()) < sum(all_worlds(blind).values())
