"""Score sheets and settlements: their lines add up, and bad input is named."""

import random
import re
from math import prod

import pytest

from hwatu_env import GameBatch
from hwatu_env.errors import PositionError, RulesError
from hwatu_env.games import gostop
from hwatu_env.games.gostop.calculators import SettlementLine
from tests.games.gostop.examples import STD2, STD3, cards, play, start
from tests.oracles import gostop_oracle as oracle

THREE_BRIGHTS = "1.1 3.1 8.1"
SIXTEEN_PI = "1.3 1.4 2.3 2.4 3.3 3.4 4.3 4.4 5.3 5.4 6.3 6.4 11.2 12.4"


def test_a_score_sheet_names_each_line_and_its_rule() -> None:
    sheet = gostop.score(cards("2.1 4.1 8.2 5.1 6.1 1.2 2.2 3.2 4.2 5.2 12.3"), rules=STD2)

    assert sheet.total == 11
    assert (
        sheet.lines
        == (
            ("godori", 5, "§5.1"),
            ("animals", 1, "§5.1"),
            ("hongdan", 3, "§5.1"),
            ("ribbons", 2, "§5.1"),
            ("chodan", 0, "§5.1"),
        )[:4]
    )
    assert gostop.score([], rules=STD2) == gostop.ScoreSheet(total=0, lines=())


def test_a_cup_that_must_be_decided_is_an_animal_until_somebody_says_otherwise() -> None:
    pile = cards("9.1 2.1 5.1 6.1 7.1 12.4 1.3 1.4 2.3 2.4 3.3 3.4 4.3")  # E6

    assert gostop.score(pile, rules="seed") == gostop.score(pile, rules="seed", cup="animal")
    settled = gostop.settle([pile, []], winner=0, rules="seed")
    assert settled == gostop.settle([pile, []], winner=0, rules="seed", cups=("animal", None))


def test_the_defaults_of_a_score_are_the_rules_of_the_seed() -> None:
    assert gostop.score(cards("1.1 3.1 8.1 11.1 12.1")).total == 10


def test_a_settlement_names_each_step_and_its_rule() -> None:
    settled = gostop.settle(
        [cards(SIXTEEN_PI), cards("7.3 8.3")],
        winner=0,
        rules=STD2,
        go_counts=(3, 0),
        shakes=(1, 0),
        bombs=(2, 1),
        carry=4,
        push=2,
    )

    # (7 + 3) ×2 goes ×2 shake ×4 bombs ×4 carry ×2 push ×2 pi-bak
    assert settled.payments == (2560, -2560)
    assert settled.lines == (
        ("pi", "+7", "§5.1"),
        ("3 goes", "+3", "§5.3"),
        ("3 goes", "×2", "§5.3"),
        ("1 shake", "×2", "§3.6"),
        ("2 bombs", "×4", "§3.5"),
        ("carry", "×4", "§5.5"),
        ("push", "×2", "§5.5"),
        ("pi-bak of seat 1", "×2", "§5.4"),
    )


def test_liability_and_exemption_are_lines_too() -> None:
    piles = [cards(THREE_BRIGHTS), [], cards("2.1")]
    liable = gostop.settle(piles, winner=0, rules=STD3, go_order=(1,))
    exempt = gostop.settle(piles, winner=0, rules="standard-3p(exempt_empty=True)")

    assert liable.payments == (12, -12, 0)
    assert liable.lines[-1] == ("go-bak of seat 1", "pays for all", "§5.4")
    assert exempt.payments == (6, 0, -6)
    assert ("empty pile of seat 1", "×0", "§5.4") in exempt.lines


def test_other_factors_are_lines_too() -> None:
    animals = cards("2.1 4.1 5.1 6.1 7.1 10.1 12.2")
    rules = "standard-2p(reverse_go=True, bomb_doubles=False)"
    settled = gostop.settle(
        [animals, cards("11.1")], winner=0, rules=rules, go_order=(1, 0), bombs=(1, 0)
    )

    # (3 + 1) ×4 reverse go ×2 meong ×2 go-bak; the bomb does not double
    assert settled.payments == (64, -64)
    assert [(line.name, line.effect) for line in settled.lines] == [
        ("animals", "+3"),
        ("1 go", "+1"),
        ("reverse go", "×4"),
        ("meong", "×2"),
        ("go-bak of seat 1", "×2"),
    ]


