"""What is wrong with a position, in words, before anything is built from it."""

from collections import Counter
from collections.abc import Mapping, Sequence

from hwatu_env.cards.hwatu import NUM_CARDS, board, card_index, month_of
from hwatu_env.errors import PositionError
from hwatu_env.games.fishing import hand_targets, months_with, on_table
from hwatu_env.games.minhwatu.deal import episode_over
from hwatu_env.games.minhwatu.position_fields import Position
from hwatu_env.games.minhwatu.position_state import settled, to_state
from hwatu_env.games.minhwatu.rules import HandQuad, Rules, SulsaTwo
from hwatu_env.games.minhwatu.state import DECISION_NAMES, OUTCOME_NAMES, Decision, State
from hwatu_env.games.positions import (
    check_choice,
    check_counts,
    check_over,
    check_seat,
    check_zones,
)

_MOST = 1 << 20
"""More than any match counts."""


def check(position: Position) -> None:
    """Check everything about a position.

    Raises:
        PositionError: If it cannot occur under its rules; the message says why.
    """
    seats = len(position.hands)
    check_seat("dealer", position.dealer, seats)
    if position.to_move is not None:
        check_seat("to_move", position.to_move, seats)
    check_choice("a decision", position.decision, DECISION_NAMES)
    check_choice("an outcome", position.outcome, OUTCOME_NAMES)
    check_over(position.decision, position.to_move)
    check_cards(position)
    _check_turn(position)
    _check_match(position)
    if position.to_move is None:
        _check_end(position)
    else:
        _check_decision(position)


# ---- cards


def check_cards(position: Position) -> None:
    """Check where the cards lie.

    Raises:
        PositionError: If one is unknown, not in this deck, in two places, or where it cannot be.
    """
    check_deck(_zones(position), position.rules)
    check_quads(position.quads, position.piles, position.rules)
    months = Counter(card.partition(".")[0] for card in position.table)
    four = [month for month, count in months.items() if count == 4]
    rules = position.rules
    if four and not (rules.sulsa and rules.sulsa_two is SulsaTwo.LITERAL_RETURN):
        raise PositionError(
            f"four cards of month {four[0]} lie on the table, which only "
            f"sulsa_two=literal_return leaves there; sulsa_two is {rules.sulsa_two}"
        )


def check_deck(zones: Mapping[str, Sequence[str]], rules: Rules) -> None:
    """Check that every listed card is in the deck of the rules, and in one place alone.

    Raises:
        PositionError: If a card is unknown, not in this deck, or in two places.
    """
    check_zones(zones, range(rules.deck_size), rules, card_index)


