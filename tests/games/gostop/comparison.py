"""What the kernel of Go-Stop and its oracle are compared by."""

import random
from dataclasses import dataclass
from typing import Any

import pytest

from hwatu_env import GameBatch
from hwatu_env.cards import hwatu
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
from hwatu_env.games.gostop.turn import advance
from tests.games.comparing import Case, expect
from tests.games.fishing import FishingComparison, stock_of
from tests.oracles import gostop_oracle as oracle

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

SMALL = "seed(months=3, hand_size=3, table_size=4, table_quad=dead, hand_quad=play, min_points=1)"
BOMBS = (
    "standard-2p(months=4, hand_size=4, table_size=4, jokers=[2, 3], small_bomb=double, "
    "min_points=1, table_quad=dead, hand_quad=may_claim, quad_continue=doubles, joker_quad=always)"
)
THREE = "standard-3p(months=5, hand_size=3, table_size=3, target_choice=after_flip, min_points=1)"


@dataclass(frozen=True)
class GoStopCase(Case):
    """One deal, with what was carried into it."""

    carry: int = 1
    push: int = 1
    more_deals: bool = False


class GoStopComparison(FishingComparison):
    """Every card, counter, question and payment; stakes go into the deal and come out of it."""

    game = "gostop"
    oracle = oracle
    case_type = GoStopCase
    begin_episode = begin_episode
    lay_out = lay_out
    advance = advance
    stands = 0.8
    stands_under_presets = 0.8
    batches = tuple(
        (preset, {"more_deals": more_deals})
        for preset in oracle.PRESETS
        for more_deals in (False, True)
    )
    reduced_decks = (SMALL, BOMBS, THREE)
    perft = (
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
    )

    def random_stakes(self, rng: random.Random) -> dict[str, Any]:
        return {
            "carry": rng.choice([1, 1, 2, 4]),
            "push": rng.choice([1, 1, 2, 4]),
            "more_deals": rng.random() < 0.5,
        }

    def num_deals(self, case: GoStopCase) -> int:
        return 2 if case.more_deals else 1

    def stakes(self, case: GoStopCase) -> dict[str, int]:
        return {"carry": case.carry, "push": case.push}

    def options_of_deal(self, case: GoStopCase) -> dict[str, Any]:
        return self.stakes(case) | {"more_deals": case.more_deals}

    def batch(self, cases: list[GoStopCase], rules: Any) -> GameBatch:
        batch = self.dealt(cases, rules, "match" if cases[0].more_deals else "deal")
        states = batch.state.copy()
        for name in ("carry", "push"):
            states[name] = [self.stakes(case)[name] for case in cases]
        batch.load(states)
        return batch

    # ---- what the two say

    def compare(self, g: State, plain: Any, d: oracle.Deal) -> None:
        expect("seat to move", g.to_move, d.to_move)
        expect("decision", DECISION_NAMES[g.decision], d.decision)
        expect("legal actions", self.legal_words(g, plain), d.legal())
        expect("audit", audit(g, plain), [])
        compare_cards(g, plain, d)
        for own, told in COUNTERS.items():
            expect(told, list(getattr(g, own)), list(getattr(d, told)))
        expect("go_order", [int(seat) for seat in g.go_order[: g.go_calls]], d.go_order)
        expect("stakes", (g.dealer, g.carry, g.push), (d.dealer, d.carry, d.push))

    def compare_end(self, case: GoStopCase, g: State, plain: Any, d: oracle.Deal) -> None:
        expect("result", list(g.result), d.ledger)
        if case.more_deals:  # the next one has begun
            expect("next stakes", (g.carry, g.push), (d.next_carry, d.next_push))
            expect("next dealer", g.dealer, d.next_dealer)
            return
        expect("seat to move", g.to_move, -1)
        expect("legal actions", self.legal_words(g, plain), [])
        expect("outcome", OUTCOME_NAMES[g.outcome], d.outcome)
        expect("winner", g.winner, -1 if d.winner is None else d.winner)
        expect("ledger", list(g.ledger), d.ledger)
        expect("next stakes", (next_carry(g, plain), next_push(g)), (d.next_carry, d.next_push))
        expect("audit", audit(g, plain), [])
        compare_cards(g, plain, d)

    def spoil(self, monkeypatch: pytest.MonkeyPatch) -> str:
        """The oracle pays three points too much."""
        settle = oracle.settle
        monkeypatch.setattr(
            oracle, "settle", lambda *args, **options: [pay + 3 for pay in settle(*args, **options)]
        )
        return "ledger|result"


def compare_cards(g: State, plain: Any, d: oracle.Deal) -> None:
    for seat in range(d.n):
        expect(f"hand of seat {seat}", hwatu.names(g.hand[seat]), by_id(d.hands[seat]))
        expect(f"pile of seat {seat}", hwatu.names(g.pile[seat]), by_id(d.piles[seat]))
    expect("stock", stock_of(g, plain), d.stock)
    expect("stacks", stacks_of(g), d.stacks)
    stacked = sum(hwatu.board(stack["cards"]) for stack in d.stacks)
    jokers = [joker for stack in d.stacks for joker in stack["jokers"]]
    middle = hwatu.names(g.table & ~stacked | in_play(g))
    expect("table and cards in play", middle, by_id(d.table + d.in_play))
    if not (d.decision == "hand_target" and d.options["target_choice"] == "after_flip"):
        # while an answer is awaited after the flip, the kernel keeps both cards aside (§3.2)
        expect("loose table cards", hwatu.names(g.table & ~stacked), d.table)
    expect("cups", cups_of(g), d.cups)
    before_any_turn = not any(g.turns_taken) and g.outcome != Outcome.NONE
    shown_by_quads = g.decision == Decision.FORCED or g.prize != 0 or before_any_turn
    if not shown_by_quads:  # a quad that decides the deal is shown; the oracle does not say so
        for seat in range(d.n):
            expect(f"shown by seat {seat}", hwatu.names(g.shown[seat]), by_id(d.shown[seat]))
    assert len(set(jokers)) == len(jokers)


def by_id(cards: list[str]) -> list[str]:
    return sorted(cards, key=hwatu.card_index)


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
                    "cards": hwatu.names(cards),
                    "owner": owner if owner >= 0 else None,
                    "jokers": hwatu.names(jokers),
                }
            )
    return stacks


def cups_of(g: State) -> list[str | None]:
    return [CUP_NAMES[g.cup] if pile & hwatu.SAKE_CUP else None for pile in g.pile]


COMPARISON = GoStopComparison()
