"""Stacked decks: card texts or indices, checked against the rules' deck."""

from collections import Counter
from collections.abc import Sequence

from hwatu_env.cards.hwatu import CARD_NAMES, card_index, indices
from hwatu_env.errors import DeckError, NotationError
from hwatu_env.games.gostop.rules import Rules


def deck_cards(rules: Rules) -> list[int]:
    """Indices of all cards of the deck, jokers last (§1, §2.4)."""
    return [*range(4 * rules.months), *indices(rules.joker_board)]


def read_deck(deck: Sequence[str | int], rules: Rules) -> list[int]:
    """Indices of a deck's cards, in its order.

    Args:
        deck: Card texts or indices: each seat's hand, then the table, then the stock, next first.
        rules: House rules, which say what the deck holds.

    Raises:
        DeckError: If a card is unknown, missing or there twice.
    """
    try:
        cards = [card_index(card) if isinstance(card, str) else int(card) for card in deck]
    except NotationError as error:
        raise DeckError(str(error)) from None
    expected = set(deck_cards(rules))
    problems = [
        f"{_name(card)} is there {count} times"
        for card, count in sorted(Counter(cards).items())
        if count > 1
    ]
    problems += [f"{_name(card)} is not in this deck" for card in sorted(set(cards) - expected)]
    problems += [f"{_name(card)} is missing" for card in sorted(expected - set(cards))]
    if problems:
        more = f" and {len(problems) - 5} more" if len(problems) > 5 else ""
        raise DeckError(
            f"a deck holds each of its {rules.deck_size} cards once: "
            + "; ".join(problems[:5])
            + more
        )
    return cards


def _name(card: int) -> str:
    return CARD_NAMES[card] if 0 <= card < len(CARD_NAMES) else f"card {card}"
