"""Positions: their text, what they refuse, and that a placed game goes on as the real one did."""

import random
from typing import Any

import pytest

from hwatu_env import GameBatch
from hwatu_env.errors import NotationError, PositionError, RulesError
from hwatu_env.games import minhwatu
from tests.games.minhwatu.examples import cards, play, start_at, the_rest
from tests.games.placing import check_reached, reached

SMALL = "months=4, hand_size=3, table_size=5"
"""A deck in which quads, triples and ends are frequent."""

RULES = [
    "seed(target=200)",
    "seed(num_players=4, par=even, target=20)",
    "seed-extended(num_players=7, par=dealer, target=20)",
    "standard(match_deals=2)",
    "standard(num_players=3, match_deals=2, hand_weight=single)",
    "seed(optional_capture=True, target=None, match_deals=2)",
    f"seed({SMALL}, sulsa_two=literal_return, target=100)",
    f"seed({SMALL}, optional_capture=True, target=100)",
    "seed(months=4, hand_size=4, table_size=4, target=250)",
]
KEPT = ("result", "score", "total", "dealer", "deals")


def seeds(rules: str) -> range:
    """More deals where they are short."""
    return range(12) if "months=4" in rules else range(2)


def random_game(rules: str, seed: int) -> GameBatch:
    """A match for odd seeds, a single deal otherwise; in short decks with months close together."""
    batch = GameBatch(
        "minhwatu",
        rules=rules,
        seed=seed,
        episode="match" if seed % 2 else "deal",
        autoreset=False,
        compiled=False,
    )
    if "hand_size=4" in rules:  # months dealt as they come: everybody holds nothing but quads
        deck = [f"{month}.{slot}" for month in (1, 2, 3, 4) for slot in (1, 2, 3, 4)]
        batch.reset(decks=[deck], dealer=seed % 2)
    return batch


def placed(position: minhwatu.Position | str) -> GameBatch:
    text = str(position)
    return GameBatch.from_positions(
        "minhwatu", [position], compiled=False, episode="match" if "match=yes" in text else "deal"
    )


@pytest.mark.parametrize("rules", RULES)
def test_every_reached_position_survives_its_text_and_plays_on_alike(rules: str) -> None:
    for seed in seeds(rules):
        words = random.Random(f"{rules} {seed}")
        batch = random_game(rules, seed)
        check_reached(batch, placed, words=words, seed=seed, rare=["forced"], kept=KEPT)


def test_the_random_games_above_ask_everything() -> None:
    asked: set[str] = set()
    ends: set[str] = set()
    for rules in RULES:
        for seed in seeds(rules):
            words = random.Random(f"{rules} {seed}")
            for position in reached(random_game(rules, seed), words):
                asked.add(position.decision)
                if position.decision == "over":
                    ends.add(position.outcome)
                elif position.deals_played > 0:
                    asked.add("between deals")
                if position.set_aside:
                    asked.add("set aside")
    assert asked == {
        *("play", "hand_target", "flip_target", "forced", "over", "between deals", "set aside"),
    }
    assert ends == {"scored", "void"}


# ---- by hand

EXAMPLE: dict[str, Any] = {
    "rules": "seed",
    "hands": [["8.3", "2.2"], ["9.3"]],
    "table": ["2.3", "1.3", "2.1"],
    "stock": ["7.3"],
}
TARGETS: dict[str, Any] = {
    "hands": [["12.1"], ["12.2"]],
    "table": ["9.1", "9.2"],
    "stock": ["8.3"],
    "decision": "flip_target",
    "flipped": "9.4",
    "set_aside": ["5.3", "5.1"],
}
OVER: dict[str, Any] = {
    "hands": [[], []],
    "piles": [["1.1"], ["2.1"]],
    "to_move": None,
    "decision": "over",
    "outcome": "scored",
}


def test_the_text_of_a_position_reads_like_a_fen() -> None:
    position = minhwatu.position(**EXAMPLE)

    assert str(position) == ("minhwatu seed play 0 hands=2.2,8.3/9.3 table=1.3,2.1,2.3 stock=7.3")
    assert repr(position) == f"parse_position({str(position)!r})"
    assert str(minhwatu.position(**TARGETS)) == (
        "minhwatu seed flip_target 0 hands=12.1/12.2 table=9.1,9.2 stock=8.3 "
        "set_aside=5.1,5.3 flipped=9.4"
    )


