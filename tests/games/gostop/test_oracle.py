"""The kernel against the oracle of `tests/oracles`, which was written from the rule page alone.

Random deals under presets and random rules; at every decision both must tell the same story. A
deal that differs is described in one line: `replay_deal(**that line)` plays it again.
"""

import os
import random
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import pytest

from hwatu_env import GameBatch
from hwatu_env.cards import hwatu
from hwatu_env.compiled.record import state_dtype, to_plain
from hwatu_env.games.gostop import Rules
from hwatu_env.games.gostop.actions import ACTIONS, WORD_BITS
from hwatu_env.games.gostop.deal import begin_episode, lay_out
from hwatu_env.games.gostop.ending import next_carry, next_push
from hwatu_env.games.gostop.state import (
    DECISION_NAMES,
    OUTCOME_NAMES,
    CupSide,
    Decision,
    Outcome,
    State,
    audit,
    in_play,
)
from hwatu_env.games.gostop.turn import advance, begin, legal, step
from hwatu_env.testing import perft
from tests.oracles import gostop_oracle as oracle

PLAIN_DEALS, PARTS = 2000, 8
"""Deals of `make test`, in so many tests, so that several workers share them."""
FIDELITY_DEALS = int(os.environ.get("HWATU_FIDELITY_DEALS", "20000"))
FIDELITY_PARTS = 16
COMPILED_DEALS = 60
"""Deals of each preset that are played through `GameBatch`, compiled."""

CUP_NAMES = {
    CupSide.OPEN: None,
    CupSide.ANIMAL: "animal",
    CupSide.PI: "pi",
    CupSide.LOCKED: "locked",
}
COUNTERS = {
    "ledger": "ledger",
    "turns_taken": "turns_taken",
    "go_count": "go_counts",
    "last_go_score": "last_go_scores",
    "shakes": "shakes",
    "bombs": "bombs",
    "flip_credits": "flip_credits",
    "ppeok_count": "ppeok_counts",
}


@dataclass(frozen=True)
class Case:
    """One deal: its rules, its deck and what was carried into it."""

    rules: str
    deck: str
    dealer: int
    carry: int
    push: int
    more_deals: bool
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


def names(cards: int) -> list[str]:
    return hwatu.names(cards)


def by_id(cards: list[str]) -> list[str]:
    return sorted(cards, key=hwatu.card_index)


def legal_words(g: State, rules: Any) -> list[str]:
    return sorted(
        ACTIONS.text(k * WORD_BITS + bit)
        for k, word in enumerate(legal(g, rules))
        for bit in hwatu.indices(word)
    )


def stacks_of(g: State) -> list[dict[str, Any]]:
    """Stacks on the table, in the oracle's words."""
    stacks = []
    for month in range(hwatu.NUM_MONTHS):
        cards = g.table & hwatu.month_cards(month)
        if cards.bit_count() == 3:
            owner = int(g.stack_owner[month]) - 1
            jokers = int(g.stack_jokers[month]) << hwatu.NUM_CARDS
            stacks.append(
                {
                    "cards": names(cards),
                    "owner": owner if owner >= 0 else None,
                    "jokers": names(jokers),
                }
            )
    return stacks


def cups_of(g: State) -> list[str | None]:
    return [CUP_NAMES[g.cup] if pile & hwatu.SAKE_CUP else None for pile in g.pile]


def compare_cards(g: State, rules: Any, d: oracle.Deal) -> None:
    for seat in range(d.n):
        expect(f"hand of seat {seat}", names(g.hand[seat]), by_id(d.hands[seat]))
        expect(f"pile of seat {seat}", names(g.pile[seat]), by_id(d.piles[seat]))
    stock = [hwatu.card_name(int(card)) for card in g.deck[g.stock_top : rules.deck_size]]
    expect("stock", stock, d.stock)
    expect("stacks", stacks_of(g), d.stacks)
    stacked = sum(hwatu.board(stack["cards"]) for stack in d.stacks)
    jokers = [joker for stack in d.stacks for joker in stack["jokers"]]
    middle = names(g.table & ~stacked | in_play(g))
    expect("table and cards in play", middle, by_id(d.table + d.in_play))
    if not (d.decision == "hand_target" and d.options["target_choice"] == "after_flip"):
        # while an answer is awaited after the flip, the kernel keeps both cards aside (§3.2)
        expect("loose table cards", names(g.table & ~stacked), d.table)
    expect("cups", cups_of(g), d.cups)
    before_any_turn = not any(g.turns_taken) and g.outcome != Outcome.NONE
    shown_by_quads = g.decision == Decision.FORCED or g.prize != 0 or before_any_turn
    if not shown_by_quads:  # a quad that decides the deal is shown; the oracle does not say so
        for seat in range(d.n):
            expect(f"shown by seat {seat}", names(g.shown[seat]), by_id(d.shown[seat]))
    assert len(set(jokers)) == len(jokers)


