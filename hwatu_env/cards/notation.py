"""Decks in texts or indices, for every pack of cards."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from hwatu_env.errors import DeckError, NotationError


def read_deck(
    deck: Sequence[str | int],
    expected: Iterable[int],
    index_of: Callable[[str], int],
    name_of: Callable[[int], str],
) -> list[int]:
    """Indices of a deck's cards, in its order.

    Args:
        deck: Card texts or indices.
        expected: Indices of the cards that the deck must hold, each once.
        index_of: Text of a card -> index, or NotationError.
        name_of: Index of a card -> text.

    Raises:
        DeckError: If a card is unknown, missing or there twice.
    """
    try:
        cards = [index_of(card) if isinstance(card, str) else int(card) for card in deck]
    except NotationError as error:
        raise DeckError(str(error)) from None
    wanted = set(expected)
    unknown = sorted(set(cards) - wanted)
    problems = [
        f"{name_of(card)} is there {count} times"
        for card, count in sorted(Counter(cards).items())
        if count > 1 and card in wanted
    ]
    problems += [f"{_safe_name(card, name_of)} is not in this deck" for card in unknown]
    problems += [f"{name_of(card)} is missing" for card in sorted(wanted - set(cards))]
    if problems:
        more = f" and {len(problems) - 5} more" if len(problems) > 5 else ""
        raise DeckError(
            f"a deck holds each of its {len(wanted)} cards once: {'; '.join(problems[:5])}{more}"
        )
    return cards


def _safe_name(card: int, name_of: Callable[[int], str]) -> str:
    try:
        return name_of(card) if card >= 0 else f"card {card}"
    except IndexError:
        return f"card {card}"
