"""The Go-Stop oracle against the worked examples of rules/gostop.md §9, and random play-outs."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.oracles import gostop_oracle as oracle

SEED2 = oracle.preset("seed")
SEED3 = oracle.preset("seed", num_players=3)
STD2 = oracle.preset("standard-2p")
STD3 = oracle.preset("standard-3p")
BOTH2 = [SEED2, STD2]
MAIN = [SEED2, STD2, STD3]
HONGDAN = ["1.2", "2.2", "3.2"]
CHODAN = ["4.2", "5.2", "7.2"]
THREE_BRIGHTS = ["1.1", "3.1", "8.1"]
# cards in no example's way, for hands that "do not matter"
FILLER = ["12.1", "12.2", "12.3", "11.3", "11.4", "11.1"]


def cards(text: str) -> list[str]:
    return text.split()


def base(pile: list[str] | str, options: oracle.Options = STD2, cup: str | None = None) -> int:
    pile = cards(pile) if isinstance(pile, str) else pile
    return sum(points for _, points in oracle.base_points(pile, options, cup))


def pays(
    options: oracle.Options, winner: list[str] | str, *losers: list[str] | str, **kwargs: Any
) -> list[int]:
    """Settlement with seat 0 as the winner."""
    piles = [cards(p) if isinstance(p, str) else p for p in (winner, *losers)]
    return oracle.settle(options, piles, 0, **kwargs)


def position(
    options: oracle.Options,
    hands: list[str],
    table: str = "",
    stock: str = "",
    piles: list[str] | None = None,
    *,
    fill: bool = True,
    **kwargs: Any,
) -> oracle.Deal:
    """A position; with fill every hand gets further cards that do not matter."""
    n = options["num_players"]
    hand_lists = [cards(h) for h in hands] + [[] for _ in range(n - len(hands))]
    if fill:
        for p in range(n):
            hand_lists[p] += FILLER[2 * p : 2 * p + 2]
    pile_lists = [cards(p) for p in piles or []]
    pile_lists += [[] for _ in range(n - len(pile_lists))]
    return oracle.Deal.from_position(
        options,
        hands=hand_lists,
        table=cards(table),
        stock=cards(stock),
        piles=pile_lists,
        **kwargs,
    )


def run(deal: oracle.Deal, *words: str) -> oracle.Deal:
    for word in words:
        deal.step(word)
    return deal


# ---------------------------------------------------------------------------- §9.1


def test_e1_five_brights() -> None:
    pile = "1.1 3.1 8.1 11.1 12.1"
    assert base(pile, SEED2) == 10
    assert base(pile, STD2) == base(pile, STD3) == 15


@pytest.mark.parametrize("options", MAIN)
def test_e2_brights(options: oracle.Options) -> None:
    assert base("1.1 3.1 8.1", options) == 3
    assert base("1.1 3.1 12.1", options) == 2
    assert base("1.1 3.1 8.1 12.1", options) == 4
    assert base("1.1 12.1", options) == 0


@pytest.mark.parametrize("options", MAIN)
def test_e3_godori(options: oracle.Options) -> None:
    assert base("2.1 4.1 8.2", options) == 5
    assert base("2.1 4.1 12.2", options) == 0
    assert base("2.1 4.1 8.2 12.2 10.1", options) == 6
    assert base("11.1 2.1 4.1 8.2", options) == 5


@pytest.mark.parametrize("options", MAIN)
def test_e4_ribbons(options: oracle.Options) -> None:
    assert base("1.2 2.2 3.2 4.2 5.2 12.3", options) == 5
    assert base("4.2 5.2 12.3", options) == 0
    assert base("4.2 5.2 7.2", options) == 3
    assert base("1.2 2.2 3.2 4.2 5.2 6.2 7.2 9.2 10.2 12.3", options) == 15


def test_e5_pi() -> None:
    for options in MAIN:
        assert base("11.2 12.4 1.3 1.4 2.3 2.4 3.3 3.4", options) == 1
        assert base("11.2 12.4 1.3 1.4 2.3 2.4 3.3", options) == 0
    assert base("11.2 12.4 1.3 1.4 2.3 2.4 3.3 J3", STD2) == 3


def test_e6_cup() -> None:
    pile = "9.1 2.1 5.1 6.1 7.1 12.4 1.3 1.4 2.3 2.4 3.3 3.4 4.3"
    assert base(pile, SEED2, "animal") == 1
    assert base(pile, SEED2, "pi") == 2
    assert base(pile, STD2) == 2
    tie = cards("9.1 5.1 6.1 7.1 10.1 1.3 1.4 2.3 2.4 3.3 3.4 4.3 4.4")
    assert base(tie) == base(tie, STD2, "animal") == base(tie, STD2, "pi") == 1
    assert oracle.base_points(tie, STD2) == [("animals", 1)]


# ---------------------------------------------------------------------------- §9.2

SIXTEEN_PI = "1.3 1.4 2.3 2.4 3.3 3.4 4.3 4.4 5.3 5.4 6.3 6.4 11.2 12.4"
SINGLE_PI = cards("7.3 7.4 8.3 8.4 9.3 9.4 10.3 10.4")


def test_e7_pibak_range() -> None:
    for options, expected in [
        (SEED2, {0: 7, 1: 14, 4: 14, 5: 7, 7: 7, 8: 7}),
        (STD2, {0: 7, 1: 14, 4: 14, 5: 14, 7: 14, 8: 7}),
    ]:
        for value, paid in expected.items():
            assert pays(options, SIXTEEN_PI, SINGLE_PI[:value]) == [paid, -paid]


def test_e8_goes_and_shake() -> None:
    winner = SIXTEEN_PI + " 10.3"
    assert base(winner) == 8
    loser = "12.1 7.3 7.4 8.3 8.4 9.3"
    assert pays(STD2, winner, loser, go_counts=[3, 0], shakes=[1, 0]) == [88, -88]


def test_e9_go_ladder() -> None:
    winner = HONGDAN + THREE_BRIGHTS
    paid = [pays(SEED2, winner, "12.1", go_counts=[g, 0])[0] for g in range(5)]
    assert paid == [6, 7, 8, 12, 12]
    winner = HONGDAN + THREE_BRIGHTS + cards("4.2 5.2")  # 3 + 3 + five ribbons
    assert base(winner) == 7
    paid = [pays(STD2, winner, "12.1", go_counts=[g, 0])[0] for g in range(6)]
    assert paid == [7, 8, 9, 20, 44, 96]


def test_e10_meong() -> None:
    a = cards("2.1 4.1 5.1 6.1 7.1 9.1 10.1 12.2")
    assert pays(SEED2, a, [], cups=["animal", None]) == [8, -8]
    assert pays(STD3, a, [], []) == [16, -8, -8]
    assert pays(SEED2, a + HONGDAN, [], cups=["animal", None]) == [7, -7]
    assert pays(STD3, a + HONGDAN, [], []) == [28, -14, -14]
    godori = "2.1 4.1 8.2 5.1 6.1 7.1 10.1 12.2"
    assert pays(SEED2, godori, []) == [18, -18]
    assert pays(STD3, godori, [], []) == [36, -18, -18]
    assert pays(SEED3, "2.1 4.1 8.2 5.1 6.1 7.1", [], []) == [14, -7, -7]


def test_e11_gwangbak() -> None:
    assert pays(STD3, THREE_BRIGHTS, "2.1", "12.1") == [9, -6, -3]
    assert pays(SEED3, THREE_BRIGHTS, "2.1", "12.1") == [6, -3, -3]


def test_e12_gobak() -> None:
    assert pays(STD2, SIXTEEN_PI + " 10.3", SINGLE_PI, go_order=[1], go_counts=[0, 1])[0] == 16
    assert pays(SEED2, CHODAN, [], go_order=[1], go_counts=[0, 1]) == [3, -3]


@pytest.mark.parametrize("options", [STD3, SEED3])
def test_e13_pay_all(options: oracle.Options) -> None:
    piles = [CHODAN + cards("1.3 1.4 2.3 2.4 3.3 3.4 4.3 4.4 11.2 12.4"), SINGLE_PI[:3], []]
    assert base(piles[0], options) == 6
    assert pays(options, *piles, go_order=[2]) == [18, 0, -18]
    assert pays(options, *piles) == [18, -12, -6]
    assert pays(options, *piles, go_order=[0]) == [21, -14, -7]


def test_e14_carry() -> None:
    winner = HONGDAN + cards("4.2 5.2")
    for options, carries in [(SEED3, {2: 3, 5: 6}), (STD3, {2: 4, 5: 8})]:
        for nagaris, factor in carries.items():
            carry = 1
            for _ in range(nagaris):
                deal = position(
                    options, ["1.1"], "2.1", "3.1", fill=False, carry=carry, turns_taken=[1, 0, 0]
                )
                deal.step("play 1.1")
                assert deal.outcome == "nagari"
                carry = deal.next_carry
            assert carry == factor
            each = 4 * factor
            assert pays(options, winner, [], [], carry=carry) == [2 * each, -each, -each]


# ---------------------------------------------------------------------------- §9.3


@pytest.mark.parametrize("options", MAIN)
def test_e15_choice(options: oracle.Options) -> None:
    deal = position(options, ["2.2 8.3"], "1.3 2.1 2.3 5.1", "7.3")
    deal.step("play 2.2")
    assert (deal.decision, deal.legal()) == ("hand_target", ["take 2.1", "take 2.3"])
    deal.step("take 2.1")
    assert deal.piles[0] == ["2.1", "2.2"]
    assert deal.table == ["1.3", "2.3", "5.1", "7.3"]
    assert deal.to_move == 1


@pytest.mark.parametrize(
    ("options", "pile"), [(STD2, "1.3 1.4 10.3"), (STD3, "1.3 1.4 10.3"), (SEED2, "1.3 1.4")]
)
def test_e16_jjok(options: oracle.Options, pile: str) -> None:
    deal = run(position(options, ["1.3"], "5.1 6.3", "1.4", ["", "10.3 10.4"]), "play 1.3")
    assert deal.piles[0] == cards(pile)


@pytest.mark.parametrize("options", MAIN)
def test_e17_ppeok_taken(options: oracle.Options) -> None:
    n = options["num_players"]
    deal = position(
        options, ["3.2", "3.1"], "3.3 8.3", "3.4 9.3", ["10.3", "10.4"], turns_taken=[0] * n
    )
    deal.step("play 3.2")
    assert deal.stacks == [{"cards": ["3.2", "3.3", "3.4"], "owner": 0, "jokers": []}]
    assert deal.ppeok_counts[0] == 1
    assert deal.piles[0] == ["10.3"]
    paid = {"seed": 0, "2": 7, "3": 3}["seed" if not options["side_payments"] else str(n)]
    assert deal.ledger == [paid * (n - 1)] + [-paid] * (n - 1)
    deal.step("play 3.1")
    assert deal.piles[1] == cards("3.1 3.2 3.3 3.4 10.3 10.4")
    assert deal.piles[0] == []


@pytest.mark.parametrize(
    ("options", "victim", "left"),
    [
        (STD2, "10.3 10.4 11.2", "11.2"),
        (SEED2, "10.3 10.4 11.2", "10.4 11.2"),
        (STD2, "11.2 12.4", "12.4"),
    ],
)
def test_e18_own_ppeok(options: oracle.Options, victim: str, left: str) -> None:
    stack = {"cards": ["3.2", "3.3", "3.4"], "owner": 0}
    deal = position(options, ["3.1"], "8.3", "9.3", ["", victim], stacks=[stack])
    deal.step("play 3.1")
    assert deal.piles[1] == cards(left)


@pytest.mark.parametrize(("options", "gain"), [(STD2, 1), (STD3, 1), (SEED2, 0)])
@pytest.mark.parametrize("turns", [0, 3])
def test_e19_ttadak(options: oracle.Options, gain: int, turns: int) -> None:
    n = options["num_players"]
    deal = position(
        options, ["4.2"], "4.1 4.3 9.3", "4.4", ["", "10.3 10.4"], turns_taken=[turns] * n
    )
    run(deal, "play 4.2", "take 4.1")
    assert deal.piles[0] == cards("4.1 4.2 4.3 4.4") + ["10.3"][:gain]
    paid = options["first_ttadak"] if turns == 0 else 0
    assert deal.ledger == [paid * (n - 1)] + [-paid] * (n - 1)


@pytest.mark.parametrize(("options", "left"), [(STD2, "10.4"), (SEED2, "10.3 10.4")])
def test_e20_jjok_sweep(options: oracle.Options, left: str) -> None:
    deal = run(position(options, ["7.3"], "", "7.4", ["", "1.3 10.3 10.4"]), "play 7.3")
    assert deal.piles[1] == cards(left)


def test_e21_change() -> None:
    deal = run(position(SEED2, ["7.3"], "7.4 5.1", "5.2", ["", "12.4"]), "play 7.3")
    assert (deal.piles[0], deal.piles[1]) == (cards("5.1 5.2 7.4 12.4"), ["7.3"])
    deal = run(position(STD2, ["7.3"], "7.4 5.1", "5.2", ["", "12.4"]), "play 7.3")
    assert (deal.piles[0], deal.piles[1]) == (cards("5.1 5.2 7.3 7.4 12.4"), [])
    deal = run(position(SEED2, ["6.1"], "6.2 5.1", "5.2", ["", "12.4"]), "play 6.1")
    assert (deal.piles[0], deal.piles[1]) == (cards("5.1 5.2 6.1 6.2 12.4"), [])


@pytest.mark.parametrize("options", MAIN)
def test_e22_dealt_triple(options: oracle.Options) -> None:
    deal = position(options, ["6.1"], "5.2 5.3 5.4 3.1", "5.1", ["", "1.3"])
    assert deal.stacks == [{"cards": ["5.2", "5.3", "5.4"], "owner": None, "jokers": []}]
    deal.step("play 6.1")
    assert deal.piles[0] == cards("1.3 5.1 5.2 5.3 5.4")
    assert deal.table == ["3.1", "6.1"]


def test_e23_bomb() -> None:
    deal = position(
        STD2, ["6.2 6.3 6.4 8.4", "8.1 8.2"], "6.1 3.1", "10.3 11.4", ["", "1.3"], fill=False
    )
    deal.step("bomb 6")
    assert deal.piles[0] == cards("1.3 6.1 6.2 6.3 6.4")
    assert (deal.bombs, deal.flip_credits) == ([1, 0], [2, 0])
    assert deal.table == ["3.1", "10.3"]
    run(deal, "play 8.1", "flip")
    assert (deal.hands[0], deal.flip_credits[0]) == (["8.4"], 1)
    deal = position(SEED2, ["6.2 6.3 6.4 8.4"], "6.1 3.1", "10.3")
    assert "bomb 6" not in deal.legal()


def test_e24_joker_in_ppeok() -> None:
    deal = position(STD2, ["10.1", "10.4"], "10.3 3.1", "J2a 10.2 5.1", ["1.3", "1.4"])
    deal.step("play 10.1")
    assert deal.stacks == [{"cards": ["10.1", "10.2", "10.3"], "owner": 0, "jokers": ["J2a"]}]
    deal.step("play 10.4")
    assert deal.piles[1] == cards("1.3 1.4 10.1 10.2 10.3 10.4 J2a")
    deal = position(STD2, ["10.1", "10.4"], "10.3 3.1", "J2a 9.3", ["1.3", "1.4"])
    deal.step("play 10.1")
    assert deal.piles[0] == cards("1.3 10.1 10.3 J2a")
    assert deal.table == ["3.1", "9.3"]


def test_e25_joker_from_hand() -> None:
    deal = position(STD2, ["J3"], "5.1", "8.3 9.3", ["", "1.3"])
    deal.step("bonus J3")
    assert (deal.piles[0], deal.to_move) == (["J3"], 0)
    deal.step("play 8.3")
    assert deal.table == ["5.1", "8.3", "9.3"]
    assert deal.piles == [["J3"], ["1.3"]]


def test_e26_last_action() -> None:
    hands = ["2.3", "8.1 8.2"]
    deal = position(STD2, hands, "2.4 3.1", "2.1", ["", "1.3"], fill=False)
    assert run(deal, "play 2.3").piles == [cards("2.1 2.3 2.4"), ["1.3"]]
    deal = position(SEED2, hands, "2.4 3.1", "2.1", ["", "1.3"], fill=False)
    assert run(deal, "play 2.3").stacks[0]["owner"] == 0
    deal = position(STD2, hands, "3.1", "2.4", ["", "1.3"], fill=False)
    assert run(deal, "play 2.3").piles == [cards("2.3 2.4"), ["1.3"]]
    deal = position(STD2, hands, "2.1 2.2 2.4 3.1", "5.1", ["", "1.3"], fill=False)
    assert run(deal, "play 2.3").piles == [cards("1.3 2.1 2.2 2.3 2.4"), []]


def deck_for(options: oracle.Options, hands: list[str], table: str, stock: str = "") -> list[str]:
    """A full deck whose beginning parts are given; the rest has no quads by accident."""
    hand_size, table_size = {2: (10, 8), 3: (7, 6)}[options["num_players"]]
    used = set(cards(" ".join([*hands, table, stock])))
    rest = [c for c in oracle.deck_cards(options) if c not in used]
    random.Random(7).shuffle(rest)
    parts = [cards(h) for h in hands] + [[]] * (options["num_players"] - len(hands))
    deck: list[str] = []
    for part, size in [*((p, hand_size) for p in parts), (cards(table), table_size)]:
        deck += part
        for _ in range(size - len(part)):
            deck.append(rest.pop(next(i for i, c in enumerate(rest) if not c.startswith("J"))))
    return deck + cards(stock) + rest


def test_e27_table_jokers() -> None:
    deck = deck_for(STD2, [], "J3 5.1", "J2a 9.3")
    deal = oracle.Deal(STD2, deck, dealer=1)
    assert deal.piles == [[], ["J3", "J2a"]] or deal.piles == [[], ["J2a", "J3"]]
    assert "9.3" in deal.table + [c for s in deal.stacks for c in s["cards"]]
    assert deal.to_move == 1
    deck = deck_for(STD2, [], "J3 5.1 5.2 5.3", "5.4")
    assert oracle.Deal(STD2, deck).redeal


@pytest.mark.parametrize("options", [SEED3, STD3])
def test_e28_after_a_go(options: oracle.Options) -> None:
    deal = position(
        options,
        ["1.3", "6.2"],
        "1.2 6.1",
        "2.3 7.3",
        ["1.1 3.1 8.1", "9.2 10.2", ""],
    )
    run(deal, "play 1.3")
    assert deal.decision == "go_stop"
    run(deal, "go", "play 6.2")
    if options is STD3:
        assert (deal.to_move, deal.decision) == (1, "go_stop")
        deal.step("stop")
    assert deal.over
    assert (deal.winner, deal.ledger) == (1, [-6, 6, 0])


def test_e29_nagari_after_go() -> None:
    deal = position(
        SEED2, ["1.3 11.3", "11.4"], "1.4 5.1", "2.3 9.3 10.3", [" ".join(CHODAN)], fill=False
    )
    run(deal, "play 1.3", "go", "play 11.4", "play 11.3")
    assert (deal.outcome, deal.next_carry, deal.next_dealer) == ("nagari", 2, 0)
    assert deal.ledger == [0, 0]


def test_e30_last_card() -> None:
    deal = position(
        STD3, ["8.1", "2.2", "2.4"], "8.3 5.1", "9.3", ["1.1 3.1", "11.1", "12.1"], fill=False
    )
    deal.step("play 8.1")
    assert (deal.outcome, deal.ledger) == ("win", [6, -3, -3])


def test_e31_three_ppeok() -> None:
    def third(options: oracle.Options, **kwargs: Any) -> oracle.Deal:
        deal = position(options, ["10.1"], "10.3 3.1", "10.2", **kwargs)
        return run(deal, "play 10.1")

    deal = third(STD2, turns_taken=[3, 3], ppeok_counts=[2, 0])
    assert (deal.outcome, deal.ledger) == ("fixed_win", [7, -7])
    deal = third(STD2, turns_taken=[2, 2], ppeok_counts=[2, 0], carry=2, ledger=[7 + 14, -7 - 14])
    assert deal.ledger == [14 + 42, -14 - 42]
    deal = third(SEED3, turns_taken=[3, 3, 3], ppeok_counts=[2, 0, 0])
    assert deal.ledger == [6, -3, -3]


def test_e32_chongtong() -> None:
    hand = "1.1 1.2 1.3 1.4"
    other = "2.1 3.1 4.1 5.1 6.1 7.1 8.1 9.1 10.1 11.1"
    deal = oracle.Deal(STD2, deck_for(STD2, [hand, other], "2.2 3.2 4.2"), carry=2)
    assert (deal.to_move, deal.decision, deal.legal()) == (0, "forced", ["claim"])
    assert run(deal, "claim").ledger == [20, -20]
    deck = deck_for(STD3, [hand, "2.1 3.1 4.1 5.1 6.1 7.1 8.1", "2.2 3.2 4.2 5.2 6.2 7.2 8.2"], "")
    assert run(oracle.Deal(STD3, deck), "claim").ledger == [10, -5, -5]
    assert oracle.Deal(SEED2, deck_for(SEED2, [hand, other], "2.2 3.2 4.2")).redeal
    for options in [SEED2, SEED3, STD2, STD3]:
        assert oracle.Deal(options, deck_for(options, [], "3.1 3.2 3.3 3.4")).redeal


def test_e33_cup_lock() -> None:
    deal = position(STD2, ["1.3"], "5.1 6.3", "1.4", ["", "9.1 10.1"])
    deal.step("play 1.3")
    assert deal.piles == [["1.3", "1.4"], ["9.1", "10.1"]]
    assert deal.cups == [None, "locked"]
    deal = position(SEED2, ["7.3"], "7.4 5.1", "5.2", ["", "9.1 10.1"], cups=[None, "pi"])
    deal.step("play 7.3")
    assert deal.piles == [cards("5.1 5.2 7.4 9.1"), ["7.3", "10.1"]]
    assert deal.cups == ["pi", None]


def test_e34_no_new_question() -> None:
    deal = position(
        STD3,
        ["2.3"],
        "2.4 5.1",
        "9.3",
        ["1.1 3.1 8.1", "", ""],
        go_order=[0],
        last_go_scores=[3, 0, 0],
    )
    assert run(deal, "play 2.3").to_move == 1


# ---------------------------------------------------------------------------- §9.4


def test_e35_losers_cup() -> None:
    rest = "7.3 7.4 8.3 8.4 9.3 9.4"
    for loser, paid in [("9.1 10.1", 7), ("9.1 7.3", 14), (rest + " 9.1", 7), (rest, 14)]:
        assert pays(STD2, SIXTEEN_PI, loser)[0] == paid
    assert pays(SEED2, SIXTEEN_PI, "9.1 10.1", cups=[None, "pi"])[0] == 14
    assert pays(SEED2, SIXTEEN_PI, "9.1 10.1", cups=[None, "animal"])[0] == 7


def test_e36_two_callers() -> None:
    first = oracle.preset("standard-3p", liable="first")
    piles = [["11.1"], ["12.1"], THREE_BRIGHTS]
    assert oracle.settle(STD3, piles, 2, go_order=[0, 1]) == [0, -6, 6]
    assert oracle.settle(first, piles, 2, go_order=[0, 1]) == [-6, 0, 6]
    for options in (STD3, first):
        assert oracle.settle(options, piles, 2, go_order=[0, 1, 0]) == [-6, 0, 6]
        assert oracle.settle(options, piles, 2, go_order=[0, 2]) == [-8, 0, 8]


def test_e37_two_stacks() -> None:
    stacks = [{"cards": cards("5.1 5.2 5.3"), "owner": 0}]
    deal = position(STD2, ["5.4"], "7.1 7.2 7.3 9.3", "7.4", ["", "1.3 11.2 12.4"], stacks=stacks)
    deal.step("play 5.4")
    assert (deal.piles[1], deal.table) == ([], ["9.3"])


def test_e38_dug_out_joker() -> None:
    options = oracle.preset("standard-2p", joker_steal=True)
    deal = position(options, ["10.1", "10.4"], "10.3 3.1", "J2a 10.2 5.1", ["1.3 2.3", "1.4"])
    run(deal, "play 10.1", "play 10.4")
    assert deal.piles == [[], cards("1.3 1.4 2.3 10.1 10.2 10.3 10.4 J2a")]


@pytest.mark.parametrize("options", BOTH2)
def test_e39_empty_stock(options: oracle.Options) -> None:
    deal = position(options, ["2.3 9.3", "5.1"], "2.1", "", ["", "1.3"], fill=False)
    assert run(deal, "play 2.3").piles == [cards("1.3 2.1 2.3"), []]
    assert deal.table == []


@pytest.mark.parametrize("options", [STD3, SEED3])
def test_e40_third_ppeok_after_go(options: oracle.Options) -> None:
    deal = position(
        options,
        ["10.1"],
        "10.3 3.1",
        "10.2",
        ppeok_counts=[2, 0, 0],
        go_order=[1],
        last_go_scores=[0, 3, 0],
    )
    assert run(deal, "play 10.1").ledger == [6, -3, -3]


@pytest.mark.parametrize(("options", "stolen"), [(SEED2, True), (STD2, False)])
def test_e41_last_turn_of_deal(options: oracle.Options, stolen: bool) -> None:
    deal = position(options, ["", "8.3"], "8.4 9.3", "9.4", ["1.3", ""], to_move=1, fill=False)
    deal.step("play 8.3")
    assert deal.table == []
    assert ("1.3" in deal.piles[1]) == stolen
    assert deal.outcome == "nagari"


def test_e42_shake_and_bomb() -> None:
    deal = position(
        STD2,
        ["6.1 6.2 6.3 6.4 8.4", "9.2 11.3"],
        "3.1",
        "10.3 5.3 11.4",
        ["", "1.3"],
        fill=False,
    )
    deal.step("play 6.1")
    assert deal.decision == "shake"
    run(deal, "shake yes")
    assert deal.shown[0] == ["6.2", "6.3", "6.4"]
    run(deal, "play 9.2", "bomb 6")
    assert deal.piles[0] == cards("1.3 6.1 6.2 6.3 6.4")
    assert (deal.shakes[0], deal.bombs[0], deal.flip_credits[0]) == (1, 1, 2)
    assert deal.hands[0] == ["8.4"]


def test_e43_card_left_behind() -> None:
    deal = position(STD2, ["2.3", "2.2"], "2.4 3.1", "2.1 5.3", fill=False)
    run(deal, "play 2.3", "play 2.2")
    assert deal.piles[0] == ["2.1", "2.3", "2.4"]
    assert (deal.outcome, deal.table) == ("nagari", ["2.2", "3.1", "5.3"])


@pytest.mark.parametrize(
    ("stealable", "victim", "stolen"),
    [
        ("when_counted_as_pi", "9.1 11.2 12.4 J2a J3", "9.1"),
        ("when_counted_as_pi", "9.1 11.2 12.4 J2a", "11.2"),
        ("never", "9.1 11.2 12.4 J2a J3", "11.2"),
        ("never", "9.1 11.2 12.4 J2a", "11.2"),
    ],
)
def test_e44_cup_and_units(stealable: str, victim: str, stolen: str) -> None:
    options = oracle.preset("standard-2p", cup_stealable=stealable)
    deal = run(position(options, ["1.3"], "5.1 6.3", "1.4", ["", victim]), "play 1.3")
    assert set(cards(victim)) - set(deal.piles[1]) == {stolen}


def test_e44_lock_in_a_two_unit_demand() -> None:
    stack = {"cards": ["3.2", "3.3", "3.4"], "owner": 0}
    deal = position(STD2, ["3.1"], "8.3", "5.3", ["", "1.3 9.1"], stacks=[stack])
    deal.step("play 3.1")
    assert (deal.piles[1], deal.cups[1]) == (["9.1"], "locked")


# ------------------------------------------------------------------------ other rules


def test_deal_shake_order_and_doubling() -> None:
    hands = [
        "1.1 1.2 1.3 2.1 2.2 2.3 4.1 5.1 6.1 7.1",
        "8.1 8.2 8.3 9.1 10.1 11.1 12.1 4.2 5.2 6.2",
    ]
    deal = oracle.Deal(SEED2, deck_for(SEED2, hands, "1.4 2.4 8.4 3.1 3.2"), dealer=1)
    assert (deal.to_move, deal.decision) == (1, "deal_shake")
    run(deal, "shake no")
    assert deal.to_move == 0
    run(deal, "shake yes")
    assert (deal.to_move, deal.shown[0]) == (0, ["1.1", "1.2", "1.3"])
    run(deal, "shake yes")
    assert (deal.shakes, deal.to_move, deal.decision) == ([2, 0], 1, "play")


def test_push_is_asked_twice_at_most() -> None:
    options = oracle.preset("standard-3p", push=True)

    def won(push: int, more: bool) -> oracle.Deal:
        deal = position(
            options,
            ["8.1", "2.2", "2.4"],
            "8.3 5.1",
            "9.3",
            ["1.1 3.1", "11.1", "12.1"],
            fill=False,
            carry=2,
            push=push,
            more_deals=more,
        )
        return run(deal, "play 8.1")

    deal = won(2, True)
    assert (deal.decision, deal.legal(), deal.over) == ("push", ["collect", "push"], False)
    collected = run(deal.copy(), "collect")
    assert (collected.ledger, collected.next_push) == ([24, -12, -12], 1)
    run(deal, "push")
    assert (deal.outcome, deal.ledger) == ("pushed", [0, 0, 0])
    assert (deal.next_carry, deal.next_push, deal.next_dealer) == (1, 4, 0)
    assert won(4, True).over
    assert won(1, False).over


def test_after_flip_asks_late() -> None:
    options = oracle.preset("standard-2p", target_choice="after_flip")
    deal = position(options, ["4.2"], "4.1 4.3 9.3", "4.4")
    assert run(deal, "play 4.2").piles[0] == cards("4.1 4.2 4.3 4.4")
    deal = position(options, ["4.2"], "4.1 4.3 9.3 9.4", "9.1")
    run(deal, "play 4.2")
    assert deal.decision == "hand_target"
    run(deal, "take 4.3")
    assert deal.decision == "flip_target"
    assert run(deal, "take 9.4").piles[0] == cards("4.2 4.3 9.1 9.4")


def test_two_quads() -> None:
    hands = ["1.1 1.2 1.3 1.4 3.1 4.1 5.1", "2.1 2.2 2.3 2.4 3.2 4.2 5.2", "6.1 7.1 8.1 9.1 10.1"]
    table = "6.2 7.2 8.2 9.2"
    for rule, seat, words in [
        ("nagari", 2, ["continue"]),
        ("dealer_wins", 0, ["claim"]),
        ("higher_month_wins", 1, ["claim"]),
    ]:
        for kind in ("win", "may_claim"):
            options = oracle.preset("standard-3p", two_quads=rule, hand_quad=kind)
            deal = oracle.Deal(options, deck_for(options, hands, table), dealer=2)
            assert (deal.to_move, deal.decision, deal.legal()) == (seat, "forced", words)
            deal.step(words[0])
            assert deal.outcome == ("nagari" if rule == "nagari" else "fixed_win")


def test_illegal_word_names_the_legal_ones() -> None:
    deal = position(STD2, ["2.2"], "2.1", "7.3")
    with pytest.raises(ValueError, match=r"play 2\.2"):
        deal.step("play 5.1")


def test_quad_frequencies() -> None:
    """§2.2: 2p, 48 cards: table quad 0.43 %, some hand quad 2.6 %."""
    rng = random.Random(3)
    counts: Counter[str] = Counter()
    free = oracle.preset("seed", shake="off", hand_quad="win", table_quad="nagari")
    for _ in range(4000):
        deal = oracle.Deal(free, oracle.random_deck(free, rng))
        if deal.decision == "forced":
            counts["table" if deal.dead else "hand"] += 1
    assert 5 <= counts["table"] <= 32
    assert 70 <= counts["hand"] <= 140


# ---------------------------------------------------------------------------- play-outs


def all_cards(deal: oracle.Deal) -> list[str]:
    found = [c for pile in deal.hands + deal.piles for c in pile]
    for stack in deal.stacks:
        found += stack["cards"] + stack["jokers"]
    return sorted(found + deal.table + deal.stock + deal.in_play)


def play_out(options: oracle.Options, rng: random.Random, counts: Counter[str]) -> None:
    n = options["num_players"]
    push = rng.choice([1, 2, 4]) if options["push"] else 1
    deal = oracle.Deal(
        options,
        oracle.random_deck(options, rng),
        dealer=rng.randrange(n),
        carry=rng.choice([1, 1, 2, 4]),
        push=push,
        more_deals=rng.random() < 0.5,
    )
    deck = sorted(oracle.deck_cards(options))
    steps = 0
    while not deal.over:
        legal = deal.legal()
        assert legal == sorted(set(legal))
        assert 1 <= len(legal) <= 14
        assert deal.to_move in range(n)
        word = rng.choice(legal)
        counts[str(deal.decision)] += 1
        deal.step(word)
        assert all_cards(deal) == deck
        assert sum(deal.ledger) == 0
        steps += 1
        assert steps < 500
    assert deal.legal() == []
    assert (deal.outcome is None) == deal.redeal
    assert (deal.winner is None) == (deal.outcome in (None, "nagari"))
    counts[deal.outcome or "redeal"] += 1
    if rng.random() < 0.05:
        twin = deal.copy()
        assert (twin.ledger, twin.piles, twin.table) == (deal.ledger, deal.piles, deal.table)


@pytest.mark.slow
def test_random_options_play_outs() -> None:
    counts: Counter[str] = Counter()
    for seed in range(1200):
        rng = random.Random(seed)
        play_out(oracle.random_options(rng), rng, counts)
    decisions = cards("play shake hand_target flip_target cup go_stop quad deal_shake push forced")
    for what in decisions + cards("win fixed_win nagari pushed redeal"):
        assert counts[what] > 0, what


@pytest.mark.parametrize("name", list(oracle.PRESETS))
def test_preset_play_outs(name: str) -> None:
    counts: Counter[str] = Counter()
    rng = random.Random(name)
    for _ in range(60):
        play_out(oracle.preset(name), rng, counts)
    assert counts["win"] > 0


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_seed_stock_ends_with_the_hands(players: int) -> None:
    """§2.1 and §3.4: with `none` the last turn always empties the table of an even deck."""
    options = oracle.preset("seed", num_players=players, min_points=99, three_ppeok_points=0)
    rng = random.Random(players)
    for _ in range(40):
        deal = oracle.Deal(options, oracle.random_deck(options, rng))
        while not deal.over:
            deal.step(rng.choice(deal.legal()))
        if deal.outcome == "nagari":
            assert deal.table == []
            assert deal.stacks == []
            assert deal.stock == []


def test_stock_invariant_with_jokers() -> None:
    """§2.1: the stock identity at the start of every turn."""
    options = oracle.preset("standard-2p", jokers=(2, 2, 2, 3, 3, 3), hand_quad="play")
    rng = random.Random(11)
    for _ in range(60):
        deal = oracle.Deal(options, oracle.random_deck(options, rng))
        turn = None
        while not deal.over:
            if deal.decision == "play" and turn != (deal.to_move, tuple(deal.turns_taken)):
                turn = (deal.to_move, tuple(deal.turns_taken))
                hand_cards = [c for hand in deal.hands for c in hand]
                jokers = sum(c.startswith("J") for c in hand_cards)
                ordinary = sum(not c.startswith("J") for c in deal.stock)
                expected = len(hand_cards) - jokers + sum(deal.flip_credits) + 2 * jokers
                assert ordinary == expected
            deal.step(rng.choice(deal.legal()))


def test_perft() -> None:
    deal = position(SEED2, ["2.2", "5.1"], "2.1 2.3", "7.3 8.3", fill=False)
    assert [oracle.perft(deal, depth) for depth in range(4)] == [1, 1, 2, 2]
    assert oracle.perft(position(SEED2, ["", ""], "2.1", "", fill=False), 3) == 1
