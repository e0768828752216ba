"""Worked examples E1 to E14, E35 and E36 of rules/gostop.md: base points and settlement."""

from typing import Any

import pytest

from hwatu_env.games import gostop
from tests.games.gostop.examples import ALL, SEED2, SEED3, STD2, STD3, cards, play, start

HONGDAN = "1.2 2.2 3.2"
CHODAN = "4.2 5.2 7.2"
THREE_BRIGHTS = "1.1 3.1 8.1"
SIXTEEN_PI = "1.3 1.4 2.3 2.4 3.3 3.4 4.3 4.4 5.3 5.4 6.3 6.4 11.2 12.4"
"""Twelve single pi and both doubles: 7 points."""
SINGLE_PI = cards("7.3 7.4 8.3 8.4 9.3 9.4 10.3 10.4")
EIGHT_ANIMALS = "2.1 4.1 5.1 6.1 7.1 9.1 10.1 12.2"


def base(text: str, rules: str = STD2, cup: str | None = None) -> int:
    sheet = gostop.score(cards(text), rules=rules, cup=cup)
    assert sheet.total == sum(line.points for line in sheet.lines)
    return sheet.total


def pays(rules: str, *piles: str, winner: int = 0, **options: Any) -> tuple[int, ...]:
    settled = gostop.settle([cards(pile) for pile in piles], winner=winner, rules=rules, **options)
    assert sum(settled.payments) == 0
    return settled.payments


# ---- base points


def test_e1_five_brights() -> None:
    brights = "1.1 3.1 8.1 11.1 12.1"

    assert base(brights, SEED2) == base(brights, SEED3) == 10
    assert base(brights, STD2) == base(brights, STD3) == 15


@pytest.mark.parametrize("rules", ALL)
def test_e2_three_and_four_brights(rules: str) -> None:
    assert base("1.1 3.1 8.1", rules) == 3
    assert base("1.1 3.1 12.1", rules) == 2
    assert base("1.1 3.1 8.1 12.1", rules) == 4
    assert base("1.1 12.1", rules) == 0


@pytest.mark.parametrize("rules", ALL)
def test_e3_godori(rules: str) -> None:
    assert base("2.1 4.1 8.2", rules) == 5
    assert base("2.1 4.1 12.2", rules) == 0
    assert base("2.1 4.1 8.2 12.2 10.1", rules) == 6
    assert base("11.1 2.1 4.1 8.2", rules) == 5


@pytest.mark.parametrize("rules", ALL)
def test_e4_ribbons(rules: str) -> None:
    assert base("1.2 2.2 3.2 4.2 5.2 12.3", rules) == 5
    assert base("4.2 5.2 12.3", rules) == 0
    assert base("4.2 5.2 7.2", rules) == 3
    assert base("1.2 2.2 3.2 4.2 5.2 6.2 7.2 9.2 10.2 12.3", rules) == 15


def test_e5_pi() -> None:
    for rules in ALL:
        assert base("11.2 12.4 1.3 1.4 2.3 2.4 3.3 3.4", rules) == 1
        assert base("11.2 12.4 1.3 1.4 2.3 2.4 3.3", rules) == 0
    for rules in (STD2, STD3):
        assert base("11.2 12.4 1.3 1.4 2.3 2.4 3.3 J3", rules) == 3


def test_e6_sake_cup() -> None:
    pile = "9.1 2.1 5.1 6.1 7.1 12.4 1.3 1.4 2.3 2.4 3.3 3.4 4.3"
    tie = "9.1 5.1 6.1 7.1 10.1 1.3 1.4 2.3 2.4 3.3 3.4 4.3 4.4"

    for rules in (SEED2, SEED3):
        assert base(pile, rules, "animal") == 1
        assert base(pile, rules, "pi") == 2
    for rules in (STD2, STD3):
        assert base(pile, rules) == 2
        assert gostop.score(cards(tie), rules=rules).lines == (("animals", 1, "§5.1"),)


# ---- settlement


@pytest.mark.parametrize(
    ("rules", "paid"),
    [
        (SEED2, {0: 7, 1: 14, 4: 14, 5: 7, 7: 7, 8: 7}),
        (STD2, {0: 7, 1: 14, 4: 14, 5: 14, 7: 14, 8: 7}),
    ],
)
def test_e7_range_of_pibak(rules: str, paid: dict[int, int]) -> None:
    for value, points in paid.items():
        loser = " ".join(SINGLE_PI[:value])
        assert pays(rules, SIXTEEN_PI, loser) == (points, -points)


def test_e8_goes_shake_and_pibak() -> None:
    winner = SIXTEEN_PI + " 7.3"
    loser = "12.1 7.4 8.3 8.4 9.3 9.4"

    assert base(winner) == 8
    assert pays(STD2, winner, loser, go_counts=(3, 0), shakes=(1, 0)) == (88, -88)


@pytest.mark.parametrize(
    ("rules", "winner", "ladder"),
    [
        (SEED2, f"{HONGDAN} {THREE_BRIGHTS}", [6, 7, 8, 12, 12]),
        # hongdan, three brights and five ribbons
        (STD2, f"{HONGDAN} {THREE_BRIGHTS} 4.2 5.2", [7, 8, 9, 20, 44, 96]),
    ],
)
def test_e9_ladder_of_goes(rules: str, winner: str, ladder: list[int]) -> None:
    paid = [pays(rules, winner, "12.1", go_counts=(g, 0))[0] for g in range(len(ladder))]

    assert paid == ladder


