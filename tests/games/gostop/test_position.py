"""Positions: their text, what they refuse, and that a placed game goes on as the real one did."""

import random

import pytest

from hwatu_env import GameBatch
from hwatu_env.errors import NotationError, PositionError, RulesError
from hwatu_env.games import gostop
from tests.games.placing import check_reached, reached

SMALL = (
    "months=4, hand_size=8, table_size=2, min_points=2, hand_quad=may_claim, table_quad=dead, "
    "two_quads=dealer_wins, jokers=[2, 2, 3, 3]"
)
"""A deck in which quads, triples and ends are frequent."""

RULES = [
    "seed",
    "seed(num_players=4)",
    "seed(shake=on_first_play, target_choice=after_flip, hand_quad=play)",
    "seed(num_players=7, push=True, after_go=may_go)",
    "standard-2p",
    "standard-3p(push=True)",
    "hangame",
    "pmang(small_bomb=double, shake=deal)",
    "netmarble(target_choice=after_flip)",
    f"seed({SMALL}, joker_quad=first_turn, shake=deal, quad_continue=doubles)",
    f"standard-2p({SMALL}, joker_quad=always, target_choice=after_flip)",
    f"seed({SMALL}, shake=on_first_play, bomb=True, small_bomb=steal, side_payments=True, "
    "first_jjok=2, first_bomb=3, first_ttadak=4, first_ppeok=[1, 2, 3])",
    "standard-3p(months=6, hand_size=4, table_size=7, table_quad=dealer_wins, push=True)",
    "standard-2p(months=4, hand_size=3, table_size=6, table_quad=nagari, min_points=1)",
]

RARE = ("quad", "forced", "push")
KEPT = ("result", "carry", "push", "dealer")


def seeds(rules: str) -> range:
    """More deals where they are short and where it takes more of them to see everything."""
    return range(20) if SMALL in rules else range(4)


def random_deal(rules: str, seed: int) -> GameBatch:
    episode = "match" if seed % 2 else "deal"
    text = str(gostop.Rules.parse(rules).replace(match_length=2))
    return GameBatch(
        "gostop", rules=text, seed=seed, episode=episode, autoreset=False, compiled=False
    )


def placed(position: gostop.Position | str) -> GameBatch:
    return GameBatch.from_positions("gostop", [position], compiled=False)


@pytest.mark.parametrize("rules", RULES)
def test_every_reached_position_survives_its_text_and_plays_on_alike(rules: str) -> None:
    for seed in seeds(rules):
        words = random.Random(f"{rules} {seed}")
        batch = random_deal(rules, seed)
        check_reached(batch, placed, words=words, seed=seed, rare=RARE, kept=KEPT)


def test_the_random_deals_above_ask_everything() -> None:
    asked: set[str] = set()
    for rules in RULES:
        for seed in seeds(rules):
            words = random.Random(f"{rules} {seed}")
            for position in reached(random_deal(rules, seed), words):
                in_turn = position.decision == "quad" and position.turn is not None
                asked.add("joker quad" if in_turn else position.decision)
    assert asked == {
        *("play", "shake", "hand_target", "flip_target", "cup", "go_stop", "push"),
        *("quad", "joker quad", "deal_shake", "forced", "over"),
    }


