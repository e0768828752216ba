"""Calculators: what they refuse, and that they agree with games played."""

import pytest

from hwatu_env import GameBatch
from hwatu_env.errors import PositionError
from hwatu_env.games.hachinin_meri import score, trick

SIX = ["Swords.Kiri", "Coins.5", "Coins.3", "Coins.Uma", "Clubs.1", "Clubs.2", "Cups.9", "Drums.9"]


def test_lines_say_what_the_points_are_for():
    result = trick(SIX, leader=3, trump="Coins")

    assert [(line.name, line.points) for line in result.lines] == [("trick", 1), ("chase", 2)]
    assert not result.meri


def test_with_instead_the_trick_itself_has_no_line():
    result = trick(SIX, leader=3, trump="Coins", rules="first-draft")

    assert [(line.name, line.points) for line in result.lines] == [("chase", 2)]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"trump": "Hearts"}, "unknown suit 'Hearts'"),
        ({"leader": 8}, "leader is a seat 0 to 7, got 8"),
        ({"trick": 10}, "trick is 1 to 9, got 10"),
        ({"cards": SIX[:7]}, "a trick has 8 cards, got 7"),
        ({"cards": [*SIX[:7], SIX[0]]}, "Swords.Kiri is there twice"),
        ({"cards": [*SIX[:7], "Hearts.9"]}, "unknown card 'Hearts.9'"),
        ({"cards": "Swords.Kiri"}, "cards are listed one by one"),
        ({"earlier": ["Coins.5"]}, "Coins.5 is in this trick and in an earlier one"),
        ({"meri": True}, "meri cannot be True"),
        ({"hidden": True, "rules": "seed(robai=forced)"}, "the dragon cannot be hidden"),
    ],
)
def test_impossible_tricks_are_named(change: dict, message: str):
    with pytest.raises(PositionError, match=message):
        trick(**({"cards": SIX, "leader": 3, "trump": "Coins"} | change))


@pytest.mark.parametrize("rules", ["seed", "first-draft", "boardoor", "tournament"])
def test_the_sheet_of_a_game_is_what_was_paid(rules: str):
    batch = GameBatch("hachinin_meri", 6, rules=rules, seed=3, autoreset=False, compiled=False)
    while (batch.to_move >= 0).any():
        batch.step(batch.sample_actions())

    for row in range(len(batch)):
        sheet = batch.sheet(row)
        paid = [0, 0]
        for number, result in enumerate(sheet.tricks):
            state = batch.state[row]
            assert result.winner == state["winners"][number]
            assert result.points == state["trick_points"][number]
            assert sum(line.points for line in result.lines) == result.points
            paid[result.winner % 2] += result.points
        assert tuple(paid) == sheet.points
        assert sheet.payments == tuple(batch.state["score"][row].tolist())
        winner = {1: "even", 0: "draw", -1: "odd"}
        assert sheet.outcome == winner[(paid[0] > paid[1]) - (paid[0] < paid[1])]


def test_a_game_under_way_has_no_sheet():
    with pytest.raises(PositionError, match="still being played"):
        GameBatch("hachinin_meri", compiled=False).sheet(0)


def test_a_score_has_one_to_nine_tricks_of_different_cards():
    with pytest.raises(PositionError, match="a game has 1 to 9 tricks, got 0"):
        score([], trump="Coins")
    with pytest.raises(PositionError, match=r"Swords\.Kiri is there twice"):
        score([SIX, SIX], trump="Coins")
