"""The record of one game of Go-Stop (rules/gostop.md §3.1), and its audit."""

from dataclasses import dataclass
from typing import NamedTuple

from hwatu_env.cards.hwatu import (
    JOKERS,
    MAX_JOKERS,
    NUM_CARDS,
    NUM_MONTHS,
    SAKE_CUP,
    month_cards,
)
from hwatu_env.compiled.record import octets, per_seat, word
from hwatu_env.compiled.rule import rule
from hwatu_env.games.fishing import audit_zones, limbo
from hwatu_env.games.gostop.rules import Rules

LOG_LENGTH = 224
"""Bytes of the event log; more than any deal writes."""
MAX_GO_CALLS = 48
"""Calls of go in a deal; there is at most one a turn."""


class _Decisions(NamedTuple):
    """What is being asked (§4)."""

    NOTHING: int = 0
    QUAD: int = 1  # D0: claim or continue
    DEAL_SHAKE: int = 2  # D1: show a dealt triple?
    PLAY: int = 3  # D2
    SHAKE: int = 4  # D3
    HAND_TARGET: int = 5  # D4
    FLIP_TARGET: int = 6  # D5
    CUP: int = 7  # D6
    GO_STOP: int = 8  # D7
    PUSH: int = 9  # D8
    FORCED: int = 10  # a deal decided before anybody decides (§2.2)


Decision = _Decisions()

DECISION_NAMES = ("over", *(name.lower() for name in Decision._fields[1:]))


class _Stages(NamedTuple):
    """What happens next, in the order in which `turn.advance` goes through it."""

    WAIT: int = 0  # for the answer to a decision
    LAY: int = 1  # the hand card reaches the table (§3.2 B)
    FLIP: int = 2  # C
    MATCH: int = 3  # D
    COLLECT: int = 4  # E, F
    FIXED_ENDS: int = 5  # H
    GO_STOP: int = 6  # I
    NEXT_SEAT: int = 7  # J
    DEAL_END: int = 8
    DEAL: int = 9  # §2
    STACKED_DEAL: int = 10  # the same with the deck that is there
    QUADS: int = 11  # D0
    SHAKES: int = 12  # D1
    TURN: int = 13


Stage = _Stages()


class _Events(NamedTuple):
    """Bits of the events of one turn (§3.3)."""

    JJOK: int = 1
    PPEOK: int = 2
    TTADAK: int = 4
    SWEEP: int = 8
    BOMB: int = 16


Event = _Events()


class _CupSides(NamedTuple):
    """How the sake cup counts in the pile where it lies (§3.7)."""

    OPEN: int = 0
    ANIMAL: int = 1
    PI: int = 2
    LOCKED: int = 3


CupSide = _CupSides()


