"""Positions as one line of text, the FEN of every game.

    GAME RULES DECISION SEAT name=value name=value …

Words between spaces: the game, the rules (their text form without spaces), the decision and the
seat to move ("-" for none). Then come fields of the game's position, in any order. A list is joined
by ",", seats by "/"; "-" is an empty list, or nobody. Fields left out have the defaults of the
game's `position`.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple, Protocol

from hwatu_env.errors import NotationError

NOTHING = "-"

Reader = Callable[[str], Any]
Writer = Callable[[Any], str]


class Field(NamedTuple):
    """How the values of a field are read and written."""

    read: Reader
    write: Writer


class Written(Protocol):
    """What the text begins with."""

    @property
    def rules(self) -> Any:  # noqa: ANN401 - the game's Rules
        """The house rules."""
        ...

    @property
    def decision(self) -> str:
        """What is asked."""
        ...

    @property
    def to_move(self) -> int | None:
        """Who is asked."""
        ...


def write(
    game: str, position: Written, fields: Mapping[str, Field], left_out: Collection[str]
) -> str:
    """The text of a position.

    Args:
        game: Name of the game.
        position: Its position.
        fields: How the fields of such positions are written, in their order.
        left_out: Names of the fields that have their default.
    """
    words = [game, str(position.rules).replace(" ", ""), position.decision]
    words.append(write_seat(position.to_move))
    words += [
        f"{name}={field.write(getattr(position, name))}"
        for name, field in fields.items()
        if name not in left_out
    ]
    return " ".join(words)


def read(game: str, text: str, fields: Mapping[str, Field]) -> dict[str, Any]:
    """Arguments of a game's `position` that a text holds.

    Args:
        game: Name of the game.
        text: What `write` wrote.
        fields: How the fields are read; the field "hands" must be there.

    Raises:
        NotationError: If the text is malformed or names an unknown field.
    """
    words = text.split()
    if len(words) < 4 or words[0] != game:
        raise NotationError(
            f"a position is '{game} RULES DECISION SEAT name=value …', got {text!r}"
        )
    arguments: dict[str, Any] = {"rules": words[1], "decision": words[2]}
    arguments["to_move"] = read_seat(words[3])
    for word in words[4:]:
        name, equals, value = word.partition("=")
        if name not in fields or not equals:
            raise NotationError(f"{word!r} is no field; fields are {', '.join(fields)}")
        if name in arguments:
            raise NotationError(f"the field {name} is there twice")
        arguments[name] = fields[name].read(value)
    if "hands" not in arguments:
        raise NotationError(f"the field hands is missing in {text!r}")
    return arguments


# ---- values


def read_int(text: str) -> int:
    """A whole number.

    Raises:
        NotationError: If it is none.
    """
    try:
        return int(text)
    except ValueError:
        raise NotationError(f"{text!r} is no whole number") from None


def read_seat(text: str) -> int | None:
    """A seat, or nobody.

    Raises:
        NotationError: If it is neither.
    """
    return None if text == NOTHING else read_int(text)


def write_seat(seat: int | None) -> str:
    """The text of a seat, or of nobody."""
    return NOTHING if seat is None else str(seat)


def read_list(text: str) -> list[str]:
    """A list of words."""
    return [] if text == NOTHING else text.split(",")


def write_list(items: "list[Any] | tuple[Any, ...]") -> str:
    """The text of a list."""
    return ",".join(map(str, items)) or NOTHING


def read_lists(text: str) -> list[list[str]]:
    """A list for each seat."""
    return [read_list(part) for part in text.split("/")]


def write_lists(lists: list[list[Any]]) -> str:
    """The text of a list for each seat."""
    return "/".join(map(write_list, lists))


def read_numbers(text: str) -> tuple[int, ...]:
    """A whole number for each seat.

    Raises:
        NotationError: If one is none.
    """
    return tuple(read_int(part) for part in text.split("/"))


def write_numbers(seats: tuple[int, ...]) -> str:
    """The text of a number for each seat."""
    return "/".join(map(str, seats))


def read_flag(text: str) -> bool:
    """Yes or no.

    Raises:
        NotationError: If it is neither.
    """
    if text not in ("yes", "no"):
        raise NotationError(f"{text!r} is neither yes nor no")
    return text == "yes"


def write_flag(flag: bool) -> str:
    """The text of yes or no."""
    return "yes" if flag else "no"


LIST = Field(read_list, write_list)
LISTS = Field(read_lists, write_lists)
NUMBERS = Field(read_numbers, write_numbers)
NUMBER = Field(read_int, str)
TEXT = Field(str, str)
SEAT = Field(read_seat, write_seat)
FLAG = Field(read_flag, write_flag)
