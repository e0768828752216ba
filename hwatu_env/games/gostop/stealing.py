"""Pi that events demand of the other players (rules/gostop.md §3.3, §3.7), as compiled rules."""

from hwatu_env.cards.hwatu import (
    DOUBLE_PI,
    JOKERS,
    JOKERS_2,
    JOKERS_3,
    PI,
    SAKE_CUP,
    SINGLE_PI,
)
from hwatu_env.compiled.bits import lowest_bit
from hwatu_env.compiled.rule import rule
from hwatu_env.games.gostop.rules import CupMode, CupStealable, Rules
from hwatu_env.games.gostop.scoring import BOTH_SIDES, cup_side
from hwatu_env.games.gostop.state import CupSide, State


@rule
def move_pi(g: State, rules: Rules, taker: int, units: int) -> None:
    """Every other player gives `units` of pi, in turn order after the taker (STEAL, §3.3)."""
    if units == 0:
        return
    for away in range(1, len(g.hand)):
        giver = (taker + away) % len(g.hand)
        got = 0
        while got < units:
            card = cheapest_pi(g, rules, giver)
            if card < 0:
                lock_cup(g, rules, giver)
                break
            got += give(g, rules, taker, giver, card)


@rule
def cheapest_pi(g: State, rules: Rules, giver: int) -> int:
    """The pi card that a giver owes: lowest value, then lowest index; -1 if there is none."""
    pile = g.pile[giver]
    cards = pile & SINGLE_PI
    if cards == 0:
        cards = pile & (DOUBLE_PI | JOKERS_2)
        if cup_may_go(g, rules, giver):
            cards |= SAKE_CUP
    if cards == 0:
        cards = pile & JOKERS_3
    return lowest_bit(cards) if cards else -1


@rule
def cup_may_go(g: State, rules: Rules, giver: int) -> bool:
    """Whether a demand may take the sake cup of this pile (§3.7)."""
    pile = g.pile[giver]
    if not pile & SAKE_CUP or rules.cup_stealable == CupStealable.NEVER:
        return False
    if rules.cup_stealable == CupStealable.WHEN_COUNTED_AS_PI and not pile & (PI | JOKERS):
        return False
    side = cup_side(g, rules, giver)
    return side == CupSide.PI or side == BOTH_SIDES


@rule
def lock_cup(g: State, rules: Rules, giver: int) -> None:
    """A demand that finds nothing but the cup makes it an animal for good (§3.7)."""
    if rules.cup_mode == CupMode.BOTH or rules.cup_stealable == CupStealable.AS_PI:
        return
    if g.pile[giver] & SAKE_CUP:
        g.cup = CupSide.LOCKED


@rule
def give(g: State, rules: Rules, taker: int, giver: int, card: int) -> int:
    """Move a pi card, and give change if the rules say so; returns the pi that changed hands."""
    bit = 1 << card
    g.pile[giver] ^= bit
    g.pile[taker] |= bit
    value = 1
    if bit & (DOUBLE_PI | JOKERS_2 | SAKE_CUP):
        value = 2
    elif bit & JOKERS_3:
        value = 3
    moved = value
    while rules.make_change and value > 1 and g.pile[taker] & SINGLE_PI:
        change = g.pile[taker] & SINGLE_PI
        change &= -change
        g.pile[taker] ^= change
        g.pile[giver] |= change
        value -= 1
        moved -= 1
    return moved