CHODAN = ["4.2", "5.2", "7.2"]
MIDDLES = {
    # the last card reached the mark: no question after that of the cup
    "last action": (
        {"hands": [["9.2"], ["7.1", "7.3"]], "table": ["9.1", "3.1"], "stock": ["5.1"]},
        {"piles": [CHODAN, []]},
        ("play 9.2",),
        ("cup animal",),
        (3, -3),
    ),
    "jjok on a first turn": (
        {"hands": [["9.2", "8.3"], ["7.1"]], "table": ["3.1"], "stock": ["9.1", "5.1"]},
        {"rules": "seed(side_payments=True, first_jjok=2)", "turns_taken": (0, 0)},
        ("play 9.2",),
        ("cup pi",),
        (2, -2),
    ),
    "own stack by hand, then a choice": (
        {"hands": [["5.4", "8.3"], ["9.4"]], "table": ["7.1", "7.2", "9.3"], "stock": ["7.3"]},
        {
            "rules": "standard-2p",
            "stacks": [{"cards": ["5.1", "5.2", "5.3"], "owner": 0, "jokers": ["J3"]}],
            "piles": [[], ["1.3", "2.3", "3.3"]],
        },
        ("play 5.4",),
        ("take 7.1",),
        [["1.3", "2.3", "5.1", "5.2", "5.3", "5.4", "7.1", "7.3", "J3"], ["3.3"]],
    ),
    "bomb on a first turn, then a choice": (
        {"hands": [["6.2", "6.3", "6.4"], ["9.4"]], "table": ["6.1", "7.1", "7.2"]},
        {
            "rules": "standard-2p(first_bomb=5)",
            "stock": ["7.3", "8.1", "8.2"],
            "piles": [[], ["1.3", "2.3"]],
            "turns_taken": (0, 0),
        },
        ("bomb 6",),
        ("take 7.2",),
        (5, -5),
    ),
    "jokers turned up before a late choice": (
        {"hands": [["4.2", "8.3"], ["9.2"]], "table": ["4.1", "4.3", "9.3", "9.4"]},
        {
            "rules": "standard-2p(target_choice=after_flip, joker_steal=True)",
            "stock": ["J2a", "9.1"],
            "piles": [[], ["1.3", "2.3"]],
        },
        ("play 4.2",),
        ("take 4.3", "take 9.4"),
        [["1.3", "4.2", "4.3", "9.1", "9.4", "J2a"], ["2.3"]],
    ),
}


@pytest.mark.parametrize("name", MIDDLES)
def test_what_a_turn_has_done_so_far_is_part_of_the_position(name: str) -> None:
    cards, more, before, after, end = MIDDLES[name]
    real = placed(gostop.position(**(cards | more)))
    for word in before:
        real.step(word)
    hand_made = placed(str(real.position(0)))
    for word in after:
        real.step(word)
        hand_made.step(word)

    assert hand_made.position(0) == real.position(0)
    reached = hand_made.position(0)
    assert end in (reached.ledger, reached.piles)


# ---- by hand

EXAMPLE = {
    "rules": "seed",
    "hands": [["2.2", "8.3"], ["9.3"]],
    "table": ["1.3", "2.1", "2.3"],
    "stock": ["7.3"],
}


def test_the_text_of_a_position_reads_like_a_fen() -> None:
    position = gostop.position(
        **EXAMPLE,
        piles=[[], ["11.2"]],
        stacks=[{"cards": ["5.4", "5.2", "5.3"], "owner": 1, "jokers": []}],
        carry=2,
        ledger=(3, -3),
    )

    assert str(position) == (
        "gostop seed play 0 hands=2.2,8.3/9.3 table=1.3,2.1,2.3 stock=7.3 piles=-/11.2 "
        "stacks=5.2,5.3,5.4@1 turns_taken=3/3 carry=2 ledger=3/-3"
    )
    assert repr(position) == f"parse_position({str(position)!r})"


def test_what_is_left_out_is_completed() -> None:
    position = gostop.position(
        hands=[["6.1", "6.2", "6.3"], ["9.3"], ["10.1"]],
        table=["5.4", "5.2", "5.3", "7.1"],
        piles=[["1.1", "3.1", "8.1"], [], []],
        go_counts=(2, 0, 0),
        shown=[["6.3", "6.2", "6.1"], [], []],
        rules="standard-3p",
    )

    assert position.stacks == [{"cards": ["5.2", "5.3", "5.4"], "owner": None, "jokers": []}]
    assert position.table == ["7.1"]
    assert position.turns_taken == (3, 3, 3)
    assert position.go_order == (0, 0)
    assert position.last_go_scores == (3, 0, 0)
    assert position.no_shake == [[6], [], []]
    assert position.match_score == position.ledger == (0, 0, 0)
    assert (position.to_move, position.decision, position.outcome) == (0, "play", "playing")


def test_a_captured_cup_has_been_decided_where_the_rules_ask() -> None:
    piles = [["9.1", "10.1"], []]

    assert gostop.position(**EXAMPLE, piles=piles).cups == ("animal", None)
    assert gostop.position(**EXAMPLE, piles=piles, decision="cup").cups == (None, None)
    auto = EXAMPLE | {"rules": "standard-2p"}
    assert gostop.position(**auto, piles=piles).cups == (None, None)


def test_cards_left_out_are_out_of_the_game() -> None:
    batch = placed(gostop.position(**EXAMPLE))

    assert batch.audit() == []
    absent = int(batch.state[0].absent)
    assert absent.bit_count() == 48 - 7


