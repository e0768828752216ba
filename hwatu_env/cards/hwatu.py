"""The hwatu deck (rules/gostop.md §1): cards are indices, sets of cards are bits of int64 boards.

Card `month.slot` has the index `(month - 1) * 4 + slot - 1` (0..47); the jokers follow:
J2a J2b J3 J2c J3b J3c, where J2 is worth two pi and J3 three.
"""

from collections.abc import Iterable, Iterator

from hwatu_env.compiled.rule import rule
from hwatu_env.errors import NotationError

NUM_MONTHS = 12
NUM_CARDS = 48
"""Ordinary cards; jokers have the indices from here on."""
JOKER_NAMES = ("J2a", "J2b", "J3", "J2c", "J3b", "J3c")
MAX_JOKERS = len(JOKER_NAMES)

CARD_NAMES = (*(f"{i // 4 + 1}.{i % 4 + 1}" for i in range(NUM_CARDS)), *JOKER_NAMES)
_INDEX = {name: index for index, name in enumerate(CARD_NAMES)}


def card_index(name: str) -> int:
    """The index of a card text such as "8.2" or "J2a".

    Raises:
        NotationError: If there is no such card.
    """
    index = _INDEX.get(name)
    if index is None:
        raise NotationError(
            f"unknown card {name!r}; cards are 1.1 to 12.4 (month.slot) and {', '.join(JOKER_NAMES)}"
        )
    return index


def card_name(card: int) -> str:
    """The text of a card index."""
    return CARD_NAMES[card]


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


def indices(cards: int) -> Iterator[int]:
    """The indices of the cards on a board, ascending."""
    while cards:
        bit = cards & -cards
        yield bit.bit_length() - 1
        cards ^= bit


def names(cards: int) -> list[str]:
    """The texts of the cards on a board, ascending."""
    return [CARD_NAMES[card] for card in indices(int(cards))]


ALL_MONTHS = (1 << NUM_CARDS) - 1
"""Board of the 48 ordinary cards."""
JOKERS_2 = board(name for name in JOKER_NAMES if name.startswith("J2"))
JOKERS_3 = board(name for name in JOKER_NAMES if name.startswith("J3"))
JOKERS = JOKERS_2 | JOKERS_3

BRIGHTS = board(["1.1", "3.1", "8.1", "11.1", "12.1"])
RAIN_BRIGHT = board(["12.1"])
SAKE_CUP_CARD = card_index("9.1")
SAKE_CUP = 1 << SAKE_CUP_CARD
ANIMALS = board(["2.1", "4.1", "5.1", "6.1", "7.1", "8.2", "9.1", "10.1", "12.2"])
RIBBONS = board(["1.2", "2.2", "3.2", "4.2", "5.2", "6.2", "7.2", "9.2", "10.2", "12.3"])
DOUBLE_PI = board(["11.2", "12.4"])
PI = ALL_MONTHS & ~(BRIGHTS | ANIMALS | RIBBONS)
"""The 24 junk cards, double pi included, jokers not."""
SINGLE_PI = PI & ~DOUBLE_PI

GODORI = board(["2.1", "4.1", "8.2"])
HONGDAN = board(["1.2", "2.2", "3.2"])
CHEONGDAN = board(["6.2", "9.2", "10.2"])
CHODAN = board(["4.2", "5.2", "7.2"])


@rule
def month_of(card: int) -> int:
    """Month 0..11 of an ordinary card, counted from zero."""
    return card >> 2


@rule
def month_cards(month: int) -> int:
    """Board of the four cards of a month 0..11."""
    return 15 << (4 * month)
