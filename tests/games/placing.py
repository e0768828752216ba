"""What the tests of positions share: games whose every position is written, read and placed."""

import random
from collections.abc import Callable, Collection, Iterator
from importlib import import_module
from typing import Any

from hwatu_env import GameBatch

Place = Callable[[Any], GameBatch]
"""A position, or its text -> a batch of one game that goes on from it."""


def parse(text: str) -> Any:
    """The position of a text, whatever its game."""
    return import_module(f"hwatu_env.games.{text.split()[0]}").parse_position(text)


def check_text(position: Any) -> None:
    """A position survives its text."""
    assert parse(str(position)) == position
    assert repr(position) == f"parse_position({str(position)!r})"


def check_placed(real: GameBatch, row: int, hand_made: GameBatch) -> None:
    """A game made from the position of a row is at that position, and looks alike from all seats."""
    assert hand_made.position(0) == real.position(row)
    assert str(hand_made.position(0)) == str(real.position(row))
    assert hand_made.audit() == []
    for seat in range(real.spec.num_players):
        assert (real.observe(seat)[row] == hand_made.observe(seat)[0]).all()


def same_to_the_end(
    real: GameBatch, hand_made: GameBatch, rng: random.Random, kept: Collection[str]
) -> None:
    """Play the same words in both until the deal ends; the `kept` fields are the same then."""
    deals = int(real.state[0].deals)
    while real.to_move[0] >= 0 and int(real.state[0].deals) == deals:
        assert real.position(0) == hand_made.position(0)
        assert real.legal_actions() == hand_made.legal_actions()
        word = rng.choice(real.legal_actions())
        real.step(word)
        hand_made.step(word)
        assert real.rewards.tolist() == hand_made.rewards.tolist(), word
    for name in kept:
        assert real.state[0][name].tolist() == hand_made.state[0][name].tolist()
    if real.to_move[0] < 0:
        assert real.position(0) == hand_made.position(0)
        assert real.sheet(0) == hand_made.sheet(0)


def reached(batch: GameBatch, words: random.Random) -> Iterator[Any]:
    """Every position of one game that is played at random, the last one included."""
    while batch.to_move[0] >= 0:
        yield batch.position(0)
        batch.step(words.choice(batch.legal_actions()))
    yield batch.position(0)


def check_reached(
    batch: GameBatch,
    place: Place,
    *,
    words: random.Random,
    seed: int,
    rare: Collection[str],
    kept: Collection[str],
) -> None:
    """Check the positions that one game reaches: most are placed, and some are played on.

    Args:
        batch: A game that begins.
        place: How a position is placed.
        words: What is played.
        seed: Which positions are placed and played on.
        rare: Decisions that are played on whenever they come up.
        kept: Fields of the state that are the same at the end of a deal.
    """
    dice = random.Random(seed)
    for position in reached(batch, words):
        check_text(position)
        over = position.decision == "over"
        if position.decision != "play" or dice.random() < 0.3:
            again = place(str(position))
            check_placed(batch, 0, again)
            if not over and (position.decision in rare or dice.random() < 0.2):
                same_to_the_end(batch.copy(), again, random.Random(seed), kept)
    over = batch.position(0)
    assert place(over).to_move.tolist() == [-1]
    assert place(over).sheet(0) == batch.sheet(0)
