"""The worked examples of rules/hachinin_meri.md §11, by number."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hwatu_env import GameBatch
from hwatu_env.cards import unsun
from hwatu_env.games.hachinin_meri import Rules, trick
from hwatu_env.games.hachinin_meri.deal import begin_episode, clear_deal, end_deal, outcome
from hwatu_env.games.hachinin_meri.position_state import blank_state
from hwatu_env.games.hachinin_meri.state import MATCH, SEATS, SINGLE, State
from hwatu_env.games.hachinin_meri.tricks import is_ichimaizun, lay, legal_plays

DATA = Path(__file__).parents[2] / "oracles" / "hachinin_meri_tricks.json"
TRICKS: list[dict[str, Any]] = json.loads(DATA.read_text())


@pytest.mark.parametrize("example", TRICKS, ids=lambda example: example["id"])
def test_trick_of_the_data_block(example: dict[str, Any]):
    result = trick(
        example["cards"],
        leader=example["leader"],
        trump=example["trump"],
        trick=example["trick"],
        meri=example.get("meri"),
        hidden=example.get("hidden", False),
        earlier=example.get("earlier", ()),
        rules=Rules.preset("seed", **example.get("options", {})),
    )

    assert result.winner == example["winner"]
    assert list(result.yaku) == example["yaku"]
    assert result.points == example["points"]
    assert sum(line.points for line in result.lines) == result.points


# ---- hands in the middle of a game


def started(rules: Rules, *, trump: str) -> State:
    """A game before trick 1, whose cards are not dealt; the dealer and first leader is seat 0."""
    g = blank_state()
    begin_episode(g, rules.plain[0], SINGLE, 0)
    clear_deal(g)
    g.trump = unsun.suit_index(trump)
    g.open_trump = unsun.card_index(f"{trump}.7")
    g.first_leader = 0
    g.buried = g.open_trump
    return g


def hold(g: State, seat: int, cards: list[str]) -> None:
    g.hand_low[seat], g.hand_high[seat] = unsun.split(unsun.board(cards))


def legal_after(
    g: State, rules: Rules, hand: list[str], *, led: str, number: int = 2, monchi: bool = False
) -> set[str]:
    """What seat 0 may play if seat 7 leads a trick."""
    hold(g, 0, hand)
    g.trick = number - 1
    g.meri_seen = int(monchi)
    g.place = 0
    lay(g, rules.plain[0], 7, unsun.card_index(led))
    return set(unsun.names(unsun.join(*legal_plays(g, rules.plain[0], 0))))


def legal(hand: list[str], *, trump: str, led: str, options: str = "", **where: Any) -> set[str]:
    rules = Rules.parse(f"seed({options})")
    return legal_after(started(rules, trump=trump), rules, hand, led=led, **where)


PLAIN = ["Cups.1", "Cups.2", "Coins.3", "Coins.Un", "Drums.4", "Drums.5", "Clubs.2", "Clubs.Sun"]


def test_example_15a_a_lone_sun_need_not_be_played_in_meri():
    hand = ["Swords.Sun", *PLAIN]

    assert legal(hand, trump="Swords", led="Swords.5") == set(hand)


def test_example_15b_with_tenka_it_is_not_alone():
    hand = ["Swords.Sun", "Clubs.Robai", *PLAIN[:7]]

    assert legal(hand, trump="Swords", led="Swords.5") == {"Swords.Sun", "Clubs.Robai"}


@pytest.mark.parametrize(
    ("hand", "led", "options", "expected"),
    [
        (
            ["Cups.9", "Coins.2", "Clubs.Robai", "Swords.Un"],
            "Cups.4",
            "",
            {"Cups.9", "Coins.2", "Clubs.Robai"},
        ),
        (["Coins.2", "Swords.Un"], "Cups.4", "", {"Coins.2"}),
        (["Coins.2", "Swords.Un"], "Cups.4", "monchi_void=free", {"Coins.2", "Swords.Un"}),
        (["Swords.Un", "Drums.1"], "Cups.4", "", {"Swords.Un", "Drums.1"}),
        (["Clubs.Robai", "Swords.1", "Drums.5"], "Clubs.3", "", {"Clubs.Robai"}),
    ],
    ids=["c", "d", "d-free", "e", "f"],
)
def test_example_15_monchi(hand: list[str], led: str, options: str, expected: set[str]):
    found = legal(hand, trump="Coins", led=led, options=options, number=6, monchi=True)

    assert found == expected


@pytest.mark.parametrize(
    ("hand", "options", "expected"),
    [
        (["Cups.9", "Coins.2", "Swords.Un"], "monchi=follow_first", {"Cups.9"}),
        (["Coins.Sun", "Swords.Un"], "", {"Coins.Sun"}),
        (["Coins.Sun", "Swords.Un"], "ichimaizun=also_monchi", {"Coins.Sun", "Swords.Un"}),
    ],
    ids=["a", "b", "b-also"],
)
def test_example_27_monchi_with_options(hand: list[str], options: str, expected: set[str]):
    found = legal(hand, trump="Coins", led="Cups.4", options=options, number=7, monchi=True)

    assert found == expected


def test_example_27c_a_led_tenka_makes_meri():
    assert legal(["Clubs.5", "Coins.3"], trump="Coins", led="Clubs.Robai") == {"Coins.3"}
    plain = ["Clubs.5", "Swords.3"]
    assert legal(plain, trump="Coins", led="Clubs.Robai") == set(plain)


# ---- the exchange


def dealt(hands: dict[int, list[str]], widow: list[str]) -> list[str]:
    """A deck by seats: some cards as given, the others in the order of their ids."""
    named = {card for cards in hands.values() for card in cards} | set(widow)
    rest = iter(card for card in unsun.CARD_NAMES if card not in named)
    deck = []
    for seat in range(SEATS):
        own = hands.get(seat, [])
        deck += [*own, *(next(rest) for _ in range(9 - len(own)))]
    return [*deck, *widow]


def table(deck: list[str], *, dealer: int, rules: str = "seed") -> GameBatch:
    batch = GameBatch("hachinin_meri", 1, rules=rules, autoreset=False, compiled=False)
    batch.reset(decks=[deck], dealer=dealer)
    return batch


def piece(batch: GameBatch, seat: int, name: str) -> Any:
    return batch.spec.observation.read(batch.observe(seat)[0], name)


def test_example_14_the_declarer_leads_and_buries_one_of_ten():
    hands = {5: ["Drums.Robai", "Clubs.1", "Swords.Sun"]}
    batch = table(dealt(hands, ["Drums.4", "Cups.6", "Clubs.2"]), dealer=2)
    assert batch.to_move[0] == 5

    batch.step("declare")
    assert batch.to_move[0] == 5
    assert len(batch.legal_actions(0)) == 10
    assert "bury Drums.4" in batch.legal_actions(0)
    batch.step("bury Clubs.1")
    batch.step("play Swords.Sun")

    unseen = piece(batch, 0, "unseen")
    for card in ("Clubs.1", "Cups.6", "Clubs.2"):
        assert unseen[unsun.card_index(card)] or card in batch.position(0).hands[0]
    assert piece(batch, 0, "current").sum() == 1


def test_example_14_if_it_is_hidden_the_dealer_leads():
    batch = table(dealt({5: ["Drums.Robai"]}, ["Drums.4", "Cups.6", "Clubs.2"]), dealer=2)
    batch.step("hide")

    assert batch.to_move[0] == 2
    assert "bury Drums.4" in batch.legal_actions(0)


def test_example_14_with_the_dragon_as_open_trump_nobody_is_asked():
    batch = table(dealt({}, ["Drums.Robai", "Cups.6", "Clubs.2"]), dealer=2)

    assert batch.to_move[0] == 2
    assert "bury Drums.Robai" in batch.legal_actions(0)
    assert batch.state["hidden"][0] == 0


LONE = ["Coins.Sun", "Cups.1", "Cups.2", "Cups.3", "Cups.4", "Swords.1", "Swords.2", "Swords.3"]


@pytest.mark.parametrize(
    ("bury", "time", "exempt"),
    [
        ("Coins.7", "after_exchange", True),
        ("Cups.1", "after_exchange", False),
        ("Cups.1", "as_dealt", True),
    ],
)
def test_example_25_ichimaizun_and_the_exchange(bury: str, time: str, exempt: bool):
    deck = dealt({0: [*LONE, "Drums.1"]}, ["Coins.7", "Coins.Robai", "Clubs.2"])
    batch = table(deck, dealer=0, rules=f"seed(ichimaizun_time={time})")
    batch.step(f"bury {bury}")

    assert piece(batch, 0, "ichimaizun") == exempt


def test_example_25_as_dealt_the_open_trump_is_played_first():
    """The example says that the 7 must be played; §5.8's pseudo-code, which we follow, that both
    trumps may be: the Sun is not his only trump, so that he must play one of the two."""
    rules = Rules.parse("seed(ichimaizun_time=as_dealt)")
    g = started(rules, trump="Coins")
    g.buried = unsun.card_index("Cups.9")

    both = legal_after(g, rules, ["Coins.Sun", "Coins.7", "Cups.1"], led="Coins.5")
    assert both == {"Coins.Sun", "Coins.7"}

    g.cards[0] = unsun.card_index("Coins.7")  # seat 0 played it to trick 1
    alone = legal_after(g, rules, ["Coins.Sun", "Cups.1"], led="Coins.5")
    assert is_ichimaizun(g, rules.plain[0], 0)
    assert alone == {"Coins.Sun", "Cups.1"}


def test_example_26_hiding_leaves_no_trace():
    """Two deals that differ in which of two cards seat 5 holds and which lies in the widow."""
    widow = ["Drums.4", "Cups.6", "Clubs.2"]
    hidden = dealt({5: ["Drums.Robai"]}, widow)
    absent = [{"Cups.6": "Drums.Robai", "Drums.Robai": "Cups.6"}.get(c, c) for c in hidden]
    holder, nobody = (table(deck, dealer=2) for deck in (hidden, absent))
    others = [seat for seat in range(SEATS) if seat != 5]

    # seat 5 is asked, of which those know nothing who wait; in the other deal the dealer is asked
    compare_views(holder, nobody, [seat for seat in others if seat != 2])
    holder.step("hide")
    exchanged = {"play Drums.Robai", "play Cups.6"}
    while holder.to_move[0] >= 0:
        compare_views(holder, nobody, others)
        words = sorted(set(holder.legal_actions(0)) & set(nobody.legal_actions(0)) - exchanged)
        if not words:
            return
        holder.step(words[0])
        nobody.step(words[0])
    raise AssertionError("seat 5 never had to play the card")


def compare_views(one: GameBatch, other: GameBatch, seats: list[int]) -> None:
    for seat in seats:
        np.testing.assert_array_equal(one.observe(seat), other.observe(seat))
        np.testing.assert_array_equal(one.history(0, seat), other.history(0, seat))


# ---- scores


def play_game(g: State, rules: Rules, even: int, odd: int) -> None:
    g.points = [even, odd]
    end_deal(g, rules.plain[0])


@pytest.mark.parametrize(("odd", "result"), [(9, 0), (11, -1)])
def test_example_16_a_drawn_game_counts_for_the_set(odd: int, result: int):
    rules = Rules.preset("seed")
    g = started(rules, trump="Coins")
    play_game(g, rules, 9, odd)
    assert outcome(g, rules.plain[0], 0) == result

    g.episode_deals = 8
    play_game(g, rules, 9, odd)
    assert g.set_points == [9, odd]


@pytest.mark.parametrize("tie", ["draw", "extra_game"])
def test_example_28_a_session_with_a_tied_set(tie: str):
    rules = Rules.parse(f"seed(tie_set={tie})")
    g = started(rules, trump="Coins")
    g.episode_deals = MATCH
    for even, odd in ((72, 74), (40, 32), (36, 36)):
        for _ in range(7):
            play_game(g, rules, 4, 4)
        assert g.to_move >= 0
        play_game(g, rules, even - 28, odd - 28)

    assert g.sets_won == [1, 1]
    if tie == "draw":
        assert g.to_move < 0
        assert g.sets == 3
        assert outcome(g, rules.plain[0], 0) == 0
    else:
        assert g.to_move >= 0
        play_game(g, rules, 4, 5)
        assert g.to_move < 0
        assert outcome(g, rules.plain[0], 0) == -1


def test_every_example_has_a_test():
    named = {re.match(r"\d+", example["id"])[0] for example in TRICKS}  # type: ignore[index]
    module = sys.modules[__name__]
    for name in dir(module):
        found = re.match(r"test_example_(\d+)", name)
        if found:
            named.add(found[1])

    assert {int(number) for number in named} == set(range(1, 29))
