"""House rules of every game as texts, and what the rules of the fishing games share."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hwatu_env import GameBatch, list_games, load_game
from hwatu_env.errors import RulesError
from tests.games.comparing import comparison_of
from tests.games.fishing import fishing_comparisons

PRESETS = [(game, preset) for game in list_games() for preset in load_game(game).rules_type.PRESETS]

fishing_games = pytest.mark.parametrize("game", [each.game for each in fishing_comparisons()])


@pytest.mark.parametrize("game", list_games())
@given(seed=st.integers(0, 2**32))
def test_texts_of_random_rules_read_back(game, seed):
    rules_type = load_game(game).rules_type
    rules = comparison_of(game).rules_of_no_preset(random.Random(seed))

    assert rules_type.parse(str(rules)) == rules
    assert rules_type.preset("seed", **rules.to_dict()) == rules


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_presets_print_as_their_name(game, preset):
    rules_type = load_game(game).rules_type
    rules = rules_type.preset(preset)

    assert str(rules) == preset
    assert rules_type.parse(f" {preset} ()") == rules
    assert rules_type.preset("seed", **rules.to_dict()) == rules


@fishing_games
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("num_players=1", "num_players must be 2 to 7, got 1"),
        ("num_players=8", "num_players must be 2 to 7, got 8"),
        ("months=0", "months must be 1 to 12, got 0"),
        ("months=13", "months must be 1 to 12, got 13"),
        ("hand_size=0", "hand_size must be at least 1 and table_size at least 0, got 0 and 8"),
        ("table_size=-1", "hand_size must be at least 1 and table_size at least 0, got 10 and -1"),
        (
            "hand_size=20, table_size=9",
            "2 hands of 20 and a table of 9 need 49 cards; the deck has 48",
        ),
        ("months=5", "2 hands of 10 and a table of 8 need 28 cards; the deck has 20"),
    ],
)
def test_deals_that_no_deck_allows_are_refused_by_name(game, options, message):
    with pytest.raises(RulesError, match=message):
        load_game(game).rules(f"seed({options})")


@pytest.mark.parametrize(("game", "rules"), [("gostop", "seed"), ("minhwatu", "standard")])
@pytest.mark.parametrize(
    ("seats", "hand", "table", "stock"),
    [(2, 10, 8, 20), (3, 7, 6, 21), (4, 5, 8, 20), (5, 4, 8, 20), (6, 3, 12, 18), (7, 3, 6, 21)],
)
def test_deal_sizes_are_those_of_the_page(game, rules, seats, hand, table, stock):
    batch = GameBatch(game, 1, rules=rules, num_players=seats, compiled=False)
    state = batch.state[0]

    assert [int(cards).bit_count() for cards in state["hand"]] == [hand] * seats
    assert int(state["table"]).bit_count() == table
    assert batch.rules.deck_size - int(state["stock_top"]) == stock
