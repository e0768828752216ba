"""What a user's type checker sees of the public interface; `mypy --strict` reads it."""

from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import hwatu_env
from hwatu_env import Agent, Decision, GameBatch, GameSpec
from hwatu_env.record import Transcript, read_transcripts, replay


class First:
    """An agent that plays its first legal action."""

    def act(self, decision: Decision) -> NDArray[np.int64]:
        """(n,) the lowest legal id of each decision."""
        actions: NDArray[np.int64] = decision.action_mask.argmax(axis=1).astype(np.int64)
        return actions


agent: Agent = First()
assert_type(hwatu_env.list_games(), list[str])
assert_type(hwatu_env.load_agent("random"), Agent)

batch = GameBatch("gostop", 8, rules="standard-2p", seed=1)
assert_type(batch, GameBatch)
assert_type(batch.spec, GameSpec)
assert_type(batch.spec.num_actions, int)
assert_type(len(batch), int)
batch.step(agent.act(batch.decisions()))
assert_type(batch.sample_actions(3), NDArray[np.int64])
assert_type(batch.observe(0), NDArray[np.uint8])
assert_type(batch.finished, GameBatch)
assert_type(batch.legal_actions(0), list[str])
assert_type(batch.decisions().seat, NDArray[np.int64])

for transcript in read_transcripts("games.jsonl"):
    assert_type(transcript, Transcript)
    assert_type(replay(transcript), GameBatch)
