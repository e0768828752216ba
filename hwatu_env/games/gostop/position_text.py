"""Positions as one line of text, the FEN of Go-Stop.

    gostop seed play 0 hands=2.2,8.3/9.3 table=1.3,2.1,2.3 stock=7.3 stacks=5.2,5.3,5.4 carry=2

The grammar: words between spaces, first "gostop", the rules (their text form without spaces), the
decision and the seat to move ("-" for none). Then come fields `name=value` of `Position` in any
order. A list is joined by ",", seats by "/"; "-" is an empty list, or nobody. A stack made by
seat 1 with a joker in it is "10.1,10.2,10.3,J2a@1", stacks are joined by "/". A turn is
"played:10.1;kind:pair1;lifted:10.1,10.3;flipped:9.3", or "-" while nothing has been played.
Fields left out have the defaults of `position`.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from hwatu_env.cards.hwatu import CARD_NAMES, NUM_CARDS
from hwatu_env.errors import NotationError
from hwatu_env.games.gostop.rules import Rules, Shake

if TYPE_CHECKING:
    from hwatu_env.games.gostop.position_fields import Position, Stack, Turn

_GAME = "gostop"
_NOTHING = "-"

Reader = Callable[[str], Any]
Writer = Callable[[Any], str]


def write(position: "Position") -> str:
    """The text of a position."""
    rules = str(position.rules).replace(" ", "")
    seat = _NOTHING if position.to_move is None else str(position.to_move)
    fields = [
        f"{name}={writer(getattr(position, name))}"
        for name, (_, writer) in _FIELDS.items()
        if name in _ALWAYS or not _is_default(position, name)
    ]
    return " ".join([_GAME, rules, position.decision, seat, *fields])


def settled_months(rules: Rules, hands: list[list[str]], shown: list[list[str]]) -> list[list[int]]:
    """Months that each seat is not asked to shake with, as far as the hands tell (§3.6).

    Months of shown cards are settled; with `shake=on_first_play` only whole triples are open.
    """
    if rules.shake not in (Shake.PLAY, Shake.ON_FIRST_PLAY):
        return [[] for _ in hands]
    settled: list[list[int]] = []
    for held, seen in zip(hands, shown, strict=True):
        months = {_month(card) for card in seen}
        if rules.shake == Shake.ON_FIRST_PLAY:
            counts = Counter(_month(card) for card in held)
            months |= {month for month in range(1, rules.months + 1) if counts[month] != 3}
        settled.append(sorted(months - {0}))
    return settled


def _month(card: str) -> int:
    """Month of a card text, 0 of a joker and of what is no card."""
    return _MONTHS.get(card, 0)


_MONTHS = {name: index // 4 + 1 for index, name in enumerate(CARD_NAMES[:NUM_CARDS])}


def read(text: str) -> dict[str, Any]:
    """Arguments of `position` that a text holds.

    Raises:
        NotationError: If the text is malformed or names an unknown field.
    """
    words = text.split()
    if len(words) < 4 or words[0] != _GAME:
        raise NotationError(
            f"a position is '{_GAME} RULES DECISION SEAT name=value …', got {text!r}"
        )
    arguments: dict[str, Any] = {"rules": words[1], "decision": words[2]}
    arguments["to_move"] = _read_seat(words[3])
    for word in words[4:]:
        name, equals, value = word.partition("=")
        if name not in _FIELDS or not equals:
            raise NotationError(f"{word!r} is no field; fields are {', '.join(_FIELDS)}")
        if name in arguments:
            raise NotationError(f"the field {name} is there twice")
        arguments[name] = _FIELDS[name][0](value)
    if "hands" not in arguments:
        raise NotationError(f"the field hands is missing in {text!r}")
    return arguments


def _is_default(position: "Position", name: str) -> bool:
    """Whether `position` would complete a field to its value if it were left out."""
    value: Any = getattr(position, name)
    if name == "no_shake":
        return value == settled_months(position.rules, position.hands, position.shown)
    if name == "match_score":
        return value == position.ledger
    if name == "last_go_scores":
        return not any(value) and not any(position.go_counts)
    if name == "prize":
        return value == 0 or position.decision == "forced"
    if name in ("carry", "push"):
        return value == 1
    if name == "outcome":
        return value == "playing"
    if name in _SINGLE:
        return value is None or (value == 0 and name != "winner")
    return not any(value)


# ---- values


def _read_int(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise NotationError(f"{text!r} is no whole number") from None


def _read_seat(text: str) -> int | None:
    return None if text == _NOTHING else _read_int(text)


def _write_seat(seat: int | None) -> str:
    return _NOTHING if seat is None else str(seat)


def _read_list(text: str) -> list[str]:
    return [] if text == _NOTHING else text.split(",")


def _write_list(items: "list[Any] | tuple[Any, ...]") -> str:
    return ",".join(map(str, items)) or _NOTHING


def _read_lists(text: str) -> list[list[str]]:
    return [_read_list(part) for part in text.split("/")]


def _write_lists(lists: list[list[Any]]) -> str:
    return "/".join(map(_write_list, lists))


def _read_months(text: str) -> list[list[int]]:
    return [[_read_int(month) for month in part] for part in _read_lists(text)]


def _read_numbers(text: str) -> tuple[int, ...]:
    return tuple(_read_int(part) for part in text.split("/"))


def _write_numbers(numbers: tuple[int, ...]) -> str:
    return "/".join(map(str, numbers))


def _read_order(text: str) -> tuple[int, ...]:
    return tuple(_read_int(seat) for seat in _read_list(text))


def _read_cups(text: str) -> tuple[str | None, ...]:
    return tuple(None if side == _NOTHING else side for side in text.split("/"))


def _write_cups(cups: tuple[str | None, ...]) -> str:
    return "/".join(side or _NOTHING for side in cups)


def _read_stacks(text: str) -> list[dict[str, Any]]:
    return [] if text == _NOTHING else [_read_stack(part) for part in text.split("/")]


def _read_stack(text: str) -> dict[str, Any]:
    listed, at, owner = text.partition("@")
    cards = _read_list(listed)
    return {
        "cards": [card for card in cards if not card.startswith("J")],
        "owner": _read_int(owner) if at else None,
        "jokers": [card for card in cards if card.startswith("J")],
    }


def _write_stacks(stacks: "list[Stack]") -> str:
    return "/".join(map(_write_stack, stacks)) or _NOTHING


def _write_stack(stack: "Stack") -> str:
    cards = _write_list([*stack["cards"], *stack["jokers"]])
    return cards if stack["owner"] is None else f"{cards}@{stack['owner']}"


def _read_turn(text: str) -> dict[str, Any]:
    turn: dict[str, Any] = {}
    if text == _NOTHING:
        return turn
    for part in text.split(";"):
        name, colon, value = part.partition(":")
        if name not in _TURN_FIELDS or not colon or name in turn:
            raise NotationError(
                f"a turn is written name:value;…, each of {', '.join(_TURN_FIELDS)} once at most, "
                f"got {text!r}"
            )
        turn[name] = _TURN_FIELDS[name][0](value)
    return turn


def _write_turn(turn: "Turn") -> str:
    parts = [
        f"{name}:{writer(getattr(turn, name))}"
        for name, (_, writer) in _TURN_FIELDS.items()
        if getattr(turn, name) not in (None, [], "none")
    ]
    return ";".join(parts) or _NOTHING


_LIST = (_read_list, _write_list)
_LISTS = (_read_lists, _write_lists)
_NUMBERS = (_read_numbers, _write_numbers)
_NUMBER = (_read_int, str)
_TEXT = (str, str)
_SEAT = (_read_seat, _write_seat)

_ALWAYS = ("hands", "table", "stock", "turns_taken")
"""Fields that a text always has."""

_SINGLE = ("dealer", "more_deals", "asked_month", "turn", "winner")
"""Fields that are no lists."""

_FIELDS: Mapping[str, tuple[Reader, Writer]] = {
    "hands": _LISTS,
    "table": _LIST,
    "stock": _LIST,
    "piles": _LISTS,
    "stacks": (_read_stacks, _write_stacks),
    "turns_taken": _NUMBERS,
    "ppeok_counts": _NUMBERS,
    "go_counts": _NUMBERS,
    "last_go_scores": _NUMBERS,
    "go_order": (_read_order, _write_list),
    "shakes": _NUMBERS,
    "shown": _LISTS,
    "no_shake": (_read_months, _write_lists),
    "bombs": _NUMBERS,
    "flip_credits": _NUMBERS,
    "cups": (_read_cups, _write_cups),
    "carry": _NUMBER,
    "push": _NUMBER,
    "dealer": _NUMBER,
    "ledger": _NUMBERS,
    "match_score": _NUMBERS,
    "more_deals": _NUMBER,
    "asked_month": _NUMBER,
    "turn": (_read_turn, _write_turn),
    "outcome": _TEXT,
    "winner": _SEAT,
    "prize": _NUMBER,
}

_TURN_FIELDS: Mapping[str, tuple[Reader, Writer]] = {
    "played": _TEXT,
    "kind": _TEXT,
    "lifted": _LIST,
    "flipped": _TEXT,
    "pending": _LIST,
    "taken": _LIST,
    "stack_owner": _NUMBER,
    "events": _LIST,
}
