"""The worked examples M1 to M19 of rules/minhwatu.md §8, each under every preset that it names."""

import re
from pathlib import Path

import pytest

from hwatu_env.games import minhwatu
from tests.games.minhwatu.examples import (
    ALL,
    DECK,
    EXTENDED,
    SEED,
    STANDARD,
    card_points,
    cards,
    dealt,
    hands_of,
    outcome_of,
    play,
    stacked_deck,
    start,
    start_at,
    the_rest,
)

EXAMPLES = range(1, 20)
BOTH_SEEDS = [SEED, EXTENDED]

both_builds = pytest.mark.parametrize("compiled", [False, True], ids=["python", "compiled"])


def test_no_worked_example_is_without_a_test() -> None:
    text = Path(__file__).read_text("utf-8")
    tested = {int(number) for number in re.findall(r"^def test_m(\d+)_", text, re.MULTILINE)}

    assert [f"M{number}" for number in EXAMPLES if number not in tested] == []


@pytest.mark.parametrize("rules", ALL)
def test_m1_the_deck_is_worth_240(rules: str) -> None:
    worth = [card_points([card]) for card in DECK]
    sheet = minhwatu.score([DECK, []], rules=rules)

    assert sorted(worth, reverse=True) == [20] * 5 + [10] * 9 + [5] * 10 + [0] * 24
    assert sheet.lines[0] == ("card points of seat 0", 240, "§1")


@both_builds
@pytest.mark.parametrize("rules", ALL)
def test_m2_capture_with_choice(rules: str, compiled: bool) -> None:
    batch = start(rules, ["2.2"], "1.3 2.1 2.3 5.1", "7.3", compiled=compiled)
    asked = play(batch, "play 2.2")
    legal = batch.legal_actions()
    position = play(batch, "take 2.1")

    assert (asked.decision, asked.played, legal) == ("hand_target", "2.2", ["take 2.1", "take 2.3"])
    assert position.piles[0] == ["2.1", "2.2"]
    assert card_points(position.piles[0]) == 15
    assert position.table == cards("1.3 2.3 5.1 7.3")
    assert (position.to_move, position.decision) == (1, "play")


@pytest.mark.parametrize("rules", BOTH_SEEDS)
def test_m3_sulsa(rules: str) -> None:
    batch = start(rules, ["3.2", "3.1"], "3.3 8.3", "3.4 9.3")
    position = play(batch, "play 3.2")

    assert position.piles == [[], []]
    assert position.table == cards("3.2 3.3 3.4 8.3")

    position = play(batch, "play 3.1")

    assert position.piles[1] == cards("3.1 3.2 3.3 3.4")
    assert card_points(position.piles[1]) == 25


def test_m3_without_sulsa() -> None:
    batch = start(STANDARD, ["3.2", "3.1"], "3.3 8.3", "3.4 9.3")
    position = play(batch, "play 3.2")

    assert position.piles[0] == ["3.2", "3.3"]
    assert position.table == ["3.4", "8.3"]

    position = play(batch, "play 3.1")

    assert position.piles[1] == ["3.1", "3.4"]
    assert card_points(position.piles[1]) == 20


@pytest.mark.parametrize("rules", ALL)
def test_m4_two_on_the_table(rules: str) -> None:
    position = play(start(rules, ["4.2"], "4.1 4.3 9.3", "4.4"), "play 4.2", "take 4.1")

    assert position.piles[0] == cards("4.1 4.2 4.3 4.4")
    assert card_points(position.piles[0]) == 15
    assert position.table == ["9.3"]


def test_m4_literal_return() -> None:
    batch = start("seed(sulsa_two=literal_return)", ["4.2"], "4.1 4.3 9.3", "4.4")
    position = play(batch, "play 4.2", "take 4.1")

    assert position.piles == [[], []]
    assert position.table == cards("4.1 4.2 4.3 4.4 9.3")


@pytest.mark.parametrize("rules", ALL)
def test_m5_dealt_triple(rules: str) -> None:
    position = play(start(rules, ["6.1"], "5.2 5.3 5.4 3.1", "5.1"), "play 6.1")

    assert position.piles[0] == cards("5.1 5.2 5.3 5.4")
    assert card_points(position.piles[0]) == 15
    assert hands_of(position.piles[0], rules) == 20
    assert position.table == ["3.1", "6.1"]


