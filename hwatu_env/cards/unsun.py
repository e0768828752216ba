"""The Unsun deck (rules/hachinin_meri.md §1, §4): cards are indices, sets of cards are two words.

Card `Suit.Rank` has the index `15 * suit + rank - 1` (0..74), in the order of `SUITS` and `RANKS`.
75 bits do not fit a word, so compiled rules keep a set of cards as two boards: `low` holds the
first four suits (60 bits), `high` the Drums (15 bits). Plain Python joins them to one integer of 75
bits, a `board`.
"""

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from hwatu_env.compiled.rule import rule
from hwatu_env.errors import NotationError

SUITS = ("Clubs", "Swords", "Cups", "Coins", "Drums")
RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "Robai", "Sota", "Uma", "Kiri", "Un", "Sun")
NUM_SUITS = len(SUITS)
NUM_RANKS = len(RANKS)
NUM_CARDS = NUM_SUITS * NUM_RANKS
LOW_CARDS = 60
"""Cards of the low board; the others are those of the high one."""

ONE, TWO, EIGHT, NINE = 0, 1, 7, 8
ROBAI, SOTA, UMA, KIRI, UN, SUN = range(9, 15)
CLUBS, SWORDS, CUPS, COINS, DRUMS = range(5)
_LONG = (CLUBS, SWORDS)
"""Suits whose 9 is the strongest pip card; in the others it is the 1 (§1)."""
TENKA = NUM_RANKS * CLUBS + ROBAI
"""`Clubs.Robai`, a trump in every game (§1)."""

CARD_NAMES = tuple(f"{suit}.{rank}" for suit in SUITS for rank in RANKS)
_INDEX = {name: index for index, name in enumerate(CARD_NAMES)}

ALL_LOW = (1 << LOW_CARDS) - 1
ALL_HIGH = (1 << (NUM_CARDS - LOW_CARDS)) - 1
_SUIT = (1 << NUM_RANKS) - 1


# ---- texts


def card_index(name: str) -> int:
    """The index of a card text such as "Cups.7" or "Clubs.Robai".

    Raises:
        NotationError: If there is no such card.
    """
    index = _INDEX.get(name)
    if index is None:
        raise NotationError(
            f"unknown card {name!r}; cards are Suit.Rank with suits {', '.join(SUITS)} "
            f"and ranks {', '.join(RANKS)}"
        )
    return index


def card_name(card: int) -> str:
    """The text of a card index."""
    return CARD_NAMES[card]


def suit_index(name: str) -> int:
    """The index of a suit.

    Raises:
        NotationError: If there is no such suit.
    """
    if name not in SUITS:
        raise NotationError(f"unknown suit {name!r}; suits are {', '.join(SUITS)}")
    return SUITS.index(name)


def board(names: Iterable[str]) -> int:
    """The board of a collection of card texts.

    Raises:
        NotationError: If a card is unknown or named twice.
    """
    cards = 0
    for name in names:
        bit = 1 << card_index(name)
        if cards & bit:
            raise NotationError(f"card {name} is named twice")
        cards |= bit
    return cards


def join(low: int, high: int) -> int:
    """The board of two words."""
    return int(low) | int(high) << LOW_CARDS


def split(cards: int) -> tuple[int, int]:
    """The two words of a board."""
    return cards & ALL_LOW, cards >> LOW_CARDS


def indices(cards: int) -> Iterator[int]:
    """The indices of the cards on a board, ascending."""
    while cards:
        bit = cards & -cards
        yield bit.bit_length() - 1
        cards ^= bit


def names(cards: int) -> list[str]:
    """The texts of the cards on a board, ascending."""
    return [CARD_NAMES[card] for card in indices(int(cards))]


# ---- sets of cards, as rules


@rule
def suit_of(card: int) -> int:
    """Suit 0..4 of a card."""
    return card // NUM_RANKS


@rule
def rank_of(card: int) -> int:
    """Rank 0..14 of a card: the pips from 0, then `ROBAI` to `SUN`."""
    return card % NUM_RANKS


