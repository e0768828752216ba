"""The kernel against the oracle of `tests/oracles`, which was written from the rule page alone.

Random deals under presets and random rules; at every decision both must tell the same story. A
deal that differs is described in one line: `replay_deal(**that line)` plays it again.
"""

import os
import random
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from hwatu_env import GameBatch
from hwatu_env.cards import hwatu
from hwatu_env.compiled.record import state_dtype, to_plain
from hwatu_env.compiled.rng import stream
from hwatu_env.games.fishing import limbo
from hwatu_env.games.minhwatu import Rules
from hwatu_env.games.minhwatu.actions import ACTIONS, WORD_BITS
from hwatu_env.games.minhwatu.deal import begin_episode, lay_out, next_dealer, outcome
from hwatu_env.games.minhwatu.state import (
    DECISION_NAMES,
    OUTCOME_NAMES,
    Decision,
    State,
    audit,
)
from hwatu_env.games.minhwatu.turn import advance, begin, legal, step
from hwatu_env.testing import perft
from tests.oracles import minhwatu_oracle as oracle

PLAIN_DEALS, PARTS = 2000, 4
"""Deals of `make test`, in so many tests, so that several workers share them."""
FIDELITY_DEALS = int(os.environ.get("HWATU_FIDELITY_DEALS", "20000"))
FIDELITY_PARTS = 8
COMPILED_DEALS = 60
"""Deals of each preset that are played through `GameBatch`, compiled."""


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
        for bit in hwatu.indices(word)
    )


def compare_cards(g: State, rules: Any, d: oracle.Deal) -> None:
    for seat in range(d.n):
        expect(f"hand of seat {seat}", hwatu.names(g.hand[seat]), d.hands[seat])
        expect(f"pile of seat {seat}", hwatu.names(g.pile[seat]), d.piles[seat])
    expect("table", hwatu.names(g.table), d.table)
    stock = [hwatu.card_name(int(card)) for card in g.deck[g.stock_top : rules.deck_size]]
    expect("stock", stock, d.stock)
    middle = hwatu.names(limbo(g, Decision.HAND_TARGET, Decision.FLIP_TARGET))
    expect("cards in play", middle, sorted(d.in_play, key=hwatu.card_index))
    expect("quads", list(g.quads), d.quads)


def compare_decision(g: State, rules: Any, d: oracle.Deal) -> None:
    """Everything at a decision."""
    expect("seat to move", g.to_move, d.to_move)
    expect("decision", DECISION_NAMES[g.decision], d.decision)
    expect("legal actions", legal_words(g, rules), d.legal())
    expect("audit", audit(g, rules), [])
    expect("dealer", g.dealer, d.dealer)
    compare_cards(g, rules, d)


def compare_scores(g: State, d: oracle.Deal) -> None:
    """What a deal was worth, whether another has followed or not."""
    expect("points", list(g.points), d.points)
    expect("margins", [Fraction(result, d.n - 1) for result in g.result], d.rewards)
    expect("outcome", OUTCOME_NAMES[g.outcome], "void" if d.void else "scored")


def compare_end(g: State, rules: Any, d: oracle.Deal) -> None:
    """The end of a deal that no other follows."""
    expect("seat to move", g.to_move, -1)
    expect("legal actions", legal_words(g, rules), [])
    expect("audit", audit(g, rules), [])
    expect("next dealer", next_dealer(g, rules), d.next_dealer)
    compare_scores(g, d)
    compare_cards(g, rules, d)


# ---- deals


def random_case(rng: random.Random, rules: Rules | None = None) -> Case:
    """A third of all deals under presets, half of all decks with months close together."""
    if rules is None:
        preset = rng.random() < 1 / 3
        name = rng.choice(list(oracle.PRESETS))
        rules = Rules(**(oracle.preset(name) if preset else oracle.random_options(rng)))
    shuffled = oracle.random_deck if rng.random() < 1 / 2 else oracle.clumped_deck
    return Case(
        rules=str(rules),
        deck=" ".join(shuffled(rules.to_dict(), rng)),
        dealer=rng.randrange(rules.num_players),
    )


def oracle_deal(case: Case, rules: Rules) -> oracle.Deal:
    return oracle.Deal(rules.to_dict(), case.deck.split(), dealer=case.dealer)


def blank_state(seats: int) -> State:
    return to_plain(State, np.zeros(1, state_dtype(State, seats)))[0]


def lay_deck(case: Case, rules: Rules) -> tuple[State, bool]:
    """A plain state of the deal, and whether the deal stands."""
    g = blank_state(rules.num_players)
    for place, card in enumerate(case.deck.split()):
        g.deck[place] = hwatu.card_index(card)
    begin_episode(g, 1, case.dealer, True)
    return g, lay_out(g, rules.plain[0])


