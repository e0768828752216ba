"""Go policies say go or stop as their names promise."""

import pytest

from hwatu_agents.gostop.agent import GoStopAgent
from hwatu_env import GameBatch
from hwatu_env.games import gostop

EARLY = {
    "hands": [
        ["4.4", "6.4", "7.4", "8.4", "10.4", "12.2", "12.3"],
        ["4.3", "6.3", "7.3", "8.3", "9.4", "10.3", "9.3"],
    ],
    "table": ["5.1", "5.2"],
    "stock": ["4.2", "5.3", "5.4", "6.1", "7.1", "8.1", "8.2", "9.1", "9.2", "10.1", "12.1"],
}


def says(go, *, rules="standard-2p", **position):
    """The word of a go policy at a choice of go or stop."""
    batch = GameBatch.from_positions(
        "gostop", [gostop.position(rules=rules, decision="go_stop", **position)], compiled=False
    )
    agent = GoStopAgent("greedy", go, compiled=False)
    return batch.action_text(agent.act(batch.decisions())[0])


def early(points=7, theirs=()):
    """Ten cards into a deal; I have so many points, and the other seat has captured `theirs`."""
    pile = ["1.2", "2.2", "3.2", "1.1", "3.1", "11.1", "4.2"]
    pile += {6: [], 7: ["7.2"], 8: ["7.2", "6.2"]}[points]
    position = {**EARLY, "piles": [pile, list(theirs)]}
    used = {*pile, *theirs}
    position["hands"] = [[c for c in hand if c not in used] for hand in EARLY["hands"]]
    position["stock"] = [c for c in EARLY["stock"] if c not in used]
    position["table"] = [c for c in EARLY["table"] if c not in used]
    return position


def test_the_positions_have_the_points_they_claim():
    for points in (7, 8):
        pile = early(points)["piles"][0]
        assert gostop.score(pile, rules="standard-2p").total == points


@pytest.mark.parametrize("points", [7, 8])
def test_always_stop_and_always_go(points):
    assert says("always_stop", **early(points)) == "stop"
    assert says("always_go", **early(points)) == "go"


@pytest.mark.parametrize(("points", "word"), [(7, "go"), (8, "stop")])
def test_threshold_stops_from_its_number_of_points_on(points, word):
    assert says("threshold(8)", **early(points)) == word


def test_cautious_goes_only_while_the_other_is_far():
    three = ["6.2", "9.2", "10.2"]  # cheongdan: the other lacks four points
    assert says("cautious(4)", **early(7, three)) == "go"
    assert says("cautious(5)", **early(7, three)) == "stop"


def test_cautious_measures_the_distance_to_the_points_at_the_last_go():
    three = ["6.2", "9.2", "10.2"]
    went = {"go_order": (1,), "go_counts": (0, 1), "last_go_scores": (0, 9)}
    assert says("cautious(7)", **early(7, three), **went) == "go"


def test_risk_aware_goes_when_nobody_is_near():
    assert says("risk_aware", **early(7)) == "go"


def test_risk_aware_stops_when_the_other_is_about_to_win():
    # the other has cheongdan, two birds and nine pi: nearly everything ends the deal for it
    theirs = ["6.2", "9.2", "10.2", "2.1", "4.1", "1.3", "1.4", "2.3", "2.4", "3.3", "3.4", "11.2"]
    theirs += ["11.3", "11.4", "9.1"]
    position = early(7, theirs)
    position["hands"] = [position["hands"][0][:1], position["hands"][1]]
    assert says("risk_aware", **position) == "stop"
