"""Matches of the kernel against those of the oracle; single deals are `tests/games`' own."""

import random
from typing import Any

import pytest

from hwatu_env.compiled.rng import stream
from hwatu_env.games.minhwatu import Rules
from hwatu_env.games.minhwatu.deal import outcome
from hwatu_env.games.minhwatu.state import State
from tests.games.comparing import expect
from tests.games.fishing import deck_of
from tests.games.minhwatu.comparison import COMPARISON, compare_margins
from tests.oracles import minhwatu_oracle as oracle


def play_match(rules: Rules, key: int, rng: random.Random) -> list[oracle.Deal]:
    """Play a match of the kernel and of the oracle, which is handed the kernel's decks.

    Returns:
        Its finished deals.
    """
    game, plain = COMPARISON.provider, rules.plain[0]
    g = COMPARISON.blank_state(rules.num_players)
    g.key = stream(key, 0, 0)
    game.begin(g, plain, 0, -1, False)
    decks = iter(lambda: deck_of(g, rules), None)
    match = oracle.Match(rules.to_dict(), decks, dealer=g.dealer)
    deals: list[oracle.Deal] = []
    while not match.over:
        deal = match.deal
        COMPARISON.compare(g, plain, deal)
        expect("totals", list(g.total), match.totals)
        expect("deals", g.deals, match.deals_played)
        word = rng.choice(match.legal())
        game.step(g, plain, game.actions.id(word))
        match.step(word)
        if deal.over:
            deals.append(deal)
            compare_margins(g, deal)
    expect("seat to move", g.to_move, -1)
    expect("deals", g.deals, match.deals_played)
    expect("totals", list(g.total), match.totals)
    compare_winners(g, plain, match)
    return deals


def compare_winners(g: State, rules: Any, match: oracle.Match) -> None:
    """The winner is +1, several winners share 0, all others are -1."""
    for seat in range(len(g.hand)):
        won = 0 if len(match.winners) > 1 else 1
        expected = won if seat in match.winners else -1
        expect(f"outcome of seat {seat}", outcome(g, rules, seat), expected)


@pytest.mark.parametrize(
    ("rules", "deals"),
    [
        ("seed", range(4, 14)),
        ("seed-extended", range(5, 40)),
        ("standard", range(12, 13)),
        ("standard(match_deals=6, num_players=3)", range(6, 7)),
        ("seed(num_players=4, par=even, target=100)", range(1, 200)),
    ],
)
def test_matches_agree_with_the_oracle(rules, deals):
    rng = random.Random(rules)

    for key in range(4):
        assert len(play_match(Rules.parse(rules), key, rng)) in deals


def test_matches_under_random_rules_agree_with_the_oracle():
    rng = random.Random("matches")
    played = 0

    for key in range(40):
        rules = Rules(**oracle.random_options(rng))
        small = {"target": 150} if rules.target else {"match_deals": 3}
        if rules.par == 0:  # with par and a target nobody may ever reach it
            played += len(play_match(rules.replace(**small), key, rng))

    assert played > 40


def test_tied_deals_of_matches_agree_with_the_oracle():
    """A deck of two months: many deals are tied."""
    rng = random.Random("ties")
    small = {"months": 2, "hand_size": 1, "table_size": 4, "match_deals": 8, "target": None}

    deals = [
        deal for key in range(10) for deal in play_match(Rules.preset("seed", **small), key, rng)
    ]

    assert 5 < sum(deal.void for deal in deals) < len(deals) - 5
