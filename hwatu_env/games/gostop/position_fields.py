"""What a position of Go-Stop holds: a deal at one of its decisions, hidden cards included.

Cards are texts such as "8.2" or "J3"; seats count from 0 in turn order, and None is nobody.
"""

from dataclasses import dataclass, field
from typing import TypedDict

from hwatu_env.games.gostop import position_text
from hwatu_env.games.gostop.rules import Rules

CardList = list[str]
Seats = tuple[int, ...]
"""One number a seat."""


class Stack(TypedDict):
    """Three table cards of one month that only the fourth can take (§3.1)."""

    cards: CardList
    owner: int | None
    """The seat that made it; None if it was dealt."""
    jokers: CardList
    """Jokers buried in it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Turn:
    """A turn in the middle of which its player is asked something (§3.2)."""

    played: str | None = None
    """Hand card of the turn: chosen at "shake", already laid at "hand_target" and "flip_target"."""
    kind: str = "none"
    """What it did: none (or it is not laid yet), placed, pair1, pair2, quad, bomb; *hs* of §3.2."""
    lifted: CardList = field(default_factory=list[str])
    """Cards of the hand action that leave the table at the end of the turn, the played one too."""
    flipped: str | None = None
    """The ordinary card that was turned up."""
    pending: CardList = field(default_factory=list[str])
    """Jokers that were turned up before it."""
    taken: CardList = field(default_factory=list[str])
    """Cards of a bomb, or of a stack that the hand card took, not yet in the pile."""
    stack_owner: int | None = None
    """Who made that stack."""
    events: CardList = field(default_factory=list[str])
    """At "cup": jjok, ttadak, sweep and bomb, for which a first turn is still to be paid (§5.6)."""


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
    """Face-up cards that are in no stack."""
    stock: CardList
    """Hidden cards, the next one first."""
    piles: list[CardList]
    """Captured cards of each seat."""
    stacks: list[Stack]
    to_move: int | None
    """Seat that decides; None when the deal is over."""
    decision: str
    """quad, deal_shake, play, shake, hand_target, flip_target, cup, go_stop, push, forced or over.

    "quad" is asked before the first turn, or in a turn (`turn` is not None) after a joker.
    """
    turns_taken: Seats
    """Turns that each seat has finished; the turn under way does not count yet."""
    ppeok_counts: Seats
    go_counts: Seats
    last_go_scores: Seats
    """Base points at the last go."""
    go_order: Seats
    """One seat for each call of go, in order."""
    shakes: Seats
    shown: list[CardList]
    """Hand cards of each seat that everybody has seen."""
    no_shake: list[list[int]]
    """Months 1 to 12 that each seat is not asked to shake with (any more)."""
    bombs: Seats
    flip_credits: Seats
    cups: tuple[str | None, ...]
    """Side of the sake cup in each pile: animal, pi, locked; None where it is open or absent."""
    carry: int
    """Factor from drawn deals."""
    push: int
    """Factor from pushes: 1, 2 or 4."""
    dealer: int
    ledger: Seats
    """Points won and lost in this deal."""
    match_score: Seats
    """Points won and lost in the episode, those of this deal included."""
    more_deals: int
    """Deals of the episode after this one."""
    asked_month: int | None
    """Month 1 to 12 of the quad or triple that is asked about."""
    turn: Turn | None
    """The turn, where its middle matters for the decision."""
    outcome: str
    """How the deal ended: win, fixed_win, nagari, pushed, illegal_action; before that playing."""
    winner: int | None
    """Who won, also while a push or the claim of a forced deal is open."""
    prize: int
    """Points of a fixed win."""

    def __str__(self) -> str:
        """The text that `parse_position` reads."""
        return position_text.write(self)

    def __repr__(self) -> str:
        """The call that makes such a position."""
        return f"parse_position({str(self)!r})"