@pytest.mark.parametrize("rules", BOTH_SEEDS)
def test_m6_table_quad_is_captured(rules: str) -> None:
    deck = stacked_deck(rules, [], "8.1 8.2 8.3 8.4 3.1")
    position = dealt(rules, deck).position(0)

    assert position.piles == [cards("8.1 8.2 8.3 8.4"), []]
    assert card_points(position.piles[0]) == 30
    assert len(position.table) == 4
    assert len(position.stock) == 20
    assert dealt(rules, deck, dealer=1).position(0).piles[1] == cards("8.1 8.2 8.3 8.4")


def test_m6_table_quad_is_dealt_again() -> None:
    batch = dealt(STANDARD, stacked_deck(STANDARD, [], "8.1 8.2 8.3 8.4 3.1"))

    assert batch.state[0].redeals >= 1
    assert batch.position(0).piles == [[], []]
    assert len(batch.position(0).table) == 8


@pytest.mark.parametrize(
    ("rules", "hands"),
    [(SEED, 0), (EXTENDED, 0), ("seed(be_si_ma=12)", 20)],
)
def test_m7_hand_quad_is_laid_out(rules: str, hands: int) -> None:
    quad = "12.1 12.2 12.3 12.4"
    position = dealt(rules, stacked_deck(rules, [quad])).position(0)
    sheet = minhwatu.score(position.piles, rules=rules, quads=position.quads)

    assert position.piles == [cards(quad), []]
    assert position.quads == (1, 0)
    assert len(position.hands[0]) == 6
    assert sheet.points == (35 + 100 + hands, -hands)
    assert sheet.lines[-1 if not hands else -2] == ("hand quads of seat 0", 100, "§2")


def test_m7_hand_quad_stays_in_hand() -> None:
    quad = "12.1 12.2 12.3 12.4"
    position = dealt(STANDARD, stacked_deck(STANDARD, [quad])).position(0)

    assert set(cards(quad)) < set(position.hands[0])
    assert len(position.hands[0]) == 10
    assert position.quads == (0, 0)


@pytest.mark.parametrize("rules", ALL)
def test_m8_hongdan_of_two(rules: str) -> None:
    sheet = minhwatu.score([cards("1.2 2.2 3.2 1.1 6.1"), cards("8.1 10.1")], rules=rules)

    assert sheet.points == (75, 0)
    assert sheet.lines == (
        ("card points of seat 0", 45, "§1"),
        ("hongdan of seat 0", 30, "§4"),
        ("card points of seat 1", 30, "§1"),
        ("hongdan of seat 0, to seat 1", -30, "§5"),
    )


def test_m8_hongdan_of_three() -> None:
    piles = [cards("1.2 2.2 3.2 1.1 6.1"), cards("8.1 10.1"), ["3.1"]]

    assert minhwatu.score(piles, rules=STANDARD).points == (105, 0, -10)


@pytest.mark.parametrize(
    ("rules", "points"), [(SEED, (35, 205)), (STANDARD, (35, 205)), (EXTENDED, (185, 55))]
)
def test_m9_full_deal(rules: str, points: tuple[int, int]) -> None:
    mine = "1.1 1.2 2.1 2.2 3.1 3.2 4.1 5.1 6.1 7.1"
    sheet = minhwatu.score([cards(mine), the_rest(mine)], rules=rules)

    assert [line.points for line in sheet.lines if line.section == "§1"] == [105, 135]
    assert sheet.points == points
    assert sum(points) == 240


@pytest.mark.parametrize("rules", ALL)
def test_m10_be_si_ma(rules: str) -> None:
    paulownia, rain = (0, 20) if rules == STANDARD else (20, 0)

    assert hands_of(cards("11.1 11.2 11.3 11.4"), rules) == paulownia
    assert hands_of(cards("12.1 12.2 12.3 12.4"), rules) == rain


@pytest.mark.parametrize(
    ("pile", "points"),
    [
        ("1.1 3.1 8.1 9.1", 150),
        ("3.1 8.1 9.1", 100),
        ("1.1 2.1 3.1 8.1 9.1", 300),
        ("1.1 3.1 8.1 11.1 12.1", 200),
    ],
)
def test_m11_additional_hands(pile: str, points: int) -> None:
    without = minhwatu.score([cards(pile), []], rules=SEED).points
    own, other = minhwatu.score([cards(pile), []], rules=EXTENDED).points

    assert hands_of(cards(pile), EXTENDED) == points
    assert (own, other) == (without[0] + points, without[1] - points)
    assert [hands_of(cards(pile), rules) for rules in (SEED, STANDARD)] == [0, 0]


