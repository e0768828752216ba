"""Min-Hwatu players are found by name."""

import pytest

from hwatu_agents.minhwatu.agent import MinHwatuAgent
from hwatu_env import load_agent
from hwatu_env.errors import UnknownNameError
from tests.agents.players import CARDS


def test_both_players_are_found_by_name():
    for card in CARDS:
        assert repr(load_agent(f"minhwatu/{card}")) == f"MinHwatuAgent(card='{card}')"


def test_policies_that_do_not_exist_are_refused():
    with pytest.raises(UnknownNameError, match="'clever'; card policies are greedy, heuristic"):
        MinHwatuAgent("clever")
