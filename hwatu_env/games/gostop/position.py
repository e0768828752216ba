"""Any position of Go-Stop from its parts or from text, and back."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, cast

from hwatu_env.cards.hwatu import CARD_NAMES, board, card_index, month_of
from hwatu_env.compiled.bits import lowest_bit
from hwatu_env.errors import PositionError
from hwatu_env.games.fishing import months_with
from hwatu_env.games.game import Placed
from hwatu_env.games.gostop import position_checks, position_text
from hwatu_env.games.gostop.calculators import base_of
from hwatu_env.games.gostop.deal import highest_quad
from hwatu_env.games.gostop.position_fields import Position, Stack, Turn
from hwatu_env.games.gostop.position_state import from_state, to_state
from hwatu_env.games.gostop.rules import Rules
from hwatu_env.games.gostop.state import State
from hwatu_env.games.positions import Cards, ascending, numbers, per_seat, place, seat_lists

__all__ = ["Position", "Stack", "Turn", "parse_position", "place_positions", "position"]

_PAST_FIRST_TURNS = 3
"""Enough finished turns that no side payment for first turns is due (§5.6)."""


def position(
    *,
    rules: Rules | str = "seed",
    hands: Sequence[Cards],
    table: Cards = (),
    stock: Cards = (),
    piles: Sequence[Cards] | None = None,
    stacks: Sequence[Mapping[str, Any] | Stack] = (),
    to_move: int | None = 0,
    decision: str = "play",
    turns_taken: Sequence[int] | None = None,
    ppeok_counts: Sequence[int] | None = None,
    go_counts: Sequence[int] | None = None,
    last_go_scores: Sequence[int] | None = None,
    go_order: Sequence[int] | None = None,
    shakes: Sequence[int] | None = None,
    shown: Sequence[Cards] | None = None,
    no_shake: Sequence[Sequence[int]] | None = None,
    bombs: Sequence[int] | None = None,
    flip_credits: Sequence[int] | None = None,
    cups: Sequence[str | None] | None = None,
    carry: int = 1,
    push: int = 1,
    dealer: int = 0,
    ledger: Sequence[int] | None = None,
    match_score: Sequence[int] | None = None,
    more_deals: int = 0,
    asked_month: int | None = None,
    turn: Turn | Mapping[str, Any] | None = None,
    outcome: str = "playing",
    winner: int | None = None,
    prize: int | None = None,
) -> Position:
    """A position; the fields of `Position` say what each argument is.

    What is left out is empty, zero or nobody, with these exceptions:

    * `rules` that leave the number of players open take it from `hands`;
    * three cards of a month on the `table` are a dealt stack;
    * `turns_taken` puts everybody past the first turns, with three finished turns each, unless the
      decision comes before them (deal_shake, forced, and quad without a turn);
    * `go_order` and `go_counts` follow from each other where they can;
    * `last_go_scores` of who has called go are the points that he has now;
    * `no_shake` holds the months that are shown, and with `shake=on_first_play` all those of which
      the hand does not hold exactly three;
    * with `cup_mode=decide` a captured sake cup is an animal;
    * `match_score` is the ledger; `asked_month` the highest quad or the lowest triple in question;
      `prize` of a forced win what a quad wins.

    Cards of the deck that are nowhere are out of the game.

    Raises:
        PositionError: If the position cannot occur under its rules; the message says why.
        RulesError: If the rules are unknown, or made for another number of players.
    """
    house = Rules.parse(rules) if isinstance(rules, str) else rules
    seats = len(hands)
    held = _lists("hands", hands, seats)
    house = house.with_players(seats)
    loose, stacked = _table(table, stacks)
    seen = _lists("shown", shown, seats)
    order, goes = _goes(go_order, go_counts, seats)
    points = numbers("ledger", ledger, seats)
    settled = position_text.settled_months(house, held, seen)
    if no_shake is not None:
        settled = [sorted(set(months)) for months in per_seat("no_shake", no_shake, seats)]
    made = Position(
        rules=house,
        hands=held,
        table=loose,
        stock=list(stock),
        piles=_lists("piles", piles, seats),
        stacks=stacked,
        to_move=to_move,
        decision=decision,
        turns_taken=numbers("turns_taken", turns_taken, seats, _turns(decision, turn)),
        ppeok_counts=numbers("ppeok_counts", ppeok_counts, seats),
        go_counts=goes,
        last_go_scores=numbers("last_go_scores", last_go_scores, seats),
        go_order=order,
        shakes=numbers("shakes", shakes, seats),
        shown=seen,
        no_shake=settled,
        bombs=numbers("bombs", bombs, seats),
        flip_credits=numbers("flip_credits", flip_credits, seats),
        cups=tuple(per_seat("cups", [None] * seats if cups is None else cups, seats)),
        carry=carry,
        push=push,
        dealer=dealer,
        ledger=points,
        match_score=points if match_score is None else numbers("match_score", match_score, seats),
        more_deals=int(more_deals),
        asked_month=asked_month,
        turn=_turn(turn),
        outcome=outcome,
        winner=winner,
        prize=0 if prize is None else prize,
    )
    return _completed(made, last_go_scores is None, asked_month is None, prize is None)


def parse_position(text: str) -> Position:
    """The position that `str` wrote; `position_text` has the grammar.

    Raises:
        NotationError: If the text is malformed.
        PositionError: If the position cannot occur under its rules.
        RulesError: If the rules are unknown.
    """
    return position(**position_text.read(text))


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
        title="Go-Stop",
        parse=parse_position,
        check=position_checks.check,
        to_state=to_state,
    )


# ---- completing what is left out


def _completed(made: Position, scores: bool, month: bool, prize: bool) -> Position:
    """A position whose named parts were left out, completed and checked."""
    position_checks.check_cards(made)
    position_checks.check_cups(made.cups, made.piles, made.rules)
    changes: dict[str, Any] = {}
    if made.decision not in ("cup", "over"):
        changes["cups"] = position_checks.decided_cups(made.cups, made.piles, made.rules)
    if scores and any(made.go_counts):
        changes["last_go_scores"] = tuple(
            base_of(pile, cup, made.rules) if goes else 0
            for pile, cup, goes in zip(
                made.piles, changes.get("cups", made.cups), made.go_counts, strict=True
            )
        )
    if month and made.decision in ("quad", "deal_shake") and made.turn is None:
        changes["asked_month"] = _asked_month(made)
    if prize and made.decision == "forced" and made.winner is not None:
        changes["prize"] = made.rules.quad_prize
    completed = replace(made, **changes)
    position_checks.check(completed)
    return completed


def _asked_month(made: Position) -> int | None:
    """The highest quad of the seat to move, or its lowest triple that is not shown."""
    if made.to_move is None or not 0 <= made.to_move < len(made.hands):
        return None
    hidden = board(made.hands[made.to_move]) & ~board(made.shown[made.to_move])
    if made.decision == "quad":
        quad = highest_quad(board(made.hands[made.to_move]))
        return quad + 1 if quad >= 0 else None
    triples = months_with(hidden, 3)
    return month_of(lowest_bit(triples)) + 1 if triples else None


def _goes(
    order: Sequence[int] | None, counts: Sequence[int] | None, seats: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Order and counts of the calls of go, one completed from the other.

    Raises:
        PositionError: If counts of two seats or more leave the order open.
    """
    if counts is None:
        given = tuple(order or ())
        return given, tuple(given.count(seat) for seat in range(seats))
    goes = numbers("go_counts", counts, seats)
    if order is not None:
        return tuple(order), goes
    callers = [seat for seat in range(seats) if goes[seat] > 0]
    if len(callers) > 1:
        raise PositionError(f"give go_order: seats {callers} have called go, in unknown order")
    return tuple(seat for seat in callers for _ in range(goes[seat])), goes


