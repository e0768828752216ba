"""Worked examples E15 to E34 of rules/gostop.md, played from positions and decks."""

from typing import Any

import pytest

from hwatu_env import GameBatch
from tests.games.gostop.examples import (
    ALL,
    SEED2,
    SEED3,
    STD2,
    STD3,
    both_builds,
    cards,
    dealt,
    each_pays,
    play,
    stacked_deck,
    start,
)

CHODAN = "4.2 5.2 7.2"
THREE_BRIGHTS = "1.1 3.1 8.1"


@both_builds
@pytest.mark.parametrize("rules", ALL)
def test_e15_simple_turn_with_a_choice(rules: str, compiled: bool) -> None:
    batch = start(rules, ["2.2 8.3"], "1.3 2.1 2.3 5.1", "7.3", compiled=compiled)
    asked = play(batch, "play 2.2")
    legal = batch.legal_actions()
    position = play(batch, "take 2.1")

    assert (asked.decision, legal) == ("hand_target", ["take 2.1", "take 2.3"])
    assert position.piles[0] == ["2.1", "2.2"]
    assert position.table == ["1.3", "2.3", "5.1", "7.3"]
    assert (position.to_move, position.decision) == (1, "play")


@pytest.mark.parametrize(
    ("rules", "pile"),
    [
        (STD2, "1.3 1.4 10.3"),
        (STD3, "1.3 1.4 10.3"),
        (SEED2, "1.3 1.4"),
        (SEED3, "1.3 1.4"),
    ],
)
def test_e16_jjok(rules: str, pile: str) -> None:
    batch = start(rules, ["1.3"], "5.1 6.3", "1.4", ["", "10.3 10.4"])

    assert play(batch, "play 1.3").piles[0] == cards(pile)


@both_builds
@pytest.mark.parametrize(("rules", "paid"), [(SEED2, 0), (SEED3, 0), (STD2, 7), (STD3, 3)])
def test_e17_ppeok_then_taken(rules: str, paid: int, compiled: bool) -> None:
    seats = 3 if rules in (SEED3, STD3) else 2
    batch = start(
        rules,
        ["3.2", "3.1"],
        "3.3 8.3",
        "3.4 9.3",
        ["10.3", "10.4"],
        turns_taken=(0,) * seats,
        compiled=compiled,
    )
    position = play(batch, "play 3.2")

    assert position.stacks == [{"cards": ["3.2", "3.3", "3.4"], "owner": 0, "jokers": []}]
    assert position.ppeok_counts[0] == 1
    assert position.piles[0] == ["10.3"]
    assert position.ledger == each_pays(0, paid, seats)

    position = play(batch, "play 3.1")

    assert position.piles[1] == cards("3.1 3.2 3.3 3.4 10.3 10.4")
    assert position.piles[0] == []


@pytest.mark.parametrize(
    ("rules", "victim", "left"),
    [
        (STD2, "10.3 10.4 11.2", "11.2"),
        (SEED2, "10.3 10.4 11.2", "10.4 11.2"),
        (STD2, "11.2 12.4", "12.4"),
    ],
)
def test_e18_own_ppeok(rules: str, victim: str, left: str) -> None:
    batch = start(
        rules, ["3.2 3.1", "7.4"], "3.3 8.3", "3.4 5.1 9.3", ["", victim], turns_taken=(3, 3)
    )
    position = play(batch, "play 3.2", "play 7.4", "play 3.1")

    assert position.piles[1] == cards(left)
    assert set(cards("3.1 3.2 3.3 3.4")) < set(position.piles[0])


@pytest.mark.parametrize(
    ("rules", "seats", "stolen", "paid"),
    [(STD2, 2, ["10.3"], 7), (STD3, 3, ["10.3"], 3), (SEED2, 2, [], 0), (SEED3, 3, [], 0)],
)
def test_e19_ttadak(rules: str, seats: int, stolen: list[str], paid: int) -> None:
    for turns, due in [(0, paid), (3, 0)]:
        batch = start(
            rules,
            ["4.2"],
            "4.1 4.3 9.3",
            "4.4",
            ["", "10.3 10.4"],
            turns_taken=(turns,) * seats,
        )
        position = play(batch, "play 4.2", "take 4.1")

        assert position.piles[0] == cards("4.1 4.2 4.3 4.4") + stolen
        assert position.ledger == each_pays(0, due, seats)


@pytest.mark.parametrize(
    ("rules", "left"),
    [(STD2, "10.4"), (STD3, "10.4"), (SEED2, "10.3 10.4"), (SEED3, "10.3 10.4")],
)
def test_e20_jjok_and_sweep(rules: str, left: str) -> None:
    batch = start(rules, ["7.3"], "", "7.4", ["", "1.3 10.3 10.4"])

    assert play(batch, "play 7.3").piles[1] == cards(left)