@rule
def card_of(suit: int, rank: int) -> int:
    """The card of a suit and a rank."""
    return NUM_RANKS * suit + rank


@rule
def low_bit(card: int) -> int:
    """The low board of one card."""
    return 1 << card if card < LOW_CARDS else 0


@rule
def high_bit(card: int) -> int:
    """The high board of one card."""
    return 0 if card < LOW_CARDS else 1 << (card - LOW_CARDS)


@rule
def holds(low: int, high: int, card: int) -> bool:
    """Whether a card is in a set."""
    word = low >> card if card < LOW_CARDS else high >> (card - LOW_CARDS)
    return word & 1 == 1


@rule
def suit_low(suit: int) -> int:
    """The low board of a suit."""
    return _SUIT << (NUM_RANKS * suit) if suit < DRUMS else 0


@rule
def suit_high(suit: int) -> int:
    """The high board of a suit."""
    return 0 if suit < DRUMS else _SUIT


@rule
def trumps_low(trump: int) -> int:
    """The low board of all trumps, Tenka included (§4)."""
    return suit_low(trump) | (1 << TENKA)


@rule
def plain_low(suit: int) -> int:
    """The low board of a suit that is not trumps: Tenka is never a card of Clubs (§5.11)."""
    return suit_low(suit) & ~(1 << TENKA)


@rule
def is_trump(card: int, trump: int) -> bool:
    """Whether a card is a trump (§4)."""
    return card == TENKA or card // NUM_RANKS == trump


# ---- strengths


def trump_order(trump: int, *, un_sun: bool = False) -> list[int]:
    """All trumps, strongest first (§4.1).

    Args:
        trump: The trump suit.
        un_sun: Whether Un stands above Sun (`top=un_sun`, §9 row 10).
    """
    courts = [SUN, UN, SOTA, ROBAI, KIRI, UMA]
    order = [card_of(trump, rank) for rank in _topped(courts, un_sun=un_sun)]
    if trump != CLUBS:
        order.insert(3, TENKA)
    return order + [card_of(trump, rank) for rank in _pips(trump)]


def plain_order(suit: int, *, un_sun: bool = False) -> list[int]:
    """All cards of a suit that is not trumps, strongest first (§4.2)."""
    ranks = [*_topped([SUN, UN, KIRI, UMA, SOTA], un_sun=un_sun), *_pips(suit)]
    if suit == SWORDS:
        ranks.insert(len(ranks) - 1, ROBAI)  # "one and a half", between the 2 and the 1
    elif suit != CLUBS:
        ranks.insert(5, ROBAI)
    return [card_of(suit, rank) for rank in ranks]


def _topped(courts: list[int], *, un_sun: bool) -> list[int]:
    return [UN, SUN, *courts[2:]] if un_sun else courts


def _pips(suit: int) -> list[int]:
    ascending = list(range(ONE, NINE + 1))
    return ascending[::-1] if suit in _LONG else ascending


TRUMP_STRENGTH = 32
"""Trumps have at least this strength, other cards less."""


def _strengths() -> NDArray[np.uint8]:
    """(2 * 5 * 75,) strength of each card by `top`, trump suit and card."""
    table = np.zeros((2, NUM_SUITS, NUM_CARDS), np.uint8)
    for top, un_sun in enumerate((False, True)):
        for trump in range(NUM_SUITS):
            for suit in range(NUM_SUITS):
                for place, card in enumerate(plain_order(suit, un_sun=un_sun)):
                    table[top, trump, card] = NUM_RANKS - place
            order = trump_order(trump, un_sun=un_sun)
            for place, card in enumerate(order):
                table[top, trump, card] = TRUMP_STRENGTH + len(order) - place
    return table.reshape(-1)


STRENGTHS = _strengths()


@rule
def strength(card: int, trump: int, top: int) -> int:
    """Strength of a card: trumps beat all else, and cards of one suit compare (§4).

    Args:
        card: The card.
        trump: The trump suit.
        top: 1 where Un stands above Sun, else 0.
    """
    return int(STRENGTHS[(top * NUM_SUITS + trump) * NUM_CARDS + card])
