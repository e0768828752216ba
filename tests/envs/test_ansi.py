"""The text view: everything a player needs, and nothing that the observation does not hold."""

import numpy as np
import pytest

from hwatu_env import GameBatch, aec_env, load_game, parallel_env
from hwatu_env.envs.single import HwatuEnv
from hwatu_env.envs.vector import HwatuVectorEnv
from hwatu_env.render.ansi import legal_text, render_view
from tests.envs.playing import CASES, DEALS, Case, Lowest, at_random

every_case = pytest.mark.parametrize("case", CASES, ids=str)


def lines_of(text: str) -> dict[str, str]:
    """Lines by what stands in their first column, continued ones joined."""
    lines: dict[str, str] = {}
    name = ""
    for line in text.splitlines()[1:]:
        head, rest = line[:17].strip(), line[17:].strip()
        if head:
            name = head
            lines[name] = rest
        elif name:
            lines[name] = f"{lines[name]} {rest}"
    return lines


@every_case
def test_cards_and_legal_words_are_those_of_the_game(case: Case) -> None:
    batch = case.batch(seed=3, autoreset=False)
    cards = next(g.arguments for g in batch.spec.actions.groups if g.word == "play")
    for _ in range(30):
        if batch.to_move[0] < 0:
            break
        text = render_view(
            batch.observation[0], batch.spec, batch.action_mask[0], seat=int(batch.to_move[0])
        )
        lines = lines_of(text)
        assert text.startswith(f"{load_game(case.game).title}, {batch.spec.rules}")
        for name in [p.name for p in batch.spec.observation.pieces if p.name in ("hand", "table")]:
            held = batch.spec.observation.read(batch.observation, name)[0]
            shown = lines[name].replace("|", " ").replace("-", " ").split()
            assert shown == [cards[place] for place in np.flatnonzero(held)]
        assert max(map(len, text.splitlines())) <= 100
        words = [
            f"{group.split()[0]} {argument}".strip()
            for group in lines["legal"].split(" | ")
            for argument in group.split()[1:] or [""]
        ]
        assert sorted(words) == sorted(batch.legal_actions(0))
        batch.step(at_random(batch))


def test_go_stop_reads_like_a_table() -> None:
    batch = GameBatch("gostop", rules="standard-2p", seed=1, autoreset=False)
    for _ in range(9):
        batch.step(batch.action_mask.argmax(axis=1))
    spec = batch.spec
    text = render_view(batch.observation[0], spec, batch.action_mask[0], seat=0)
    lines = lines_of(text)
    piles = spec.observation.read(batch.observation, "piles")[0]
    mine = lines["piles"].partition("me: ")[2].partition("seat +1: ")[0]
    kinds = mine.replace("|", " ").split()
    own = [word for word in kinds if word[0].isdigit()]
    assert len(own) == piles[0].sum()
    assert {word for word in kinds if not word[0].isdigit()} <= {"bright", "animal", "ribbon", "pi"}
    assert lines["decision"] == "play"
    assert lines["hand_sizes"].split()[:2] == [
        str(size) for size in spec.observation.read(batch.observation, "hand_sizes")[0]
    ]


def test_codes_signs_and_choices_are_put_into_words() -> None:
    spec = GameBatch("gostop", rules="standard-2p").spec
    layout = spec.observation
    observation = np.zeros((1, layout.size), np.uint8)
    layout.read(observation, "stacks")[0, 4] = 3
    layout.read(observation, "cup")[0, 1] = 2
    layout.read(observation, "last_caller")[0, 0] = 1
    layout.read(observation, "match_score")[0] = [[128, 7], [127, 249]]
    layout.read(observation, "decision")[0, 7] = 1
    layout.read(observation, "hand_jokers")[0, 2] = 1
    mask = np.zeros(spec.num_actions, bool)
    for word in ("go", "stop", "play 1.1", "play 8.2"):
        mask[spec.actions.id(word)] = True

    lines = lines_of(render_view(observation[0], spec, mask))

    assert lines["stacks"] == "5: by the next seat"
    assert lines["cup"].split()[:2] == ["no", "animal"]
    assert lines["last_caller"].split()[:2] == ["yes", "-"]
    assert lines["match_score"].split()[:2] == ["+7", "-7"]
    assert lines["decision"] == "go_stop"
    assert lines["hand_jokers"] == "J3"
    assert lines["hand"] == "-"
    assert "shakes" not in lines  # a piece of zeros says nothing, nor does a score of zero
    layout.read(observation, "match_score")[0] = [[128, 0], [128, 0]]
    assert "match_score" not in lines_of(render_view(observation[0], spec))
    assert legal_text(mask, spec) == "play 1.1 8.2 | stop | go"
    assert lines_of(render_view(observation[0], spec, ~mask & mask))["legal"] == "nothing"


def test_wrong_size_is_named() -> None:
    spec = GameBatch("gostop").spec
    with pytest.raises(ValueError, match=f"has {spec.observation_size} bytes"):
        render_view(np.zeros(3, np.uint8), spec)


@pytest.mark.parametrize("case", DEALS, ids=str)
def test_environments_show_the_view_of_whoever_decides(case: Case, capsys) -> None:
    aec = aec_env(**case.settings, render_mode="ansi")
    parallel = parallel_env(**case.settings, render_mode="ansi")
    single = HwatuEnv(**case.settings, render_mode="ansi", opponents=Lowest())
    vector = HwatuVectorEnv(2, **case.settings, render_mode="ansi", opponents=Lowest())
    for env in (aec, parallel, single, vector):
        env.reset(seed=4)
    assert aec.render() == parallel.render()
    assert f"seen by seat {aec.agent_selection[-1]}" in aec.render()
    assert f"seen by seat {single.learner_seat}" in single.render()
    assert vector.render()[0] == single.render()
    assert capsys.readouterr().out == ""

    shown = HwatuEnv(**case.settings, render_mode="human", opponents=Lowest())
    shown.reset(seed=4)
    assert capsys.readouterr().out == single.render() + "\n"
    assert shown.render() is None


@pytest.mark.parametrize("case", DEALS, ids=str)
def test_rendering_wants_a_mode(case: Case) -> None:
    for env in (
        aec_env(**case.settings),
        parallel_env(**case.settings),
        HwatuEnv(**case.settings),
        HwatuVectorEnv(2, **case.settings),
    ):
        env.reset(seed=1)
        with pytest.raises(ValueError, match="render_mode"):
            env.render()
