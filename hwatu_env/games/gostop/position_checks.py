"""What is wrong with a position, in words, before anything is built from it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from hwatu_env.cards.hwatu import CARD_NAMES, JOKER_NAMES, NUM_CARDS, card_index, month_of
from hwatu_env.compiled.bits import popcount
from hwatu_env.errors import PositionError
from hwatu_env.games.fishing import hand_targets, on_table
from hwatu_env.games.gostop.decks import deck_cards
from hwatu_env.games.gostop.position_fields import Position, Stack, Turn
from hwatu_env.games.gostop.position_state import (
    ASKS_MONTH,
    CUP_SIDES,
    EVENTS,
    HAND_KINDS,
    to_state,
)
from hwatu_env.games.gostop.rules import CupMode, HandQuad, JokerQuad, Rules, Shake, TableQuad
from hwatu_env.games.gostop.scoring import base_points
from hwatu_env.games.gostop.state import (
    DECISION_NAMES,
    MAX_GO_CALLS,
    OUTCOME_NAMES,
    Decision,
    State,
)
from hwatu_env.games.gostop.turn import may_shake
from hwatu_env.games.positions import (
    check_choice,
    check_counts,
    check_over,
    check_seat,
    check_zones,
    known_card,
)

_CUP = "9.1"
_MOST = 1 << 20
"""More than any deal counts or pays."""


def check(position: Position) -> None:
    """Check everything about a position.

    Raises:
        PositionError: If it cannot occur under its rules; the message says why.
    """
    _check_seats(position)
    _check_numbers(position)
    check_cards(position)
    check_cups(position.cups, position.piles, position.rules)
    _check_goes(position)
    _check_turn(position)
    _check_end(position)
    if position.to_move is not None:
        _check_decision(position)


# ---- cards


def check_cards(position: Position) -> None:
    """Check where the cards lie.

    Raises:
        PositionError: If one is unknown, not in this deck, in two places, or where it cannot be.
    """
    check_deck(_zones(position), position.rules)
    _check_table(position)
    _check_shown(position)


def check_deck(zones: Mapping[str, Sequence[str]], rules: Rules) -> None:
    """Check that every listed card is in the deck of the rules, and in one place alone.

    Raises:
        PositionError: If a card is unknown, not in this deck, or in two places.
    """
    check_zones(zones, set(deck_cards(rules)), rules, card_index)


def _zones(position: Position) -> dict[str, Sequence[str]]:
    zones: dict[str, Sequence[str]] = {}
    for seat, cards in enumerate(position.hands):
        zones[f"in the hand of seat {seat}"] = cards
    for seat, cards in enumerate(position.piles):
        zones[f"in the pile of seat {seat}"] = cards
    zones["on the table"] = position.table
    for number, stack in enumerate(position.stacks):
        zones[f"in stack {number}"] = [*stack["cards"], *stack["jokers"]]
    zones["in the stock"] = position.stock
    if position.turn is not None and position.decision in ("hand_target", "flip_target"):
        turn = position.turn
        flipped = [] if turn.flipped is None else [turn.flipped]
        zones["in the turn"] = [*turn.lifted, *flipped, *turn.pending, *turn.taken]
    return zones


def _check_table(position: Position) -> None:
    months = Counter(_months_of(position.table, "on the table"))
    for stack in position.stacks:
        _check_stack(stack, len(position.hands))
        months[_months_of(stack["cards"], "in a stack")[0]] += 3
    for month, count in months.items():
        if count > 3 and not _may_hold_quad(position):
            raise PositionError(
                f"four cards of month {month} lie on the table, which only table_quad=dead "
                f"allows; table_quad is {position.rules.table_quad}"
            )


def _may_hold_quad(position: Position) -> bool:
    """Dead cards stay; a table quad that decides the deal is still seen when that happens."""
    if position.rules.table_quad is TableQuad.DEAD:
        return True
    decided = position.decision == "forced" or position.outcome != "playing"
    return decided and position.rules.table_quad is not TableQuad.REDEAL


def _months_of(cards: Iterable[str], where: str) -> list[int]:
    months: list[int] = []
    for name in cards:
        card = card_index(name)
        if card >= NUM_CARDS:
            raise PositionError(f"the joker {name} lies {where}; jokers lie in stacks as `jokers`")
        months.append(month_of(card) + 1)
    return months


def _check_stack(stack: Stack, seats: int) -> None:
    months = _months_of(stack["cards"], "among the cards of a stack")
    if len(months) != 3 or len(set(months)) != 1:
        raise PositionError(f"a stack is three cards of one month, got {stack['cards']}")
    for name in stack["jokers"]:
        if name not in JOKER_NAMES:
            raise PositionError(f"only jokers are buried in a stack, got {name}")
    if stack["owner"] is not None:
        check_seat("the owner of a stack", stack["owner"], seats)


def _check_shown(position: Position) -> None:
    for seat, (shown, hand) in enumerate(zip(position.shown, position.hands, strict=True)):
        for name in shown:
            if name not in hand:
                raise PositionError(f"seat {seat} shows {name}, which it does not hold")


def check_cups(cups: Sequence[str | None], piles: Sequence[Sequence[str]], rules: Rules) -> None:
    """Check that only the pile with the sake cup says how it counts.

    Raises:
        PositionError: If a side is unknown, or where there is no cup to have one.
    """
    for seat, side in enumerate(cups):
        if side not in CUP_SIDES:
            listed = ", ".join(map(str, CUP_SIDES))
            raise PositionError(f"the sake cup of seat {seat} is one of {listed}, got {side!r}")
        if side is None:
            continue
        if _CUP not in piles[seat]:
            raise PositionError(f"seat {seat} counts the sake cup as {side} but lacks {_CUP}")
        if rules.cup_mode is CupMode.BOTH:
            raise PositionError(f"with cup_mode=both the sake cup has no side, got {side!r}")


def decided_cups(
    cups: Sequence[str | None], piles: Sequence[Sequence[str]], rules: Rules
) -> tuple[str | None, ...]:
    """Sides of the cup where nothing more is open: one that must be decided is an animal (§3.7)."""
    if rules.cup_mode is not CupMode.DECIDE:
        return tuple(cups)
    return tuple(
        "animal" if side is None and _CUP in pile else side
        for side, pile in zip(cups, piles, strict=True)
    )


# ---- seats and numbers


def _check_seats(position: Position) -> None:
    seats = len(position.hands)
    check_seat("dealer", position.dealer, seats)
    if position.to_move is not None:
        check_seat("to_move", position.to_move, seats)
    if position.winner is not None:
        check_seat("winner", position.winner, seats)
    for seat in position.go_order:
        check_seat("each entry of go_order", seat, seats)


def _check_numbers(position: Position) -> None:
    check_counts("turns_taken", position.turns_taken, 0, 99)
    check_counts("ppeok_counts", position.ppeok_counts, 0, 3)
    check_counts("go_counts", position.go_counts, 0, MAX_GO_CALLS)
    check_counts("last_go_scores", position.last_go_scores, 0, 999)
    check_counts("shakes", position.shakes, 0, 12)
    check_counts("bombs", position.bombs, 0, 12)
    check_counts("flip_credits", position.flip_credits, 0, 24)
    check_counts("carry", [position.carry], 1, _MOST)
    check_counts("more_deals", [position.more_deals], 0, 999)
    check_counts("prize", [position.prize], 0, 1000)
    for months in position.no_shake:
        check_counts("the months of no_shake", months, 1, position.rules.months)
    if position.push not in (1, 2, 4):
        raise PositionError(f"push must be 1, 2 or 4, got {position.push}")
    for name, points in (("ledger", position.ledger), ("match_score", position.match_score)):
        if sum(points) != 0 and position.outcome != "illegal_action":
            raise PositionError(f"{name} must add up to zero, got {list(points)}")


def _check_goes(position: Position) -> None:
    calls = Counter(position.go_order)
    for seat, count in enumerate(position.go_counts):
        if calls[seat] != count:
            raise PositionError(
                f"go_counts says that seat {seat} called go {count} times, go_order "
                f"{list(position.go_order)} says {calls[seat]}"
            )
    turns = sum(position.flip_credits) + sum(
        name not in JOKER_NAMES for hand in position.hands for name in hand
    )
    if position.go_order and len(position.go_order) + turns > MAX_GO_CALLS:
        raise PositionError(
            f"{len(position.go_order)} calls of go and {turns} turns to come are more than the "
            f"{MAX_GO_CALLS} turns of any deal"
        )


# ---- the decision


def _check_turn(position: Position) -> None:
    turn = position.turn
    if turn is None:
        if position.decision in ("shake", "hand_target", "flip_target"):
            raise PositionError(f"the decision {position.decision} needs a turn, got None")
        if position.decision == "quad" and any(position.turns_taken):
            raise PositionError(
                "a quad without a turn is asked before the first one, got turns_taken "
                f"{list(position.turns_taken)}"
            )
        return
    allowed = ("quad", "shake", "hand_target", "flip_target", "cup")
    if position.decision not in allowed:
        raise PositionError(
            f"turn belongs to the decisions {', '.join(allowed)}, got {position.decision}"
        )
    if turn.kind not in HAND_KINDS:
        raise PositionError(f"the kind of a turn is one of {', '.join(HAND_KINDS)}: {turn.kind!r}")
    for event in turn.events:
        if event not in EVENTS or event == "ppeok" or position.decision != "cup":
            raise PositionError(
                "events of a turn are jjok, ttadak, sweep and bomb, at the decision cup alone, got "
                f"{event!r} at {position.decision}"
            )
    if turn.stack_owner is not None:
        check_seat("the stack_owner of a turn", turn.stack_owner, len(position.hands))
    _check_turn_cards(turn)


def _check_turn_cards(turn: Turn) -> None:
    """Check that what the hand action did agrees with the cards that it moved."""
    for name in (turn.played, turn.flipped):
        if name is not None and known_card(name, "in the turn", card_index) >= NUM_CARDS:
            raise PositionError(f"only ordinary cards are played or flipped in a turn, got {name}")
    for name in turn.pending:
        if name not in JOKER_NAMES:
            raise PositionError(f"only jokers are pending in a turn, got {name}")
    needs = {"pair1": turn.lifted, "pair2": turn.lifted, "quad": turn.taken}
    if turn.kind in needs and turn.played not in needs[turn.kind]:
        where = "taken" if turn.kind == "quad" else "lifted"
        raise PositionError(f"a turn of kind {turn.kind} has its played card among `{where}`")
    if turn.kind == "bomb" and not turn.taken:
        raise PositionError("a turn of kind bomb has the four cards of a month among `taken`")


def _check_end(position: Position) -> None:
    """Check what says how the deal ended, or is about to."""
    check_choice("a decision", position.decision, DECISION_NAMES)
    check_choice("an outcome", position.outcome, OUTCOME_NAMES)
    check_over(position.decision, position.to_move)
    over = position.decision == "over"
    if over == (position.outcome == "playing") and position.decision != "push":
        raise PositionError(f"the outcome {position.outcome} does not fit {position.decision}")
    won = position.outcome in ("win", "fixed_win", "pushed")
    if won == (position.winner is None) and position.decision != "forced":
        raise PositionError(
            f"the outcome {position.outcome} does not fit the winner {position.winner}"
        )


def _check_decision(position: Position) -> None:
    """Check that the seat to move can be asked what it is asked."""
    asks = DECISION_NAMES.index(position.decision) in ASKS_MONTH
    if position.asked_month is not None and not (asks and 1 <= position.asked_month <= 12):
        raise PositionError(
            "asked_month is a month from 1 to 12 at the decisions quad and deal_shake, got "
            f"{position.asked_month} at {position.decision}"
        )
    g = to_state(position)
    problem = _PROBLEMS[g.decision](g, position.rules)
    if problem:
        raise PositionError(
            f"seat {position.to_move} cannot be asked {position.decision}: {problem}"
        )


def _quad_problem(g: State, rules: Rules) -> str:
    if g.turns_taken[g.to_move] > 0 and rules.joker_quad is JokerQuad.NO:
        return "joker_quad is no"
    if g.turns_taken[g.to_move] == 0 and rules.hand_quad is not HandQuad.MAY_CLAIM:
        return f"hand_quad is {rules.hand_quad}"
    return _month_problem(g, 4)


def _deal_shake_problem(g: State, rules: Rules) -> str:
    if rules.shake is not Shake.DEAL:
        return f"shake is {rules.shake}"
    return _month_problem(g, 3)


def _month_problem(g: State, count: int) -> str:
    if g.asked_month < 0:
        return f"asked_month must be a month of which it holds {count} cards"
    held = popcount(on_table(g.hand[g.to_move], g.asked_month))
    if held == count:
        return ""
    return f"it holds {held} cards of month {g.asked_month + 1}, not {count}"


def _play_problem(g: State, rules: Rules) -> str:
    del rules
    if g.hand[g.to_move] or g.flip_credits[g.to_move]:
        return ""
    return "it has neither hand cards nor flip credits"


def _shake_problem(g: State, rules: Rules) -> str:
    if g.card < 0 or not g.hand[g.to_move] >> g.card & 1:
        return "the played card of the turn is not in its hand"
    if may_shake(g, rules, g.to_move, g.card):
        return ""
    return f"playing {CARD_NAMES[g.card]} does not let it show three of a month"


def _hand_target_problem(g: State, rules: Rules) -> str:
    del rules
    if g.card >= 0 and popcount(hand_targets(g)) == 2:
        return ""
    return "the played card of the turn has no two table cards to choose from"


def _flip_target_problem(g: State, rules: Rules) -> str:
    del rules
    if g.flipped >= 0 and popcount(on_table(g.table, month_of(g.flipped))) == 2:
        return ""
    return "the flipped card of the turn has no two table cards to choose from"


def _cup_problem(g: State, rules: Rules) -> str:
    if rules.cup_mode is not CupMode.DECIDE:
        return f"cup_mode is {rules.cup_mode}"
    if not g.pile[g.to_move] >> card_index(_CUP) & 1:
        return f"{_CUP} is not in its pile"
    return "it has decided already" if g.cup else ""


def _go_stop_problem(g: State, rules: Rules) -> str:
    base = base_points(g, rules, g.to_move)
    if base < rules.min_points:
        return f"it has {base} points and needs {rules.min_points}"
    if g.go_count[g.to_move] and base <= g.last_go_score[g.to_move]:
        return (
            f"it has {base} points, not more than the {g.last_go_score[g.to_move]} of its last go"
        )
    return ""


def _push_problem(g: State, rules: Rules) -> str:
    if not rules.push:
        return "push is off"
    if g.push > 2:
        return "two pushes are open already"
    if g.episode_deals < 2:
        return "no deal follows: more_deals is 0"
    if OUTCOME_NAMES[g.outcome] not in ("win", "fixed_win") or g.winner != g.to_move:
        return "it has not won: give outcome and winner"
    return ""


def _forced_problem(g: State, rules: Rules) -> str:
    del rules
    if g.winner < 0 and g.to_move == g.dealer:
        return ""
    if g.winner == g.to_move:
        return ""
    return "the winner claims, or the dealer continues if nobody has won"


_PROBLEMS = {
    Decision.QUAD: _quad_problem,
    Decision.DEAL_SHAKE: _deal_shake_problem,
    Decision.PLAY: _play_problem,
    Decision.SHAKE: _shake_problem,
    Decision.HAND_TARGET: _hand_target_problem,
    Decision.FLIP_TARGET: _flip_target_problem,
    Decision.CUP: _cup_problem,
    Decision.GO_STOP: _go_stop_problem,
    Decision.PUSH: _push_problem,
    Decision.FORCED: _forced_problem,
}
