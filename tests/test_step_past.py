"""Stepping past seats that play at random: the same games as step after step, only faster."""

import numpy as np
import pytest

from hwatu_env import GameBatch
from hwatu_env.errors import IllegalActionError


@pytest.mark.parametrize("reward", ["points", "outcome", "symlog"])
def test_step_past_is_step_after_step_with_the_same_random_actions(reward):
    options = {"rules": "standard-3p", "seed": 6, "autoreset": False, "reward": reward}
    quick = GameBatch("gostop", 24, compiled=False, **options)
    slow = GameBatch("gostop", 24, compiled=False, **options)
    passed = np.zeros((24, 3), np.bool_)
    passed[:, 1:] = True
    passed[:8] = [True, False, True]

    for ply in range(12):
        actions = slow.sample_actions(key=ply)
        quick.step_past(actions, passed, key=5)
        slow.step(actions)
        total = slow.rewards.copy()
        while True:
            seats = np.maximum(slow.to_move, 0)
            waiting = (slow.to_move >= 0) & passed[np.arange(24), seats]
            if not waiting.any():
                break
            slow.step(np.where(waiting, slow.sample_actions(key=5), -1))
            total += slow.rewards

        assert np.array_equal(quick.observation, slow.observation)
        assert np.array_equal(quick.action_mask, slow.action_mask)
        assert np.array_equal(quick.to_move, slow.to_move)
        assert np.allclose(quick.rewards, total)


def test_step_past_compiled_plays_as_plain_python_does():
    batches = [
        GameBatch("gostop", 8, rules="standard-2p", seed=2, autoreset=False, compiled=compiled)
        for compiled in (True, False)
    ]
    for ply in range(8):
        actions = batches[0].sample_actions(key=ply)
        for batch in batches:
            batch.step_past(actions, [False, True], key=1)

    assert np.array_equal(batches[0].observation, batches[1].observation)
    assert np.array_equal(batches[0].rewards, batches[1].rewards)


def test_step_past_moves_rows_that_are_left_alone_out_of_passed_seats():
    batch = GameBatch("gostop", 30, rules="standard-2p", seed=3, autoreset=False, compiled=False)

    batch.step_past(-1, [True, False])

    assert set(batch.to_move.tolist()) <= {1, -1}


def test_step_past_refuses_what_it_cannot_do():
    batch = GameBatch("gostop", 3, rules="standard-2p", compiled=False)

    with pytest.raises(ValueError, match="autoreset=False"):
        batch.step_past(batch.sample_actions(), [False, True])
    with pytest.raises(ValueError, match="passed must be booleans of shape"):
        batch.step_past(batch.sample_actions(), [0, 1])


def test_step_past_raises_before_anything_has_changed():
    batch = GameBatch("gostop", 3, rules="standard-2p", autoreset=False, compiled=False)
    before = batch.state.tobytes()

    with pytest.raises(IllegalActionError, match="row 0"):
        batch.step_past("noop", [False, True])

    assert batch.state.tobytes() == before


# ---- going on to the next episodes


IN_TURN = ~np.eye(2, dtype=np.bool_)
"""Passes all seats but (game + episode) mod P."""


def going_on(num_games=40, *, steps=30, compiled=False):
    """Yields a batch after every step of learners who change seats with every episode."""
    batch = GameBatch(
        "gostop", num_games, rules="standard-2p", seed=4, autoreset=False, compiled=compiled
    )
    learners = batch.state["game"] % 2
    batch.step_past(-1, np.arange(2) != learners[:, None], key=5)
    for ply in range(steps):
        learners = (batch.state["game"] + batch.state["episode"]) % 2
        passed = np.arange(2) != learners[:, None]
        actions = batch.sample_actions(key=ply)
        batch.step_past(actions, passed, key=5, passed_next=IN_TURN)
        yield batch


@pytest.mark.parametrize("compiled", [False, True])
def test_next_episodes_begin_up_to_a_seat_that_is_not_passed(compiled):
    ended = 0
    for batch in going_on(compiled=compiled):
        learners = (batch.state["game"] + batch.state["episode"]) % 2
        assert np.array_equal(batch.to_move, learners)
        assert np.array_equal(batch.terminated.nonzero()[0], batch.finished.rows)
        assert (batch.finished.to_move == -1).all()
        ended += len(batch.finished)
    assert ended > 60


def test_next_episodes_are_those_of_a_reset():
    """Row by row against a batch that is reset by hand and steps past seats from there."""
    compared = 0
    for batch in going_on(steps=14):
        for row in batch.finished.rows.tolist():
            episode = int(batch.state["episode"][row])
            alone = GameBatch(
                "gostop",
                rules="standard-2p",
                seed=4,
                first_game=row,
                autoreset=False,
                compiled=False,
            )
            alone.reset(seed=4, first_episode=episode)
            alone.step_past(-1, np.arange(2) != (row + episode) % 2, key=5)
            assert np.array_equal(alone.observation[0], batch.observation[row])
            assert np.array_equal(alone.action_mask[0], batch.action_mask[row])
            assert np.array_equal(alone.rewards[0], batch.opening_rewards[row])
            compared += 1
    assert compared > 20


def test_rewards_of_the_last_moves_and_of_the_first_are_apart():
    for batch in going_on(80, steps=16):
        for row, points in zip(batch.finished.rows, batch.finished.state["score"], strict=True):
            assert np.allclose(batch.rewards[row].sum(), 0)
            assert np.sign(batch.rewards[row]).tolist() == np.sign(points).tolist()


def test_last_observations_are_those_of_the_finished_games():
    seen = 0
    for batch in going_on(steps=14):
        seats = np.arange(len(batch.finished)) % 2
        assert np.array_equal(batch.last_observations(seats), batch.finished.observe(seats))
        seen += len(seats)
    assert seen > 20


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ([[False, True]], r"passed_next must be booleans of shape \(2, 2\)"),
        ([[0, 1], [1, 0]], "passed_next must be booleans"),
        ([[True, True], [False, True]], "leave a seat in every row"),
    ],
)
def test_who_is_passed_next_must_be_clear(table, message):
    batch = GameBatch("gostop", 3, rules="standard-2p", autoreset=False, compiled=False)
    before = batch.state.tobytes()

    with pytest.raises(ValueError, match=message):
        batch.step_past(batch.sample_actions(), [False, True], passed_next=table)

    assert batch.state.tobytes() == before