def test_the_number_of_players_follows_from_the_hands() -> None:
    position = gostop.position(hands=[["2.2"], ["9.3"], ["1.1"], []])

    assert position.rules.num_players == 4
    with pytest.raises(RulesError, match="standard-3p is for 3 players, got 2"):
        gostop.position(rules="standard-3p", hands=[["2.2"], ["9.3"]])


def test_deals_after_a_placed_one_differ_between_rows() -> None:
    text = "gostop seed play 0 hands=2.2/9.3 table=1.3 stock=- more_deals=1 turns_taken=3/3"
    batch = GameBatch.from_positions("gostop", [text, text], compiled=False)
    batch.step("play 2.2")
    batch.step("play 9.3")

    assert [batch.position(row).carry for row in (0, 1)] == [2, 2]
    assert batch.position(0).hands != batch.position(1).hands


def test_a_match_says_how_many_deals_follow_and_what_was_won_before() -> None:
    position = gostop.position(
        **EXAMPLE, ledger=(-1, 1), match_score=(20, -20), more_deals=3, push=1
    )
    batch = placed(position)

    assert batch.position(0).match_score == (20, -20)
    assert batch.position(0).more_deals == 3
    assert batch.spec.observation.read(batch.observation, "deals_left").tolist() == [3]


def test_turns_taken_are_those_that_are_finished() -> None:
    batch = placed(gostop.position(**EXAMPLE, turns_taken=(3, 2)))
    turns = [batch.position(0).turns_taken]
    for word in ("play 2.2", "take 2.1", "play 9.3"):
        batch.step(word)
        turns.append(batch.position(0).turns_taken)

    assert turns == [(3, 2), (3, 2), (4, 2), (4, 3)]


def test_worlds_of_a_placed_game_keep_what_the_seat_sees() -> None:
    text = (
        "gostop standard-2p shake 0 hands=6.1,6.2,6.3,8.4/9.2,11.3,J3 table=3.1 stock=10.3,5.3,4.1 "
        "turns_taken=0/0 turn=played:6.1"
    )
    batch = placed(text)
    worlds = batch.determinize([0], 0, copies=20)

    assert worlds.audit() == []
    assert (worlds.observe(0) == batch.observe(0)).all()
    hands = {tuple(worlds.position(row).hands[1]) for row in range(20)}
    assert len(hands) > 1
    unseen = batch.determinize([0], 1, copies=1)
    assert unseen.position(0).decision == "play"  # the other seat knows of no question


# ---- refusals

