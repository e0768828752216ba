"""The Min-Hwatu oracle against the worked examples of rules/minhwatu.md §8, and play-outs."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import count
from typing import Any

import pytest

from tests.oracles import minhwatu_oracle as oracle
from tests.oracles import minhwatu_oracle_options as oracle_options

SEED = oracle.preset("seed")
EXTENDED = oracle.preset("seed-extended")
STD = oracle.preset("standard")
ALL = [SEED, EXTENDED, STD]
DECK = oracle.deck_cards(SEED)
MIXED = DECK[::4] + DECK[1::4] + DECK[2::4] + DECK[3::4]  # no quads anywhere


def cards(text: str) -> list[str]:
    return text.split()


def points_of(pile: list[str]) -> int:
    return sum(oracle.card_points(card) for card in pile)


def rest_of(text: str) -> list[str]:
    return [card for card in DECK if card not in cards(text)]


def hands_value(options: oracle.Options, text: str) -> int:
    return sum(value for _, value in oracle.special_hands(options, cards(text)))


def scores(options: oracle.Options, *piles: list[str] | str, **kwargs: Any) -> list[int]:
    lists = [cards(pile) if isinstance(pile, str) else pile for pile in piles]
    return oracle.deal_score(options, lists, **kwargs)[0]


def position(
    options: oracle.Options,
    hands: list[str],
    table: str = "",
    stock: str = "",
    piles: list[str] | None = None,
    **kwargs: Any,
) -> oracle.Deal:
    return oracle.Deal.from_position(
        options,
        hands=[cards(hand) for hand in hands],
        table=cards(table),
        stock=cards(stock),
        piles=None if piles is None else [cards(pile) for pile in piles],
        **kwargs,
    )


def run(deal: oracle.Deal, *words: str) -> oracle.Deal:
    for word in words:
        deal.step(word)
    return deal


def deck_with(
    options: oracle.Options, hands: list[str], table: str = "", seed: int = 0
) -> list[str]:
    """A deck whose hands and table begin with the given cards; no other quads there."""
    n = options["num_players"]
    size, table_size = oracle_options.sizes(options)
    fixed = [cards(hand) for hand in hands] + [[] for _ in range(n - len(hands))] + [cards(table)]
    lengths = [size] * n + [table_size]
    used = [card for group in fixed for card in group]
    for attempt in count(seed):
        rest = [card for card in oracle.deck_cards(options) if card not in used]
        random.Random(attempt).shuffle(rest)
        groups = []
        for group, length in zip(fixed, lengths, strict=True):
            more = length - len(group)
            groups.append(group + rest[:more])
            rest = rest[more:]
        quads = [m for group in groups for m in oracle_options.quad_months(group)]
        if quads == [m for group in fixed for m in oracle_options.quad_months(group)]:
            return [card for group in groups for card in group] + rest
    raise AssertionError


# ---------------------------------------------------------------------- §8, M1-M19


def test_m1_deck() -> None:
    values = Counter(oracle.card_points(card) for card in DECK)
    assert values == {20: 5, 10: 9, 5: 10, 0: 24}
    assert points_of(DECK) == 240


@pytest.mark.parametrize("options", ALL)
def test_m2_capture_with_choice(options: oracle.Options) -> None:
    deal = position(options, ["2.2", "12.4"], "1.3 2.1 2.3 5.1", "7.3")
    run(deal, "play 2.2")
    assert (deal.to_move, deal.decision) == (0, "hand_target")
    assert deal.legal() == ["take 2.1", "take 2.3"]
    assert deal.in_play == ["2.2"]
    run(deal, "take 2.1")
    assert deal.piles[0] == cards("2.1 2.2")
    assert points_of(deal.piles[0]) == 15
    assert deal.table == cards("1.3 2.3 5.1 7.3")


def test_m3_sulsa() -> None:
    deal = position(SEED, ["3.2", "3.1"], "3.3 8.3", "3.4")
    run(deal, "play 3.2")
    assert deal.piles == [[], []]
    assert deal.table == cards("3.2 3.3 3.4 8.3")
    run(deal, "play 3.1")
    assert deal.piles[1] == cards("3.1 3.2 3.3 3.4")
    assert points_of(deal.piles[1]) == 25
    deal = position(STD, ["3.2", "3.1"], "3.3 8.3", "3.4")
    run(deal, "play 3.2")
    assert deal.piles[0] == cards("3.2 3.3")
    assert deal.table == cards("3.4 8.3")
    run(deal, "play 3.1")
    assert deal.piles[1] == cards("3.1 3.4")
    assert points_of(deal.piles[1]) == 20


def test_m4_two_on_table() -> None:
    for options in ALL:
        deal = position(options, ["4.2", "12.4"], "4.1 4.3 9.3", "4.4")
        run(deal, "play 4.2", "take 4.1")
        assert deal.piles[0] == cards("4.1 4.2 4.3 4.4")
        assert points_of(deal.piles[0]) == 15
    literal = oracle.preset("seed", sulsa_two="literal_return")
    deal = run(position(literal, ["4.2", "12.4"], "4.1 4.3 9.3", "4.4"), "play 4.2", "take 4.1")
    assert deal.piles == [[], []]
    assert deal.table == cards("4.1 4.2 4.3 4.4 9.3")


@pytest.mark.parametrize("options", [SEED, STD])
def test_m5_dealt_triple(options: oracle.Options) -> None:
    deal = position(options, ["6.1", "12.4"], "5.2 5.3 5.4 3.1", "5.1")
    run(deal, "play 6.1")
    assert deal.piles[0] == cards("5.1 5.2 5.3 5.4")
    assert points_of(deal.piles[0]) == 15
    assert sum(value for _, value in oracle.special_hands(options, deal.piles[0])) == 20
    assert deal.table == cards("3.1 6.1")


@pytest.mark.parametrize("dealer", [0, 1])
def test_m6_table_quad(dealer: int) -> None:
    deck = deck_with(SEED, [], "8.1 8.2 8.3 8.4 3.1")
    deal = oracle.Deal(SEED, deck, dealer=dealer)
    assert deal.piles[dealer] == cards("8.1 8.2 8.3 8.4")
    assert points_of(deal.piles[dealer]) == 30
    assert (len(deal.table), len(deal.stock), deal.to_move) == (4, 20, dealer)
    deal = oracle.Deal(STD, deck, dealer=dealer)
    assert deal.redeal
    assert deal.over
    assert deal.legal() == []
    assert deal.next_dealer == dealer


def test_m7_hand_quad() -> None:
    deck = deck_with(SEED, ["12.1 12.2 12.3 12.4"])
    for be_si_ma, value in [(11, 0), (12, 20)]:
        options = oracle.preset("seed", be_si_ma=be_si_ma)
        deal = oracle.Deal(options, deck)
        assert deal.piles[0] == cards("12.1 12.2 12.3 12.4")
        assert deal.quads == [1, 0]
        assert (len(deal.hands[0]), len(deal.hands[1])) == (6, 10)
        assert len(deal.legal()) == 6
        expected = [35 + 100 + value, -value]
        assert scores(options, *deal.piles, quads=deal.quads) == expected
    deal = oracle.Deal(STD, deck)
    assert deal.quads == [0, 0]
    assert len(deal.legal()) == 10


def test_m8_hongdan() -> None:
    assert scores(SEED, "1.2 2.2 3.2 1.1 6.1", "8.1 10.1") == [75, 0]
    three = oracle.preset("standard", num_players=3)
    assert scores(three, "1.2 2.2 3.2 1.1 6.1", "8.1 10.1", "3.1") == [105, 0, -10]


def test_m9_full_deal() -> None:
    pile = "1.1 1.2 2.1 2.2 3.1 3.2 4.1 5.1 6.1 7.1"
    assert points_of(cards(pile)) == 105
    assert scores(SEED, pile, rest_of(pile)) == [35, 205]
    assert scores(STD, pile, rest_of(pile)) == [35, 205]
    assert scores(EXTENDED, pile, rest_of(pile)) == [185, 55]


def test_m10_be_si_ma() -> None:
    paulownia, rain = "11.1 11.2 11.3 11.4", "12.1 12.2 12.3 12.4"
    assert [hands_value(options, paulownia) for options in (SEED, STD)] == [20, 0]
    assert [hands_value(options, rain) for options in (SEED, STD)] == [0, 20]


def test_m11_extended() -> None:
    pile = cards("1.1 3.1 8.1 9.1")
    assert oracle.special_hands(EXTENDED, pile) == [("inho_shikka", 150)]
    assert hands_value(EXTENDED, "3.1 8.1 9.1") == 100
    assert hands_value(EXTENDED, "1.1 2.1 3.1 8.1 9.1") == 300
    assert hands_value(EXTENDED, "1.1 3.1 8.1 11.1 12.1") == 200
    mine, yours = scores(EXTENDED, "1.1 3.1 8.1 11.1 12.1", "")
    assert mine - yours - 100 == 400
    assert hands_value(oracle.preset("seed", daypo=100), "1.1 3.1 8.1 9.1") == 100
    assert hands_value(oracle.preset("seed", inho_shikka=60), "1.1 3.1 8.1 9.1") == 60


@pytest.mark.parametrize("options", ALL)
def test_m12_rain_ribbon(options: oracle.Options) -> None:
    assert hands_value(options, "4.2 5.2 12.3") == 0


def test_m13_tied_deal() -> None:
    pile = "1.1 3.1 8.1 1.2 2.2 3.2 2.1 4.1 5.1 6.1 4.2 5.3 10.3 11.3 12.4"
    other = " ".join(rest_of(pile))
    assert scores(SEED, pile, other) == [120, 120]
    for dealer in (0, 1):
        deal = position(SEED, ["", ""], piles=[pile, other], dealer=dealer)
        assert deal.over
        assert deal.void
        assert deal.points == [0, 0]
        assert deal.rewards == [0, 0]
        assert deal.next_dealer == dealer
    deal = position(STD, ["", ""], piles=[pile, other], dealer=1)
    assert not deal.void
    assert deal.points == [120, 120]
    assert deal.next_dealer == 1


def test_m14_match_end() -> None:
    match = oracle.Match(SEED, lambda: MIXED)
    match.totals = [820, 905]
    match.record([190, 150], 1)
    assert match.totals == [1010, 1055]
    assert match.over
    assert match.winners == [1]


def test_m15_jjok() -> None:
    deal = run(position(STD, ["1.3", "12.4"], "2.1", "1.4"), "play 1.3")
    assert deal.piles[0] == cards("1.3 1.4")
    assert points_of(deal.piles[0]) == 0


@pytest.mark.parametrize("options", ALL)
def test_m16_hand_used_up(options: oracle.Options) -> None:
    deal = position(options, ["", "9.3"], "7.1 9.1", "7.4 5.1")
    assert (deal.to_move, deal.decision) == (1, "play")
    assert deal.piles[0] == cards("7.1 7.4")
    run(deal, "play 9.3")
    assert deal.over
    assert deal.piles[1] == cards("9.1 9.3")
    assert deal.table == ["5.1"]
    assert scores(options, *deal.piles) == [10, 10]


def test_m17_two_table_quads() -> None:
    deal = oracle.Deal(SEED, deck_with(SEED, [], "2.1 2.2 2.3 2.4 8.1 8.2 8.3 8.4"))
    assert points_of(deal.piles[0]) == 45
    assert deal.table == []


def test_m18_three_players() -> None:
    for name in ("seed", "standard"):
        three = oracle.preset(name, num_players=3)
        assert scores(three, "1.2 2.2 3.2", "5.1 5.2 5.3 5.4", "") == [55, 25, -50]


def test_m19_optional_capture() -> None:
    options = oracle.preset("seed", optional_capture=True)
    deal = run(position(options, ["1.3", "12.4"], "1.2 4.3", "1.1"), "play 1.3")
    assert deal.decision == "hand_target"
    assert deal.legal() == ["leave", "take 1.2"]
    run(deal, "leave")
    assert deal.decision == "flip_target"
    assert deal.legal() == ["take 1.2", "take 1.3"]
    run(deal, "take 1.2")
    assert deal.piles[0] == cards("1.1 1.2")
    assert deal.table == cards("1.3 4.3")


# --------------------------------------------------------------- further clauses


def test_presets_and_overrides() -> None:
    assert set(oracle.PRESETS) == {"seed", "seed-extended", "standard"}
    for bad in (
        {"be_si_ma": 11, "ttongyak": 20},
        {"num_players": 7, "par": "even"},
        {"target": 100, "match_deals": 3},
        {"target": None},
        {"num_players": 8},
        {"months": 2},
        {"months": 3, "hand_size": 1, "table_size": 10, "table_quad": "redeal"},
    ):
        with pytest.raises(ValueError):  # noqa: PT011
            oracle.preset("seed", **bad)
    with pytest.raises(KeyError):
        oracle.preset("seed", sul_sa=True)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_stock_equals_the_hands(players: int) -> None:
    """§2."""
    deal = oracle.Deal(oracle.preset("standard", num_players=players, table_quad="capture"), DECK)
    hands = sum(len(hand) for hand in deal.hands)
    assert len(deal.stock) == hands
    assert hands * 2 + oracle_options.SIZES[players][1] == 48


def test_optional_capture_with_more_mates() -> None:
    """§3: with two mates *leave* makes three loose cards; three must be taken."""
    options = oracle.preset("standard", optional_capture=True)
    deal = run(position(options, ["1.3", "1.4 2.1"], "1.1 1.2", "9.1"), "play 1.3")
    assert deal.legal() == ["leave", "take 1.1", "take 1.2"]
    run(deal, "leave")
    assert deal.table == cards("1.1 1.2 1.3 9.1")
    run(deal, "play 1.4")
    assert deal.piles[1] == cards("1.1 1.2 1.3 1.4")
    deal = run(position(options, ["1.3", "2.1"], "1.1 1.2", "1.4"), "play 1.3", "leave")
    assert deal.piles[0] == cards("1.1 1.2 1.3 1.4")


def test_flip_target_with_a_pair_aside() -> None:
    """§3: the pair is in play, not yet collected, while the flip target is asked."""
    deal = run(position(STD, ["2.2", "12.4"], "2.1 7.1 7.2", "7.3"), "play 2.2")
    assert (deal.to_move, deal.decision) == (0, "flip_target")
    assert deal.in_play == cards("2.2 2.1 7.3")
    assert deal.legal() == ["take 7.1", "take 7.2"]
    run(deal, "take 7.2")
    assert deal.piles[0] == cards("2.1 2.2 7.2 7.3")
    assert deal.table == ["7.1"]


def test_no_stock_only_plays_and_rest_of_stock_is_flipped() -> None:
    """§2: uneven decks."""
    deal = run(position(SEED, ["1.1 1.2", "5.1"], "1.3"), "play 1.1")
    assert deal.piles[0] == cards("1.1 1.3")
    run(deal, "play 5.1", "play 1.2")
    assert deal.over
    deal = position(SEED, ["", ""], "1.1 2.1 2.2", "1.2 3.1 2.3 3.2", to_move=1)
    assert (deal.to_move, deal.decision) == (1, "flip_target")
    assert deal.piles[1] == cards("1.1 1.2")
    run(deal, "take 2.2")
    assert deal.over
    assert deal.piles == [cards("3.1 3.2"), cards("1.1 1.2 2.2 2.3")]


def test_everybody_laid_out() -> None:
    """Two quads fill both hands: one forced decision, then only flips."""
    options = oracle.preset("seed", months=3, hand_size=4, table_size=2)
    deck = cards("1.1 1.2 1.3 1.4 2.1 2.2 2.3 2.4 3.1 3.2 3.3 3.4")
    deal = oracle.Deal(options, deck, dealer=1)
    assert (deal.to_move, deal.decision, deal.legal()) == (1, "forced", ["continue"])
    assert deal.quads == [1, 1]
    run(deal, "continue")
    assert (deal.to_move, deal.decision) == (1, "flip_target")
    run(deal, "take 3.1")
    assert deal.over
    assert deal.piles[1] == cards("2.1 2.2 2.3 2.4 3.1 3.3")
    assert deal.piles[0] == cards("1.1 1.2 1.3 1.4 3.2 3.4")
    assert deal.points == [25 + 100 + 5, 15 + 100 + 20]
    assert deal.rewards == [-5, 5]
    assert deal.next_dealer == 0


def test_weights_par_and_ties() -> None:
    """§5."""
    three = oracle.preset("seed", num_players=3, hand_weight="single")
    assert scores(three, "1.2 2.2 3.2", "5.1 5.2 5.3 5.4", "") == [25, 5, -50]
    piles: list[list[str]] = [[] for _ in range(5)]
    five = oracle.preset("standard", num_players=5, par="even")
    assert scores(five, *piles) == [-48] * 5
    five = oracle.preset("standard", num_players=5, par="dealer")
    assert scores(five, *piles, dealer=2) == [-50, -50, -40, -50, -50]
    seven = oracle.preset("standard", num_players=7, par="dealer")
    assert scores(seven, *piles, [], [], dealer=6) == [-35] * 6 + [-30]
    four = oracle.preset("standard", num_players=4, par="dealer")
    assert scores(four, *piles[:4]) == [-60] * 4

    three = oracle.preset("seed", num_players=3)
    deal = position(three, ["", "", ""], piles=["1.1", "3.1", "2.1"])
    assert deal.void
    deal = position(three, ["", "", ""], piles=["1.1", "2.1", "4.1"], dealer=2)
    assert not deal.void
    assert deal.points == [20, 10, 10]
    assert deal.rewards == [10, -5, -5]
    assert deal.next_dealer == 0
    top = oracle.preset("standard", num_players=3)
    assert position(top, ["", "", ""], piles=["2.1", "1.1", ""], dealer=2).next_dealer == 1
    assert position(top, ["", "", ""], piles=["3.1", "1.1", ""], dealer=2).next_dealer == 2
    deal = position(top, ["", "", ""], piles=["2.1", "4.2", ""])
    assert deal.rewards == [Fraction(15, 2), 0, Fraction(-15, 2)]


def test_match_rules() -> None:
    """§5: target, equal totals over it, fixed number of deals with a shared top."""
    match = oracle.Match(SEED, lambda: MIXED)
    match.totals = [900, 900]
    match.record([120, 120], 1)
    assert not match.over
    match.record([0, 0], 1)
    assert not match.over
    match.record([100, 140], 0)
    assert match.over
    assert match.winner == 1
    match = oracle.Match(oracle.preset("standard", match_deals=2), lambda: MIXED)
    match.record([100, 140], 1)
    assert not match.over
    match.record([140, 100], 0)
    assert match.over
    assert match.winners == [0, 1]
    assert match.winner is None


def test_perft() -> None:
    deal = position(SEED, ["2.2", "5.1"], "2.1 2.3", "7.3 8.3")
    assert [oracle.perft(deal, depth) for depth in range(5)] == [1, 1, 2, 2, 2]
    assert oracle.perft(position(SEED, ["", ""], "2.1"), 3) == 1
    assert oracle.perft(oracle.Deal(SEED, random.Random(3).sample(DECK, 48)), 1) == 10


# ---------------------------------------------------------------------- play-outs


def conserved(deal: oracle.Deal) -> None:
    """Every card lies in exactly one place."""
    places = [*deal.hands, *deal.piles, deal.table, deal.stock, deal.in_play]
    everything = [card for place in places for card in place]
    assert oracle_options.by_id(everything) == oracle.deck_cards(deal.options)


def ended_well(deal: oracle.Deal) -> None:
    """§3: what is left; §5: sums."""
    options, n = deal.options, deal.n
    assert sum(deal.rewards) == 0
    assert deal.legal() == []
    if deal.redeal:
        return
    assert deal.stock == []
    assert not any(deal.hands)
    dead = oracle_options.quad_months(deal.table)
    may_stay = options["optional_capture"]
    may_stay = may_stay or (options["sulsa"] and options["sulsa_two"] == "literal_return")
    if not may_stay:
        assert deal.table == []
        total = sum(points_of(pile) for pile in deal.piles)
        assert total == points_of(oracle.deck_cards(options))
        if options["months"] == 12:
            assert total == 240
    if not options["optional_capture"]:
        assert len(deal.table) == 4 * len(dead)
    made = oracle.deal_score(options, deal.piles, deal.quads, deal.dealer)[0]
    assert deal.points == ([0] * n if deal.void else made)
    if options["hand_weight"] == "transfer" and options["par"] == "off":
        captured = sum(points_of(pile) for pile in deal.piles)
        assert sum(made) == captured + options["quad_bonus"] * sum(deal.quads)


def play_out(options: oracle.Options, rng: random.Random, counts: Counter[str]) -> None:
    source = oracle.clumped_deck if rng.random() < 0.3 else oracle.random_deck
    dealer = rng.randrange(options["num_players"])
    deal = oracle.Deal(options, source(options, rng), dealer=dealer)
    steps = 0
    while not deal.over:
        conserved(deal)
        assert deal.legal() == sorted(set(deal.legal()))
        counts[str(deal.decision)] += 1
        if rng.random() < 0.03:
            twin = deal.copy()
            assert (twin.legal(), twin.table, twin.in_play) == (
                deal.legal(),
                deal.table,
                deal.in_play,
            )
        word = rng.choice(deal.legal())
        counts[word.split()[0]] += 1
        deal.step(word)
        steps += 1
    conserved(deal)
    ended_well(deal)
    assert steps > 0 or deal.redeal
    assert steps <= 3 * 48
    counts["redeal"] += deal.redeal
    counts["void"] += deal.void
    counts["quads"] += sum(deal.quads)
    counts["dead"] += len(oracle_options.quad_months(deal.table))


def test_random_options_play_outs() -> None:
    counts: Counter[str] = Counter()
    for seed in range(700):
        rng = random.Random(seed)
        play_out(oracle.random_options(rng), rng, counts)
    wanted = "play hand_target flip_target forced take leave continue redeal void quads dead"
    for what in cards(wanted):
        assert counts[what] > 0, what


@pytest.mark.parametrize("name", list(oracle.PRESETS))
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
def test_preset_play_outs(name: str, players: int) -> None:
    rng = random.Random(f"{name}{players}")
    for _ in range(12):
        play_out(oracle.preset(name, num_players=players), rng, Counter())


@pytest.mark.parametrize("name", list(oracle.PRESETS))
def test_match_play_outs(name: str) -> None:
    rng = random.Random(name)
    options = oracle.preset(name)
    for dealer in (0, 1):
        match = oracle.Match(options, lambda: oracle.random_deck(options, rng), dealer)
        assert match.deal.to_move == dealer
        while not match.over:
            match.step(rng.choice(match.legal()))
        best = max(match.totals)
        assert [match.totals[seat] for seat in match.winners] == [best] * len(match.winners)
        if options["target"] is not None:
            assert best >= options["target"]
            assert len(match.winners) == 1
        else:
            assert match.deals_played == 12


def test_random_options_are_valid() -> None:
    for seed in range(1000):
        oracle.check(oracle.random_options(random.Random(seed)))
