"""How the trick stands right after a card of mine; trumps face down may be anybody's best."""

from hwatu_agents.hachinin_meri.heuristic.hidden import Sight, above, above_plain
from hwatu_agents.hachinin_meri.heuristic.rest import Rest, Side
from hwatu_agents.hachinin_meri.heuristic.weights import Weight, weight
from hwatu_agents.hachinin_meri.reading import Number, Offsets
from hwatu_agents.hachinin_meri.table import Table, makes_chase, power
from hwatu_agents.reading import Observation, Params
from hwatu_env.cards.unsun import is_trump
from hwatu_env.compiled.rule import rule


@rule
def clears_down(sight: Sight, params: Params, card: int) -> float:
    """Chance that a trump beats those that lie face down: later ones are the higher ones."""
    chance = 1.0
    higher = above(sight, card)
    for number in range(sight.down):
        factor = weight(params, Weight.DOWN_LATER if number else Weight.DOWN_FIRST)
        chance *= max(0.0, 1.0 - factor * higher / max(1, sight.number - number))
    return chance


@rule
def ours_before(sight: Sight, params: Params) -> float:
    """Chance that my team wins the trick as I find it."""
    table = sight.table
    if table.best < 0:
        return 0.0
    if sight.down == 0:
        return float(table.best_mine)
    ours = 1.0 if table.last_down_mine else 0.0
    if table.down_mine and table.down_theirs:
        over = weight(params, Weight.OVER)
        ours = over if table.last_down_mine else 1.0 - over
    if is_trump(table.best, table.trump):
        stays = clears_down(sight, params, table.best)
        ours = stays * table.best_mine + (1.0 - stays) * ours
    return ours


@rule
def above_before(sight: Sight, params: Params) -> float:
    """How many trumps that I do not see beat the best card that I find."""
    table = sight.table
    if sight.down:
        rest = sight.number - sight.down
        return weight(params, Weight.DOWN_ABOVE) * rest / (sight.down + 1.0)
    if table.best >= 0 and is_trump(table.best, table.trump):
        return float(above(sight, table.best))
    return float(sight.number)


@rule
def plain_before(at: Offsets, observation: Observation, row: int, sight: Sight) -> float:
    """How many plain cards that I do not see beat the best card that I find."""
    table = sight.table
    if sight.down or table.best < 0 or is_trump(table.best, table.trump):
        return 0.0
    return float(above_plain(at, observation, row, sight, table.best))


@rule
def wins_now(sight: Sight, params: Params, card: int) -> float:
    """Chance that a card of mine is the best so far."""
    table = sight.table
    if table.best >= 0 and power(table, card) <= power(table, table.best):
        return 0.0
    if is_trump(card, table.trump):
        return clears_down(sight, params, card)
    return 1.0 if sight.down == 0 else 0.0


@rule
def run_after(table: Table, params: Params, card: int, meri: bool) -> int:
    """Trumps in a row up to my card; none where no chase counts."""
    if meri or not is_trump(card, table.trump):
        return 0
    if table.place == 0 and params[Number.CHASE_LEAD_COUNTS] == 0:
        return 0
    return table.run + 1


@rule
def side(part: float, run: int, chase: float, higher: float, plain: float) -> Side:
    """A team that wins so far with some chance."""
    return Side(
        part if run == 0 else 0.0,
        part if run == 1 else 0.0,
        part if run > 1 else 0.0,
        chase,
        higher,
        plain,
    )


@rule
def after_mine(
    at: Offsets,
    observation: Observation,
    row: int,
    params: Params,
    sight: Sight,
    card: int,
    meri: bool,
) -> Rest:
    """The trick right after a card of mine."""
    wins = wins_now(sight, params, card)
    ours = wins + (1.0 - wins) * ours_before(sight, params)
    run = run_after(sight.table, params, card, meri)
    higher, plain = above_before(sight, params), plain_before(at, observation, row, sight)
    over, over_plain = float(sight.number), 0.0
    if is_trump(card, sight.table.trump):
        over = float(above(sight, card))
    elif wins > 0.0:
        over_plain = float(above_plain(at, observation, row, sight, card))
    own = wins / ours if ours > 0.0 else 0.0
    chase = wins if not meri and makes_chase(sight.table, params, run) else 0.0
    return Rest(
        side(
            ours,
            run,
            chase,
            own * over + (1.0 - own) * higher,
            own * over_plain + (1.0 - own) * plain,
        ),
        side(1.0 - ours, run, 0.0, higher, plain),
        wins,
    )
