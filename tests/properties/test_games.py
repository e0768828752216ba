"""What never changes, in every game and under every preset."""

import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hwatu_env
from hwatu_env import GameBatch
from hwatu_env.testing import (
    CHECKS,
    Setup,
    check_game,
    check_play,
    check_rotation,
    check_rows,
    check_secrets,
    check_words,
    check_worlds,
    perft,
)

OUTPUTS = ("observation", "action_mask", "to_move", "rewards", "terminated")
SEEDS = st.integers(0, 2**63 - 1)


def presets(game):
    return list(hwatu_env.load_game(game).rules_type.PRESETS)


EVERY_PRESET = [(game, rules) for game in hwatu_env.list_games() for rules in presets(game)]


def is_compiled(game, rules):
    """Whether tests may wait for the machine code: few seats, or the only number that there is."""
    seats = {
        preset: hwatu_env.load_game(game).rules(preset).num_players for preset in presets(game)
    }
    return seats[rules] <= 3 or set(seats.values()) == {seats[rules]}


def setup(game, rules, seed, num_games=2):
    return Setup(
        game=game,
        rules=rules,
        seed=seed,
        num_games=num_games,
        compiled=is_compiled(game, rules),
    )


def some(share):
    """A share of the examples of the profile, for tests whose examples are whole games."""
    return settings(max_examples=max(3, int(settings().max_examples * share)))


@pytest.mark.parametrize(("game", "rules"), EVERY_PRESET)
@some(0.04)
@given(seed=SEEDS)
def test_games_are_sound_to_their_end(game, rules, seed):
    check_play(setup(game, rules, seed))


@pytest.mark.parametrize(("game", "rules"), EVERY_PRESET)
@some(0.06)
@given(seed=SEEDS, num_games=st.integers(2, 9))
def test_rows_do_not_talk(game, rules, seed, num_games):
    check_rows(setup(game, rules, seed, num_games))


@pytest.mark.parametrize(("game", "rules"), EVERY_PRESET)
@some(0.3)
@given(seed=SEEDS)
def test_seats_are_alike(game, rules, seed):
    check_rotation(setup(game, rules, seed))


@pytest.mark.parametrize(("game", "rules"), EVERY_PRESET)
@some(0.1)
@given(seed=SEEDS)
def test_no_seat_sees_what_is_hidden(game, rules, seed):
    check_secrets(setup(game, rules, seed))


@pytest.mark.parametrize(("game", "rules"), EVERY_PRESET)
@some(0.1)
@given(seed=SEEDS)
def test_worlds_are_games_that_can_be_played_on(game, rules, seed):
    check_worlds(setup(game, rules, seed))


@pytest.mark.parametrize(("game", "rules"), EVERY_PRESET)
def test_texts_come_back(game, rules):
    check_words(setup(game, rules, 0))


def all_seats(game):
    """Presets with every number of seats that they leave open, their own aside."""
    provider = hwatu_env.load_game(game)
    for rules in provider.rules_type.PRESETS:
        for seats in range(2, 9):
            try:
                other = provider.rules(rules, seats)
            except ValueError:
                continue
            if other != provider.rules(rules):
                yield rules, seats


@pytest.mark.parametrize(
    ("game", "rules", "seats"),
    [(game, *choice) for game in hwatu_env.list_games() for choice in all_seats(game)],
)
def test_every_number_of_seats_keeps_to_every_check(game, rules, seats):
    check_game(game, rules, num_players=seats, num_games=2, seed=seats, compiled=False)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "rules"), [case for case in EVERY_PRESET if case[1] == "standard-3p"]
)
def test_builds_play_the_same_thousand_games_of_three_seats(game, rules):
    """Plain Python, compiled and bounds-checked, in one process; two seats: tests/compiled."""
    builds = [
        GameBatch(game, 1000, rules=rules, seed=11, compiled=compiled, autoreset=False)
        for compiled in (True, False, "boundscheck")
    ]
    while (builds[0].to_move >= 0).any():
        actions = builds[0].sample_actions(2)
        for batch in builds:
            batch.step(actions)
        for batch in builds[1:]:
            for name in OUTPUTS:
                np.testing.assert_array_equal(getattr(batch, name), getattr(builds[0], name))
    for batch in builds[1:]:
        for name in batch.state.dtype.names:
            np.testing.assert_array_equal(batch.state[name], builds[0].state[name])


@pytest.mark.fidelity
@pytest.mark.parametrize(
    ("game", "rules", "seats"),
    [
        (game, rules, seats)
        for game in hwatu_env.list_games()
        for rules, seats in all_seats(game)
        if seats > 3
    ],
)
def test_builds_play_the_same_games_with_more_seats(game, rules, seats):
    games = max(20, int(os.environ.get("HWATU_FIDELITY_DEALS", "20000")) // 100)
    plain, compiled = (
        GameBatch(game, games, rules=rules, num_players=seats, compiled=one, autoreset=False)
        for one in (False, True)
    )
    while (plain.to_move >= 0).any():
        actions = plain.sample_actions(2)
        for batch in (plain, compiled):
            batch.step(actions)
        for name in OUTPUTS:
            np.testing.assert_array_equal(getattr(plain, name), getattr(compiled, name))


# ---- the checks themselves


def test_a_check_of_too_few_games_or_an_unknown_game_is_refused():
    with pytest.raises(ValueError, match="num_games must be at least 2, got 1"):
        check_game("gostop", num_games=1)
    with pytest.raises(ValueError, match="unknown game 'poker'"):
        check_game("poker")
    with pytest.raises(ValueError, match="unknown preset 'house'"):
        check_game("gostop", "house")


def test_perft_counts_to_the_end_and_leaves_the_batch_alone():
    batch = GameBatch(
        "gostop",
        2,
        rules="seed(months=2, hand_size=1, table_size=4, table_quad=dead, hand_quad=play)",
        compiled=False,
        autoreset=False,
    )
    before = batch.observation.copy()

    assert perft(batch, 0) == 2
    assert perft(batch, 1) == batch.action_mask.sum()
    assert perft(batch, 30) == perft(batch, 29) >= 2
    np.testing.assert_array_equal(batch.observation, before)
    with pytest.raises(ValueError, match="autoreset=False"):
        perft(GameBatch("gostop", 1, compiled=False), 1)


def test_every_check_is_run_by_a_property_above():
    assert set(CHECKS) == {
        check_play,
        check_rotation,
        check_rows,
        check_secrets,
        check_words,
        check_worlds,
    }