def multiplied_out(lines: tuple[SettlementLine, ...], seats: int, winner: int) -> tuple[int, ...]:
    """The payments that the lines of a settlement tell, by hand."""

    def factor(line: SettlementLine) -> int:
        return int(line.effect[1:]) if line.effect.startswith("×") else 1

    owed = [0] * seats
    points = sum(int(line.effect) for line in lines if line.effect.startswith("+"))
    common = prod(factor(line) for line in lines if " of seat " not in line.name)
    for loser in range(seats):
        own = prod(factor(line) for line in lines if line.name.endswith(f" of seat {loser}"))
        owed[loser] = 0 if loser == winner else points * common * own
    payments = [-paid for paid in owed]
    for line in lines:
        if line.effect == "pays for all":
            liable = int(line.name.split()[-1])
            payments = [0] * seats
            payments[liable] = -sum(owed)
    payments[winner] = sum(owed)
    return tuple(payments)


@pytest.mark.parametrize("seed", range(150))
def test_lines_multiply_out_to_the_payments_and_the_oracle_agrees(seed: int) -> None:
    rng = random.Random(seed)
    options = oracle.random_options(rng)
    rules = gostop.Rules(**dict(options))
    seats = rules.num_players
    deck = oracle.random_deck(options, rng)
    cuts = sorted(rng.choices(range(len(deck) + 1), k=seats))
    piles = [deck[a:b] for a, b in zip([0, *cuts], cuts, strict=False)]
    winner = rng.randrange(seats)
    order = [rng.randrange(seats) for _ in range(rng.choice([0, 0, 1, 2, 4]))]
    counts = {
        "shakes": [rng.randrange(3) for _ in piles],
        "bombs": [rng.randrange(3) for _ in piles],
    }
    stakes = {"carry": rng.choice([1, 2, 3, 8]), "push": rng.choice([1, 2, 4])}
    cups = [
        rng.choice([None, "animal", "pi"])
        if "9.1" in pile and options["cup_mode"] != "both"
        else None
        for pile in piles
    ]

    settled = gostop.settle(
        piles, winner=winner, rules=rules, go_order=order, cups=cups, **counts, **stakes
    )

    expected = oracle.settle(options, piles, winner, go_order=order, cups=cups, **counts, **stakes)
    assert list(settled.payments) == expected
    assert multiplied_out(settled.lines, seats, winner) == settled.payments
    for pile, cup in zip(piles, cups, strict=True):
        lines = oracle.base_points(pile, options, cup)
        sheet = gostop.score(pile, rules=rules, cup=cup)
        assert sorted(line[:2] for line in sheet.lines) == sorted(lines)


# ---- goes

THREE = [cards(THREE_BRIGHTS), cards("11.1"), cards("12.1")]


def test_goes_complete_each_other() -> None:
    def payments(**goes: tuple[int, ...]) -> tuple[int, ...]:
        return gostop.settle(THREE, winner=0, rules=STD3, **goes).payments

    assert payments(go_counts=(0, 2, 0)) == payments(go_order=(1, 1)) == (6, -6, 0)
    assert payments(go_counts=(3, 1, 0)) == payments(go_order=(0, 0, 1, 0)) == (24, -24, 0)
    # each caller may be listed once, however often he called
    assert payments(go_counts=(3, 2, 0), go_order=(1, 0)) == (24, -24, 0)


def test_an_order_that_matters_must_be_given() -> None:
    with pytest.raises(PositionError, match=r"give go_order: .* seats \[1, 2\] called go"):
        gostop.settle(THREE, winner=0, rules=STD3, go_counts=(0, 1, 1))
    assert gostop.settle(THREE, winner=2, rules=STD3, go_counts=(0, 1, 1)).payments == (0, -2, 2)


@pytest.mark.parametrize(
    ("counts", "order"), [((1, 0, 0), (1,)), ((1, 0, 0), (0, 0)), ((1, 1, 0), (0,))]
)
def test_counts_and_order_of_goes_must_agree(
    counts: tuple[int, ...], order: tuple[int, ...]
) -> None:
    with pytest.raises(PositionError, match=r"called go \d times, go_order .* says \d"):
        gostop.settle(THREE, winner=0, rules=STD3, go_counts=counts, go_order=order)


