import json
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from hwatu_agents.learned import LearnedAgent
from hwatu_env.errors import CheckpointError, UnknownNameError
from hwatu_experiments.config import Config
from hwatu_experiments.evaluate import evaluate
from hwatu_experiments.runs import Run
from hwatu_experiments.train import build_env, build_model, resume, train


def test_a_small_deck_is_learned_in_seconds(toy_config: Config):
    config = replace(toy_config, steps=30_000, opponents="random=0.5, self=0.5", eval_every=10_000)

    run = train(replace(config, snapshot_every=10_000, eval_deals=100))

    learned = LearnedAgent.load(run.folder)
    result = evaluate(
        {"learned": learned, "random": "random"}, "gostop", rules=config.rules, deals=2_000
    )
    points = result.points("learned", "random")
    assert points.low > 0.05, "networks that have learned nothing get between -0.07 and 0.03"
    lines = run.read_metrics()
    assert [line["step"] for line in lines] == sorted(line["step"] for line in lines)
    assert lines[-1]["step"] >= 30_000
    evaluated = [line for line in lines if "eval/random/mean" in line]
    assert len(evaluated) >= 2
    assert all("rollout/ep_rew_mean" in line for line in lines)
    assert run.plot_file.read_bytes().startswith(b"\x89PNG")
    assert list((run.folder / "tensorboard").iterdir())
    assert json.loads((run.folder / "versions.json").read_text())["sb3-contrib"]
    assert run.read_config()["rules"] == config.rules


def test_resuming_goes_on_with_the_counters(toy_config: Config):
    run = train(replace(toy_config, checkpoint_every=4_096))
    first = [run.steps_of(checkpoint) for checkpoint in run.checkpoints()]

    again = resume(run.folder, steps=12_288)

    assert again.folder == run.folder
    assert first == [4_096, 8_192]
    assert [run.steps_of(checkpoint) for checkpoint in run.checkpoints()] == [*first, 12_288]
    steps = [line["step"] for line in run.read_metrics()]
    assert steps == list(range(2_048, 12_289, 2_048))
    with pytest.raises(ValueError, match="12,288 steps already"):
        resume(run.folder)


def test_the_same_seed_learns_the_same(toy_config: Config):
    one = train(replace(toy_config, name="one", steps=4_096))
    other = train(replace(toy_config, name="other", steps=4_096))

    for key in ("rollout/ep_rew_mean", "train/loss"):
        assert one.read_metrics()[-1][key] == other.read_metrics()[-1][key]


def test_time_ends_a_training(toy_config: Config):
    run = train(replace(toy_config, steps=None, minutes=0.02))

    assert len(run.checkpoints()) == 1


@pytest.mark.slow
def test_ctrl_c_keeps_the_last_checkpoint(toy_config: Config):
    run = Run(toy_config.runs / "interrupted")
    command = [Path(sys.executable).with_name("hwatu"), "train", "gostop", "--name", "interrupted"]
    options = {
        "--runs": toy_config.runs,
        "--rules": toy_config.rules,
        "--steps": 50_000_000,
        "--opponents": "random",
        "--n-envs": 64,
        "--n-steps": 32,
        "--hidden": 64,
        "--threads": 1,
        "--eval-every": 0,
    }
    words = [str(word) for option in options.items() for word in option]
    process = subprocess.Popen([*command, *words], stdout=subprocess.PIPE, text=True)

    deadline = time.monotonic() + 240
    while not run.read_metrics() and time.monotonic() < deadline:
        assert process.poll() is None
        time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    printed, _ = process.communicate(timeout=60)

    assert process.returncode == 0
    (checkpoint,) = run.checkpoints()
    assert checkpoint.name in printed
    assert run.steps_of(checkpoint) >= 2_048
    LearnedAgent.load(run.folder)


def test_what_is_no_run_is_refused(toy_config: Config, tmp_path: Path):
    with pytest.raises(CheckpointError, match="is no run folder"):
        resume(tmp_path / "nothing")

    run = Run(tmp_path / "empty")
    run.create(toy_config)
    with pytest.raises(CheckpointError, match="there is no checkpoint in"):
        resume(run.folder)

    config = run.read_config()
    (run.folder / "config.json").write_text(json.dumps(config | {"speed": 1}))
    with pytest.raises(CheckpointError, match="another version: it differs in speed"):
        resume(run.folder)


def test_a_checkpoint_of_other_rules_is_not_resumed(toy_config: Config):
    run = train(replace(toy_config, steps=2_048))
    config = run.read_config()
    (run.folder / "config.json").write_text(json.dumps(config | {"rules": "seed"}))

    with pytest.raises(CheckpointError, match="was trained for the rules"):
        resume(run.folder, steps=4_096)


def test_a_run_is_not_overwritten(toy_config: Config):
    run = Run(toy_config.runs / "toy")
    run.create(toy_config)

    with pytest.raises(ValueError, match="toy exists"):
        train(toy_config)
    assert run.checkpoints() == []


# the deck's only score is 3, for its red ribbons, and seldom 6
@pytest.mark.parametrize(("scale", "clip", "won"), [(12.0, 10.0, 0.25), (2.0, 0.75, 0.75)])
def test_points_are_scaled_and_cut_for_learning_alone(
    toy_config: Config, scale: float, clip: float, won: float
):
    config = replace(toy_config, reward="points", points_scale=scale, points_clip=clip)
    games = build_env(config)
    env = build_model(config, games).get_env()
    assert env is not None
    env.reset()

    seen: set[float] = set()
    told: set[float] = set()
    for _ in range(20):
        _, rewards, _, infos = env.step(games.games.batch.sample_actions(1))
        seen |= set(rewards.tolist())
        told |= {info["episode"]["r"] for info in infos if "episode" in info}

    assert {0.0, won, -won} <= seen
    assert max(seen) <= max(won, 6 / scale if clip > 1 else clip)
    assert {0.0, 3.0, -3.0} <= told, "infos stay in points"


def test_a_scale_of_zero_is_refused(toy_config: Config):
    config = replace(toy_config, reward="points", points_scale=0.0)

    with pytest.raises(ValueError, match=r"must be above 0, got 0\.0"):
        build_model(config, build_env(config))


def test_bad_configs_are_refused(toy_config: Config):
    with pytest.raises(ValueError, match="n_envs must be at least 1, got 0"):
        train(replace(toy_config, n_envs=0))
    with pytest.raises(UnknownNameError, match="unknown agent 'nobody'"):
        train(replace(toy_config, opponents="nobody"))
    assert not (toy_config.runs / "toy").exists()