def _table(
    table: Cards, stacks: Sequence[Mapping[str, Any] | Stack]
) -> tuple[list[str], list[Stack]]:
    """Loose table cards, and the stacks in order of their months, dealt ones included."""
    made = [_stack(stack) for stack in stacks]
    months = Counter(name.split(".")[0] for name in table if name in CARD_NAMES)
    loose: list[str] = []
    dealt: dict[str, list[str]] = {}
    for name in table:
        month = name.split(".")[0]
        if months[month] == 3:
            dealt.setdefault(month, []).append(name)
        else:
            loose.append(name)
    made += [Stack(cards=_sorted(cards), owner=None, jokers=[]) for cards in dealt.values()]
    by_id = _sorted([name for stack in made for name in stack["cards"]])
    made.sort(key=lambda stack: by_id.index(stack["cards"][0]) if stack["cards"] else 0)
    return _sorted(loose), made


def _stack(stack: Mapping[str, Any] | Stack) -> Stack:
    parts = dict(stack)
    unknown = set(parts) - {"cards", "owner", "jokers"}
    if unknown or "cards" not in parts:
        raise PositionError(f"a stack has cards, owner and jokers, got {sorted(parts)}")
    return Stack(
        cards=_sorted(cast("Cards", parts["cards"])),
        owner=cast("int | None", parts.get("owner")),
        jokers=_sorted(cast("Cards", parts.get("jokers", ()))),
    )


def _turn(turn: Turn | Mapping[str, Any] | None) -> Turn | None:
    if turn is None:
        return None
    if not isinstance(turn, Turn):
        known = [column.name for column in fields(Turn)]
        for name in turn:
            if name not in known:
                raise PositionError(f"a turn has {', '.join(known)}; got {name!r}")
        turn = Turn(**turn)
    lists = {name: _sorted(getattr(turn, name)) for name in ("lifted", "pending", "taken")}
    return replace(turn, **lists)


def _turns(decision: str, turn: object) -> int:
    """Turns that each seat has finished if nothing is said about them."""
    at_deal = decision in ("deal_shake", "forced") or (decision == "quad" and turn is None)
    return 0 if at_deal else _PAST_FIRST_TURNS


def _sorted(cards: Cards) -> list[str]:
    return ascending(cards, card_index)


def _lists(name: str, cards: Sequence[Cards] | None, seats: int) -> list[list[str]]:
    return seat_lists(name, cards, seats, card_index)
