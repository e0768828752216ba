"""The kernel against the oracle of `tests/oracles`, which was written from the rule page alone.

Random deals under presets and random rules; at every decision both must tell the same story. A
deal that differs is described in one line: `replay_deal(**that line)` plays it again.
"""

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import pytest

from hwatu_env import GameBatch
from hwatu_env.cards import unsun
from hwatu_env.compiled.rng import stream
from hwatu_env.games.hachinin_meri import Rules
from hwatu_env.games.hachinin_meri.actions import ACTIONS, WORD_BITS
from hwatu_env.games.hachinin_meri.deal import begin_episode, outcome, shuffle
from hwatu_env.games.hachinin_meri.position_state import blank_state
from hwatu_env.games.hachinin_meri.rules import IchimaizunTime
from hwatu_env.games.hachinin_meri.state import (
    DECISION_NAMES,
    MATCH,
    SEATS,
    SET,
    SINGLE,
    Decision,
    State,
    audit,
)
from hwatu_env.games.hachinin_meri.tricks import is_ichimaizun
from hwatu_env.games.hachinin_meri.turn import begin, legal, step
from hwatu_env.testing import perft
from tests.oracles import hachinin_meri_oracle as oracle

PLAIN_DEALS, PARTS = 2000, 8
"""Deals of `make test`, in so many tests, so that several workers share them."""
FIDELITY_DEALS = int(os.environ.get("HWATU_FIDELITY_DEALS", "20000"))
FIDELITY_PARTS = 16
COMPILED_DEALS = 40
"""Deals of each preset that are played through `GameBatch`, compiled."""
EPISODES = 6
"""Sets, and as many matches, that are played against the oracle's."""


@dataclass(frozen=True)
class Case:
    """One deal: its rules, its deck and its dealer."""

    rules: str
    deck: str
    dealer: int
    words: str = ""

    def describe(self, words: list[str]) -> str:
        """The deal and what was played, as the arguments of `replay_deal`."""
        return f"replay_deal(**{asdict(self) | {'words': '; '.join(words)}})"


class DifferenceError(AssertionError):
    """The kernel and the oracle tell different stories."""


# ---- what the two say


def expect(what: str, kernel: Any, told: Any) -> None:
    if kernel != told:
        raise DifferenceError(f"{what}: the kernel says {kernel}, the oracle {told}")


def legal_words(g: State, rules: Any) -> list[str]:
    return sorted(
        ACTIONS.text(k * WORD_BITS + bit)
        for k, word in enumerate(legal(g, rules))
        for bit in unsun.indices(word)
    )


def compare(g: State, rules: Any, game: oracle.Game) -> None:
    """Both at the same point of a deal, or at its end."""
    expect("over", g.to_move < 0, game.over)
    expect("broken invariants", audit(g, rules), [])
    if game.decision != "keep":
        compare_cards(g, game)
        compare_ichimaizun(g, rules, game)
    expect("dragon", (g.hidden > 0, g.declarer), (game.hidden, seat_or_none(game.declared)))
    expect("Meri", bool(g.meri_seen), game.meri_seen)
    expect("points", list(g.points), game.points)
    for number, old in enumerate(game.tricks):
        yaku = [f"Y{bit + 1}" for bit in range(7) if g.trick_yaku[number] >> bit & 1]
        told = (old["winner"], list(old["yaku"]), old["points"])
        expect(f"trick {number + 1}", (g.winners[number], yaku, g.trick_points[number]), told)
    if not game.over:
        expect("seat to move", g.to_move, game.to_move)
        expect("decision", DECISION_NAMES[g.decision], game.decision)
        expect("legal actions", legal_words(g, rules), game.legal())


def seat_or_none(seat: int | None) -> int:
    return -1 if seat is None else seat


def compare_cards(g: State, game: oracle.Game) -> None:
    for seat in range(SEATS):
        held = unsun.names(unsun.join(g.hand_low[seat], g.hand_high[seat]))
        expect(f"hand of seat {seat}", sorted(held), sorted(game.hands[seat]))
    expect("trump", unsun.SUITS[g.trump], game.trump)
    expect("buried", g.buried >= 0 and unsun.card_name(g.buried), game.buried or False)
    expect("widow", [unsun.card_name(card) for card in g.deck[73:]], game.widow[-2:])
    expect("cards in the trick", 0 if game.over else g.place, len(game.current))
    for seat, card, down in game.current:
        expect(f"card of seat {seat}", unsun.card_name(g.current[seat]), card)
        expect(f"{card} of seat {seat} face down", bool(g.face_down >> seat & 1), down)


