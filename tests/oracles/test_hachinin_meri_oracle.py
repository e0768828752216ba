"""The Hachi-Nin Meri oracle against the worked examples of §11, and random play-outs."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from tests.oracles import hachinin_meri_oracle as oracle

SEED = oracle.preset("seed")
TRICKS: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("hachinin_meri_tricks.json").read_text()
)
BY_ID = {example["id"]: example for example in TRICKS}

# §4.3
TRUMP_ORDER = {
    "Clubs": "Sun Un Sota Robai Kiri Uma 9 8 7 6 5 4 3 2 1",
    "Swords": "Sun Un Sota TENKA Robai Kiri Uma 9 8 7 6 5 4 3 2 1",
    "round": "Sun Un Sota TENKA Robai Kiri Uma 1 2 3 4 5 6 7 8 9",
}
PLAIN_ORDER = {
    "Clubs": "Sun Un Kiri Uma Sota 9 8 7 6 5 4 3 2 1",
    "Swords": "Sun Un Kiri Uma Sota 9 8 7 6 5 4 3 2 Robai 1",
    "round": "Sun Un Kiri Uma Sota Robai 1 2 3 4 5 6 7 8 9",
}


def score(example: dict[str, Any], **more: Any) -> tuple[int, list[str], int]:
    """oracle.trick on an entry of the data, with further options or arguments."""
    options = {**example.get("options", {}), **more.pop("options", {})}
    arguments = {
        "leader": example["leader"],
        "trump": example["trump"],
        "trick": example["trick"],
        "hidden": example.get("hidden", False),
        "earlier": example.get("earlier", ()),
        "meri": example.get("meri"),
        "options": oracle.preset("seed", **options),
        **more,
    }
    return oracle.trick(example["cards"], **arguments)


def position(
    trump: str,
    hands: dict[int, list[str]],
    *,
    trick: int,
    leader: int,
    options: dict[str, Any] | None = None,
    meri_seen: bool = False,
    hidden: bool = False,
    earlier: list[str] | None = None,
) -> oracle.Game:
    """A game in the middle, with made-up hands."""
    rules = oracle.preset("seed", **(options or {}))
    game = oracle.Game(rules, oracle.CARDS, dealer=0)
    game.trump, game.trick_no, game.leader = trump, trick, leader
    game.meri_seen, game.hidden = meri_seen, hidden
    game.hands = [list(hands.get(seat, [])) for seat in range(8)]
    game.tricks = [{"plays": [(0, card, False) for card in earlier or []]}]
    game.to_move, game.decision = leader, "play"
    return game


def played(example: dict[str, Any], *, meri_seen: bool = False) -> oracle.Game:
    """The example played in a game in which everybody holds just his card."""
    leader = example["leader"]
    hands = {(leader + i) % 8: [card] for i, card in enumerate(example["cards"])}
    game = position(
        example["trump"],
        hands,
        trick=example["trick"],
        leader=leader,
        options=example.get("options"),
        meri_seen=meri_seen,
        hidden=example.get("hidden", False),
        earlier=list(example.get("earlier", [])),
    )
    for card in example["cards"]:
        assert game.legal() == [f"play {card}"]
        game.step(f"play {card}")
    return game


def downs(number: str, **kwargs: Any) -> list[int]:
    """The seats that play face down in this example."""
    game = played(BY_ID[number], **kwargs)
    return [seat for seat, _, down in game.tricks[-1]["plays"] if down]


def legal(hand: str, led: str, **arguments: Any) -> list[str]:
    """legal_cards with texts; trick 2 or later."""
    options = oracle.preset("seed", **arguments.pop("options", {}))
    return sorted(
        oracle.legal_cards(hand.split(), led, **{"trick": 3, "options": options, **arguments})
    )


def deck_with(fixed: dict[int, str], widow: str, rng: random.Random) -> list[str]:
    """A random deck in which these seats hold these cards (among others) and this is the widow."""
    named = {seat: text.split() for seat, text in fixed.items()}
    used = widow.split() + [card for hand in named.values() for card in hand]
    rest = [card for card in oracle.CARDS if card not in used]
    rng.shuffle(rest)
    deck: list[str] = []
    for seat in range(8):
        hand = named.get(seat, [])
        deck += hand + [rest.pop() for _ in range(9 - len(hand))]
    return deck + widow.split()


# ---------------------------------------------------------------------- cards and strength


def test_cards() -> None:
    assert len(set(oracle.CARDS)) == 75
    assert oracle.CARDS[15 * 2 + 7 - 1] == "Cups.7"
    assert oracle.CARDS[9] == oracle.TENKA
    assert oracle.CARDS[74] == "Drums.Sun"


@pytest.mark.parametrize("suit", ["Clubs", "Swords", "Cups", "Coins", "Drums"])
def test_orders(suit: str) -> None:
    """§4.3; with `un_sun` only the two highest change places."""

    def texts(line: str) -> list[str]:
        return ["Clubs.Robai" if rank == "TENKA" else f"{suit}.{rank}" for rank in line.split()]

    trumps = texts(TRUMP_ORDER.get(suit, TRUMP_ORDER["round"]))
    plain = texts(PLAIN_ORDER.get(suit, PLAIN_ORDER["round"]))
    assert oracle.trump_order(suit, SEED) == trumps
    assert oracle.plain_order(suit, SEED) == plain
    assert [c for c in oracle.CARDS if oracle.is_trump(c, suit)] == sorted(
        trumps, key=oracle.CARDS.index
    )
    swapped = oracle.preset("seed", top="un_sun")
    assert oracle.trump_order(suit, swapped) == [trumps[1], trumps[0], *trumps[2:]]
    assert oracle.plain_order(suit, swapped) == [plain[1], plain[0], *plain[2:]]


@pytest.mark.parametrize("example", TRICKS, ids=lambda example: example["id"])
def test_data_block(example: dict[str, Any]) -> None:
    """§11.1, by the function and in a game."""
    expected = (example["winner"], example["yaku"], example["points"])
    assert score(example) == expected
    game = played(example, meri_seen=example["id"] == "22b")
    last = game.tricks[-1]
    assert (last["winner"], last["yaku"], last["points"]) == expected
    assert last["meri"] == example.get("meri", False)
    team = example["winner"] % 2
    assert game.points[team] == example["points"]
    assert game.points[1 - team] == 0
    assert game.leader == example["winner"]
    assert game.over == (example["trick"] == 9)


# ------------------------------------------------------------------- the examples by number


def test_example_1_to_3_plain_suits() -> None:
    assert score(BY_ID["1"]) == (6, [], 1)
    assert score(BY_ID["2"]) == (4, [], 1)
    assert score(BY_ID["2b"]) == (2, [], 1)
    assert score(BY_ID["3"]) == (0, [], 1)
    assert [downs(number) for number in ("1", "2", "2b", "3")] == [[], [], [], []]


def test_example_4_lone_tenka() -> None:
    assert score(BY_ID["4"]) == (4, [], 1)
    assert downs("4") == [4]


def test_example_5_hidden_dragon() -> None:
    assert [score(BY_ID[number])[2] for number in ("5a", "5b", "5c")] == [3, 6, 1]
    assert downs("5a") == [1, 3, 6]


def test_example_6_and_7_chase() -> None:
    assert score(BY_ID["6"]) == (6, ["Y1"], 3)
    assert score(BY_ID["7"]) == (5, [], 1)


def test_example_8_fourth_trump() -> None:
    points = {"third_or_later": 3, "third_only": 1, "odd_only": 1}
    for chase, expected in points.items():
        assert score(BY_ID["8"], options={"chase": chase})[2] == expected


def test_example_9_trick_nine() -> None:
    assert score(BY_ID["9"]) == (2, ["Y1", "Y2"], 11)
    assert score(BY_ID["9b"]) == (2, ["Y1", "Y2"], 6)


def test_example_10_meri_and_tenka() -> None:
    assert score(BY_ID["10"]) == (3, [], 1)
    assert score(BY_ID["10"], options={"tenka_is_dragon": True}) == (3, ["Y5"], 3)
    game = played(BY_ID["10"])
    assert downs("10") == []
    assert game.meri_seen
    assert legal("Clubs.Robai Cups.Sun", "Drums.8", trump="Drums") == ["Clubs.Robai"]


def test_example_11_low_pair() -> None:
    assert score(BY_ID["11"]) == (1, ["Y7"], 3)
    game = played(BY_ID["11"])
    assert downs("11") == [1]
    assert not game.meri_seen
    assert score(BY_ID["11b"]) == (1, [], 1)


def test_example_12_team_mate() -> None:
    assert score(BY_ID["12"]) == (4, [], 1)
    assert score(BY_ID["12b"]) == (4, ["Y2"], 3)


def test_example_13_clubs() -> None:
    assert score(BY_ID["13"]) == (0, ["Y5"], 3)
    assert downs("13") == []
    assert score(BY_ID["13b"]) == (1, ["Y1"], 3)
    assert downs("13b") == [7, 0, 1, 4]


def test_example_14_exchange() -> None:
    rng = random.Random(14)
    deck = deck_with({5: "Drums.Robai Clubs.1 Swords.Sun"}, "Drums.4 Cups.6 Clubs.2", rng)
    game = oracle.Game(SEED, deck, dealer=2)
    assert (game.open_trump, game.trump) == ("Drums.4", "Drums")
    assert (game.to_move, game.decision, game.legal()) == (5, "declare", ["declare", "hide"])
    hiding = game.copy()
    game.step("declare")
    assert (game.leader, game.to_move, game.decision, game.declared) == (5, 5, "bury", 5)
    assert len(game.legal()) == len(game.hands[5]) == 10
    game.step("bury Clubs.1")
    assert (game.buried, game.taken, game.widow) == ("Clubs.1", True, ["Cups.6", "Clubs.2"])
    assert len(game.legal()) == 9
    game.step("play Swords.Sun")
    assert game.current == [(5, "Swords.Sun", False)]
    assert game.to_move == 6
    assert game.known(0)["public"] == [
        ("deal", 2),
        ("open", "Drums.4"),
        ("declare", 5, "Drums.Robai"),
        ("exchange", 5, "taken"),
        ("play", 5, "Swords.Sun", False),
    ]
    hiding.step("hide")
    assert (hiding.leader, hiding.hidden, hiding.declared) == (2, True, None)
    assert "bury Drums.4" in hiding.legal()
    hiding.step("bury Drums.4")
    assert (hiding.taken, hiding.known(0)["public"][-1]) == (False, ("exchange", 2, "left"))

    deck = deck_with({}, "Drums.Robai Cups.6 Clubs.2", rng)
    game = oracle.Game(SEED, deck, dealer=2)
    assert (game.decision, game.to_move, game.hidden) == ("bury", 2, False)
    assert "Drums.Robai" in game.hands[2]


def test_example_15_legal_plays() -> None:
    plain = "Clubs.2 Clubs.3 Cups.1 Cups.2 Coins.1 Coins.2 Drums.1 Drums.2"
    game = position("Swords", {}, trick=2, leader=0)
    for with_tenka in (False, True):
        game.hands[1] = ["Swords.Sun", *plain.split()]
        if with_tenka:
            game.hands[1][1] = "Clubs.Robai"
        game._note_ichimaizun()
        assert game.ichimaizun[1] is not with_tenka
        game.hands[0] = ["Swords.5"]
        meri = game.copy()
        meri.step("play Swords.5")
        expected = ["Clubs.Robai", "Swords.Sun"] if with_tenka else game.hands[1]
        assert meri.legal() == sorted(f"play {card}" for card in expected)

    def monchi(hand: str, led: str = "Cups.4", **options: Any) -> list[str]:
        return legal(hand, led, trump="Coins", meri_seen=True, options=options)

    assert monchi("Cups.9 Coins.2 Clubs.Robai Swords.Un") == ["Clubs.Robai", "Coins.2", "Cups.9"]
    assert monchi("Coins.2 Swords.Un") == ["Coins.2"]
    assert monchi("Coins.2 Swords.Un", monchi_void="free") == ["Coins.2", "Swords.Un"]
    assert monchi("Swords.Un Drums.1") == ["Drums.1", "Swords.Un"]
    assert monchi("Clubs.Robai Swords.1 Drums.5", "Clubs.3") == ["Clubs.Robai"]
    for card, down in [("Cups.9", False), ("Coins.2", True), ("Clubs.Robai", True)]:
        hand = ["Cups.9", "Coins.2", "Clubs.Robai"]
        game = position("Coins", {0: ["Cups.4"], 1: hand}, trick=5, leader=0, meri_seen=True)
        game.step("play Cups.4")
        game.step(f"play {card}")
        assert game.current[1] == (1, card, down)


def test_example_16_scores() -> None:
    """Four tricks and a five against five tricks and two twos: 9–9."""
    tied = oracle.Set(SEED, list, dealer=3)
    tied.add(4 + 5, 5 + 4)
    tied.add(9, 11)
    assert (tied.points, tied.games) == ([18, 20], 2)
    assert [dealer for dealer, _ in tied.deals] == [3, 4]
    assert score(BY_ID["9"], options={"chase_lead_counts": True}, trick=8)[2] == 5
    assert score(BY_ID["6"], trick=9)[2] == 1 + 5


def test_example_17_led_trump() -> None:
    assert score(BY_ID["17"]) == (2, ["Y1"], 3)
    assert score(BY_ID["17b"]) == (2, [], 1)
    assert downs("17") == [1, 2]
    # as a Meri trick there is no chase (§9 row 14)
    assert score(BY_ID["17"], options={"meri_first_trick": True}) == (2, [], 1)


def test_example_18_two_yaku() -> None:
    numbers = ["18", "18b", "18c", "18d", "18e", "18f"]
    assert [score(BY_ID[number])[2] for number in numbers] == [8, 6, 7, 11, 5, 11]


def test_example_19_earlier_tenka() -> None:
    assert [score(BY_ID[number])[2] for number in ("19a", "19a2", "19b", "19b2")] == [1, 3, 3, 1]
    assert score(BY_ID["19a"], options={"r2": "trick"})[2] == 3


def test_example_20_r2_and_chase() -> None:
    assert [score(BY_ID[number])[2] for number in ("20", "20b")] == [3, 1]


def test_example_21_only_trumps() -> None:
    assert score(BY_ID["21"]) == (3, [], 1)


def test_example_22_second_trump_lead() -> None:
    assert score(BY_ID["22"]) == (2, [], 1)
    assert downs("22", meri_seen=True) == []
    assert downs("22b", meri_seen=True) == [1, 2]
    assert not played(BY_ID["22b"], meri_seen=True).tricks[-1]["meri"]


def test_example_23_tenka_as_a_dragon() -> None:
    assert [score(BY_ID[number])[2] for number in ("23", "23a", "23b", "23c")] == [1, 3, 6, 6]
    # the hidden Robai is a team-mate's, so the Y4 is made over Tenka alone (§7.2 R1)
    cards = list(BY_ID["23c"]["cards"])
    cards[2], cards[3] = cards[3], cards[2]
    changed = {**BY_ID["23c"], "cards": cards}
    assert score(changed) == (4, ["Y4"], 3)


@pytest.mark.parametrize("trump", ["Clubs", "Swords", "Cups", "Coins", "Drums"])
def test_low_pairs(trump: str) -> None:
    """Y6 only in long, Y7 only in round trump suits; the led trump is the beaten one (§7.1)."""
    plain = "Drums" if trump != "Drums" else "Coins"
    fill = [f"{plain}.{rank}" for rank in ("1", "2", "3", "4", "5", "6")]
    is_long = trump in ("Clubs", "Swords")
    for low, high, yaku in [("1", "2", "Y6"), ("9", "8", "Y7")]:
        example = {"trump": trump, "trick": 2, "leader": 0}
        example["cards"] = [f"{trump}.{low}", f"{trump}.{high}", *fill]
        wins = is_long == (yaku == "Y6")
        assert score(example) == ((1, [yaku], 3) if wins else (0, [], 1))
        if wins:
            barred = score(example, earlier=[f"{trump}.{'3' if is_long else '7'}"])
            assert barred == (1, [], 1)


def test_game_any_with_two_dragons() -> None:
    """§9.1: each beaten card by itself."""
    cards = ["Cups.Sun", "Drums.Kiri", "Clubs.Robai", "Swords.2", "Swords.3", "Coins.4"]
    example = {"trump": "Drums", "trick": 6, "leader": 2, "earlier": ["Drums.Robai"]}
    example["cards"] = [*cards, "Coins.5", "Clubs.6"]
    for r2, expected in [("game_pairs", (4, ["Y5"], 3)), ("game_any", (4, [], 1))]:
        assert score(example, options={"tenka_is_dragon": True, "r2": r2}) == expected


def test_example_24_un_on_top() -> None:
    assert score(BY_ID["24"]) == (0, ["Y2"], 3)
    assert score(BY_ID["24b"]) == (1, ["Y2"], 3)


def test_example_25_exchange_and_ichimaizun() -> None:
    rng = random.Random(25)
    plain = "Cups.1 Cups.2 Cups.3 Cups.4 Swords.1 Swords.2 Swords.3 Swords.4"
    fixed = {0: f"Coins.Sun {plain}"}
    deck = deck_with(fixed, "Coins.7 Coins.Robai Drums.1", rng)
    for time, buried, expected in [
        ("after_exchange", "Coins.7", True),
        ("after_exchange", "Cups.1", False),
        ("as_dealt", "Coins.7", True),
        ("as_dealt", "Cups.1", True),
    ]:
        game = oracle.Game(oracle.preset("seed", ichimaizun_time=time), deck, dealer=0)
        assert (game.decision, game.ichimaizun[0]) == ("bury", time == "as_dealt")
        game.step(f"bury {buried}")
        assert game.ichimaizun[0] is expected
    both = {"trump": "Coins", "ichimaizun": True, "options": {"ichimaizun_time": "as_dealt"}}
    assert legal("Coins.Sun Coins.7 Cups.2", "Coins.1", **both) == ["Coins.7", "Coins.Sun"]
    assert legal("Coins.7 Cups.2", "Coins.1", **both) == ["Coins.7"]
    assert legal("Coins.Sun Cups.2", "Coins.1", **both) == ["Coins.Sun", "Cups.2"]


@pytest.mark.parametrize("seed", range(30))
def test_example_26_silence(seed: int) -> None:
    """Seat 5 hides D and w1 is Cups.6, or the other way round: the others see the same."""
    rng = random.Random(seed)
    name = rng.choice(["seed", "first-draft", "boardoor"])
    options = oracle.preset(name, exchange_public=rng.random() < 0.5)
    if name == "boardoor":  # its points tell when a yaku is made (§9.1)
        options["hidden_bonus"] = "pair_only"
    deck = deck_with({5: "Drums.Robai"}, "Drums.4 Cups.6 Clubs.2", rng)
    names = {"Drums.Robai": "Cups.6", "Cups.6": "Drums.Robai"}
    hider = oracle.Game(options, deck, dealer=2)
    other = oracle.Game(options, [names.get(card, card) for card in deck], dealer=2)
    assert (hider.decision, other.decision) == ("declare", "bury")
    hider.step("hide")
    moves = 0
    while True:
        for seat in range(8):
            if seat != 5:
                assert hider.known(seat) == other.known(seat)
        assert hider.known(5) != other.known(5)
        words = [w for w in hider.legal() if w in other.legal()]
        if hider.over or not words:
            break
        word = rng.choice(words)
        hider.step(word)
        other.step(word)
        moves += 1
    assert moves >= 8


def test_example_27_legal_plays_options() -> None:
    def monchi(hand: str, **options: Any) -> list[str]:
        arguments = {"trump": "Coins", "meri_seen": True, "ichimaizun": True}
        return legal(hand, "Cups.4", options=options, **arguments)

    assert monchi("Cups.9 Coins.2 Swords.Un", monchi="follow_first") == ["Cups.9"]
    assert monchi("Coins.Sun Swords.Un") == ["Coins.Sun"]
    assert monchi("Coins.Sun Swords.Un", ichimaizun="also_monchi") == ["Coins.Sun", "Swords.Un"]
    # it does not free him from following suit
    follow = monchi("Coins.Sun Cups.9 Swords.Un", ichimaizun="also_monchi")
    assert follow == ["Coins.Sun", "Cups.9"]
    assert legal("Clubs.5 Coins.3", "Clubs.Robai", trump="Coins") == ["Coins.3"]
    assert legal("Clubs.5 Swords.3", "Clubs.Robai", trump="Coins") == ["Clubs.5", "Swords.3"]


def test_example_28_session() -> None:
    def session(**options: Any) -> oracle.Session:
        rules = oracle.preset("seed", **options)
        made = oracle.Session(rules, list, dealer=6)
        for even, odd in [(72, 74), (40, 32), (36, 36)]:
            for _ in range(7):
                made.add(even // 8, odd // 8)
            made.add(even - 7 * (even // 8), odd - 7 * (odd // 8))
        return made

    drawn = session()
    assert [one.points for one in drawn.sets] == [[72, 74], [40, 32], [36, 36]]
    assert [one.winner for one in drawn.sets] == [1, 0, None]
    assert (drawn.over, drawn.won, drawn.winner) == (True, [1, 1], None)
    assert [one.deals[0][0] for one in drawn.sets] == [6, 6, 6]
    longer = session(tie_set="extra_game")
    assert not longer.over
    longer.add(5, 5)
    assert not longer.over
    longer.add(5, 6)
    assert (longer.over, longer.won, longer.winner) == (True, [1, 2], 1)
    assert [dealer for dealer, _ in longer.sets[2].deals] == [6, 7, 0, 1, 2, 3, 4, 5, 6, 7]


def test_session_ends_with_two_sets() -> None:
    """§8.3; all eight games of a set are played (§8.6)."""
    session = oracle.Session(SEED, list, dealer=0)
    for _ in range(16):
        assert not session.over
        session.add(9, 0)
    assert (session.over, session.won, session.winner) == (True, [2, 0], 0)
    with pytest.raises(ValueError, match="over"):
        session.add(9, 0)


# -------------------------------------------------------------------------- rule options


def test_once() -> None:
    """§9.1 `meri_repeat = once`: the second trump lead is a Monchi trick."""
    arguments = {"trump": "Coins", "meri_seen": True, "ichimaizun": True}
    hand = "Coins.Sun Swords.1"
    for options, expected in [
        ({}, ["Coins.Sun", "Swords.1"]),
        ({"meri_repeat": "once"}, ["Coins.Sun"]),
        ({"meri_repeat": "once", "monchi_void": "free"}, ["Coins.Sun"]),
        ({"meri_repeat": "once", "ichimaizun": "also_monchi"}, ["Coins.Sun", "Swords.1"]),
        ({"meri_repeat": "once", "monchi": "off"}, ["Coins.Sun", "Swords.1"]),
    ]:
        assert legal(hand, "Coins.5", options=options, **arguments) == expected
    assert legal("Swords.1 Cups.2", "Coins.5", options={"meri_repeat": "once"}, **arguments) == [
        "Cups.2",
        "Swords.1",
    ]


def test_first_trick() -> None:
    """§5.5, and `meri_first_trick`."""
    arguments = {"trump": "Coins", "trick": 1}
    assert len(legal("Coins.1 Cups.1", "Coins.5", **arguments)) == 2
    first = {"meri_first_trick": True}
    assert legal("Coins.1 Cups.1", "Coins.5", options=first, **arguments) == ["Coins.1"]
    assert len(legal("Coins.1 Cups.1", "Cups.5", options=first, **arguments)) == 2


def test_free_trick_and_monchi() -> None:
    """§5.6, §5.11; Monchi lasts to the end of the game."""
    hand = "Coins.2 Cups.9 Swords.Un"
    assert legal(hand, "Cups.4", trump="Coins") == hand.split()
    assert legal(hand, "Cups.4", trump="Coins", meri_seen=True) == ["Coins.2", "Cups.9"]
    off = {"monchi": "off"}
    assert legal(hand, "Cups.4", trump="Coins", meri_seen=True, options=off) == hand.split()
    assert played(BY_ID["1"], meri_seen=True).meri_seen
    assert not played(BY_ID["1"]).meri_seen


def test_hidden_bonus_needs_a_hidden_dragon() -> None:
    assert score(BY_ID["6"], options={"hidden_bonus": "all_yaku"})[2] == 3
    assert score(BY_ID["6"], options={"hidden_bonus": "all_yaku"}, hidden=True)[2] == 6
    assert score(BY_ID["6"], hidden=True)[2] == 3


def test_information() -> None:
    """§3: secret exchange, and a face-down card that only its player knows until the showdown."""
    deck = deck_with(
        {0: "Cups.1", 1: "Drums.9", 2: "Cups.2"}, "Drums.4 Cups.6 Drums.Robai", random.Random(3)
    )
    game = oracle.Game(oracle.preset("seed", exchange_public=False), deck, dealer=0)
    game.step("bury Drums.4")
    assert game.known(0)["secrets"][-1] == ("bury", "Drums.4")
    game.step("play Cups.1")
    game.step("play Drums.9")
    for seat in range(8):
        known = game.known(seat)
        assert known["public"][2:] == [
            ("exchange", 0, "secret"),
            ("play", 0, "Cups.1", False),
            ("play", 1, None, True),
        ]
        assert (("down", 1, "Drums.9") in known["secrets"]) == (seat == 1)
        assert (known["decision"] == "play") == bool(known["legal"]) == (seat == 2)
    while game.trick_no == 1:
        game.step(game.legal()[0])
    name, shown, *_ = game.known(4)["public"][-1]
    assert (name, shown[:2]) == ("showdown", ("Cups.1", "Drums.9"))


@pytest.mark.parametrize(
    ("options", "dealer", "expected"),
    [
        ({}, 5, (5, "declare")),
        ({"dealer_may_hide": False}, 5, (5, "bury")),
        ({"dealer_may_hide": False}, 4, (5, "declare")),
        ({"robai": "forced"}, 4, (5, "bury")),
        ({"robai": "off"}, 4, (4, "bury")),
        ({"robai": "off", "dealer_may_hide": False}, 5, (5, "bury")),
    ],
)
def test_who_is_asked(options: dict[str, Any], dealer: int, expected: tuple[int, str]) -> None:
    deck = deck_with({5: "Drums.Robai"}, "Drums.4 Cups.6 Clubs.2", random.Random(1))
    game = oracle.Game(oracle.preset("seed", **options), deck, dealer=dealer)
    assert (game.to_move, game.decision) == expected
    assert not game.hidden
    declared = game.decision == "bury" and options.get("robai") != "off"
    assert game.declared == (5 if declared else None)


def test_bury() -> None:
    """§9.1; a Tenka that is not D may always be buried."""
    fixed = {5: "Drums.Robai Clubs.Robai"}
    deck = deck_with(fixed, "Drums.4 Cups.6 Clubs.2", random.Random(1))
    for bury, missing in [("any", []), ("not_open_trump", ["4"]), ("not_dragon", ["Robai"])]:
        game = oracle.Game(oracle.preset("seed", bury=bury), deck, dealer=5)
        game.step("declare")
        words = [f"bury {card}" for card in game.hands[5]]
        left_out = [word for word in words if word not in game.legal()]
        assert left_out == [f"bury Drums.{rank}" for rank in missing]


@pytest.mark.parametrize(("direction", "left"), [("clockwise", 4), ("ccw", 2)])
def test_redeal(direction: str, left: int) -> None:
    rng = random.Random(2)
    options = oracle.preset("tournament", direction=direction, robai="off")
    first, second = oracle.random_deck(rng), oracle.random_deck(rng)
    game = oracle.Game(options, first, dealer=3, second_deck=second)
    assert (game.to_move, game.decision, game.trump) == (left, "keep", None)
    packet = sorted(first[9 * left : 9 * left + 3], key=oracle.CARDS.index)
    assert game.known(left)["hand"] == packet
    assert game.known(3)["hand"] == []
    kept = game.copy()
    kept.step("keep")
    assert kept.open_trump == first[72]
    game.step("redeal")
    assert (game.open_trump, game.decision, game.to_move) == (second[72], "bury", 3)
    assert game.known(left)["secrets"][0] == ("packet", tuple(packet))
    assert game.known(0)["public"][1] == ("redeal", left)
    alone = oracle.Game(options, first, dealer=3)
    with pytest.raises(ValueError, match="second_deck"):
        alone.step("redeal")


@pytest.mark.parametrize("direction", ["clockwise", "ccw"])
def test_packets(direction: str) -> None:
    """§2: the seat j places after the dealer gets the packets j−1, j+7, j+15."""
    options = oracle.preset("seed", direction=direction)
    packets = oracle.random_deck(random.Random(7))
    deck = oracle.from_packets(packets, 6, options)
    assert deck[72:] == packets[72:]
    way = 1 if direction == "clockwise" else -1
    for j in range(1, 9):
        seat = (6 + way * j) % 8
        numbers = [j - 1, j + 7, j + 15]
        hand = [card for k in numbers for card in packets[3 * k : 3 * k + 3]]
        assert deck[9 * seat : 9 * seat + 9] == hand


def test_extra_game() -> None:
    """§9.1: the same dealer deals again until the game is decided; the points add up."""
    made = oracle.Set(oracle.preset("seed", tie_game="extra_game"), list, dealer=1)
    for even, odd in [(9, 9), (7, 7), (4, 5), (5, 4)]:
        made.add(even, odd)
    assert (made.games, made.points) == (2, [25, 25])
    assert [dealer for dealer, _ in made.deals] == [1, 1, 1, 2]


def test_presets() -> None:
    changed = {
        name: {k for k, v in options.items() if v != SEED[k]}
        for name, options in oracle.PRESETS.items()
    }
    assert changed == {
        "seed": set(),
        "first-draft": {"exchange_public", "meri_repeat", "r2", "yaku_value"},
        "boardoor": {"exchange_public", "direction", "hidden_bonus"},
        "tournament": {"exchange_public", "redeal"},
    }
    with pytest.raises(KeyError):
        oracle.preset("seed", nothing=1)
    with pytest.raises(ValueError, match="chase"):
        oracle.preset("seed", chase="first")


# ---------------------------------------------------------------------------- play-outs


def all_cards(game: oracle.Game) -> list[str]:
    found = [card for hand in game.hands for card in hand] + game.widow
    found += [game.buried] if game.buried is not None else []
    for plays in [game.current, *(done["plays"] for done in game.tricks)]:
        found += [card for _, card, _ in plays]
    return sorted(found)


def check_trick(game: oracle.Game) -> None:
    """What must hold of the trick just finished, whatever the options (§5.4, §7)."""
    done = game.tricks[-1]
    (first, led, led_down), *others = done["plays"]
    assert first == done["leader"]
    assert not led_down
    assert game.trump is not None
    for _, card, down in others:
        assert down == (oracle.is_trump(card, game.trump) and not done["meri"])
    assert not done["meri"] or oracle.is_trump(led, game.trump)
    assert len(done["yaku"]) <= 2
    if not done["yaku"]:
        assert done["points"] == 1
    if done["meri"]:
        assert "Y1" not in done["yaku"]
    if game.options["yaku_value"] == "added" and game.options["yaku_stack"] == "sum":
        assert done["points"] - 1 in {0: [0], 1: [2, 5], 2: [4, 7, 10]}[len(done["yaku"])]
    if len(game.tricks) == 9 and game.options["yaku_stack"] == "sum":
        added = game.options["yaku_value"] == "added" or not done["yaku"]
        assert done["points"] == 5 * len(done["yaku"]) + (1 if added else 0)


def play_out(options: oracle.Options, rng: random.Random, counts: Counter[str]) -> oracle.Game:
    game = oracle.Game(
        options,
        oracle.random_deck(rng),
        dealer=rng.randrange(8),
        second_deck=oracle.random_deck(rng),
    )
    deck = sorted(oracle.CARDS)
    decisions: Counter[str] = Counter()
    while not game.over:
        words = game.legal()
        assert words == sorted(set(words))
        assert 1 <= len(words) <= 10
        assert game.to_move in range(8)
        decisions[str(game.decision)] += 1
        finished = len(game.tricks)
        game.step(rng.choice(words))
        assert all_cards(game) == deck
        counts["ichimaizun"] += any(game.ichimaizun)
        if len(game.tricks) > finished:
            check_trick(game)
    assert (game.legal(), game.to_move, game.decision) == ([], None, None)
    assert (decisions["bury"], decisions["play"]) == (1, 72)
    assert sum(decisions.values()) in (73, 74, 75)
    assert decisions["keep"] == (options["redeal"] == "left_peek_once")
    assert sum(game.points) == sum(done["points"] for done in game.tricks)
    assert len(game.tricks) == 9
    counts.update(decisions)
    counts.update(yaku for done in game.tricks for yaku in done["yaku"])
    counts["hidden"] += game.hidden
    counts["left"] += game.taken is False
    counts["meri"] += game.meri_seen
    return game


def test_random_options_play_outs() -> None:
    counts: Counter[str] = Counter()
    for seed in range(250):
        rng = random.Random(seed)
        play_out(oracle.random_options(rng), rng, counts)
    decisions = ["keep", "declare", "bury", "play"]
    yaku = ["Y1", "Y2", "Y3", "Y4", "Y5"]  # Y6 and Y7 are too rare
    for what in [*decisions, *yaku, "hidden", "left", "meri", "ichimaizun"]:
        assert counts[what] > 0, what


@pytest.mark.parametrize("name", list(oracle.PRESETS))
def test_preset_play_outs(name: str) -> None:
    rng = random.Random(name)
    for _ in range(25):
        play_out(oracle.preset(name), rng, Counter())


def test_default_points() -> None:
    """§8.1, §8.5: without a five the total is 9 + 2 × yaku, and odd."""
    rng = random.Random(9)
    for _ in range(25):
        game = play_out(SEED, rng, Counter())
        yaku = [len(done["yaku"]) for done in game.tricks]
        if yaku[-1] == 0 and not game.hidden:
            assert sum(game.points) == 9 + 2 * sum(yaku)
            assert sum(game.points) % 2 == 1


@pytest.mark.parametrize("seed", range(3))
def test_played_session(seed: int) -> None:
    rng = random.Random(seed)
    options = oracle.random_options(rng)
    dealer = oracle.first_dealer(options, rng)
    session = oracle.Session(options, lambda: oracle.random_deck(rng), dealer=dealer)
    while session.game is not None:
        session.step(rng.choice(session.game.legal()))
    assert session.over
    assert len(session.sets) in (2, 3)
    dealers = [seat for one in session.sets for seat, _ in one.deals]
    assert dealers[0] == dealer
    if options["tie_game"] == "draw":
        for before, after in pairwise(dealers):
            assert after == oracle.next_seat(before, options)
    for one in session.sets:
        assert one.points == [sum(p[team] for _, p in one.deals) for team in (0, 1)]


def test_perft() -> None:
    deck = deck_with({5: "Drums.Robai"}, "Drums.4 Cups.6 Clubs.2", random.Random(1))
    game = oracle.Game(SEED, deck, dealer=2)
    assert [oracle.perft(game, depth) for depth in range(4)] == [1, 2, 20, 180]
    example = BY_ID["9"]
    hands = {(7 + i) % 8: [card] for i, card in enumerate(example["cards"])}
    last = position("Swords", hands, trick=9, leader=7)
    assert oracle.perft(last, 20) == 1


def test_errors() -> None:
    game = oracle.Game(SEED, oracle.CARDS, dealer=0)
    with pytest.raises(ValueError, match="illegal action"):
        game.step("play Clubs.1")
    with pytest.raises(ValueError, match="75 cards"):
        oracle.Game(SEED, oracle.CARDS[1:], dealer=0)
