"""Reset options: stacked decks, positions, the dealer, and what is none of ours."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from hwatu_env import aec_env, load_game, parallel_env
from hwatu_env.envs.seated import SeatedGame
from hwatu_env.envs.single import HwatuEnv
from hwatu_env.envs.vector import HwatuVectorEnv
from hwatu_env.errors import DeckError, NotationError, PositionError
from tests.envs.playing import CASES, DEALS, Case, Lowest

every_case = pytest.mark.parametrize("case", CASES, ids=str)
every_deal = pytest.mark.parametrize("case", DEALS, ids=str)


def single(**settings: Any) -> HwatuEnv:
    return HwatuEnv(**settings, opponents=Lowest())


def vector(**settings: Any) -> HwatuVectorEnv:
    return HwatuVectorEnv(3, **settings, opponents=Lowest(), autoreset_mode="DISABLED")


every_door = pytest.mark.parametrize("door", [aec_env, parallel_env, single, vector])


def batch_of(env: Any):
    return env.batch if isinstance(env, SeatedGame) else env.games.batch


def deck_of(case: Case, seed: int) -> list[int]:
    """The deck of a game, dealt so that the seats may decide."""
    size = len(case.batch(seed=seed).state["deck"][0])
    deck = case.batch(seed=seed).state["deck"][0][:size].tolist()
    rules = load_game(case.game).rules(case.rules)
    return deck[: getattr(rules, "deck_size", size)]


@every_case
@every_door
def test_stacked_deck(case: Case, door: Callable[..., Any]) -> None:
    env = door(**case.settings)
    deck = deck_of(case, 40)
    expected = case.batch()
    for dealer in range(case.num_players):
        expected.reset(decks=[deck], dealer=dealer)
        env.reset(seed=1, options={"deck": deck, "dealer": dealer})
        for row in range(len(batch_of(env))):
            record = batch_of(env).state[row]
            assert record["deck"].tolist() == expected.state[0]["deck"].tolist()
            assert record["dealer"] == dealer
            assert record["episode"] == 0
            assert record["game"] == row
    env.reset(options={"deck": deck})
    env.reset()  # and the next one is dealt at random again
    assert (batch_of(env).state["episode"] >= 2).all()
    assert batch_of(env).state[0]["deck"].tolist() != expected.state[0]["deck"].tolist()


@every_deal
@every_door
@pytest.mark.parametrize("fault", ["twice", "short", "unknown", "text"])
def test_wrong_deck_changes_nothing(case: Case, door: Callable[..., Any], fault: str) -> None:
    env = door(**case.settings)
    env.reset(seed=1)
    before = batch_of(env).state.copy()
    deck: Any = deck_of(case, 40)
    if fault == "twice":
        deck[0] = deck[1]
    elif fault == "short":
        deck.pop()
    elif fault == "unknown":
        deck[0] = "no such card"
    else:
        deck = "no deck"

    with pytest.raises((DeckError, ValueError)):
        env.reset(options={"deck": deck})
    with pytest.raises(ValueError, match="dealer is a seat"):
        env.reset(options={"dealer": case.num_players})
    with pytest.raises(PositionError, match="without a deck"):
        env.reset(options={"deck": deck_of(case, 40), "position": "anything"})

    assert np.array_equal(batch_of(env).state, before)


@every_deal
@every_door
def test_other_options_are_ignored(case: Case, door: Callable[..., Any]) -> None:
    env, plain = door(**case.settings), door(**case.settings)
    env.reset(seed=6, options={"options": 1, "speed": "fast"})
    plain.reset(seed=6)
    assert np.array_equal(batch_of(env).state, batch_of(plain).state)


@every_case
@every_door
def test_position(case: Case, door: Callable[..., Any]) -> None:
    source = case.batch(seed=12, autoreset=False)
    for _ in range(6):
        source.step(source.action_mask.argmax(axis=1))
    position = source.position(0)
    env = door(**case.settings)
    env.reset(seed=3)
    for given in (position, str(position)):
        env.reset(options={"position": given})
        batch = batch_of(env)
        if isinstance(env, SeatedGame):
            assert str(env.position()) == str(position)
            assert np.array_equal(batch.action_mask[0], source.action_mask[0])
        else:
            again = source.copy()
            while again.to_move[0] != env.games.seats[0]:
                again.step(again.action_mask.argmax(axis=1))
            assert str(env.position()) == str(again.position(0))
        assert batch.state["game"].tolist() == list(range(len(batch)))
    episode = batch_of(env).state["episode"].copy()
    env.reset()
    assert (batch_of(env).state["episode"] > episode).all()
    assert str(batch_of(env).position(0)) != str(position)


@every_deal
@every_door
def test_wrong_position_changes_nothing(case: Case, door: Callable[..., Any]) -> None:
    env = door(**case.settings)
    env.reset(seed=1)
    before = batch_of(env).state.copy()
    ended = case.batch(seed=12, autoreset=False)
    while ended.to_move[0] >= 0:
        ended.step(ended.action_mask.argmax(axis=1))
    presets = load_game(case.game).rules_type.PRESETS
    other = next(name for name in presets if name != case.rules)
    foreign = Case(case.game, other, "deal").batch(seed=1)
    for wrong in (ended.position(0), foreign.position(0)):
        with pytest.raises(PositionError):
            env.reset(options={"position": wrong})
    with pytest.raises((PositionError, NotationError), match="no position"):
        env.reset(options={"position": "no position"})
    assert np.array_equal(batch_of(env).state, before)
