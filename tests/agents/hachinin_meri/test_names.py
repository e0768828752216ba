"""Hachi-Nin Meri players are found by name, and their parts can be swapped in it."""

import pytest

from hwatu_env import load_agent
from hwatu_env.errors import UnknownNameError

GAME = "hachinin_meri"


def test_both_players_are_found_by_name():
    for card, declaration in (("greedy", "always_declare"), ("heuristic", "by_score")):
        expected = f"HachininMeriAgent(card='{card}', declaration='{declaration}')"
        assert repr(load_agent(f"{GAME}/{card}")) == expected


def test_the_declaration_may_be_swapped_in_the_name():
    agent = load_agent("heuristic(declaration=always_hide)", GAME)
    assert repr(agent) == "HachininMeriAgent(card='heuristic', declaration='always_hide')"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("heuristic(card=clever)", "'clever'; card policies are greedy, heuristic"),
        ("greedy(declaration=loudly)", "declaration policies are always_declare, always_hide"),
        ("greedy(declaration=by_score(3))", r"'by_score\(3\)': .*takes 0 positional arguments"),
    ],
)
def test_policies_that_do_not_exist_are_refused(name, message):
    with pytest.raises(UnknownNameError, match=message):
        load_agent(name, GAME)
