"""How the rest of a trick may go: who wins it in the end, and whether by a chase."""

from typing import NamedTuple

from hwatu_agents.hachinin_meri.heuristic.hidden import Sight, suit_chance, trump_chance
from hwatu_agents.hachinin_meri.heuristic.weights import Weight, weight
from hwatu_agents.hachinin_meri.reading import Offsets, is_mine
from hwatu_agents.reading import Observation, Params
from hwatu_env.cards.unsun import is_trump, suit_of
from hwatu_env.compiled.rule import rule
from hwatu_env.games.hachinin_meri.state import SEATS


class Side(NamedTuple):
    """One team's share of what may become of a trick."""

    none: float
    """Chance that this team wins so far, and the last card is no trump."""
    one: float
    """The same, the last card is a trump, and the one before is none."""
    more: float
    """The same, the last cards are two or more trumps."""
    chase: float
    """The part of all three in which it wins by a chase."""
    above: float
    """How many trumps that I do not see beat its best card."""
    plain: float
    """How many plain cards that I do not see beat it."""


class Rest(NamedTuple):
    """What may become of a trick."""

    ours: Side
    theirs: Side
    me: float
    """The part of ours in which I win it myself."""


class Attack(NamedTuple):
    """How a seat may beat the best card so far."""

    holds: float
    """Chance that it holds a certain trump that I do not see."""
    follows: float
    """The same for a plain card of the led suit."""
    first: float
    """Chance that it trumps if it can, where the last card is no trump."""
    second: float
    """The same, over one trump."""
    third: float
    """The same, over more."""
    rises: float
    """Chance that it plays a higher card of the led suit if it can."""
    shrink: float
    """Which part of the higher trumps is still higher than the one that it plays."""


@rule
def total(side: Side) -> float:
    """Chance that a team wins so far."""
    return side.none + side.one + side.more


@rule
def mixed(first: float, first_part: float, second: float, second_part: float) -> float:
    """Mean of two numbers by their parts."""
    parts = first_part + second_part
    return (first * first_part + second * second_part) / parts if parts > 0.0 else second


@rule
def holds_any(chance: float, count: float) -> float:
    """Chance to hold one at least of some cards, each held with the same chance."""
    return 1.0 - (1.0 - chance) ** count


@rule
def beaten(side: Side, first: float, second: float, third: float) -> Side:
    """A team that a seat of the other attacked with some chances: else that played no trump."""
    before = total(side)
    kept = side.none * (1.0 - first) + side.one * (1.0 - second) + side.more * (1.0 - third)
    chase = side.chase * kept / before if before > 0.0 else 0.0
    return Side(kept, 0.0, 0.0, chase, side.above, side.plain)


@rule
def attacking(owner: Side, attacker: Side, attack: Attack) -> Rest:
    """What becomes of a team, and of one that attacks it with a seat, in this order."""
    can = holds_any(attack.holds, owner.above)
    first, second, third = attack.first * can, attack.second * can, attack.third * can
    rises = (1.0 - first) * attack.rises * holds_any(attack.follows, owner.plain)
    by_trump = owner.none * first + owner.one * second + owner.more * third
    by_plain = owner.none * rises
    had = total(attacker)
    chase = owner.more * third
    gained = Side(
        had + by_plain,
        owner.none * first,
        owner.one * second + chase,
        attacker.chase + chase,
        mixed(attacker.above, had + by_plain, owner.above * attack.shrink, by_trump),
        mixed(attacker.plain, had, owner.plain / 2.0, by_plain),
    )
    return Rest(beaten(owner, first + rises, second, third), gained, 0.0)


@rule
def after_seat(rest: Rest, away: int, attack: Attack) -> Rest:
    """What may become of the trick after one more seat."""
    if is_mine(away):
        turned = attacking(rest.theirs, rest.ours, attack)
        return Rest(turned.theirs, turned.ours, rest.me)
    after = attacking(rest.ours, rest.theirs, attack)
    before = total(rest.ours)
    me = rest.me * total(after.ours) / before if before > 0.0 else 0.0
    return Rest(after.ours, after.theirs, me)


@rule
def attack_of(
    at: Offsets,
    observation: Observation,
    row: int,
    params: Params,
    sight: Sight,
    away: int,
    led: int,
    meri: bool,
) -> Attack:
    """How a seat after me may beat the best card so far."""
    follows = 0.0
    if not is_trump(led, sight.table.trump):
        follows = suit_chance(at, observation, row, sight, away, suit_of(led))
    will = weight(params, Weight.WILL_MERI)
    over, chase = will, will
    if not meri:
        later = SEATS - 1 - sight.table.place - away  # seats that may still beat it
        eager = 1.0 - weight(params, Weight.EARLY) * later / (SEATS - 2)
        will = eager * weight(params, Weight.WILL)
        over = eager * weight(params, Weight.WILL_OVER)
        chase = eager * weight(params, Weight.WILL_CHASE)
    return Attack(
        trump_chance(at, observation, row, sight, away),
        follows,
        will,
        min(1.0, over),
        min(1.0, chase),
        weight(params, Weight.RISE),
        weight(params, Weight.SHRINK),
    )


@rule
def play_out(
    at: Offsets,
    observation: Observation,
    row: int,
    params: Params,
    sight: Sight,
    rest: Rest,
    led: int,
    meri: bool,
) -> Rest:
    """What may become of the trick when the seats after me have played."""
    for away in range(1, SEATS - sight.table.place):
        attack = attack_of(at, observation, row, params, sight, away, led, meri)
        rest = after_seat(rest, away, attack)
    return rest