@both_builds
def test_e21_change(compiled: bool) -> None:
    def sweep(rules: str, hand: str, table: str) -> list[list[str]]:
        batch = start(rules, [hand], table, "5.2", ["", "12.4"], compiled=compiled)
        return play(batch, f"play {hand}").piles

    for rules in (SEED2, SEED3):
        piles = sweep(rules, "7.3", "7.4 5.1")
        assert piles[:2] == [cards("5.1 5.2 7.4 12.4"), ["7.3"]]
        assert sweep(rules, "6.1", "6.2 5.1")[:2] == [cards("5.1 5.2 6.1 6.2 12.4"), []]
    for rules in (STD2, STD3):
        assert sweep(rules, "7.3", "7.4 5.1")[:2] == [cards("5.1 5.2 7.3 7.4 12.4"), []]


@pytest.mark.parametrize("rules", ALL)
def test_e22_dealt_triple(rules: str) -> None:
    batch = start(rules, ["6.1"], "5.2 5.3 5.4 3.1", "5.1", ["", "1.3"])
    before = batch.position(0)
    position = play(batch, "play 6.1")

    assert before.stacks == [{"cards": ["5.2", "5.3", "5.4"], "owner": None, "jokers": []}]
    assert position.piles[:2] == [cards("1.3 5.1 5.2 5.3 5.4"), []]
    assert (position.table, position.stacks) == (["3.1", "6.1"], [])


@both_builds
def test_e23_bomb(compiled: bool) -> None:
    hands = ["6.2 6.3 6.4 8.4", "8.1 8.2"]
    batch = start(
        STD2, hands, "6.1 3.1", "10.3 11.4", ["", "1.3"], further_cards=False, compiled=compiled
    )
    position = play(batch, "bomb 6")

    assert position.piles == [cards("1.3 6.1 6.2 6.3 6.4"), []]
    assert (position.bombs, position.flip_credits) == ((1, 0), (2, 0))
    assert position.table == ["3.1", "10.3"]

    position = play(batch, "play 8.1", "flip")

    assert (position.hands[0], position.flip_credits) == (["8.4"], (1, 0))
    seed = start(SEED2, hands, "6.1 3.1", "10.3", further_cards=False)
    assert seed.legal_actions() == ["play 6.2", "play 6.3", "play 6.4", "play 8.4"]


@both_builds
def test_e24_joker_in_a_ppeok(compiled: bool) -> None:
    def begin(stock: str) -> GameBatch:
        return start(STD2, ["10.1", "10.4"], "10.3 3.1", stock, ["1.3", "1.4"], compiled=compiled)

    batch = begin("J2a 10.2 5.1")
    position = play(batch, "play 10.1")
    assert position.stacks == [{"cards": cards("10.1 10.2 10.3"), "owner": 0, "jokers": ["J2a"]}]

    position = play(batch, "play 10.4")
    assert position.piles == [[], cards("1.3 1.4 10.1 10.2 10.3 10.4 J2a")]

    position = play(begin("J2a 9.3"), "play 10.1")
    assert position.piles[0] == cards("1.3 10.1 10.3 J2a")
    assert position.table == ["3.1", "9.3"]


def test_e25_joker_from_the_hand() -> None:
    batch = start(STD2, ["J3"], "5.1", "8.3 9.3", ["", "1.3"])
    position = play(batch, "bonus J3")

    assert (position.piles[0], position.to_move) == (["J3"], 0)
    assert "play 8.3" in batch.legal_actions()

    position = play(batch, "play 8.3")

    assert position.table == ["5.1", "8.3", "9.3"]
    assert position.piles == [["J3"], ["1.3"]]


def test_e26_last_action() -> None:
    def last_card(rules: str, table: str, stock: str) -> Any:
        hands = ["2.3", "8.1 8.2"]
        return play(start(rules, hands, table, stock, ["", "1.3"], further_cards=False), "play 2.3")

    assert last_card(STD2, "2.4 3.1", "2.1").piles == [cards("2.1 2.3 2.4"), ["1.3"]]
    stacks = last_card(SEED2, "2.4 3.1", "2.1").stacks
    assert stacks == [{"cards": cards("2.1 2.3 2.4"), "owner": 0, "jokers": []}]
    assert last_card(STD2, "3.1", "2.4").piles == [cards("2.3 2.4"), ["1.3"]]
    assert last_card(STD2, "2.1 2.2 2.4 3.1", "5.1").piles == [cards("1.3 2.1 2.2 2.3 2.4"), []]


def test_e27_jokers_on_the_table() -> None:
    batch = dealt(STD2, stacked_deck(STD2, [], "J3 5.1", "J2a 9.3"), dealer=1)
    position = batch.position(0)

    assert position.piles == [[], ["J2a", "J3"]]
    assert "9.3" in position.table
    assert len(position.table) + sum(len(stack["cards"]) for stack in position.stacks) == 8
    assert position.to_move == 1
    assert int(batch.state[0].redeals) == 0
    # the replacement completes four of a month, which is looked at afterwards
    quad = dealt(STD2, stacked_deck(STD2, [], "J3 5.1 5.2 5.3", "5.4"))
    assert int(quad.state[0].redeals) > 0


