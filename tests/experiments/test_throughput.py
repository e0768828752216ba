import json
from pathlib import Path

import pytest

from hwatu_experiments.speed.figures import FIGURES
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


def test_the_table_names_figures_and_goals(speeds: Speeds, capsys: pytest.CaptureFixture[str]):
    speeds.print()

    printed = capsys.readouterr().out
    assert "step_ns" in printed
    assert "playout_steps_per_s" in printed
    assert "≤" in printed
    if "leduc_us" not in speeds.figures:
        assert "rlcard" in printed, "why it is missing"


def test_bad_input_is_named():
    with pytest.raises(ValueError, match="repeats must be at least 1, got 0"):
        bench("gostop", repeats=0)
    with pytest.raises(ValueError, match="num_games must be at least 1, got 0"):
        bench("gostop", num_games=0)
