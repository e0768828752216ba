"""The calculator of deal scores: lines that add up, the oracle's numbers, and bad input."""

import random
from collections import Counter

import pytest

from hwatu_env import GameBatch
from hwatu_env.errors import PositionError, RulesError
from hwatu_env.games import minhwatu
from hwatu_env.games.minhwatu import Rules
from tests.games.minhwatu.examples import DECK, cards, play, start_at, the_rest
from tests.oracles import minhwatu_oracle as oracle


def seat_of(line: minhwatu.ScoreLine) -> int:
    """The seat that a line belongs to: the one named last."""
    return int(line.name.rsplit("seat ", 1)[1])


def random_piles(rng: random.Random, rules: Rules) -> list[list[str]]:
    """The whole deck, most months going to one seat, so that special hands are frequent."""
    piles: list[list[str]] = [[] for _ in range(rules.num_players)]
    for card in oracle.deck_cards(rules.to_dict()):
        luck = random.Random(f"{rng.random()}")
        home = int(card.split(".")[1]) % rules.num_players
        piles[home if luck.random() < 0.8 else luck.randrange(rules.num_players)].append(card)
    return piles


def random_quads(rng: random.Random, rules: Rules, piles: list[list[str]]) -> list[int]:
    if str(rules.hand_quad) == "play":
        return [0] * len(piles)
    months = [Counter(card.split(".")[0] for card in pile) for pile in piles]
    return [rng.randint(0, sum(count == 4 for count in each.values())) for each in months]


def test_scores_are_those_of_the_oracle_and_lines_add_up_to_them():
    rng = random.Random(1)
    for _ in range(400):
        rules = Rules(**oracle.random_options(rng))
        piles = random_piles(rng, rules)
        quads = random_quads(rng, rules, piles)
        dealer = rng.randrange(rules.num_players)
        sheet = minhwatu.score(piles, rules=rules, quads=quads, dealer=dealer)
        points, _ = oracle.deal_score(rules.to_dict(), piles, quads, dealer)

        assert sheet.points == tuple(points), str(rules)
        for seat in range(rules.num_players):
            own = [line.points for line in sheet.lines if seat_of(line) == seat]
            assert sum(own) == points[seat], f"{rules}: {sheet.lines}"


def test_every_way_to_score_has_a_line():
    pile = "1.1 1.2 2.1 2.2 3.1 3.2 8.1 9.1 12.1 12.2 12.3 12.4"
    rules = "seed-extended(num_players=5, par=dealer, be_si_ma=12)"
    sheet = minhwatu.score([cards(pile), [], [], [], ["6.1"]], rules=rules, quads=(1, 0, 0, 0, 0))

    assert [line for line in sheet.lines if seat_of(line) == 0] == [
        ("card points of seat 0", 130, "§1"),
        ("hongdan of seat 0", 120, "§4"),
        ("month 12 of seat 0", 80, "§4"),
        ("inho_shikka of seat 0", 600, "§4"),
        ("ilesam of seat 0", 600, "§4"),
        ("hand quads of seat 0", 100, "§2"),
        ("dealer of seat 0", 10, "§5"),
        ("par of seat 0", -50, "§5"),
    ]
    assert [line for line in sheet.lines if seat_of(line) == 4] == [
        ("card points of seat 4", 10, "§1"),
        ("par of seat 4", -50, "§5"),
        ("hongdan of seat 0, to seat 4", -30, "§5"),
        ("month 12 of seat 0, to seat 4", -20, "§5"),
        ("inho_shikka of seat 0, to seat 4", -150, "§5"),
        ("ilesam of seat 0, to seat 4", -150, "§5"),
    ]


def test_a_hand_counts_once_for_its_owner_where_the_rules_say_so():
    piles = [cards("1.2 2.2 3.2"), [], []]

    assert minhwatu.score(piles).points == (75, -30, -30)
    assert minhwatu.score(piles, rules="seed(hand_weight=single)").points == (45, -30, -30)


