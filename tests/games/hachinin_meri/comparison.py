"""What the kernel of Hachi-Nin Meri and its oracle are compared by."""

import random
from typing import Any

import pytest

from hwatu_env.cards import unsun
from hwatu_env.compiled.rng import stream
from hwatu_env.games.hachinin_meri.deal import shuffle
from hwatu_env.games.hachinin_meri.position_state import blank_state
from hwatu_env.games.hachinin_meri.rules import IchimaizunTime
from hwatu_env.games.hachinin_meri.state import DECISION_NAMES, SEATS, SINGLE, State, audit
from hwatu_env.games.hachinin_meri.tricks import is_ichimaizun
from tests.games.comparing import Case, Comparison, expect
from tests.oracles import hachinin_meri_game_oracle as game_oracle
from tests.oracles import hachinin_meri_oracle as oracle


class HachininMeriComparison(Comparison):
    """Every card and question, all tricks, and the points of both teams."""

    game = "hachinin_meri"
    oracle = oracle
    stands = stands_under_presets = 0.99
    batches = tuple((preset, {}) for preset in oracle.PRESETS)

    def random_deck(self, rules: Any, rng: random.Random) -> list[str]:
        return oracle.random_deck(rng)

    def lay(self, case: Case, rules: Any) -> tuple[State, bool]:
        g = blank_state()
        g.key = stream(1, case.dealer, 0)
        for place, card in enumerate(case.deck.split()):
            g.deck[place] = unsun.card_index(card)
        self.provider.begin(g, rules.plain[0], SINGLE, case.dealer, True)
        return g, True

    def tell(self, case: Case, rules: Any, g: State) -> oracle.Game:
        second = second_deck(g, rules.plain[0])
        return oracle.Game(
            rules.to_dict(), case.deck.split(), dealer=case.dealer, second_deck=second
        )

    # ---- what the two say

    def compare(self, g: State, plain: Any, d: oracle.Game) -> None:
        """Both at the same point of a deal, or at its end."""
        expect("over", g.to_move < 0, d.over)
        expect("broken invariants", audit(g, plain), [])
        if d.decision != "keep":
            compare_cards(g, d)
            compare_ichimaizun(g, plain, d)
        expect("dragon", (g.hidden > 0, g.declarer), (d.hidden, seat_or_none(d.declared)))
        expect("Meri", bool(g.meri_seen), d.meri_seen)
        expect("points", list(g.points), d.points)
        for number, old in enumerate(d.tricks):
            yaku = [f"Y{bit + 1}" for bit in range(7) if g.trick_yaku[number] >> bit & 1]
            told = (old["winner"], list(old["yaku"]), old["points"])
            kernel = (g.winners[number], yaku, g.trick_points[number])
            expect(f"trick {number + 1}", kernel, told)
        if not d.over:
            expect("seat to move", g.to_move, d.to_move)
            expect("decision", DECISION_NAMES[g.decision], d.decision)
            expect("legal actions", self.legal_words(g, plain), d.legal())

    def compare_end(self, case: Case, g: State, plain: Any, d: oracle.Game) -> None:
        self.compare(g, plain, d)
        even, odd = d.points
        expect("score", list(g.score), [even - odd, odd - even] * (SEATS // 2))

    def spoil(self, monkeypatch: pytest.MonkeyPatch) -> str:
        """In the oracle a trick with a yaku is worth one point too much."""
        trick = game_oracle.trick

        def generous(*args: Any, **options: Any) -> tuple[int, list[str], int]:
            winner, yaku, points = trick(*args, **options)
            return winner, yaku, points + bool(yaku)

        monkeypatch.setattr(game_oracle, "trick", generous)
        return "points"


def seat_or_none(seat: int | None) -> int:
    return -1 if seat is None else seat


def second_deck(g: State, plain: Any) -> list[str]:
    """The deck that the kernel would deal after a redeal."""
    again = blank_state()
    again.key, again.deals, again.dealer, again.redeals = g.key, g.deals, g.dealer, 1
    shuffle(again, plain)
    return [unsun.card_name(card) for card in again.deck]


def compare_cards(g: State, d: oracle.Game) -> None:
    for seat in range(SEATS):
        held = unsun.names(unsun.join(g.hand_low[seat], g.hand_high[seat]))
        expect(f"hand of seat {seat}", sorted(held), sorted(d.hands[seat]))
    expect("trump", unsun.SUITS[g.trump], d.trump)
    expect("buried", g.buried >= 0 and unsun.card_name(g.buried), d.buried or False)
    expect("widow", [unsun.card_name(card) for card in g.deck[73:]], d.widow[-2:])
    expect("cards in the trick", 0 if d.over else g.place, len(d.current))
    for seat, card, down in d.current:
        expect(f"card of seat {seat}", unsun.card_name(g.current[seat]), card)
        expect(f"{card} of seat {seat} face down", bool(g.face_down >> seat & 1), down)


def compare_ichimaizun(g: State, plain: Any, d: oracle.Game) -> None:
    if d.buried is None and plain.ichimaizun_time == IchimaizunTime.AFTER_EXCHANGE:
        return  # it is not settled yet
    for seat in range(SEATS):
        told = d.ichimaizun[seat] and f"{d.trump}.Sun" in d.hands[seat]
        expect(f"ichi-mai-zun of seat {seat}", is_ichimaizun(g, plain, seat), told)


COMPARISON = HachininMeriComparison()