def compare_ichimaizun(g: State, rules: Any, game: oracle.Game) -> None:
    if game.buried is None and rules.ichimaizun_time == IchimaizunTime.AFTER_EXCHANGE:
        return  # it is not settled yet
    for seat in range(SEATS):
        told = game.ichimaizun[seat] and f"{game.trump}.Sun" in game.hands[seat]
        expect(f"ichi-mai-zun of seat {seat}", is_ichimaizun(g, rules, seat), told)


# ---- plain deals


def start(case: Case) -> tuple[State, Any, oracle.Game]:
    """The deal of a case in both."""
    house = Rules.parse(case.rules)
    rules: Any = house.plain[0]
    deck = case.deck.split()
    g = blank_state()
    g.key = stream(1, case.dealer, 0)
    for place, card in enumerate(deck):
        g.deck[place] = unsun.card_index(card)
    begin(g, rules, SINGLE, case.dealer, True)
    game = oracle.Game(house.to_dict(), deck, dealer=case.dealer, second_deck=second_deck(g, rules))
    return g, rules, game


def second_deck(g: State, rules: Any) -> list[str]:
    """The deck that the kernel would deal after a redeal."""
    again = blank_state()
    again.key, again.deals, again.dealer, again.redeals = g.key, g.deals, g.dealer, 1
    shuffle(again, rules)
    return [unsun.card_name(card) for card in again.deck]


def play_deal(case: Case, choose: Callable[[list[str]], str]) -> None:
    g, rules, game = start(case)
    words: list[str] = []
    try:
        compare(g, rules, game)
        while not game.over:
            word = choose(game.legal())
            words.append(word)
            step(g, rules, ACTIONS.id(word))
            game.step(word)
            compare(g, rules, game)
    except DifferenceError as error:
        raise AssertionError(f"{error}\n{case.describe(words)}") from None


def replay_deal(rules: str, deck: str, dealer: int, words: str) -> None:
    """Play again what a failed comparison has printed."""
    given = iter(words.split("; "))
    play_deal(Case(rules=rules, deck=deck, dealer=dealer), lambda legal: next(given, legal[0]))


