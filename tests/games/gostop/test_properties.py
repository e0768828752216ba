"""What never changes, under random house rules of Go-Stop, extreme ones among them."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hwatu_env.games.gostop import Rules
from hwatu_env.testing import Setup, check_play, check_rotation, check_secrets, check_worlds
from tests.oracles import gostop_oracle as oracle

SEEDS = st.integers(0, 2**32)
EXTREME = [
    "standard-2p(hand_size=24, table_size=0, hand_quad=play, table_quad=dead, jokers=[])",
    "hangame(hand_size=24, table_size=0, hand_quad=play, jokers=[2, 2, 2, 3, 3, 3])",
    "pmang(hand_size=20, table_size=8, hand_quad=play, jokers=[2, 2, 2, 3, 3, 3])",
    "netmarble(hand_size=24, table_size=6, hand_quad=play, table_quad=dead, "
    "jokers=[2, 2, 2, 3, 3, 3], joker_quad=always, quad_continue=doubles)",
    "seed(num_players=7, hand_size=6, table_size=0, hand_quad=play, shake=on_first_play, "
    "jokers=[2, 2, 2, 3, 3, 3])",
    "seed(num_players=2, hand_size=1, table_size=40, table_quad=dead)",
    "standard-2p(months=1, hand_size=1, table_size=1, jokers=[], min_points=1)",
    "standard-2p(hand_size=24, table_size=0, hand_quad=play, target_choice=after_flip, "
    "cup_mode=decide, small_bomb=double, min_points=1, shake=play, jokers=[2, 2, 2, 3, 3, 3])",
    "seed(hand_size=24, table_size=0, hand_quad=play, shake=deal, min_points=1, "
    "after_go=may_go, bomb=True, small_bomb=steal, target_choice=after_flip)",
]


def some(share):
    """A share of the examples of the profile, for tests whose examples are whole games."""
    return settings(max_examples=max(3, int(settings().max_examples * share)))


def random_setup(seed, num_games=2):
    return Setup(
        game="gostop",
        rules=Rules(**oracle.random_options(random.Random(seed))),
        num_games=num_games,
        seed=seed,
        compiled=False,
    )


@some(0.2)
@given(SEEDS)
def test_random_rules_make_sound_games(seed):
    check_play(random_setup(seed))


@some(0.5)
@given(SEEDS)
def test_seats_are_alike_under_random_rules(seed):
    check_rotation(random_setup(seed))


@some(0.2)
@given(SEEDS)
def test_no_seat_sees_what_is_hidden_under_random_rules(seed):
    check_secrets(random_setup(seed))


@some(0.2)
@given(SEEDS)
def test_worlds_of_random_rules_can_be_played_on(seed):
    check_worlds(random_setup(seed))


@pytest.mark.parametrize("rules", EXTREME)
def test_extreme_rules_make_sound_games(rules):
    """Long hands fill the log and the counters most; short decks end before they begin."""
    setup = Setup(game="gostop", rules=rules, num_games=3, seed=1, compiled=False)

    check_play(setup)
    check_rotation(setup)
