"""What a position of Min-Hwatu holds: a deal at one of its decisions, hidden cards included.

Its text is one line, whose grammar is that of `games.position_text`:

    minhwatu seed play 0 hands=2.2,8.3/9.3 table=1.3,2.1,2.3 stock=7.3 piles=12.1,12.2/-

Cards are texts such as "8.2"; seats count from 0 in turn order, and None is nobody.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hwatu_env.games import position_text as grammar
from hwatu_env.games.minhwatu.rules import Rules
from hwatu_env.games.position_text import FLAG, LIST, LISTS, NUMBER, NUMBERS, TEXT, Field

CardList = list[str]
Seats = tuple[int, ...]
"""One number a seat."""

_GAME = "minhwatu"


@dataclass(frozen=True, kw_only=True, slots=True, repr=False)
class Position:
    """A deal at one of its decisions; `position` makes one, `str` gives its text.

    Cards of the deck that are nowhere are out of the game. What the seats could infer from the
    events so far is no part of a position.
    """

    rules: Rules
    hands: list[CardList]
    """Hand cards of each seat."""
    table: CardList
    """Face-up cards."""
    stock: CardList
    """Hidden cards, the next one first."""
    piles: list[CardList]
    """Captured cards of each seat, hand quads included."""
    to_move: int | None
    """Seat that decides; None when the deal is over."""
    decision: str
    """play, hand_target, flip_target, forced (a seat without hand cards plays on), or over."""
    quads: Seats
    """Hand quads that each seat has laid out (§2)."""
    dealer: int
    match: bool
    """Whether other deals may follow this one."""
    deals_played: int
    """Finished deals of the episode, this one included once it is over."""
    totals: Seats
    """Points of those deals."""
    played: str | None
    """At "hand_target": the hand card whose mates are in question."""
    set_aside: CardList
    """At "flip_target": what the hand card of this turn has captured, itself included."""
    flipped: str | None
    """At "flip_target": the card that was turned up."""
    outcome: str
    """How the deal ended: scored, void, illegal_action; before that playing."""
    points: Seats
    """Deal scores (§5), 0 before the deal is over; after an illegal action its penalty."""

    def __str__(self) -> str:
        """The text that `parse_position` reads."""
        left_out = {name for name in _FIELDS if name not in _ALWAYS and _is_default(self, name)}
        return grammar.write(_GAME, self, _FIELDS, left_out)

    def __repr__(self) -> str:
        """The call that makes such a position."""
        return f"parse_position({str(self)!r})"


def read_fields(text: str) -> dict[str, Any]:
    """Arguments of `position` that a text holds.

    Raises:
        NotationError: If the text is malformed or names an unknown field.
    """
    return grammar.read(_GAME, text, _FIELDS)


def _is_default(position: Position, name: str) -> bool:
    """Whether `position` would complete a field to its value if it were left out."""
    value: Any = getattr(position, name)
    if name == "outcome":
        return value == "playing"
    if name == "deals_played":
        return value == (1 if position.decision == "over" else 0)
    if name == "totals":
        return value == position.points
    if name == "points":
        return position.outcome != "illegal_action"
    if name in ("dealer", "match", "played", "flipped"):
        return not value
    return not any(value)


_ALWAYS = ("hands", "table", "stock")
"""Fields that a text always has."""

_FIELDS: Mapping[str, Field] = {
    "hands": LISTS,
    "table": LIST,
    "stock": LIST,
    "piles": LISTS,
    "quads": NUMBERS,
    "dealer": NUMBER,
    "match": FLAG,
    "deals_played": NUMBER,
    "totals": NUMBERS,
    "played": TEXT,
    "set_aside": LIST,
    "flipped": TEXT,
    "outcome": TEXT,
    "points": NUMBERS,
}
