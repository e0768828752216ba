import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from hwatu_agents.learned import LearnedAgent, find_checkpoint, purpose_file
from hwatu_env import GameBatch
from hwatu_env.errors import CheckpointError
from hwatu_experiments.config import Config
from hwatu_experiments.evaluate import evaluate
from hwatu_experiments.runs import Run
from hwatu_experiments.train import build_env, build_model


@pytest.fixture
def model(toy_config: Config) -> Any:
    return build_model(toy_config, build_env(toy_config))


@pytest.fixture
def batch(toy_config: Config) -> GameBatch:
    return GameBatch("gostop", 64, rules=toy_config.rules, seed=5)


@pytest.fixture
def checkpoint(model: Any, batch: GameBatch, toy_config: Config) -> Path:
    run = Run(toy_config.runs / "saved")
    run.create(toy_config)
    return run.save(model, batch.spec)


def test_its_network_is_the_trained_policy(model: Any, batch: GameBatch):
    decision = batch.decisions()
    observation = torch.from_numpy(decision.observation * batch.spec.observation.scale)
    with torch.no_grad():
        policy = model.policy.get_distribution(observation, decision.action_mask)
    expected = policy.distribution.probs

    logits = LearnedAgent.of_model(model, batch.spec).network.logits(decision.observation)

    legal = torch.from_numpy(decision.action_mask)
    found = logits.masked_fill(~legal, -torch.inf).softmax(dim=1)
    assert torch.allclose(found, expected, atol=1e-5)


def test_it_plays_the_most_likely_legal_action(model: Any, batch: GameBatch):
    decision = batch.decisions()
    observation = decision.observation * batch.spec.observation.scale
    expected, _ = model.predict(observation, action_masks=decision.action_mask, deterministic=True)

    actions = LearnedAgent.of_model(model, batch.spec).act(decision)

    assert np.array_equal(actions, expected)
    assert decision.action_mask[np.arange(64), actions].all()


def test_draws_from_the_policy_follow_its_probabilities_and_the_key(model: Any, batch: GameBatch):
    agent = LearnedAgent.of_model(model, batch.spec, greedy=False)
    decision = batch.take([0]).decisions()
    legal = torch.from_numpy(decision.action_mask)
    logits = agent.network.logits(decision.observation).masked_fill(~legal, -torch.inf)
    expected = logits.softmax(dim=1)[0].numpy()

    one = batch.take(np.zeros(4_000, np.int64))
    keys = [one.take([0]).decisions(key=key).key[0] for key in range(3)]
    many = one.decisions()
    object.__setattr__(many, "key", np.random.default_rng(0).integers(0, 2**62, 4_000))
    drawn = np.bincount(agent.act(many), minlength=len(expected)) / 4_000

    assert len(set(keys)) == 3
    assert np.abs(drawn - expected).max() < 0.04  # five standard deviations
    assert np.array_equal(agent.act(many), agent.act(many))


def test_a_saved_agent_plays_as_before(model: Any, batch: GameBatch, checkpoint: Path):
    before = LearnedAgent.of_model(model, batch.spec)

    after = LearnedAgent.load(checkpoint, spec=batch.spec)

    assert np.array_equal(after.act(batch.decisions()), before.act(batch.decisions()))
    assert find_checkpoint(checkpoint.parents[1]) == checkpoint


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ("standard-2p", "was trained for the rules"),
        ("seed", "was trained for the rules"),
    ],
)
def test_other_rules_are_refused(checkpoint: Path, rules: str, message: str):
    other = GameBatch("gostop", 1, rules=rules)

    with pytest.raises(CheckpointError, match=message):
        LearnedAgent.load(checkpoint, spec=other.spec)
    with pytest.raises(CheckpointError, match=message):
        LearnedAgent.load(checkpoint).act(other.decisions())
    with pytest.raises(CheckpointError, match=message):
        evaluate([str(checkpoint), "random"], "gostop", rules=rules, deals=2)


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("game", "minhwatu", "plays minhwatu, not gostop|is for unknown rules"),
        ("observation_version", 99, "has observation_version 99, this version has"),
        ("rules_digest", "00000000", "was trained for the rules"),
        ("rules", "house", "unknown preset 'house'"),
        ("num_actions", 7, "to 131 actions, but its .json says"),
    ],
)
def test_what_does_not_fit_is_refused(
    checkpoint: Path, batch: GameBatch, field: str, value: object, message: str
):
    facts = json.loads(purpose_file(checkpoint).read_text())
    purpose_file(checkpoint).write_text(json.dumps(facts | {field: value}))

    with pytest.raises(CheckpointError, match=message):
        LearnedAgent.load(checkpoint).act(batch.decisions())


def test_broken_files_are_refused(checkpoint: Path):
    with pytest.raises(CheckpointError, match="there is no checkpoint"):
        LearnedAgent.load(checkpoint.with_name("step_9.zip"))
    with pytest.raises(CheckpointError, match="there is no checkpoint in"):
        LearnedAgent.load(checkpoint.parent)

    checkpoint.write_bytes(b"not a zip file")
    with pytest.raises(CheckpointError, match="cannot read the checkpoint"):
        LearnedAgent.load(checkpoint)

    purpose_file(checkpoint).write_text("{}")
    with pytest.raises(CheckpointError, match="lacks 'game'"):
        LearnedAgent.load(checkpoint)

    purpose_file(checkpoint).unlink()
    with pytest.raises(CheckpointError, match="which says what it is for"):
        LearnedAgent.load(checkpoint)
