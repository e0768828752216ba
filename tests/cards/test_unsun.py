"""The Unsun deck against rules/hachinin_meri.md §1 and the data of its §4.3."""

import pytest

from hwatu_env.cards import unsun
from hwatu_env.errors import NotationError

COURTS = ["Sun", "Un", "Sota", "TENKA", "Robai", "Kiri", "Uma"]
ASCENDING = list("123456789")
DESCENDING = ASCENDING[::-1]
TRUMP_ORDER = {
    "Clubs": [rank for rank in COURTS if rank != "TENKA"] + DESCENDING,
    "Swords": COURTS + DESCENDING,
    "round": COURTS + ASCENDING,
}
PLAIN_ORDER = {
    "Clubs": ["Sun", "Un", "Kiri", "Uma", "Sota", *DESCENDING],
    "Swords": ["Sun", "Un", "Kiri", "Uma", "Sota", *DESCENDING[:-1], "Robai", "1"],
    "round": ["Sun", "Un", "Kiri", "Uma", "Sota", "Robai", *ASCENDING],
}


def named(suit: str, ranks: list[str]) -> list[str]:
    return ["Clubs.Robai" if rank == "TENKA" else f"{suit}.{rank}" for rank in ranks]


def test_there_are_75_cards_in_five_suits_of_15():
    assert len(set(unsun.CARD_NAMES)) == 75
    assert [unsun.card_index(name) for name in unsun.CARD_NAMES] == list(range(75))
    assert unsun.card_name(15 * 2 + 7 - 1) == "Cups.7"


@pytest.mark.parametrize("suit", unsun.SUITS)
def test_orders_are_those_of_the_rule_page(suit: str):
    index = unsun.suit_index(suit)
    kind = suit if suit in ("Clubs", "Swords") else "round"

    trumps = [unsun.card_name(card) for card in unsun.trump_order(index)]
    plain = [unsun.card_name(card) for card in unsun.plain_order(index)]

    assert trumps == named(suit, TRUMP_ORDER[kind])
    assert plain == named(suit, PLAIN_ORDER[kind])
    assert len(trumps) == (15 if suit == "Clubs" else 16)


@pytest.mark.parametrize("suit", range(5))
def test_un_sun_changes_the_two_and_nothing_else(suit: int):
    for order in (unsun.trump_order, unsun.plain_order):
        usual, changed = order(suit), order(suit, un_sun=True)
        assert changed[:2] == usual[1::-1]
        assert changed[2:] == usual[2:]


@pytest.mark.parametrize("top", [0, 1])
@pytest.mark.parametrize("trump", range(5))
def test_the_table_of_strengths_is_computed_from_the_orders(trump: int, top: int):
    trumps = unsun.trump_order(trump, un_sun=bool(top))
    strengths = [unsun.strength(card, trump, top) for card in trumps]

    assert strengths == sorted(set(strengths), reverse=True)
    assert min(strengths) >= unsun.TRUMP_STRENGTH
    for suit in range(5):
        if suit == trump:
            continue
        plain = unsun.plain_order(suit, un_sun=bool(top))
        values = [unsun.strength(card, trump, top) for card in plain]
        assert values == sorted(set(values), reverse=True)
        assert 0 < min(values) <= max(values) < unsun.TRUMP_STRENGTH


@pytest.mark.parametrize("trump", range(5))
def test_trumps_are_their_suit_and_tenka(trump: int):
    cards = {card for card in range(75) if unsun.is_trump(card, trump)}

    assert cards == set(unsun.trump_order(trump))
    board = unsun.join(unsun.trumps_low(trump), unsun.suit_high(trump))
    assert set(unsun.indices(board)) == cards


def test_words_of_sets_agree_with_boards():
    for card in range(75):
        low, high = unsun.low_bit(card), unsun.high_bit(card)
        assert unsun.join(low, high) == 1 << card
        assert unsun.split(1 << card) == (low, high)
        assert unsun.holds(low, high, card)
        assert not unsun.holds(unsun.ALL_LOW & ~low, unsun.ALL_HIGH & ~high, card)
    for suit in range(5):
        plain = unsun.join(unsun.plain_low(suit), unsun.suit_high(suit))
        assert set(unsun.indices(plain)) == set(unsun.plain_order(suit)) - {unsun.TENKA}


@pytest.mark.parametrize("text", ["Cups.10", "cups.7", "Hearts.7", "8.2", ""])
def test_what_is_no_card_is_refused(text: str):
    with pytest.raises(NotationError, match="unknown card"):
        unsun.card_index(text)


def test_a_suit_and_a_board_are_checked():
    with pytest.raises(NotationError, match="suits are Clubs, Swords"):
        unsun.suit_index("Hearts")
    with pytest.raises(NotationError, match="named twice"):
        unsun.board(["Cups.7", "Cups.7"])
