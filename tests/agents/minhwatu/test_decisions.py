"""Decisions that any sensible player gets right, on positions that a reader can check."""

import pytest

from hwatu_agents.minhwatu.agent import MinHwatuAgent
from hwatu_env.games import minhwatu
from tests.agents import players

BOTH = ["greedy", "heuristic"]
MORE = ["12.3", "12.4"]
"""Hand cards of the other seat; a third card of their month is nowhere."""
QUIET = ["4.3", "4.4", "11.3", "11.4"]
"""Stock cards whose months lie nowhere else, so that a flip hardly matters."""


def chosen(card, *, words=(), **position):
    """Action word that a player chooses in a position, after some words."""
    position.setdefault("stock", QUIET)
    batch = players.reach("minhwatu", minhwatu.position(**position), *words)
    return players.chosen(MinHwatuAgent(card, compiled=False), batch)


@pytest.mark.parametrize("card", BOTH)
def test_takes_the_bright_rather_than_junk(card):
    hands = [["1.3", "5.3", "2.3"], MORE]
    assert chosen(card, hands=hands, table=["1.1", "5.4", "9.3"]) == "play 1.3"


@pytest.mark.parametrize("card", BOTH)
def test_takes_the_picture_of_two_table_cards(card):
    position = {"hands": [["8.4", "2.3"], MORE], "table": ["8.2", "8.3", "9.3"]}
    assert chosen(card, **position, words=["play 8.4"]) == "take 8.2"


@pytest.mark.parametrize("card", BOTH)
def test_takes_three_of_a_month_with_the_fourth(card):
    hands = [["9.1", "2.3"], MORE]
    assert chosen(card, hands=hands, table=["9.2", "9.3", "9.4", "2.4"]) == "play 9.1"


@pytest.mark.parametrize("card", BOTH)
def test_gives_away_the_cheapest_card(card):
    hands = [["3.1", "6.3", "10.1"], ["3.3", "6.4", "10.3"]]
    assert chosen(card, hands=hands, table=["9.3", "5.4"]) == "play 6.3"


@pytest.mark.parametrize("card", BOTH)
def test_lets_a_deal_without_cards_play_itself(card):
    position = {"hands": [[], []], "piles": [["1.1"], ["2.1"]], "decision": "forced"}
    assert chosen(card, **position) == "continue"


def test_heuristic_completes_hongdan_rather_than_taking_a_picture():
    position = {
        "hands": [["3.3", "7.3", "2.3"], MORE],
        "table": ["3.2", "7.1", "9.3"],
        "piles": [["1.2", "2.2"], []],
    }
    assert chosen("greedy", **position) == "play 7.3"
    assert chosen("heuristic", **position) == "play 3.3"


def test_heuristic_blocks_a_hand_that_the_other_is_about_to_complete():
    position = {
        "hands": [["3.3", "7.3", "2.3"], MORE],
        "table": ["3.2", "7.1", "9.3"],
        "piles": [[], ["1.2", "2.2"]],
    }
    assert chosen("greedy", **position) == "play 7.3"
    assert chosen("heuristic", **position) == "play 3.3"


def test_heuristic_does_not_chase_a_hand_that_is_broken():
    position = {
        "hands": [["3.3", "7.3", "2.3"], MORE],
        "table": ["3.2", "7.1", "9.3"],
        "piles": [["1.2"], ["2.2"]],
    }
    assert chosen("heuristic", **position) == "play 7.3"


def test_heuristic_does_not_lay_a_card_whose_mate_the_other_may_hold():
    # two junk cards: all others of month 6 are taken, those of month 2 are in the other hand
    position = {
        "hands": [["2.3", "6.3"], ["2.1", "2.2"]],
        "table": ["9.3"],
        "piles": [["6.1", "6.2"], ["6.4"]],
        "stock": [],
    }
    assert chosen("greedy", **position) == "play 2.3"
    assert chosen("heuristic", **position) == "play 6.3"


def test_heuristic_knows_that_extra_hands_count_in_the_extended_rules_alone():
    position = {
        "hands": [["3.3", "7.3", "2.3"], MORE],
        "table": ["3.2", "3.1", "9.3"],
        "piles": [["8.1", "9.1", "1.2", "2.2"], []],
        "words": ["play 3.3"],
    }
    assert chosen("heuristic", rules="seed(ribbon_set=200)", **position) == "take 3.2"
    assert chosen("heuristic", rules="seed-extended", **position) == "take 3.1"
