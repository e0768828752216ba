"""Positions: texts that read back, games that go on from them, and impossible ones."""

import random
from typing import Any

import numpy as np
import pytest

from hwatu_env import GameBatch
from hwatu_env.errors import NotationError, PositionError
from hwatu_env.games.hachinin_meri import parse_position, position
from tests.games.placing import check_placed, check_text

RULES = [
    "seed",
    "tournament",
    "boardoor",
    "first-draft",
    "seed(robai=forced)",
    "seed(dealer_may_hide=False)",
]
OF_THE_ROW = ("key", "ply", "game", "episode", "deck", "log")
"""What a position does not keep: random streams, and the order in which cards were dealt."""


def compare(batch: GameBatch, row: int) -> None:
    """A game and the one made from its position are the same."""
    given = batch.position(row)
    check_text(given)
    other = GameBatch.from_positions("hachinin_meri", [str(given)], compiled=False)
    check_placed(batch, row, other)
    over = batch.to_move[row] < 0
    for name in batch.state.dtype.names or ():
        if name not in OF_THE_ROW and (over or name != "result"):
            mine, theirs = batch.state[name][row], other.state[name][0]
            assert np.array_equal(mine, theirs), f"{name}: {mine} and {theirs} of {given}"
    for seat in range(8):
        np.testing.assert_array_equal(other.history(0, seat), batch.history(row, seat))


@pytest.mark.parametrize("episode", ["deal", "set", "match"])
@pytest.mark.parametrize("rules", RULES)
def test_positions_of_random_games_read_back(rules: str, episode: str):
    rng = random.Random(f"{rules} {episode}")
    batch = GameBatch(
        "hachinin_meri", 2, rules=rules, seed=6, episode=episode, autoreset=False, compiled=False
    )
    chance = {"deal": 0.4, "set": 0.05, "match": 0.01}[episode]
    while (batch.to_move >= 0).any():
        if rng.random() < chance:
            compare(batch, rng.randrange(2))
        batch.step(batch.sample_actions(1))
    compare(batch, 0)


def test_a_game_ended_by_an_illegal_action_reads_back():
    batch = GameBatch("hachinin_meri", seed=2, illegal="void", autoreset=False, compiled=False)
    for _ in range(20):
        batch.step(batch.sample_actions())
    batch.step("noop")

    compare(batch, 0)


def test_a_position_plays_on():
    batch = GameBatch("hachinin_meri", seed=2, autoreset=False, compiled=False)
    for _ in range(40):
        batch.step(batch.sample_actions())
    other = GameBatch.from_positions("hachinin_meri", [str(batch.position(0))], compiled=False)
    while batch.to_move[0] >= 0:
        action = batch.sample_actions()
        batch.step(action)
        other.step(action)
        np.testing.assert_array_equal(other.observation, batch.observation)
        np.testing.assert_array_equal(other.rewards, batch.rewards)


# ---- impossible ones


def middle() -> dict[str, Any]:
    """Arguments of the position of a game in its third trick."""
    batch = GameBatch("hachinin_meri", seed=2, autoreset=False, compiled=False)
    while batch.state["trick"][0] < 2 or batch.state["place"][0] < 3:
        batch.step(batch.sample_actions())
    return parts(batch)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"dealer": 8}, "dealer is a seat from 0 to 7, got 8"),
        ({"widow": []}, "the widow has two cards besides the Open Trump"),
        ({"episode": "year"}, "episode is one of deal, set, match, got 'year'"),
        ({"deals_played": 1}, "a single game has no games before it"),
        ({"buried": None}, "buried is missing: a card is buried before the first lead"),
        ({"sets": 3, "episode": "match"}, "sets must be 0 to 2, got 3"),
        ({"packet": ["Cups.1"]}, "the packet is given at the decision"),
        ({"redealt": True}, "cannot have been dealt again"),
        ({"to_move": 9}, "to_move is 9, but these cards make it"),
        ({"decision": "bury"}, "decision is 'bury', but these cards make it 'play'"),
        ({"decision": "sleep"}, "decision is one of over, keep"),
        ({"offender": 11}, "offender is a seat"),
        ({"hands": [[]] * 7}, "hands needs 8 entries"),
    ],
)
def test_impossible_positions_are_named(change: dict[str, Any], message: str):
    with pytest.raises(PositionError, match=message):
        position(**(middle() | change))


def test_a_card_in_two_places_is_named():
    given = middle()
    given["widow"] = [given["hands"][0][0], given["widow"][1]]

    with pytest.raises(PositionError, match=r"is in the hand of seat 0 and in the widow"):
        position(**given)


def test_an_illegal_play_is_named():
    """In Meri a seat with a trump must play one."""
    for seed in range(60):
        batch = GameBatch("hachinin_meri", seed=seed, autoreset=False, compiled=False)
        while batch.to_move[0] >= 0:
            legal = set(batch.legal_actions(0))
            seat = int(batch.to_move[0])
            held = batch.position(0).hands[seat]
            refused = [card for card in held if f"play {card}" not in legal]
            if batch.state["meri"][0] and refused:
                given = parts(batch)
                given["current"] = [*given["current"], refused[0]]
                given["hands"][seat].remove(refused[0])
                with pytest.raises(PositionError, match=rf"could not play {refused[0]} in trick"):
                    position(**given)
                return
            batch.step(batch.sample_actions())
    raise AssertionError("no Meri trick in 60 games")


def parts(batch: GameBatch) -> dict[str, Any]:
    """Arguments of a game's position."""
    given = batch.position(0)
    names = (name for name in given.__dataclass_fields__ if name not in ("to_move", "decision"))
    return {name: getattr(given, name) for name in names}


def test_fields_of_other_games_are_named():
    with pytest.raises(NotationError, match="'stock=-' is no field"):
        parse_position("hachinin_meri seed play 0 hands=- stock=-")
