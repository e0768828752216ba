"""Transcripts replay to the same states, or say where they diverge."""

import dataclasses
import json

import numpy as np
import pytest

import hwatu_env
from hwatu_env import GameBatch
from hwatu_env.errors import DeckError, TranscriptError
from hwatu_env.record import (
    Recorder,
    read_transcripts,
    replay,
    transcript_of,
    write_transcripts,
)

CASES = [
    (game, preset, kind)
    for game in hwatu_env.list_games()
    for preset in hwatu_env.load_game(game).rules_type.PRESETS
    for kind in hwatu_env.load_game(game).episodes
]


def recorded(game="gostop", rules="standard-2p", kind="deal", count=4):
    batch = GameBatch(game, 3, rules=rules, seed=11, episode=kind, compiled=False)
    recorder = Recorder(batch)
    while len(recorder.transcripts) < count:
        recorder.step(batch.sample_actions(key=5))
    return recorder.transcripts[:count]


def finished_deal():
    batch = GameBatch("gostop", 1, rules="standard-2p", seed=4, autoreset=False, compiled=False)
    while batch.to_move[0] >= 0:
        batch.step(batch.sample_actions())
    return batch


@pytest.mark.parametrize(("game", "preset", "kind"), CASES)
def test_recorded_game_replays_to_its_points(game, preset, kind):
    for transcript in recorded(game, preset, kind, count=2):
        batch = replay(transcript, compiled=False)

        assert tuple(batch.state[0]["score"].tolist()) == transcript.scores
        assert batch.to_move[0] == -1


def test_replay_goes_through_the_same_states():
    batch = GameBatch("gostop", 1, rules="hangame", seed=8, autoreset=False, compiled=False)
    states = []
    while batch.to_move[0] >= 0:
        states.append(batch.state.tobytes())
        batch.step(batch.sample_actions())
    transcript = dataclasses.replace(
        transcript_of(batch), deck=None, dealer=None, seed=8, row=0, episode=0
    )

    for step, state in enumerate(states):
        assert replay(transcript, steps=step, compiled=False).state.tobytes() == state


def test_recorder_knows_the_episode_of_each_game():
    transcripts = recorded(count=9)

    assert {(t.row, t.episode) for t in transcripts} >= {(0, 0), (0, 1), (1, 0), (2, 0)}


def test_recorder_refuses_a_game_under_way():
    batch = GameBatch("gostop", 2, compiled=False)
    batch.step(batch.sample_actions())

    with pytest.raises(TranscriptError, match="under way"):
        Recorder(batch)


def test_transcript_of_a_deal_by_its_deck():
    batch = finished_deal()

    transcript = transcript_of(batch)
    again = replay(transcript, compiled=False)

    assert transcript.deck is not None
    assert again.sheet(0) == batch.sheet(0)


def test_transcript_of_an_unfinished_deal():
    batch = GameBatch("gostop", 1, seed=4, compiled=False)
    batch.step(batch.sample_actions())

    transcript = transcript_of(batch)

    assert transcript.scores is None
    assert replay(transcript, compiled=False).position(0) == batch.position(0)


def test_match_needs_a_recorder():
    with pytest.raises(TranscriptError, match="Recorder"):
        transcript_of(GameBatch("gostop", 1, episode="match", compiled=False))


def test_illegal_end_is_recorded_and_replayed():
    batch = GameBatch("gostop", 1, seed=5, illegal="void", compiled=False)
    recorder = Recorder(batch)
    recorder.step("noop")

    (transcript,) = recorder.transcripts

    assert transcript.illegal
    assert tuple(replay(transcript, compiled=False).state[0]["score"].tolist()) == transcript.scores


def test_json_round_trip_through_a_file(tmp_path):
    transcripts = recorded()
    write_transcripts(tmp_path / "games.jsonl", transcripts)

    assert list(read_transcripts(tmp_path / "games.jsonl")) == transcripts
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]


def test_failed_write_leaves_nothing_half_written(tmp_path):
    def broken():
        yield recorded(count=1)[0]
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError):
        write_transcripts(tmp_path / "games.jsonl", broken())

    assert not (tmp_path / "games.jsonl").exists()


def test_diverging_action_names_its_step():
    (transcript,) = recorded(count=1)
    actions = (*transcript.actions[:3], "bomb 12", *transcript.actions[4:])

    with pytest.raises(TranscriptError, match=r"step 4 of .*'bomb 12' diverges; legal actions"):
        replay(dataclasses.replace(transcript, actions=actions), compiled=False)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"actions": ("play 13.1",)}, "step 1 of 1: unknown action"),
        ({"scores": (1, -1)}, "the transcript has"),
        ({"rules_digest": "00000000"}, "have changed"),
        ({"rules": "house"}, "unknown preset"),
        ({"game": "poker"}, "unknown game"),
        ({"kind": "season"}, "episode must be one of"),
        ({"actions": ()}, "the game goes on"),
    ],
)
def test_broken_transcript_is_refused(changes, message):
    (transcript,) = recorded(count=1)

    with pytest.raises(TranscriptError, match=message):
        replay(dataclasses.replace(transcript, **changes), compiled=False)


def test_action_after_the_end():
    (transcript,) = recorded(count=1)
    longer = dataclasses.replace(transcript, actions=(*transcript.actions, "stop"))

    with pytest.raises(TranscriptError, match="after the end"):
        replay(longer, compiled=False)


def test_broken_deck_is_named():
    transcript = transcript_of(finished_deal())
    deck = ("1.1", *transcript.deck[1:])

    with pytest.raises(DeckError, match="card"):
        replay(dataclasses.replace(transcript, deck=deck), compiled=False)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "one line of JSON"),
        ("[1]", "a JSON object"),
        (json.dumps({"game": "gostop"}), "a transcript has"),
        (
            json.dumps(
                {"game": "a", "rules": "b", "rules_digest": "c", "kind": "deal", "actions": []}
            ),
            "seed or deck",
        ),
        (
            json.dumps(
                {
                    "game": "gostop",
                    "rules": "seed",
                    "rules_digest": "c",
                    "kind": "deal",
                    "actions": "play 1.1",
                    "seed": 1,
                }
            ),
            "actions of a transcript is a list",
        ),
    ],
)
def test_broken_line_is_named_with_its_number(tmp_path, line, message):
    (transcript,) = recorded(count=1)
    path = tmp_path / "games.jsonl"
    path.write_text(f"{transcript.to_json()}\n{line}\n", encoding="utf-8")

    with pytest.raises(TranscriptError, match=f"line 2: .*{message}"):
        list(read_transcripts(path))


def test_recorder_notes_rows_that_were_left_alone():
    batch = GameBatch("gostop", 2, rules="standard-2p", seed=3, compiled=False)
    recorder = Recorder(batch)
    for ply in range(400):
        actions = batch.sample_actions(key=ply)
        actions[ply % 2] = -1
        recorder.step(actions)

    assert len(recorder.transcripts) >= 4
    for transcript in recorder.transcripts:
        replay(transcript, compiled=False)
    assert np.ptp([t.episode for t in recorder.transcripts]) > 0
