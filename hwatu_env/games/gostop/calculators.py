"""What cards and deals are worth, line by line (rules/gostop.md §5), by the kernel's own rules."""

from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import NamedTuple

from hwatu_env.cards.hwatu import CHEONGDAN, CHODAN, GODORI, HONGDAN, board
from hwatu_env.errors import PositionError
from hwatu_env.games.gostop.position_checks import check_cups, check_deck, decided_cups
from hwatu_env.games.gostop.position_state import CUP_SIDES, blank_state
from hwatu_env.games.gostop.rules import Gobak, Rules
from hwatu_env.games.gostop.scoring import (
    animal_line_points,
    base_on_side,
    base_points,
    bright_points,
    cup_side,
    go_added,
    go_factor,
    is_gwangbak,
    is_pibak,
    liable_seat,
    meong_doubles,
    ribbon_points,
    settle_win,
    went_after_another,
    winning_side,
)
from hwatu_env.games.gostop.state import MAX_GO_CALLS, OUTCOME_NAMES, Outcome, State
from hwatu_env.games.positions import card_list, check_counts, check_seat, numbers, per_seat

__all__ = [
    "DealSheet",
    "ScoreLine",
    "ScoreSheet",
    "Settlement",
    "SettlementLine",
    "score",
    "settle",
]


class ScoreLine(NamedTuple):
    """One entry of the scoring table."""

    name: str
    points: int
    section: str


class SettlementLine(NamedTuple):
    """One step of a settlement: "+3", "×2", "pays for all" and the like, and its rule."""

    name: str
    effect: str
    section: str


@dataclass(frozen=True, kw_only=True)
class ScoreSheet:
    """Base points of captured cards."""

    total: int
    lines: tuple[ScoreLine, ...]


@dataclass(frozen=True, kw_only=True)
class Settlement:
    """What a win costs everybody."""

    payments: tuple[int, ...]
    """Points of each seat, adding up to zero."""
    lines: tuple[SettlementLine, ...]


@dataclass(frozen=True, kw_only=True)
class DealSheet:
    """How a finished deal was scored."""

    outcome: str
    """win, fixed_win, nagari, pushed or illegal_action."""
    winner: int | None
    payments: tuple[int, ...]
    """Points of each seat, side payments included."""
    lines: tuple[SettlementLine, ...]


def score(
    cards: Sequence[str], *, rules: Rules | str = "seed", cup: str | None = None
) -> ScoreSheet:
    """Base points of captured cards (§5.1).

    Args:
        cards: Card texts.
        rules: House rules.
        cup: "animal" or "pi" if the sake cup is decided. Otherwise it takes the larger base, and is
            an animal under rules by which its owner would have had to decide (`cup_mode=decide`).

    Raises:
        PositionError: If a card is unknown, listed twice or not in the deck, or if `cup` is wrong.
    """
    house = _rules(rules)
    check_deck({"among the cards": card_list("cards", cards)}, house)
    check_cups([cup], [cards], house)
    g = blank_state(house.num_players)
    _put_pile(g, 0, cards, decided_cups([cup], [cards], house)[0])
    side = cup_side(g, house, 0)
    return ScoreSheet(total=base_points(g, house, 0), lines=_base_lines(g.pile[0], side, house))


def base_of(pile: Sequence[str], cup: str | None, rules: Rules) -> int:
    """Base points of a checked pile."""
    g = blank_state(rules.num_players)
    _put_pile(g, 0, pile, cup)
    return base_points(g, rules, 0)


def settle(
    piles: Sequence[Sequence[str]],
    *,
    winner: int,
    rules: Rules | str = "seed",
    go_counts: Sequence[int] | None = None,
    go_order: Sequence[int] | None = None,
    shakes: Sequence[int] | None = None,
    bombs: Sequence[int] | None = None,
    carry: int = 1,
    push: int = 1,
    cups: Sequence[str | None] | None = None,
) -> Settlement:
    """What everybody pays when a seat stops (§5.4); the minimum is not insisted on.

    Args:
        piles: Captured cards of each seat, as texts.
        winner: The seat that stops.
        rules: House rules; an open number of players follows from `piles`.
        go_counts: Calls of go of each seat; None as often as in `go_order`.
        go_order: Seats in the order of their calls; each caller may be listed once only. It may be
            left out unless the payments depend on it.
        shakes: Shakes of each seat.
        bombs: Bombs of each seat that count for a doubling.
        carry: Factor from drawn deals.
        push: Factor from pushes.
        cups: Side of the sake cup in each pile, "animal" or "pi"; None where it is open or absent,
            and an animal where it would have had to be decided.

    Raises:
        PositionError: If a card, seat, count or side is wrong, or if `go_counts` and `go_order`
            contradict each other.
        RulesError: If the rules are unknown, or made for another number of players.
    """
    house = _rules(rules).with_players(len(piles))
    seats = len(piles)
    zones = {f"in the pile of seat {s}": card_list("piles", pile) for s, pile in enumerate(piles)}
    check_deck(zones, house)
    check_seat("winner", winner, seats)
    sides = per_seat("cups", [None] * seats if cups is None else cups, seats)
    check_cups(sides, piles, house)
    g = blank_state(seats)
    sides = decided_cups(sides, piles, house)
    for seat, pile in enumerate(piles):
        _put_pile(g, seat, pile, sides[seat])
    check_counts("carry", [carry], 1, 1 << 20)
    if push not in (1, 2, 4):
        raise PositionError(f"push must be 1, 2 or 4, got {push}")
    g.carry = carry
    g.push = push
    g.shakes = _counts("shakes", shakes, seats, 12)
    g.bombs = _counts("bombs", bombs, seats, 12)
    _put_goes(g, house, winner, go_counts, go_order)
    return settlement(g, house, winner)


