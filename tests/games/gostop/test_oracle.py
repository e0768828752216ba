"""Matches of the kernel against the oracle, deal by deal; single deals are `tests/games`' own."""

import random

import pytest

from hwatu_env.games.gostop import Rules
from tests.games.comparing import described, expect, play_out
from tests.games.fishing import deck_of
from tests.games.gostop.comparison import COMPARISON, GoStopCase
from tests.oracles import gostop_oracle as oracle


def play_match(rules: Rules, key: int, rng: random.Random, deals: int) -> list[str]:
    """Play a match of the kernel, and each of its deals in the oracle; returns the outcomes."""
    g = COMPARISON.blank_state(rules.num_players)
    g.key = key
    COMPARISON.provider.begin(g, rules.plain[0], deals, -1, False)
    outcomes: list[str] = []
    score = [0] * rules.num_players
    while g.to_move >= 0:
        number = g.deals
        case = GoStopCase(
            rules=str(rules),
            deck=" ".join(deck_of(g, rules)),
            dealer=g.dealer,
            carry=g.carry,
            push=g.push,
            more_deals=number + 1 < deals,
        )
        d = COMPARISON.tell(case, rules)
        words: list[str] = []
        with described(COMPARISON, case, words):
            expect(f"deal {number} stands", True, not d.redeal)
            play_out(COMPARISON, case, g, d, words, rng.choice)
            score = [old + new for old, new in zip(score, d.ledger, strict=True)]
            expect("score of the match", list(g.score), score)
            expect("deals", g.deals, number + 1)
        outcomes.append(str(d.outcome))
    assert len(outcomes) == deals
    return outcomes


@pytest.mark.parametrize("preset", ["seed", "standard-2p", "standard-3p", "hangame", "netmarble"])
def test_matches_carry_what_the_oracle_carries(preset):
    rng = random.Random(preset)

    outcomes = [
        outcome for key in range(4) for outcome in play_match(Rules.preset(preset), key, rng, 6)
    ]

    assert "win" in outcomes


@pytest.mark.parametrize("nagari", ["none", "linear", "pow2", "flat2"])
def test_pushes_and_carries_of_matches_go_together_as_in_the_oracle(nagari):
    rng = random.Random(nagari)
    rules = Rules.preset("standard-3p", push=True, min_points=7, nagari=nagari, nagari_cap=None)

    outcomes = [outcome for key in range(6) for outcome in play_match(rules, key, rng, 10)]

    assert {"win", "pushed", "nagari"} <= set(outcomes)


def test_matches_under_random_rules_agree_with_the_oracle():
    rng = random.Random("matches")

    for key in range(30):
        play_match(Rules(**oracle.random_options(rng)), key, rng, 4)