def test_e10_meong() -> None:
    animal = {"cups": ("animal", None)}
    godori = "2.1 4.1 8.2 5.1 6.1 7.1 10.1 12.2"

    assert base(EIGHT_ANIMALS, cup="animal") == 4
    assert pays(SEED2, EIGHT_ANIMALS, "", **animal) == (8, -8)
    assert pays(STD3, EIGHT_ANIMALS, "", "") == (16, -8, -8)
    assert pays(SEED2, f"{EIGHT_ANIMALS} {HONGDAN}", "", **animal) == (7, -7)
    assert pays(STD3, f"{EIGHT_ANIMALS} {HONGDAN}", "", "") == (28, -14, -14)
    assert pays(SEED2, godori, "") == (18, -18)
    assert pays(STD3, godori, "", "") == (36, -18, -18)
    assert pays(SEED3, "2.1 4.1 8.2 5.1 6.1 7.1", "", "") == (14, -7, -7)


def test_e11_gwangbak() -> None:
    assert pays(STD3, THREE_BRIGHTS, "2.1", "12.1") == (9, -6, -3)
    assert pays(SEED3, THREE_BRIGHTS, "2.1", "12.1") == (6, -3, -3)


def test_e12_gobak_of_two() -> None:
    winner = f"{SIXTEEN_PI} 7.3"
    loser = "7.4 8.3 8.4 9.3 9.4 10.3 10.4 11.3"  # pi value 8: no pi-bak

    assert pays(STD2, winner, loser, go_counts=(0, 1), go_order=(1,)) == (16, -16)
    assert pays(SEED2, CHODAN, "", go_counts=(0, 1), go_order=(1,)) == (3, -3)


@pytest.mark.parametrize("rules", [STD3, SEED3])
def test_e13_the_caller_pays_for_all(rules: str) -> None:
    winner = f"{CHODAN} 1.3 1.4 2.3 2.4 3.3 3.4 4.3 4.4 11.2 12.4"
    piles = (winner, "7.3 7.4 8.3", "")

    assert base(winner, rules) == 6
    assert pays(rules, *piles, go_order=(2,)) == (18, 0, -18)
    assert pays(rules, *piles) == (18, -12, -6)
    assert pays(rules, *piles, go_order=(0,)) == (21, -14, -7)


@pytest.mark.parametrize(("rules", "paid"), [(SEED3, {2: 12, 5: 24}), (STD3, {2: 16, 5: 32})])
def test_e14_carry_after_nagaris(rules: str, paid: dict[int, int]) -> None:
    winner = f"{HONGDAN} 4.2 5.2"
    for nagaris, points in paid.items():
        carry = 1
        for _ in range(nagaris):
            batch = start(rules, ["1.1"], "2.1", "3.1", further_cards=False, carry=carry,
                          more_deals=1)  # fmt: skip
            carry = play(batch, "play 1.1").carry

        assert pays(rules, winner, "", "", carry=carry) == (2 * points, -points, -points)


# ---- corner cases


@pytest.mark.parametrize(
    ("rules", "loser", "cup", "paid"),
    [
        (STD2, "9.1 10.1", None, 7),
        (STD2, "9.1 7.3", None, 14),
        (STD2, "7.3 7.4 8.3 8.4 9.3 9.4 9.1", None, 7),
        (STD2, "7.3 7.4 8.3 8.4 9.3 9.4", None, 14),
        (SEED2, "9.1 10.1", "pi", 14),
        (SEED2, "9.1 10.1", "animal", 7),
    ],
)
def test_e35_cup_of_the_loser(rules: str, loser: str, cup: str | None, paid: int) -> None:
    assert pays(rules, SIXTEEN_PI, loser, cups=(None, cup)) == (paid, -paid)


def test_e36_two_callers() -> None:
    last, first = "standard-3p(liable=last)", "standard-3p(liable=first)"
    piles = ("11.1", "12.1", THREE_BRIGHTS)

    assert pays(last, *piles, winner=2, go_order=(0, 1)) == (0, -6, 6)
    assert pays(first, *piles, winner=2, go_order=(0, 1)) == (-6, 0, 6)
    for rules in (last, first):
        assert pays(rules, *piles, winner=2, go_order=(0, 1, 0)) == (-6, 0, 6)
        assert pays(rules, *piles, winner=2, go_order=(0, 2)) == (-8, 0, 8)


@pytest.mark.parametrize("carry", [1, 2])
def test_e13_and_e36_are_paid_alike_when_they_are_played(carry: int) -> None:
    batch = start(
        STD3,
        ["", "", "7.1"],
        piles=["11.1", "12.1", THREE_BRIGHTS],
        further_cards=False,
        to_move=2,
        decision="go_stop",
        go_order=(0, 1),
        last_go_scores=(0, 0, 0),
        carry=carry,
    )

    assert play(batch, "stop").ledger == (0, -6 * carry, 6 * carry)