def check_quads(quads: Sequence[int], piles: Sequence[Sequence[str]], rules: Rules) -> None:
    """Check the number of hand quads of each seat (§2).

    Raises:
        PositionError: If a pile holds fewer months, or if the rules have none laid out.
    """
    check_counts("quads", quads, 0, NUM_CARDS // 4)
    if any(quads) and rules.hand_quad is HandQuad.PLAY:
        raise PositionError(f"hand_quad=play lays out no quads, got {list(quads)}")
    for seat, (count, pile) in enumerate(zip(quads, piles, strict=True)):
        whole = months_with(board(pile), 4).bit_count() // 4
        if count > whole:
            raise PositionError(
                f"seat {seat} has laid out {count} quads, but its pile holds {whole} whole months"
            )


def _zones(position: Position) -> dict[str, Sequence[str]]:
    zones: dict[str, Sequence[str]] = {}
    for seat, cards in enumerate(position.hands):
        zones[f"in the hand of seat {seat}"] = cards
    for seat, cards in enumerate(position.piles):
        zones[f"in the pile of seat {seat}"] = cards
    zones["on the table"] = position.table
    zones["in the stock"] = position.stock
    zones["being played"] = [] if position.played is None else [position.played]
    zones["set aside"] = position.set_aside
    zones["turned up"] = [] if position.flipped is None else [position.flipped]
    return zones


# ---- the turn


def _check_turn(position: Position) -> None:
    asked = {"played": "hand_target", "set_aside": "flip_target", "flipped": "flip_target"}
    for name, decision in asked.items():
        if getattr(position, name) and position.decision != decision:
            raise PositionError(
                f"{name} belongs to the decision {decision}, got {getattr(position, name)!r} at "
                f"{position.decision}"
            )
    months = [month_of(card_index(card)) for card in position.set_aside]
    flipped = None if position.flipped is None else month_of(card_index(position.flipped))
    whole = len(months) in (0, 2, 4) and len(set(months)) <= 1
    if not whole or flipped in months:
        raise PositionError(
            "set_aside is a pair or all four of a month, and not of the flipped card's, got "
            f"{position.set_aside}"
        )


def _check_decision(position: Position) -> None:
    """Check that the seat to move can be asked what it is asked."""
    if position.outcome != "playing":
        raise PositionError(f"the outcome {position.outcome} does not fit {position.decision}")
    if any(position.points):
        raise PositionError(f"points are given when the deal is over, got {list(position.points)}")
    g = to_state(position)
    problem = _problem(g, position.rules)
    if problem:
        raise PositionError(
            f"seat {position.to_move} cannot be asked {position.decision}: {problem}"
        )


def _problem(g: State, rules: Rules) -> str:
    """Why the seat to move cannot be asked what it is asked, or nothing."""
    if g.decision == Decision.PLAY:
        return "" if g.hand[g.to_move] else "it has no hand cards (forced lets it play on)"
    if g.decision == Decision.FORCED:
        return "it has hand cards" if g.hand[g.to_move] else ""
    if g.decision == Decision.HAND_TARGET:
        mates = hand_targets(g).bit_count() if g.card >= 0 else 0
        if mates == 2 or (mates == 1 and rules.optional_capture):
            return ""
        return f"the played card must have two mates on the table, it has {mates}"
    mates = on_table(g.table, month_of(g.flipped)).bit_count() if g.flipped >= 0 else 0
    return (
        "" if mates == 2 else f"the flipped card must have two mates on the table, it has {mates}"
    )


# ---- the match


def _check_match(position: Position) -> None:
    check_counts("totals", position.totals, -_MOST, _MOST)
    over = position.to_move is None
    if position.match:
        _check_length(position)
        return
    if position.deals_played != (1 if over else 0):
        raise PositionError(
            f"a single deal has {int(over)} finished deals, got deals_played="
            f"{position.deals_played} (match=True is for more)"
        )
    if position.totals != position.points:
        raise PositionError(
            f"the totals of a single deal are its points {list(position.points)}, got "
            f"{list(position.totals)} (match=True is for more)"
        )


def _check_length(position: Position) -> None:
    """Check that a match goes on, or is over, when it has to."""
    check_counts("deals_played", [position.deals_played], 0, position.rules.match_deals or 1000)
    ends = episode_over(to_state(position), position.rules)
    over = position.to_move is None
    if over != ends and position.outcome != "illegal_action":
        where = "goes on" if ends else "is over"
        raise PositionError(
            f"the match {where} although totals {list(position.totals)} after "
            f"{position.deals_played} deals {'decide' if ends else 'do not decide'} it"
        )


def _check_end(position: Position) -> None:
    if position.outcome == "playing":
        raise PositionError("the outcome playing does not fit a deal that is over")
    if position.outcome == "illegal_action":
        fined = [points for points in position.points if points]
        if len(fined) != 1 or fined[0] > 0:
            raise PositionError(
                f"after an illegal action one seat has lost points, got {list(position.points)}"
            )
        return
    if any(position.hands) or position.stock:
        raise PositionError(
            "a deal is scored when hands and stock are used up, got hands "
            f"{position.hands} and stock {position.stock}"
        )
    g = settled(position.piles, position.quads, position.dealer, position.rules)
    due = (OUTCOME_NAMES[g.outcome], tuple(g.points))
    if (position.outcome, position.points) != due:
        raise PositionError(
            f"the piles make the deal {due[0]} with points {list(due[1])}, got "
            f"{position.outcome} with {list(position.points)}"
        )
