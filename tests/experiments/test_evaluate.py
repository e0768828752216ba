import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from hwatu_env import Decision
from hwatu_env.errors import IllegalActionError, RulesError, UnknownNameError
from hwatu_experiments.evaluate import evaluate
from hwatu_experiments.result import Result


class First:
    """Plays the legal action with the lowest id."""

    def act(self, decision: Decision) -> NDArray[np.int64]:
        actions: NDArray[np.int64] = decision.action_mask.argmax(axis=1)
        return actions


class Last:
    """Plays the legal action with the highest id."""

    def act(self, decision: Decision) -> NDArray[np.int64]:
        actions: NDArray[np.int64] = (
            decision.action_mask.shape[1] - 1 - decision.action_mask[:, ::-1].argmax(axis=1)
        )
        return actions


class Noop:
    """Plays what is never legal."""

    def act(self, decision: Decision) -> NDArray[np.int64]:
        return np.full(len(decision), decision.spec.noop)


@pytest.fixture(scope="module")
def found() -> Result:
    return evaluate(
        {"first": First(), "last": Last()}, "gostop", rules="standard-2p", deals=300, seed=7
    )


def test_an_agent_against_itself_comes_out_at_exactly_zero():
    result = evaluate({"a": First(), "b": First()}, "gostop", rules="standard-2p", deals=200)

    assert not result.meeting("a", "b").points("a").any()


@pytest.mark.parametrize("rules", ["standard-2p", "standard-3p"])
def test_random_play_against_itself_comes_out_at_zero_within_its_interval(rules: str):
    result = evaluate(["random", "random"], "gostop", rules=rules, deals=1_500, seed=2)

    points = result.points("random", "random#2")
    assert points.holds_zero
    assert points.low < 0 < points.high, "random play draws afresh on each seat"
    wins = [result.scores[name].win_rate.mean for name in result.agents]
    assert sum(wins) == pytest.approx((1 - result.meetings[0].drawn.mean()) * 2 / result.seats)


@pytest.mark.parametrize("rules", ["standard-2p", "standard-3p"])
def test_the_stronger_player_wins_points(rules: str):
    result = evaluate(["gostop/greedy", "random"], "gostop", rules=rules, deals=500)

    points = result.points("gostop/greedy", "random")
    assert points.is_above_zero
    assert points.mean == pytest.approx(-result.points("random", "gostop/greedy").mean)


def test_deal_d_is_game_d_whatever_the_number_of_deals(found: Result):
    shorter = evaluate(
        {"first": First(), "last": Last()}, "gostop", rules="standard-2p", deals=40, seed=7
    )

    longer = found.meetings[0].points("first")
    assert np.array_equal(longer[:40], shorter.meetings[0].points("first"))
    assert longer[:40].any()


def test_a_deal_with_its_rotations_is_one_observation(found: Result):
    assert found.scores["first"].points.observations == found.deals == 300
    assert found.games == 600


def test_a_table_of_three_gives_zero_sum_points_and_all_differences():
    result = evaluate(
        {"first": First(), "last": Last(), "random": "random"},
        "gostop",
        rules="standard-3p",
        deals=60,
        seating="table",
    )

    (meeting,) = result.meetings
    total = sum(meeting.points(name) for name in result.agents)
    assert np.allclose(total, 0)
    assert set(meeting.differences) == {("first", "last"), ("first", "random"), ("last", "random")}
    assert meeting.games == 180


def test_several_agents_meet_each_other_and_are_ranked_over_all():
    result = evaluate(
        {"first": First(), "last": Last(), "random": "random"},
        "gostop",
        rules="standard-2p",
        deals=50,
    )

    assert len(result.meetings) == 3
    expected = (
        result.meeting("first", "last").points("first")
        + result.meeting("first", "random").points("first")
    ) / 2
    assert result.scores["first"].points.mean == pytest.approx(expected.mean())


def test_plain_python_finds_the_same():
    agents = {"first": First(), "last": Last()}

    slow = evaluate(agents, "gostop", rules="standard-2p", deals=5, compiled=False)
    fast = evaluate(agents, "gostop", rules="standard-2p", deals=5)

    assert np.array_equal(slow.meetings[0].points("last"), fast.meetings[0].points("last"))


def test_json_holds_every_figure(found: Result, tmp_path: Path):
    found.save_json(tmp_path / "result.json")

    read = json.loads((tmp_path / "result.json").read_text())
    assert read["illegal"] == 0
    assert (read["game"], read["rules"], read["deals"], read["seats"]) == (
        *("gostop", "standard-2p"),
        *(300, 2),
    )
    assert set(read["agents"]) == {"first", "last"}
    for score in read["agents"].values():
        for figure in ("points", "win_rate", "go_rate"):
            assert set(score[figure]) == {"mean", "low", "high", "observations", "method"}
            assert score[figure]["low"] <= score[figure]["mean"] <= score[figure]["high"]
    assert read["nagari_rate"]["mean"] == pytest.approx(found.meetings[0].drawn.mean())
    assert read["mean_length"] == read["decisions"] / read["games"]
    assert (
        read["agents"]["last"]["go_rate"]["mean"] > 0.1 > read["agents"]["first"]["go_rate"]["mean"]
    )
    (meeting,) = read["meetings"]
    (difference,) = meeting["differences"]
    assert difference["mean"] == pytest.approx(2 * read["agents"]["first"]["points"]["mean"])
    assert read["decisions_per_s"] > 0
    assert read["versions"]["hwatu-env"]


