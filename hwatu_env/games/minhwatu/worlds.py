"""Worlds that a seat cannot tell apart, as compiled rules; see `fishing.shuffle_places`."""

from hwatu_env.compiled.bits import popcount
from hwatu_env.compiled.rng import mix
from hwatu_env.compiled.rule import rule
from hwatu_env.games.fishing import (
    cards_at,
    dealt_hand,
    months_with,
    places_of,
    shuffle_places,
    stock_places,
)
from hwatu_env.games.minhwatu.rules import HandQuad, Rules
from hwatu_env.games.minhwatu.state import State


@rule
def determinize(g: State, rules: Rules, seat: int, key: int) -> None:
    """Redraw all that `seat` does not know, uniformly from what agrees with what it saw."""
    places = stock_places(g, rules.deck_size)
    for other in range(len(g.hand)):
        if other != seat:
            g.hand[other] = places_of(g, rules.deck_size, g.hand[other])
            places |= g.hand[other]
    draws = 0
    while True:
        shuffle_places(g, places, key, draws)
        draws += popcount(places)
        if deal_agrees(g, rules, seat):
            break
    for other in range(len(g.hand)):
        if other != seat:
            g.hand[other] = cards_at(g, g.hand[other])
    g.key = mix(key, g.key)


@rule
def deal_agrees(g: State, rules: Rules, seat: int) -> bool:
    """Whether the dealt hands would have laid out just the quads that were laid out (§2)."""
    if rules.hand_quad == HandQuad.PLAY or g.first_top < 0:
        return True
    for other in range(len(g.hand)):
        dealt = dealt_hand(g, rules.cards_per_hand, other)
        if other != seat and months_with(dealt & ~g.laid, 4):
            return False
    return True