def random_cases(rng: random.Random, count: int) -> Iterator[Case]:
    presets = list(oracle.PRESETS)
    for number in range(count):
        if number % 3 == 0:
            options = oracle.preset(presets[number // 3 % len(presets)])
        else:
            options = oracle.random_options(rng)
        rules = str(Rules(**options))
        yield Case(rules=rules, deck=" ".join(oracle.random_deck(rng)), dealer=rng.randrange(SEATS))


def compare_deals(seed: int, count: int) -> None:
    rng = random.Random(seed)
    for case in random_cases(rng, count):
        play_deal(case, rng.choice)


@pytest.mark.parametrize("part", range(PARTS))
def test_random_deals_are_those_of_the_oracle(part: int):
    compare_deals(part, PLAIN_DEALS // PARTS)


@pytest.mark.fidelity
@pytest.mark.parametrize("part", range(FIDELITY_PARTS))
def test_many_random_deals_are_those_of_the_oracle(part: int):
    compare_deals(1000 + part, FIDELITY_DEALS // FIDELITY_PARTS)


def test_presets_are_those_of_the_oracle():
    assert list(Rules.PRESETS) == list(oracle.PRESETS)
    for name in Rules.PRESETS:
        told = {key: str(value) for key, value in oracle.preset(name).items()}
        told["r2"] = "off" if told["r2"] == "trick" else told["r2"]
        mine = {key: str(value) for key, value in Rules.preset(name).to_dict().items()}
        assert {key: mine[key] for key in told} == told


# ---- sets and matches


@pytest.mark.parametrize("number", range(EPISODES))
@pytest.mark.parametrize("kind", [SET, MATCH], ids=["set", "match"])
def test_sets_and_matches_are_those_of_the_oracle(kind: int, number: int):
    rng = random.Random(f"{kind} {number}")
    options = oracle.random_options(rng)
    options |= {"tie_game": ("draw", "extra_game")[number % 2]}
    options |= {"tie_set": ("draw", "extra_game")[number // 2 % 2]}
    house = Rules(**options)
    rules: Any = house.plain[0]
    g = blank_state()
    g.key = stream(2, number, 0)
    begin(g, rules, kind, number % SEATS, False)
    decks = upcoming_decks(g, rules)
    whole = oracle.Set if kind == SET else oracle.Session
    told = whole(house.to_dict(), lambda: next(decks), dealer=number % SEATS)
    assert told.game is not None

    while not told.over:
        game = told.game
        expect("dealer", g.dealer, game.dealer)
        compare(g, rules, game)
        word = rng.choice(game.legal())
        step(g, rules, ACTIONS.id(word))
        told.step(word)

    assert g.to_move < 0
    winner = {0: None, 1: 0, -1: 1}[outcome(g, rules, 0)]
    assert winner == told.winner
    assert list(g.set_points) == (told.points if kind == SET else told.sets[-1].points)
    if kind == MATCH:
        assert list(g.sets_won) == told.won


def upcoming_decks(g: State, rules: Any) -> Iterator[list[str]]:
    """The deck of the deal that the kernel has begun, and the one after a redeal."""
    while True:
        yield [unsun.card_name(card) for card in g.deck]
        if rules.redeal:
            yield second_deck(g, rules)


def test_the_first_dealer_is_that_of_the_rules():
    for dealer in range(SEATS):
        rules: Any = Rules.parse(f"seed(first_dealer={dealer})").plain[0]
        g = blank_state()
        begin_episode(g, rules, SINGLE, -1)
        assert g.dealer == dealer


def test_the_first_dealer_is_drawn_from_all_seats():
    rules: Any = Rules.preset("seed").plain[0]
    found = set()
    for game in range(100):
        g = blank_state()
        g.key = stream(3, game, 0)
        begin_episode(g, rules, SINGLE, -1)
        found.add(g.dealer)
    assert found == set(range(SEATS))


# ---- compiled


@pytest.mark.parametrize("preset", Rules.PRESETS)
def test_compiled_deals_are_those_of_the_oracle(preset: str):
    rng = random.Random(preset)
    decks = [oracle.random_deck(rng) for _ in range(COMPILED_DEALS)]
    dealers = [rng.randrange(SEATS) for _ in decks]
    batch = GameBatch("hachinin_meri", len(decks), rules=preset, autoreset=False)
    batch.reset(decks=decks, dealer=dealers)
    options = batch.rules.to_dict()
    games = [
        oracle.Game(options, deck, dealer=dealer)
        for deck, dealer in zip(decks, dealers, strict=True)
    ]
    while (batch.to_move >= 0).any():
        words = []
        for row, game in enumerate(games):
            if game.over:
                words.append(0)
                continue
            assert sorted(batch.legal_actions(row)) == game.legal()
            word = "keep" if game.decision == "keep" else rng.choice(game.legal())
            game.step(word)
            words.append(batch.spec.actions.id(word))
        batch.step(words)

    for row, game in enumerate(games):
        even, odd = game.points
        assert batch.state["score"][row].tolist() == [even - odd, odd - even] * 4


@pytest.mark.parametrize(("preset", "depth"), [("seed", 3), ("tournament", 3), ("boardoor", 2)])
def test_perft_is_that_of_the_oracle(preset: str, depth: int):
    rng = random.Random(depth)
    deck, dealer = oracle.random_deck(rng), rng.randrange(SEATS)
    batch = GameBatch("hachinin_meri", 1, rules=preset, autoreset=False)
    batch.reset(decks=[deck], dealer=dealer)
    game = oracle.Game(
        batch.rules.to_dict(),
        deck,
        dealer=dealer,
        second_deck=second_deck(position(batch), batch.rules.plain[0]),
    )

    assert perft(batch, depth) == oracle.perft(game, depth)


def test_perft_of_a_late_position_is_that_of_the_oracle():
    rng = random.Random(4)
    for _ in range(3):
        deck, dealer = oracle.random_deck(rng), rng.randrange(SEATS)
        batch = GameBatch("hachinin_meri", 1, autoreset=False)
        batch.reset(decks=[deck], dealer=dealer)
        game = oracle.Game(batch.rules.to_dict(), deck, dealer=dealer)
        while game.trick_no < 7:
            word = rng.choice(game.legal())
            game.step(word)
            batch.step(word)

        assert perft(batch, 6) == oracle.perft(game, 6)


def position(batch: GameBatch) -> State:
    g = blank_state()
    state = batch.state[0]
    g.key, g.deals, g.dealer = int(state["key"]), int(state["deals"]), int(state["dealer"])
    return g


def test_decisions_have_the_names_of_the_oracle():
    assert DECISION_NAMES[Decision.KEEP :] == ("keep", "declare", "bury", "play")
