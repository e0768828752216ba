"""A policy of the toy game, from a package of its own."""
# ruff: noqa: I001 (where these packages lie is known in the toy's folder only)

from house.constants import BONUS
from hwatu_env.compiled.rule import rule


@rule
def generous(g):
    return (int(g.hand[0]) & 1) + BONUS


@rule
def mean(g):
    return int(g.hand[1]) & 1