def test_calls_and_draws_are_those_of_the_game():
    dragon = evaluate({"a": First(), "b": Last()}, "hachinin_meri", deals=60).to_dict()
    fishing = evaluate(["random", "random"], "minhwatu", deals=20).to_dict()

    assert {name for name in dragon["agents"]["a"] if name.endswith("_rate")} == {
        *("win_rate", "declare_rate", "hide_rate")
    }
    # the lowest id declares, the highest hides; eight seats of which at most one holds the dragon
    assert 0.05 < dragon["agents"]["a"]["declare_rate"]["mean"] <= 0.125
    assert dragon["agents"]["a"]["hide_rate"]["mean"] == 0
    assert dragon["agents"]["b"]["declare_rate"]["mean"] == 0
    assert 0.05 < dragon["agents"]["b"]["hide_rate"]["mean"] <= 0.125
    assert {name for name in fishing["agents"]["random"] if name.endswith("_rate")} == {"win_rate"}
    assert "draw_rate" in dragon
    assert "draw_rate" in fishing


def test_teams_of_different_agents_change_sides():
    result = evaluate(
        {"both": (First(), Last()), "first": First(), "last": Last()}, "hachinin_meri", deals=40
    )

    assert [meeting.games for meeting in result.meetings] == [80, 80, 80]
    for meeting in result.meetings:
        one, other = meeting.agents
        assert np.allclose(meeting.points(one), -meeting.points(other))
    same = evaluate({"a": (First(), First()), "b": First()}, "hachinin_meri", deals=20)
    assert not same.meetings[0].points("a").any()


def test_a_team_that_does_not_fit_is_named():
    for team, count in (((First(),) * 3, 3), ((), 0), ((First(),) * 8, 8)):
        with pytest.raises(ValueError, match=f"{count} agents cannot share the 4 seats"):
            evaluate({"team": team, "b": First()}, "hachinin_meri", deals=2)
    with pytest.raises(ValueError, match="2 agents cannot share the 1 seats"):
        evaluate({"team": (First(), Last()), "b": First()}, "gostop", deals=2)


@pytest.mark.parametrize(
    ("game", "episode", "longest"), [("hachinin_meri", "set", 8 * 74), ("gostop", "match", None)]
)
def test_longer_episodes_count_as_one_deal(game: str, episode: str, longest: int | None):
    result = evaluate({"a": First(), "b": Last()}, game, episode=episode, deals=12)

    read = result.to_dict()
    assert read["episode"] == episode
    assert read["agents"]["a"]["points"]["observations"] == 12
    single = evaluate({"a": First(), "b": Last()}, game, deals=12).to_dict()
    assert read["mean_length"] > 3 * single["mean_length"]
    assert longest is None or read["mean_length"] <= longest
    with pytest.raises(UnknownNameError, match="episode"):
        evaluate({"a": First(), "b": Last()}, game, episode="year", deals=2)


def test_the_picture_is_a_png(found: Result, tmp_path: Path):
    found.save_plot(tmp_path / "result.png")

    assert (tmp_path / "result.png").read_bytes().startswith(b"\x89PNG")


def test_the_tables_name_everybody(found: Result, capsys: pytest.CaptureFixture[str]):
    found.print()

    printed = capsys.readouterr().out
    assert "first" in printed
    assert "last" in printed
    assert "no illegal action" in printed


def test_an_illegal_action_fails_and_names_the_agent():
    with pytest.raises(
        IllegalActionError, match=r"agent 'cheat' chose action .* legal actions are"
    ):
        evaluate({"cheat": Noop(), "random": "random"}, "gostop", rules="standard-2p", deals=2)


def test_bad_input_is_named():
    with pytest.raises(UnknownNameError, match="unknown agent 'nobody'"):
        evaluate(["random", "nobody"], "gostop")
    with pytest.raises(UnknownNameError, match="unknown game 'bridge'"):
        evaluate(["random", "random"], "bridge")
    with pytest.raises(RulesError, match="unknown preset 'house'"):
        evaluate(["random", "random"], "gostop", rules="house")
    with pytest.raises(ValueError, match="deals must be at least 2, got 1"):
        evaluate(["random", "random"], "gostop", deals=1)
    with pytest.raises(UnknownNameError, match="seating must be one of pairs, table"):
        evaluate(["random", "random"], "gostop", seating="circle")  # type: ignore[arg-type]
    with pytest.raises(KeyError, match="did not meet"):
        evaluate(["random", "random"], "gostop", deals=2).meeting("random", "nobody")