# ---- bad input


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"cards": ["1.1", "1.5"]}, "unknown card '1.5'"),
        ({"cards": ["1.1", "1.1"]}, "1.1 is among the cards and among the cards"),
        ({"cards": "1.1"}, "listed one by one"),
        ({"cards": ["1.1", "J3"]}, "J3 among the cards is not in the deck of seed"),
        ({"cards": ["9.1"], "cup": "tea"}, "one of None, animal, pi, locked, got 'tea'"),
        ({"cards": ["1.1"], "cup": "pi"}, "lacks 9.1"),
        ({"cards": ["9.1"], "cup": "pi", "rules": "seed(cup_mode=both)"}, "has no side"),
    ],
)
def test_a_bad_score_is_refused_in_words(options: dict[str, object], message: str) -> None:
    given = dict(options)
    with pytest.raises(PositionError, match=message):
        gostop.score(given.pop("cards"), **given)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"winner": 3}, "winner is a seat from 0 to 2, got 3"),
        (
            {"piles": [["1.1"], ["1.1"], []]},
            "1.1 is in the pile of seat 0 and in the pile of seat 1",
        ),
        ({"piles": ["1.1", "3.1", "8.1"]}, "listed one by one"),
        ({"shakes": (1, 0)}, "shakes needs 3 entries"),
        ({"bombs": (-1, 0, 0)}, "bombs must be 0 to 12, got -1"),
        ({"cups": ("pi", None)}, "cups needs 3 entries"),
        ({"cups": ("pi", None, None)}, "lacks 9.1"),
        ({"carry": 0}, "carry must be 1 to"),
        ({"push": 3}, "push must be 1, 2 or 4, got 3"),
        ({"go_order": (5,)}, "each entry of go_order is a seat from 0 to 2, got 5"),
        ({"go_counts": (1, 0)}, "go_counts needs 3 entries"),
        ({"go_order": (0,) * 49}, "go_counts must be 0 to 48, got 49"),
    ],
)
def test_a_bad_settlement_is_refused_in_words(options: dict[str, object], message: str) -> None:
    given = {"piles": THREE, "winner": 0, "rules": STD3} | options
    with pytest.raises(PositionError, match=message):
        gostop.settle(given.pop("piles"), **given)  # type: ignore[arg-type]


def test_the_number_of_piles_must_fit_the_rules() -> None:
    with pytest.raises(RulesError, match="standard-2p is for 2 players, got 3"):
        gostop.settle(THREE, winner=0, rules=STD2)
    with pytest.raises(RulesError, match="unknown preset 'sed'"):
        gostop.score(["1.1"], rules="sed")


# ---- sheets of deals


def test_the_sheet_of_a_win_has_its_settlement_and_the_side_payments() -> None:
    batch = start(
        STD2,
        ["", "7.1"],
        piles=[SIXTEEN_PI, "7.3"],
        further_cards=False,
        decision="go_stop",
        carry=2,
        ledger=(-7, 7),
    )
    position = play(batch, "stop")
    sheet = batch.sheet(0)

    assert (sheet.outcome, sheet.winner) == ("win", 0)
    assert sheet.payments == position.ledger == (21, -21)
    assert sheet.lines == (
        ("pi", "+7", "§5.1"),
        ("carry", "×2", "§5.5"),
        ("pi-bak of seat 1", "×2", "§5.4"),
        ("side payments", "seat 0 -7 seat 1 +7", "§5.6"),
    )


def test_the_sheet_of_a_fixed_win_has_prize_and_stakes() -> None:
    batch = start(STD2, ["1.1 1.2 1.3 1.4"], decision="forced", winner=0, carry=4, push=2)
    play(batch, "claim")

    assert batch.sheet(0).payments == (80, -80)
    assert batch.sheet(0).lines == (
        ("fixed win", "10 from each", "§5.6"),
        ("carry", "×4", "§5.5"),
        ("push", "×2", "§5.5"),
    )


def test_the_sheets_of_deals_that_nobody_is_paid_for() -> None:
    nagari = start(STD2, ["1.1", ""], "2.1", further_cards=False)
    play(nagari, "play 1.1")
    pushed = start(
        "standard-2p(push=True)",
        ["", "7.1"],
        piles=[SIXTEEN_PI],
        further_cards=False,
        decision="push",
        outcome="win",
        winner=0,
        more_deals=1,
    )

    assert nagari.sheet(0).lines == (("nagari", "nobody pays", "§3.8"),)
    assert (nagari.sheet(0).winner, nagari.sheet(0).payments) == (None, (0, 0))
    play(pushed, "push")
    assert pushed.state[0].result.tolist() == [0, 0]
    assert (pushed.position(0).push, pushed.position(0).dealer) == (2, 0)


def test_the_sheet_of_a_game_that_an_illegal_action_ended() -> None:
    batch = GameBatch("gostop", rules=STD2, illegal="void", autoreset=False, compiled=False)
    offender = int(batch.to_move[0])
    batch.step("noop")
    sheet = batch.sheet(0)

    assert sheet.outcome == "illegal_action"
    assert sheet.payments[offender] == -70
    assert re.match(r"seat 0 [+-]\d+ seat 1 [+-]\d+", sheet.lines[0].effect)


def test_real_deals_have_sheets_that_add_up() -> None:
    for seed in range(25):
        batch = GameBatch("gostop", rules="seed", seed=seed, autoreset=False, compiled=False)
        while batch.to_move[0] >= 0:
            batch.step(batch.sample_actions(seed))
        sheet = batch.sheet(0)
        if sheet.outcome == "win":
            assert sheet.winner is not None
            assert multiplied_out(sheet.lines, 2, sheet.winner) == sheet.payments
        assert sheet.payments == batch.position(0).ledger