def compare_decision(g: State, rules: Any, d: oracle.Deal) -> None:
    """Everything at a decision."""
    expect("seat to move", g.to_move, d.to_move)
    expect("decision", DECISION_NAMES[g.decision], d.decision)
    expect("legal actions", legal_words(g, rules), d.legal())
    expect("audit", audit(g, rules), [])
    compare_cards(g, rules, d)
    for own, told in COUNTERS.items():
        expect(told, list(getattr(g, own)), list(getattr(d, told)))
    expect("go_order", [int(seat) for seat in g.go_order[: g.go_calls]], d.go_order)
    expect("stakes", (g.dealer, g.carry, g.push), (d.dealer, d.carry, d.push))


def compare_end(g: State, rules: Any, d: oracle.Deal) -> None:
    """The end of a deal that no other follows."""
    expect("seat to move", g.to_move, -1)
    expect("legal actions", legal_words(g, rules), [])
    expect("outcome", OUTCOME_NAMES[g.outcome], d.outcome)
    expect("winner", g.winner, -1 if d.winner is None else d.winner)
    expect("ledger", list(g.ledger), d.ledger)
    expect("result", list(g.result), d.ledger)
    expect("next stakes", (next_carry(g, rules), next_push(g)), (d.next_carry, d.next_push))
    expect("audit", audit(g, rules), [])
    compare_cards(g, rules, d)


def compare_next(g: State, d: oracle.Deal) -> None:
    """The end of a deal that another has followed already."""
    expect("result", list(g.result), d.ledger)
    expect("next stakes", (g.carry, g.push), (d.next_carry, d.next_push))
    expect("next dealer", g.dealer, d.next_dealer)


# ---- deals


def random_case(rng: random.Random, rules: Rules | None = None) -> Case:
    if rules is None:
        preset = rng.random() < 1 / 3
        options = (
            oracle.preset(rng.choice(list(oracle.PRESETS)))
            if preset
            else oracle.random_options(rng)
        )
        rules = Rules(**options)
    return Case(
        rules=str(rules),
        deck=" ".join(oracle.random_deck(oracle_options(rules), rng)),
        dealer=rng.randrange(rules.num_players),
        carry=rng.choice([1, 1, 2, 4]),
        push=rng.choice([1, 1, 2, 4]),
        more_deals=rng.random() < 0.5,
    )


def oracle_options(rules: Rules) -> dict[str, Any]:
    """The rules as the oracle takes them."""
    return rules.to_dict()


def oracle_deal(case: Case, rules: Rules) -> oracle.Deal:
    return oracle.Deal(
        oracle_options(rules),
        case.deck.split(),
        dealer=case.dealer,
        carry=case.carry,
        push=case.push,
        more_deals=case.more_deals,
    )


def blank_state(seats: int) -> State:
    return to_plain(State, np.zeros(1, state_dtype(State, seats)))[0]


def lay_deck(case: Case, rules: Rules) -> tuple[State, bool]:
    """A plain state of the deal, and whether the deal stands."""
    g = blank_state(rules.num_players)
    for place, card in enumerate(case.deck.split()):
        g.deck[place] = hwatu.card_index(card)
    begin_episode(g, 2 if case.more_deals else 1, case.dealer, True)
    g.carry, g.push = case.carry, case.push
    return g, lay_out(g, rules.plain[0])


def play_deal(case: Case, choose: Any) -> int:
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
        expect("the deal stands", stands, not d.redeal)
        if d.redeal:
            return -1
        advance(g, plain)
        while not d.over:
            compare_decision(g, plain, d)
            words.append(choose(d.legal()))
            d.step(words[-1])
            step(g, plain, ACTIONS.id(words[-1]))
        if case.more_deals:
            compare_next(g, d)
        else:
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

    assert played > PLAIN_DEALS // PARTS * 0.8


