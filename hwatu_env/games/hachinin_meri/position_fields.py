"""What a position of Hachi-Nin Meri holds: a game at one of its decisions, hidden cards included.

Its text is one line, whose grammar is that of `games.position_text`:

    hachinin_meri seed play 3 hands=…/… open_trump=Coins.7 widow=Cups.6,Clubs.2 buried=Clubs.1
    tricks=Cups.Sun,Cups.2,…/Coins.9,… current=Swords.4,Swords.Un dealer=2

Cards are texts such as "Cups.7"; seats count from 0 clockwise, and None is nobody.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hwatu_env.games import position_text as grammar
from hwatu_env.games.hachinin_meri.rules import Rules
from hwatu_env.games.position_text import FLAG, LIST, LISTS, NUMBER, NUMBERS, SEAT, TEXT, Field

CardList = list[str]

_GAME = "hachinin_meri"


@dataclass(frozen=True, kw_only=True, slots=True, repr=False)
class Position:
    """A game at one of its decisions; `position` makes one, `str` gives its text.

    All 75 cards are there, and what has been played is known from the first trick on, so that a
    position also holds what the seats have seen.
    """

    rules: Rules
    dealer: int
    hands: list[CardList]
    """Hand cards of each seat. Until a card is buried these are the nine cards dealt, also at
    "keep", when only a first packet of three has been looked at."""
    open_trump: str
    """The card w0, wherever it is now (§2.7)."""
    widow: CardList
    """The two cards under it."""
    packet: CardList
    """At "keep": the three cards that the dealer's left has seen."""
    redealt: bool
    """Whether the dealer's left had the cards dealt again (§2)."""
    declarer: int | None
    """Seat that declared the Dragon of Trumps, or had to (§3)."""
    buried: str | None
    """The card that the first leader buried."""
    tricks: list[CardList]
    """Finished tricks, the cards in playing order."""
    current: CardList
    """Cards of the trick under way in playing order."""
    to_move: int | None
    """Seat that decides; None when the game is over."""
    decision: str
    """keep, declare, bury, play, or over."""
    offender: int | None
    """Seat whose illegal action ended the game."""
    episode: str
    """deal, set or match."""
    deals_played: int
    """Games of the episode before this one, extra ones included."""
    games_of_set: int
    """Games of the set before this one, of which a set has eight (§8.2)."""
    sets: int
    """Finished sets."""
    set_points: tuple[int, ...]
    """Points of the even and of the odd seats in the set, without this game."""
    sets_won: tuple[int, ...]
    """Sets that they have won."""
    margin: int
    """Points of the even seats less those of the odd ones in all games of the episode before."""

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
    if name == "episode":
        return value == "deal"
    if name in ("set_points", "sets_won"):
        return not any(value)
    return value is None or (not value and name not in ("offender", "declarer"))


def _read_tricks(text: str) -> list[CardList]:
    return [] if text == grammar.NOTHING else grammar.read_lists(text)


def _write_tricks(tricks: list[CardList]) -> str:
    return grammar.write_lists(tricks) or grammar.NOTHING


_ALWAYS = ("hands", "open_trump", "widow")
"""Fields that a text always has."""

_FIELDS: Mapping[str, Field] = {
    "hands": LISTS,
    "open_trump": TEXT,
    "widow": LIST,
    "packet": LIST,
    "redealt": FLAG,
    "declarer": SEAT,
    "buried": TEXT,
    "tricks": Field(_read_tricks, _write_tricks),
    "current": LIST,
    "dealer": NUMBER,
    "offender": SEAT,
    "episode": TEXT,
    "deals_played": NUMBER,
    "games_of_set": NUMBER,
    "sets": NUMBER,
    "set_points": NUMBERS,
    "sets_won": NUMBERS,
    "margin": NUMBER,
}
