"""Lessons before the first game: what they hold, and that a model learns from them."""

import json
from dataclasses import replace
from itertools import islice

import numpy as np
import pytest

from hwatu_agents.learned import LearnedAgent
from hwatu_env import GameBatch, load_agent
from hwatu_env.errors import UnknownNameError
from hwatu_experiments.config import Config
from hwatu_experiments.imitation import imitate, lessons
from hwatu_experiments.train import build_env, build_model, resume, train
from tests.experiments.conftest import TOY


def start(first: int) -> GameBatch:
    return GameBatch("gostop", 64, rules=TOY, seed=5, first_game=first, autoreset=False)


class Highest:
    """Plays the legal action with the highest id, and is asked for nothing else."""

    def act(self, decision):
        return decision.action_mask.shape[1] - 1 - decision.action_mask[:, ::-1].argmax(axis=1)

    def __repr__(self) -> str:
        return "Highest()"


def test_lessons_hold_the_teachers_answers_and_what_came_of_them():
    first, second = islice(lessons(start, Highest()), 2)

    for lesson in (first, second):
        count = len(lesson.action)
        assert lesson.observation.shape == (
            count,
            GameBatch("gostop", rules=TOY).observation.shape[1],
        )
        assert lesson.action_mask[np.arange(count), lesson.action].all()
        width = lesson.action_mask.shape[1]
        highest = width - 1 - lesson.action_mask[:, ::-1].argmax(axis=1)
        assert np.array_equal(lesson.action, highest)
        assert np.isfinite(lesson.gain).all()
        assert lesson.gain.any()
    assert not np.array_equal(first.observation[:64], second.observation[:64])
    # of the first decision of each deal: all that the seat wins or loses in it
    opening = first.gain[:64]
    batch = start(0)
    assert np.array_equal(first.observation[:64], batch.observation)
    assert set(np.sign(opening)) == {-1, 0, 1}


def test_a_model_learns_to_answer_as_the_teacher_does(toy_config: Config):
    env = build_env(toy_config)
    model = build_model(toy_config, env)
    scale = env.games.spec.observation.scale
    options = {"scale": scale, "rewards": None}

    before = imitate(model, Highest(), start, decisions=1, **options)
    after = imitate(model, Highest(), start, decisions=40_000, **options)

    assert before < 0.7
    assert after > 0.9
    decision = start(10_000).decisions()
    learned = LearnedAgent.of_model(model, env.games.spec)
    agreed = np.mean(learned.act(decision) == Highest().act(decision))
    assert agreed > 0.9


def test_a_training_imitates_first_and_can_be_resumed(toy_config: Config):
    config = replace(toy_config, imitate="gostop/greedy", imitate_decisions=5_000, steps=4_096)

    run = train(config)

    facts = json.loads((run.folder / "imitation.json").read_text())
    assert facts["teacher"] == "gostop/greedy"
    assert 0.3 < facts["agreement"] <= 1
    assert [run.steps_of(checkpoint) for checkpoint in run.checkpoints()] == [0, 4_096]
    again = resume(run.folder, steps=6_144)
    assert run.steps_of(again.checkpoints()[-1]) == 6_144
    assert json.loads((run.folder / "imitation.json").read_text()) == facts, "no second lessons"


def test_who_is_imitated_depends_on_the_game(toy_config: Config):
    assert not (train(replace(toy_config, steps=2_048)).folder / "imitation.json").exists()
    config = replace(
        toy_config, game="hachinin_meri", rules=None, name="meri", steps=2_048, reward=None
    )
    run = train(replace(config, imitate_decisions=3_000))
    facts = json.loads((run.folder / "imitation.json").read_text())
    assert facts["teacher"] == "hachinin_meri/heuristic"
    assert load_agent(facts["teacher"])
    assert run.read_config()["reward"] == "points"


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"imitate": "nobody"}, UnknownNameError, "unknown agent 'nobody'"),
        ({"imitate_decisions": 0}, ValueError, "imitate_decisions must be at least 1, got 0"),
    ],
)
def test_wrong_teachers_are_named(toy_config: Config, wrong, error, message):
    with pytest.raises(error, match=message):
        train(replace(toy_config, **wrong))
    assert not (toy_config.runs / "toy").exists(), "nothing is half-written"
