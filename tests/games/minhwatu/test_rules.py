"""House rules of Min-Hwatu: their text, and every bad option by name."""

import pytest

from hwatu_env.errors import RulesError
from hwatu_env.games.minhwatu import Rules
from hwatu_env.games.minhwatu.hands import HAND_NAMES


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("seed(num_players=3)", "seed(num_players=3)"),
        ("standard(godori=50, be_si_ma=12)", "standard(godori=50)"),
        ("seed(target=None, match_deals=6)", "seed(target=None, match_deals=6)"),
        ("seed(hand_quad='play')", "seed(hand_quad=play)"),
    ],
)
def test_rules_print_the_shortest_text(text, printed):
    assert str(Rules.parse(text)) == printed


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("be_si_ma=10", "be_si_ma must be 11 to 12, got 10"),
        ("quad_bonus=-1", "quad_bonus must be 0 to 1000, got -1"),
        ("ribbon_set=1001", "ribbon_set must be 0 to 1000, got 1001"),
        ("suit_set=-1", "suit_set must be 0 to 1000, got -1"),
        ("be_si_ma=12, ttongyak=-1", "ttongyak must be 0 to 1000, got -1"),
        ("godori=-1", "godori must be 0 to 1000, got -1"),
        ("shikka=-1", "shikka must be 0 to 1000, got -1"),
        ("daypo=-1", "daypo must be 0 to 1000, got -1"),
        ("inho_shikka=-1", "inho_shikka must be 0 to 1000, got -1"),
        ("ilesam=-1", "ilesam must be 0 to 1000, got -1"),
        ("ogong=1001", "ogong must be 0 to 1000, got 1001"),
        ("target=0", "target must be 1 to 100000, got 0"),
        ("target=None, match_deals=0", "match_deals must be 1 to 1000, got 0"),
        (
            "months=3, hand_size=1, table_size=10, table_quad=redeal",
            "every table of 10 cards from 3 months holds four of a month: set table_quad to",
        ),
        ("target=None", "either a target or match_deals, got target=None and match_deals=None"),
        ("match_deals=6", "either a target or match_deals, got target=1000 and match_deals=6"),
        ("ttongyak=20", "ttongyak and be_si_ma=11 are the same month: give one of them"),
        ("num_players=7, par=even", "240 points do not divide by 7: set par to off or dealer"),
        ("table_quad=dead", "table_quad must be one of capture, redeal, got 'dead'"),
        ("hand_quad=win", "hand_quad must be one of capture, play, got 'win'"),
        ("sulsa=2", "sulsa must be True or False, got 2"),
        ("sulsa_two=x", "sulsa_two must be one of capture_all, literal_return, got 'x'"),
        ("optional_capture='yes'", "optional_capture must be True or False, got 'yes'"),
        ("hand_weight=x", "hand_weight must be one of transfer, single, got 'x'"),
        ("par=x", "par must be one of off, even, dealer, got 'x'"),
        ("tie=x", "tie must be one of void, counts, got 'x'"),
        ("next_dealer=x", "next_dealer must be one of rotate, top_scorer, got 'x'"),
        ("target='a lot'", "target must be an integer, got 'a lot'"),
        ("go=True", "unknown option 'go'; options are num_players, hand_size"),
    ],
)
def test_bad_options_are_refused_by_name(options, message):
    with pytest.raises(RulesError, match=message):
        Rules.parse(f"seed({options})")


def test_every_preset_leaves_the_players_open():
    for preset in Rules.PRESETS:
        assert Rules.preset(preset).with_players(7).num_players == 7


@pytest.mark.parametrize(
    ("rules", "bonus", "par"),
    [
        ("seed", 0, 0),
        ("seed(par=even)", 0, 120),
        ("seed(num_players=5, par=even)", 0, 48),
        ("seed(num_players=5, par=dealer)", 10, 50),
        ("seed(num_players=7, par=dealer)", 5, 35),
        ("seed(num_players=4, par=dealer)", 0, 60),
    ],
)
def test_par_divides_what_there_is(rules, bonus, par):
    parsed = Rules.parse(rules)

    assert (parsed.dealer_bonus, parsed.par_points) == (bonus, par)


def test_hands_that_do_not_count_are_worth_nothing_and_have_no_cards():
    points = dict(zip(HAND_NAMES, Rules.preset("standard").hand_points, strict=True))
    boards = dict(zip(HAND_NAMES, Rules.preset("standard").hand_cards, strict=True))

    assert [name for name, value in points.items() if value] == [
        *("hongdan", "cheongdan", "chodan", "choyak", "pungyak", "month 12"),
    ]
    assert all((boards[name] != 0) == (points[name] != 0) for name in HAND_NAMES)
