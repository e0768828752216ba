"""House rules of Go-Stop: their text, and every bad option by name."""

import pytest

from hwatu_env import GameBatch
from hwatu_env.errors import RulesError
from hwatu_env.games.gostop import Rules


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("standard-2p(min_points=5, jokers=[2,3])", "standard-2p(min_points=5)"),
        ("seed(num_players=3)", "seed(num_players=3)"),
        ("standard-2p(jokers=[3, 2, 2])", "standard-2p(jokers=[2, 2, 3])"),
        ("seed(table_quad='dead')", "seed(table_quad=dead)"),
        ("hangame(nagari_cap=None)", "hangame"),
    ],
)
def test_rules_print_the_shortest_text(text, printed):
    assert str(Rules.parse(text)) == printed


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("match_length=0", "match_length must be 1 to 1000, got 0"),
        ("min_points=0", "min_points must be 1 to 1000, got 0"),
        ("steal_stack=4", "steal_stack must be 0 to 3, got 4"),
        ("steal_own_stack=-1", "steal_own_stack must be 0 to 3, got -1"),
        ("steal_jjok=4", "steal_jjok must be 0 to 3, got 4"),
        ("steal_ttadak=4", "steal_ttadak must be 0 to 3, got 4"),
        ("steal_sweep=4", "steal_sweep must be 0 to 3, got 4"),
        ("steal_bomb=4", "steal_bomb must be 0 to 3, got 4"),
        ("five_bright=-1", "five_bright must be 0 to 1000, got -1"),
        ("three_ppeok_points=1001", "three_ppeok_points must be 0 to 1000, got 1001"),
        ("quad_points=-1", "quad_points must be 0 to 1000, got -1"),
        ("first_ttadak=-1", "first_ttadak must be 0 to 1000, got -1"),
        ("first_jjok=-1", "first_jjok must be 0 to 1000, got -1"),
        ("first_bomb=-1", "first_bomb must be 0 to 1000, got -1"),
        ("pibak_max=31", "pibak_max must be 0 to 30, got 31"),
        ("nagari_cap=0", "nagari_cap must be 1 to 1048576, got 0"),
        ("first_ppeok=[7, 14]", r"first_ppeok must be three numbers from 0 to 1000, got \[7, 14\]"),
        ("first_ppeok=[7, 14, -1]", r"first_ppeok must be three numbers from 0 to 1000"),
        ("first_ppeok=7", "first_ppeok must be a list of integers, got 7"),
        ("jokers=[2, 2, 2, 2]", r"jokers holds 2 more than three times: \[2, 2, 2, 2\]"),
        ("jokers=[3, 3, 3, 3]", r"jokers holds 3 more than three times"),
        ("jokers=[4]", r"jokers are worth 2 or 3, got \[4\]"),
        (
            "months=3, hand_size=1, table_size=10",
            "every table of 10 cards from 3 months holds four of a month: set table_quad to dead",
        ),
        (
            "months=3, hand_size=12, table_size=0, num_players=2",
            "need 24 cards; the deck has 12",
        ),
        ("months=3, hand_size=6, table_size=0, hand_quad=redeal, jokers=[2, 3, 3]", None),
        ("table_quad=alive", "table_quad must be one of redeal, dead, nagari, dealer_wins, got"),
        ("hand_quad=lose", "hand_quad must be one of redeal, play, win, may_claim, got 'lose'"),
        ("quad_continue=x", "quad_continue must be one of plays_on, doubles, got 'x'"),
        ("two_quads=x", "two_quads must be one of nagari, dealer_wins, higher_month_wins, got"),
        ("joker_quad=x", "joker_quad must be one of no, first_turn, always, got 'x'"),
        ("shake=on", "shake must be one of off, deal, on_first_play, play, got 'on'"),
        ("small_bomb=x", "small_bomb must be one of off, steal, double, got 'x'"),
        ("last_scope=x", "last_scope must be one of player, round, none, got 'x'"),
        ("target_choice=x", "target_choice must be one of at_play, after_flip, got 'x'"),
        ("cup_mode=x", "cup_mode must be one of decide, auto, both, got 'x'"),
        ("cup_stealable=x", "cup_stealable must be one of never, when_counted_as_pi, as_pi, got"),
        ("go_add=x", "go_add must be one of n, first_two, first, got 'x'"),
        ("go_mult=x", "go_mult must be one of flat2, pow2, times_n, got 'x'"),
        ("after_go=x", "after_go must be one of immediate_win, may_go, got 'x'"),
        ("gobak=x", "gobak must be one of none, double, pay_all, got 'x'"),
        ("liable=x", "liable must be one of last, first, got 'x'"),
        ("meong=x", "meong must be one of off, seven, all_points_animal, got 'x'"),
        ("nagari=x", "nagari must be one of none, linear, pow2, flat2, got 'x'"),
        ("bomb=2", "bomb must be True or False, got 2"),
        ("side_payments='yes'", "side_payments must be True or False, got 'yes'"),
        ("shodang=True", "unknown option 'shodang'; options are num_players, hand_size"),
    ],
)
def test_bad_options_are_refused_by_name(options, message):
    if message is None:
        assert Rules.parse(f"seed({options})")
        return
    with pytest.raises(RulesError, match=message):
        Rules.parse(f"seed({options})")


def test_an_option_that_takes_none_says_so_in_its_text():
    rules = Rules.parse("standard-2p(quad_points=None, nagari_cap=None)")

    assert rules.quad_prize == rules.min_points == 7
    assert rules.carry_limit == 1 << 20
    assert Rules.parse(str(rules)) == rules


def test_players_are_fixed_by_presets_that_name_them():
    assert Rules.preset("seed").with_players(7).num_players == 7
    for preset in Rules.PRESETS:
        if preset != "seed":
            with pytest.raises(RulesError, match=f"{preset} is for"):
                Rules.preset(preset).with_players(6)


def test_rules_that_leave_no_deal_standing_are_refused_and_others_are_dealt():
    """The tightest decks that are let through do get dealt."""
    for options in (
        "months=3, hand_size=1, table_size=9",
        "months=2, hand_size=3, table_size=2",
        "months=3, hand_size=5, table_size=2",
    ):
        batch = GameBatch("gostop", 3, rules=f"seed({options}, shake=off)", compiled=False)
        assert batch.audit() == []
