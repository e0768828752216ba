"""The command itself, in processes of its own."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hwatu_experiments.config import Config
from hwatu_experiments.train import train

PROGRAM = Path(sys.executable).with_name("hwatu")


def hwatu(*words: object, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PROGRAM, *map(str, words)], input=given, capture_output=True, text=True, check=False
    )


def test_help_lists_the_commands():
    done = hwatu("--help")

    assert done.returncode == 0
    for command in ("train", "evaluate", "demo", "bench", "play", "score"):
        assert command in done.stdout


def test_evaluate_writes_json_and_png(tmp_path: Path):
    done = hwatu(
        *("evaluate", "random", "gostop/greedy", "--deals", 100),
        *("--json", tmp_path / "result.json", "--png", tmp_path / "result.png"),
    )

    assert done.returncode == 0, done.stderr
    assert "greedy" in done.stdout
    assert "gostop/greedy" not in done.stdout, "the game stands in the title"
    read = json.loads((tmp_path / "result.json").read_text())
    assert read["deals"] == 100
    assert read["rules"] == "standard-2p"
    assert (tmp_path / "result.png").stat().st_size > 1_000


def test_evaluate_teams_of_different_agents():
    done = hwatu(
        *("evaluate", "random", "--game", "hachinin_meri", "--deals", 20),
        *("--team", "random", "hachinin_meri/greedy", "--team", "hachinin_meri/greedy"),
    )

    assert done.returncode == 0, done.stderr
    assert "random+greedy" in done.stdout


def test_a_single_team_meets_its_members(tmp_path: Path):
    done = hwatu(
        *("evaluate", "--game", "hachinin_meri", "--team", "hachinin_meri/greedy", "random"),
        *("--deals", 20, "--json", tmp_path / "teams.json"),
    )

    assert done.returncode == 0, done.stderr
    read = json.loads((tmp_path / "teams.json").read_text())
    assert set(read["agents"]) == {
        *("hachinin_meri/greedy+random", "hachinin_meri/greedy", "random")
    }
    assert len(read["meetings"]) == 3


def test_score_and_settlement():
    sheet = hwatu("score", "gostop", "--cards", "1.1", "3.1", "8.1", "--rules", "seed")
    settlement = hwatu(
        *("score", "gostop", "--rules", "standard-2p", "--winner", 0, "--go-counts", 1, 0),
        *("--pile", "1.1 3.1 8.1", "--pile", "2.3 2.4"),
    )

    assert sheet.returncode == 0, sheet.stderr
    assert [word for word in sheet.stdout.split() if word in {"total", "3"}][-2:] == ["total", "3"]
    # three brights and one go, doubled by gwang-bak and by pi-bak
    assert settlement.returncode == 0, settlement.stderr
    assert "gwang-bak" in settlement.stdout
    assert "-8" in settlement.stdout or "-16" in settlement.stdout


def test_score_of_a_deal():
    done = hwatu(
        *("score", "minhwatu", "--quads", 0, 1),
        *("--pile", "1.2 2.2 3.2", "--pile", "8.1 8.2 8.3 8.4"),
    )

    # 15 card points and hongdan against 30 card points and a quad, less hongdan
    assert done.returncode == 0, done.stderr
    assert "hand quads of seat 1" in done.stdout
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in done.stdout.splitlines()]
    assert ["seat 0", "45", ""] in rows
    assert ["seat 1", "100", ""] in rows


def test_score_of_a_trick():
    """Example 5b: the hidden dragon is beaten by Sota, 1 + 5."""
    cards = "Swords.Sun Drums.Robai Clubs.9 Clubs.Robai Swords.3 Swords.4 Drums.Sota Cups.1"
    done = hwatu(
        *("score", "hachinin_meri", "--trump", "Drums", "--trick", 4, "--hidden"),
        *("--cards", *cards.split()),
    )

    assert done.returncode == 0, done.stderr
    assert "won by seat 6" in done.stdout
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in done.stdout.splitlines()]
    assert ["Sota over Robai", "+5", "§7"] in rows
    assert ["total", "6", ""] in rows


def test_play_through_a_pipe():
    done = hwatu("play", "gostop", "--opponent", "random", "--seed", 3, given="1\n" * 100)

    assert done.returncode == 0, done.stderr
    assert "Deal 1 is over" in done.stdout
    left = hwatu("play", "gostop", "--num-players", 4, "--rules", "seed", given="quit\n")
    assert left.returncode == 0, left.stderr
    assert "you left the game" in left.stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("evaluate", "random", "nobody"), "UnknownNameError: unknown agent 'nobody'"),
        (("evaluate", "random"), "needs two agents or more"),
        (("evaluate", "random", "x.zip"), "CheckpointError: there is no checkpoint x.zip"),
        (("evaluate", "random", "random", "--game", "bridge"), "unknown game 'bridge'"),
        (("evaluate", "random", "random", "--rules", "house"), "RulesError: unknown preset"),
        (
            ("evaluate", "random", "--game", "hachinin_meri", "--team", *["random"] * 3),
            "3 agents cannot share the 4 seats of a team of hachinin_meri evenly",
        ),
        (("evaluate", "random", "random", "--episode", "set"), "episode must be one of"),
        (("score", "gostop", "--cards", "13.1"), "Error: "),
        (("score", "hachinin_meri", "--cards", "Cups.1"), "scored with --cards and --trump"),
        (
            ("score", "hachinin_meri", "--cards", "Cups.1", "--trump", "Cups"),
            "PositionError: a trick has 8 cards, got 1",
        ),
        (("score", "gostop", "--winner", "0"), "a settlement needs --winner, and --pile"),
        (("score", "minhwatu", "--cards", "1.1"), "is scored with --pile once for each seat"),
        (("train", "gostop", "--resume", "nothing"), "CheckpointError: nothing is no run folder"),
        (("train", "gostop", "--opponents", "random=-1"), "names with weights above 0"),
        (("play", "gostop", "--seat", "9"), "seat is 0 to 1, got 9"),
        (("bench", "bridge"), "unknown game 'bridge'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(words: tuple[str, ...], message: str):
    done = hwatu(*words)

    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_checkpoint_of_other_rules_is_named(toy_config: Config):
    run = train(toy_config)

    done = hwatu("evaluate", run.folder, "random", "--rules", "standard-2p")

    assert done.returncode == 2
    assert "CheckpointError: step_000008192 was trained for the rules" in done.stderr
    fine = hwatu("evaluate", run.folder, "random", "--rules", toy_config.rules, "--deals", 50)
    assert fine.returncode == 0, fine.stderr


def test_demo_says_how_it_went(toy_config: Config):
    done = hwatu(
        *("demo", "gostop", "--rules", toy_config.rules, "--runs", toy_config.runs),
        *("--name", "demo", "--minutes", 0.15, "--deals", 300, "--threads", 1, "--hidden", 64),
        *("--reward", "symlog"),
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "better than" in done.stdout
    assert "gostop/heuristic" in done.stdout
    folder = toy_config.runs / "demo"
    assert (folder / "learning_curve.png").exists()
    assert (
        json.loads((folder / "random.json").read_text())["agents"]["learned"]["points"]["low"] > 0
    )
