import json
from pathlib import Path

import numpy as np
import pytest
from sb3_contrib import MaskablePPO

from hwatu_env.clients.sb3 import HwatuVecEnv
from hwatu_experiments.speed.figures import FIGURES, goals_of
from hwatu_experiments.speed.motionless import Motionless
from hwatu_experiments.throughput import Speeds, bench


@pytest.fixture(scope="module")
def speeds() -> Speeds:
    return bench("gostop", num_games=256, repeats=1, quick=True)


def test_every_figure_has_a_plain_key(speeds: Speeds, tmp_path: Path):
    speeds.save_json(tmp_path / "bench.json")

    read = json.loads((tmp_path / "bench.json").read_text())
    assert {figure.name for figure in FIGURES} <= set(read)
    for name in (
        *("step_ns", "write_ns", "copy_ns", "python_step_ns", "ratio"),
        *("playout_steps_per_s", "playout_threads_ratio", "aec_us", "import_s"),
        *("vector_us", "vector_moves_us", "vector_ratio", "vector_step_ratio"),
        *("state_bytes", "observation_bytes"),
    ):
        assert read[name] > 0, name
    assert read["compile_s"] is None, "a quick run does not compile afresh"
    assert read["rules"] == "standard-2p"


def test_figures_agree_with_each_other(speeds: Speeds):
    assert speeds["rules_ns"] + speeds["write_ns"] == pytest.approx(speeds["step_ns"])
    assert speeds["ratio"] == pytest.approx(speeds["python_step_ns"] / speeds["step_ns"])
    assert speeds["steps_per_s"] * speeds["step_ns"] == pytest.approx(1e9)
    assert speeds["state_bytes"] <= 1024
    assert speeds["ratio"] > 10
    assert 1 < speeds["vector_ratio"] < speeds["vector_step_ratio"]
    assert speeds["vector_moves_us"] < speeds["vector_us"]


def test_the_table_names_figures_and_goals(speeds: Speeds, capsys: pytest.CaptureFixture[str]):
    speeds.print()

    printed = capsys.readouterr().out
    assert "step_ns" in printed
    assert "playout_steps_per_s" in printed
    assert "≤" in printed
    if "leduc_us" not in speeds.figures:
        assert "rlcard" in printed, "why it is missing"


def test_goals_are_those_of_the_game():
    fishing, tricks = goals_of("gostop"), goals_of("hachinin_meri")
    assert (fishing.rules_ns, fishing.aec_us, fishing.state_bytes) == (80, 12, 1024)
    assert (tricks.rules_ns, tricks.aec_us, tricks.state_bytes) == (90, 15, 1536)
    assert goals_of("minhwatu").rules_ns == 60


def test_the_free_environment_looks_like_the_real_one():
    env = HwatuVecEnv("gostop", 8, rules="standard-2p", scale=True)
    free = Motionless(env)

    shown, masks = free.reset(), free.action_masks()
    again, rewards, dones, infos = free.step(np.zeros(8, np.int64))
    assert again is shown
    assert shown.shape == env.reset().shape
    assert masks.shape == env.action_masks().shape
    assert not rewards.any()
    assert not dones.any()
    assert len(infos) == 8
    model = MaskablePPO("MlpPolicy", free, n_steps=4, batch_size=16, device="cpu")
    model.learn(64)
    assert model.num_timesteps == 64


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="repeats must be at least 1, got 0"):
        bench("gostop", repeats=0)
    with pytest.raises(ValueError, match="num_games must be at least 1, got 0"):
        bench("gostop", num_games=0)
