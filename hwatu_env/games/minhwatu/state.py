"""The record of one game of Min-Hwatu, and its audit."""

from dataclasses import dataclass
from typing import NamedTuple

from hwatu_env.cards.hwatu import NUM_CARDS
from hwatu_env.compiled.record import octets, per_seat, word
from hwatu_env.games.fishing import audit_zones, limbo
from hwatu_env.games.minhwatu.rules import Rules

LOG_LENGTH = 256
"""Bytes of the event log; more than any deal writes."""


class _Decisions(NamedTuple):
    """What is being asked."""

    NOTHING: int = 0
    PLAY: int = 1
    HAND_TARGET: int = 2
    FLIP_TARGET: int = 3
    FORCED: int = 4  # nobody holds a card: the deal plays itself


Decision = _Decisions()

DECISION_NAMES = ("over", *(name.lower() for name in Decision._fields[1:]))


class _Stages(NamedTuple):
    """What happens next, in the order in which `turn.advance` goes through it."""

    WAIT: int = 0  # for the answer to a decision
    LAY: int = 1  # the hand card reaches the table (§3)
    FLIP: int = 2
    MATCH: int = 3
    COLLECT: int = 4
    DEAL_END: int = 5
    DEAL: int = 6  # §2
    STACKED_DEAL: int = 7  # the same with the deck that is there
    TURN: int = 8


Stage = _Stages()


class _Outcomes(NamedTuple):
    """How a deal ended."""

    NONE: int = 0
    SCORED: int = 1
    VOID: int = 2  # a tie that does not count (§5)
    ILLEGAL_ACTION: int = 3


Outcome = _Outcomes()

OUTCOME_NAMES = ("playing", *(name.lower() for name in Outcome._fields[1:]))


@dataclass(slots=True, eq=False)
class State:
    """One game, hidden cards included. Sets of cards are boards (`cards/hwatu.py`)."""

    # every game has these: the loops, environments and agents rely on them
    key: int = word()  # random stream of the episode
    episode: int = word()  # episodes of this row before this one
    game: int = word()  # index of this game among all games of the seed
    ply: int = word()  # decisions taken in this episode
    to_move: int = word()  # seat that decides; -1 when over
    decision: int = word()  # what is asked, a `Decision`
    score: list[int] = per_seat()  # sum of margins of this episode, in 1 / (n - 1) points (§5)
    result: list[int] = per_seat()  # margin of the last finished deal, in the same unit
    deals: int = word()  # finished deals of this episode

    # the deal and the match
    dealer: int = word()
    episode_deals: int = word()  # 1 for a single deal, 0 for a match
    redeals: int = word()  # void decks of this deal so far (§2)
    outcome: int = word()  # how the last deal ended, an `Outcome`
    points: list[int] = per_seat()  # deal scores of the last finished deal (§5)
    total: list[int] = per_seat()  # sum of the deal scores of the episode
    quads: list[int] = per_seat()  # hand quads laid out (§2)
    laid: int = word()  # their cards

    # the cards
    hand: list[int] = per_seat()
    pile: list[int] = per_seat()  # captured cards
    held: list[int] = per_seat()  # of them the cards of each special hand, four bits a hand (§4)
    table: int = word()
    absent: int = word()  # cards that a hand-made position leaves out of the game
    stock_top: int = word()  # place in `deck` of the next stock card
    first_top: int = word()  # the same when the deal began; -1 in a hand-made position
    deck: list[int] = octets(NUM_CARDS)  # hands by seats, table, stock

    # the turn
    stage: int = word()  # what comes next, a `Stage`
    card: int = word()  # the hand card being played, or -1
    hand_kind: int = word()  # what it did, a `HandKind` of fishing.py
    lifted: int = word()  # cards of the hand action that leave the table, if no sul-sa
    flipped: int = word()  # the flipped card, or -1
    taken: int = word()  # cards captured for certain

    log_length: int = word()
    log: list[int] = octets(LOG_LENGTH)  # action ids and `Log` bytes of fishing.py


def audit(g: State, rules: Rules) -> list[str]:
    """One sentence per broken invariant of a state; an empty list means a sound one."""
    if g.outcome == Outcome.ILLEGAL_ACTION:
        return []  # stopped in the middle of a turn, with a penalty that nobody receives
    zones = {"the cards in play": limbo(g, Decision.HAND_TARGET, Decision.FLIP_TARGET)}
    problems = audit_zones(g, rules.deck_size, zones)
    if sum(g.score) != 0:
        problems.append(f"the margins {g.score} do not add up to zero")
    for seat, pile in enumerate(g.pile):
        if g.held[seat] != sum(n for card, n in enumerate(rules.hands_of_card) if pile >> card & 1):
            problems.append(f"the cards of special hands of seat {seat} are miscounted")
    if sum(g.quads) * 4 != g.laid.bit_count():
        problems.append(f"{sum(g.quads)} quads were laid out, but {g.laid.bit_count()} cards")
    return problems
