"""Base points and settlement (rules/gostop.md §5.1 to §5.5), as compiled rules."""

from hwatu_env.cards.hwatu import (
    ANIMALS,
    BRIGHTS,
    CHEONGDAN,
    CHODAN,
    DOUBLE_PI,
    GODORI,
    HONGDAN,
    JOKERS_2,
    JOKERS_3,
    PI,
    RAIN_BRIGHT,
    RIBBONS,
    SAKE_CUP,
)
from hwatu_env.compiled.bits import popcount
from hwatu_env.compiled.rule import rule
from hwatu_env.games.gostop.rules import CupMode, GoAdd, Gobak, GoMult, Liable, Meong, Rules
from hwatu_env.games.gostop.state import CupSide, State

BOTH_SIDES = 4
"""The sake cup as an animal and two pi at once (`cup_mode=both`), besides the `CupSide`s."""


@rule
def bright_points(pile: int, rules: Rules) -> int:
    """Points of the brights (§5.1)."""
    brights = popcount(pile & BRIGHTS)
    if brights < 3:
        return 0
    if brights == 5:
        return rules.five_bright
    if brights == 4:
        return 4
    return 2 if pile & RAIN_BRIGHT else 3


@rule
def set_points(pile: int, cards: int, points: int) -> int:
    """`points` if the pile holds all of `cards`."""
    return points if pile & cards == cards else 0


@rule
def count_points(count: int, enough: int) -> int:
    """One point for `enough` cards, and one for each further (§5.1)."""
    return count - enough + 1 if count >= enough else 0


@rule
def animal_count(pile: int, side: int) -> int:
    """Animals of a pile whose cup counts on `side`."""
    animals = popcount(pile & ANIMALS)
    if side == CupSide.PI and pile & SAKE_CUP:
        return animals - 1
    return animals


@rule
def pi_value(pile: int, side: int) -> int:
    """Pi numbers of a pile whose cup counts on `side` (§1)."""
    value = popcount(pile & PI) + popcount(pile & DOUBLE_PI)
    value += 2 * popcount(pile & JOKERS_2) + 3 * popcount(pile & JOKERS_3)
    if side >= CupSide.PI and side != CupSide.LOCKED and pile & SAKE_CUP:
        value += 2
    return value


@rule
def animal_line_points(pile: int, side: int) -> int:
    """Points that come from animals, godori included (§8 no. 17)."""
    return set_points(pile, GODORI, 5) + count_points(animal_count(pile, side), 5)


@rule
def ribbon_points(pile: int) -> int:
    """Points that come from ribbons, the three sets included."""
    return (
        count_points(popcount(pile & RIBBONS), 5)
        + set_points(pile, HONGDAN, 3)
        + set_points(pile, CHEONGDAN, 3)
        + set_points(pile, CHODAN, 3)
    )


@rule
def base_on_side(pile: int, side: int, rules: Rules) -> int:
    """Base points (§5.1) of a pile whose cup counts on `side`."""
    return (
        bright_points(pile, rules)
        + animal_line_points(pile, side)
        + ribbon_points(pile)
        + count_points(pi_value(pile, side), 10)
    )


@rule
def cup_side(g: State, rules: Rules, seat: int) -> int:
    """The side on which a seat's cup counts now; an open cup takes the larger base (§3.7)."""
    pile = g.pile[seat]
    if not pile & SAKE_CUP:
        return CupSide.ANIMAL
    if rules.cup_mode == CupMode.BOTH:
        return BOTH_SIDES
    if g.cup != CupSide.OPEN:
        return g.cup
    animal = count_points(animal_count(pile, CupSide.ANIMAL), 5)
    animal += count_points(pi_value(pile, CupSide.ANIMAL), 10)
    as_pi = count_points(animal_count(pile, CupSide.PI), 5)
    as_pi += count_points(pi_value(pile, CupSide.PI), 10)
    return CupSide.PI if as_pi > animal else CupSide.ANIMAL


@rule
def base_points(g: State, rules: Rules, seat: int) -> int:
    """Base points of a seat's pile as they count for the minimum (§5.2)."""
    return base_on_side(g.pile[seat], cup_side(g, rules, seat), rules)


@rule
def go_added(rules: Rules, goes: int) -> int:
    """Points that `goes` calls add (§5.3)."""
    if rules.go_add == GoAdd.N:
        return goes
    if rules.go_add == GoAdd.FIRST_TWO:
        return goes if goes <= 2 else 0
    return 1 if goes == 1 else 0


@rule
def go_factor(rules: Rules, goes: int) -> int:
    """Factor of `goes` calls (§5.3)."""
    if rules.go_mult == GoMult.TIMES_N:
        return goes if goes >= 2 else 1
    if goes < 3:
        return 1
    return 2 if rules.go_mult == GoMult.FLAT2 else 1 << (goes - 2)


@rule
def went_after_another(g: State, seat: int) -> bool:
    """Whether a seat called go when another had already done so (reverse go, §5.4)."""
    another = False
    for call in range(g.go_calls):
        caller = int(g.go_order[call])
        if caller != seat:
            another = True
        elif another:
            return True
    return False