@pytest.mark.parametrize(("rules", "void"), [("seed", True), ("standard", False)])
def test_a_shared_top_is_void_where_the_rules_say_so(rules: str, void: bool):
    assert minhwatu.score([["1.1"], ["3.1"]], rules=rules).void is void
    assert minhwatu.score([["1.1"], ["3.1"], ["4.1"]], rules=rules).void is void
    assert minhwatu.score([["1.1"], ["4.1"], ["5.1"]], rules=rules).void is False


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"piles": [["1.1"], ["1.1"]]}, "1.1 is in the pile of seat 0 and in the pile of seat 1"),
        ({"piles": [["1.5"], []]}, "in the pile of seat 0: unknown card '1.5'"),
        ({"piles": [["J3"], []]}, "J3 in the pile of seat 0 is not in the deck of seed"),
        ({"piles": ["1.1", []]}, "piles are listed one by one, got the text '1.1'"),
        ({"piles": [["1.1"], []], "dealer": 2}, "dealer is a seat from 0 to 1, got 2"),
        ({"piles": [[], []], "quads": (1,)}, r"quads needs 2 entries, one a seat, got \[1\]"),
        ({"piles": [[], []], "quads": (1, 0)}, "seat 0 has laid out 1 quads, but its pile holds 0"),
        ({"piles": [DECK, []], "quads": (-1, 0)}, "quads must be 0 to 12, got -1"),
        (
            {"piles": [DECK, []], "quads": (1, 0), "rules": "standard"},
            r"hand_quad=play lays out no quads, got \[1, 0\]",
        ),
        (
            {"piles": [["12.1"], []], "rules": "seed(months=11)"},
            r"12.1 in the pile of seat 0 is not in the deck of seed\(months=11\)",
        ),
    ],
)
def test_bad_piles_are_refused_by_name(arguments: dict, message: str):
    with pytest.raises(PositionError, match=message):
        minhwatu.score(**arguments)


@pytest.mark.parametrize("piles", [[[]], [[]] * 8])
def test_piles_for_too_few_or_too_many_are_refused(piles: list):
    with pytest.raises(RulesError, match="num_players must be 2 to 7"):
        minhwatu.score(piles)


# ---- sheets of finished deals


def test_the_sheet_of_a_deal_says_who_won_and_why():
    batch = start_at(hands=[[], []], piles=[["1.1", "4.1"], ["3.1"]], decision="forced", dealer=1)
    play(batch, "continue")
    sheet = batch.sheet(0)

    assert (sheet.outcome, sheet.winner, sheet.points) == ("scored", 0, (30, 20))
    assert sheet.lines == (
        ("card points of seat 0", 30, "§1"),
        ("card points of seat 1", 20, "§1"),
    )
    assert batch.rewards.tolist() == [[10, -10]]


def test_the_sheet_of_a_void_deal_gives_nobody_points():
    batch = start_at(hands=[[], []], piles=[["1.1"], ["3.1"]], decision="forced")
    play(batch, "continue")
    sheet = batch.sheet(0)

    assert (sheet.outcome, sheet.winner, sheet.points) == ("void", None, (0, 0))
    assert sheet.lines[-1] == ("tie: nobody scores", 0, "§5")


def test_the_sheet_after_an_illegal_action_fines_its_seat():
    batch = GameBatch("minhwatu", autoreset=False, illegal="void", num_players=3, compiled=False)
    batch.reset(dealer=1)
    batch.step("continue")
    sheet = batch.sheet(0)

    assert (sheet.outcome, sheet.winner, sheet.points) == ("illegal_action", None, (0, -240, 0))
    assert sheet.lines == (("illegal action of seat 1", -240, "not in the rules"),)
    assert batch.rewards.tolist() == [[0, -240, 0]]


def test_a_deal_that_goes_on_has_no_sheet():
    batch = start_at(hands=[["1.1"], ["2.1"]], table=["3.1"])

    with pytest.raises(PositionError, match="a deal has a sheet when it is over"):
        batch.sheet(0)


def test_sheets_of_played_deals_are_what_their_piles_score():
    batch = GameBatch("minhwatu", 40, num_players=3, autoreset=False, compiled=False)
    while (batch.to_move >= 0).any():
        batch.step(batch.sample_actions(3))
    for row in range(len(batch)):
        position, sheet = batch.position(row), batch.sheet(row)
        scored = minhwatu.score(position.piles, quads=position.quads, dealer=position.dealer)
        assert sorted(card for pile in position.piles for card in pile) == sorted(the_rest())
        assert sheet.points == ((0, 0, 0) if scored.void else scored.points)
        assert (sheet.outcome == "void") is scored.void