@pytest.mark.parametrize("rules", ALL)
def test_m12_rain_ribbon_makes_no_set(rules: str) -> None:
    assert hands_of(cards("4.2 5.2 12.3"), rules) == 0
    assert hands_of(cards("4.2 5.2 7.2"), rules) == 30


M13 = "1.1 3.1 8.1 1.2 2.2 3.2 2.1 4.1 5.1 6.1 4.2 5.3 10.3 11.3 12.4"


def test_m13_tied_deal() -> None:
    piles = [cards(M13), the_rest(M13)]
    sheet = minhwatu.score(piles, rules=SEED)
    options = {"hands": [[], []], "piles": piles, "dealer": 1, "decision": "forced"}
    single = play(start_at(**options), "continue")
    batch = start_at(**options, match=True)
    following = play(batch, "continue")

    assert (sheet.points, sheet.void) == ((120, 120), True)
    assert (single.outcome, single.points) == ("void", (0, 0))
    assert batch.rewards.tolist() == [[0, 0]]
    assert (following.deals_played, following.totals, following.dealer) == (1, (0, 0), 1)


M14 = "8.1 8.2 8.3 8.4 1.1 2.1 4.1 3.2 5.2 7.2 10.2 11.2"


def test_m14_match_end() -> None:
    batch = start_at(
        rules=SEED,
        hands=[[], []],
        piles=[cards(M14), the_rest(M14)],
        quads=(1, 0),
        decision="forced",
        match=True,
        totals=(820, 905),
        deals_played=5,
    )
    position = play(batch, "continue")

    assert position.points == (190, 150)
    assert sum(position.points) == 340
    assert position.totals == (1010, 1055)
    assert (position.decision, position.deals_played) == ("over", 6)
    assert batch.state[0].score.tolist() == [-45, 45]
    assert [outcome_of(batch, seat) for seat in range(2)] == [-1, 1]


@pytest.mark.parametrize("rules", ALL)
def test_m15_jjok(rules: str) -> None:
    position = play(start(rules, ["1.3"], "5.1 6.3", "1.4"), "play 1.3")

    assert position.piles[0] == ["1.3", "1.4"]
    assert card_points(position.piles[0]) == 0
    assert position.table == ["5.1", "6.3"]


@both_builds
@pytest.mark.parametrize("rules", ALL)
def test_m16_hand_used_up(rules: str, compiled: bool) -> None:
    batch = start(
        rules,
        ["", "9.3"],
        "7.1 9.1",
        "7.4 5.1",
        further_cards=False,
        decision="forced",
        compiled=compiled,
    )
    assert batch.legal_actions() == ["continue"]
    position = play(batch, "continue")

    assert (position.to_move, position.decision) == (1, "play")
    assert position.piles[0] == ["7.1", "7.4"]
    assert card_points(position.piles[0]) == 10

    position = play(batch, "play 9.3")

    assert position.piles[1] == ["9.1", "9.3"]
    assert position.table == ["5.1"]
    assert position.decision == "over"
    assert position.outcome == ("scored" if rules == STANDARD else "void")


@pytest.mark.parametrize("rules", BOTH_SEEDS)
def test_m17_two_quads_on_the_table(rules: str) -> None:
    quads = "2.1 2.2 2.3 2.4 8.1 8.2 8.3 8.4"
    position = dealt(rules, stacked_deck(rules, [], quads), dealer=1).position(0)

    assert position.piles == [[], cards(quads)]
    assert card_points(position.piles[1]) == 45
    assert position.table == []
    assert (position.to_move, position.decision) == (1, "play")


@pytest.mark.parametrize("rules", ALL)
def test_m18_three_players(rules: str) -> None:
    sheet = minhwatu.score([cards("1.2 2.2 3.2"), cards("5.1 5.2 5.3 5.4"), []], rules=rules)

    assert sheet.points == (55, 25, -50)
    assert sum(sheet.points) == 30


def test_m19_optional_capture() -> None:
    batch = start("seed(optional_capture=True)", ["1.3"], "1.2 4.3", "1.1")
    asked = play(batch, "play 1.3")
    first = batch.legal_actions()
    turned = play(batch, "leave")
    second = batch.legal_actions()
    position = play(batch, "take 1.2")

    assert (asked.decision, first) == ("hand_target", ["take 1.2", "leave"])
    assert (turned.decision, turned.flipped, second) == (
        "flip_target",
        "1.1",
        ["take 1.2", "take 1.3"],
    )
    assert position.piles[0] == ["1.1", "1.2"]
    assert position.table == ["1.3", "4.3"]
