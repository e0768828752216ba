"""Any position of Min-Hwatu from its parts or from text, and back."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from hwatu_env.cards.hwatu import card_index
from hwatu_env.games.game import Placed
from hwatu_env.games.minhwatu import position_checks
from hwatu_env.games.minhwatu.position_fields import Position, read_fields
from hwatu_env.games.minhwatu.position_state import from_state, settled, to_state
from hwatu_env.games.minhwatu.rules import Rules
from hwatu_env.games.minhwatu.state import State
from hwatu_env.games.positions import Cards, ascending, card_list, numbers, place, seat_lists

__all__ = ["Position", "parse_position", "place_positions", "position", "read_position"]


def position(
    *,
    rules: Rules | str = "seed",
    hands: Sequence[Cards],
    table: Cards = (),
    stock: Cards = (),
    piles: Sequence[Cards] | None = None,
    to_move: int | None = 0,
    decision: str = "play",
    quads: Sequence[int] | None = None,
    dealer: int = 0,
    match: bool = False,
    deals_played: int | None = None,
    totals: Sequence[int] | None = None,
    played: str | None = None,
    set_aside: Cards = (),
    flipped: str | None = None,
    outcome: str = "playing",
    points: Sequence[int] | None = None,
) -> Position:
    """A position; the fields of `Position` say what each argument is.

    What is left out is empty, zero or nobody, with these exceptions:

    * `rules` that leave the number of players open take it from `hands`;
    * `points` of a finished deal are those of its piles;
    * `totals` are the points, and `deals_played` is 1, once the deal is over.

    Cards of the deck that are nowhere are out of the game.

    Raises:
        PositionError: If the position cannot occur under its rules; the message says why.
        RulesError: If the rules are unknown, or made for another number of players.
    """
    house = Rules.parse(rules) if isinstance(rules, str) else rules
    seats = len(hands)
    held = seat_lists("hands", hands, seats, card_index)
    house = house.with_players(seats)
    over = decision == "over"
    made = Position(
        rules=house,
        hands=held,
        table=ascending(table, card_index),
        stock=list(card_list("stock", stock)),
        piles=seat_lists("piles", piles, seats, card_index),
        to_move=to_move,
        decision=decision,
        quads=numbers("quads", quads, seats),
        dealer=dealer,
        match=match,
        deals_played=int(over) if deals_played is None else deals_played,
        totals=numbers("totals", totals, seats),
        played=played,
        set_aside=ascending(set_aside, card_index),
        flipped=flipped,
        outcome=outcome,
        points=numbers("points", points, seats),
    )
    if over:
        made = _scored(made, points is None, totals is None)
    position_checks.check(made)
    return made


def _scored(made: Position, points: bool, totals: bool) -> Position:
    """A finished deal whose points or totals were left out."""
    position_checks.check_cards(made)
    if points and made.outcome == "scored":
        g = settled(made.piles, made.quads, made.dealer, made.rules)
        made = replace(made, points=tuple(g.points))
    return replace(made, totals=made.points) if totals else made


def parse_position(text: str) -> Position:
    """The position that `str` wrote.

    Raises:
        NotationError: If the text is malformed.
        PositionError: If the position cannot occur under its rules.
        RulesError: If the rules are unknown.
    """
    return position(**read_fields(text))


def read_position(g: State, rules: Rules) -> Position:
    """The position of a plain state, hidden cards included."""
    return from_state(g, rules)


def place_positions(positions: Iterable[object]) -> Placed:
    """Positions, or their texts, as plain states.

    Raises:
        NotationError: If a text is malformed.
        PositionError: If there is none, if one is impossible, or if their rules differ.
    """
    return place(
        positions,
        kind=Position,
        title="Min-Hwatu",
        parse=parse_position,
        check=position_checks.check,
        to_state=to_state,
    )
