"""What seats see, against what the oracle says that they know."""

import random
from typing import Any

import numpy as np
import pytest

from hwatu_env import GameBatch
from hwatu_env.cards import unsun
from hwatu_env.games.hachinin_meri import Rules
from hwatu_env.games.hachinin_meri.history import event_text
from tests.oracles import hachinin_meri_oracle as oracle

RULES = ["seed", "boardoor", "seed(exchange_public=False, robai=forced)", "first-draft"]
STEPS = 3
"""Every so many decisions the views are compared."""


def away(rules: Rules, seat: int, other: int) -> int:
    return (other - seat) % 8 if rules.direction == 0 else (seat - other) % 8


def told(game: oracle.Game, rules: Rules, seat: int) -> list[tuple[int, str]]:
    """The history of a seat in words, made of what the oracle says that it knows."""
    known = game.known(seat)
    downs = iter(entry[2] for entry in known["secrets"] if entry[0] == "down")
    buried = next((entry[1] for entry in known["secrets"] if entry[0] == "bury"), None)
    hid = any(entry[0] == "hide" for entry in known["secrets"])
    events: list[tuple[int, str]] = []
    trick: list[tuple[int, bool]] = []
    for kind, *facts in known["public"]:
        if kind == "open":
            events.append((game.dealer, f"open {facts[0]}"))
            if hid:
                events.append((seat, "hide"))
        elif kind in ("keep", "redeal", "declare"):
            events.append((facts[0], kind))
        elif kind == "exchange":
            who, how = facts
            events += [(who, f"bury {buried}")] if who == seat else []
            if how != "secret" or who != seat:
                events.append((who, "exchange" if how == "secret" else how))
        elif kind == "play":
            who, card, down = facts
            trick.append((who, down))
            own = f"play {next(downs)}" if down and who == seat else "down"
            events.append((who, own if down else f"play {card}"))
        elif kind == "showdown":
            cards, winner, _, points = facts
            events += [
                (who, f"show {card}")
                for (who, down), card in zip(trick, cards, strict=True)
                if down
            ]
            events.append((winner, f"won {points}"))
            trick = []
    return [(away(rules, seat, who), text) for who, text in events]


@pytest.mark.parametrize("text", RULES)
def test_histories_are_what_the_oracle_says_that_seats_saw(text: str):
    for batch, game in games(text, seed=1, count=3):
        for seat in range(8):
            events = batch.history(0, seat)
            found = [(int(who), event_text(int(event))) for who, event in events]
            assert found == told(game, batch.rules, seat)


@pytest.mark.parametrize("text", RULES)
def test_observations_hold_what_the_oracle_says_that_seats_saw(text: str):
    for batch, game in games(text, seed=2, count=3):
        for seat in range(8):
            compare_view(batch, game, seat)


def games(text: str, seed: int, count: int) -> Any:
    """Random games of kernel and oracle, side by side, at some of their decisions."""
    rng = random.Random(f"{text} {seed}")
    for _ in range(count):
        batch = GameBatch("hachinin_meri", 1, rules=text, autoreset=False, compiled=False)
        deck, dealer = oracle.random_deck(rng), rng.randrange(8)
        batch.reset(decks=[deck], dealer=dealer)
        game = oracle.Game(batch.rules.to_dict(), deck, dealer=dealer)
        steps = 0
        while not game.over:
            if steps % STEPS == 0:
                yield batch, game
            word = rng.choice(game.legal())
            game.step(word)
            batch.step(word)
            steps += 1
        yield batch, game


def compare_view(batch: GameBatch, game: oracle.Game, seat: int) -> None:
    rules, layout = batch.rules, batch.spec.observation
    seen = batch.observe(seat)[0]

    def piece(name: str) -> np.ndarray[Any, Any]:
        return layout.read(seen, name)

    def cards(name: str) -> list[str]:
        return [unsun.card_name(card) for card in np.flatnonzero(piece(name)).tolist()]

    def seats(name: str) -> list[int]:
        return np.flatnonzero(piece(name)).tolist()

    known = game.known(seat)
    assert sorted(cards("hand")) == sorted(known["hand"])
    assert cards("buried") == [entry[1] for entry in known["secrets"] if entry[0] == "bury"]
    played = np.zeros((8, 75), int)
    for number, old in enumerate(game.tricks, 1):
        for who, card, _ in old["plays"]:
            played[away(rules, seat, who), unsun.card_index(card)] = number
    np.testing.assert_array_equal(piece("played"), played)
    current = np.zeros((8, 75), int)
    for who, card, down in game.current:
        if not down or who == seat:
            current[away(rules, seat, who), unsun.card_index(card)] = 1
    np.testing.assert_array_equal(piece("current"), current)
    down = [away(rules, seat, who) for who, _, down in game.current if down]
    assert seats("face_down") == sorted(down)
    assert seats("dealer") == [away(rules, seat, game.dealer)]
    asked = game.to_move == seat
    names = ("keep", "declare", "bury", "play")
    assert [names[k] for k in seats("decision")] == ([game.decision] if asked else [])
    declared = [] if game.declared is None else [away(rules, seat, game.declared)]
    assert seats("declarer") == declared
    hid = any(entry[0] == "hide" for entry in known["secrets"])
    assert bool(piece("dragon")[0]) == hid
    unseen = set(cards("unseen"))
    mine = {*known["hand"], *(unsun.CARD_NAMES[k] for k in np.flatnonzero(played.max(0)))}
    mine |= {unsun.CARD_NAMES[k] for k in np.flatnonzero(current.max(0))} | set(cards("buried"))
    if game.buried is None and game.open_trump is not None:
        mine.add(game.open_trump)
    if game.buried == game.open_trump and rules.exchange_public and game.buried is not None:
        mine.add(game.buried)
    assert unseen == set(unsun.CARD_NAMES) - mine


def test_the_best_seat_does_not_tell_what_lies_face_down():
    shown = hidden = 0
    for batch, game in games("seed", seed=3, count=6):
        if len(game.current) < 2:
            continue
        downs = {who for who, _, down in game.current if down}
        for seat in range(8):
            best = batch.spec.observation.read(batch.observe(seat)[0], "best").any()
            if len(downs - {seat}) >= 2:
                assert not best
                hidden += 1
            elif not downs:
                assert best
                shown += 1
    assert shown
    assert hidden