def test_fields_that_are_not_the_default_are_written() -> None:
    position = minhwatu.position(
        **EXAMPLE,
        piles=[["5.1", "5.2", "5.3", "5.4"], []],
        quads=(1, 0),
        dealer=1,
        match=True,
        deals_played=3,
        totals=(-20, 400),
    )

    assert str(position).endswith(
        "piles=5.1,5.2,5.3,5.4/- quads=1/0 dealer=1 match=yes deals_played=3 totals=-20/400"
    )
    assert minhwatu.parse_position(str(position)) == position


def test_a_turn_goes_on_from_its_middle() -> None:
    position = play(start_at(**TARGETS), "take 9.2")

    assert position.piles[0] == cards("5.1 5.3 9.2 9.4")
    assert position.table == ["9.1"]
    assert position.to_move == 1


def test_an_opened_position_has_a_history_of_its_own() -> None:
    batch = start_at(**EXAMPLE)
    play(batch, "play 8.3")
    events = [(int(away), minhwatu.GAME.event_text(int(e))) for away, e in batch.history(0, 1)]

    assert events == [(1, "play 8.3"), (1, "flip 7.3")]


def test_the_score_of_an_episode_follows_from_its_totals() -> None:
    batch = start_at(**EXAMPLE, match=True, deals_played=2, totals=(100, 300))

    assert batch.state[0].score.tolist() == [-200, 200]


def test_cards_that_are_nowhere_are_out_of_the_game() -> None:
    batch = start_at(**EXAMPLE)
    unseen = batch.spec.observation.read(batch.observe(0), "unseen")[0]

    assert unseen.sum() == 2  # the hand of seat 1 and the stock
    assert batch.audit() == []


def test_points_and_totals_of_a_finished_deal_follow_from_its_piles() -> None:
    position = minhwatu.position(**OVER)

    assert (position.points, position.totals, position.deals_played) == ((20, 10), (20, 10), 1)


