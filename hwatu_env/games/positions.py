"""What the positions of all games share: lists by seats, checks of cards and numbers, placing."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from hwatu_env.errors import NotationError, PositionError
from hwatu_env.games.game import Placed

Cards = Sequence[str]
"""Card texts."""
CardIndex = Callable[[str], int]
"""Text of a card -> its index, or NotationError."""


class AnyPosition(Protocol):
    """What the positions of all games have at least."""

    @property
    def rules(self) -> Any:  # noqa: ANN401 - the game's Rules
        """The house rules."""
        ...


P = TypeVar("P", bound=AnyPosition)


# ---- what callers hand over


def ascending(cards: Cards, index_of: CardIndex) -> list[str]:
    """Cards in the order of the deck; what is no card comes last, and is found by the checks.

    Raises:
        PositionError: If a text is given in the place of a list.
    """
    return sorted(card_list("cards", cards), key=lambda name: _place(name, index_of))


def _place(name: str, index_of: CardIndex) -> int:
    try:
        return index_of(name)
    except NotationError:
        return 1 << 20


def card_list(what: str, cards: Cards) -> Cards:
    """The cards themselves.

    Raises:
        PositionError: If a text is given in the place of a list.
    """
    if isinstance(cards, str):
        raise PositionError(f"{what} are listed one by one, got the text {cards!r}")
    return cards


def per_seat(name: str, values: Sequence[Any], seats: int) -> Sequence[Any]:
    """The values themselves.

    Raises:
        PositionError: If there is not one for each seat.
    """
    if len(values) != seats:
        raise PositionError(f"{name} needs {seats} entries, one a seat, got {list(values)}")
    return values


def seat_lists(
    name: str, lists: Sequence[Cards] | None, seats: int, index_of: CardIndex
) -> list[list[str]]:
    """A list of cards for each seat, in the order of the deck; empty ones if there are none.

    Raises:
        PositionError: If there is not one for each seat.
    """
    if lists is None:
        return [[] for _ in range(seats)]
    for cards in lists:
        if isinstance(cards, str):
            raise PositionError(f"{name} is one list of cards a seat, got {list(lists)!r}")
    return [ascending(cards, index_of) for cards in per_seat(name, lists, seats)]


def numbers(
    name: str, given: Sequence[int] | None, seats: int, default: int = 0
) -> tuple[int, ...]:
    """A number for each seat, all `default` if none is given.

    Raises:
        PositionError: If there is not a whole number for each seat.
    """
    if given is None:
        return (default,) * seats
    for number in per_seat(name, given, seats):
        if not isinstance(number, int):
            raise PositionError(f"{name} are whole numbers, got {list(given)}")
    return tuple(int(number) for number in given)


# ---- checks


def check_zones(
    zones: Mapping[str, Cards],
    deck: Collection[int],
    rules: object,
    index_of: CardIndex,
) -> None:
    """Check that every listed card is in the deck, and in one place alone.

    Args:
        zones: Cards by the place where they lie, such as "in the hand of seat 0".
        deck: Indices of the cards of the deck.
        rules: House rules, to name them.
        index_of: Text of a card -> its index, or NotationError.

    Raises:
        PositionError: If a card is unknown, not in this deck, or in two places.
    """
    seen: dict[int, str] = {}
    for where, cards in zones.items():
        for name in cards:
            card = known_card(name, where, index_of)
            if card not in deck:
                raise PositionError(f"{name} {where} is not in the deck of {rules}")
            if card in seen:
                raise PositionError(f"{name} is {seen[card]} and {where}")
            seen[card] = where


def known_card(name: str, where: str, index_of: CardIndex) -> int:
    """The index of a card that lies `where`.

    Raises:
        PositionError: If there is no such card.
    """
    try:
        return index_of(name)
    except NotationError as error:
        raise PositionError(f"{where}: {error}") from None


def check_seat(what: str, seat: int, seats: int) -> None:
    """Check a seat number.

    Raises:
        PositionError: If there is no such seat.
    """
    if not 0 <= seat < seats:
        raise PositionError(f"{what} is a seat from 0 to {seats - 1}, got {seat}")


def check_counts(what: str, counts: Iterable[int], low: int, high: int) -> None:
    """Check the range of some numbers.

    Raises:
        PositionError: If one is outside.
    """
    for count in counts:
        if not low <= count <= high:
            raise PositionError(f"{what} must be {low} to {high}, got {count}")


def check_choice(what: str, value: object, choices: Collection[str]) -> None:
    """Check a name.

    Raises:
        PositionError: If it is none of the choices.
    """
    if value not in choices:
        raise PositionError(f"{what} is one of {', '.join(choices)}, got {value!r}")


def check_over(decision: str, to_move: int | None) -> None:
    """Check that somebody is to move exactly while a deal goes on.

    Raises:
        PositionError: If not.
    """
    if (decision == "over") != (to_move is None):
        raise PositionError(
            f"to_move is None when the deal is over, and only then; got {to_move} at {decision}"
        )


# ---- placing


def place(
    positions: Iterable[object],
    *,
    kind: type[P],
    title: str,
    parse: Callable[[str], P],
    check: Callable[[P], None],
    to_state: Callable[[P, int], Any],
) -> Placed:
    """Positions, or their texts, as plain states under the same rules.

    Args:
        positions: Positions of one game, or their texts.
        kind: The game's type of positions.
        title: The game's name for people.
        parse: Text -> position.
        check: Raises PositionError if a position is impossible.
        to_state: (position, index of the game) -> plain state.

    Raises:
        NotationError: If a text is malformed.
        PositionError: If there is none, if one is impossible, or if their rules differ.
    """
    made: list[P] = []
    for given in positions:
        position = parse(given) if isinstance(given, str) else given
        if not isinstance(position, kind):
            raise PositionError(f"expected a position of {title} or its text, got {given!r}")
        made.append(position)
    if not made:
        raise PositionError("give at least one position")
    for number, position in enumerate(made):
        if position.rules != made[0].rules:
            raise PositionError(
                f"all positions need the same rules; position {number} has {position.rules}, "
                f"position 0 has {made[0].rules}"
            )
        check(position)
    states = [to_state(position, number) for number, position in enumerate(made)]
    return Placed(states, made[0].rules)
