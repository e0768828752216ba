"""The real games: each build plays the same games, to the last byte of every output.

Plain Python indexes lists, so it refuses what lies out of range, and it has integers of any size;
compiled code does neither. Whatever differs between the two would show here.
"""

import multiprocessing
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import hwatu_env

GAMES = hwatu_env.list_games()
OUTPUTS = ("observation", "action_mask", "to_move", "rewards", "terminated")
BUILDS = (True, False, "boundscheck")


def presets(game):
    return list(hwatu_env.load_game(game).rules_type.PRESETS)


def batches(game, rules, num_games, **settings):
    return [
        hwatu_env.GameBatch(game, num_games, rules=rules, compiled=compiled, **settings)
        for compiled in BUILDS
    ]


def assert_same(each, when):
    first, *others = each
    for other in others:
        for name in OUTPUTS:
            same = np.array_equal(getattr(other, name), getattr(first, name))
            assert same, f"{name} with compiled={other.compiled!r} differs {when}"
        assert same_records(other.state, first.state), f"the state differs {when}"


def same_records(ours, theirs):
    """Field by field: a record may have padding, which nobody owns."""
    return all(np.array_equal(ours[name], theirs[name]) for name in ours.dtype.names)


def play_to_the_end(each):
    """Play random games in all builds alike; returns the number of steps."""
    steps = 0
    assert_same(each, "after the deal")
    while (each[0].to_move >= 0).any():
        actions = each[0].sample_actions(1)
        for batch in each:
            assert np.array_equal(batch.sample_actions(1), actions)
            batch.step(actions)
        steps += 1
        assert_same(each, f"after step {steps}")
    return steps


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_builds_play_the_same_thousand_games(game):
    each = batches(game, presets(game)[0], 1000, seed=1, autoreset=False)

    play_to_the_end(each)

    assert all(batch.terminated.all() for batch in each)


@pytest.mark.parametrize(
    ("game", "rules"), [(game, rules) for game in GAMES for rules in presets(game)]
)
def test_builds_play_the_same_games_under_every_preset(game, rules):
    each = batches(game, rules, 20, seed=2, autoreset=False)

    play_to_the_end(each)


@pytest.mark.parametrize("game", GAMES)
def test_builds_start_the_same_next_games(game):
    each = batches(game, presets(game)[0], 20, seed=3, autoreset=True)

    for step in range(150):
        actions = each[0].sample_actions(step)
        for batch in each:
            batch.step(actions)
        assert_same(each, f"after step {step}")
        first, *others = (batch.finished for batch in each)
        for other in others:
            assert np.array_equal(other.rows, first.rows)
            assert same_records(other.state, first.state)


@pytest.mark.parametrize("game", GAMES)
def test_builds_agree_on_observers_worlds_and_playouts(game):
    each = batches(game, presets(game)[0], 20, seed=4, autoreset=False)
    for _ in range(6):
        actions = each[0].sample_actions(0)
        for batch in each:
            batch.step(actions)
    going = np.flatnonzero(each[0].to_move >= 0)
    assert going.size

    first, *others = (batch.determinize(going, 1, key=5, copies=2).state for batch in each)
    observations = [batch.observe(0).tobytes() for batch in each]
    playouts = [batch.playout(key=6).tobytes() for batch in each]

    assert all(same_records(other, first) for other in others)
    assert len(set(observations)) == len(set(playouts)) == 1


def play_batch(game):
    batch = hwatu_env.GameBatch(game, 50, seed=5)
    for _ in range(20):
        batch.step(batch.sample_actions())
    return batch.observation.tobytes()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_child_processes_play_the_same_games(game, method):
    expected = play_batch(game)

    with multiprocessing.get_context(method).Pool(2) as pool:
        observations = pool.map(play_batch, [game, game], chunksize=1)

    assert observations == [expected, expected]


@pytest.mark.parametrize("game", GAMES)
def test_threads_play_the_same_games(game):
    expected = play_batch(game)

    with ThreadPoolExecutor(4) as threads:
        observations = list(threads.map(play_batch, [game] * 8))

    assert observations == [expected] * 8
