"""The pairs of trumps that make a yaku (§7.1): which card beats which."""

from hwatu_agents.hachinin_meri.reading import Number, Offsets
from hwatu_agents.hachinin_meri.table import Table
from hwatu_agents.reading import Observation, Params, read_number
from hwatu_env.cards.unsun import (
    CLUBS,
    EIGHT,
    KIRI,
    NINE,
    NUM_CARDS,
    NUM_RANKS,
    ONE,
    ROBAI,
    SOTA,
    SUN,
    SWORDS,
    TENKA,
    TWO,
    UN,
    card_of,
    rank_of,
    strength,
)
from hwatu_env.compiled.rule import rule
from hwatu_env.games.hachinin_meri.rules import R2, HiddenBonus
from hwatu_env.games.hachinin_meri.state import SEATS


@rule
def is_long(suit: int) -> bool:
    """Whether the 9 of a suit is its strongest pip card (§1)."""
    return suit in (CLUBS, SWORDS)


@rule
def beaten_by(table: Table, params: Params, card: int) -> int:
    """The trump that a trump makes a pair over; -1 for none."""
    trump = table.trump
    if card == TENKA and trump != CLUBS:
        return card_of(trump, KIRI) if params[Number.TENKA_IS_DRAGON] != 0 else -1
    first, second = (UN, SUN) if table.top else (SUN, UN)
    low, high = (ONE, TWO) if is_long(trump) else (NINE, EIGHT)
    rank = rank_of(card)
    if rank == first:
        return card_of(trump, second)
    if rank == second:
        return card_of(trump, SOTA)
    if rank == SOTA:
        return card_of(trump, ROBAI)
    if rank == ROBAI:
        return card_of(trump, KIRI)
    return card_of(trump, low) if rank == high else -1


@rule
def beats(table: Table, card: int) -> int:
    """The trump that makes a pair over a trump; -1 for none."""
    trump = table.trump
    if card == TENKA and trump != CLUBS:
        return -1
    first, second = (UN, SUN) if table.top else (SUN, UN)
    low, high = (ONE, TWO) if is_long(trump) else (NINE, EIGHT)
    rank = rank_of(card)
    if rank == second:
        return card_of(trump, first)
    if rank == SOTA:
        return card_of(trump, second)
    if rank == ROBAI:
        return card_of(trump, SOTA)
    if rank == KIRI:
        return card_of(trump, ROBAI)
    return card_of(trump, high) if rank == low else -1


@rule
def highest_gone(at: Offsets, observation: Observation, row: int, table: Table) -> int:
    """Strength of the strongest trump of finished tricks; 0 for none (R2)."""
    highest = 0
    for rank in range(NUM_RANKS + 1):
        card = card_of(table.trump, rank) if rank < NUM_RANKS else TENKA
        power = strength(card, table.trump, table.top)
        if power <= highest:
            continue
        for away in range(SEATS):
            if observation[row, at.played + NUM_CARDS * away + card]:
                highest = power
    return highest


@rule
def is_barred(table: Table, params: Params, card: int, highest: int) -> bool:
    """Whether an earlier trump bars the pair that a trump would make (R2)."""
    if int(params[Number.R2]) == R2.OFF:
        return False
    compared = card
    if int(params[Number.R2]) == R2.GAME_ANY:
        compared = beaten_by(table, params, card)
    return highest > strength(compared, table.trump, table.top)


@rule
def yaku_worth(
    at: Offsets, observation: Observation, row: int, params: Params, table: Table, card: int
) -> float:
    """What the pair that a trump makes adds to the point of the trick; a chase with card -1."""
    if table.tricks_left == 1:
        return params[Number.HIGH_YAKU]
    hidden = read_number(observation, row, at.dragon) + read_number(observation, row, at.dragon + 1)
    if hidden and int(params[Number.HIDDEN_BONUS]) == HiddenBonus.ALL_YAKU:
        return params[Number.HIGH_YAKU]
    if hidden and int(params[Number.HIDDEN_BONUS]) == HiddenBonus.PAIR_ONLY and card >= 0:
        dragon = card_of(table.trump, ROBAI)
        if card == dragon or beaten_by(table, params, card) == dragon:
            return params[Number.HIGH_YAKU]
    return params[Number.YAKU]
