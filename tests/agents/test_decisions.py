"""Decisions that any sensible player gets right, on positions that a reader can check."""

import pytest

from hwatu_agents.gostop.agent import GoStopAgent
from hwatu_env.games import gostop
from tests.agents import players
from tests.agents.players import reach

BOTH = ["greedy", "heuristic"]
MORE = ["10.3", "11.3"]
"""Further cards in hand, so that nobody plays his last one."""
QUIET = ["4.1", "4.2", "4.3", "4.4", "7.1", "7.2", "7.3", "7.4", "10.1", "10.2"]
"""Stock cards whose months lie nowhere else, so that a flip hardly matters."""


def chosen(card, *, words=(), go="always_stop", **position):
    """Action word that a player chooses in a position, after some words."""
    position.setdefault("rules", "standard-2p")
    batch = reach("gostop", gostop.position(**position), *words)
    return players.chosen(GoStopAgent(card, go, compiled=False), batch)


@pytest.mark.parametrize("card", BOTH)
def test_takes_the_bright_rather_than_pi(card):
    hands = [["1.3", "5.3", "12.3"], MORE]
    word = chosen(card, hands=hands, table=["1.1", "5.4", "9.3"], stock=["7.3", "7.4"])
    assert word == "play 1.3"


@pytest.mark.parametrize("card", BOTH)
def test_takes_the_bird_of_two_table_cards(card):
    hands = [["8.3", "12.3", "11.4"], MORE]
    position = {"hands": hands, "table": ["8.2", "8.4", "9.3"], "stock": ["7.3", "7.4"]}
    start = gostop.position(rules="standard-2p", **position)
    assert reach("gostop", start, "play 8.3").legal_actions() == ["take 8.2", "take 8.4"]
    assert chosen(card, **position, words=["play 8.3"]) == "take 8.2"


@pytest.mark.parametrize("card", BOTH)
def test_takes_a_stack_with_the_fourth_card(card):
    word = chosen(
        card,
        hands=[["5.1", "12.3"], MORE],
        table=["5.2", "5.3", "5.4", "9.3"],
        stock=["7.3", "7.4"],
        piles=[[], ["1.3", "1.4"]],
    )
    assert word == "play 5.1"


@pytest.mark.parametrize("card", BOTH)
def test_bombs_rather_than_playing_one_of_the_three(card):
    word = chosen(
        card,
        hands=[["6.2", "6.3", "6.4"], MORE],
        table=["6.1", "3.4"],
        stock=["7.3", "7.4", "5.3"],
        piles=[[], ["1.3", "1.4"]],
    )
    assert word == "bomb 6"


def test_heuristic_lets_a_bomb_wait_that_nobody_can_take_away():
    # the fourth card waits on the table for these three alone; a 5 may be in the other hand
    position = {
        "hands": [["6.2", "6.3", "6.4", "5.3"], ["10.3", "5.2", "11.3", "8.4", "11.1"]],
        "table": ["6.1", "5.1"],
        "stock": ["5.4", *QUIET],
        "piles": [[], ["1.3", "1.4"]],
    }
    assert chosen("heuristic", **position) == "play 5.3"
    assert chosen("greedy", **position) == "bomb 6"


@pytest.mark.parametrize("card", BOTH)
def test_plays_jokers_first(card):
    word = chosen(card, hands=[["1.3", "J3"], MORE], table=["1.1", "5.4"], stock=["7.3", "7.4"])
    assert word == "bonus J3"


@pytest.mark.parametrize("card", BOTH)
def test_shows_three_of_a_month(card):
    word = chosen(
        card,
        hands=[["6.2", "6.3", "6.4", "8.4"], MORE],
        table=["5.4"],
        stock=["7.3", "7.4"],
        words=["play 6.4"],
    )
    assert word == "shake yes"


@pytest.mark.parametrize("card", BOTH)
def test_claims_a_quad(card):
    word = chosen(
        card,
        rules="netmarble",
        hands=[["6.1", "6.2", "6.3", "6.4"], MORE],
        table=["5.4"],
        stock=["7.3", "7.4"],
        decision="quad",
    )
    assert word == "claim"


@pytest.mark.parametrize(
    ("pile", "word"),
    [
        (["2.1", "5.1", "6.1", "7.1", "1.3"], "cup animal"),
        (["1.3", "1.4", "2.3", "2.4", "3.3", "3.4", "4.3", "4.4", "5.3"], "cup pi"),
    ],
)
def test_counts_the_cup_where_it_scores(pile, word):
    position = {
        "rules": "seed",
        "hands": [["9.3", "12.2"], MORE],
        "table": ["9.1", "8.4"],
        "stock": ["7.3", "7.4"],
        "piles": [pile, []],
    }
    assert chosen("heuristic", **position, words=["play 9.3"]) == word


def test_heuristic_completes_a_set_rather_than_taking_a_bright():
    word = chosen(
        "heuristic",
        hands=[["8.3", "11.3", "12.3"], ["5.3", "10.4"]],
        table=["8.2", "11.1", "9.3"],
        stock=["7.3", "7.4"],
        piles=[["2.1", "4.1"], []],
    )
    assert word == "play 8.3"


def test_heuristic_keeps_a_set_from_the_other():
    word = chosen(
        "heuristic",
        hands=[["10.3", "12.4", "11.3"], ["5.3", "8.4"]],
        table=["10.2", "12.1", "9.3"],
        stock=["7.3", "7.4", "10.4", "12.3"],
        piles=[["3.1"], ["6.2", "9.2"]],
    )
    assert word == "play 10.3"


def test_heuristic_does_not_feed_the_other_a_bright():
    # nothing can be taken: 2.3 is safe, as all other cards of its month are captured
    word = chosen(
        "heuristic",
        hands=[["2.3", "11.1", "8.1"], ["5.3", "10.4", "11.3", "8.4", "12.1"]],
        table=["6.3", "9.3"],
        stock=QUIET,
        piles=[["2.1", "2.4"], ["2.2"]],
    )
    assert word == "play 2.3"


def test_heuristic_takes_what_the_other_could_take_before_what_waits_for_it_alone():
    # the other 1s are captured, so 1.4 waits for 1.3; a 5 may be in the other hand
    word = chosen(
        "heuristic",
        hands=[["1.3", "5.3", "12.3"], ["10.3", "5.2", "11.3", "8.4", "11.1"]],
        table=["1.4", "5.4", "9.3"],
        stock=["5.1", *QUIET],
        piles=[["1.1", "3.3"], ["1.2", "3.4"]],
    )
    assert word == "play 5.3"


def test_heuristic_takes_its_own_ppeok_for_two_units():
    word = chosen(
        "heuristic",
        hands=[["3.1", "12.3"], MORE],
        table=["12.1", "9.3"],
        stacks=[{"cards": ["3.2", "3.3", "3.4"], "owner": 0, "jokers": []}],
        stock=["7.3", "7.4"],
        piles=[["1.3"], ["1.4", "2.3", "2.4"]],
    )
    assert word == "play 3.1"