def settlement(g: State, rules: Rules, winner: int) -> Settlement:
    """The settlement of a win, from the piles and counters of a plain state."""
    paid = deepcopy(g)
    paid.ledger = [0] * len(g.hand)
    settle_win(paid, rules, winner)
    side = winning_side(g, rules, winner)
    return Settlement(
        payments=tuple(paid.ledger),
        lines=(
            *_as_effects(_base_lines(g.pile[winner], side, rules)),
            *_winner_lines(g, rules, winner, side),
            *_stake_lines(g),
            *_loser_lines(g, rules, winner, side),
        ),
    )


def deal_sheet(g: State, rules: Rules) -> DealSheet:
    """How the deal of a plain state ended, and who paid what for what.

    Raises:
        PositionError: If the deal is still being played.
    """
    if g.to_move >= 0 or g.outcome == Outcome.NONE:
        raise PositionError("a deal has a sheet when it is over; this one is still being played")
    seats = len(g.hand)
    paid = [0] * seats
    lines: tuple[SettlementLine, ...] = ()
    if g.outcome == Outcome.WIN:
        won = settlement(g, rules, g.winner)
        paid, lines = list(won.payments), won.lines
    elif g.outcome == Outcome.FIXED_WIN:
        stakes = g.prize * g.carry * g.push
        paid = [stakes * (seats - 1) if seat == g.winner else -stakes for seat in range(seats)]
        line = SettlementLine("fixed win", f"{g.prize} from each", "§5.6")
        lines = (line, *_stake_lines(g))
    elif g.outcome == Outcome.ILLEGAL_ACTION:
        paid = list(g.result)
        lines = (SettlementLine("illegal action", _signed(paid), "not in the rules"),)
    elif g.outcome == Outcome.PUSHED:
        lines = (SettlementLine("push", "next deal ×2", "§5.5"),)
    else:
        lines = (SettlementLine("nagari", "nobody pays", "§3.8"),)
    side_payments = [all_in - own for all_in, own in zip(g.result, paid, strict=True)]
    if any(side_payments):
        lines = (*lines, SettlementLine("side payments", _signed(side_payments), "§5.6"))
    return DealSheet(
        outcome=OUTCOME_NAMES[g.outcome],
        winner=g.winner if g.winner >= 0 else None,
        payments=tuple(g.result),
        lines=lines,
    )


# ---- lines


def _base_lines(pile: int, side: int, rules: Rules) -> tuple[ScoreLine, ...]:
    """The base, line by line; each is what the kernel's rules give for a part of the pile."""
    ribbon_sets = {"hongdan": HONGDAN, "cheongdan": CHEONGDAN, "chodan": CHODAN}
    points = {"brights": bright_points(pile, rules)}
    points["godori"] = animal_line_points(pile & GODORI, side)
    points["animals"] = animal_line_points(pile, side) - points["godori"]
    for name, cards in ribbon_sets.items():
        points[name] = ribbon_points(pile & cards)
    points["ribbons"] = ribbon_points(pile) - sum(points[name] for name in ribbon_sets)
    points["pi"] = base_on_side(pile, side, rules) - sum(points.values())
    return tuple(ScoreLine(name, value, "§5.1") for name, value in points.items() if value)


def _as_effects(lines: tuple[ScoreLine, ...]) -> tuple[SettlementLine, ...]:
    return tuple(SettlementLine(line.name, f"+{line.points}", line.section) for line in lines)


