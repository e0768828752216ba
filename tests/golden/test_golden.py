"""Every game and preset still plays as its golden transcripts say."""

import json

import pytest

import hwatu_env
from hwatu_env.record import Transcript, replay
from tests.golden import golden

CASES = [(game, preset) for game in hwatu_env.list_games() for preset in golden.presets(game)]


@pytest.mark.parametrize(("game", "preset"), CASES)
def test_preset_plays_as_written(game, preset):
    written = golden.read(game, preset)

    assert written, f"no golden transcripts of {game}/{preset}: run `make golden`"
    assert golden.lines_of(game, preset) == written


@pytest.mark.parametrize(("game", "preset"), CASES)
def test_golden_transcripts_replay_compiled(game, preset):
    for line in golden.read(game, preset):
        record = json.loads(line)
        del record["seen"]

        batch = replay(Transcript.from_json(json.dumps(record)))

        assert batch.state[0]["score"].tolist() == record["scores"]


def test_no_golden_file_is_left_over():
    files = set(golden.FOLDER.rglob("*.jsonl"))

    assert files == {golden.path_of(game, preset) for game, preset in CASES}