class _Outcomes(NamedTuple):
    """How a deal ended."""

    NONE: int = 0
    WIN: int = 1
    FIXED_WIN: int = 2
    NAGARI: int = 3
    PUSHED: int = 4
    ILLEGAL_ACTION: int = 5  # an illegal action, where those end the game


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
    score: list[int] = per_seat()  # points won and lost in this episode
    result: list[int] = per_seat()  # points won and lost in the last finished deal
    deals: int = word()  # finished deals of this episode

    # the deal
    dealer: int = word()
    episode_deals: int = word()  # deals of the episode: 1, or those of a match
    redeals: int = word()  # void decks of this deal so far (§2.2)
    outcome: int = word()  # how the last deal ended, an `Outcome`
    winner: int = word()  # who won it, or -1
    prize: int = word()  # points of a fixed win (§5.6)
    asked_month: int = word()  # month 0..11 of the quad or triple that is asked about, or -1
    asked: int = word()  # prompts of the deal answered so far: seat after dealer * 16 + month
    ledger: list[int] = per_seat()  # points won and lost in this deal
    carry: int = word()  # factor from drawn deals (§5.5)
    push: int = word()  # factor from pushes (§5.5)

    # the cards
    hand: list[int] = per_seat()
    pile: list[int] = per_seat()  # captured cards
    shown: list[int] = per_seat()  # hand cards that everybody has seen
    table: int = word()  # face-up cards; three of a month are a stack, four are dead
    stock_top: int = word()  # place in `deck` of the next stock card
    first_top: int = word()  # the same when the deal began; -1 in a hand-made position
    absent: int = word()  # cards that a hand-made position leaves out of the game
    deck: list[int] = octets(NUM_CARDS + MAX_JOKERS)  # hands by seats, table, stock
    stack_owner: list[int] = octets(NUM_MONTHS)  # seat + 1 who made the stack; 0 dealt
    stack_jokers: list[int] = octets(NUM_MONTHS)  # bits of the jokers buried in it
    shaker: list[int] = octets(NUM_MONTHS)  # seat + 1 who has shown cards of the month; 0 nobody
    shown_then: list[int] = octets(NUM_MONTHS)  # which of the month's four cards those were
    shaken_at: list[int] = octets(NUM_MONTHS)  # `stock_top` at that moment

    # what the seats did
    turns_taken: list[int] = per_seat()  # turns begun
    go_count: list[int] = per_seat()
    last_go_score: list[int] = per_seat()  # base points at the last go
    shakes: list[int] = per_seat()
    bombs: list[int] = per_seat()
    flip_credits: list[int] = per_seat()
    ppeok_count: list[int] = per_seat()
    no_shake: list[int] = per_seat()  # cards that the seat is not asked to shake with (§3.6)
    cup: int = word()  # `CupSide` of the sake cup
    go_calls: int = word()
    go_order: list[int] = octets(MAX_GO_CALLS)

    # the turn
    stage: int = word()  # what comes next, a `Stage`
    card: int = word()  # the hand card being played
    hand_kind: int = word()  # what it did, a `HandKind` of fishing.py
    lifted: int = word()  # cards of the hand action that leave the table, if no ppeok
    flipped: int = word()  # the flipped card, or -1
    pending: int = word()  # flipped jokers, whose fate the next card decides
    taken: int = word()  # cards captured so far in this turn
    events: int = word()  # bits of `Event`
    hand_stack: int = word()  # owner + 1 of the stack taken by hand; -1 none
    flip_stack: int = word()  # owner + 1 of the stack taken by the flip; -1 none
    last: int = word()  # 1 on the seat's last action
    exempt: int = word()  # 1 if that exempts it (§3.4)

    log_length: int = word()
    log: list[int] = octets(LOG_LENGTH)  # action ids and `Log` bytes of fishing.py


@rule
def in_play(g: State) -> int:
    """Cards that have left a hand or the stock while their turn waits for a choice of target."""
    cards = limbo(g, Decision.HAND_TARGET, Decision.FLIP_TARGET)
    return cards | g.pending if cards else 0


def audit(g: State, rules: Rules) -> list[str]:
    """One sentence per broken invariant of a state; an empty list means a sound one.

    Args:
        g: A plain state.
        rules: Its house rules.
    """
    if g.outcome == Outcome.ILLEGAL_ACTION:
        return []  # stopped in the middle of a turn, with a penalty that nobody receives
    return [*_audit_cards(g, rules), *_audit_table(g), *_audit_points(g)]


def _audit_cards(g: State, rules: Rules) -> list[str]:
    buried = sum(
        1 << (NUM_CARDS + joker)
        for month in range(NUM_MONTHS)
        for joker in range(MAX_JOKERS)
        if g.stack_jokers[month] >> joker & 1
    )
    return audit_zones(g, rules.deck_size, {"the cards in play": in_play(g), "the stacks": buried})


def _audit_table(g: State) -> list[str]:
    problems = [
        f"the joker bits of month {month + 1} lie on no stack"
        for month in range(NUM_MONTHS)
        if g.stack_jokers[month] and (g.table & month_cards(month)).bit_count() != 3
    ]
    if g.table & JOKERS:
        problems.append("a joker lies on the table")
    for seat, (hand, shown) in enumerate(zip(g.hand, g.shown, strict=True)):
        if shown & ~hand:
            problems.append(f"seat {seat} shows cards that it does not hold")
    if g.cup != CupSide.OPEN and not any(pile & SAKE_CUP for pile in g.pile):
        problems.append("the sake cup has a side although nobody has captured it")
    return problems


def _audit_points(g: State) -> list[str]:
    problems: list[str] = []
    if sum(g.ledger) != 0:
        problems.append(f"the ledger {g.ledger} does not add up to zero")
    if sum(g.score) != 0:
        problems.append(f"the score {g.score} does not add up to zero")
    if g.carry < 1 or g.push not in (1, 2, 4):
        problems.append(f"carry {g.carry} and push {g.push} are no stakes")
    return problems