REFUSED = {
    "unknown card '13.1'": {"table": ["13.1"]},
    "unknown card '2'": {"stock": "2.2"},
    "hands is one list of cards a seat": {"hands": ["2.2", "8.3"]},
    "8.3 is in the hand of seat 0 and on the table": {"table": ["8.3"]},
    "J3 in the stock is not in the deck of seed": {"stock": ["J3"]},
    "four cards of month 2 lie on the table": {
        "hands": [["8.3"], ["9.3"]],
        "table": ["2.1", "2.2", "2.3", "2.4"],
    },
    "a stack is three cards of one month": {"stacks": [{"cards": ["5.1", "5.2"]}]},
    "a stack has cards, owner and jokers": {"stacks": [{"card": ["5.1"]}]},
    "the owner of a stack is a seat from 0 to 1, got 2": {
        "stacks": [{"cards": ["5.1", "5.2", "5.3"], "owner": 2}]
    },
    "only jokers are buried in a stack": {
        "stacks": [{"cards": ["5.1", "5.2", "5.3"], "jokers": ["6.1"]}]
    },
    "to_move is a seat from 0 to 1, got 2": {"to_move": 2},
    "dealer is a seat from 0 to 1, got -1": {"dealer": -1},
    "piles needs 2 entries, one a seat": {"piles": [[]]},
    "turns_taken needs 2 entries, one a seat": {"turns_taken": (3,)},
    "turns_taken must be 0 to 99, got -1": {"turns_taken": (3, -1)},
    "shakes are whole numbers": {"shakes": (0.5, 0)},
    "carry must be 1 to": {"carry": 0},
    "push must be 1, 2 or 4, got 3": {"push": 3},
    r"ledger must add up to zero, got \[7, -6\]": {"ledger": (7, -6)},
    "go_counts says that seat 0 called go 2 times, go_order": {
        "go_counts": (2, 0),
        "go_order": (0,),
    },
    "give go_order": {"go_counts": (1, 1)},
    "each entry of go_order is a seat from 0 to 1, got 4": {"go_order": (4,)},
    "seat 1 shows 2.2, which it does not hold": {"shown": [[], ["2.2"]]},
    "the sake cup of seat 0 is one of None, animal, pi, locked, got 'tea'": {"cups": ("tea", None)},
    "seat 1 counts the sake cup as pi but lacks 9.1": {"cups": (None, "pi")},
    "a decision is one of over, quad": {"decision": "think"},
    "an outcome is one of playing, win": {"outcome": "lost"},
    "seat 1 cannot be asked play: it has neither": {"hands": [["2.2"], []], "to_move": 1},
    "cannot be asked quad: hand_quad is redeal": {"decision": "quad"},
    "cannot be asked quad: joker_quad is no": {"decision": "quad", "turn": {}},
    "a quad without a turn is asked before the first one": {
        "decision": "quad",
        "turns_taken": (1, 0),
    },
    "cannot be asked deal_shake: asked_month must be a month of which it holds 3": {
        "decision": "deal_shake"
    },
    "cannot be asked deal_shake: it holds 1 cards of month 2": {
        "decision": "deal_shake",
        "asked_month": 2,
    },
    "asked_month is a month from 1 to 12 at the decisions quad and deal_shake, got 2 at play": {
        "asked_month": 2
    },
    "the decision hand_target needs a turn": {"decision": "hand_target"},
    "has no two table cards to choose from": {
        "decision": "hand_target",
        "hands": [["8.3"], ["9.3"]],
        "table": ["2.1"],
        "turn": {"played": "2.2", "kind": "pair2", "lifted": ["2.2"]},
    },
    "the flipped card of the turn has no two": {
        "decision": "flip_target",
        "turn": {"flipped": "7.4"},
    },
    "playing 2.2 does not let it show three": {"decision": "shake", "turn": {"played": "2.2"}},
    "the played card of the turn is not in its hand": {
        "decision": "shake",
        "turn": {"played": "2.4"},
    },
    "turn belongs to the decisions": {"turn": {"played": "2.2"}},
    "a turn has played, kind": {"decision": "shake", "turn": {"card": "2.2"}},
    "the kind of a turn is one of none, placed": {"decision": "shake", "turn": {"kind": "pair"}},
    "a turn of kind quad has its played card among `taken`": {
        "decision": "flip_target",
        "turn": {"played": "3.1", "kind": "quad", "flipped": "2.4"},
    },
    "only jokers are pending": {"decision": "flip_target", "turn": {"pending": ["4.1"]}},
    "cannot be asked cup: 9.1 is not in its pile": {"decision": "cup"},
    "cannot be asked go_stop: it has 0 points and needs 3": {"decision": "go_stop"},
    "cannot be asked go_stop: it has 3 points, not more than the 3 of its last go": {
        "decision": "go_stop",
        "piles": [["1.1", "3.1", "8.1"], []],
        "go_order": (0,),
    },
    "cannot be asked push: push is off": {
        "decision": "push",
        "outcome": "win",
        "winner": 0,
    },
    "cannot be asked forced: the winner claims": {"decision": "forced", "winner": 1},
    "to_move is None when the deal is over": {"decision": "over", "outcome": "nagari"},
    "the outcome playing does not fit over": {"decision": "over", "to_move": None},
    "the outcome win does not fit play": {"outcome": "win", "winner": 0},
    "the outcome win does not fit the winner None": {
        "decision": "over",
        "to_move": None,
        "outcome": "win",
    },
}


@pytest.mark.parametrize("message", REFUSED)
def test_an_impossible_position_is_refused_in_words(message: str) -> None:
    with pytest.raises(PositionError, match=message):
        gostop.position(**(EXAMPLE | REFUSED[message]))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gostop seed play 0 hands=2.2/9.3 carry=two", "'two' is no whole number"),
        ("gostop seed shake 0 hands=2.2/9.3 turn=card:2.2", "a turn is written name:value"),
    ],
)
def test_a_malformed_text_is_refused_in_words(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        gostop.parse_position(text)


def test_the_sheet_of_a_deal_that_is_still_played_is_refused() -> None:
    with pytest.raises(PositionError, match="still being played"):
        placed(gostop.position(**EXAMPLE)).sheet(0)
