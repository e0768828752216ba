"""`env.transcript()` replays to the game that the door played."""

import numpy as np
import pytest

from hwatu_env import aec_env, parallel_env
from hwatu_env.envs.single import HwatuEnv
from hwatu_env.envs.vector import HwatuVectorEnv
from hwatu_env.errors import TranscriptError
from hwatu_env.record.transcript import Transcript, replay
from tests.envs.playing import CASES, DEALS, Case, Lowest, lowest, play, step_for

sb3 = pytest.importorskip("hwatu_env.clients.sb3", exc_type=ImportError)

_OF_THE_ROW = {"key", "game", "episode"}
"""Fields that say which game of which seed it is; a transcript holds the cards instead."""

every_deal = pytest.mark.parametrize("case", DEALS, ids=str)


def check(transcript: Transcript, state: np.ndarray) -> None:
    again = replay(Transcript.from_json(transcript.to_json())).state[0]
    for name in set(again.dtype.names) - _OF_THE_ROW:
        assert again[name].tolist() == state[name].tolist(), name


@every_deal
def test_agents_environments(case: Case) -> None:
    played = play(case, 30, lowest)
    aec, parallel = aec_env(**case.settings), parallel_env(**case.settings)
    aec.reset(seed=30)
    parallel.reset(seed=30)
    for _, action in played.script:
        check(aec.transcript(), aec.batch.state[0])
        aec.step(action)
        step_for(parallel, action)
    assert aec.transcript() == parallel.transcript()
    assert aec.transcript().scores == tuple(played.points.astype(int))
    assert len(aec.transcript().actions) == len(played.script)
    check(aec.transcript(), aec.batch.state[0])


@every_deal
def test_learners_environments(case: Case) -> None:
    single = HwatuEnv(**case.settings, opponents=Lowest())
    vector = HwatuVectorEnv(3, **case.settings, opponents=Lowest())
    native = sb3.HwatuVecEnv(num_envs=3, **case.settings, opponents=Lowest())
    single.reset(seed=5)
    vector.reset(seed=5)
    native.seed(5)
    native.reset()
    for _ in range(3):
        single.step(single.action_masks().argmax())
        vector.step(vector.action_masks().argmax(axis=1))
        native.step(native.action_masks().argmax(axis=1))
    assert single.transcript() == vector.transcript() == native.transcript(0)
    assert native.env_method("transcript") == [vector.transcript(row) for row in range(3)]
    check(vector.transcript(2), vector.games.batch.state[2])


def test_longer_episodes_say_so() -> None:
    for case in CASES:
        if case.episode != "deal":
            env = aec_env(**case.settings)
            env.reset(seed=1)
            with pytest.raises(TranscriptError, match=case.episode):
                env.transcript()
