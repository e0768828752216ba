"""The toy game: draw numbers, add points, and stop at the goal."""
# ruff: noqa: I001 (where these packages lie is known in the toy's folder only)

from hwatu_env.cards.points import points
from hwatu_env.compiled.bits import lowest_bit, popcount
from hwatu_env.compiled.rng import below
from hwatu_env.compiled.rule import rule
from hwatu_env.layout import HAND


@rule
def is_over(g, rules):
    return g.total >= rules.goal


@rule
def turn(g, rules, choice, bonus=1):
    draw = below(g.key, g.ply, rules.sides)
    g.seen |= 1 << draw
    g.total += points(draw) * bonus + choice + popcount(g.seen) + lowest_bit(g.seen)
    g.hand[g.ply % HAND] = draw
    g.ply += 1