@pytest.mark.parametrize("preset", oracle.PRESETS)
def test_presets_are_the_ones_of_the_oracle(preset):
    assert Rules.preset(preset) == Rules(**oracle.PRESETS[preset])
    assert set(Rules.PRESETS) == set(oracle.PRESETS)


@pytest.mark.fidelity
@pytest.mark.parametrize("part", range(FIDELITY_PARTS))
def test_very_many_random_deals_agree_with_the_oracle(part):
    played = play_random_deals(f"fidelity {part}", -(-FIDELITY_DEALS // FIDELITY_PARTS))

    assert played > FIDELITY_DEALS // FIDELITY_PARTS * 0.8


@pytest.mark.fidelity
@pytest.mark.parametrize("preset", oracle.PRESETS)
def test_very_many_deals_of_each_preset_agree_with_the_oracle(preset):
    deals = -(-FIDELITY_DEALS // len(oracle.PRESETS))

    assert play_random_deals(f"preset {preset}", deals, Rules.preset(preset)) > deals * 0.8


def test_a_difference_is_told_in_one_line_that_plays_the_deal_again(monkeypatch):
    """The oracle is made to pay one point too much; the line of the failure shows it again."""
    case = random_case(random.Random(5), Rules.preset("standard-3p"))
    settle = oracle.settle
    monkeypatch.setattr(
        oracle, "settle", lambda *args, **options: [pay + 3 for pay in settle(*args, **options)]
    )
    rng = random.Random(1)

    def play_until_somebody_wins():
        while True:
            play_deal(case, rng.choice)

    with pytest.raises(DifferenceError, match=r"ledger|result") as failure:
        play_until_somebody_wins()
    story, line = str(failure.value).splitlines()

    with pytest.raises(DifferenceError) as again:
        eval(line)

    assert str(again.value).splitlines() == [story, line]


# ---- matches


def play_match(rules: Rules, key: int, rng: random.Random, deals: int) -> list[str]:
    """Play a match of the kernel, and each of its deals in the oracle; returns the outcomes."""
    plain, rule_text = rules.plain[0], str(rules)
    g = blank_state(rules.num_players)
    g.key = key
    begin(g, plain, deals, -1, False)
    outcomes: list[str] = []
    score = [0] * rules.num_players
    while g.to_move >= 0:
        number, words = g.deals, []
        deck = [hwatu.card_name(int(card)) for card in g.deck[: rules.deck_size]]
        case = Case(rule_text, " ".join(deck), g.dealer, g.carry, g.push, number + 1 < deals)
        d = oracle_deal(case, rules)
        try:
            expect("the deal stands", True, not d.redeal)
            while not d.over:
                compare_decision(g, plain, d)
                words.append(rng.choice(d.legal()))
                d.step(words[-1])
                step(g, plain, ACTIONS.id(words[-1]))
            if case.more_deals:
                compare_next(g, d)
            else:
                compare_end(g, plain, d)
            score = [old + new for old, new in zip(score, d.ledger, strict=True)]
            expect("score of the match", list(g.score), score)
            expect("deals", g.deals, number + 1)
        except DifferenceError as difference:
            raise DifferenceError(f"deal {number}: {difference}\n{case.describe(words)}") from None
        outcomes.append(str(d.outcome))
    assert len(outcomes) == deals
    return outcomes


@pytest.mark.parametrize("preset", ["seed", "standard-2p", "standard-3p", "hangame", "netmarble"])
def test_matches_carry_what_the_oracle_carries(preset):
    rng = random.Random(preset)

    outcomes = [
        outcome for key in range(4) for outcome in play_match(Rules.preset(preset), key, rng, 6)
    ]

    assert "win" in outcomes


@pytest.mark.parametrize("nagari", ["none", "linear", "pow2", "flat2"])
def test_pushes_and_carries_of_matches_go_together_as_in_the_oracle(nagari):
    rng = random.Random(nagari)
    rules = Rules.preset("standard-3p", push=True, min_points=7, nagari=nagari, nagari_cap=None)

    outcomes = [outcome for key in range(6) for outcome in play_match(rules, key, rng, 10)]

    assert {"win", "pushed", "nagari"} <= set(outcomes)


def test_matches_under_random_rules_agree_with_the_oracle():
    rng = random.Random("matches")

    for key in range(30):
        play_match(Rules(**oracle.random_options(rng)), key, rng, 4)


# ---- through GameBatch, compiled


def start_batch(cases: list[Case], rules: Rules) -> GameBatch:
    """The cases as rows of one compiled batch."""
    batch = GameBatch(
        "gostop",
        len(cases),
        rules=rules,
        episode="match" if cases[0].more_deals else "deal",
        autoreset=False,
    )
    batch.reset(decks=[case.deck.split() for case in cases], dealer=[case.dealer for case in cases])
    states = batch.state.copy()
    states["carry"] = [case.carry for case in cases]
    states["push"] = [case.push for case in cases]
    batch.load(states)
    return batch


def plain_states(batch: GameBatch) -> Iterator[State]:
    yield from to_plain(State, batch.state)


@pytest.mark.slow
@pytest.mark.parametrize("more_deals", [False, True])
@pytest.mark.parametrize("preset", oracle.PRESETS)
def test_compiled_batches_agree_with_the_oracle(preset, more_deals):
    rng = random.Random(f"{preset} {more_deals}")
    rules = Rules.preset(preset)
    drawn = [random_case(rng, rules) for _ in range(COMPILED_DEALS // 2)]
    cases = [Case(**asdict(case) | {"more_deals": more_deals}) for case in drawn]
    deals = [oracle_deal(case, rules) for case in cases]
    batch = start_batch(cases, rules)
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
        ended = [row for row, d in enumerate(deals) if d.over and actions[row] >= 0]
        for row in ended:
            g = next(plain_states(batch.take([row])))
            if more_deals:
                compare_next(g, deals[row])
            else:
                compare_end(g, rules.plain[0], deals[row])


# ---- perft: counts of the oracle (see `count_lines`), one integer each

SMALL = "seed(months=3, hand_size=3, table_size=4, table_quad=dead, hand_quad=play, min_points=1)"
BOMBS = (
    "standard-2p(months=4, hand_size=4, table_size=4, jokers=[2, 3], small_bomb=double, "
    "min_points=1, table_quad=dead, hand_quad=may_claim, quad_continue=doubles, joker_quad=always)"
)
THREE = "standard-3p(months=5, hand_size=3, table_size=3, target_choice=after_flip, min_points=1)"
PERFT = [
    (SMALL, 1, 5, 72),
    (SMALL, 2, 7, 144),
    (SMALL, 3, 4, 36),
    (BOMBS, 1, 4, 176),
    (BOMBS, 1, 5, 504),
    (BOMBS, 3, 5, 366),
    (THREE, 1, 5, 147),
    (THREE, 2, 3, 23),
    (THREE, 3, 5, 153),
    ("seed", 1, 3, 200),
    ("seed", 2, 3, 767),
    ("standard-2p", 1, 3, 769),
    ("standard-2p", 2, 3, 832),
    ("standard-3p", 1, 3, 283),
    ("standard-3p", 2, 3, 303),
    ("hangame", 1, 3, 866),
]
"""Rules, seed of the deck, depth, and the oracle's count."""


def count_lines(rules: str, seed: int, depth: int) -> int:
    """The oracle's count, from which the table was filled in."""
    return oracle.perft(oracle_deal(perft_case(rules, seed), Rules.parse(rules)), depth)


def perft_case(rules: str, seed: int) -> Case:
    """The first deck of a seed that stands."""
    rng = random.Random(seed)
    parsed = Rules.parse(rules)
    while True:
        deck = " ".join(oracle.random_deck(oracle_options(parsed), rng))
        case = Case(rules, deck, 0, 1, 1, False)
        if not oracle_deal(case, parsed).redeal:
            return case


def perft_batch(rules: str, seed: int) -> GameBatch:
    batch = GameBatch("gostop", 1, rules=rules, autoreset=False)
    batch.reset(decks=[perft_case(rules, seed).deck.split()], dealer=0)
    return batch


@pytest.mark.parametrize(("rules", "seed", "depth", "count"), PERFT)
def test_perft_counts_are_those_of_the_oracle(rules, seed, depth, count):
    assert perft(perft_batch(rules, seed), depth) == count


@pytest.mark.parametrize("rules", [SMALL, BOMBS, THREE])
def test_perft_counts_can_be_counted_again(rules):
    assert perft(perft_batch(rules, 7), 3) == count_lines(rules, 7, 3)
