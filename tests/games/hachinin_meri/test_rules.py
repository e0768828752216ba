"""House rules as texts, and bad ones."""

import pytest

from hwatu_env import GameBatch
from hwatu_env.cards import unsun
from hwatu_env.errors import DeckError, IllegalActionError, RulesError
from hwatu_env.games.hachinin_meri import Rules
from hwatu_env.games.hachinin_meri.rules import R2, FirstDealer

TEXTS = [
    "seed(first_dealer=3)",
    "seed(r2=game_any, chase=odd_only, tenka_is_dragon=True)",
    "boardoor(tie_game=extra_game)",
]


@pytest.mark.parametrize("text", TEXTS)
def test_texts_read_back(text: str):
    rules = Rules.parse(text)

    assert Rules.parse(str(rules)) == rules
    assert str(rules) == text
    assert Rules.preset("seed", **rules.to_dict()) == rules


def test_trick_is_another_word_for_off():
    assert Rules.parse("seed(r2=trick)") == Rules.parse("seed(r2=off)")
    assert R2("trick") is R2.OFF


def test_the_first_dealer_is_a_seat_or_random():
    assert FirstDealer("random") is FirstDealer.RANDOM
    assert FirstDealer("3") is FirstDealer(3) is FirstDealer.SEAT_3
    assert [str(dealer) for dealer in FirstDealer] == ["random", *map(str, range(8))]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("seed(first_dealer=8)", "first_dealer must be one of random, 0, 1, 2, 3, 4, 5, 6, 7"),
        ("seed(num_players=4)", "num_players is always 8, got 4"),
        ("seed(monchi=must)", "monchi must be one of follow_or_trump, follow_first, off"),
        ("seed(tenka_is_dragon=2)", "tenka_is_dragon must be True or False"),
        ("seed(jokers=1)", "unknown option 'jokers'"),
        ("standard", "unknown preset 'standard'; presets are seed, first-draft"),
    ],
)
def test_bad_rules_are_named(text: str, message: str):
    with pytest.raises(RulesError, match=message):
        Rules.parse(text)


def test_other_numbers_of_players_are_refused():
    with pytest.raises(RulesError, match="seed is for 8 players, got 4"):
        GameBatch("hachinin_meri", num_players=4, compiled=False)


def test_a_deck_is_checked():
    batch = GameBatch("hachinin_meri", compiled=False)
    deck = list(unsun.CARD_NAMES)
    for wrong, message in [
        ([*deck[:-1], "Clubs.1"], "Clubs.1 is there 2 times; Drums.Sun is missing"),
        ([*deck[:-1], "8.2"], "unknown card '8.2'"),
        (deck[:-1], "Drums.Sun is missing"),
    ]:
        with pytest.raises(DeckError, match=message):
            batch.reset(decks=[wrong])


def test_an_illegal_action_is_named_and_changes_nothing():
    batch = GameBatch("hachinin_meri", compiled=False, seed=4)
    before = batch.state.copy()

    with pytest.raises(IllegalActionError, match=r"row 0: action 154 \(noop\) is illegal"):
        batch.step("noop")

    assert (batch.state == before).all()


@pytest.mark.parametrize("reward", ["points", "trick"])
def test_an_illegal_action_costs_the_team_and_nobody_gains(reward: str):
    options = {"seed": 4, "autoreset": False, "illegal": "void", "reward": reward}
    batch = GameBatch("hachinin_meri", compiled=False, **options)
    paid = batch.rewards.copy()
    for _ in range(30):
        batch.step(batch.sample_actions())
        paid += batch.rewards
    offender, before = int(batch.to_move[0]), batch.state["score"][0].tolist()
    batch.step("noop")
    paid += batch.rewards

    team = [99 if seat % 2 == offender % 2 else 0 for seat in range(8)]
    expected = [margin - cost for margin, cost in zip(before, team, strict=True)]
    assert batch.to_move[0] == -1
    assert batch.state["score"][0].tolist() == expected
    assert paid[0].tolist() == expected
    assert batch.sheet(0).outcome == "illegal_action"
