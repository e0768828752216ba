"""Players are found by name, and either of their parts can be swapped in the name."""

import pytest

from hwatu_agents.go_policy import GoPolicy, load_go_policy
from hwatu_agents.gostop.agent import GoStopAgent
from hwatu_agents.gostop.greedy import GREEDY
from hwatu_env import load_agent
from hwatu_env.agent import parse_call
from hwatu_env.errors import UnknownNameError


def parts(agent):
    return agent.card.name, agent.go.name


def test_a_bare_name_gives_the_default_parts():
    assert parts(load_agent("gostop/greedy")) == ("greedy", "cautious(3)")
    assert parts(load_agent("gostop/heuristic")) == ("heuristic", "risk_aware")


def test_the_game_may_be_left_out_where_it_is_known():
    assert parts(load_agent("heuristic(go=always_go)", "gostop")) == ("heuristic", "always_go")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gostop/heuristic(go=always_stop)", ("heuristic", "always_stop")),
        ("gostop/greedy(go=threshold(10))", ("greedy", "threshold(10)")),
        ("gostop/greedy( go = cautious(points=2) )", ("greedy", "cautious(2)")),
        ("gostop/greedy(go='risk_aware')", ("greedy", "risk_aware")),
        ("gostop/heuristic(card=greedy, go=always_go)", ("greedy", "always_go")),
    ],
)
def test_options_in_the_name_swap_a_part(name, expected):
    assert parts(load_agent(name)) == expected


def test_the_same_name_gives_the_same_object():
    assert load_agent("gostop/greedy") is load_agent("gostop/greedy")


@pytest.mark.parametrize(
    ("name", "given", "allowed"),
    [
        ("gostop/nobody", "gostop/nobody", "gostop/greedy, gostop/heuristic"),
        ("gostop/greedy(go=never)", "never", "always_stop, always_go, threshold, cautious"),
        ("gostop/greedy(speed=3)", "speed", "card, go"),
        ("gostop/greedy(go=threshold(many))", "many", "a number of points"),
        ("gostop/greedy(go=threshold(1, 2))", "threshold(1, 2)", "1 positional argument"),
        ("gostop/greedy(go=", "gostop/greedy(go=", "name(option=value, ...)"),
        ("gostop/greedy(go=a)(", "gostop/greedy(go=a)(", "name(option=value, ...)"),
        ("gostop/greedy(card=clever)", "clever", "greedy, heuristic"),
    ],
)
def test_a_bad_name_is_repeated_with_what_is_allowed(name, given, allowed):
    with pytest.raises(UnknownNameError) as error:
        load_agent(name)
    assert given in str(error.value)
    assert allowed in str(error.value)


def test_parse_call_reads_values_and_leaves_other_words_as_text():
    name, arguments, options = parse_call("a/b(3, 'x y', go=threshold(10), card=greedy)")

    assert (name, arguments) == ("a/b", [3, "x y"])
    assert options == {"go": "threshold(10)", "card": "greedy"}


def test_policies_are_accepted_as_objects():
    go = load_go_policy("always_go")
    mine = GoPolicy(name="mine", goes=go.goes)
    agent = GoStopAgent(card=GREEDY, go=mine)

    assert parts(agent) == ("greedy", "mine")
    assert repr(agent) == "GoStopAgent(card='greedy', go='mine')"
