"""Any position of Hachi-Nin Meri from its parts or from text, and back."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from hwatu_env.cards.unsun import NUM_CARDS, card_index
from hwatu_env.errors import PositionError
from hwatu_env.games.game import Placed
from hwatu_env.games.hachinin_meri.position_fields import Position, read_fields
from hwatu_env.games.hachinin_meri.position_state import EPISODES, from_state, to_state
from hwatu_env.games.hachinin_meri.rules import Redeal, Rules
from hwatu_env.games.hachinin_meri.state import DECISION_NAMES, SEATS, TRICKS, State
from hwatu_env.games.positions import (
    Cards,
    ascending,
    card_list,
    check_choice,
    check_counts,
    check_seat,
    check_zones,
    numbers,
    place,
    seat_lists,
)

__all__ = ["Position", "parse_position", "place_positions", "position", "read_position"]

_MOST = 1 << 20
"""More than any episode counts."""


def position(
    *,
    rules: Rules | str = "seed",
    hands: Sequence[Cards],
    open_trump: str,
    widow: Cards,
    packet: Cards = (),
    redealt: bool = False,
    declarer: int | None = None,
    buried: str | None = None,
    tricks: Sequence[Cards] = (),
    current: Cards = (),
    dealer: int = 0,
    to_move: int | None = None,
    decision: str | None = None,
    offender: int | None = None,
    episode: str = "deal",
    deals_played: int = 0,
    games_of_set: int = 0,
    sets: int = 0,
    set_points: Sequence[int] | None = None,
    sets_won: Sequence[int] | None = None,
    margin: int = 0,
) -> Position:
    """A position; the fields of `Position` say what each argument is.

    What is left out is empty, zero or nobody, with this exception: `to_move` and `decision` follow
    from the rest, but for `decision` "keep" and "declare", which are over unless they are named.

    Raises:
        PositionError: If the position cannot occur under its rules; the message says why.
        RulesError: If the rules are unknown.
    """
    house = Rules.parse(rules) if isinstance(rules, str) else rules
    made = Position(
        rules=house,
        dealer=dealer,
        hands=seat_lists("hands", hands, SEATS, card_index),
        open_trump=open_trump,
        widow=list(card_list("widow", widow)),
        packet=ascending(packet, card_index),
        redealt=redealt,
        declarer=declarer,
        buried=buried,
        tricks=[list(card_list("cards of a trick", cards)) for cards in tricks],
        current=list(card_list("current", current)),
        to_move=to_move,
        decision="" if decision is None else decision,
        offender=offender,
        episode=episode,
        deals_played=deals_played,
        games_of_set=games_of_set,
        sets=sets,
        set_points=numbers("set_points", set_points, 2),
        sets_won=numbers("sets_won", sets_won, 2),
        margin=margin,
    )
    found = _stands(made)
    for name, given in (("to_move", to_move), ("decision", decision)):
        if given is not None and given != getattr(found, name):
            raise PositionError(
                f"{name} is {given!r}, but these cards make it {getattr(found, name)!r}"
            )
    return found


def _stands(made: Position) -> Position:
    """A position with who is asked what, checked on the way.

    Raises:
        PositionError: If it cannot occur under its rules.
    """
    _check_parts(made)
    state = to_state(made)
    over = state.to_move < 0
    return replace(
        made,
        to_move=None if over else state.to_move,
        decision=DECISION_NAMES[state.decision],
    )


def _check_parts(made: Position) -> None:
    """Check cards and numbers, before anything is dealt."""
    _check_tricks(made)
    zones = {f"in the hand of seat {seat}": cards for seat, cards in enumerate(made.hands)}
    zones |= {f"in trick {n}": cards for n, cards in enumerate(made.tricks, 1)}
    zones["in the trick under way"] = made.current
    zones["in the widow"] = made.widow
    if made.buried is None:
        zones["open"] = [made.open_trump]
    elif made.buried != made.open_trump:
        zones["buried"] = [made.buried]
    else:
        zones["open and buried"] = [made.buried]
    check_zones(zones, range(NUM_CARDS), made.rules, card_index)
    check_zones({"as Open Trump": [made.open_trump]}, range(NUM_CARDS), made.rules, card_index)
    listed = sum(map(len, zones.values()))
    if listed != NUM_CARDS:
        raise PositionError(f"a position has all {NUM_CARDS} cards, this one {listed}")
    _check_redeal(made)
    _check_numbers(made)


def _check_tricks(made: Position) -> None:
    if len(made.widow) != 2:
        raise PositionError(f"the widow has two cards besides the Open Trump, got {made.widow}")
    if any(len(cards) != SEATS for cards in made.tricks) or len(made.current) >= SEATS:
        raise PositionError(
            f"finished tricks have {SEATS} cards each and the one under way fewer, got "
            f"{[len(cards) for cards in made.tricks]} and {len(made.current)}"
        )
    if made.buried is None and (made.tricks or made.current):
        raise PositionError("buried is missing: a card is buried before the first lead (§3.6)")
    if len(made.tricks) > TRICKS:
        raise PositionError(f"a game has {TRICKS} tricks, got {len(made.tricks)}")


def _check_redeal(made: Position) -> None:
    asked = made.rules.redeal is not Redeal.NONE
    if made.redealt and (not asked or made.decision == "keep"):
        raise PositionError(f"the cards cannot have been dealt again at {made.decision!r}")
    if (made.decision == "keep") != bool(made.packet):
        raise PositionError('the packet is given at the decision "keep", and only there')
    left = [hand for hand in made.hands if set(made.packet) <= set(hand)]
    if made.packet and (len(set(made.packet)) != 3 or not left):
        raise PositionError(f"a packet is three cards of one hand, got {made.packet}")


def _check_numbers(made: Position) -> None:
    seats = {"dealer": made.dealer, "declarer": made.declarer, "offender": made.offender}
    for name, seat in seats.items():
        if seat is not None:
            check_seat(name, seat, SEATS)
    check_choice("episode", made.episode, EPISODES)
    if made.decision:
        check_choice("decision", made.decision, DECISION_NAMES)
    check_counts("games_of_set", [made.games_of_set], 0, _MOST)
    check_counts("deals_played", [made.deals_played], 0, _MOST)
    check_counts("set_points", made.set_points, 0, _MOST)
    check_counts("sets", [made.sets], 0, 2 if made.episode == "match" else 0)
    check_counts("sets_won", made.sets_won, 0, 1)
    check_counts("margin", [made.margin], -_MOST, _MOST)
    before = made.deals_played, made.games_of_set, made.margin, *made.set_points
    if made.episode == "deal" and any(before):
        raise PositionError("a single game has no games before it: set the episode to set or match")
    if sum(made.sets_won) > made.sets:
        raise PositionError(f"{sum(made.sets_won)} sets are won, but {made.sets} finished")


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
        title="Hachi-Nin Meri",
        parse=parse_position,
        check=_check_parts,
        to_state=lambda each, game: to_state(each, game=game),
    )
