"""Positions as one line of text, the FEN of Go-Stop; the grammar is that of `games.position_text`.

    gostop seed play 0 hands=2.2,8.3/9.3 table=1.3,2.1,2.3 stock=7.3 stacks=5.2,5.3,5.4 carry=2

The fields are those of `Position`. A stack made by seat 1 with a joker in it is
"10.1,10.2,10.3,J2a@1", stacks are joined by "/". A turn is
"played:10.1;kind:pair1;lifted:10.1,10.3;flipped:9.3", or "-" while nothing has been played.
"""

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hwatu_env.cards.hwatu import CARD_NAMES, NUM_CARDS
from hwatu_env.errors import NotationError
from hwatu_env.games import position_text as grammar
from hwatu_env.games.gostop.rules import Rules, Shake
from hwatu_env.games.position_text import (
    LIST,
    LISTS,
    NOTHING,
    NUMBER,
    NUMBERS,
    SEAT,
    TEXT,
    Field,
    read_int,
    read_list,
    read_lists,
    write_list,
    write_lists,
)

if TYPE_CHECKING:
    from hwatu_env.games.gostop.position_fields import Position, Stack, Turn

_GAME = "gostop"


def write(position: "Position") -> str:
    """The text of a position."""
    left_out = {name for name in _FIELDS if name not in _ALWAYS and _is_default(position, name)}
    return grammar.write(_GAME, position, _FIELDS, left_out)


def read(text: str) -> dict[str, Any]:
    """Arguments of `position` that a text holds.

    Raises:
        NotationError: If the text is malformed or names an unknown field.
    """
    return grammar.read(_GAME, text, _FIELDS)


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


# ---- values of this game alone


def _read_months(text: str) -> list[list[int]]:
    return [[read_int(month) for month in part] for part in read_lists(text)]


def _read_order(text: str) -> tuple[int, ...]:
    return tuple(read_int(seat) for seat in read_list(text))


def _read_cups(text: str) -> tuple[str | None, ...]:
    return tuple(None if side == NOTHING else side for side in text.split("/"))


def _write_cups(cups: tuple[str | None, ...]) -> str:
    return "/".join(side or NOTHING for side in cups)


def _read_stacks(text: str) -> list[dict[str, Any]]:
    return [] if text == NOTHING else [_read_stack(part) for part in text.split("/")]


def _read_stack(text: str) -> dict[str, Any]:
    listed, at, owner = text.partition("@")
    cards = read_list(listed)
    return {
        "cards": [card for card in cards if not card.startswith("J")],
        "owner": read_int(owner) if at else None,
        "jokers": [card for card in cards if card.startswith("J")],
    }


def _write_stacks(stacks: "list[Stack]") -> str:
    return "/".join(map(_write_stack, stacks)) or NOTHING


def _write_stack(stack: "Stack") -> str:
    cards = write_list([*stack["cards"], *stack["jokers"]])
    return cards if stack["owner"] is None else f"{cards}@{stack['owner']}"


def _read_turn(text: str) -> dict[str, Any]:
    turn: dict[str, Any] = {}
    if text == NOTHING:
        return turn
    for part in text.split(";"):
        name, colon, value = part.partition(":")
        if name not in _TURN_FIELDS or not colon or name in turn:
            raise NotationError(
                f"a turn is written name:value;…, each of {', '.join(_TURN_FIELDS)} once at most, "
                f"got {text!r}"
            )
        turn[name] = _TURN_FIELDS[name].read(value)
    return turn


def _write_turn(turn: "Turn") -> str:
    parts = [
        f"{name}:{field.write(getattr(turn, name))}"
        for name, field in _TURN_FIELDS.items()
        if getattr(turn, name) not in (None, [], "none")
    ]
    return ";".join(parts) or NOTHING


_ALWAYS = ("hands", "table", "stock", "turns_taken")
"""Fields that a text always has."""

_SINGLE = ("dealer", "more_deals", "asked_month", "turn", "winner")
"""Fields that are no lists."""

_FIELDS: Mapping[str, Field] = {
    "hands": LISTS,
    "table": LIST,
    "stock": LIST,
    "piles": LISTS,
    "stacks": Field(_read_stacks, _write_stacks),
    "turns_taken": NUMBERS,
    "ppeok_counts": NUMBERS,
    "go_counts": NUMBERS,
    "last_go_scores": NUMBERS,
    "go_order": Field(_read_order, write_list),
    "shakes": NUMBERS,
    "shown": LISTS,
    "no_shake": Field(_read_months, write_lists),
    "bombs": NUMBERS,
    "flip_credits": NUMBERS,
    "cups": Field(_read_cups, _write_cups),
    "carry": NUMBER,
    "push": NUMBER,
    "dealer": NUMBER,
    "ledger": NUMBERS,
    "match_score": NUMBERS,
    "more_deals": NUMBER,
    "asked_month": NUMBER,
    "turn": Field(_read_turn, _write_turn),
    "outcome": TEXT,
    "winner": SEAT,
    "prize": NUMBER,
}

_TURN_FIELDS: Mapping[str, Field] = {
    "played": TEXT,
    "kind": TEXT,
    "lifted": LIST,
    "flipped": TEXT,
    "pending": LIST,
    "taken": LIST,
    "stack_owner": NUMBER,
    "events": LIST,
}