def _winner_lines(g: State, rules: Rules, winner: int, side: int) -> list[SettlementLine]:
    """Additions and factors of the winner, the same for every loser."""
    goes = g.go_count[winner]
    lines: list[SettlementLine] = []
    if go_added(rules, goes):
        lines.append(SettlementLine(_times(goes, "go"), f"+{go_added(rules, goes)}", "§5.3"))
    if rules.reverse_go and went_after_another(g, winner):
        lines.append(SettlementLine("reverse go", "×4", "§5.4"))
    elif go_factor(rules, goes) > 1:
        lines.append(SettlementLine(_times(goes, "go"), f"×{go_factor(rules, goes)}", "§5.3"))
    shakes, bombs = g.shakes[winner], g.bombs[winner]
    if shakes:
        lines.append(SettlementLine(_times(shakes, "shake"), f"×{1 << shakes}", "§3.6"))
    if bombs and rules.bomb_doubles:
        lines.append(SettlementLine(_times(bombs, "bomb"), f"×{1 << bombs}", "§3.5"))
    if meong_doubles(g.pile[winner], side, rules):
        lines.append(SettlementLine("meong", "×2", "§5.4"))
    return lines


def _stake_lines(g: State) -> list[SettlementLine]:
    stakes = {"carry": g.carry, "push": g.push}
    return [SettlementLine(name, f"×{k}", "§5.5") for name, k in stakes.items() if k > 1]


def _loser_lines(g: State, rules: Rules, winner: int, side: int) -> list[SettlementLine]:
    """Factors of each loser, and who pays for all."""
    lines: list[SettlementLine] = []
    for loser in range(len(g.hand)):
        if loser == winner:
            continue
        if rules.exempt_empty and g.pile[loser] == 0:
            lines.append(SettlementLine(f"empty pile of seat {loser}", "×0", "§5.4"))
            continue
        factors = {
            "pi-bak": is_pibak(g, rules, winner, side, loser),
            "gwang-bak": is_gwangbak(g, rules, winner, loser),
            "go-bak": rules.gobak is Gobak.DOUBLE and g.go_count[loser] > 0,
        }
        lines += [
            SettlementLine(f"{name} of seat {loser}", "×2", "§5.4")
            for name, doubles in factors.items()
            if doubles
        ]
    liable = liable_seat(g, rules, winner)
    if liable >= 0 and len(g.hand) > 2:
        lines.append(SettlementLine(f"go-bak of seat {liable}", "pays for all", "§5.4"))
    return lines


def _times(count: int, word: str) -> str:
    plural = "es" if word == "go" else "s"
    return f"{count} {word}" if count == 1 else f"{count} {word}{plural}"


def _signed(points: Sequence[int]) -> str:
    return " ".join(f"seat {seat} {paid:+d}" for seat, paid in enumerate(points))


# ---- input


def _rules(rules: Rules | str) -> Rules:
    return Rules.parse(rules) if isinstance(rules, str) else rules


def _put_pile(g: State, seat: int, cards: Sequence[str], cup: str | None) -> None:
    g.pile[seat] = board(cards)
    if cup is not None:
        g.cup = CUP_SIDES.index(cup)


def _counts(name: str, counts: Sequence[int] | None, seats: int, most: int) -> list[int]:
    given = list(numbers(name, counts, seats))
    check_counts(name, given, 0, most)
    return given


def _put_goes(
    g: State,
    rules: Rules,
    winner: int,
    counts: Sequence[int] | None,
    order: Sequence[int] | None,
) -> None:
    """Complete order and counts of the calls of go from each other."""
    seats = len(g.hand)
    for seat in order or ():
        check_seat("each entry of go_order", seat, seats)
    calls = Counter(order or ())
    if counts is None:
        counts = [calls[seat] for seat in range(seats)]
    goes = _counts("go_counts", counts, seats, MAX_GO_CALLS)
    if order is None:
        order = _assumed_order(goes, rules, winner)
        calls = Counter(order)
    for seat in range(seats):
        if calls[seat] > goes[seat] or (goes[seat] and not calls[seat]):
            raise PositionError(
                f"go_counts says that seat {seat} called go {goes[seat]} times, go_order "
                f"{list(order)} says {calls[seat]}"
            )
    g.go_count = goes
    check_counts("the number of calls in go_order", [len(order)], 0, MAX_GO_CALLS)
    g.go_calls = len(order)
    for call, seat in enumerate(order):
        g.go_order[call] = seat


def _assumed_order(goes: Sequence[int], rules: Rules, winner: int) -> list[int]:
    """Each caller once, by seats, where the order does not matter for the payments."""
    callers = [seat for seat, count in enumerate(goes) if count > 0]
    losers = [seat for seat in callers if seat != winner]
    liability = rules.gobak is Gobak.PAY_ALL and len(losers) > 1
    reverse = rules.reverse_go and winner in callers and len(losers) > 0
    if liability or reverse:
        raise PositionError(
            f"give go_order: the payments depend on the order in which seats {callers} called go"
        )
    return callers