def play_deal(case: Case, choose: Callable[[list[str]], str]) -> int:
    """Play a deal in the kernel and the oracle, side by side.

    Args:
        case: The deal.
        choose: Picks one of the legal words.

    Returns:
        Number of decisions; -1 if the deal is void and dealt again.
    """
    rules = Rules.parse(case.rules)
    plain = rules.plain[0]
    d = oracle_deal(case, rules)
    words: list[str] = []
    try:
        g, stands = lay_deck(case, rules)
        expect("the deal stands", bool(stands), not d.redeal)
        if d.redeal:
            return -1
        advance(g, plain)
        while not d.over:
            compare_decision(g, plain, d)
            words.append(choose(d.legal()))
            d.step(words[-1])
            step(g, plain, ACTIONS.id(words[-1]))
        compare_end(g, plain, d)
    except DifferenceError as difference:
        raise DifferenceError(f"{difference}\n{case.describe(words)}") from None
    return len(words)


def replay_deal(**line: Any) -> int:
    """Play a deal again from the line that a failing test prints."""
    case = Case(**line)
    words = iter(case.words.split("; "))
    return play_deal(case, lambda legal: next(words, legal[0]))


def play_random_deals(seed: str, count: int, rules: Rules | None = None) -> int:
    """Compare `count` random deals; returns how many were really played."""
    rng = random.Random(seed)
    return sum(play_deal(random_case(rng, rules), rng.choice) > 0 for _ in range(count))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_random_deals_agree_with_the_oracle(part):
    played = play_random_deals(f"deals {part}", PLAIN_DEALS // PARTS)

    assert played > PLAIN_DEALS // PARTS * 0.7


@pytest.mark.parametrize("preset", oracle.PRESETS)
def test_presets_are_the_ones_of_the_oracle(preset):
    assert Rules.preset(preset) == Rules(**oracle.PRESETS[preset])
    assert set(Rules.PRESETS) == set(oracle.PRESETS)


@pytest.mark.fidelity
@pytest.mark.parametrize("part", range(FIDELITY_PARTS))
def test_very_many_random_deals_agree_with_the_oracle(part):
    played = play_random_deals(f"fidelity {part}", -(-FIDELITY_DEALS // FIDELITY_PARTS))

    assert played > FIDELITY_DEALS // FIDELITY_PARTS * 0.7


@pytest.mark.fidelity
@pytest.mark.parametrize("preset", oracle.PRESETS)
def test_very_many_deals_of_each_preset_agree_with_the_oracle(preset):
    deals = -(-FIDELITY_DEALS // len(oracle.PRESETS))

    assert play_random_deals(f"preset {preset}", deals, Rules.preset(preset)) > deals * 0.5


def test_a_difference_is_told_in_one_line_that_plays_the_deal_again(monkeypatch):
    """The oracle is made to count a card too high; the line of the failure shows it again."""
    monkeypatch.setattr(
        oracle,
        "card_points",
        lambda card, points=oracle.card_points: points(card) + (card == "1.4"),
    )
    case = random_case(random.Random(5), Rules.preset("seed"))
    rng = random.Random(1)
    with pytest.raises(DifferenceError, match=r"points|margins") as failure:
        play_deal(case, rng.choice)
    story, line = str(failure.value).splitlines()

    with pytest.raises(DifferenceError) as again:
        eval(line)

    assert str(again.value).splitlines() == [story, line]


# ---- matches


def deck_of(g: State, rules: Rules) -> list[str]:
    return [hwatu.card_name(int(card)) for card in g.deck[: rules.deck_size]]


def play_match(rules: Rules, key: int, rng: random.Random) -> list[oracle.Deal]:
    """Play a match of the kernel and of the oracle, which is handed the kernel's decks.

    Returns:
        Its finished deals.
    """
    plain = rules.plain[0]
    g = blank_state(rules.num_players)
    g.key = stream(key, 0, 0)
    begin(g, plain, 0, -1, False)
    decks = iter(lambda: deck_of(g, rules), None)
    match = oracle.Match(rules.to_dict(), decks, dealer=g.dealer)
    deals: list[oracle.Deal] = []
    while not match.over:
        deal = match.deal
        compare_decision(g, plain, deal)
        expect("totals", list(g.total), match.totals)
        expect("deals", g.deals, match.deals_played)
        word = rng.choice(match.legal())
        step(g, plain, ACTIONS.id(word))
        match.step(word)
        if deal.over:
            deals.append(deal)
            compare_margins(g, deal)
    expect("seat to move", g.to_move, -1)
    expect("deals", g.deals, match.deals_played)
    expect("totals", list(g.total), match.totals)
    compare_winners(g, plain, match)
    return deals


def compare_margins(g: State, d: oracle.Deal) -> None:
    expect("margins", [Fraction(result, d.n - 1) for result in g.result], d.rewards)


def compare_winners(g: State, rules: Any, match: oracle.Match) -> None:
    """The winner is +1, several winners share 0, all others are -1."""
    for seat in range(len(g.hand)):
        won = 0 if len(match.winners) > 1 else 1
        expected = won if seat in match.winners else -1
        expect(f"outcome of seat {seat}", outcome(g, rules, seat), expected)


@pytest.mark.parametrize(
    ("rules", "deals"),
    [
        ("seed", range(4, 14)),
        ("seed-extended", range(5, 40)),
        ("standard", range(12, 13)),
        ("standard(match_deals=6, num_players=3)", range(6, 7)),
        ("seed(num_players=4, par=even, target=100)", range(1, 200)),
    ],
)
def test_matches_agree_with_the_oracle(rules, deals):
    rng = random.Random(rules)

    for key in range(4):
        assert len(play_match(Rules.parse(rules), key, rng)) in deals


def test_matches_under_random_rules_agree_with_the_oracle():
    rng = random.Random("matches")
    played = 0

    for key in range(40):
        rules = Rules(**oracle.random_options(rng))
        small = {"target": 150} if rules.target else {"match_deals": 3}
        if rules.par == 0:  # with par and a target nobody may ever reach it
            played += len(play_match(rules.replace(**small), key, rng))

    assert played > 40


def test_tied_deals_of_matches_agree_with_the_oracle():
    """A deck of two months: many deals are tied."""
    rng = random.Random("ties")
    small = {"months": 2, "hand_size": 1, "table_size": 4, "match_deals": 8, "target": None}

    deals = [
        deal for key in range(10) for deal in play_match(Rules.preset("seed", **small), key, rng)
    ]

    assert 5 < sum(deal.void for deal in deals) < len(deals) - 5


# ---- through GameBatch, compiled


def plain_states(batch: GameBatch) -> Iterator[State]:
    yield from to_plain(State, batch.state)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [*oracle.PRESETS, "seed(num_players=3, optional_capture=True, sulsa_two=literal_return)"],
)
def test_compiled_batches_agree_with_the_oracle(text):
    rng = random.Random(text)
    rules = Rules.parse(text)
    cases = [random_case(rng, rules) for _ in range(COMPILED_DEALS)]
    deals = [oracle_deal(case, rules) for case in cases]
    batch = GameBatch("minhwatu", len(cases), rules=rules, autoreset=False)
    batch.reset(decks=[case.deck.split() for case in cases], dealer=[case.dealer for case in cases])
    played: list[list[str]] = [[] for _ in cases]

    assert np.array_equal(batch.state["redeals"] > 0, [d.redeal for d in deals])
    while not all(d.over for d in deals):
        actions = np.full(len(cases), -1)
        for row, g in enumerate(plain_states(batch)):
            d = deals[row]
            if d.over:
                continue
            try:
                compare_decision(g, rules.plain[0], d)
                expect("mask", sorted(batch.legal_actions(row)), d.legal())
            except DifferenceError as difference:
                raise DifferenceError(f"{difference}\n{cases[row].describe(played[row])}") from None
            played[row].append(rng.choice(d.legal()))
            d.step(played[row][-1])
            actions[row] = ACTIONS.id(played[row][-1])
        batch.step(actions)
        for row, d in enumerate(deals):
            if d.over and actions[row] >= 0:
                (g,) = plain_states(batch.take([row]))
                compare_end(g, rules.plain[0], d)


# ---- perft: counts of the oracle (see `count_lines`), one integer each

SMALL = "seed(months=3, hand_size=3, table_size=4)"
LEFT = "seed(months=4, hand_size=3, table_size=6, optional_capture=True, sulsa_two=literal_return)"
THREE = "standard(num_players=3, months=5, hand_size=3, table_size=3)"
PERFT = [
    (SMALL, 1, 3, 18),
    (SMALL, 2, 4, 36),
    (LEFT, 1, 3, 27),
    (LEFT, 2, 4, 41),
    (THREE, 1, 3, 27),
    (THREE, 2, 4, 54),
    ("seed", 1, 2, 100),
    ("seed", 2, 3, 767),
    ("standard", 1, 2, 100),
    ("standard", 2, 3, 767),
    ("seed(num_players=3)", 1, 2, 49),
    ("seed(num_players=3)", 2, 3, 278),
]
"""Rules, seed of the deck, depth, and the oracle's count."""


def perft_case(rules: str, seed: int) -> Case:
    """The first deck of a seed that stands."""
    rng = random.Random(seed)
    parsed = Rules.parse(rules)
    while True:
        case = Case(rules, " ".join(oracle.random_deck(parsed.to_dict(), rng)), 0)
        if not oracle_deal(case, parsed).redeal:
            return case


def count_lines(rules: str, seed: int, depth: int) -> int:
    """The oracle's count, from which the table was filled in."""
    return oracle.perft(oracle_deal(perft_case(rules, seed), Rules.parse(rules)), depth)


def perft_batch(rules: str, seed: int) -> GameBatch:
    batch = GameBatch("minhwatu", 1, rules=rules, autoreset=False)
    batch.reset(decks=[perft_case(rules, seed).deck.split()], dealer=0)
    return batch


@pytest.mark.parametrize(("rules", "seed", "depth", "count"), PERFT)
def test_perft_counts_are_those_of_the_oracle(rules, seed, depth, count):
    assert perft(perft_batch(rules, seed), depth) == count


@pytest.mark.parametrize("rules", [SMALL, LEFT, THREE])
def test_perft_counts_can_be_counted_again(rules):
    assert perft(perft_batch(rules, 7), 3) == count_lines(rules, 7, 3)