def test_an_illegal_action_is_part_of_a_position() -> None:
    batch = GameBatch("minhwatu", autoreset=False, illegal="void", episode="match", compiled=False)
    batch.reset(dealer=1)
    batch.step("leave")
    position = batch.position(0)
    again = placed(str(position))

    assert (position.outcome, position.points, position.totals) == (
        "illegal_action",
        (0, -240),
        (0, -240),
    )
    assert again.position(0) == position
    for name in ("score", "result", "total"):
        assert again.state[0][name].tolist() == batch.state[0][name].tolist()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hands": [["2.2"], ["2.2"]]}, "2.2 is in the hand of seat 0 and in the hand of seat 1"),
        ({"table": ["7.3"]}, "7.3 is on the table and in the stock"),
        ({"stock": ["13.1"]}, "in the stock: unknown card '13.1'"),
        ({"stock": ["J2a"]}, "J2a in the stock is not in the deck of seed"),
        ({"rules": "seed(months=8, hand_size=4)"}, r"9.3 in the hand of seat 1 is not in the deck"),
        ({"hands": ["2.2", "9.3"]}, "hands is one list of cards a seat, got"),
        ({"table": "1.3"}, "cards are listed one by one, got the text '1.3'"),
        ({"stock": "1.3"}, "stock are listed one by one, got the text '1.3'"),
        ({"piles": [[]]}, r"piles needs 2 entries, one a seat, got \[\[\]\]"),
        ({"table": ["1.1", "1.2", "1.3", "1.4"]}, "four cards of month 1 lie on the table"),
        ({"to_move": 2}, "to_move is a seat from 0 to 1, got 2"),
        ({"dealer": -1}, "dealer is a seat from 0 to 1, got -1"),
        ({"decision": "go_stop"}, "a decision is one of over, play, hand_target, .* got 'go_stop'"),
        ({"outcome": "win"}, "an outcome is one of playing, scored, void, .* got 'win'"),
        ({"outcome": "scored"}, "the outcome scored does not fit play"),
        ({"to_move": None}, "to_move is None when the deal is over, and only then; got None at"),
        ({"decision": "over"}, "to_move is None when the deal is over, and only then; got 0 at"),
        ({"hands": [[], ["9.3"]]}, "seat 0 cannot be asked play: it has no hand cards"),
        ({"decision": "forced"}, "seat 0 cannot be asked forced: it has hand cards"),
        ({"decision": "hand_target"}, "the played card must have two mates on the table, it has 0"),
        (
            {"decision": "hand_target", "played": "1.1"},
            "the played card must have two mates on the table, it has 1",
        ),
        ({"decision": "flip_target"}, "the flipped card must have two mates on the table, it has"),
        ({"played": "1.1"}, "played belongs to the decision hand_target, got '1.1' at play"),
        ({"flipped": "1.1"}, "flipped belongs to the decision flip_target, got '1.1' at play"),
        ({"set_aside": ["1.1"]}, r"set_aside belongs to the decision flip_target, got \['1.1'\]"),
        ({"quads": (1, 0)}, "seat 0 has laid out 1 quads, but its pile holds 0 whole months"),
        ({"quads": (0.5, 0)}, r"quads are whole numbers, got \[0.5, 0\]"),
        ({"deals_played": 1}, "a single deal has 0 finished deals, got deals_played=1"),
        ({"totals": (1, 0)}, r"the totals of a single deal are its points \[0, 0\], got \[1, 0\]"),
        ({"points": (1, 0), "totals": (1, 0)}, r"points are given when the deal is over, got"),
        (
            {"match": True, "deals_played": 4, "totals": (1000, 0)},
            r"the match goes on although totals \[1000, 0\] after 4 deals decide it",
        ),
        (
            {"match": True, "rules": "standard", "deals_played": 12},
            r"the match goes on although totals \[0, 0\] after 12 deals decide it",
        ),
        (
            {"match": True, "rules": "standard", "deals_played": 13},
            "deals_played must be 0 to 12, got 13",
        ),
        ({"match": True, "totals": (1 << 30, 0)}, "totals must be -1048576 to 1048576, got"),
    ],
)
def test_impossible_positions_are_refused_by_name(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        minhwatu.position(**(EXAMPLE | changes))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"set_aside": ["5.1"]}, r"set_aside is a pair or all four of a month, .* \['5.1'\]"),
        ({"set_aside": ["5.1", "6.1"]}, "set_aside is a pair or all four of a month"),
        ({"set_aside": ["9.3", "5.1"]}, "set_aside is a pair or all four of a month"),
        ({"table": ["9.1"]}, "the flipped card must have two mates on the table, it has 1"),
        ({"flipped": "9.1"}, "9.1 is on the table and turned up"),
    ],
)
def test_impossible_turns_are_refused_by_name(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        minhwatu.position(**(TARGETS | changes))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hands": [["3.1"], []]}, "a deal is scored when hands and stock are used up, got hands"),
        ({"stock": ["3.1"]}, r"a deal is scored when hands and stock .* stock \['3.1'\]"),
        ({"outcome": "playing"}, "the outcome playing does not fit a deal that is over"),
        ({"outcome": "void"}, r"the piles make the deal scored with points \[20, 10\], got void"),
        ({"points": (10, 20)}, r"make the deal scored with points \[20, 10\], got scored with"),
        (
            {"totals": (0, 0)},
            r"the totals of a single deal are its points \[20, 10\], got \[0, 0\]",
        ),
        ({"deals_played": 0}, "a single deal has 1 finished deals, got deals_played=0"),
        ({"outcome": "illegal_action"}, "after an illegal action one seat has lost points, got"),
        ({"match": True}, r"the match is over although totals \[20, 10\] after 1 deals do not"),
    ],
)
def test_impossible_ends_are_refused_by_name(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(PositionError, match=message):
        minhwatu.position(**(OVER | changes))


def test_four_of_a_month_may_lie_dead_where_sulsa_left_them() -> None:
    rules = "seed(sulsa_two=literal_return)"
    position = minhwatu.position(**(EXAMPLE | {"table": cards("1.1 1.2 1.3 1.4"), "rules": rules}))

    assert position.table == cards("1.1 1.2 1.3 1.4")


def test_a_card_with_one_mate_may_be_left_where_the_rules_let_it() -> None:
    rules = "seed(optional_capture=True)"
    changes = {"decision": "hand_target", "played": "1.1", "rules": rules}
    batch = start_at(**(EXAMPLE | changes))

    assert batch.legal_actions() == ["take 1.3", "leave"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("minhwatu seed play 0 hands=1.1/2.1 stacks=-", "'stacks=-' is no field; fields are hands"),
        ("minhwatu seed play 0 hands=1.1/2.1 quads=a/b", "'a' is no whole number"),
        ("minhwatu seed play 0 hands=1.1/2.1 match=1", "'1' is neither yes nor no"),
    ],
)
def test_malformed_texts_are_refused(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        minhwatu.parse_position(text)


def test_unknown_rules_are_refused() -> None:
    with pytest.raises(RulesError, match="unknown preset 'pmang'"):
        minhwatu.parse_position("minhwatu pmang play 0 hands=1.1/2.1")
    with pytest.raises(RulesError, match="num_players must be 2 to 7, got 1"):
        minhwatu.position(hands=[["1.1"]])


def test_a_whole_deal_has_all_cards() -> None:
    deal = GameBatch("minhwatu", seed=5, compiled=False).position(0)

    zones = [*deal.hands, deal.table, deal.stock, *deal.piles]
    assert sorted(card for zone in zones for card in zone) == sorted(the_rest())
