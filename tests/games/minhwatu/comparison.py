"""What the kernel of Min-Hwatu and its oracle are compared by."""

import random
from fractions import Fraction
from typing import Any

import pytest

from hwatu_env.cards import hwatu
from hwatu_env.games.fishing import limbo
from hwatu_env.games.minhwatu.deal import begin_episode, lay_out, next_dealer
from hwatu_env.games.minhwatu.state import (
    DECISION_NAMES,
    OUTCOME_NAMES,
    Decision,
    State,
    audit,
)
from hwatu_env.games.minhwatu.turn import advance
from tests.games.comparing import Case, expect
from tests.games.fishing import FishingComparison, stock_of
from tests.oracles import minhwatu_oracle as oracle

SMALL = "seed(months=3, hand_size=3, table_size=4)"
LEFT = "seed(months=4, hand_size=3, table_size=6, optional_capture=True, sulsa_two=literal_return)"
THREE = "standard(num_players=3, months=5, hand_size=3, table_size=3)"


class MinHwatuComparison(FishingComparison):
    """Every card and question, the points of all seats and what they win."""

    game = "minhwatu"
    oracle = oracle
    begin_episode = begin_episode
    lay_out = lay_out
    advance = advance
    stands = 0.7
    stands_under_presets = 0.5
    batches = (
        *((preset, {}) for preset in oracle.PRESETS),
        ("seed(num_players=3, optional_capture=True, sulsa_two=literal_return)", {}),
    )
    reduced_decks = (SMALL, LEFT, THREE)
    perft = (
        (SMALL, 1, 3, 18),
        (SMALL, 2, 4, 36),
        (LEFT, 1, 3, 27),
        (LEFT, 2, 4, 41),
        (THREE, 1, 3, 27),
        (THREE, 2, 4, 54),
        ("seed", 1, 2, 100),
        ("seed", 2, 3, 767),
        ("standard", 1, 2, 100),
        ("standard", 2, 3, 767),
        ("seed(num_players=3)", 1, 2, 49),
        ("seed(num_players=3)", 2, 3, 278),
    )

    def random_deck(self, rules: Any, rng: random.Random) -> list[str]:
        """Half of all decks have months close together."""
        shuffled = oracle.random_deck if rng.random() < 1 / 2 else oracle.clumped_deck
        return shuffled(rules.to_dict(), rng)

    # ---- what the two say

    def compare(self, g: State, plain: Any, d: oracle.Deal) -> None:
        expect("seat to move", g.to_move, d.to_move)
        expect("decision", DECISION_NAMES[g.decision], d.decision)
        expect("legal actions", self.legal_words(g, plain), d.legal())
        expect("audit", audit(g, plain), [])
        expect("dealer", g.dealer, d.dealer)
        compare_cards(g, plain, d)

    def compare_end(self, case: Case, g: State, plain: Any, d: oracle.Deal) -> None:
        expect("seat to move", g.to_move, -1)
        expect("legal actions", self.legal_words(g, plain), [])
        expect("audit", audit(g, plain), [])
        expect("next dealer", next_dealer(g, plain), d.next_dealer)
        expect("points", list(g.points), d.points)
        compare_margins(g, d)
        expect("outcome", OUTCOME_NAMES[g.outcome], "void" if d.void else "scored")
        compare_cards(g, plain, d)

    def spoil(self, monkeypatch: pytest.MonkeyPatch) -> str:
        """The oracle counts a card too high."""
        monkeypatch.setattr(
            oracle,
            "card_points",
            lambda card, points=oracle.card_points: points(card) + (card == "1.4"),
        )
        return "points|margins"


def compare_cards(g: State, plain: Any, d: oracle.Deal) -> None:
    for seat in range(d.n):
        expect(f"hand of seat {seat}", hwatu.names(g.hand[seat]), d.hands[seat])
        expect(f"pile of seat {seat}", hwatu.names(g.pile[seat]), d.piles[seat])
    expect("table", hwatu.names(g.table), d.table)
    expect("stock", stock_of(g, plain), d.stock)
    middle = hwatu.names(limbo(g, Decision.HAND_TARGET, Decision.FLIP_TARGET))
    expect("cards in play", middle, sorted(d.in_play, key=hwatu.card_index))
    expect("quads", list(g.quads), d.quads)


def compare_margins(g: State, d: oracle.Deal) -> None:
    """What a deal was worth to each seat, whether another has followed or not."""
    expect("margins", [Fraction(result, d.n - 1) for result in g.result], d.rewards)


COMPARISON = MinHwatuComparison()
