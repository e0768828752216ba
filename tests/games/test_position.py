"""Positions of every game: texts that are none, and batches that are placed."""

from importlib import import_module

import numpy as np
import pytest

from hwatu_env import GameBatch, list_games, load_game
from hwatu_env.errors import NotationError, PositionError
from tests.games.placing import check_text

every_game = pytest.mark.parametrize("game", list_games())


def some_games(
    game: str, *, rules: str | None = None, episode: str = "deal", steps: int = 4
) -> GameBatch:
    """Three games after some random steps."""
    options = {"autoreset": False, "compiled": False, "seed": 5}
    batch = GameBatch(game, 3, rules=rules, episode=episode, **options)
    for _ in range(steps):
        batch.step(batch.sample_actions(2))
    return batch


def placed(batch: GameBatch, *, episode: str = "deal", compiled: bool = False) -> GameBatch:
    texts = [str(batch.position(row)) for row in range(len(batch))]
    return GameBatch.from_positions(batch.spec.game, texts, episode=episode, compiled=compiled)


def two_rules(game: str) -> list[str]:
    """The first preset, and another one for as many seats."""
    provider = load_game(game)
    first, *others = provider.rules_type.PRESETS
    seats = provider.rules(first).num_players
    return [first, next(each for each in others if provider.rules(each).num_players == seats)]


@every_game
@pytest.mark.parametrize("steps", [0, 4])
def test_whole_deals_are_read_and_placed(game, steps):
    batch = some_games(game, steps=steps)
    again = placed(batch)

    for row in range(3):
        check_text(batch.position(row))
        assert again.position(row) == batch.position(row)


@every_game
def test_compiled_games_go_on_from_the_same_positions(game):
    """They are in the second deal or a later one of longer episodes."""
    longer = list(load_game(game).episodes)[1]
    batch = some_games(game, episode=longer, steps=90)
    assert batch.state["deals"].min() > 0
    plain, compiled = (placed(batch, episode=longer, compiled=each) for each in (False, True))
    for _ in range(3):
        actions = plain.sample_actions(4)
        plain.step(actions)
        compiled.step(actions)

    for row in range(3):
        assert plain.position(row) == compiled.position(row)
    np.testing.assert_array_equal(plain.observation, compiled.observation)
    np.testing.assert_array_equal(plain.action_mask, compiled.action_mask)


@every_game
@pytest.mark.parametrize(
    ("malformed", "message"),
    [
        ("{rules} {decision} {seat} {fields}", "a position is '{game} RULES DECISION SEAT"),
        ("chess {rules} {decision} {seat} {fields}", "a position is '{game} RULES DECISION SEAT"),
        ("{game} {rules} {decision}", "a position is '{game} RULES DECISION SEAT"),
        ("{game} {rules} {decision} x {fields}", "'x' is no whole number"),
        ("{game} {rules} {decision} {seat} {rest}", "the field hands is missing"),
        ("{text} colour=red", "'colour=red' is no field; fields are hands"),
        ("{text} dealer", "'dealer' is no field; fields are hands"),
        ("{text} {hands}", "the field hands is there twice"),
    ],
)
def test_malformed_texts_are_refused_in_words(game, malformed, message):
    text = str(GameBatch(game, compiled=False).position(0))
    words = dict(zip(("game", "rules", "decision", "seat", "hands"), text.split(), strict=False))
    words |= {"text": text, "fields": text.split(maxsplit=4)[4], "rest": text.split(maxsplit=5)[5]}
    parse_position = import_module(f"hwatu_env.games.{game}").parse_position

    with pytest.raises(NotationError, match=message.format(**words)):
        parse_position(malformed.format(**words))


@every_game
def test_positions_of_one_batch_are_of_one_game_and_have_the_same_rules(game):
    rules = two_rules(game)
    one, other = (some_games(game, rules=each).position(0) for each in rules)

    message = f"all positions need the same rules; position 1 has {rules[1]}, .* has {rules[0]}"
    with pytest.raises(PositionError, match=message):
        GameBatch.from_positions(game, [one, other], compiled=False)
    with pytest.raises(PositionError, match="give at least one position"):
        GameBatch.from_positions(game, [], compiled=False)
    title = load_game(game).title
    with pytest.raises(PositionError, match=f"expected a position of {title} or its text, got 7"):
        GameBatch.from_positions(game, [7], compiled=False)


@every_game
def test_positions_that_were_changed_by_hand_are_checked_again(game):
    position = some_games(game).position(0)
    card = position.hands[0][0]
    position.hands[1].append(card)

    message = f"{card} is in the hand of seat 0 and in the hand of seat 1"
    with pytest.raises(PositionError, match=message):
        GameBatch.from_positions(game, [position], compiled=False)
