"""Sets, matches and perft of the kernel against the oracle; single games are `tests/games`' own."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from hwatu_env import GameBatch
from hwatu_env.cards import unsun
from hwatu_env.compiled.rng import stream
from hwatu_env.games.hachinin_meri import GAME, Rules
from hwatu_env.games.hachinin_meri.deal import begin_episode, outcome
from hwatu_env.games.hachinin_meri.position_state import blank_state
from hwatu_env.games.hachinin_meri.state import (
    DECISION_NAMES,
    MATCH,
    SEATS,
    SET,
    SINGLE,
    Decision,
    State,
)
from hwatu_env.testing import perft
from tests.games.comparing import expect
from tests.games.hachinin_meri.comparison import COMPARISON, second_deck
from tests.oracles import hachinin_meri_oracle as oracle

EPISODES = 6
"""Sets, and as many matches, that are played against the oracle's."""


@pytest.mark.parametrize("number", range(EPISODES))
@pytest.mark.parametrize("kind", [SET, MATCH], ids=["set", "match"])
def test_sets_and_matches_are_those_of_the_oracle(kind: int, number: int):
    rng = random.Random(f"{kind} {number}")
    options = oracle.random_options(rng)
    options |= {"tie_game": ("draw", "extra_game")[number % 2]}
    options |= {"tie_set": ("draw", "extra_game")[number // 2 % 2]}
    house = Rules(**options)
    rules: Any = house.plain[0]
    g = blank_state()
    g.key = stream(2, number, 0)
    GAME.begin(g, rules, kind, number % SEATS, False)
    decks = upcoming_decks(g, rules)
    whole = oracle.Set if kind == SET else oracle.Session
    told = whole(house.to_dict(), lambda: next(decks), dealer=number % SEATS)
    assert told.game is not None

    while not told.over:
        game = told.game
        expect("dealer", g.dealer, game.dealer)
        COMPARISON.compare(g, rules, game)
        word = rng.choice(game.legal())
        GAME.step(g, rules, GAME.actions.id(word))
        told.step(word)

    assert g.to_move < 0
    winner = {0: None, 1: 0, -1: 1}[outcome(g, rules, 0)]
    assert winner == told.winner
    assert list(g.set_points) == (told.points if kind == SET else told.sets[-1].points)
    if kind == MATCH:
        assert list(g.sets_won) == told.won


def upcoming_decks(g: State, rules: Any) -> Iterator[list[str]]:
    """The deck of the deal that the kernel has begun, and the one after a redeal."""
    while True:
        yield [unsun.card_name(card) for card in g.deck]
        if rules.redeal:
            yield second_deck(g, rules)


def test_the_first_dealer_is_that_of_the_rules():
    for dealer in range(SEATS):
        rules: Any = Rules.parse(f"seed(first_dealer={dealer})").plain[0]
        g = blank_state()
        begin_episode(g, rules, SINGLE, -1)
        assert g.dealer == dealer


def test_the_first_dealer_is_drawn_from_all_seats():
    rules: Any = Rules.preset("seed").plain[0]
    found = set()
    for game in range(100):
        g = blank_state()
        g.key = stream(3, game, 0)
        begin_episode(g, rules, SINGLE, -1)
        found.add(g.dealer)
    assert found == set(range(SEATS))


# ---- perft


@pytest.mark.parametrize(("preset", "depth"), [("seed", 3), ("tournament", 3), ("boardoor", 2)])
def test_perft_is_that_of_the_oracle(preset: str, depth: int):
    rng = random.Random(depth)
    deck, dealer = oracle.random_deck(rng), rng.randrange(SEATS)
    batch = GameBatch("hachinin_meri", 1, rules=preset, autoreset=False)
    batch.reset(decks=[deck], dealer=dealer)
    game = oracle.Game(
        batch.rules.to_dict(),
        deck,
        dealer=dealer,
        second_deck=second_deck(position(batch), batch.rules.plain[0]),
    )

    assert perft(batch, depth) == oracle.perft(game, depth)


def test_perft_of_a_late_position_is_that_of_the_oracle():
    rng = random.Random(4)
    for _ in range(3):
        deck, dealer = oracle.random_deck(rng), rng.randrange(SEATS)
        batch = GameBatch("hachinin_meri", 1, autoreset=False)
        batch.reset(decks=[deck], dealer=dealer)
        game = oracle.Game(batch.rules.to_dict(), deck, dealer=dealer)
        while game.trick_no < 7:
            word = rng.choice(game.legal())
            game.step(word)
            batch.step(word)

        assert perft(batch, 6) == oracle.perft(game, 6)


def position(batch: GameBatch) -> State:
    g = blank_state()
    state = batch.state[0]
    g.key, g.deals, g.dealer = int(state["key"]), int(state["deals"]), int(state["dealer"])
    return g


def test_decisions_have_the_names_of_the_oracle():
    assert DECISION_NAMES[Decision.KEEP :] == ("keep", "declare", "bury", "play")