@both_builds
@pytest.mark.parametrize("rules", [SEED3, STD3])
def test_e28_after_a_go(rules: str, compiled: bool) -> None:
    batch = start(
        rules,
        ["1.3", "6.2"],
        "1.2 6.1",
        "2.3 7.3",
        [THREE_BRIGHTS, "9.2 10.2"],
        compiled=compiled,
    )
    assert play(batch, "play 1.3").decision == "go_stop"
    position = play(batch, "go", "play 6.2")
    if rules == STD3:
        assert (position.to_move, position.decision) == (1, "go_stop")
        position = play(batch, "stop")

    assert (position.decision, position.outcome, position.winner) == ("over", "win", 1)
    assert position.ledger == (-6, 6, 0)


def test_e29_go_without_progress() -> None:
    hands = ["1.3 11.3", "11.4"]
    batch = start(
        SEED2, hands, "1.4 5.1", "2.3 9.3 10.3", [CHODAN], further_cards=False, more_deals=1
    )
    position = play(batch, "play 1.3", "go", "play 11.4", "play 11.3")

    assert int(batch.state[0].deals) == 1
    assert batch.state[0].result.tolist() == [0, 0]
    assert (position.carry, position.dealer) == (2, 0)


def test_e30_last_card_reaches_the_minimum() -> None:
    batch = start(
        STD3,
        ["8.1", "2.2", "2.4"],
        "8.3 5.1",
        "9.3",
        ["1.1 3.1", "11.1", "12.1"],
        further_cards=False,
    )
    position = play(batch, "play 8.1")

    assert (position.decision, position.outcome) == ("over", "win")
    assert position.ledger == (6, -3, -3)


def test_e31_three_ppeoks_later_than_the_first_turns() -> None:
    def third(rules: str, seats: int) -> Any:
        counts = (2,) + (0,) * (seats - 1)
        batch = start(rules, ["10.1"], "10.3 3.1", "10.2", ppeok_counts=counts)
        return play(batch, "play 10.1")

    position = third(STD2, 2)
    assert (position.outcome, position.ledger) == ("fixed_win", (7, -7))
    assert third(SEED3, 3).ledger == (6, -3, -3)


@both_builds
def test_e31_three_ppeoks_on_the_first_three_turns(compiled: bool) -> None:
    batch = start(
        STD2,
        ["10.1 9.2 8.3", "5.1 6.1"],
        "10.3 9.3 8.4 3.1",
        "10.2 4.1 9.4 7.1 8.2",
        turns_taken=(0, 0),
        carry=2,
        compiled=compiled,
    )
    words = ("play 10.1", "play 5.1", "play 9.2", "play 6.1", "play 8.3")
    ledgers = [play(batch, word).ledger[0] for word in words]

    assert ledgers == [7, 7, 7 + 14, 7 + 14, 7 + 14 + 21 + 14]
    assert batch.position(0).outcome == "fixed_win"


def test_e32_chongtong() -> None:
    hand = "1.1 1.2 1.3 1.4"
    after_a_nagari = start(STD2, [hand], further_cards=False, decision="forced", winner=0, carry=2)
    assert after_a_nagari.legal_actions() == ["claim"]
    assert play(after_a_nagari, "claim").ledger == (20, -20)

    batch = dealt(STD3, stacked_deck(STD3, [hand], "2.2 3.2"))
    assert (batch.position(0).decision, batch.legal_actions()) == ("forced", ["claim"])
    position = play(batch, "claim")
    assert (position.outcome, position.ledger) == ("fixed_win", (10, -5, -5))

    for rules in (SEED2, SEED3):
        assert int(dealt(rules, stacked_deck(rules, [hand], "2.2 3.2")).state[0].redeals) > 0
    for rules in ALL:
        four_threes = stacked_deck(rules, [], "3.1 3.2 3.3 3.4")
        assert int(dealt(rules, four_threes).state[0].redeals) > 0


def test_e33_lock_of_the_cup() -> None:
    batch = start(STD2, ["1.3"], "5.1 6.3", "1.4", ["", "9.1 10.1"])
    position = play(batch, "play 1.3")
    assert position.piles == [["1.3", "1.4"], ["9.1", "10.1"]]
    assert position.cups == (None, "locked")

    batch = start(SEED2, ["7.3"], "7.4 5.1", "5.2", ["", "9.1 10.1"], cups=(None, "pi"))
    position = play(batch, "play 7.3")
    assert position.piles == [cards("5.1 5.2 7.4 9.1"), ["7.3", "10.1"]]
    assert position.cups == ("pi", None)


def test_e34_not_asked_again() -> None:
    batch = start(
        STD3,
        ["2.3"],
        "2.4 5.1",
        "9.3",
        [THREE_BRIGHTS],
        go_counts=(1, 0, 0),
        go_order=(0,),
        last_go_scores=(3, 0, 0),
    )
    position = play(batch, "play 2.3")

    assert (position.to_move, position.decision) == (1, "play")
