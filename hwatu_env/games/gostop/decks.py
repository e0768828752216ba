"""The cards of a deck of Go-Stop, and stacked decks."""

from collections.abc import Sequence

from hwatu_env.cards import notation
from hwatu_env.cards.hwatu import card_index, card_name, indices
from hwatu_env.games.gostop.rules import Rules


def deck_cards(rules: Rules) -> list[int]:
    """Indices of all cards of the deck, jokers last (§1, §2.4)."""
    return [*range(4 * rules.months), *indices(rules.joker_board)]


def read_deck(deck: Sequence[str | int], rules: Rules) -> list[int]:
    """Indices of a stacked deck: each seat's hand, the table, then the stock, next card first.

    Raises:
        DeckError: If a card is unknown, missing or there twice.
    """
    return notation.read_deck(deck, deck_cards(rules), card_index, card_name)