@rule
def meong_doubles(pile: int, side: int, rules: Rules) -> bool:
    """Whether the winner's animals double (§5.4)."""
    if rules.meong == Meong.OFF or animal_count(pile, side) < 7:
        return False
    if rules.meong == Meong.SEVEN:
        return True
    return animal_line_points(pile, side) == base_on_side(pile, side, rules)


@rule
def winner_points(g: State, rules: Rules, winner: int, side: int) -> int:
    """What every loser owes before his own factors, *x* of §5.4."""
    pile = g.pile[winner]
    goes = g.go_count[winner]
    points = base_on_side(pile, side, rules) + go_added(rules, goes)
    if rules.reverse_go and went_after_another(g, winner):
        points *= 4
    else:
        points *= go_factor(rules, goes)
    doublings = g.shakes[winner]
    if rules.bomb_doubles:
        doublings += g.bombs[winner]
    points <<= doublings
    return points * 2 if meong_doubles(pile, side, rules) else points


@rule
def in_pibak(rules: Rules, value: int) -> bool:
    """Whether a loser's pi value is in the range of pi-bak (§5.4)."""
    return value <= rules.pibak_max and (value > 0 or not rules.pibak_zero_exempt)


@rule
def is_pibak(g: State, rules: Rules, winner: int, side: int, loser: int) -> bool:
    """Whether a loser is in pi-bak; an open cup is counted so as to avoid it (§3.7)."""
    if rules.pibak_max == 0 or pi_value(g.pile[winner], side) < 10:
        return False
    pile = g.pile[loser]
    if pile & SAKE_CUP and g.cup == CupSide.OPEN and rules.cup_mode != CupMode.BOTH:
        animal = in_pibak(rules, pi_value(pile, CupSide.ANIMAL))
        return animal and in_pibak(rules, pi_value(pile, CupSide.PI))
    return in_pibak(rules, pi_value(pile, cup_side(g, rules, loser)))


@rule
def is_gwangbak(g: State, rules: Rules, winner: int, loser: int) -> bool:
    """Whether a loser without brights pays double to points from brights (§5.4)."""
    if not rules.gwangbak or g.pile[loser] & BRIGHTS:
        return False
    return bright_points(g.pile[winner], rules) > 0


@rule
def debt(g: State, rules: Rules, winner: int, side: int, loser: int, points: int) -> int:
    """What a loser owes, *y_l* of §5.4, before liability."""
    if rules.exempt_empty and g.pile[loser] == 0:
        return 0
    owed = points * g.carry * g.push
    if is_pibak(g, rules, winner, side, loser):
        owed *= 2
    if is_gwangbak(g, rules, winner, loser):
        owed *= 2
    if rules.gobak == Gobak.DOUBLE and g.go_count[loser] > 0:
        owed *= 2
    return owed


@rule
def receipts(g: State, rules: Rules, winner: int, side: int) -> int:
    """What all losers together owe if the winner's cup counts on `side`."""
    points = winner_points(g, rules, winner, side)
    total = 0
    for loser in range(len(g.hand)):
        if loser != winner:
            total += debt(g, rules, winner, side, loser, points)
    return total


@rule
def winning_side(g: State, rules: Rules, winner: int) -> int:
    """The side of the winner's cup at settlement (§3.7).

    An open cup takes the side with the larger receipts among those that reach the minimum; if none
    does, both compete (§5.4). A tie is an animal.
    """
    pile = g.pile[winner]
    if not pile & SAKE_CUP or rules.cup_mode == CupMode.BOTH or g.cup != CupSide.OPEN:
        return cup_side(g, rules, winner)
    animal_reaches = base_on_side(pile, CupSide.ANIMAL, rules) >= rules.min_points
    pi_reaches = base_on_side(pile, CupSide.PI, rules) >= rules.min_points
    if animal_reaches != pi_reaches:
        return CupSide.ANIMAL if animal_reaches else CupSide.PI
    animal = receipts(g, rules, winner, CupSide.ANIMAL)
    return CupSide.PI if receipts(g, rules, winner, CupSide.PI) > animal else CupSide.ANIMAL


@rule
def liable_seat(g: State, rules: Rules, winner: int) -> int:
    """The loser who pays for all, or -1 (go-bak, §5.4)."""
    if rules.gobak != Gobak.PAY_ALL:
        return -1
    liable = -1
    for call in range(g.go_calls):
        caller = int(g.go_order[call])
        if caller == winner:
            continue
        if rules.liable == Liable.FIRST:
            return caller
        liable = caller
    return liable


@rule
def pay(g: State, seat: int, points: int) -> None:
    """Points that a seat wins, or loses if negative."""
    g.ledger[seat] += points
    g.score[seat] += points


@rule
def settle_win(g: State, rules: Rules, winner: int) -> None:
    """Pay a win (§5.4)."""
    side = winning_side(g, rules, winner)
    points = winner_points(g, rules, winner, side)
    liable = liable_seat(g, rules, winner)
    for loser in range(len(g.hand)):
        if loser == winner:
            continue
        owed = debt(g, rules, winner, side, loser, points)
        pay(g, winner, owed)
        pay(g, liable if liable >= 0 else loser, -owed)


@rule
def pay_each(g: State, seat: int, points: int) -> None:
    """Every other seat pays `points` to a seat."""
    for other in range(len(g.hand)):
        if other != seat:
            pay(g, seat, points)
            pay(g, other, -points)
