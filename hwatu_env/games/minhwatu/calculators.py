"""What a deal is worth, line by line (rules/minhwatu.md §5), by the kernel's own rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hwatu_env.errors import PositionError
from hwatu_env.games.minhwatu.hands import HAND_NAMES, NUM_HANDS
from hwatu_env.games.minhwatu.position_checks import check_deck, check_quads
from hwatu_env.games.minhwatu.position_state import settled
from hwatu_env.games.minhwatu.rules import Rules, Tie
from hwatu_env.games.minhwatu.scoring import (
    card_points,
    counts,
    deal_score,
    hand_weight,
    top_seat,
)
from hwatu_env.games.minhwatu.state import OUTCOME_NAMES, Outcome, State
from hwatu_env.games.positions import card_list, check_seat, numbers

__all__ = ["DealScore", "DealSheet", "ScoreLine", "score"]


class ScoreLine(NamedTuple):
    """What one seat gets, or loses, for one thing."""

    name: str
    points: int
    section: str


@dataclass(frozen=True, kw_only=True)
class DealScore:
    """What captured cards score, before a tie is looked at."""

    points: tuple[int, ...]
    """Deal score of each seat; the lines of a seat add up to it."""
    lines: tuple[ScoreLine, ...]
    void: bool
    """Whether the top score is shared, and the rules therefore give nobody any points (§5)."""


@dataclass(frozen=True, kw_only=True)
class DealSheet:
    """How a finished deal was scored."""

    outcome: str
    """scored, void or illegal_action."""
    winner: int | None
    """The seat with the most points; None if that is shared, or the deal void."""
    points: tuple[int, ...]
    """What each seat's total grows by."""
    lines: tuple[ScoreLine, ...]


def score(
    piles: Sequence[Sequence[str]],
    *,
    rules: Rules | str = "seed",
    quads: Sequence[int] | None = None,
    dealer: int = 0,
) -> DealScore:
    """Deal score of each seat (§5).

    Args:
        piles: Captured cards of each seat, as texts; they need not be all cards.
        rules: House rules; an open number of players follows from `piles`.
        quads: Hand quads that each seat has laid out, which its pile must hold; none if left out.
        dealer: The dealer, whom `par=dealer` gives a bonus.

    Raises:
        PositionError: If a card, a number of quads or the dealer is wrong.
        RulesError: If the rules are unknown, or made for another number of players.
    """
    seats = len(piles)
    house = Rules.parse(rules) if isinstance(rules, str) else rules
    house = house.with_players(seats)
    zones = {f"in the pile of seat {s}": card_list("piles", pile) for s, pile in enumerate(piles)}
    check_deck(zones, house)
    laid = numbers("quads", quads, seats)
    check_quads(laid, piles, house)
    check_seat("dealer", dealer, seats)
    g = settled(piles, laid, dealer, house)
    points = tuple(deal_score(g, house, seat) for seat in range(seats))
    return DealScore(
        points=points,
        lines=_lines(g, house),
        void=house.tie is Tie.VOID and top_seat(list(points)) < 0,
    )


def deal_sheet(g: State, rules: Rules) -> DealSheet:
    """How the deal of a plain state ended, and what was scored for what.

    Raises:
        PositionError: If the deal is still being played.
    """
    if g.to_move >= 0 or g.outcome == Outcome.NONE:
        raise PositionError("a deal has a sheet when it is over; this one is still being played")
    points = list(g.points)
    lines = _lines(g, rules)
    if g.outcome == Outcome.ILLEGAL_ACTION:
        points = [result // rules.reward_unit for result in g.result]
        lines = tuple(
            ScoreLine(f"illegal action of seat {seat}", fine, "not in the rules")
            for seat, fine in enumerate(points)
            if fine
        )
    winner = top_seat(points) if g.outcome == Outcome.SCORED else -1
    if g.outcome == Outcome.VOID:
        lines = (*lines, ScoreLine("tie: nobody scores", 0, "§5"))
    return DealSheet(
        outcome=OUTCOME_NAMES[g.outcome],
        winner=winner if winner >= 0 else None,
        points=tuple(points),
        lines=lines,
    )


# ---- lines


def _lines(g: State, rules: Rules) -> tuple[ScoreLine, ...]:
    """What each seat scores; each line is what the kernel's rules give for a part of it."""
    lines: list[ScoreLine] = []
    for seat in range(len(g.hand)):
        own = [
            ScoreLine("card points", card_points(g.pile[seat]), "§1"),
            *_own_hands(g, rules, seat),
            ScoreLine("hand quads", rules.quad_bonus * g.quads[seat], "§2"),
            ScoreLine("dealer", rules.dealer_bonus if seat == g.dealer else 0, "§5"),
            ScoreLine("par", -rules.par_points, "§5"),
        ]
        lines += [line._replace(name=f"{line.name} of seat {seat}") for line in own if line.points]
        lines += _others_hands(g, rules, seat)
    return tuple(lines)


def _made_hands(g: State, rules: Rules, seat: int) -> list[int]:
    return [hand for hand in range(NUM_HANDS) if counts(g.pile[seat], hand, rules)]


def _own_hands(g: State, rules: Rules, seat: int) -> list[ScoreLine]:
    return [
        ScoreLine(HAND_NAMES[hand], hand_weight(g, rules) * rules.hand_points[hand], "§4")
        for hand in _made_hands(g, rules, seat)
    ]


def _others_hands(g: State, rules: Rules, seat: int) -> list[ScoreLine]:
    """What a seat loses for the special hands of the others."""
    return [
        ScoreLine(
            f"{HAND_NAMES[hand]} of seat {other}, to seat {seat}", -rules.hand_points[hand], "§5"
        )
        for other in range(len(g.hand))
        if other != seat
        for hand in _made_hands(g, rules, other)
    ]
