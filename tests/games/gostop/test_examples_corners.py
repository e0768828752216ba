"""Worked examples E37 to E44 of rules/gostop.md: corner cases."""

import pytest

from tests.games.gostop.examples import (
    SEED2,
    SEED3,
    STD2,
    STD3,
    both_builds,
    cards,
    play,
    start,
)


@both_builds
def test_e37_two_stacks_in_one_turn(compiled: bool) -> None:
    batch = start(
        STD2,
        ["5.4"],
        "7.1 7.2 7.3 9.3",
        "7.4",
        ["", "1.3 11.2 12.4"],
        stacks=[{"cards": ["5.1", "5.2", "5.3"], "owner": 0}],
        compiled=compiled,
    )
    position = play(batch, "play 5.4")

    assert position.piles[1] == []
    assert (position.table, position.stacks) == (["9.3"], [])


def test_e38_joker_that_is_dug_out() -> None:
    batch = start(
        "standard-2p(joker_steal=True)",
        ["10.1", "10.4"],
        "10.3 3.1",
        "J2a 10.2 5.1",
        ["1.3 2.3", "1.4"],
    )
    position = play(batch, "play 10.1", "play 10.4")

    assert position.piles == [[], cards("1.3 1.4 2.3 10.1 10.2 10.3 10.4 J2a")]


@pytest.mark.parametrize("rules", [SEED2, SEED3, STD2, STD3])
def test_e39_empty_stock(rules: str) -> None:
    hands = ["2.3 9.3", "5.1", "6.1"][: 3 if rules in (SEED3, STD3) else 2]
    batch = start(rules, hands, "2.1", "", ["", "1.3"], further_cards=False)
    position = play(batch, "play 2.3")

    assert position.piles[:2] == [cards("1.3 2.1 2.3"), []]
    assert position.table == []


@pytest.mark.parametrize("rules", [STD3, SEED3])
def test_e40_third_ppeok_after_the_go_of_another(rules: str) -> None:
    batch = start(
        rules,
        ["10.1"],
        "10.3 3.1",
        "10.2",
        ppeok_counts=(2, 0, 0),
        go_counts=(0, 1, 0),
        go_order=(1,),
        last_go_scores=(0, 3, 0),
    )
    position = play(batch, "play 10.1")

    assert (position.outcome, position.ledger) == ("fixed_win", (6, -3, -3))


@pytest.mark.parametrize(
    ("rules", "piles"),
    [
        (SEED2, [[], cards("1.3 8.3 8.4 9.3 9.4")]),
        (STD2, [["1.3"], cards("8.3 8.4 9.3 9.4")]),
    ],
)
def test_e41_last_turn_of_a_deal(rules: str, piles: list[list[str]]) -> None:
    batch = start(rules, ["", "8.3"], "8.4 9.3", "9.4", ["1.3", ""], to_move=1, further_cards=False)
    position = play(batch, "play 8.3")

    assert position.piles == piles
    assert position.table == []
    assert (position.decision, position.outcome) == ("over", "nagari")


@both_builds
def test_e42_shake_and_bomb_with_one_month(compiled: bool) -> None:
    batch = start(
        STD2,
        ["6.1 6.2 6.3 6.4 8.4", "9.2 11.3"],
        "3.1",
        "10.3 5.3 11.4",
        ["", "1.3"],
        further_cards=False,
        compiled=compiled,
    )
    assert play(batch, "play 6.1").decision == "shake"
    assert play(batch, "shake yes").shown[0] == ["6.2", "6.3", "6.4"]
    position = play(batch, "play 9.2", "bomb 6")

    assert position.piles == [cards("1.3 6.1 6.2 6.3 6.4"), []]
    assert (position.shakes, position.bombs) == ((1, 0), (1, 0))
    assert (position.flip_credits, position.hands[0]) == ((2, 0), ["8.4"])


def test_e43_card_that_a_void_ppeok_leaves_behind() -> None:
    batch = start(STD2, ["2.3", "2.2"], "2.4 3.1", "2.1 5.3", further_cards=False)
    position = play(batch, "play 2.3", "play 2.2")

    assert position.piles == [["2.1", "2.3", "2.4"], []]
    assert (position.outcome, position.table) == ("nagari", ["2.2", "3.1", "5.3"])


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
    rules = f"standard-2p(cup_stealable={stealable})"
    batch = start(rules, ["1.3"], "5.1 6.3", "1.4", ["", victim])

    assert play(batch, "play 1.3").piles[0] == sorted_cards(["1.3", "1.4", stolen])


def sorted_cards(names: list[str]) -> list[str]:
    return sorted(names, key=lambda name: [int(part) for part in name.split(".")])


def test_e44_cup_locks_in_a_demand_of_two_units() -> None:
    batch = start(
        STD2,
        ["3.1"],
        "8.3",
        "5.3",
        ["", "1.3 9.1"],
        stacks=[{"cards": ["3.2", "3.3", "3.4"], "owner": 0}],
    )
    position = play(batch, "play 3.1")

    assert position.piles[1] == ["9.1"]
    assert position.cups == (None, "locked")
