import pytest

from hwatu_env import Agent, load_agent
from hwatu_env.errors import UnknownNameError
from hwatu_experiments.opponents import Pool, default_opponents, parse_opponents


def test_weights_are_read_by_name():
    assert parse_opponents("random=0.2, gostop/greedy=3,self") == {
        "random": 0.2,
        "gostop/greedy": 3.0,
        "self": 1.0,
    }


def test_arguments_of_agents_are_part_of_their_names():
    text = "gostop/greedy(go=threshold(10), card=greedy)=2, gostop/heuristic(go=always_stop)"

    assert parse_opponents(text) == {
        "gostop/greedy(go=threshold(10), card=greedy)": 2.0,
        "gostop/heuristic(go=always_stop)": 1.0,
    }


@pytest.mark.parametrize(
    "text", ["", "random=0", "random=-1", "random=x", "random=nan", "=1", "a,"]
)
def test_what_is_no_weight_is_refused(text: str):
    with pytest.raises(ValueError, match="names with weights above 0"):
        parse_opponents(text)


def test_snapshots_share_the_weight_of_self_and_the_oldest_leaves():
    first, second, third = (Stub(name) for name in "abc")
    pool = Pool({"random": 1.0, "self": 3.0}, "gostop", size=2)
    for snapshot in (first, second, third):
        pool.add(snapshot)

    assert pool.opponents() == [(load_agent("random"), 1.0), (second, 1.5), (third, 1.5)]
    assert len(pool) == 2


def test_a_pool_of_snapshots_alone_needs_one():
    pool = Pool({"self": 1.0}, "gostop", size=1)

    with pytest.raises(ValueError, match="first snapshot"):
        pool.opponents()


def test_bad_pools_are_refused():
    with pytest.raises(UnknownNameError, match="unknown agent 'nobody'"):
        Pool({"nobody": 1.0}, "gostop", size=1)
    with pytest.raises(ValueError, match="at least 1 snapshot, got 0"):
        Pool({"random": 1.0}, "gostop", size=0)


def test_default_opponents_are_random_play_the_games_own_players_and_itself():
    weights = parse_opponents(default_opponents("gostop"))

    assert weights["random"] == pytest.approx(0.1)
    assert weights["self"] == pytest.approx(0.4)
    assert {"gostop/greedy", "gostop/heuristic"} <= set(weights)
    assert sum(weights.values()) == pytest.approx(1.0, abs=0.01)


class Stub(Agent):
    """An agent that is never asked."""

    def __init__(self, name: str) -> None:
        self.name = name
